// SPDX-License-Identifier: GPL-2.0-only
/* The string set, the vector and the index. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/index.h"
#include "base/strset.h"
#include "base/vec.h"
#include "base/poison.h"

#define NR_STRINGS 5000

static void equal_strings_are_one_and_others_are_not(void **state)
{
	const char **seen = calloc(NR_STRINGS, sizeof(*seen));
	struct strset set;
	char text[32];

	(void)state;
	assert_non_null(seen);
	strset_init(&set);
	for (int i = 0; i < NR_STRINGS; i++) {
		snprintf(text, sizeof(text), "name-%d", i);
		seen[i] = strset_adds(&set, text);
		assert_string_equal(seen[i], text);
	}
	assert_int_equal(set.nr, NR_STRINGS);
	for (int i = 0; i < NR_STRINGS; i++) {
		snprintf(text, sizeof(text), "name-%d and more", i);
		assert_ptr_equal(strset_add(&set, text, strlen(text) - 9),
				 seen[i]);
	}
	assert_int_equal(set.nr, NR_STRINGS);
	strset_free(&set);
	free(seen);
}

static void a_string_ends_where_its_length_says(void **state)
{
	struct strset set;

	(void)state;
	strset_init(&set);
	assert_string_equal(strset_add(&set, "dst_entry", 3), "dst");
	assert_ptr_not_equal(strset_adds(&set, "dst_entry"),
			     strset_adds(&set, "dst"));
	assert_string_equal(strset_add(&set, "", 0), "");
	assert_int_equal(set.nr, 3);
	strset_free(&set);
}

static void a_vector_grows_and_keeps_what_it_has(void **state)
{
	uint64_t *v = NULL;
	size_t nr = 0, cap = 0;

	(void)state;
	for (uint64_t i = 0; i < 1000; i++) {
		assert_int_equal(VEC_RESERVE(v, nr, cap, 1), 0);
		assert_true(cap > nr);
		v[nr++] = i;
	}
	for (uint64_t i = 0; i < 1000; i++)
		assert_int_equal(v[i], i);
	assert_int_equal(VEC_RESERVE(v, nr, cap, 5000), 0);
	assert_true(cap >= nr + 5000);
	free(v);
}

static void a_vector_that_cannot_grow_is_left_as_it_was(void **state)
{
	uint64_t *v = NULL, *before;
	size_t nr = 0, cap = 0, cap_before;

	(void)state;
	assert_int_equal(VEC_RESERVE(v, nr, cap, 1), 0);
	nr = 1;
	before = v;
	cap_before = cap;
	assert_int_equal(VEC_RESERVE(v, nr, cap, SIZE_MAX), -1);
	assert_int_equal(VEC_RESERVE(v, nr, cap, SIZE_MAX / 8), -1);
	assert_int_equal(VEC_RESERVE(v, nr, cap, SIZE_MAX / 2 + 2), -1);
	assert_ptr_equal(v, before);
	assert_int_equal(cap, cap_before);
	free(v);
}

/* Hashes that are few: most elements stand where others would. */
static uint64_t bad_hash(const void *array, uint32_t i)
{
	return ((const uint32_t *)array)[i] % 7;
}

static bool is_number(const void *array, uint32_t i, const void *key)
{
	return ((const uint32_t *)array)[i] == *(const uint32_t *)key;
}

static void an_index_finds_what_is_there_and_room_for_what_is_not(void **state)
{
	static const struct index_ops ops = { bad_hash, is_number };
	uint32_t numbers[500], nr = 0, *slot;
	struct index index = { 0 };

	(void)state;
	for (uint32_t n = 0; n < 1000; n++) {
		uint32_t key = n * 3 % 500;

		slot = index_find(&index, &ops, numbers, nr, &key, key % 7);
		assert_non_null(slot);
		if (n < 500) {
			assert_int_equal(*slot, 0);
			numbers[nr++] = key;
			*slot = nr;
		} else {
			assert_int_equal(numbers[*slot - 1], key);
		}
	}
	assert_int_equal(nr, 500);
	/* more cannot be numbered */
	assert_null(index_find(&index, &ops, numbers, UINT32_MAX, numbers, 0));
	index_free(&index);
	assert_null(index.slots);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(equal_strings_are_one_and_others_are_not),
		cmocka_unit_test(a_string_ends_where_its_length_says),
		cmocka_unit_test(a_vector_grows_and_keeps_what_it_has),
		cmocka_unit_test(a_vector_that_cannot_grow_is_left_as_it_was),
		cmocka_unit_test(an_index_finds_what_is_there_and_room_for_what_is_not),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
