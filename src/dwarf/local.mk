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
	src/dwarf/find.c \
	src/dwarf/find.h \
	src/dwarf/fingerprint.c \
	src/dwarf/fingerprint.h \
	src/dwarf/fold.c \
	src/dwarf/fold.h \
	src/dwarf/form.c \
	src/dwarf/form.h \
	src/dwarf/memo.c \
	src/dwarf/memo.h \
	src/dwarf/names.c \
	src/dwarf/names.h \
	src/dwarf/place.c \
	src/dwarf/place.h \
	src/dwarf/producers.c \
	src/dwarf/producers.h \
	src/dwarf/sift.c \
	src/dwarf/sift.h \
	src/dwarf/unit.c \
	src/dwarf/unit.h \
	src/dwarf/view.c
