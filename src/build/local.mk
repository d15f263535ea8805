# SPDX-License-Identifier: GPL-2.0-only
libcommon_la_SOURCES += \
	src/build/btf-base.c \
	src/build/btf-base.h \
	src/build/btf-open.c \
	src/build/btf-open.h \
	src/build/modinfo.c \
	src/build/modinfo.h
