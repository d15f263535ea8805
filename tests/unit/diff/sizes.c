// SPDX-License-Identifier: GPL-2.0-only
/* Sizes that the kernel's allocators round to. What is expected of 16 CPUs and
 * pages of 4 KB is what /proc/slabinfo of such machines shows. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <layoutdiff/sizes.h>

#include "base/poison.h"

static struct lay_size_rules rules_of(const char *machine, const char *release,
				      unsigned int line_size)
{
	const struct lay_identity id = {
		.machine = machine, .release = release, .word_size = 8,
		.line_size = line_size,
	};
	struct lay_size_rules rules;

	lay_size_rules_of(&id, &rules);
	return rules;
}

static uint64_t kmalloc_of(const struct lay_size_rules *rules, uint64_t size)
{
	struct lay_size_steps steps;

	lay_size_steps(rules, size, 8, NULL, &steps);
	return steps.kmalloc;
}

static void kmalloc_has_96_and_192(void **state)
{
	static const struct { uint64_t size, bucket; } cases[] = {
		{ 1, 8 }, { 8, 8 }, { 9, 16 }, { 33, 64 }, { 64, 64 },
		{ 65, 96 }, { 96, 96 }, { 97, 128 }, { 128, 128 },
		{ 129, 192 }, { 192, 192 }, { 193, 256 }, { 257, 512 },
		{ 8192, 8192 }, { 8193, 0 },
	};
	const struct lay_size_rules rules = rules_of("x86_64", "6.1.0", 64);

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		assert_int_equal(kmalloc_of(&rules, cases[i].size),
				 cases[i].bucket);
}

static void the_smallest_cache_is_the_machines(void **state)
{
	struct lay_size_rules rules = rules_of("aarch64", "6.1.0-1", 64);

	(void)state;
	assert_int_equal(kmalloc_of(&rules, 1), 128);
	assert_int_equal(kmalloc_of(&rules, 90), 128);
	/* 192 is no multiple of 128 */
	assert_int_equal(kmalloc_of(&rules, 150), 256);
	rules = rules_of("aarch64", "6.5.0", 64);
	assert_int_equal(kmalloc_of(&rules, 1), 8);
	assert_int_equal(kmalloc_of(&rules, 150), 192);
	rules = rules_of("arm", "6.12", 64);
	assert_int_equal(kmalloc_of(&rules, 80), 128);
	assert_int_equal(kmalloc_of(&rules, 150), 192);
	/* what is not known is of today */
	rules = rules_of("aarch64", NULL, 64);
	assert_int_equal(kmalloc_of(&rules, 1), 8);
	rules = rules_of("ppc64le", "6.1", 128);
	assert_int_equal(kmalloc_of(&rules, 100000), 131072);
}

static void large_objects_take_pages(void **state)
{
	const struct lay_size_rules rules = rules_of("x86_64", "6.1", 64);
	struct lay_size_steps a, b;

	(void)state;
	lay_size_steps(&rules, 16384, 8, NULL, &a);
	assert_int_equal(a.kmalloc, 0);
	assert_int_equal(a.page_order, 2);
	lay_size_steps(&rules, 16385, 8, NULL, &b);
	assert_int_equal(b.page_order, 3);
	assert_true(lay_size_steps_crossed(&a, &b) & LAY_STEP_PAGES);
	assert_false(lay_size_steps_crossed(&a, &b) & LAY_STEP_KMALLOC);
	lay_size_steps(&rules, UINT64_C(1) << 40, 8, NULL, &b);
	assert_int_equal(b.own.object_size, 0);
}

static void slabs_are_those_that_slub_takes(void **state)
{
	static const struct {
		uint64_t size, objects;
		unsigned int order;
	} cases[] = {
		{ 8, 512, 0 }, { 64, 64, 0 }, { 192, 42, 1 }, { 256, 32, 1 },
		{ 512, 32, 2 }, { 1024, 32, 3 }, { 2048, 16, 3 },
		{ 4096, 8, 3 }, { 8192, 4, 3 }, { 832, 39, 3 }, { 1088, 30, 3 },
	};
	const struct lay_size_rules rules = rules_of("x86_64", "6.1", 64);
	struct lay_size_steps steps;

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		lay_size_steps(&rules, cases[i].size, 8, NULL, &steps);
		assert_int_equal(steps.own.object_size, cases[i].size);
		assert_int_equal(steps.own.nr_objects, cases[i].objects);
		assert_int_equal(steps.own.order, cases[i].order);
	}
}

/* Linux kernel commit 8b27f2ff7a24 ("x86_64: remove unneeded types from
 * mm_context_t"): a hwcache slab of 840 bytes had 896 an object. */
static void flags_of_a_cache_change_its_objects(void **state)
{
	const struct lay_slab aligned = { "mm", "mm_struct", true, false };
	const struct lay_slab typesafe = { "file", "filp", true, true };
	const struct lay_slab plain = { "file", "filp", false, true };
	const struct lay_size_rules rules = rules_of("x86_64", "6.1", 64);
	struct lay_size_steps steps;

	(void)state;
	lay_size_steps(&rules, 840, 8, &aligned, &steps);
	assert_int_equal(steps.own.object_size, 896);
	lay_size_steps(&rules, 832, 8, &aligned, &steps);
	assert_int_equal(steps.own.object_size, 832);
	/* small ones share a line */
	lay_size_steps(&rules, 20, 4, &aligned, &steps);
	assert_int_equal(steps.own.object_size, 32);
	/* the free pointer behind an object of three lines takes a fourth */
	lay_size_steps(&rules, 192, 8, &typesafe, &steps);
	assert_int_equal(steps.own.object_size, 256);
	lay_size_steps(&rules, 192, 8, &plain, &steps);
	assert_int_equal(steps.own.object_size, 200);
	/* what the type asks for */
	lay_size_steps(&rules, 100, 64, NULL, &steps);
	assert_int_equal(steps.own.object_size, 128);
}

static void lines_are_counted(void **state)
{
	const struct lay_size_rules rules = rules_of("s390x", "6.1", 256);
	struct lay_size_steps a, b;

	(void)state;
	lay_size_steps(&rules, 256, 8, NULL, &a);
	lay_size_steps(&rules, 257, 8, NULL, &b);
	assert_int_equal(a.nr_lines, 1);
	assert_int_equal(b.nr_lines, 2);
	assert_true(lay_size_steps_crossed(&a, &b) & LAY_STEP_LINES);
	lay_size_steps(&rules, 0, 1, NULL, &a);
	assert_int_equal(a.nr_lines, 0);
	assert_int_equal(a.own.object_size, 0);
}

static void caches_have_the_names_of_slabinfo(void **state)
{
	char name[32];

	(void)state;
	assert_string_equal(lay_kmalloc_name(96, name), "kmalloc-96");
	assert_string_equal(lay_kmalloc_name(512, name), "kmalloc-512");
	assert_string_equal(lay_kmalloc_name(2048, name), "kmalloc-2k");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(kmalloc_has_96_and_192),
		cmocka_unit_test(the_smallest_cache_is_the_machines),
		cmocka_unit_test(large_objects_take_pages),
		cmocka_unit_test(slabs_are_those_that_slub_takes),
		cmocka_unit_test(flags_of_a_cache_change_its_objects),
		cmocka_unit_test(lines_are_counted),
		cmocka_unit_test(caches_have_the_names_of_slabinfo),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
