// SPDX-License-Identifier: GPL-2.0-only
/* Types that contradict themselves, or of which there is too much. */
#include <config.h>

#include "fuzz/hostile.h"
#include "base/poison.h"

#define WHERE ".debug_info+0x"

static void a_struct_that_holds_itself_is_an_error(void **state)
{
	struct hostile h;
	size_t s, where;

	(void)state;
	hostile_begin(&h, 5);
	s = DIE_OPEN(&h.w, DW_TAG_structure_type, STR(DW_AT_name, "s"),
		     NUM(DW_AT_byte_size, 8));
	DIE(&h.w, DW_TAG_member, STR(DW_AT_name, "x"),
	    REF_LATER(DW_AT_type, &where),
	    NUM(DW_AT_data_member_location, 0));
	dwarf_writer_point(&h.w, where, s);
	dwarf_writer_close(&h.w);
	hostile_fails(hostile_finish(&h), "s", WHERE, "itself");
}

static void structs_that_hold_each_other_are_an_error(void **state)
{
	struct hostile h;
	size_t s[3], where[3];

	(void)state;
	hostile_begin(&h, 4);
	for (int i = 0; i < 3; i++) {
		s[i] = DIE_OPEN(&h.w, DW_TAG_structure_type,
				STR(DW_AT_name, i ? "other" : "s"),
				NUM(DW_AT_byte_size, 8));
		DIE(&h.w, DW_TAG_member, STR(DW_AT_name, "x"),
		    REF_LATER(DW_AT_type, &where[i]),
		    NUM(DW_AT_data_member_location, 0));
		dwarf_writer_close(&h.w);
	}
	for (int i = 0; i < 3; i++)
		dwarf_writer_point(&h.w, where[i], s[(i + 1) % 3]);
	hostile_fails(hostile_finish(&h), "s", WHERE, "itself");
}

/* Each way to be of one's own type, by value. */
static void a_type_made_of_itself_is_an_error(void **state)
{
	static const unsigned int tags[] = {
		DW_TAG_typedef, DW_TAG_const_type, DW_TAG_volatile_type,
		DW_TAG_array_type, DW_TAG_atomic_type,
	};

	(void)state;
	for (size_t i = 0; i < sizeof(tags) / sizeof(tags[0]); i++) {
		struct hostile h;
		size_t t, where;

		hostile_begin(&h, 5);
		t = DIE(&h.w, tags[i], STR(DW_AT_name, "t"),
			REF_LATER(DW_AT_type, &where));
		dwarf_writer_point(&h.w, where, t);
		DIE_OPEN(&h.w, DW_TAG_structure_type, STR(DW_AT_name, "s"),
			 NUM(DW_AT_byte_size, 8));
		DIE(&h.w, DW_TAG_member, STR(DW_AT_name, "x"),
		    REF(DW_AT_type, t), NUM(DW_AT_data_member_location, 0));
		dwarf_writer_close(&h.w);
		hostile_fails(hostile_finish(&h), "s", WHERE, "");
	}
}

static void a_list_that_points_to_itself_is_no_error(void **state)
{
	struct hostile_answer a;
	struct hostile h;
	size_t s, p, where;

	(void)state;
	hostile_begin(&h, 5);
	p = DIE(&h.w, DW_TAG_pointer_type, NUM(DW_AT_byte_size, 8),
		REF_LATER(DW_AT_type, &where));
	s = DIE_OPEN(&h.w, DW_TAG_structure_type, STR(DW_AT_name, "s"),
		     NUM(DW_AT_byte_size, 8));
	DIE(&h.w, DW_TAG_member, STR(DW_AT_name, "next"), REF(DW_AT_type, p),
	    NUM(DW_AT_data_member_location, 0));
	dwarf_writer_close(&h.w);
	dwarf_writer_point(&h.w, where, s);
	hostile_run(&a, hostile_finish(&h), "s");
	assert_true(a.rc >= 0);
	assert_int_equal(a.layout->nr_slots, 1);
	hostile_answer_free(&a);
}

/* A type and what it is of, behind each other, @nr times, then "int". */
static size_t write_chain(struct hostile *h, unsigned int tag, size_t nr)
{
	size_t first, where, len, at;

	first = DIE(&h->w, tag, REF_LATER(DW_AT_type, &where));
	len = h->w.info.len - first;
	at = first;
	for (size_t i = 1; i < nr; i++) {
		size_t next = hostile_again(h, first, len);

		dwarf_writer_point(&h->w, where + (at - first), next);
		at = next;
	}
	dwarf_writer_point(&h->w, where + (at - first), h->int_off);
	return first;
}

static void long_chains_end(void **state)
{
	static const unsigned int tags[] = {
		DW_TAG_typedef, DW_TAG_const_type, DW_TAG_pointer_type,
		DW_TAG_array_type, DW_TAG_subroutine_type,
	};

	(void)state;
	for (size_t i = 0; i < sizeof(tags) / sizeof(tags[0]); i++) {
		struct hostile_answer a;
		struct hostile h;
		size_t chain;

		hostile_begin(&h, 4);
		chain = write_chain(&h, tags[i], 200000);
		DIE_OPEN(&h.w, DW_TAG_structure_type, STR(DW_AT_name, "s"),
			 NUM(DW_AT_byte_size, 8));
		DIE(&h.w, DW_TAG_member, STR(DW_AT_name, "x"),
		    REF(DW_AT_type, chain),
		    NUM(DW_AT_data_member_location, 0));
		dwarf_writer_close(&h.w);
		hostile_run(&a, hostile_finish(&h), "s");
		assert_true(a.rc < 0 || a.layout->totals.nr_unplaced == 1);
		hostile_answer_free(&a);
	}
}

static void structs_that_hold_the_next_end(void **state)
{
	size_t s, len, where, at;
	struct hostile_answer a;
	struct hostile h;

	(void)state;
	hostile_begin(&h, 5);
	DIE_OPEN(&h.w, DW_TAG_structure_type, STR(DW_AT_name, "s"),
		 NUM(DW_AT_byte_size, 4));
	DIE(&h.w, DW_TAG_member, STR(DW_AT_name, "x"),
	    REF_LATER(DW_AT_type, &where),
	    NUM(DW_AT_data_member_location, 0));
	s = dwarf_writer_close(&h.w);
	dwarf_writer_point(&h.w, where, s);
	at = DIE_OPEN(&h.w, DW_TAG_structure_type, NUM(DW_AT_byte_size, 4));
	DIE(&h.w, DW_TAG_member, STR(DW_AT_name, "x"),
	    REF_LATER(DW_AT_type, &where),
	    NUM(DW_AT_data_member_location, 0));
	len = dwarf_writer_close(&h.w) - at;
	for (int i = 0; i < 100000; i++) {
		size_t next = hostile_again(&h, at, len);

		dwarf_writer_point(&h.w, where, next);
		where += len;
		at = next;
	}
	dwarf_writer_point(&h.w, where, h.int_off);
	hostile_run(&a, hostile_finish(&h), "s");
	assert_true(a.rc < 0 || a.layout->cut ||
		    a.layout->totals.nr_unplaced == 1);
	hostile_answer_free(&a);
}

/* What is declared inside a struct and no member says nothing of its layout. */
static void structs_declared_in_structs_are_passed_over(void **state)
{
	struct hostile_answer a;
	struct hostile h;
	size_t s, len;

	(void)state;
	hostile_begin(&h, 4);
	s = DIE_OPEN(&h.w, DW_TAG_structure_type, STR(DW_AT_name, "s"),
		     NUM(DW_AT_byte_size, 4));
	len = h.w.info.len - s;
	hostile_repeat(&h, s, len, 100000 - 1);
	byte_buf_fill(&h.w.info, 0, 100000);
	hostile_run(&a, hostile_finish(&h), "s");
	assert_true(a.rc >= 0);
	assert_int_equal(a.layout->totals.nr_members, 0);
	assert_int_equal(a.layout->totals.padding_bytes, 4);
	hostile_answer_free(&a);
}

/* Two members of the type before: of sixty types, 2^60 leaves. */
static void write_doubling(struct hostile *h)
{
	size_t below = h->int_off;

	for (int i = 0; i < 60; i++) {
		size_t s = DIE_OPEN(&h->w, DW_TAG_structure_type,
				    STR(i == 59 ? DW_AT_name : DW_AT_comp_dir,
					"s"),
				    NUM(DW_AT_byte_size, 4));

		DIE(&h->w, DW_TAG_member, STR(DW_AT_name, "a"),
		    REF(DW_AT_type, below), NUM(DW_AT_data_member_location, 0));
		DIE(&h->w, DW_TAG_member, STR(DW_AT_name, "b"),
		    REF(DW_AT_type, below), NUM(DW_AT_data_member_location, 0));
		dwarf_writer_close(&h->w);
		below = s;
	}
}

static void members_that_double_sixty_times_end(void **state)
{
	struct hostile_answer a;
	struct hostile h;

	(void)state;
	hostile_begin(&h, 5);
	write_doubling(&h);
	hostile_run(&a, hostile_finish(&h), "s");
	assert_true(a.rc < 0 || a.layout->cut);
	hostile_answer_free(&a);
}

static void parameters_that_double_sixty_times_end(void **state)
{
	struct hostile_answer a;
	struct hostile h;
	size_t below;

	(void)state;
	hostile_begin(&h, 5);
	below = h.int_off;
	for (int i = 0; i < 60; i++) {
		size_t f = DIE_OPEN(&h.w, DW_TAG_subroutine_type,
				    REF(DW_AT_type, below));

		DIE(&h.w, DW_TAG_formal_parameter, REF(DW_AT_type, below));
		DIE(&h.w, DW_TAG_formal_parameter, REF(DW_AT_type, below));
		dwarf_writer_close(&h.w);
		below = DIE(&h.w, DW_TAG_pointer_type, REF(DW_AT_type, f),
			    NUM(DW_AT_byte_size, 8));
	}
	DIE_OPEN(&h.w, DW_TAG_structure_type, STR(DW_AT_name, "s"),
		 NUM(DW_AT_byte_size, 8));
	DIE(&h.w, DW_TAG_member, STR(DW_AT_name, "x"), REF(DW_AT_type, below),
	    NUM(DW_AT_data_member_location, 0));
	dwarf_writer_close(&h.w);
	hostile_run(&a, hostile_finish(&h), "s");
	assert_true(a.rc >= 0);
	assert_int_equal(a.layout->totals.member_bits, 64);
	hostile_answer_free(&a);
}

/* Two bytes a member. */
static void ten_million_members_are_refused(void **state)
{
	struct hostile_answer a;
	struct hostile h;
	size_t m, len;

	(void)state;
	hostile_begin(&h, 5);
	DIE_OPEN(&h.w, DW_TAG_structure_type, STR(DW_AT_name, "s"),
		 NUM(DW_AT_byte_size, 40000000));
	m = DIE(&h.w, DW_TAG_member,
		NUM_IN(DW_AT_type, DW_FORM_ref1, h.int_off),
		NUM_IN(DW_AT_data_member_location, DW_FORM_implicit_const, 0));
	len = h.w.info.len - m;
	hostile_repeat(&h, m, len, 10000000 - 1);
	dwarf_writer_close(&h.w);
	hostile_run_huge(&a, hostile_finish(&h), "s");
	hostile_says(&a, WHERE, "more than 1048576 members");
}

/* A few more than there may be. */
static void a_million_enumerators_are_refused(void **state)
{
	struct hostile_answer a;
	struct hostile h;
	size_t e, len;

	(void)state;
	hostile_begin(&h, 5);
	DIE_OPEN(&h.w, DW_TAG_enumeration_type, STR(DW_AT_name, "e"),
		 NUM(DW_AT_byte_size, 4), REF(DW_AT_type, h.int_off));
	e = DIE(&h.w, DW_TAG_enumerator, STR(DW_AT_name, "E"),
		NUM_IN(DW_AT_const_value, DW_FORM_implicit_const, 7));
	len = h.w.info.len - e;
	hostile_repeat(&h, e, len, 1100000 - 1);
	dwarf_writer_close(&h.w);
	hostile_run_huge(&a, hostile_finish(&h), "e");
	hostile_says(&a, WHERE, "more than 1048576 enumerators");
}

static void many_dimensions_are_bounded(void **state)
{
	struct hostile_answer a;
	struct hostile h;
	size_t array, d, len;

	(void)state;
	hostile_begin(&h, 5);
	array = DIE_OPEN(&h.w, DW_TAG_array_type, REF(DW_AT_type, h.int_off));
	d = DIE(&h.w, DW_TAG_subrange_type,
		NUM_IN(DW_AT_count, DW_FORM_data1, 2));
	len = h.w.info.len - d;
	hostile_repeat(&h, d, len, 200000 - 1);
	dwarf_writer_close(&h.w);
	DIE_OPEN(&h.w, DW_TAG_structure_type, STR(DW_AT_name, "s"),
		 NUM(DW_AT_byte_size, 8));
	DIE(&h.w, DW_TAG_member, STR(DW_AT_name, "x"), REF(DW_AT_type, array),
	    NUM(DW_AT_data_member_location, 0));
	dwarf_writer_close(&h.w);
	hostile_run(&a, hostile_finish(&h), "s");
	assert_true(a.rc < 0 || a.layout->totals.nr_unplaced == 1);
	hostile_answer_free(&a);
}

static void many_units_with_a_type_each_are_read(void **state)
{
	const size_t nr = 100000;
	struct hostile_answer a;
	struct hostile h;
	size_t unit, len;

	(void)state;
	hostile_begin(&h, 5);
	DIE(&h.w, DW_TAG_structure_type, STR(DW_AT_name, "s"),
	    NUM(DW_AT_byte_size, 4));
	dwarf_writer_close(&h.w);
	dwarf_writer_unit_end(&h.w);
	unit = 0;
	len = h.w.info.len;
	hostile_repeat(&h, unit, len, nr - 1);
	hostile_run_huge(&a, dwarf_writer_finish(&h.w), "s");
	assert_true(a.rc >= 0);
	assert_int_equal(a.defs.nr, 1);
	assert_int_equal(a.defs.def[0].nr_units, nr);
	hostile_answer_free(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		hostile_test(a_struct_that_holds_itself_is_an_error),
		hostile_test(structs_that_hold_each_other_are_an_error),
		hostile_test(a_type_made_of_itself_is_an_error),
		hostile_test(a_list_that_points_to_itself_is_no_error),
		hostile_test(long_chains_end),
		hostile_test(structs_that_hold_the_next_end),
		hostile_test(structs_declared_in_structs_are_passed_over),
		hostile_test(members_that_double_sixty_times_end),
		hostile_test(parameters_that_double_sixty_times_end),
		hostile_test(ten_million_members_are_refused),
		hostile_test(a_million_enumerators_are_refused),
		hostile_test(many_dimensions_are_bounded),
		hostile_test(many_units_with_a_type_each_are_read),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
