# SPDX-License-Identifier: GPL-2.0-only
libcommon_la_SOURCES += \
	src/model/builder.c \
	src/model/builder.h \
	src/model/copy.c \
	src/model/copy.h \
	src/model/def.c \
	src/model/def.h \
	src/model/format.c \
	src/model/query.c \
	src/model/query.h \
	src/model/reader.h \
	src/model/same.c \
	src/model/terse.c \
	src/model/terse.h \
	src/model/type.c \
	src/model/type.h
