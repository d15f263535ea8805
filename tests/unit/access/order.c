// SPDX-License-Identifier: GPL-2.0-only
/* What is said of code does not depend on what else was asked, and when. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "access/map.h"
#include "unit/compile.h"
#include "unit/elf-writer.h"
#include "base/poison.h"

#define SOURCE "tests/data/order.c"
#define SHARED "tests/data/shared.S"
#define ITEMS "tests/data/items-"

static struct lay_build *build_with(const char *flags, const char *source,
				    char **path)
{
	struct lay_error err = { .text = "" };
	struct lay_build *build;

	*path = test_compile("gcc", flags, source);
	if (!*path)
		skip();
	if (lay_build_open(*path, NULL, &build, &err) < 0)
		fail_msg("%s", err.text);
	return build;
}

static struct lay_build *build_of(const char *source, char **path)
{
	return build_with("-O2 -g", source, path);
}

static struct lay_access *whole(struct lay_build *build, unsigned int jobs)
{
	const struct lay_access_opts opts = { .jobs = jobs };
	struct lay_error err = { .text = "" };
	struct lay_access *map;

	if (lay_access_make(build, &opts, &map, &err) < 0)
		fail_msg("%s", err.text);
	return map;
}

static void assert_same(const char *a, const char *b)
{
	assert_true(!a == !b);
	if (a)
		assert_string_equal(a, b);
}

static void assert_equal(const struct lay_operand *a,
			 const struct lay_operand *b)
{
	assert_int_equal(a->addr, b->addr);
	assert_string_equal(a->function, b->function);
	assert_same(a->type, b->type);
	assert_same(a->path, b->path);
	assert_same(a->others, b->others);
	assert_same(a->also, b->also);
	assert_same(a->reason, b->reason);
	assert_int_equal(a->off, b->off);
	assert_int_equal(a->size, b->size);
	assert_int_equal(a->flags, b->flags);
	assert_int_equal(a->grade, b->grade);
}

/* The operands of the function at op[i], as @map follows it alone: as many. */
static size_t ask(struct lay_access *map, const struct lay_operand *op)
{
	struct lay_error err = { .text = "" };
	const struct lay_operand *alone;
	size_t nr;

	assert_int_equal(access_follow_at(map, &op->addr, 1, &err), 0);
	alone = lay_access_operands(map, &nr);
	for (size_t k = 0; k < nr; k++)
		assert_equal(&alone[k], &op[k]);
	return nr;
}

static bool begins(const struct lay_operand *op, size_t i)
{
	return !i || strcmp(op[i - 1].function, op[i].function) != 0;
}

/* One by one, from the last to the first, and each as if there were no other. */
static void functions_say_the_same_in_any_order(void **state)
{
	const struct lay_access_opts opts = { .jobs = 1 };
	struct lay_error err = { .text = "" };
	struct lay_access *map, *backwards, *alone;
	const struct lay_operand *op;
	struct lay_build *build;
	size_t nr, nr_told = 0;
	char *path;

	(void)state;
	build = build_of(SOURCE, &path);
	map = whole(build, 1);
	op = lay_access_operands(map, &nr);
	assert_true(nr > 0);
	assert_int_equal(access_open(build, &opts, &backwards, &err), 0);
	for (size_t i = nr; i-- > 0;) {
		if (!begins(op, i))
			continue;
		nr_told += ask(backwards, &op[i]);
		assert_int_equal(access_open(build, &opts, &alone, &err), 0);
		ask(alone, &op[i]);
		lay_access_free(alone);
	}
	assert_int_equal(nr_told, nr);
	lay_access_free(backwards);
	lay_access_free(map);
	lay_build_close(build);
	test_file_remove(path);
}

/* Whichever was read first: by name, each with its operands in their order. */
static void code_of_two_functions_is_in_the_order_of_their_names(void **state)
{
	static const struct {
		const char *function;
		unsigned int flags;
	} expected[] = {
		{ "first_name", LAY_ACCESS_WRITE },
		{ "first_name", LAY_ACCESS_READ },
		{ "second_name", LAY_ACCESS_WRITE },
		{ "second_name", LAY_ACCESS_READ },
		{ "first_name", LAY_ACCESS_READ },
		{ "second_name", LAY_ACCESS_READ },
	};
	const struct lay_operand *op;
	struct lay_build *build;
	struct lay_access *map;
	char *path;
	size_t nr;

	(void)state;
	build = build_of(SHARED, &path);
	map = whole(build, 1);
	op = lay_access_operands(map, &nr);
	/* an assembler may describe no functions: then it is told once */
	for (size_t i = 0; nr != 3 && i < 6; i++) {
		assert_int_equal(nr, 6);
		assert_string_equal(op[i].function, expected[i].function);
		assert_int_equal(op[i].flags, expected[i].flags);
	}
	lay_access_free(map);
	lay_build_close(build);
	test_file_remove(path);
}

/* The operand of @function that is not in struct holder. */
static const struct lay_operand *behind_holder(const struct lay_access *map,
					       const char *function)
{
	size_t nr;
	const struct lay_operand *op = lay_access_operands(map, &nr);

	for (size_t i = 0; i < nr; i++)
		if (!strcmp(op[i].function, function) &&
		    (!op[i].path || strcmp(op[i].path, "item") != 0))
			return &op[i];
	fail_msg("nothing of %s", function);
	return NULL;
}

/* Of the four functions only the two are followed that can know the type. */
static void check_one_type(struct lay_build *build)
{
	static const char *const type = "struct item";
	const struct lay_access_opts opts = { .types = &type, .nr_types = 1 };
	struct lay_error err = { .text = "" };
	const struct lay_operand *op;
	struct lay_access *map;
	size_t nr;

	assert_int_equal(lay_access_make(build, &opts, &map, &err), 0);
	op = lay_access_operands(map, &nr);
	assert_int_equal(nr, 2);
	for (size_t i = 0; i < nr; i++)
		assert_string_equal(op[i].path,
				    !strcmp(op[i].function, "of_a") ?
				    "second_of_a" : "second_of_b");
	assert_int_equal(lay_access_totals(map)->nr_functions, 2);
	lay_access_free(map);
}

/* Units in this order; the last is the source. */
static void check_items(const char *first, const char *second,
			const char *third)
{
	const char *top = getenv("top_srcdir");
	char flags[768], source[64], *path;
	struct lay_build *build;
	struct lay_access *map;
	const struct lay_operand *op;

	snprintf(flags, sizeof(flags),
		 "-O2 -g '%s/" ITEMS "%s.c' '%s/" ITEMS "%s.c'",
		 top ? top : ".", first, top ? top : ".", second);
	snprintf(source, sizeof(source), ITEMS "%s.c", third);
	build = build_with(flags, source, &path);
	map = whole(build, 1);
	op = behind_holder(map, "of_a");
	assert_string_equal(op->path, "second_of_a");
	op = behind_holder(map, "of_b");
	assert_string_equal(op->path, "second_of_b");
	op = behind_holder(map, "of_none");
	assert_int_equal(op->grade, LAY_ACCESS_UNKNOWN);
	assert_string_equal(op->reason, "type without one definition");
	check_one_type(build);
	lay_access_free(map);
	lay_build_close(build);
	test_file_remove(path);
}

static void a_name_means_what_its_unit_defines(void **state)
{
	(void)state;
	check_items("a", "b", "none");
	check_items("b", "a", "none");
	check_items("none", "a", "b");
	check_items("none", "b", "a");
}

/* Five units, of which a thread has one or more. */
static void threads_do_not_change_the_answer(void **state)
{
	static const char *const units[] = {
		ITEMS "a.c", "tests/data/detours.c", ITEMS "b.c",
		"tests/data/access.c",
	};
	const char *top = getenv("top_srcdir");
	const struct lay_operand *a, *b;
	struct lay_access *one, *many;
	size_t at, nr_one, nr_many;
	struct lay_build *build;
	char flags[1024], *path;

	(void)state;
	at = (size_t)snprintf(flags, sizeof(flags), "-O2 -g");
	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++)
		at += (size_t)snprintf(flags + at, sizeof(flags) - at,
				       " '%s/%s'", top ? top : ".", units[i]);
	build = build_with(flags, SOURCE, &path);
	one = whole(build, 1);
	a = lay_access_operands(one, &nr_one);
	assert_true(nr_one > 100);
	for (unsigned int jobs = 2; jobs < 8; jobs++) {
		many = whole(build, jobs);
		b = lay_access_operands(many, &nr_many);
		assert_int_equal(nr_one, nr_many);
		for (size_t i = 0; i < nr_one; i++)
			assert_equal(&a[i], &b[i]);
		assert_memory_equal(lay_access_totals(one),
				    lay_access_totals(many),
				    sizeof(*lay_access_totals(one)));
		lay_access_free(many);
	}
	lay_access_free(one);
	lay_build_close(build);
	test_file_remove(path);
}

/* What a pointer says that is in the frame is no more there than the variable
 * whose place it is: not the word of the stack protector behind that. */
static void the_frame_is_not_what_a_pointer_takes_it_for(void **state)
{
	const struct lay_operand *op;
	struct lay_build *build;
	struct lay_access *map;
	unsigned int nr_elements = 0, nr_frame = 0;
	char *path;
	size_t nr;

	(void)state;
	build = build_with("-O2 -g -c -fstack-protector-all", SOURCE, &path);
	map = whole(build, 1);
	op = lay_access_operands(map, &nr);
	for (size_t i = 0; i < nr; i++) {
		if (strcmp(op[i].function, "behind_the_head") != 0)
			continue;
		if (!op[i].type) {
			nr_frame += !strcmp(op[i].reason, "stack");
			continue;
		}
		nr_elements += !strcmp(op[i].type, "struct element");
		if (op[i].path && !strncmp(op[i].path, "values", 6))
			fail_msg("%s of the frame", op[i].path);
	}
	assert_true(nr_elements >= 3);
	assert_true(nr_frame >= 1);
	lay_access_free(map);
	lay_build_close(build);
	test_file_remove(path);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(functions_say_the_same_in_any_order),
		cmocka_unit_test(
			code_of_two_functions_is_in_the_order_of_their_names),
		cmocka_unit_test(a_name_means_what_its_unit_defines),
		cmocka_unit_test(threads_do_not_change_the_answer),
		cmocka_unit_test(the_frame_is_not_what_a_pointer_takes_it_for),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
