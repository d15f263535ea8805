# SPDX-License-Identifier: GPL-2.0-only
libcommon_la_SOURCES += \
	src/dwarf/bytes.c \
	src/dwarf/bytes.h \
	src/dwarf/check.h \
	src/dwarf/constants.h \
	src/dwarf/unit.c \
	src/dwarf/unit.h
