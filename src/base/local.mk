# SPDX-License-Identifier: GPL-2.0-only
libcommon_la_SOURCES += \
	src/base/arena.c \
	src/base/arena.h \
	src/base/codec-stream.c \
	src/base/codec.c \
	src/base/codec-whole.c \
	src/base/codec.h \
	src/base/error.c \
	src/base/file.c \
	src/base/file.h \
	src/base/glob.c \
	src/base/glob.h \
	src/base/hash.c \
	src/base/hash.h \
	src/base/index.c \
	src/base/index.h \
	src/base/json.c \
	src/base/json.h \
	src/base/json-walk.c \
	src/base/json-walk.h \
	src/base/map.c \
	src/base/map.h \
	src/base/poison.h \
	src/base/pool.c \
	src/base/pool.h \
	src/base/stdin.c \
	src/base/stdin.h \
	src/base/strset.c \
	src/base/strset.h \
	src/base/vec.c \
	src/base/vec.h
