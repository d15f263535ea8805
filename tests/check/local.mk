# SPDX-License-Identifier: GPL-2.0-only
#
# Checks of the project itself, not of what it computes.
check_scripts = \
	tests/check/layers \
	tests/check/scripts \
	tests/check/text
dist_check_SCRIPTS += $(check_scripts)
TESTS += $(check_scripts)
