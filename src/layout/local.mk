# SPDX-License-Identifier: GPL-2.0-only
libcommon_la_SOURCES += \
	src/layout/align.c \
	src/layout/find.c \
	src/layout/flatten.c \
	src/layout/groups.c \
	src/layout/holes.c \
	src/layout/holes.h \
	src/layout/layout.c \
	src/layout/path.c \
	src/layout/phase.c \
	src/layout/slots.c \
	src/layout/slots.h \
	src/layout/totals.c \
	src/layout/variable-view.c \
	src/layout/variables.c
