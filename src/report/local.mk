# SPDX-License-Identifier: GPL-2.0-only
libcommon_la_SOURCES += \
	src/report/diff-causes.c \
	src/report/diff-enum.c \
	src/report/diff-fold.c \
	src/report/diff-fold.h \
	src/report/diff-lines.c \
	src/report/diff-table.c \
	src/report/diff-view.c \
	src/report/diff-view.h \
	src/report/diff-what.c \
	src/report/doc.c \
	src/report/doc.h \
	src/report/emit-json.c \
	src/report/emit-text.c \
	src/report/emit.h \
	src/report/facts.c \
	src/report/facts.h \
	src/report/from-builds.c \
	src/report/from-config.c \
	src/report/from-diff.c \
	src/report/from-layout.c \
	src/report/from-list.c \
	src/report/from-offsets.c \
	src/report/from-plain.c \
	src/report/from-readings.c \
	src/report/phrase.c \
	src/report/phrase.h \
	src/report/report.c \
	src/report/report.h \
	src/report/text-out.c \
	src/report/text-out.h \
	src/report/text-table.c \
	src/report/text-table.h \
	src/report/text-value.c \
	src/report/text-value.h
