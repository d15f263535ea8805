# SPDX-License-Identifier: GPL-2.0-only
libcommon_la_SOURCES += \
	src/base/error.c \
	src/base/poison.h
