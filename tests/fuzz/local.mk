# SPDX-License-Identifier: GPL-2.0-only
#
# Damaged input, by the thousand. `make check` gives it some seconds; for more:
#	LAY_FUZZ_SECONDS=3600 LAY_FUZZ_CASES=100000 make check TESTS=tests/fuzz/run
EXTRA_PROGRAMS += tests/fuzz/driver
tests_fuzz_driver_SOURCES = \
	tests/fuzz/damage.c \
	tests/fuzz/driver.c \
	tests/fuzz/exercise-access.c \
	tests/fuzz/exercise-build.c \
	tests/fuzz/exercise-scopes.c \
	tests/fuzz/exercise-type.c \
	tests/fuzz/exercise-variables.c \
	tests/fuzz/exercise.c \
	tests/fuzz/exercise.h \
	tests/fuzz/fuzz.h \
	tests/fuzz/object.c \
	tests/fuzz/random.c
tests_fuzz_driver_LDADD = tests/unit/libunit.la libcommon.la
dist_check_SCRIPTS += tests/fuzz/run
EXTRA_DIST += \
	tests/fuzz/corpus/classes.cc \
	tests/fuzz/corpus/code.c \
	tests/fuzz/corpus/types.c \
	tests/fuzz/corpus/types.rs
TESTS += tests/fuzz/run
# no test by itself, so not in check_PROGRAMS
check_DATA += tests/fuzz/driver$(EXEEXT)
CLEANFILES += tests/fuzz/driver$(EXEEXT)
# BTF by itself: no compiler here writes every kind of type
check_PROGRAMS += tests/fuzz/btf
reader_sources = \
	tests/fuzz/exercise-reader.c \
	tests/fuzz/exercise.h \
	tests/fuzz/fuzz.h \
	tests/fuzz/random.c
tests_fuzz_btf_SOURCES = tests/fuzz/btf.c $(reader_sources)
tests_fuzz_btf_LDADD = $(UNIT_LIBS)
if HAVE_CMOCKA
check_PROGRAMS += \
	tests/fuzz/hostile-bytes \
	tests/fuzz/hostile-numbers \
	tests/fuzz/hostile-types
hostile_sources = \
	tests/fuzz/exercise-access.c \
	tests/fuzz/exercise-build.c \
	tests/fuzz/exercise-scopes.c \
	tests/fuzz/exercise-type.c \
	tests/fuzz/exercise-variables.c \
	tests/fuzz/exercise.c \
	tests/fuzz/exercise.h \
	tests/fuzz/fuzz.h \
	tests/fuzz/hostile.c \
	tests/fuzz/hostile.h \
	tests/fuzz/random.c
tests_fuzz_hostile_bytes_SOURCES = tests/fuzz/hostile-bytes.c $(hostile_sources)
tests_fuzz_hostile_bytes_LDADD = $(UNIT_LIBS)
tests_fuzz_hostile_numbers_SOURCES = tests/fuzz/hostile-numbers.c \
	$(hostile_sources)
tests_fuzz_hostile_numbers_LDADD = $(UNIT_LIBS)
tests_fuzz_hostile_types_SOURCES = tests/fuzz/hostile-types.c $(hostile_sources)
tests_fuzz_hostile_types_LDADD = $(UNIT_LIBS)
endif
check_PROGRAMS += tests/fuzz/snapshot
tests_fuzz_snapshot_SOURCES = tests/fuzz/snapshot.c $(reader_sources)
tests_fuzz_snapshot_LDADD = libcommon.la
# samples: texts and perf.data
if HAVE_CMOCKA
check_PROGRAMS += tests/fuzz/evidence tests/fuzz/heat
samples_sources = \
	tests/fuzz/fuzz.h \
	tests/fuzz/random.c \
	tests/fuzz/samples.c \
	tests/fuzz/samples.h \
	tests/unit/evidence/pdwriter.c \
	tests/unit/evidence/pdwriter.h
tests_fuzz_heat_SOURCES = tests/fuzz/heat.c $(samples_sources)
tests_fuzz_heat_LDADD = $(UNIT_LIBS)
tests_fuzz_evidence_SOURCES = tests/fuzz/evidence.c $(samples_sources)
tests_fuzz_evidence_LDADD = $(UNIT_LIBS)
endif
EXTRA_DIST += tests/fuzz/corpus/evidence
