// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include <layoutdiff/diff.h>

#include "unit/btf/btf-test.h"
#include "base/poison.h"

#define DEF(n, k, print, members, bytes, file) \
	{ .name = (n), .kind = LAY_KIND_##k, .size = (bytes), \
	  .nr_members = (members), .fingerprint = { .lo = (print) }, \
	  .unit = (file) }
#define DEFS(list) \
	{ .def = (list), .nr = sizeof(list) / sizeof((list)[0]) }

static void assert_pairs(const struct lay_defs *before,
			 const struct lay_defs *after, const long *want)
{
	long *pairs;

	assert_int_equal(lay_diff_pair(NULL, before, NULL, after, &pairs, NULL), 0);
	for (size_t i = 0; i < before->nr; i++)
		assert_int_equal(pairs[i], want[i]);
	free(pairs);
}

static void names_and_kinds_go_together(void **state)
{
	struct lay_def b[] = { DEF("a", STRUCT, 1, 3, 8, "x.c"),
			       DEF("a", UNION, 2, 3, 8, "x.c"),
			       DEF("b", STRUCT, 3, 3, 8, "x.c"),
			       DEF("d", STRUCT, 4, 3, 8, "x.c") };
	struct lay_def a[] = { DEF("a", UNION, 9, 4, 8, "y.c"),
			       DEF("c", STRUCT, 3, 3, 8, "x.c"),
			       DEF("d", STRUCT, 5, 9, 80, "y.c") };
	const struct lay_defs before = DEFS(b), after = DEFS(a);

	(void)state;
	assert_pairs(&before, &after, (const long[]){ -1, 0, -1, 2 });
}

static void equal_ones_first_then_units_then_the_nearest(void **state)
{
	struct lay_def b[] = { DEF("s", STRUCT, 1, 3, 8, "one.c"),
			       DEF("s", STRUCT, 2, 5, 40, "two.c"),
			       DEF("s", STRUCT, 3, 9, 64, "three.c"),
			       DEF("s", STRUCT, 4, 20, 200, "four.c") };
	struct lay_def a[] = { DEF("s", STRUCT, 14, 21, 208, "moved.c"),
			       DEF("s", STRUCT, 12, 6, 48, "two.c"),
			       DEF("s", STRUCT, 13, 9, 72, "new.c"),
			       DEF("s", STRUCT, 1, 3, 8, "two.c") };
	const struct lay_defs before = DEFS(b), after = DEFS(a);

	(void)state;
	assert_pairs(&before, &after, (const long[]){ 3, 1, 2, 0 });
}

static void what_is_left_over_has_no_partner(void **state)
{
	struct lay_def b[] = { DEF("s", STRUCT, 1, 3, 8, "one.c"),
			       DEF("s", STRUCT, 2, 30, 90, "two.c") };
	struct lay_def a[] = { DEF("s", STRUCT, 7, 29, 88, "three.c") };
	const struct lay_defs before = DEFS(b), after = DEFS(a);
	const struct lay_defs none = { 0 };

	(void)state;
	assert_pairs(&before, &after, (const long[]){ -1, 0 });
	assert_pairs(&after, &before, (const long[]){ 1 });
	assert_pairs(&before, &none, (const long[]){ -1, -1 });
	assert_pairs(&none, &before, NULL);
}

static void so_many_of_one_name_are_paired_in_order(void **state)
{
	enum { NR = 2000 };
	struct lay_def *b = calloc(NR, sizeof(*b)), *a = calloc(NR, sizeof(*a));
	const struct lay_defs before = { .def = b, .nr = NR };
	const struct lay_defs after = { .def = a, .nr = NR };
	long *pairs;

	(void)state;
	for (size_t i = 0; i < NR; i++) {
		b[i] = (struct lay_def)DEF("s", STRUCT, 1 + i, 3, 8, "b.c");
		a[i] = (struct lay_def)DEF("s", STRUCT, 9000 + i, 3, 8, "a.c");
	}
	assert_int_equal(lay_diff_pair(NULL, &before, NULL, &after, &pairs,
				       NULL), 0);
	for (size_t i = 0; i < NR; i++)
		assert_int_equal(pairs[i], (long)i);
	free(pairs);
	free(a);
	free(b);
}

/* A build in which several structs are called s, each of four ints. */
static struct lay_build *build_of(const char *const (*names)[4], size_t nr)
{
	struct btf_writer w;
	struct byte_buf btf;
	struct elf_writer elf;
	struct lay_build *build;
	char *path;

	btf_writer_init(&w, false, NULL);
	btf_writer_int(&w, "int", 4, BTF_INT_SIGNED, 0, 32);
	for (size_t i = 0; i < nr; i++) {
		btf_writer_struct(&w, "s", 16, 4);
		for (unsigned int k = 0; k < 4; k++)
			btf_writer_member(&w, names[i][k], 1, 32 * k);
	}
	btf_writer_finish(&w, &btf);
	elf_writer_init(&elf, true, false, EM_X86_64);
	elf_writer_add_section(&elf, ".BTF", SHT_PROGBITS, 0, btf.data,
			       btf.len);
	byte_buf_free(&btf);
	path = elf_writer_finish(&elf);
	assert_int_equal(lay_build_open(path, NULL, &build, NULL), 0);
	test_file_remove(path);
	return build;
}

/* Which of @nr definitions has a first member called @name? */
static size_t def_with(struct lay_build *build, const struct lay_defs *defs,
		       const char *name)
{
	const struct lay_type *type;

	for (size_t i = 0; i < defs->nr; i++) {
		assert_int_equal(lay_build_load(build, &defs->def[i], &type,
						NULL), 0);
		if (!strcmp(type->members[0].name, name))
			return i;
	}
	fail_msg("no definition with %s", name);
	return 0;
}

static void of_equal_size_those_with_most_members_in_common(void **state)
{
	static const char *const old_names[][4] = {
		{ "a", "b", "c", "d" }, { "i", "j", "k", "l" },
		{ "w", "x", "y", "z" },
	};
	static const char *const new_names[][4] = {
		{ "w", "x", "y", "m" }, { "a", "n", "c", "d" },
		{ "i", "j", "o", "p" },
	};
	struct lay_build *old_build = build_of(old_names, 3);
	struct lay_build *new_build = build_of(new_names, 3);
	struct lay_defs before, after;
	long *pairs;

	(void)state;
	assert_true(lay_build_find(old_build, "s", &before, NULL) > 0);
	assert_true(lay_build_find(new_build, "s", &after, NULL) > 0);
	assert_int_equal(lay_diff_pair(old_build, &before, new_build, &after,
				       &pairs, NULL), 0);
	for (size_t i = 0; i < 3; i++) {
		const char *name = old_names[i][0];

		assert_int_equal(pairs[def_with(old_build, &before, name)],
				 def_with(new_build, &after, name));
	}
	free(pairs);
	lay_defs_free(&before);
	lay_defs_free(&after);
	lay_build_close(old_build);
	lay_build_close(new_build);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_and_kinds_go_together),
		cmocka_unit_test(equal_ones_first_then_units_then_the_nearest),
		cmocka_unit_test(what_is_left_over_has_no_partner),
		cmocka_unit_test(of_equal_size_those_with_most_members_in_common),
		cmocka_unit_test(so_many_of_one_name_are_paired_in_order),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
