# SPDX-License-Identifier: GPL-2.0-only
libcommon_la_SOURCES += \
	src/heat/attribute.c \
	src/heat/batch.c \
	src/heat/code.c \
	src/heat/code.h \
	src/heat/copiers.c \
	src/heat/fields.c \
	src/heat/fields.h \
	src/heat/fold.c \
	src/heat/fold.h \
	src/heat/heat.c \
	src/heat/heat.h \
	src/heat/image.c \
	src/heat/image.h \
	src/heat/map.c \
	src/heat/map.h \
	src/heat/objects-assign.c \
	src/heat/objects-assign.h \
	src/heat/objects.c \
	src/heat/objects.h \
	src/heat/pages.c \
	src/heat/pairs.c \
	src/heat/place.c \
	src/heat/place.h \
	src/heat/profile.c \
	src/heat/rank.c \
	src/heat/read-c2c.c \
	src/heat/read.c \
	src/heat/read.h \
	src/heat/sample.h \
	src/heat/slide.c \
	src/heat/table.c \
	src/heat/table.h \
	src/heat/types.c \
	src/heat/types.h \
	src/heat/variables.c \
	src/heat/variables.h
