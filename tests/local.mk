# SPDX-License-Identifier: GPL-2.0-only
#
# A unit test program is tests/unit/FOLDER/NAME.c, one main() of cmocka tests.
# Add it by three lines in tests/unit/FOLDER/local.mk:
#	check_PROGRAMS += tests/unit/base/arena
#	tests_unit_base_arena_SOURCES = tests/unit/base/arena.c
#	tests_unit_base_arena_LDADD = $(UNIT_LIBS)
# and it is built and run by `make check`.

# What tests of several folders need: input written byte by byte.
check_LTLIBRARIES += tests/unit/libunit.la
tests_unit_libunit_la_SOURCES = \
	tests/unit/byte-buf.c \
	tests/unit/byte-buf.h \
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
include $(top_srcdir)/tests/unit/build/local.mk
include $(top_srcdir)/tests/unit/layout/local.mk
include $(top_srcdir)/tests/unit/diff/local.mk
include $(top_srcdir)/tests/unit/report/local.mk
endif
include $(top_srcdir)/tests/check/local.mk
include $(top_srcdir)/tests/cli/local.mk
include $(top_srcdir)/tests/fuzz/local.mk
include $(top_srcdir)/tests/kernels/local.mk
include $(top_srcdir)/tests/bench/local.mk

TESTS += $(check_PROGRAMS)
