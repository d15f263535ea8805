# SPDX-License-Identifier: GPL-2.0-only
libcommon_la_SOURCES += \
	src/evidence/bytes.h \
	src/evidence/c2c-pareto.c \
	src/evidence/c2c-table.c \
	src/evidence/c2c.c \
	src/evidence/c2c.h \
	src/evidence/evidence.c \
	src/evidence/evidence.h \
	src/evidence/header.c \
	src/evidence/input.c \
	src/evidence/input.h \
	src/evidence/lines.c \
	src/evidence/lines.h \
	src/evidence/lockstat-row.c \
	src/evidence/lockstat.c \
	src/evidence/lockstat.h \
	src/evidence/memsrc.c \
	src/evidence/memsrc.h \
	src/evidence/perfdata-attr.c \
	src/evidence/perfdata-feature.c \
	src/evidence/perfdata-pack.c \
	src/evidence/perfdata-record.c \
	src/evidence/perfdata-sample.c \
	src/evidence/perfdata.c \
	src/evidence/perfdata.h \
	src/evidence/scan.c \
	src/evidence/scan.h \
	src/evidence/script-data.c \
	src/evidence/script-head.c \
	src/evidence/script-record.c \
	src/evidence/script.c \
	src/evidence/script.h \
	src/evidence/source.c \
	src/evidence/source.h \
	src/evidence/text-margin.c \
	src/evidence/text.c \
	src/evidence/text.h
