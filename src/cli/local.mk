# SPDX-License-Identifier: GPL-2.0-only
layoutdiff_SOURCES += \
	src/cli/both.c \
	src/cli/both.h \
	src/cli/census-slabs.c \
	src/cli/census-slabs.h \
	src/cli/census.c \
	src/cli/census.h \
	src/cli/cmd-access.c \
	src/cli/cmd-diff.c \
	src/cli/cmd-heat.c \
	src/cli/cmd-help.c \
	src/cli/cmd-list.c \
	src/cli/cmd-matrix.c \
	src/cli/cmd-show.c \
	src/cli/cmd-snapshot.c \
	src/cli/commands.h \
	src/cli/heat.c \
	src/cli/heat.h \
	src/cli/main.c \
	src/cli/main.h \
	src/cli/message.c \
	src/cli/message.h \
	src/cli/options.c \
	src/cli/options.h \
	src/cli/output.c \
	src/cli/output.h \
	src/cli/progress.c \
	src/cli/progress.h \
	src/cli/session.c \
	src/cli/session.h \
	src/cli/variables.c \
	src/cli/variables.h
