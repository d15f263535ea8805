# SPDX-License-Identifier: GPL-2.0-only
check_PROGRAMS += \
	tests/unit/btf/check \
	tests/unit/btf/find \
	tests/unit/btf/load \
	tests/unit/btf/split \
	tests/unit/btf/verify
EXTRA_DIST += tests/unit/btf/btf-test.h
tests_unit_btf_check_SOURCES = tests/unit/btf/check.c
tests_unit_btf_check_LDADD = $(UNIT_LIBS)
tests_unit_btf_find_SOURCES = tests/unit/btf/find.c
tests_unit_btf_find_LDADD = $(UNIT_LIBS)
tests_unit_btf_load_SOURCES = tests/unit/btf/load.c
tests_unit_btf_load_LDADD = $(UNIT_LIBS)
tests_unit_btf_split_SOURCES = tests/unit/btf/split.c
tests_unit_btf_split_LDADD = $(UNIT_LIBS)
tests_unit_btf_verify_SOURCES = tests/unit/btf/verify.c
tests_unit_btf_verify_LDADD = $(UNIT_LIBS)
