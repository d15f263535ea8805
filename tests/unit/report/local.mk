# SPDX-License-Identifier: GPL-2.0-only
check_PROGRAMS += tests/unit/report/emit
tests_unit_report_emit_SOURCES = tests/unit/report/emit.c
tests_unit_report_emit_LDADD = $(UNIT_LIBS)
