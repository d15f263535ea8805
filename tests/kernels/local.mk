# SPDX-License-Identifier: GPL-2.0-only
#
# Comparisons with what other programs say of the same types. Those on Debian's
# kernels are run by `make check-kernels`: they fetch 1 GB by apt.
TESTS += tests/kernels/test_readers.py
dist_check_SCRIPTS += tests/kernels/fetch
EXTRA_DIST += \
	tests/data/nasty.c \
	tests/data/nasty.tsv \
	tests/data/shape.c \
	tests/kernels/gdbtext.py \
	tests/kernels/known.tsv \
	tests/kernels/paholetext.py \
	tests/kernels/records.py \
	tests/kernels/test_readers.py \
	tests/kernels/truth.py
