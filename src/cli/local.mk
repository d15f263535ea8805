# SPDX-License-Identifier: GPL-2.0-only
layoutdiff_SOURCES += \
	src/cli/main.c
