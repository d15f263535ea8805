# SPDX-License-Identifier: GPL-2.0-only
check_PROGRAMS += tests/unit/heat/areas tests/unit/heat/code tests/unit/heat/heat \
	tests/unit/heat/texts
tests_unit_heat_areas_SOURCES = \
	tests/unit/evidence/pdwriter.c \
	tests/unit/evidence/pdwriter.h \
	tests/unit/heat/areas.c \
	tests/unit/heat/world.c \
	tests/unit/heat/world.h
tests_unit_heat_areas_LDADD = $(UNIT_LIBS)
tests_unit_heat_code_SOURCES = \
	tests/unit/evidence/pdwriter.c \
	tests/unit/evidence/pdwriter.h \
	tests/unit/heat/code.c \
	tests/unit/heat/world.c \
	tests/unit/heat/world.h
tests_unit_heat_code_LDADD = $(UNIT_LIBS)
tests_unit_heat_heat_SOURCES = \
	tests/unit/evidence/pdwriter.c \
	tests/unit/evidence/pdwriter.h \
	tests/unit/heat/heat.c \
	tests/unit/heat/world.c \
	tests/unit/heat/world.h
tests_unit_heat_heat_LDADD = $(UNIT_LIBS)
tests_unit_heat_texts_SOURCES = \
	tests/unit/evidence/pdwriter.c \
	tests/unit/evidence/pdwriter.h \
	tests/unit/heat/texts.c \
	tests/unit/heat/world.c \
	tests/unit/heat/world.h
tests_unit_heat_texts_LDADD = $(UNIT_LIBS)
EXTRA_DIST += tests/data/heat.c
