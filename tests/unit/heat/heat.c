// SPDX-License-Identifier: GPL-2.0-only
/* What samples are attributed to, and what they add up to. */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "unit/elf-writer.h"
#include "unit/heat/world.h"
#include "base/poison.h"

static void the_code_tells_type_and_offset(void **state)
{
	struct world *w = *state;
	const struct lay_heat_answer *a;

	world_sample(w, IP_WHOLE_FIRST, OBJECT + 32, LOAD);
	world_sample(w, IP_WHOLE_SECOND, OBJECT + 40, STORE);
	world_finish(w);
	assert_answer(w, OBJECT + 32, "struct whole", 32, LAY_HEAT_BY_CODE);
	a = world_answer(w, OBJECT + 40);
	assert_int_equal(a->grade, LAY_HEAT_INFERRED);
	assert_int_equal(a->off, 40);
	assert_int_equal(lay_heat_totals(w->heat)->nr_objects, 1);
}

static void load_or_store_tells_which_of_two_operands(void **state)
{
	struct world *w = *state;

	world_sample(w, IP_COPY, OBJECT, LOAD);
	world_sample(w, IP_COPY, OBJECT + 0x1000 + 120, STORE);
	world_sample(w, IP_COPY, OBJECT + 0x2000, 0);
	world_finish(w);
	assert_answer(w, OBJECT, "struct link", 0, LAY_HEAT_BY_CODE);
	assert_answer(w, OBJECT + 0x1000 + 120, "struct other", 120,
		      LAY_HEAT_BY_CODE);
	assert_answer(w, OBJECT + 0x2000, NULL, 0, LAY_HEAT_AMBIGUOUS);
}

static void what_the_code_does_not_tell_has_its_reason(void **state)
{
	struct world *w = *state;

	world_sample(w, IP_NUMBER, OBJECT, LOAD);
	world_sample(w, IP_UNKNOWN, OBJECT + 8, LOAD);
	world_sample(w, IP_NOWHERE, OBJECT + 16, LOAD);
	world_sample(w, IP_WHOLE_FIRST, 0x7fff00001000, LOAD);
	world_sample(w, IP_WHOLE_FIRST, 8, LOAD);
	world_finish(w);
	assert_answer(w, OBJECT, NULL, 0, LAY_HEAT_NO_RECORD);
	assert_answer(w, OBJECT + 8, NULL, 0, LAY_HEAT_NO_TYPE);
	assert_answer(w, OBJECT + 16, NULL, 0, LAY_HEAT_NO_OPERAND);
	assert_answer(w, 0x7fff00001000, NULL, 0, LAY_HEAT_USER);
	assert_answer(w, 8, NULL, 0, LAY_HEAT_UNMAPPED);
}

static void a_sample_that_slid_off_its_access_is_lost(void **state)
{
	struct world *w = *state;
	const struct lay_heat_totals *t;

	/* the instruction in front and that behind do touch a member */
	world_move(w, 0xffffffff80c00000);
	world_sample(w, IP_WHOLE_FIRST + 0xffffffff80c00000, 0, 0);
	world_sample(w, 0x400012 + 0xffffffff80c00000, 0, 0);
	world_sample(w, 0x400012 + 0xffffffff80c00000, 0, 0);
	world_finish(w);
	t = lay_heat_totals(w->heat);
	assert_int_equal(t->ip_only, 3);
	assert_int_equal(t->ip_lost, 2);
	assert_int_equal(t->fate[LAY_HEAT_BY_CODE], 1);
	assert_int_equal(t->fate[LAY_HEAT_NO_OPERAND], 2);
}

static void bytes_that_are_copied_are_a_class_of_their_own(void **state)
{
	struct world *w = *state;
	const struct lay_heat_totals *t;

	world_sample(w, IP_CLEAR, OBJECT + 0x1000, STORE);
	world_sample(w, IP_COPY_BYTES, OBJECT + 0x1008, LOAD);
	world_sample(w, IP_COPY_BYTES, OBJECT + 0x1010, LOAD);
	/* of what is there others tell */
	world_sample(w, IP_WHOLE_FIRST, OBJECT + 32, LOAD);
	world_sample(w, IP_CLEAR, OBJECT, STORE);
	world_finish(w);
	assert_answer(w, OBJECT + 0x1000, NULL, 0, LAY_HEAT_COPIED);
	assert_answer(w, OBJECT + 0x1008, NULL, 0, LAY_HEAT_COPIED);
	assert_answer(w, OBJECT, "struct whole", 0, LAY_HEAT_BY_OBJECT);
	t = lay_heat_totals(w->heat);
	assert_int_equal(t->fate[LAY_HEAT_COPIED], 3);
	assert_int_equal(t->nr_copiers, 2);
	assert_string_equal(t->copiers[0].name, "memcpy_erms");
	assert_int_equal(t->copiers[0].samples, 2);
}

static void fates_add_up_to_the_samples(void **state)
{
	struct world *w = *state;
	const struct lay_heat_totals *t;
	uint64_t sum = 0;

	for (unsigned int i = 0; i < 30; i++)
		world_sample(w, IP_WHOLE_FIRST + i * 4, OBJECT + i * 8, LOAD);
	world_finish(w);
	t = lay_heat_totals(w->heat);
	for (int i = 0; i < LAY_HEAT_NR_FATES; i++)
		sum += t->fate[i];
	assert_int_equal(sum, 30);
	assert_int_equal(t->samples, 30);
}

static void an_object_gives_its_type_to_earlier_and_later_samples(void **state)
{
	struct world *w = *state;

	world_sample(w, IP_NOWHERE, OBJECT + 8, STORE);
	world_sample(w, IP_WHOLE_FIRST, OBJECT + 32, LOAD);
	world_sample(w, IP_UNKNOWN, OBJECT + 127, LOAD);
	world_sample(w, IP_NOWHERE, OBJECT + 128, LOAD);
	world_finish(w);
	assert_answer(w, OBJECT + 8, "struct whole", 8, LAY_HEAT_BY_OBJECT);
	assert_answer(w, OBJECT + 127, "struct whole", 127,
		      LAY_HEAT_BY_OBJECT);
	assert_answer(w, OBJECT + 128, NULL, 0, LAY_HEAT_NO_OPERAND);
	assert_string_equal(world_answer(w, OBJECT + 8)->path, "part.count");
}

static void a_part_is_of_the_whole_that_is_there(void **state)
{
	struct world *w = *state;

	world_sample(w, IP_WHOLE_FIRST, OBJECT + 32, LOAD);
	world_sample(w, IP_LINK, OBJECT + 24, LOAD);	/* part.links.prev */
	world_sample(w, IP_LINK, OBJECT + 0x1000, LOAD);	/* of nothing */
	world_finish(w);
	assert_answer(w, OBJECT + 24, "struct whole", 24, LAY_HEAT_BY_CODE);
	assert_answer(w, OBJECT + 0x1000, "struct link", 8, LAY_HEAT_BY_CODE);
	assert_int_equal(lay_heat_totals(w->heat)->contradictions, 0);
}

static void of_two_of_one_size_the_holder_is_the_whole(void **state)
{
	struct world *w = *state;

	for (int i = 0; i < 3; i++) {
		world_sample(w, IP_LINK, OBJECT + 8, LOAD);
		world_sample(w, IP_WRAP, OBJECT + 8, LOAD);
	}
	world_sample(w, IP_NOWHERE, OBJECT, STORE);
	world_finish(w);
	assert_answer(w, OBJECT, "struct wrap", 0, LAY_HEAT_BY_OBJECT);
	assert_int_equal(lay_heat_totals(w->heat)->contradictions, 0);
}

static void objects_that_contradict_each_other_give_nothing(void **state)
{
	struct world *w = *state;

	/* a whole at OBJECT and an other at OBJECT + 64, seen in turn */
	for (int i = 0; i < 3; i++) {
		world_sample(w, IP_WHOLE_FIRST, OBJECT + 32, LOAD);
		world_sample(w, IP_OTHER, OBJECT + 64 + 120, STORE);
	}
	world_sample(w, IP_NOWHERE, OBJECT + 64 + 8, LOAD);
	world_finish(w);
	assert_answer(w, OBJECT + 64 + 8, NULL, 0, LAY_HEAT_REUSED);
	assert_int_equal(lay_heat_totals(w->heat)->contradictions, 6);
}

static void many_outvote_a_mistake(void **state)
{
	struct world *w = *state;

	for (int i = 0; i < 40; i++)
		world_sample(w, IP_WHOLE_FIRST, OBJECT + 32, LOAD);
	w->time = 1010;
	world_sample(w, IP_OTHER, OBJECT + 64 + 120, STORE);
	world_sample(w, IP_NOWHERE, OBJECT + 64 + 8, LOAD);
	world_finish(w);
	assert_answer(w, OBJECT + 64 + 8, "struct whole", 72,
		      LAY_HEAT_BY_OBJECT);
	assert_int_equal(lay_heat_totals(w->heat)->contradictions, 1);
}

static void nobody_is_part_of_what_others_contradict(void **state)
{
	struct world *w = *state;

	for (int i = 0; i < 3; i++) {
		world_sample(w, IP_WHOLE_FIRST, OBJECT + 32, LOAD);
		world_sample(w, IP_OTHER, OBJECT + 64 + 120, STORE);
		world_sample(w, IP_LINK, OBJECT + 24, LOAD);
	}
	world_finish(w);
	assert_answer(w, OBJECT + 24, "struct link", 8, LAY_HEAT_BY_CODE);
}

static void a_part_is_of_the_whole_that_is_not_contradicted(void **state)
{
	struct world *w = *state;

	/* another cannot begin in its table, nor its links be in the lists */
	for (int i = 0; i < 40; i++)
		world_sample(w, IP_WHOLE_FIRST, OBJECT + 32, LOAD);
	w->time = 1010;
	world_sample(w, IP_WHOLE_FIRST, OBJECT + 80 + 32, LOAD);
	world_sample(w, IP_LINK, OBJECT + 80 + 24, LOAD);
	world_finish(w);
	assert_answer(w, OBJECT + 112, "struct whole", 112,
		      LAY_HEAT_BY_OBJECT);
	assert_answer(w, OBJECT + 104, "struct whole", 104, LAY_HEAT_BY_CODE);
}

static void memory_used_again_is_of_the_object_of_its_time(void **state)
{
	struct world *w = *state;

	world_sample(w, IP_NOWHERE, OBJECT + 0, LOAD);	/* before both */
	world_sample(w, IP_WHOLE_FIRST, OBJECT + 32, LOAD);
	world_sample(w, IP_NOWHERE, OBJECT + 8, LOAD);	/* within the first */
	world_sample(w, IP_WHOLE_FIRST, OBJECT + 32, LOAD);
	world_sample(w, IP_NOWHERE, OBJECT + 16, LOAD);	/* between */
	world_sample(w, IP_OTHER, OBJECT + 120, STORE);
	world_sample(w, IP_NOWHERE, OBJECT + 24, LOAD);	/* after both */
	world_finish(w);
	assert_answer(w, OBJECT + 0, "struct whole", 0, LAY_HEAT_BY_OBJECT);
	assert_answer(w, OBJECT + 8, "struct whole", 8, LAY_HEAT_BY_OBJECT);
	assert_answer(w, OBJECT + 16, NULL, 0, LAY_HEAT_REUSED);
	assert_answer(w, OBJECT + 24, "struct other", 24, LAY_HEAT_BY_OBJECT);
}

static void an_element_of_an_array_tells_of_no_object(void **state)
{
	struct world *w = *state;

	world_sample(w, IP_TABLE, OBJECT + 80, LOAD);	/* table[2] */
	world_sample(w, IP_NOWHERE, OBJECT + 40, LOAD);
	world_finish(w);
	assert_answer(w, OBJECT + 40, NULL, 0, LAY_HEAT_NO_OPERAND);
	assert_int_equal(lay_heat_totals(w->heat)->nr_objects, 0);
}

static void an_object_tells_which_element_it_was(void **state)
{
	struct world *w = *state;

	world_sample(w, IP_TABLE, OBJECT + 80, LOAD);
	world_sample(w, IP_WHOLE_FIRST, OBJECT + 32, LOAD);
	world_finish(w);
	assert_answer(w, OBJECT + 80, "struct whole", 80, LAY_HEAT_BY_CODE);
}

static void an_operand_of_several_members_has_its_place(void **state)
{
	struct world *w = *state;

	world_sample(w, IP_EITHER, OBJECT + 56, LOAD);
	world_finish(w);
	assert_answer(w, OBJECT + 56, "struct whole", 56, LAY_HEAT_BY_CODE);
	assert_int_equal(world_answer(w, OBJECT + 56)->grade,
			 LAY_HEAT_INFERRED);
}

static void an_address_where_it_cannot_be_refutes_the_map(void **state)
{
	struct world *w = *state;

	world_sample(w, IP_WHOLE_FIRST, OBJECT + 32 + 1, LOAD);
	world_finish(w);
	assert_answer(w, OBJECT + 33, NULL, 0, LAY_HEAT_MISFIT);
}

/* As of memset(): objects one over the other. */
static void an_instruction_that_runs_over_memory_is_found_out(void **state)
{
	struct world *w = *state;

	for (uint64_t off = 0; off < 128; off += 8)
		world_sample(w, IP_WHOLE_FIRST, OBJECT + off, LOAD);
	world_sample(w, IP_OTHER, OBJECT + 0x1000 + 120, STORE);
	world_sample(w, IP_WHOLE_FIRST, OBJECT + 0x1000 + 8, LOAD);
	world_finish(w);
	assert_answer(w, OBJECT + 64, NULL, 0, LAY_HEAT_MISFIT);
	assert_answer(w, OBJECT + 0x1000 + 8, "struct other", 8,
		      LAY_HEAT_BY_OBJECT);
}

/* words of other may hold anything, here a link. */
static void what_a_buffer_is_used_for_is_counted_as_both(void **state)
{
	struct world *w = *state;
	struct lay_heat_ranked *types;
	struct lay_heat_fields *f;
	struct lay_layout *layout;
	struct lay_heat_sum sum;
	size_t nr;

	world_sample(w, IP_OTHER, OBJECT + 120, STORE);
	world_sample(w, IP_LINK, OBJECT + 16, LOAD);
	world_finish(w);
	assert_answer(w, OBJECT + 16, "struct other", 16, LAY_HEAT_BY_CODE);
	layout = world_layout(w, "struct link");
	assert_int_equal(lay_heat_fold(w->heat, layout, &f, &w->err), 0);
	lay_heat_slot(f, lay_layout_find(layout, "prev"), &sum);
	assert_int_equal(sum.n.loads, 1);
	lay_heat_fields_free(f);
	lay_layout_free(layout);
	/* but once in all */
	assert_int_equal(lay_heat_rank(w->heat, &types, &nr, &w->err), 0);
	assert_int_equal(nr, 1);
	assert_int_equal(types[0].n.samples, 2);
	free(types);
}

static void a_variable_is_known_by_its_address(void **state)
{
	struct world *w = *state;
	uint64_t others = world_symbol(w, "others");

	world_sample(w, IP_NOWHERE, others + 128 + 24, LOAD);
	world_sample(w, IP_NOWHERE, world_symbol(w, "reader"), LOAD);
	world_finish(w);
	assert_answer(w, others + 128 + 24, "struct other", 24,
		      LAY_HEAT_BY_SYMBOL);
	assert_answer(w, world_symbol(w, "reader"), NULL, 0, LAY_HEAT_IMAGE);
}

static void symbols_of_a_text_tell_where_the_kernel_was(void **state)
{
	struct world *w = *state;
	char text[400];
	char *path;

	snprintf(text, sizeof(text),
		 "a 1/1 [000] 1.000001: cycles: %llx reader+0x0 ([kernel.kallsyms])\n"
		 "a 1/1 [000] 1.000002: cycles: %llx writer+0x0 ([kernel.kallsyms])\n"
		 "a 1/1 [000] 1.000003: cycles: %llx _start+0x0 ([kernel.kallsyms])\n",
		 0xffffffff80000000ull + world_symbol(w, "reader"),
		 0xffffffff80000000ull + world_symbol(w, "writer"),
		 0xffffffff90000000ull + world_symbol(w, "_start"));
	path = test_file_write(text, strlen(text));
	assert_int_equal(lay_heat_read(w->heat, path, &w->err), 0);
	test_file_remove(path);
	assert_int_equal(lay_heat_totals(w->heat)->slide, 0xffffffff80000000);
	assert_int_equal(lay_heat_totals(w->heat)->slide_against, 1);
}

static void objects_of_one_run_are_not_those_of_another(void **state)
{
	struct world *w = *state;

	world_sample(w, IP_WHOLE_FIRST, OBJECT + 32, LOAD);
	world_read(w);
	world_sample(w, IP_NOWHERE, OBJECT + 8, LOAD);
	world_finish(w);
	assert_answer(w, OBJECT + 8, NULL, 0, LAY_HEAT_NO_OPERAND);
}

static void members_add_up(void **state)
{
	struct world *w = *state;
	struct lay_heat_fields *f;
	struct lay_layout *layout;
	struct lay_heat_sum sum;

	for (uint32_t i = 0; i < 5; i++) {
		w->cpu = i % 3;
		world_sample(w, IP_WHOLE_FIRST, OBJECT + 32, i ? LOAD : HITM);
		world_sample(w, IP_WHOLE_SECOND, OBJECT + 40, STORE);
	}
	world_finish(w);
	layout = world_layout(w, "struct whole");
	assert_int_equal(lay_heat_fold(w->heat, layout, &f, &w->err), 0);
	lay_heat_slot(f, lay_layout_find(layout, "first"), &sum);
	assert_int_equal(sum.n.loads, 5);
	assert_int_equal(sum.n.stores, 0);
	assert_int_equal(sum.n.hitm_local + sum.n.hitm_remote, 1);
	assert_int_equal(sum.n.latency_sum, 500);
	assert_int_equal(sum.n.nr_latency, 5);
	assert_int_equal(sum.nr_reading, 3);
	assert_int_equal(sum.nr_writing, 0);
	assert_int_equal(sum.nr_functions, 1);
	assert_string_equal(sum.top[0].name, "reader");
	lay_heat_slot(f, lay_layout_find(layout, "second"), &sum);
	assert_int_equal(sum.n.stores, 5);
	assert_int_equal(sum.nr_writing, 3);
	lay_heat_slot(f, lay_layout_find(layout, "table"), &sum);
	assert_int_equal(sum.n.samples, 0);
	lay_heat_all(f, &sum);
	assert_int_equal(sum.n.samples, 10);
	assert_int_equal(lay_heat_nr_objects(f), 1);
	lay_heat_fields_free(f);
	lay_layout_free(layout);
}

/* links is whole.part.links: samples of wholes are samples of it. */
static void samples_of_the_whole_are_samples_of_its_parts(void **state)
{
	struct world *w = *state;
	struct lay_heat_fields *f;
	struct lay_layout *layout;
	struct lay_heat_sum sum;

	world_sample(w, IP_WHOLE_FIRST, OBJECT + 32, LOAD);
	world_sample(w, IP_NOWHERE, OBJECT + 24, LOAD);
	world_sample(w, IP_LINK, OBJECT + 0x1000, LOAD);
	world_finish(w);
	layout = world_layout(w, "struct link");
	assert_int_equal(lay_heat_fold(w->heat, layout, &f, &w->err), 0);
	lay_heat_slot(f, lay_layout_find(layout, "prev"), &sum);
	assert_int_equal(sum.n.loads, 2);
	lay_heat_all(f, &sum);
	assert_int_equal(sum.n.loads, 2);
	lay_heat_fields_free(f);
	lay_layout_free(layout);
}

static void a_pair_in_one_object_is_confirmed(void **state)
{
	struct world *w = *state;
	const struct lay_heat_pair *pair;
	struct lay_heat_fields *f;
	struct lay_layout *layout;
	size_t nr;

	for (uint32_t i = 0; i < 4; i++) {
		w->cpu = 0;
		world_sample(w, IP_WHOLE_FIRST, OBJECT + 32, LOAD);
		w->cpu = 1;
		world_sample(w, IP_WHOLE_SECOND, OBJECT + 40, STORE);
	}
	world_finish(w);
	layout = world_layout(w, "struct whole");
	assert_int_equal(lay_heat_fold(w->heat, layout, &f, &w->err), 0);
	pair = lay_heat_pairs(f, &nr);
	assert_int_equal(nr, 1);
	assert_int_equal(pair->read_off, 32);
	assert_int_equal(pair->write_off, 40);
	assert_int_equal(pair->nr_objects, 1);
	assert_int_equal(pair->nr_reads, 4);
	lay_heat_fields_free(f);
	lay_layout_free(layout);
}

/* Each in an object of its own: nothing was shared. */
static void a_pair_in_different_objects_is_suspected(void **state)
{
	struct world *w = *state;
	const struct lay_heat_pair *pair;
	struct lay_heat_fields *f;
	struct lay_layout *layout;
	size_t nr;

	world_sample(w, IP_WHOLE_FIRST, OBJECT + 32, LOAD);
	w->cpu = 1;
	world_sample(w, IP_WHOLE_SECOND, OBJECT + 0x1000 + 40, STORE);
	world_finish(w);
	layout = world_layout(w, "struct whole");
	assert_int_equal(lay_heat_fold(w->heat, layout, &f, &w->err), 0);
	pair = lay_heat_pairs(f, &nr);
	assert_int_equal(nr, 1);
	assert_int_equal(pair->nr_objects, 0);
	lay_heat_fields_free(f);
	lay_layout_free(layout);
}

static void one_cpu_alone_makes_no_pair(void **state)
{
	struct world *w = *state;
	struct lay_heat_fields *f;
	struct lay_layout *layout;
	size_t nr;

	world_sample(w, IP_WHOLE_FIRST, OBJECT + 32, LOAD);
	world_sample(w, IP_WHOLE_SECOND, OBJECT + 40, STORE);
	world_finish(w);
	layout = world_layout(w, "struct whole");
	assert_int_equal(lay_heat_fold(w->heat, layout, &f, &w->err), 0);
	lay_heat_pairs(f, &nr);
	assert_int_equal(nr, 0);
	lay_heat_fields_free(f);
	lay_layout_free(layout);
}

static void the_hottest_type_comes_first(void **state)
{
	struct world *w = *state;
	struct lay_heat_ranked_line *lines;
	struct lay_heat_ranked *types;
	size_t nr;

	for (int i = 0; i < 3; i++)
		world_sample(w, IP_OTHER, OBJECT + 0x1000 + 120, STORE);
	world_sample(w, IP_WHOLE_FIRST, OBJECT + 32, HITM);
	world_finish(w);
	assert_int_equal(lay_heat_rank(w->heat, &types, &nr, &w->err), 0);
	assert_int_equal(nr, 2);
	/* what another CPU had modified costs more than three stores */
	assert_string_equal(types[0].type, "struct whole");
	assert_int_equal(types[1].n.stores, 3);
	free(types);
	assert_int_equal(lay_heat_rank_lines(w->heat, &lines, &nr, &w->err),
			 0);
	assert_int_equal(nr, 2);
	assert_int_equal(lines[1].line, 1);
	free(lines);
}

static void a_map_that_is_none_is_refused(void **state)
{
	static const struct {
		const char *text, *error;
	} cases[] = {
		{ "", "no operand" },
		{ "# nothing\n", "no operand" },
		{ "ffffffff81000000\tstruct whole\n", "line 1: not the eight" },
		{ "#\nx\ta\t0\tb\tr\t8\tf\texact\n", "line 2: no address" },
		{ "10\ta\t0\tb\tq\t8\tf\texact\n", "line 1: no access" },
		{ "# map\n# build-id 99ff\n10\ta\t0\tb\tr\t8\tf\texact\n",
		  "line 2: the map is of another build" },
	};
	struct world *w = *state;
	struct lay_heat *heat;

	if (!w->path)
		skip();
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		char *path = test_file_write(cases[i].text,
					     strlen(cases[i].text));

		assert_int_equal(lay_heat_open(w->build, NULL, &heat, &w->err),
				 0);
		assert_true(lay_heat_use_map(heat, path, &w->err) < 0);
		assert_non_null(strstr(w->err.text, cases[i].error));
		lay_heat_close(heat);
		test_file_remove(path);
	}
}

int main(void)
{
#define TEST(fn) cmocka_unit_test_setup_teardown(fn, world_setup, world_teardown)
	const struct CMUnitTest tests[] = {
		TEST(the_code_tells_type_and_offset),
		TEST(load_or_store_tells_which_of_two_operands),
		TEST(what_the_code_does_not_tell_has_its_reason),
		TEST(a_sample_that_slid_off_its_access_is_lost),
		TEST(bytes_that_are_copied_are_a_class_of_their_own),
		TEST(fates_add_up_to_the_samples),
		TEST(an_object_gives_its_type_to_earlier_and_later_samples),
		TEST(a_part_is_of_the_whole_that_is_there),
		TEST(of_two_of_one_size_the_holder_is_the_whole),
		TEST(objects_that_contradict_each_other_give_nothing),
		TEST(nobody_is_part_of_what_others_contradict),
		TEST(a_part_is_of_the_whole_that_is_not_contradicted),
		TEST(many_outvote_a_mistake),
		TEST(memory_used_again_is_of_the_object_of_its_time),
		TEST(an_element_of_an_array_tells_of_no_object),
		TEST(an_object_tells_which_element_it_was),
		TEST(an_operand_of_several_members_has_its_place),
		TEST(an_address_where_it_cannot_be_refutes_the_map),
		TEST(an_instruction_that_runs_over_memory_is_found_out),
		TEST(what_a_buffer_is_used_for_is_counted_as_both),
		TEST(a_variable_is_known_by_its_address),
		TEST(symbols_of_a_text_tell_where_the_kernel_was),
		TEST(objects_of_one_run_are_not_those_of_another),
		TEST(members_add_up),
		TEST(samples_of_the_whole_are_samples_of_its_parts),
		TEST(a_pair_in_one_object_is_confirmed),
		TEST(a_pair_in_different_objects_is_suspected),
		TEST(one_cpu_alone_makes_no_pair),
		TEST(the_hottest_type_comes_first),
		TEST(a_map_that_is_none_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
