# SPDX-License-Identifier: GPL-2.0-only
evidence_helpers = \
	tests/unit/evidence/collect.c \
	tests/unit/evidence/collect.h \
	tests/unit/evidence/copies.c \
	tests/unit/evidence/copies.h \
	tests/unit/evidence/pdsamples.c \
	tests/unit/evidence/pdsamples.h \
	tests/unit/evidence/pdwriter.c \
	tests/unit/evidence/pdwriter.h

check_PROGRAMS += tests/unit/evidence/perfdata
tests_unit_evidence_perfdata_SOURCES = tests/unit/evidence/perfdata.c \
	$(evidence_helpers)
tests_unit_evidence_perfdata_LDADD = $(UNIT_LIBS)

check_PROGRAMS += tests/unit/evidence/perfdata-damage
tests_unit_evidence_perfdata_damage_SOURCES = \
	tests/unit/evidence/perfdata-damage.c $(evidence_helpers)
tests_unit_evidence_perfdata_damage_LDADD = $(UNIT_LIBS)

check_PROGRAMS += tests/unit/evidence/memsrc
tests_unit_evidence_memsrc_SOURCES = tests/unit/evidence/memsrc.c \
	$(evidence_helpers)
tests_unit_evidence_memsrc_LDADD = $(UNIT_LIBS)

check_PROGRAMS += tests/unit/evidence/c2c
tests_unit_evidence_c2c_SOURCES = tests/unit/evidence/c2c.c \
	$(evidence_helpers)
tests_unit_evidence_c2c_LDADD = $(UNIT_LIBS)

check_PROGRAMS += tests/unit/evidence/lockstat
tests_unit_evidence_lockstat_SOURCES = tests/unit/evidence/lockstat.c \
	$(evidence_helpers)
tests_unit_evidence_lockstat_LDADD = $(UNIT_LIBS)

check_PROGRAMS += tests/unit/evidence/script
tests_unit_evidence_script_SOURCES = tests/unit/evidence/script.c \
	$(evidence_helpers)
tests_unit_evidence_script_LDADD = $(UNIT_LIBS)

check_PROGRAMS += tests/unit/evidence/report
tests_unit_evidence_report_SOURCES = tests/unit/evidence/report.c \
	$(evidence_helpers)
tests_unit_evidence_report_LDADD = $(UNIT_LIBS)

check_PROGRAMS += tests/unit/evidence/text
tests_unit_evidence_text_SOURCES = tests/unit/evidence/text.c \
	$(evidence_helpers)
tests_unit_evidence_text_LDADD = $(UNIT_LIBS)

check_PROGRAMS += tests/unit/evidence/source
tests_unit_evidence_source_SOURCES = tests/unit/evidence/source.c \
	$(evidence_helpers)
tests_unit_evidence_source_LDADD = $(UNIT_LIBS)

noinst_PROGRAMS += tests/unit/evidence/dump
tests_unit_evidence_dump_SOURCES = tests/unit/evidence/dump.c
tests_unit_evidence_dump_LDADD = libcommon.la
dist_check_SCRIPTS += tests/unit/evidence/compare-perf
TESTS += tests/unit/evidence/compare-perf
