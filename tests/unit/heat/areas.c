// SPDX-License-Identifier: GPL-2.0-only
/* What an address alone tells: per-CPU areas, and a kernel that was moved. */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "unit/heat/world.h"
#include "base/poison.h"

#define AREA	0xffff88801e400000	/* where that of CPU 0 would be */

/* @addr as linked in the area of @cpu. */
static uint64_t in_area(struct world *w, const char *name, unsigned int cpu)
{
	return AREA + cpu * 0x100000 + (world_symbol(w, name) & 0xfff);
}

static void two_variables_tell_where_an_area_is(void **state)
{
	struct world *w = *state;

	for (unsigned int cpu = 0; cpu < 2; cpu++) {
		w->cpu = cpu;
		world_sample(w, IP_RUNNER, in_area(w, "runner", cpu) + 8, LOAD);
		world_sample(w, IP_TICKER, in_area(w, "ticker", cpu), STORE);
		world_sample(w, IP_NOWHERE, in_area(w, "ticker", cpu) + 16,
			     LOAD);
		world_sample(w, IP_NOWHERE, in_area(w, "runner", cpu), LOAD);
		world_sample(w, IP_NUMBER, in_area(w, "ticks", cpu), LOAD);
	}
	world_finish(w);
	for (unsigned int cpu = 0; cpu < 2; cpu++) {
		assert_answer(w, in_area(w, "ticker", cpu) + 16,
			      "struct ticker", 16, LAY_HEAT_BY_SYMBOL);
		assert_answer(w, in_area(w, "runner", cpu), "struct runner", 0,
			      LAY_HEAT_BY_SYMBOL);
		assert_answer(w, in_area(w, "ticks", cpu), NULL, 0,
			      LAY_HEAT_NO_RECORD);
		assert_int_equal(world_answer(w, in_area(w, "runner", cpu))->grade,
				 LAY_HEAT_INFERRED);
	}
	assert_int_equal(lay_heat_totals(w->heat)->nr_percpu, 2);
	assert_int_equal(lay_heat_totals(w->heat)->percpu_against, 0);
}

static void variables_are_ranked_whatever_they_are(void **state)
{
	struct world *w = *state;
	uint64_t others = world_symbol(w, "others");
	struct lay_heat_ranked_variable *v;
	size_t nr;

	for (unsigned int cpu = 0; cpu < 2; cpu++) {
		w->cpu = cpu;
		world_sample(w, IP_RUNNER, in_area(w, "runner", cpu) + 8, LOAD);
		world_sample(w, IP_TICKER, in_area(w, "ticker", cpu), STORE);
		world_sample(w, IP_NUMBER, in_area(w, "ticks", cpu), LOAD);
		world_sample(w, IP_NUMBER, in_area(w, "ticks", cpu), STORE);
		world_sample(w, IP_OTHER, others + 120, STORE);
	}
	world_sample(w, IP_NOWHERE, others + 128, LOAD);
	world_finish(w);
	assert_int_equal(lay_heat_rank_variables(w->heat, &v, &nr, &w->err), 0);
	assert_int_equal(nr, 4);
	assert_string_equal(v[0].name, "ticks");
	assert_true(v[0].percpu);
	assert_null(v[0].type);
	assert_int_equal(v[0].n.loads, 2);
	assert_int_equal(v[0].n.stores, 2);
	assert_int_equal(v[0].nr_writing, 2);
	assert_string_equal(v[1].name, "others");
	assert_false(v[1].percpu);
	assert_string_equal(v[1].type, "struct other");
	assert_int_equal(v[1].addr, others);
	assert_int_equal(v[1].n.samples, 3);
	assert_int_equal(v[1].nr_writing, 2);
	assert_int_equal(v[1].nr_reading, 1);
	assert_string_equal(v[2].name, "runner");
	assert_string_equal(v[3].name, "ticker");
	free(v);
}

static void one_variable_tells_of_no_area(void **state)
{
	struct world *w = *state;

	world_sample(w, IP_RUNNER, in_area(w, "runner", 0) + 8, LOAD);
	world_sample(w, IP_RUNNER, in_area(w, "runner", 1) + 8, LOAD);
	world_sample(w, IP_NOWHERE, in_area(w, "ticker", 0) + 16, LOAD);
	world_finish(w);
	assert_answer(w, in_area(w, "ticker", 0) + 16, NULL, 0,
		      LAY_HEAT_NO_OPERAND);
	assert_int_equal(lay_heat_totals(w->heat)->nr_percpu, 0);
}

static void an_area_that_others_contradict_is_none(void **state)
{
	struct world *w = *state;

	world_sample(w, IP_RUNNER, in_area(w, "runner", 0) + 8, LOAD);
	world_sample(w, IP_TICKER, in_area(w, "ticker", 0), STORE);
	/* a link in a runner */
	world_sample(w, IP_LINK, in_area(w, "runner", 0) + 8, LOAD);
	world_sample(w, IP_NOWHERE, in_area(w, "ticker", 0) + 16, LOAD);
	world_finish(w);
	assert_int_not_equal(world_answer(w, in_area(w, "ticker", 0) + 16)->fate,
			     LAY_HEAT_BY_SYMBOL);
	assert_int_equal(lay_heat_totals(w->heat)->nr_percpu, 0);
	assert_int_equal(lay_heat_totals(w->heat)->percpu_against, 1);
}

#define SLIDE	0xffffffff80c00000
#define CODE	(SLIDE + 0x400012)	/* between two operands */
#define HEAP	0xffff9a0000000000	/* of the kernel that was moved */
#define STACK	0xffffb10000000000
#define PAGES	0xffffe64000000000

/* As many as are asked for before anything is told. */
static void sample_areas(struct world *w)
{
	world_move(w, SLIDE);
	for (uint64_t i = 0; i < 48; i++) {
		world_sample(w, IP_WHOLE_FIRST + SLIDE, HEAP + 256 * i + 32,
			     LOAD);
		world_sample(w, CODE, STACK + 8 * i, STORE);
	}
}

static void count_pages(struct world *w)
{
	for (uint64_t i = 0; i < 8; i++)
		world_sample(w, IP_PAGE + SLIDE, PAGES + 0x1000 + 64 * i,
			     LOAD);
}

/* What was read has more answers than are kept here. */
static void assert_fate(struct world *w, enum lay_heat_fate fate, uint64_t nr)
{
	assert_int_equal(lay_heat_totals(w->heat)->fate[fate], nr);
}

static void pages_of_a_kernel_that_was_moved_tell_where_they_are(void **state)
{
	struct world *w = *state;

	world_keep_none(w);
	sample_areas(w);
	count_pages(w);
	world_sample(w, IP_UNKNOWN + SLIDE, PAGES + 0x2008, STORE);
	world_finish(w);
	assert_fate(w, LAY_HEAT_BY_PAGE, 1);
	assert_int_equal(lay_heat_totals(w->heat)->pages_at, PAGES);
	assert_true(lay_heat_totals(w->heat)->moved);
}

static void a_page_among_other_things_tells_nothing(void **state)
{
	struct world *w = *state;

	world_keep_none(w);
	world_move(w, SLIDE);
	for (uint64_t i = 0; i < 8; i++)
		world_sample(w, IP_PAGE + SLIDE, HEAP + 64 * i, LOAD);
	for (uint64_t i = 0; i < 16; i++)
		world_sample(w, IP_WHOLE_FIRST + SLIDE,
			     HEAP + 0x8000 + 256 * i + 32, LOAD);
	world_sample(w, IP_UNKNOWN + SLIDE, HEAP + 0x2008, STORE);
	world_finish(w);
	assert_fate(w, LAY_HEAT_BY_PAGE, 0);
	assert_int_equal(lay_heat_totals(w->heat)->pages_at, 0);
	assert_int_equal(lay_heat_totals(w->heat)->areas_against, 8);
}

static void stacks_of_a_kernel_that_was_moved_are_known(void **state)
{
	struct world *w = *state;

	world_keep_none(w);
	sample_areas(w);
	/* would else tell of an object */
	world_sample(w, IP_WHOLE_FIRST + SLIDE, STACK + 0x10000 + 32, LOAD);
	world_sample(w, IP_NUMBER + SLIDE, STACK + 0x10000, LOAD);
	world_finish(w);
	assert_fate(w, LAY_HEAT_STACK, 48 + 1);
	assert_fate(w, LAY_HEAT_BY_OBJECT, 0);
	assert_int_equal(lay_heat_totals(w->heat)->vmalloc_at, STACK);
}

static void without_objects_nothing_is_taken_for_a_stack(void **state)
{
	struct world *w = *state;

	/* code without an operand, at one place: it may be all that was asked
	 * for */
	world_keep_none(w);
	world_move(w, SLIDE);
	for (uint64_t i = 0; i < 48; i++)
		world_sample(w, CODE, HEAP + 8, LOAD);
	world_sample(w, IP_WHOLE_FIRST + SLIDE, HEAP + 32, LOAD);
	world_finish(w);
	assert_fate(w, LAY_HEAT_STACK, 0);
	assert_fate(w, LAY_HEAT_BY_OBJECT, 48);
	assert_int_equal(lay_heat_totals(w->heat)->vmalloc_at, 0);
}

static void code_that_is_not_covered_tells_of_no_stack(void **state)
{
	struct world *w = *state;

	world_keep_none(w);
	world_move(w, SLIDE);
	for (uint64_t i = 0; i < 48; i++) {
		world_sample(w, IP_WHOLE_FIRST + SLIDE, HEAP + 256 * i + 32,
			     LOAD);
		world_sample(w, SLIDE + 0x400800, STACK + 8 * i, STORE);
	}
	world_finish(w);
	assert_fate(w, LAY_HEAT_STACK, 0);
	assert_int_equal(lay_heat_totals(w->heat)->vmalloc_at, 0);
}

static void stacks_in_front_of_objects_are_not_believed(void **state)
{
	struct world *w = *state;

	world_keep_none(w);
	sample_areas(w);
	for (uint64_t i = 0; i < 48; i++)
		world_sample(w, IP_WHOLE_FIRST + SLIDE,
			     STACK + 0x10000000000 + 256 * i + 32, LOAD);
	world_finish(w);
	assert_fate(w, LAY_HEAT_STACK, 0);
	assert_fate(w, LAY_HEAT_NO_OPERAND, 48);
	assert_int_equal(lay_heat_totals(w->heat)->vmalloc_at, 0);
	assert_int_equal(lay_heat_totals(w->heat)->areas_against, 48);
}

int main(void)
{
#define TEST(fn) cmocka_unit_test_setup_teardown(fn, world_setup, world_teardown)
	const struct CMUnitTest tests[] = {
		TEST(two_variables_tell_where_an_area_is),
		TEST(variables_are_ranked_whatever_they_are),
		TEST(one_variable_tells_of_no_area),
		TEST(an_area_that_others_contradict_is_none),
		TEST(pages_of_a_kernel_that_was_moved_tell_where_they_are),
		TEST(a_page_among_other_things_tells_nothing),
		TEST(stacks_of_a_kernel_that_was_moved_are_known),
		TEST(without_objects_nothing_is_taken_for_a_stack),
		TEST(code_that_is_not_covered_tells_of_no_stack),
		TEST(stacks_in_front_of_objects_are_not_believed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
