// SPDX-License-Identifier: GPL-2.0-only
/* What is known of code as compilers make it: tests/data/access.c. */
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

#define SOURCE "tests/data/access.c"
#define TAGGED "tests/data/tagged.S"
#define R LAY_ACCESS_READ
#define W LAY_ACCESS_WRITE
#define WHOLE LAY_ACCESS_WHOLE
#define ATOMIC (R | W | LAY_ACCESS_ATOMIC)

/* Each function touches this, and nothing that contradicts it. */
static const struct expected {
	const char *function, *type, *path;
	unsigned int flags;
} all[] = {
	{ "from_parameter", "struct node", "count", R },
	{ "from_global", "struct node", "count", R },
	{ "from_thread", "struct node", "count", R },
	{ "from_loaded", "struct node", "left", R },
	{ "from_loaded", "struct node", "right", R },
	{ "from_loaded", "struct node", "count", R },
	{ "from_returned", "struct node", "count", R },
	{ "from_pointer_returned", "struct node", "ops", R },
	{ "from_pointer_returned", "struct node_ops", "parent", R },
	{ "from_pointer_returned", "struct node", "count", R },
	{ "from_call_through_member", "struct node_ops", "open", R },
	{ "from_stack", "struct node", "count", R },
	{ "from_join", "struct node", "left", R },
	{ "from_join", "struct node", "count", R },
	{ "from_choice", "struct node", "count", R },
	{ "from_loop", "struct node", "count", R },
	{ "from_loop", "struct node", "left", R },
	{ "from_container", "struct link", "next", R },
	{ "from_allocated", "struct node", "key", W },
	{ "from_void", "struct node", "key", R },
	{ "from_masked", "struct node", "count", R },
	{ "from_stored_after", "struct counted", "used.n", ATOMIC },
	{ "from_stored_elsewhere", "struct counter", "n", ATOMIC },
	{ "from_table", "struct node", "count", R },
	{ "an_element_by_index", "struct node", "points[].y", R },
	{ "an_element_of_a_global", "struct record", "pair[].y", R },
	{ "an_element_behind", "struct record", "head", R },
	{ "an_element_by_step", "struct record", "tail[2]", R },
	{ "an_element_at_the_end", "struct list_of", "points[].x", R },
	{ "a_union_by_width", "struct node", "u.halves.high", R },
	{ "a_union_by_one_byte", "struct node", "u.bytes[5]", R },
	{ "a_bit_field", "struct node", "kind", R },
	{ "a_bit_field_set", "struct node", "kind", R | W },
	{ "a_bit_field_filled", "struct node", "state", R },
	{ "a_bit_field_filled", "struct node", "state", W },
	{ "a_copy_of_a_record", "struct rect", "to", R },
	{ "a_copy_of_a_record", "struct rect", "from", W },
	{ "a_copy_of_one_number", "struct node", "owner", R },
	{ "a_copy_of_one_number", "struct node", "owner", W },
	{ "a_number_in_a_record", "struct node", "owner.id", R },
	{ "an_atomic_add", "struct node", "count", ATOMIC },
	{ "an_exchange", "struct node", "left", ATOMIC },
	{ "a_store", "struct node", "count", W },
	{ "an_inner_pointer", "struct outer", "node.count", R },
};
#define NR_EXPECTED (sizeof(all) / sizeof(all[0]))

/* The same of code that gcc makes so. */
static const struct expected by_gcc[] = {
	{ "a_copy_of_an_object", "struct wide", NULL, R | WHOLE },
	{ "a_copy_of_an_object", "struct wide", NULL, W | WHOLE },
	{ "two_numbers_at_once", "struct point", "x", R },
	{ "an_element_at_once", "struct triple", "points[2]", R },
	{ "an_element_at_once", "struct triple", "points[1]", W },
	{ "what_a_call_put_on_the_stack", "struct node", "count", R },
	{ "on_an_aligned_stack", "struct node", "count", R },
	{ "a_second_register", "struct node", "count", R },
	{ "what_stands_behind", "struct context", "second", R },
	{ "every_seventh", "struct seven", "weight", W },
	{ "a_choice_by_table", "struct node", "weights[3]", R },
};
#define NR_BY_GCC (sizeof(by_gcc) / sizeof(by_gcc[0]))

struct code {
	char *path;
	struct lay_build *build;
	struct lay_access *map;
};

/* False: the compiler is not there. */
static bool follow_source(struct code *code, const char *compiler,
			  const char *flags, const char *source,
			  const struct lay_access_opts *opts)
{
	struct lay_error err = { .text = "" };

	code->path = test_compile(compiler, flags, source);
	if (!code->path)
		return false;
	if (lay_build_open(code->path, NULL, &code->build, &err) < 0 ||
	    lay_access_make(code->build, opts, &code->map, &err) < 0)
		fail_msg("%s %s: %s", compiler, flags, err.text);
	return true;
}

static bool follow(struct code *code, const char *compiler, const char *flags,
		   const struct lay_access_opts *opts)
{
	return follow_source(code, compiler, flags, SOURCE, opts);
}

static void done(struct code *code)
{
	lay_access_free(code->map);
	lay_build_close(code->build);
	test_file_remove(code->path);
}

static bool is_there(const struct lay_access *map, const struct expected *e)
{
	size_t nr;
	const struct lay_operand *op = lay_access_operands(map, &nr);

	for (size_t i = 0; i < nr; i++, op++)
		if (!strcmp(op->function, e->function) && op->type &&
		    !strcmp(op->type, e->type) && op->flags == e->flags &&
		    (op->path && e->path ? !strcmp(op->path, e->path) :
		     op->path == e->path))
			return true;
	return false;
}

/* Of struct node's count: nobody takes it for something else. */
static void nothing_is_wrong(const struct lay_access *map)
{
	size_t nr;
	const struct lay_operand *op = lay_access_operands(map, &nr);

	for (size_t i = 0; i < nr; i++, op++) {
		if (op->path && !strncmp(op->function, "from_", 5) &&
		    !strcmp(op->path, "name[0]"))
			fail_msg("%s: %s", op->function, op->path);
		assert_true((op->grade == LAY_ACCESS_UNKNOWN) ==
			    (op->reason != NULL));
		assert_true((op->grade == LAY_ACCESS_UNKNOWN) == !op->type);
		assert_true(op->flags & (R | W));
	}
}

static void each_way_to_an_object_is_followed(void **state)
{
	static const char *const compilers[] = { "gcc", "clang-19", "clang" };
	static const char *const flags[] = { "-O2 -g -gdwarf-5",
					     "-O2 -g -gdwarf-4" };
	unsigned int nr = 0;

	(void)state;
	for (size_t i = 0; i < 6; i++) {
		struct code code;

		if (!follow(&code, compilers[i / 2], flags[i % 2], NULL))
			continue;
		nr++;
		nothing_is_wrong(code.map);
		for (size_t k = 0; k < NR_EXPECTED; k++)
			if (!is_there(code.map, &all[k]))
				fail_msg("%s %s: %s: no %s of %s",
					 compilers[i / 2], flags[i % 2],
					 all[k].function, all[k].path,
					 all[k].type);
		done(&code);
	}
	if (!nr)
		skip();
}

static const struct lay_operand *first_of(const struct lay_access *map,
					  const char *function)
{
	size_t nr;
	const struct lay_operand *op = lay_access_operands(map, &nr);

	for (size_t i = 0; i < nr; i++)
		if (!strcmp(op[i].function, function))
			return &op[i];
	fail_msg("nothing of %s", function);
	return NULL;
}

static void what_gcc_makes_of_values_is_followed(void **state)
{
	const struct lay_operand *op;
	struct code code;

	(void)state;
	if (!follow(&code, "gcc", "-O2 -g", NULL))
		skip();
	for (size_t k = 0; k < NR_BY_GCC; k++)
		if (!is_there(code.map, &by_gcc[k]))
			fail_msg("%s: no %s of %s", by_gcc[k].function,
				 by_gcc[k].path, by_gcc[k].type);
	op = first_of(code.map, "a_copy_of_an_object");
	assert_int_equal(op->size, 496);
	op = first_of(code.map, "two_numbers_at_once");
	assert_string_equal(op->also, "y");
	assert_int_equal(op->grade, LAY_ACCESS_EXACT);
	op = first_of(code.map, "a_choice_by_table");
	assert_string_equal(op->reason, "jump table");
	done(&code);
}

/* An index that begins where an object ends goes on behind it. */
static void what_begins_behind_an_object_is_not_in_it(void **state)
{
	const struct lay_operand *op;
	struct code code;
	size_t nr, nr_seen = 0;

	(void)state;
	if (!follow(&code, "gcc", "-O2 -g", NULL))
		skip();
	op = lay_access_operands(code.map, &nr);
	for (size_t i = 0; i < nr; i++) {
		if (strcmp(op[i].function, "behind_its_end") != 0)
			continue;
		nr_seen++;
		assert_int_not_equal(op[i].grade, LAY_ACCESS_EXACT);
		assert_null(op[i].path);
	}
	assert_int_equal(nr_seen, 2);
	op = first_of(code.map, "before_its_end");
	assert_string_equal(op->path, "points[].x");
	assert_int_equal(op->grade, LAY_ACCESS_EXACT);
	done(&code);
}

/* Who computed what a variable is said to be has it. */
static void variables_are_found_by_how_they_are_computed(void **state)
{
	static const char *const known[] = { "by_load", "by_load_alone",
					     "by_register" };
	static const char *const unknown[] = { "by_other_bits",
					       "by_other_load" };
	struct code code;

	(void)state;
#ifndef __x86_64__
	skip();
#endif
	if (!follow_source(&code, "gcc", "", TAGGED, NULL))
		skip();
	for (size_t i = 0; i < 3; i++) {
		struct expected e = { known[i], "struct node", "count", R };

		if (!is_there(code.map, &e))
			fail_msg("%s: not known", known[i]);
	}
	for (size_t i = 0; i < 2; i++) {
		struct expected e = { unknown[i], "struct node", "count", R };

		if (is_there(code.map, &e))
			fail_msg("%s: not so", unknown[i]);
	}
	done(&code);
}

static void totals_balance(void **state)
{
	const struct lay_access_totals *t;
	struct code code;
	uint64_t sum = 0;
	size_t nr;

	(void)state;
	if (!follow(&code, "gcc", "-O2 -g", NULL))
		skip();
	t = lay_access_totals(code.map);
	lay_access_operands(code.map, &nr);
	for (unsigned int i = 0; i < LAY_ACCESS_NR_GRADES; i++)
		sum += t->nr_grades[i];
	assert_int_equal(sum, t->nr_operands);
	assert_int_equal(nr, t->nr_operands);
	assert_true(t->nr_functions >= 30);
	done(&code);
}

static void one_type_is_told_wherever_it_is_embedded(void **state)
{
	static const char *const types[] = { "struct node" };
	struct lay_access_opts opts = { .types = types, .nr_types = 1,
		.lines = true };
	const struct lay_operand *op;
	struct code code;
	bool inner = false;
	size_t nr;

	(void)state;
	if (!follow(&code, "gcc", "-O2 -g", &opts))
		skip();
	op = lay_access_operands(code.map, &nr);
	assert_true(nr > 20);
	for (size_t i = 0; i < nr; i++, op++) {
		assert_string_equal(op->type, "struct node");
		assert_non_null(op->file);
		assert_true(op->line > 0);
		if (!strcmp(op->function, "an_inner_pointer")) {
			assert_string_equal(op->path, "count");
			assert_int_equal(op->off, 84);
			inner = true;
		}
	}
	assert_true(inner);
	done(&code);
}

static bool has_operand(const struct lay_access *map,
			const struct lay_operand *wanted)
{
	size_t nr;
	const struct lay_operand *op = lay_access_operands(map, &nr);

	for (size_t i = 0; i < nr; i++, op++)
		if (op->addr == wanted->addr && op->off == wanted->off &&
		    op->grade == wanted->grade && op->flags == wanted->flags &&
		    !strcmp(op->type, wanted->type) &&
		    !strcmp(op->path ? op->path : "",
			    wanted->path ? wanted->path : ""))
			return true;
	return false;
}

/* Does what is told of all types have @one, of a type, or of another that embeds
 * it: by a path that ends as its own does? */
static bool has_around(const struct lay_access *map,
		       const struct lay_operand *one)
{
	size_t nr, len = one->path ? strlen(one->path) : 0;
	const struct lay_operand *op = lay_access_operands(map, &nr);

	for (size_t i = 0; i < nr; i++, op++) {
		size_t full = op->path ? strlen(op->path) : 0;

		if (op->addr != one->addr || op->grade != one->grade ||
		    (op->flags | WHOLE) != (one->flags | WHOLE) ||
		    op->size != one->size ||
		    strcmp(op->function, one->function) != 0)
			continue;
		if (!strcmp(op->type, one->type) ?
		    full == len && op->off == one->off :
		    full > len && op->off >= one->off &&
		    (!len || op->path[full - len - 1] == '.'))
			return !len || !strcmp(op->path + full - len,
					       one->path);
	}
	return false;
}

static void one_type_is_told_as_all_are(void **state)
{
	static const char *const types[] = { "struct node", "struct link",
					     "struct node_ops", "struct point" };
	struct lay_access_opts opts = { .nr_types = 1 };
	struct code all_types, one;
	const struct lay_operand *op, *told;
	size_t nr, nr_told, nr_found = 0, nr_embedded = 0;

	(void)state;
	if (!follow(&all_types, "gcc", "-O2 -g", NULL))
		skip();
	op = lay_access_operands(all_types.map, &nr);
	for (size_t t = 0; t < 4; t++) {
		opts.types = &types[t];
		assert_true(follow(&one, "gcc", "-O2 -g", &opts));
		for (size_t i = 0; i < nr; i++) {
			if (!op[i].type || strcmp(op[i].type, types[t]) != 0)
				continue;
			nr_found++;
			if (!has_operand(one.map, &op[i]))
				fail_msg("%s: %s of %s is not told",
					 op[i].function, op[i].path, types[t]);
		}
		told = lay_access_operands(one.map, &nr_told);
		nr_embedded += nr_told;
		for (size_t i = 0; i < nr_told; i++)
			if (!has_around(all_types.map, &told[i]))
				fail_msg("%s: %s of %s is told alone",
					 told[i].function, told[i].path,
					 types[t]);
		assert_int_equal(lay_access_totals(one.map)->nr_operands,
				 lay_access_totals(all_types.map)->nr_operands);
		done(&one);
	}
	assert_true(nr_found > 40);
	nr_embedded -= nr_found;
	assert_true(nr_embedded > 2);
	done(&all_types);
}

static bool is_equal(const struct lay_operand *a, const struct lay_operand *b)
{
	return a->addr == b->addr && a->off == b->off &&
	       a->grade == b->grade && a->flags == b->flags &&
	       !strcmp(a->function, b->function) && !a->type == !b->type &&
	       (!a->type || !strcmp(a->type, b->type)) &&
	       !a->path == !b->path && (!a->path || !strcmp(a->path, b->path));
}

/* The operands of a function are in a row. */
static void a_piece_is_as_it_is_in_the_whole(void **state)
{
	const struct lay_operand *all_ops, *ops;
	struct lay_error err = { .text = "" };
	size_t nr_all, nr, i = 0, nr_told = 0;
	struct lay_access *map;
	struct code code;

	(void)state;
	if (!follow(&code, "gcc", "-O2 -g", NULL))
		skip();
	assert_int_equal(access_open(code.build, NULL, &map, &err), 0);
	all_ops = lay_access_operands(code.map, &nr_all);
	while (i < nr_all) {
		uint64_t inside[] = { all_ops[i].addr, 1, all_ops[i].addr };

		assert_int_equal(access_follow_at(map, inside, 3, &err), 0);
		ops = lay_access_operands(map, &nr);
		assert_true(nr > 0);
		for (size_t k = 0; k < nr; k++, i++)
			assert_true(is_equal(&ops[k], &all_ops[i]));
		nr_told += nr;
		/* what was told is not told again */
		assert_int_equal(access_follow_at(map, inside, 3, &err), 0);
		lay_access_operands(map, &nr);
		assert_int_equal(nr, 0);
	}
	assert_int_equal(nr_told, nr_all);
	assert_int_equal(lay_access_totals(map)->nr_operands,
			 lay_access_totals(code.map)->nr_operands);
	lay_access_free(map);
	done(&code);
}

/* Variables of threads alone need a linker for their places. */
static void what_is_not_linked_yet_gives_the_same_answers(void **state)
{
	const struct lay_operand *a, *b;
	struct code linked, object;
	size_t nr_linked, nr_object, nr = 0;

	(void)state;
	if (!follow(&object, "gcc", "-O2 -g -r", NULL))
		skip();
	assert_true(follow(&linked, "gcc", "-O2 -g", NULL));
	a = lay_access_operands(linked.map, &nr_linked);
	b = lay_access_operands(object.map, &nr_object);
	assert_int_equal(nr_linked, nr_object);
	for (size_t i = 0; i < nr_linked; i++) {
		assert_string_equal(a[i].function, b[i].function);
		if (!strcmp(a[i].function, "from_thread"))
			continue;
		nr++;
		assert_int_equal(a[i].grade, b[i].grade);
		assert_int_equal(a[i].off, b[i].off);
		assert_true(!a[i].type == !b[i].type);
		if (a[i].type)
			assert_string_equal(a[i].type, b[i].type);
	}
	assert_true(nr > 50);
	done(&linked);
	done(&object);
}

/* objcopy --only-keep-debug leaves sections of code without bytes. */
static void debug_information_alone_is_said_to_have_no_code(void **state)
{
	struct lay_error err = { .text = "" };
	char *path = test_compile("gcc", "-O2 -g", SOURCE), command[512];
	struct lay_build *build;
	struct lay_access *map;

	(void)state;
	if (!path)
		skip();
	snprintf(command, sizeof(command),
		 "objcopy --only-keep-debug '%s' 2>/dev/null", path);
	if (system(command) != 0)
		skip();
	assert_int_equal(lay_build_open(path, NULL, &build, &err), 0);
	assert_int_equal(lay_access_make(build, NULL, &map, &err),
			 -LAY_E_UNSUPPORTED);
	assert_non_null(strstr(err.text, "no bytes of code"));
	lay_build_close(build);
	test_file_remove(path);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_way_to_an_object_is_followed),
		cmocka_unit_test(what_gcc_makes_of_values_is_followed),
		cmocka_unit_test(what_begins_behind_an_object_is_not_in_it),
		cmocka_unit_test(variables_are_found_by_how_they_are_computed),
		cmocka_unit_test(totals_balance),
		cmocka_unit_test(one_type_is_told_wherever_it_is_embedded),
		cmocka_unit_test(one_type_is_told_as_all_are),
		cmocka_unit_test(a_piece_is_as_it_is_in_the_whole),
		cmocka_unit_test(
			what_is_not_linked_yet_gives_the_same_answers),
		cmocka_unit_test(
			debug_information_alone_is_said_to_have_no_code),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
