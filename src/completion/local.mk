# SPDX-License-Identifier: GPL-2.0-only
completionsdir = $(datadir)/bash-completion/completions
dist_completions_DATA = src/completion/layoutdiff
