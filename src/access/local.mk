# SPDX-License-Identifier: GPL-2.0-only
libcommon_la_SOURCES += \
	src/access/answer.c \
	src/access/code.c \
	src/access/code.h \
	src/access/copy.c \
	src/access/facts-internal.h \
	src/access/facts-seed.c \
	src/access/facts.c \
	src/access/facts.h \
	src/access/flow-internal.h \
	src/access/flow-step.c \
	src/access/flow.c \
	src/access/flow.h \
	src/access/hint.c \
	src/access/image.c \
	src/access/image.h \
	src/access/insn.c \
	src/access/insn.h \
	src/access/map.c \
	src/access/operand.c \
	src/access/operand.h \
	src/access/place.c \
	src/access/place.h \
	src/access/types.c \
	src/access/types.h \
	src/access/units.c \
	src/access/units.h \
	src/access/worker.c \
	src/access/worker.h
