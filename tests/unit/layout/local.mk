# SPDX-License-Identifier: GPL-2.0-only
#
# model-maker.c makes types from C text, for layout/ and what stands on it.
MAKER_LIBS = tests/unit/libmaker.la $(UNIT_LIBS)
check_LTLIBRARIES += tests/unit/libmaker.la
tests_unit_libmaker_la_SOURCES = \
	tests/unit/model-maker.c \
	tests/unit/model-maker.h
tests_unit_libmaker_la_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests

check_PROGRAMS += \
	tests/unit/layout/holes \
	tests/unit/layout/layout \
	tests/unit/layout/variables
tests_unit_layout_holes_SOURCES = tests/unit/layout/holes.c
tests_unit_layout_holes_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_unit_layout_holes_LDADD = $(MAKER_LIBS)
tests_unit_layout_layout_SOURCES = tests/unit/layout/layout.c
tests_unit_layout_layout_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_unit_layout_layout_LDADD = $(MAKER_LIBS)
tests_unit_layout_variables_SOURCES = tests/unit/layout/variables.c
tests_unit_layout_variables_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_unit_layout_variables_LDADD = $(MAKER_LIBS)
