# SPDX-License-Identifier: GPL-2.0-only
check_PROGRAMS += \
	tests/unit/dwarf/bytes \
	tests/unit/dwarf/check \
	tests/unit/dwarf/form \
	tests/unit/dwarf/unit
EXTRA_DIST += tests/unit/dwarf/dwarf-test.h
tests_unit_dwarf_bytes_SOURCES = tests/unit/dwarf/bytes.c
tests_unit_dwarf_bytes_LDADD = $(UNIT_LIBS)
tests_unit_dwarf_check_SOURCES = tests/unit/dwarf/check.c
tests_unit_dwarf_check_LDADD = $(UNIT_LIBS)
tests_unit_dwarf_form_SOURCES = tests/unit/dwarf/form.c
tests_unit_dwarf_form_LDADD = $(UNIT_LIBS)
tests_unit_dwarf_unit_SOURCES = tests/unit/dwarf/unit.c
tests_unit_dwarf_unit_LDADD = $(UNIT_LIBS)
