# SPDX-License-Identifier: GPL-2.0-only
#
# The program as its users run it.
cli_scripts = \
	tests/cli/manual \
	tests/cli/options
cli_taps = \
	tests/cli/examples.tap \
	tests/cli/golden.tap \
	tests/cli/look.tap \
	tests/cli/schema.tap
dist_check_SCRIPTS += $(cli_scripts)
TESTS += $(cli_scripts) $(cli_taps)
EXTRA_DIST += \
	$(cli_taps) \
	tests/cli/cases \
	tests/cli/inputs \
	tests/cli/inputs.py \
	tests/cli/pageschema.py
