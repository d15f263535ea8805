# SPDX-License-Identifier: GPL-2.0-only
check_PROGRAMS += \
	tests/unit/report/diff \
	tests/unit/report/diff-lines \
	tests/unit/report/emit
tests_unit_report_diff_SOURCES = tests/unit/report/diff.c \
	tests/unit/report/pair.c tests/unit/report/pair.h
tests_unit_report_diff_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_unit_report_diff_LDADD = $(MAKER_LIBS)
tests_unit_report_diff_lines_SOURCES = tests/unit/report/diff-lines.c \
	tests/unit/report/pair.c tests/unit/report/pair.h
tests_unit_report_diff_lines_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_unit_report_diff_lines_LDADD = $(MAKER_LIBS)
tests_unit_report_emit_SOURCES = tests/unit/report/emit.c
tests_unit_report_emit_LDADD = $(UNIT_LIBS)
