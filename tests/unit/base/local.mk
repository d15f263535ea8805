# SPDX-License-Identifier: GPL-2.0-only
check_PROGRAMS += \
	tests/unit/base/arena \
	tests/unit/base/codec \
	tests/unit/base/codec-whole \
	tests/unit/base/containers \
	tests/unit/base/error \
	tests/unit/base/glob \
	tests/unit/base/hash \
	tests/unit/base/json \
	tests/unit/base/pool
tests_unit_base_arena_SOURCES = tests/unit/base/arena.c
tests_unit_base_arena_LDADD = $(UNIT_LIBS)
tests_unit_base_codec_whole_SOURCES = tests/unit/base/codec-whole.c
tests_unit_base_codec_whole_LDADD = $(UNIT_LIBS)
tests_unit_base_codec_SOURCES = tests/unit/base/codec.c
tests_unit_base_codec_LDADD = $(UNIT_LIBS)
tests_unit_base_containers_SOURCES = tests/unit/base/containers.c
tests_unit_base_containers_LDADD = $(UNIT_LIBS)
tests_unit_base_error_SOURCES = tests/unit/base/error.c
tests_unit_base_error_LDADD = $(UNIT_LIBS)
tests_unit_base_glob_SOURCES = tests/unit/base/glob.c
tests_unit_base_glob_LDADD = $(UNIT_LIBS)
tests_unit_base_hash_SOURCES = tests/unit/base/hash.c
tests_unit_base_hash_LDADD = $(UNIT_LIBS)
tests_unit_base_json_SOURCES = tests/unit/base/json.c
tests_unit_base_json_LDADD = $(UNIT_LIBS)
tests_unit_base_pool_SOURCES = tests/unit/base/pool.c
tests_unit_base_pool_LDADD = $(UNIT_LIBS)
