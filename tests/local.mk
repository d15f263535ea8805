# SPDX-License-Identifier: GPL-2.0-only
#
# A unit test program is tests/unit/FOLDER/NAME.c, one main() of cmocka tests.
# Add it by three lines in tests/unit/FOLDER/local.mk:
#	check_PROGRAMS += tests/unit/base/arena
#	tests_unit_base_arena_SOURCES = tests/unit/base/arena.c
#	tests_unit_base_arena_LDADD = $(UNIT_LIBS)
# and it is built and run by `make check`.

# What test scripts find in their environment. Tests ask for more memory than
# there is, and want to be told so, not killed.
AM_TESTS_ENVIRONMENT = \
	ASAN_OPTIONS="$$ASAN_OPTIONS:allocator_may_return_null=1"; \
	export ASAN_OPTIONS; \
	top_srcdir='$(abs_top_srcdir)'; export top_srcdir; \
	top_builddir='$(abs_top_builddir)'; export top_builddir; \
	LAYOUTDIFF='$(abs_top_builddir)/layoutdiff'; export LAYOUTDIFF; \
	LAY_SANITIZE='$(LAY_SANITIZE)'; export LAY_SANITIZE; \
	CC='$(CC)'; export CC; MAKE='$(MAKE)'; export MAKE;

# A test NAME.py passes, fails or is skipped as a whole; a NAME.tap, Python too,
# counts its cases itself.
TEST_EXTENSIONS = .py .tap
PY_LOG_COMPILER = $(PYTHON3)
TAP_LOG_COMPILER = $(PYTHON3)
TAP_LOG_DRIVER = env AM_TAP_AWK='$(AWK)' $(SHELL) \
	$(top_srcdir)/build-aux/tap-driver.sh
dist_check_SCRIPTS += tests/no-python

# What tests of several folders need: input written byte by byte.
check_LTLIBRARIES += tests/unit/libunit.la
tests_unit_libunit_la_SOURCES = \
	tests/unit/btf-writer.c \
	tests/unit/btf-writer.h \
	tests/unit/byte-buf.c \
	tests/unit/byte-buf.h \
	tests/unit/compile.c \
	tests/unit/compile.h \
	tests/unit/dwarf-writer.c \
	tests/unit/dwarf-writer.h \
	tests/unit/elf-writer.c \
	tests/unit/elf-writer.h

UNIT_LIBS = tests/unit/libunit.la libcommon.la $(CMOCKA_LIBS)

if HAVE_CMOCKA
include $(top_srcdir)/tests/unit/base/local.mk
include $(top_srcdir)/tests/unit/elf/local.mk
include $(top_srcdir)/tests/unit/model/local.mk
include $(top_srcdir)/tests/unit/dwarf/local.mk
include $(top_srcdir)/tests/unit/btf/local.mk
include $(top_srcdir)/tests/unit/snapshot/local.mk
include $(top_srcdir)/tests/unit/build/local.mk
include $(top_srcdir)/tests/unit/layout/local.mk
include $(top_srcdir)/tests/unit/diff/local.mk
include $(top_srcdir)/tests/unit/access/local.mk
include $(top_srcdir)/tests/unit/evidence/local.mk
include $(top_srcdir)/tests/unit/heat/local.mk
include $(top_srcdir)/tests/unit/report/local.mk
endif
include $(top_srcdir)/tests/check/local.mk
include $(top_srcdir)/tests/cli/local.mk
include $(top_srcdir)/tests/fuzz/local.mk
include $(top_srcdir)/tests/kernels/local.mk
include $(top_srcdir)/tests/bench/local.mk

TESTS += $(check_PROGRAMS)
