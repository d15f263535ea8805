# SPDX-License-Identifier: GPL-2.0-only
EXTRA_DIST += tests/bench/run
