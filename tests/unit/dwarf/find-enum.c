// SPDX-License-Identifier: GPL-2.0-only
/* What enumerations list, by a tag or by a typedef. */
#include <config.h>

#include "unit/dwarf/find-test.h"
#include "base/poison.h"

static void enums_are_told_apart_by_their_values(void **state)
{
	struct dwarf_writer w;
	struct find_test f;

	(void)state;
	dwarf_writer_init(&w, 4);
	write_enum(&w, "a.c", -1);
	write_enum(&w, "b.c", -1);
	write_enum(&w, "c.c", 1);
	find_test_open(&f, &w);
	assert_int_equal(find_test_ask(&f, KINDS(LAY_KIND_ENUM), "e"), 2);
	assert_int_equal(f.out.def[0].nr_members, 1);
	assert_int_equal(f.out.def[0].nr_units, 2);
	find_test_close(&f);
}

/* A typedef of an enum without a tag, of one value; and of what is none. */
static void write_enum_typedef(struct dwarf_writer *w, const char *unit,
			       int value)
{
	size_t list, fixed, named;

	open_unit(w, unit, DW_LANG_C99);
	list = DIE_OPEN(w, DW_TAG_enumeration_type, NUM(DW_AT_byte_size, 4));
	DIE(w, DW_TAG_enumerator, STR(DW_AT_name, "A"),
	    NUM_IN(DW_AT_const_value, DW_FORM_sdata, value));
	dwarf_writer_close(w);
	fixed = DIE(w, DW_TAG_const_type, REF(DW_AT_type, list));
	DIE(w, DW_TAG_typedef, STR(DW_AT_name, "e"), REF(DW_AT_type, list));
	DIE(w, DW_TAG_typedef, STR(DW_AT_name, "c"), REF(DW_AT_type, fixed));
	DIE(w, DW_TAG_typedef, STR(DW_AT_name, "v"));
	named = DIE(w, DW_TAG_typedef, STR(DW_AT_name, "e"),
		    REF(DW_AT_type, list));
	DIE(w, DW_TAG_typedef, STR(DW_AT_name, "alias"),
	    REF(DW_AT_type, named));
	close_unit(w);
}

static void typedefs_are_told_apart_by_what_enums_without_a_tag_list(void **state)
{
	static const char *const names[] = { "e", "c", "alias" };
	struct dwarf_writer w;
	struct find_test f;

	(void)state;
	dwarf_writer_init(&w, 4);
	write_enum_typedef(&w, "a.c", 1);
	write_enum_typedef(&w, "b.c", 1);
	write_enum_typedef(&w, "c.c", 2);
	find_test_open(&f, &w);
	for (int i = 0; i < 3; i++) {
		assert_int_equal(find_test_ask(&f, KINDS(LAY_KIND_TYPEDEF),
					       names[i]), 2);
		assert_int_equal(f.out.def[0].nr_members, 0);
		assert_int_equal(f.out.def[0].nr_units, 2);
	}
	find_test_close(&f);
}

static void a_census_asks_for_typedefs_of_what_has_no_other_name(void **state)
{
	struct type_query q = {
		.kinds = ~0u, .name = "*", .glob = true, .nameless = true,
	};
	struct lay_error err = { .text = "" };
	struct dwarf_writer w;
	struct find_test f;

	(void)state;
	dwarf_writer_init(&w, 4);
	write_enum_typedef(&w, "a.c", 1);
	write_enum(&w, "b.c", 1);
	find_test_open(&f, &w);
	assert_ok(find_test_try(&f, &q, &err), &err);
	assert_int_equal(f.out.nr, 4);
	assert_string_equal(f.out.def[0].name, "e");
	assert_string_equal(f.out.def[1].name, "c");
	assert_string_equal(f.out.def[2].name, "v");
	assert_int_equal(f.out.def[3].kind, LAY_KIND_ENUM);
	find_test_close(&f);
}

/* Two records with a member of an enum without a tag, through a typedef and
 * not. */
static void write_holders(struct dwarf_writer *w, const char *unit, int value)
{
	size_t list, name;

	open_unit(w, unit, DW_LANG_C99);
	list = DIE_OPEN(w, DW_TAG_enumeration_type, NUM(DW_AT_byte_size, 4));
	DIE(w, DW_TAG_enumerator, STR(DW_AT_name, "A"),
	    NUM_IN(DW_AT_const_value, DW_FORM_sdata, value));
	dwarf_writer_close(w);
	name = DIE(w, DW_TAG_typedef, STR(DW_AT_name, "e"),
		   REF(DW_AT_type, list));
	for (int i = 0; i < 2; i++) {
		DIE_OPEN(w, DW_TAG_structure_type,
			 STR(DW_AT_name, i ? "by_name" : "nameless"), SIZE(4));
		DIE(w, DW_TAG_member, STR(DW_AT_name, "m"),
		    REF(DW_AT_type, i ? name : list),
		    NUM_IN(DW_AT_data_member_location, DW_FORM_data1, 0));
		dwarf_writer_close(w);
	}
	close_unit(w);
}

static void a_list_counts_in_records_where_nothing_names_it(void **state)
{
	struct dwarf_writer w;
	struct find_test f;

	(void)state;
	dwarf_writer_init(&w, 4);
	write_holders(&w, "a.c", 1);
	write_holders(&w, "b.c", 2);
	find_test_open(&f, &w);
	assert_int_equal(find_test_ask(&f, RECORDS, "nameless"), 2);
	assert_int_equal(f.out.def[0].nr_members, 1);
	assert_int_equal(find_test_ask(&f, RECORDS, "by_name"), 1);
	assert_int_equal(f.out.def[0].nr_members, 1);
	find_test_close(&f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(enums_are_told_apart_by_their_values),
		cmocka_unit_test(
			typedefs_are_told_apart_by_what_enums_without_a_tag_list),
		cmocka_unit_test(
			a_census_asks_for_typedefs_of_what_has_no_other_name),
		cmocka_unit_test(
			a_list_counts_in_records_where_nothing_names_it),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
