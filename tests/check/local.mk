# SPDX-License-Identifier: GPL-2.0-only
#
# Checks of the project itself, and that its examples come out as they say.
check_scripts = \
	tests/check/example-perf \
	tests/check/install \
	tests/check/layers \
	tests/check/scripts \
	tests/check/symbols \
	tests/check/text
dist_check_SCRIPTS += $(check_scripts)
TESTS += $(check_scripts) tests/check/example-tbench.tap
EXTRA_DIST += tests/check/example-tbench.tap
