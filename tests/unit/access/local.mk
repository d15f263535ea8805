# SPDX-License-Identifier: GPL-2.0-only
check_PROGRAMS += \
	tests/unit/access/arm64 \
	tests/unit/access/detours \
	tests/unit/access/insn \
	tests/unit/access/map \
	tests/unit/access/order \
	tests/unit/access/place \
	tests/unit/access/slabs
tests_unit_access_arm64_SOURCES = tests/unit/access/arm64.c
tests_unit_access_arm64_LDADD = $(UNIT_LIBS)
tests_unit_access_detours_SOURCES = tests/unit/access/detours.c
tests_unit_access_detours_LDADD = $(UNIT_LIBS)
tests_unit_access_insn_SOURCES = tests/unit/access/insn.c
tests_unit_access_insn_LDADD = $(UNIT_LIBS)
tests_unit_access_map_SOURCES = tests/unit/access/map.c
tests_unit_access_map_LDADD = $(UNIT_LIBS)
tests_unit_access_order_SOURCES = tests/unit/access/order.c
tests_unit_access_order_LDADD = $(UNIT_LIBS)
tests_unit_access_place_SOURCES = tests/unit/access/place.c
tests_unit_access_place_LDADD = $(MAKER_LIBS)
tests_unit_access_slabs_SOURCES = tests/unit/access/slabs.c
tests_unit_access_slabs_LDADD = $(UNIT_LIBS)

EXTRA_DIST += tests/data/access.c tests/data/arm64-other.c tests/data/arm64.c \
	tests/data/detours.c \
	tests/data/items.h \
	tests/data/items-a.c tests/data/items-b.c tests/data/items-none.c \
	tests/data/order.c tests/data/shared.S tests/data/slabs.c \
	tests/data/tagged.S
