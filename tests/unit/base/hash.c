// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/hash.h"
#include "base/poison.h"

static bool same(const struct lay_fingerprint *a,
		 const struct lay_fingerprint *b)
{
	return a->hi == b->hi && a->lo == b->lo;
}

static struct lay_fingerprint of_u64s(const uint64_t *v, size_t nr)
{
	struct lay_fingerprint fp;

	fingerprint_init(&fp);
	for (size_t i = 0; i < nr; i++)
		fingerprint_u64(&fp, v[i]);
	return fp;
}

static struct lay_fingerprint of_strings(const char *a, const char *b)
{
	struct lay_fingerprint fp;

	fingerprint_init(&fp);
	fingerprint_string(&fp, a);
	fingerprint_string(&fp, b);
	return fp;
}

static void a_fingerprint_depends_on_every_value_and_the_order(void **state)
{
	const struct lay_fingerprint fps[] = {
		of_u64s((const uint64_t[]){ 0 }, 0),
		of_u64s((const uint64_t[]){ 0 }, 1),
		of_u64s((const uint64_t[]){ 0, 0 }, 2),
		of_u64s((const uint64_t[]){ 1, 2 }, 2),
		of_u64s((const uint64_t[]){ 2, 1 }, 2),
		of_u64s((const uint64_t[]){ 1, 2, 0 }, 3),
		of_strings(NULL, ""),
		of_strings("", NULL),
		of_strings("", ""),
		of_strings("ab", "c"),
		of_strings("a", "bc"),
		of_strings("abc", ""),
		of_strings("12345678", "x"),
		of_strings("123456789", "x"),
	};
	const size_t nr = sizeof(fps) / sizeof(fps[0]);

	(void)state;
	for (size_t i = 0; i < nr; i++)
		for (size_t k = 0; k < nr; k++)
			assert_int_equal(same(&fps[i], &fps[k]), i == k);
}

static void a_fingerprint_of_the_same_is_the_same(void **state)
{
	struct lay_fingerprint a = of_strings("dst_entry", "rt6_info");
	struct lay_fingerprint b = of_strings("dst_entry", "rt6_info");
	char shifted[] = "xdst_entry";
	struct lay_fingerprint c = of_strings(shifted + 1, "rt6_info");

	(void)state;
	assert_true(same(&a, &b));
	assert_true(same(&a, &c));
	/* It is written to files: the same on every machine, for ever. */
	assert_int_equal(a.hi, 0x696844b480491b8aull);
	assert_int_equal(a.lo, 0x9fa33dd54a671506ull);
}

static void an_inner_fingerprint_counts_as_one_value(void **state)
{
	struct lay_fingerprint x = of_strings("x", NULL);
	struct lay_fingerprint y = of_strings("y", NULL);
	struct lay_fingerprint a, b;

	(void)state;
	fingerprint_init(&a);
	fingerprint_init(&b);
	fingerprint_add(&a, &x);
	fingerprint_add(&b, &y);
	assert_false(same(&a, &b));
	fingerprint_init(&b);
	fingerprint_add(&b, &x);
	assert_true(same(&a, &b));

	x.hi++;
	fingerprint_init(&b);
	fingerprint_add(&b, &x);
	assert_false(same(&a, &b));
}

static int by_value(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

/* Small numbers in two places, as offsets and sizes are: no two alike in either
 * half, and none in the low bits more often than chance has it. */
static void small_values_spread_over_all_bits(void **state)
{
	enum { SIDE = 300 };
	uint64_t *lo = calloc(SIDE * SIDE, sizeof(*lo));
	uint64_t *hi = calloc(SIDE * SIDE, sizeof(*hi));
	unsigned int buckets[256] = { 0 };

	(void)state;
	assert_non_null(lo);
	assert_non_null(hi);
	for (uint64_t i = 0; i < SIDE * SIDE; i++) {
		struct lay_fingerprint fp = of_u64s(
			(const uint64_t[]){ i / SIDE * 8, i % SIDE }, 2);

		lo[i] = fp.lo;
		hi[i] = fp.hi;
		buckets[fp.lo & 255]++;
	}
	qsort(lo, SIDE * SIDE, sizeof(*lo), by_value);
	qsort(hi, SIDE * SIDE, sizeof(*hi), by_value);
	for (size_t i = 1; i < SIDE * SIDE; i++) {
		assert_true(lo[i] != lo[i - 1]);
		assert_true(hi[i] != hi[i - 1]);
	}
	for (size_t i = 0; i < 256; i++)
		assert_in_range(buckets[i], 250, 460);
	free(lo);
	free(hi);
}

static void a_hash_depends_on_all_bytes_and_the_length(void **state)
{
	char text[43];
	uint64_t whole;

	(void)state;
	memset(text, 'a', sizeof(text));
	whole = hash_bytes(text, sizeof(text));
	assert_int_equal(whole, hash_bytes(text, sizeof(text)));
	for (size_t i = 0; i < sizeof(text); i++) {
		text[i] = 'b';
		assert_true(hash_bytes(text, sizeof(text)) != whole);
		text[i] = 'a';
		assert_true(hash_bytes(text, i) != whole);
	}
	assert_true(hash_bytes("\0", 1) != hash_bytes("\0", 2));
	assert_true(hash_bytes("", 0) != hash_bytes("\0", 1));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			a_fingerprint_depends_on_every_value_and_the_order),
		cmocka_unit_test(a_fingerprint_of_the_same_is_the_same),
		cmocka_unit_test(an_inner_fingerprint_counts_as_one_value),
		cmocka_unit_test(small_values_spread_over_all_bits),
		cmocka_unit_test(a_hash_depends_on_all_bytes_and_the_length),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
