# SPDX-License-Identifier: GPL-2.0-only
libcommon_la_SOURCES += \
	src/dwarf/check.h \
	src/dwarf/constants.h \
	src/dwarf/unit.h
