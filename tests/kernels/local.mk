# SPDX-License-Identifier: GPL-2.0-only
#
# Comparisons with what other programs say of the same types. Those on Debian's
# kernels are run by `make check-kernels`: they fetch 1 GB by apt.
kernel_tests = \
	tests/kernels/access-agree.tap \
	tests/kernels/btf-agree.tap \
	tests/kernels/census-btf.tap \
	tests/kernels/diff-holes.tap \
	tests/kernels/elsewhere.tap \
	tests/kernels/gdb-compare.tap \
	tests/kernels/heat.tap \
	tests/kernels/known.tap \
	tests/kernels/pahole-compare.tap \
	tests/kernels/slabs.tap \
	tests/kernels/snapshot.tap \
	tests/kernels/variables.tap
TESTS += \
	tests/kernels/elsewhere.tap \
	tests/kernels/known.tap \
	tests/kernels/offsetof-compare.tap \
	tests/kernels/test_readers.py
dist_check_SCRIPTS += tests/kernels/build-tree tests/kernels/fetch
EXTRA_DIST += \
	$(kernel_tests) \
	tests/kernels/accessed.py \
	tests/data/nasty.c \
	tests/data/nasty.tsv \
	tests/data/part-a.c \
	tests/data/part-b.c \
	tests/data/part.h \
	tests/data/shape.c \
	tests/kernels/census-explained.tsv \
	tests/kernels/dwp5.py \
	tests/kernels/gdbtext.py \
	tests/kernels/kernels.py \
	tests/kernels/known-diffs.tsv \
	tests/kernels/known.tsv \
	tests/kernels/offsetof-compare.tap \
	tests/kernels/pahole-explained.tsv \
	tests/kernels/paholetext.py \
	tests/kernels/records.py \
	tests/kernels/tap.py \
	tests/kernels/test_readers.py \
	tests/kernels/tooljson.py \
	tests/kernels/truth.py

# Two at a time: half of them have one thread, and each wants 2 GB of memory.
check-kernels: all
	$(MAKE) -j2 check TESTS="$(kernel_tests)" TEST_SUITE_LOG=kernels.log \
		LAYOUTDIFF_CHECK_KERNELS=1
.PHONY: check-kernels
