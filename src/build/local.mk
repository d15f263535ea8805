# SPDX-License-Identifier: GPL-2.0-only
libcommon_la_SOURCES += \
	src/build/btf-base.c \
	src/build/btf-base.h \
	src/build/btf-open.c \
	src/build/btf-open.h \
	src/build/build.c \
	src/build/config-find.c \
	src/build/config.c \
	src/build/config.h \
	src/build/debuglink-reader.c \
	src/build/debuglink-sup.c \
	src/build/debuglink.c \
	src/build/debuglink.h \
	src/build/identity.c \
	src/build/identity.h \
	src/build/machine.c \
	src/build/machine.h \
	src/build/modinfo.c \
	src/build/modinfo.h \
	src/build/open.c \
	src/build/open.h \
	src/build/running.c \
	src/build/running.h \
	src/build/snapshot-make.c \
	src/build/snapshot-make.h \
	src/build/spec.c \
	src/build/spec.h \
	src/build/split.c \
	src/build/split.h \
	src/build/suggest.c \
	src/build/suggest.h \
	src/build/tree-file.c \
	src/build/tree-fold.c \
	src/build/tree-fold.h \
	src/build/tree-scan.c \
	src/build/tree.c \
	src/build/tree.h
