# SPDX-License-Identifier: GPL-2.0-only
check_PROGRAMS += \
	tests/unit/dwarf/bytes \
	tests/unit/dwarf/check \
	tests/unit/dwarf/expr \
	tests/unit/dwarf/find \
	tests/unit/dwarf/find-enum \
	tests/unit/dwarf/form \
	tests/unit/dwarf/load \
	tests/unit/dwarf/load-compiled \
	tests/unit/dwarf/load-line \
	tests/unit/dwarf/load-list \
	tests/unit/dwarf/load-place \
	tests/unit/dwarf/parts \
	tests/unit/dwarf/quick \
	tests/unit/dwarf/scopes \
	tests/unit/dwarf/scopes-compared \
	tests/unit/dwarf/scopes-compiled \
	tests/unit/dwarf/sift \
	tests/unit/dwarf/split \
	tests/unit/dwarf/unit \
	tests/unit/dwarf/view
EXTRA_DIST += \
	tests/unit/dwarf/dwarf-test.h \
	tests/unit/dwarf/find-test.h \
	tests/unit/dwarf/load-nasty.c \
	tests/unit/dwarf/load-test.h \
	tests/unit/dwarf/scopes-build.h \
	tests/unit/dwarf/scopes-code.c \
	tests/unit/dwarf/scopes-code.h \
	tests/unit/dwarf/scopes-other.c \
	tests/unit/dwarf/scopes-test.h
tests_unit_dwarf_bytes_SOURCES = tests/unit/dwarf/bytes.c
tests_unit_dwarf_bytes_LDADD = $(UNIT_LIBS)
tests_unit_dwarf_check_SOURCES = tests/unit/dwarf/check.c
tests_unit_dwarf_check_LDADD = $(UNIT_LIBS)
tests_unit_dwarf_expr_SOURCES = tests/unit/dwarf/expr.c
tests_unit_dwarf_expr_LDADD = $(UNIT_LIBS)
tests_unit_dwarf_find_SOURCES = tests/unit/dwarf/find.c
tests_unit_dwarf_find_LDADD = $(UNIT_LIBS)
tests_unit_dwarf_find_enum_SOURCES = tests/unit/dwarf/find-enum.c
tests_unit_dwarf_find_enum_LDADD = $(UNIT_LIBS)
tests_unit_dwarf_form_SOURCES = tests/unit/dwarf/form.c
tests_unit_dwarf_form_LDADD = $(UNIT_LIBS)
tests_unit_dwarf_load_SOURCES = tests/unit/dwarf/load.c
tests_unit_dwarf_load_LDADD = $(UNIT_LIBS)
tests_unit_dwarf_load_compiled_SOURCES = tests/unit/dwarf/load-compiled.c
tests_unit_dwarf_load_compiled_LDADD = $(UNIT_LIBS)
tests_unit_dwarf_load_line_SOURCES = tests/unit/dwarf/load-line.c
tests_unit_dwarf_load_line_LDADD = $(UNIT_LIBS)
tests_unit_dwarf_load_list_SOURCES = tests/unit/dwarf/load-list.c
tests_unit_dwarf_load_list_LDADD = $(UNIT_LIBS)
tests_unit_dwarf_load_place_SOURCES = tests/unit/dwarf/load-place.c
tests_unit_dwarf_load_place_LDADD = $(UNIT_LIBS)
tests_unit_dwarf_parts_SOURCES = tests/unit/dwarf/parts.c
tests_unit_dwarf_parts_LDADD = $(UNIT_LIBS)
tests_unit_dwarf_quick_SOURCES = tests/unit/dwarf/quick.c
tests_unit_dwarf_quick_LDADD = $(UNIT_LIBS)
tests_unit_dwarf_scopes_SOURCES = tests/unit/dwarf/scopes.c
tests_unit_dwarf_scopes_LDADD = $(UNIT_LIBS)
tests_unit_dwarf_scopes_compared_SOURCES = tests/unit/dwarf/scopes-compared.c
tests_unit_dwarf_scopes_compared_LDADD = $(UNIT_LIBS)
tests_unit_dwarf_scopes_compiled_SOURCES = tests/unit/dwarf/scopes-compiled.c
tests_unit_dwarf_scopes_compiled_LDADD = $(UNIT_LIBS)
tests_unit_dwarf_split_SOURCES = tests/unit/dwarf/split.c
tests_unit_dwarf_split_LDADD = $(UNIT_LIBS)
tests_unit_dwarf_sift_SOURCES = tests/unit/dwarf/sift.c
tests_unit_dwarf_sift_LDADD = $(UNIT_LIBS)
tests_unit_dwarf_unit_SOURCES = tests/unit/dwarf/unit.c
tests_unit_dwarf_unit_LDADD = $(UNIT_LIBS)
tests_unit_dwarf_view_SOURCES = tests/unit/dwarf/view.c
tests_unit_dwarf_view_LDADD = $(UNIT_LIBS)
