# SPDX-License-Identifier: GPL-2.0-only
check_PROGRAMS += \
	tests/unit/elf/guard \
	tests/unit/elf/links \
	tests/unit/elf/lookup \
	tests/unit/elf/open \
	tests/unit/elf/packed \
	tests/unit/elf/reloc \
	tests/unit/elf/section
EXTRA_DIST += tests/unit/elf/elf-test.h
tests_unit_elf_guard_SOURCES = tests/unit/elf/guard.c
tests_unit_elf_guard_LDADD = $(UNIT_LIBS)
tests_unit_elf_links_SOURCES = tests/unit/elf/links.c
tests_unit_elf_links_LDADD = $(UNIT_LIBS)
tests_unit_elf_lookup_SOURCES = tests/unit/elf/lookup.c
tests_unit_elf_lookup_LDADD = $(UNIT_LIBS)
tests_unit_elf_open_SOURCES = tests/unit/elf/open.c
tests_unit_elf_open_LDADD = $(UNIT_LIBS)
tests_unit_elf_packed_SOURCES = tests/unit/elf/packed.c
tests_unit_elf_packed_LDADD = $(UNIT_LIBS)
tests_unit_elf_reloc_SOURCES = tests/unit/elf/reloc.c
tests_unit_elf_reloc_LDADD = $(UNIT_LIBS)
tests_unit_elf_section_SOURCES = tests/unit/elf/section.c
tests_unit_elf_section_LDADD = $(UNIT_LIBS)
