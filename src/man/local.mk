# SPDX-License-Identifier: GPL-2.0-only
dist_man_MANS += \
	src/man/layoutdiff-access.1 \
	src/man/layoutdiff-heat.1 \
	src/man/layoutdiff-matrix.1 \
	src/man/layoutdiff-variables.7 \
	src/man/layoutdiff.1 \
	src/man/layoutdiff.builds.7 \
	src/man/layoutdiff.diffs.7 \
	src/man/layoutdiff.report.7 \
	src/man/layoutdiff.snapshot.5
