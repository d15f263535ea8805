# SPDX-License-Identifier: GPL-2.0-only
check_PROGRAMS += \
	tests/unit/build/btf-open \
	tests/unit/build/build \
	tests/unit/build/config \
	tests/unit/build/spec \
	tests/unit/build/tree \
	tests/unit/build/variables
tests_unit_build_btf_open_SOURCES = tests/unit/build/btf-open.c
tests_unit_build_btf_open_LDADD = $(UNIT_LIBS)
tests_unit_build_build_SOURCES = tests/unit/build/build.c
tests_unit_build_build_LDADD = $(UNIT_LIBS)
tests_unit_build_config_SOURCES = tests/unit/build/config.c
tests_unit_build_config_LDADD = $(UNIT_LIBS)
tests_unit_build_spec_SOURCES = tests/unit/build/spec.c
tests_unit_build_spec_LDADD = $(UNIT_LIBS)
tests_unit_build_tree_SOURCES = tests/unit/build/tree.c
tests_unit_build_tree_LDADD = $(UNIT_LIBS)
tests_unit_build_variables_SOURCES = tests/unit/build/variables.c
tests_unit_build_variables_LDADD = $(UNIT_LIBS)
EXTRA_DIST += tests/data/variables.c
