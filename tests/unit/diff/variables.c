// SPDX-License-Identifier: GPL-2.0-only
/* Which variable is which of another build, and what became of it. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include <layoutdiff/variables.h>

#include "unit/model-maker.h"
#include "base/poison.h"

#define MAX 16

/* A build of variables that are added one behind the other. */
struct made {
	struct lay_variable list[MAX];
	struct lay_variables vars;
	uint64_t at, reach[1];
};

static struct lay_variable *add(struct made *m, const char *name,
				const char *unit, uint64_t size)
{
	struct lay_variable *v = &m->list[m->vars.nr];

	assert_true(m->vars.nr < MAX);
	*v = (struct lay_variable){
		.name = name, .unit = unit, .section = ".data",
		.addr = m->at, .size = size,
		.flags = LAY_VARIABLE_WRITABLE,
	};
	m->at += size;
	m->reach[0] = UINT64_MAX;
	m->vars.reach = m->reach;
	m->vars.variable = m->list;
	m->vars.nr++;
	m->vars.linked = true;
	return v;
}

static const struct lay_variables_diff *compare(const struct made *old,
						const struct made *new)
{
	const struct lay_variables_side sides[2] = {
		{ &old->vars, 64 }, { &new->vars, 64 },
	};
	const struct lay_variables_diff *diff;
	struct lay_error err;

	assert_int_equal(lay_diff_variables(sides, &diff, &err), 0);
	return diff;
}

/* The pair of what has @name and, if not NULL, @unit in either build. */
static const struct lay_variable_pair *
pair_of(const struct lay_variables_diff *diff, const char *name,
	const char *unit)
{
	for (size_t i = 0; i < diff->nr; i++)
		for (int side = 0; side < 2; side++) {
			uint32_t at = diff->pair[i].variable[side];
			const struct lay_variable *v;

			if (at == LAY_NO_VARIABLE)
				continue;
			v = &diff->side[side].vars->variable[at];
			if (!strcmp(v->name, name) &&
			    (!unit || !strcmp(v->unit, unit)))
				return &diff->pair[i];
		}
	return NULL;
}

static void names_of_several_units_are_paired_by_unit(void **state)
{
	struct made old = { .at = 0 }, new = { .at = 0 };
	const struct lay_variables_diff *diff;
	const struct lay_variable_pair *p;

	(void)state;
	add(&old, "lock", "/old/tree/a.c", 4);
	add(&old, "lock", "/old/tree/b.c", 8);
	add(&old, "x", "/old/tree/c/c.c", 8);
	add(&new, "lock", "/new/b.c", 8);
	add(&new, "lock", "/new/a.c", 4);
	add(&new, "x", "/new/c/c.c", 8);
	diff = compare(&old, &new);
	assert_int_equal(diff->nr, 3);
	p = pair_of(diff, "lock", "/old/tree/a.c");
	assert_int_equal(p->variable[0], 0);
	assert_int_equal(p->variable[1], 1);
	assert_int_equal(p->changed, LAY_VARIABLE_PLACE);
	lay_variables_diff_free(diff);
}

static void what_moved_to_another_unit_is_the_same(void **state)
{
	struct made old = { .at = 0 }, new = { .at = 0 };
	const struct lay_variables_diff *diff;

	(void)state;
	add(&old, "moved", "a.c", 4);
	add(&old, "table.3", NULL, 4);
	add(&new, "moved", "b.c", 4);
	add(&new, "table.7", NULL, 4);
	diff = compare(&old, &new);
	assert_int_equal(diff->nr, 2);
	assert_int_equal(diff->pair[0].changed | diff->pair[1].changed, 0);
	lay_variables_diff_free(diff);
}

static void of_several_more_or_fewer_none_is_paired(void **state)
{
	struct made old = { .at = 0 }, new = { .at = 0 };
	const struct lay_variables_diff *diff;

	(void)state;
	add(&old, "once", "a.c", 1);
	add(&old, "once", "a.c", 1);
	add(&old, "gone", "a.c", 1);
	add(&new, "once", "a.c", 1);
	add(&new, "once", "a.c", 1);
	add(&new, "once", "a.c", 1);
	diff = compare(&old, &new);
	assert_int_equal(diff->nr_unsure, 5);
	assert_int_equal(diff->nr, 1);
	assert_int_equal(diff->pair[0].variable[1], LAY_NO_VARIABLE);
	lay_variables_diff_free(diff);
}

static void an_edit_elsewhere_moves_what_nobody_edited(void **state)
{
	struct made old = { .at = 0 }, new = { .at = 0 };
	const struct lay_variables_diff *diff;
	const struct lay_variable_pair *p;

	(void)state;
	add(&old, "edited", "a.c", 32);
	add(&old, "hot", "b.c", 32);
	add(&old, "cold", "c.c", 32);
	add(&new, "edited", "a.c", 64);
	add(&new, "hot", "b.c", 32);
	add(&new, "cold", "c.c", 32);
	diff = compare(&old, &new);
	p = pair_of(diff, "edited", NULL);
	assert_int_equal(p->changed, LAY_VARIABLE_SIZE | LAY_VARIABLE_MATES);
	p = pair_of(diff, "hot", NULL);
	assert_int_equal(p->changed, LAY_VARIABLE_PLACE | LAY_VARIABLE_MATES);
	assert_int_equal(p->changed & LAY_VARIABLE_EDITED, 0);
	assert_int_equal(p->nr_gained, 1);
	assert_string_equal(p->gained[0], "cold");
	assert_int_equal(p->nr_lost, 1);
	assert_string_equal(p->lost[0], "edited");
	lay_variables_diff_free(diff);
}

static void a_whole_line_further_only_its_parity_changed(void **state)
{
	struct made old = { .at = 0 }, new = { .at = 64 };
	const struct lay_variables_diff *diff;

	(void)state;
	add(&old, "x", "a.c", 8);
	add(&new, "x", "a.c", 8);
	diff = compare(&old, &new);
	assert_int_equal(diff->pair[0].changed, LAY_VARIABLE_PARITY);
	lay_variables_diff_free(diff);
}

static void lines_that_begin_nobody_knows_where_are_not_compared(void **state)
{
	struct made old = { .at = 0 }, new = { .at = 8 };
	const struct lay_variables_diff *diff;

	(void)state;
	add(&old, "x", "a.c", 8)->space_align = 8;
	add(&old, "y", "a.c", 8)->space_align = 8;
	add(&new, "x", "a.c", 8)->space_align = 8;
	diff = compare(&old, &new);
	assert_int_equal(pair_of(diff, "x", NULL)->changed, 0);
	lay_variables_diff_free(diff);
}

static void per_cpu_ones_and_then_often_written_ones_come_first(void **state)
{
	static const char *const order[] = { "percpu", "count", "two", "one" };
	struct made old = { .at = 0 }, new = { .at = 0 };
	const struct lay_variables_diff *diff;
	struct maker m;

	(void)state;
	maker_init(&m);
	maker_add(&m, "typedef struct { int counter; } atomic_t;");
	for (int i = 0; i < 2; i++) {
		struct made *made = i ? &new : &old;

		add(made, "one", "a.c", 8)->flags = 0;
		if (i)
			add(made, "two", "a.c", 8);
		add(made, "count", "a.c", 8)->type = maker_type(&m, "atomic_t");
		add(made, "percpu", "a.c", 8)->flags |= LAY_VARIABLE_PERCPU;
		if (!i)
			add(made, "two", "a.c", 8);
	}
	new.at = 0;
	new.list[1].addr = 64;
	diff = compare(&old, &new);
	assert_int_equal(diff->nr, 4);
	for (size_t i = 0; i < diff->nr; i++)
		assert_string_equal(old.list[diff->pair[i].variable[0]].name,
				    order[i]);
	assert_string_equal(diff->pair[1].written, "atomic_t");
	lay_variables_diff_free(diff);
	maker_deinit(&m);
}

static void types_count_by_meaning(void **state)
{
	struct made old = { .at = 0 }, new = { .at = 0 };
	const struct lay_variables_diff *diff;
	struct maker m;

	(void)state;
	maker_init(&m);
	maker_add(&m, "typedef unsigned int u32; typedef int s32;"
		      "struct a { u32 x; }; struct b { u32 y; };");
	add(&old, "same", "a.c", 4)->type = maker_type(&m, "u32");
	add(&old, "sign", "a.c", 4)->type = maker_type(&m, "u32");
	add(&old, "record", "a.c", 4)->type = maker_type(&m, "struct a");
	add(&old, "unknown", "a.c", 4)->type = maker_type(&m, "struct a");
	add(&new, "same", "a.c", 4)->type = maker_type(&m, "u32")->target;
	add(&new, "sign", "a.c", 4)->type = maker_type(&m, "s32");
	add(&new, "record", "a.c", 4)->type = maker_type(&m, "struct b");
	add(&new, "unknown", "a.c", 4);
	diff = compare(&old, &new);
	assert_int_equal(pair_of(diff, "same", NULL)->changed, 0);
	assert_int_equal(pair_of(diff, "sign", NULL)->changed,
			 LAY_VARIABLE_TYPE);
	assert_int_equal(pair_of(diff, "record", NULL)->changed,
			 LAY_VARIABLE_TYPE);
	assert_int_equal(pair_of(diff, "unknown", NULL)->changed, 0);
	lay_variables_diff_free(diff);
	maker_deinit(&m);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_of_several_units_are_paired_by_unit),
		cmocka_unit_test(what_moved_to_another_unit_is_the_same),
		cmocka_unit_test(of_several_more_or_fewer_none_is_paired),
		cmocka_unit_test(an_edit_elsewhere_moves_what_nobody_edited),
		cmocka_unit_test(a_whole_line_further_only_its_parity_changed),
		cmocka_unit_test(lines_that_begin_nobody_knows_where_are_not_compared),
		cmocka_unit_test(per_cpu_ones_and_then_often_written_ones_come_first),
		cmocka_unit_test(types_count_by_meaning),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
