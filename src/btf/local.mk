# SPDX-License-Identifier: GPL-2.0-only
libcommon_la_SOURCES += \
	src/btf/check.c \
	src/btf/check.h \
	src/btf/find.c \
	src/btf/find.h \
	src/btf/fingerprint.c \
	src/btf/fingerprint.h \
	src/btf/load-enum.c \
	src/btf/load-record.c \
	src/btf/load.c \
	src/btf/load.h \
	src/btf/parse.c \
	src/btf/parse.h \
	src/btf/reader.c \
	src/btf/reader.h \
	src/btf/typeset.c \
	src/btf/typeset.h \
	src/btf/verify.c \
	src/btf/verify.h
