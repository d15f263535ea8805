# SPDX-License-Identifier: GPL-2.0-only
libcommon_la_SOURCES += \
	src/snapshot/collect.c \
	src/snapshot/collect.h \
	src/snapshot/file.c \
	src/snapshot/file.h \
	src/snapshot/parse-defs.c \
	src/snapshot/parse-identity.c \
	src/snapshot/parse-types.c \
	src/snapshot/parse.c \
	src/snapshot/parse.h \
	src/snapshot/reader.c \
	src/snapshot/reader.h \
	src/snapshot/schema.h \
	src/snapshot/table.c \
	src/snapshot/table.h \
	src/snapshot/text.c \
	src/snapshot/text.h \
	src/snapshot/write.c \
	src/snapshot/write.h
