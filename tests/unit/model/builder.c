// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "model/builder.h"
#include "model/copy.h"
#include "model/def.h"
#include "base/poison.h"

static void lists_are_copied_and_strings_shared(void **state)
{
	struct model model;
	struct lay_member list[2] = { { .bit_off = 8 }, { .bit_off = 16 } };
	const struct lay_member *members;
	char name[] = "dst_entry";
	const char *kept;

	(void)state;
	model_init(&model, 0);
	members = model_add_members(&model, list, 2);
	list[1].bit_off = 99;
	assert_int_equal(members[1].bit_off, 16);
	kept = model_add_string(&model, name);
	assert_ptr_equal(kept, model_add_string(&model, "dst_entry"));
	name[0] = 'x';
	assert_string_equal(kept, "dst_entry");
	assert_non_null(model_add_dims(&model, NULL, 0));
	model_deinit(&model);
}

static void a_list_over_the_limit_is_an_error(void **state)
{
	static const struct lay_enumerator list[4096];
	struct lay_error err = { 0 };
	struct model model;

	(void)state;
	model_init(&model, 8192);
	assert_non_null(model_add_type(&model, LAY_KIND_ENUM));
	assert_null(model_add_enumerators(&model, list, 4096));
	assert_null(model_add_enumerators(&model, list, SIZE_MAX / 2));
	assert_int_equal(model_full(&model, &err), -LAY_E_LIMIT);
	assert_non_null(strstr(err.text, "no room for more types"));
	model_deinit(&model);
}

static void definitions_stand_in_one_order(void **state)
{
	/* each goes in front of the next */
	const struct lay_def sorted[] = {
		{ .name = "a", .kind = LAY_KIND_TYPEDEF },
		{ .name = "b", .kind = LAY_KIND_STRUCT,
		  .flags = LAY_DEF_LOCAL, .fingerprint = { 1, 9 } },
		{ .name = "b", .kind = LAY_KIND_STRUCT,
		  .flags = LAY_DEF_LOCAL, .fingerprint = { 2, 3 } },
		{ .name = "b", .kind = LAY_KIND_STRUCT,
		  .flags = LAY_DEF_LOCAL, .fingerprint = { 2, 5 } },
		{ .name = "b", .kind = LAY_KIND_STRUCT,
		  .flags = LAY_DEF_LOCAL, .fingerprint = { 2, 5 },
		  .source_off = 7 },
		{ .name = "b", .kind = LAY_KIND_STRUCT,
		  .flags = LAY_DEF_DECLARATION },
		{ .name = "b", .kind = LAY_KIND_UNION },
	};
	const size_t nr = sizeof(sorted) / sizeof(sorted[0]);
	struct lay_def mixed[sizeof(sorted) / sizeof(sorted[0])];

	(void)state;
	for (size_t i = 0; i < nr; i++)
		mixed[i] = sorted[(i * 3 + 2) % nr];
	qsort(mixed, nr, sizeof(mixed[0]), def_order);
	for (size_t i = 0; i < nr; i++) {
		assert_int_equal(def_order(&mixed[i], &sorted[i]), 0);
		assert_int_equal(mixed[i].source_off, sorted[i].source_off);
	}
	assert_true(def_same_name(&sorted[1], &sorted[5]));
	assert_false(def_same_name(&sorted[5], &sorted[6]));
	assert_true(fingerprint_same(&sorted[3].fingerprint,
				     &sorted[4].fingerprint));
	assert_false(fingerprint_same(&sorted[2].fingerprint,
				      &sorted[3].fingerprint));
}

/* struct s { int a; }, read from @unit, whose member is at @bit_off. */
static const struct lay_type *make_s(struct model *model, const char *unit,
				     uint64_t bit_off)
{
	struct lay_type *s = model_add_type(model, LAY_KIND_STRUCT);
	struct lay_type *i = model_add_type(model, LAY_KIND_BASE);
	struct lay_member member = { .name = model_add_string(model, "a"),
				     .type = i, .bit_off = bit_off };

	i->name = model_add_string(model, "int");
	i->unit = s->unit = model_add_string(model, unit);
	s->name = model_add_string(model, "s");
	s->members = model_add_members(model, &member, 1);
	s->nr_members = 1;
	return s;
}

static void copies_of_what_is_equal_are_one(void **state)
{
	static const struct { const char *unit; uint64_t bit_off; } made[] = {
		{ "a.c", 0 }, { "b.c", 0 }, { "a.c", 32 },
	};
	const struct lay_type *copy[3];
	struct model to, from;
	struct model_copies copies;

	(void)state;
	model_init(&to, 0);
	model_copies_init(&copies, &to);
	for (int i = 0; i < 3; i++) {
		model_init(&from, 0);
		assert_int_equal(model_copy_type(&copies,
						 make_s(&from, made[i].unit,
							made[i].bit_off),
						 &copy[i], NULL), 0);
		model_deinit(&from);
	}
	assert_ptr_equal(copy[0], copy[1]);
	assert_ptr_not_equal(copy[0], copy[2]);
	assert_ptr_equal(copy[0]->members[0].type, copy[2]->members[0].type);
	assert_string_equal(copy[2]->members[0].name, "a");
	assert_string_equal(copy[2]->members[0].type->name, "int");
	assert_int_equal(copy[2]->members[0].bit_off, 32);
	model_copies_deinit(&copies);
	model_deinit(&to);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lists_are_copied_and_strings_shared),
		cmocka_unit_test(copies_of_what_is_equal_are_one),
		cmocka_unit_test(a_list_over_the_limit_is_an_error),
		cmocka_unit_test(definitions_stand_in_one_order),
	};

	return cmocka_run_group_tests_name("model/builder", tests, NULL, NULL);
}
