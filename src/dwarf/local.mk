# SPDX-License-Identifier: GPL-2.0-only
libcommon_la_SOURCES += \
	src/dwarf/abbrev.c \
	src/dwarf/abbrev.h \
	src/dwarf/bytes.c \
	src/dwarf/bytes.h \
	src/dwarf/check.c \
	src/dwarf/check.h \
	src/dwarf/constants.h \
	src/dwarf/die.c \
	src/dwarf/die.h \
	src/dwarf/form.c \
	src/dwarf/form.h \
	src/dwarf/unit.c \
	src/dwarf/unit.h \
	src/dwarf/view.c
