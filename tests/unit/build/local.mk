# SPDX-License-Identifier: GPL-2.0-only
check_PROGRAMS += tests/unit/build/btf-open
tests_unit_build_btf_open_SOURCES = tests/unit/build/btf-open.c
tests_unit_build_btf_open_LDADD = $(UNIT_LIBS)
