# SPDX-License-Identifier: GPL-2.0-only
check_PROGRAMS += \
	tests/unit/model/builder \
	tests/unit/model/format \
	tests/unit/model/same \
	tests/unit/model/type
tests_unit_model_builder_SOURCES = tests/unit/model/builder.c
tests_unit_model_builder_LDADD = $(UNIT_LIBS)
tests_unit_model_format_SOURCES = tests/unit/model/format.c
tests_unit_model_format_LDADD = $(UNIT_LIBS)
tests_unit_model_same_SOURCES = tests/unit/model/same.c
tests_unit_model_same_LDADD = $(UNIT_LIBS)
tests_unit_model_type_SOURCES = tests/unit/model/type.c
tests_unit_model_type_LDADD = $(UNIT_LIBS)
