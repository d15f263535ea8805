# SPDX-License-Identifier: GPL-2.0-only
libcommon_la_SOURCES += \
	src/diff/agree.c \
	src/diff/agree.h \
	src/diff/align.c \
	src/diff/causes.c \
	src/diff/census-compare.c \
	src/diff/census-pair.c \
	src/diff/census-room.c \
	src/diff/census.c \
	src/diff/census.h \
	src/diff/config.c \
	src/diff/containers.c \
	src/diff/diff.c \
	src/diff/edits.c \
	src/diff/edits.h \
	src/diff/enums.c \
	src/diff/finish.c \
	src/diff/gaps.c \
	src/diff/guess.c \
	src/diff/guess.h \
	src/diff/level.c \
	src/diff/level.h \
	src/diff/match.c \
	src/diff/mates.c \
	src/diff/matrix.c \
	src/diff/mirror.c \
	src/diff/names.c \
	src/diff/pair.c \
	src/diff/readings.c \
	src/diff/rename.c \
	src/diff/reserve.c \
	src/diff/rows.c \
	src/diff/sizes.c \
	src/diff/types.c \
	src/diff/work.h
