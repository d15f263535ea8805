# SPDX-License-Identifier: GPL-2.0-only
check_PROGRAMS += \
	tests/unit/dwarf/bytes \
	tests/unit/dwarf/unit
EXTRA_DIST += tests/unit/dwarf/dwarf-test.h
tests_unit_dwarf_bytes_SOURCES = tests/unit/dwarf/bytes.c
tests_unit_dwarf_bytes_LDADD = $(UNIT_LIBS)
tests_unit_dwarf_unit_SOURCES = tests/unit/dwarf/unit.c
tests_unit_dwarf_unit_LDADD = $(UNIT_LIBS)
