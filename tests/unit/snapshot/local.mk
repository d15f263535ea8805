# SPDX-License-Identifier: GPL-2.0-only
check_PROGRAMS += \
	tests/unit/snapshot/parse \
	tests/unit/snapshot/round
tests_unit_snapshot_parse_SOURCES = tests/unit/snapshot/parse.c
tests_unit_snapshot_parse_LDADD = $(UNIT_LIBS)
tests_unit_snapshot_round_SOURCES = tests/unit/snapshot/round.c
tests_unit_snapshot_round_LDADD = tests/unit/libmaker.la $(UNIT_LIBS)
