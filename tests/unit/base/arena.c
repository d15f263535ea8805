// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "base/arena.h"
#include "base/poison.h"

static void pieces_are_zeroed_aligned_and_apart(void **state)
{
	unsigned char *p[200];
	struct arena a;

	(void)state;
	arena_init(&a, 0);
	for (size_t i = 0; i < 200; i++) {
		p[i] = arena_alloc(&a, i);
		assert_non_null(p[i]);
		assert_int_equal((uintptr_t)p[i] % _Alignof(max_align_t), 0);
		for (size_t k = 0; k < i; k++)
			assert_int_equal(p[i][k], 0);
		memset(p[i], (int)i, i);
	}
	for (size_t i = 0; i < 200; i++)
		for (size_t k = 0; k < i; k++)
			assert_int_equal(p[i][k], i);
	assert_ptr_not_equal(p[0], p[1]);
	arena_free(&a);
}

static void a_piece_larger_than_a_block_does_not_end_the_block(void **state)
{
	struct arena a;
	char *small, *next;
	size_t total;

	(void)state;
	arena_init(&a, 0);
	small = arena_alloc(&a, 16);
	assert_non_null(arena_alloc(&a, 1 << 20));
	total = a.total;
	next = arena_alloc(&a, 16);
	assert_true(next > small && next < small + 4096);
	assert_int_equal(a.total, total);
	arena_free(&a);
	assert_int_equal(a.total, 0);
}

static void an_arena_does_not_grow_over_its_limit(void **state)
{
	struct arena a;
	size_t n = 0;

	(void)state;
	arena_init(&a, 10000);
	while (arena_alloc(&a, 100))
		n += 100;
	assert_true(n > 7000 && n <= 10000);
	assert_true(a.total <= 10000);
	assert_null(arena_alloc(&a, 10000));
	arena_free(&a);
	assert_non_null(arena_alloc(&a, 9000));
	assert_null(arena_alloc(&a, 9000));
	arena_free(&a);
}

static void pieces_fit_in_what_was_allocated(void **state)
{
	struct arena a;
	size_t n = 0;

	(void)state;
	arena_init(&a, 4096 + 48);
	while (arena_alloc(&a, 16))
		n++;
	assert_in_range(n, 4096 / 48, a.total / 16);
	arena_free(&a);
}

static void sizes_that_overflow_are_refused(void **state)
{
	struct arena a;

	(void)state;
	arena_init(&a, 0);
	assert_null(arena_alloc(&a, SIZE_MAX));
	assert_null(arena_alloc(&a, SIZE_MAX - 64));
	assert_null(arena_array(&a, SIZE_MAX / 2, 4));
	assert_null(arena_array(&a, (size_t)1 << 63, 2));
	assert_null(arena_strndup(&a, "x", SIZE_MAX));
	assert_non_null(arena_array(&a, 0, SIZE_MAX));
	arena_free(&a);
}

static void copies_are_equal_and_strings_end(void **state)
{
	struct arena a;
	char *s;

	(void)state;
	arena_init(&a, 0);
	s = arena_strndup(&a, "abcdef", 3);
	assert_string_equal(s, "abc");
	assert_memory_equal(arena_memdup(&a, "abcdef", 6), "abcdef", 6);
	assert_non_null(arena_memdup(&a, NULL, 0));
	arena_free(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pieces_are_zeroed_aligned_and_apart),
		cmocka_unit_test(
			a_piece_larger_than_a_block_does_not_end_the_block),
		cmocka_unit_test(an_arena_does_not_grow_over_its_limit),
		cmocka_unit_test(pieces_fit_in_what_was_allocated),
		cmocka_unit_test(sizes_that_overflow_are_refused),
		cmocka_unit_test(copies_are_equal_and_strings_end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
