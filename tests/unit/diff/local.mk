# SPDX-License-Identifier: GPL-2.0-only
check_LTLIBRARIES += tests/unit/diff/libcompare.la
tests_unit_diff_libcompare_la_SOURCES = \
	tests/unit/diff/compare.c \
	tests/unit/diff/compare.h
tests_unit_diff_libcompare_la_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
DIFF_LIBS = tests/unit/diff/libcompare.la $(MAKER_LIBS)

check_PROGRAMS += \
	tests/unit/diff/agree \
	tests/unit/diff/census \
	tests/unit/diff/config \
	tests/unit/diff/edits \
	tests/unit/diff/enums \
	tests/unit/diff/founding \
	tests/unit/diff/mates \
	tests/unit/diff/match \
	tests/unit/diff/matrix \
	tests/unit/diff/moved \
	tests/unit/diff/order \
	tests/unit/diff/pair \
	tests/unit/diff/random \
	tests/unit/diff/readings \
	tests/unit/diff/reserves \
	tests/unit/diff/sizes \
	tests/unit/diff/types \
	tests/unit/diff/variables \
	tests/unit/diff/wrap
tests_unit_diff_agree_SOURCES = tests/unit/diff/agree.c
tests_unit_diff_agree_LDADD = $(MAKER_LIBS)
tests_unit_diff_config_SOURCES = tests/unit/diff/config.c
tests_unit_diff_config_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_unit_diff_config_LDADD = $(DIFF_LIBS)
tests_unit_diff_edits_SOURCES = tests/unit/diff/edits.c
tests_unit_diff_edits_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_unit_diff_edits_LDADD = $(DIFF_LIBS)
tests_unit_diff_enums_SOURCES = tests/unit/diff/enums.c
tests_unit_diff_enums_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_unit_diff_enums_LDADD = $(DIFF_LIBS)
tests_unit_diff_founding_SOURCES = tests/unit/diff/founding.c
tests_unit_diff_founding_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_unit_diff_founding_LDADD = $(DIFF_LIBS)
tests_unit_diff_mates_SOURCES = tests/unit/diff/mates.c
tests_unit_diff_mates_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_unit_diff_mates_LDADD = $(DIFF_LIBS)
tests_unit_diff_match_SOURCES = tests/unit/diff/match.c
tests_unit_diff_match_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_unit_diff_match_LDADD = $(DIFF_LIBS)
tests_unit_diff_order_SOURCES = tests/unit/diff/order.c
tests_unit_diff_order_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_unit_diff_order_LDADD = $(DIFF_LIBS)
tests_unit_diff_pair_SOURCES = tests/unit/diff/pair.c
tests_unit_diff_pair_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_unit_diff_pair_LDADD = $(DIFF_LIBS)
tests_unit_diff_random_SOURCES = tests/unit/diff/random.c
tests_unit_diff_random_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_unit_diff_random_LDADD = $(DIFF_LIBS)
tests_unit_diff_types_SOURCES = tests/unit/diff/types.c
tests_unit_diff_types_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_unit_diff_types_LDADD = $(DIFF_LIBS)
tests_unit_diff_reserves_SOURCES = tests/unit/diff/reserves.c
tests_unit_diff_reserves_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_unit_diff_reserves_LDADD = $(DIFF_LIBS)
tests_unit_diff_readings_SOURCES = tests/unit/diff/readings.c
tests_unit_diff_readings_LDADD = $(UNIT_LIBS)
tests_unit_diff_census_SOURCES = tests/unit/diff/census.c
tests_unit_diff_census_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_unit_diff_census_LDADD = $(UNIT_LIBS)
tests_unit_diff_sizes_SOURCES = tests/unit/diff/sizes.c
tests_unit_diff_sizes_LDADD = $(UNIT_LIBS)
tests_unit_diff_moved_SOURCES = tests/unit/diff/moved.c
tests_unit_diff_moved_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_unit_diff_moved_LDADD = $(DIFF_LIBS)
tests_unit_diff_matrix_SOURCES = tests/unit/diff/matrix.c
tests_unit_diff_matrix_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_unit_diff_matrix_LDADD = $(MAKER_LIBS)
tests_unit_diff_variables_SOURCES = tests/unit/diff/variables.c
tests_unit_diff_variables_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_unit_diff_variables_LDADD = $(MAKER_LIBS)
tests_unit_diff_wrap_SOURCES = tests/unit/diff/wrap.c
tests_unit_diff_wrap_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_unit_diff_wrap_LDADD = $(DIFF_LIBS)
