// SPDX-License-Identifier: GPL-2.0-only
/* Sizes, offsets and references that overflow or lead nowhere. */
#include <config.h>

#include "fuzz/hostile.h"
#include "base/poison.h"

static const uint64_t numbers[] = {
	UINT64_C(1) << 31, UINT32_MAX, UINT64_C(1) << 32, UINT64_C(1) << 60,
	UINT64_C(1) << 61, INT64_MAX, UINT64_C(1) << 63, UINT64_MAX - 7,
	UINT64_MAX,
};
#define NR_NUMBERS (sizeof(numbers) / sizeof(numbers[0]))

/* struct s { int x : @bit_size; } of @size bytes, x at @off, or in an array. */
static char *write_struct(uint64_t size, uint64_t off, uint64_t bit_size,
			  uint64_t count)
{
	struct hostile h;
	size_t type;

	hostile_begin(&h, 5);
	type = h.int_off;
	if (count) {
		type = DIE_OPEN(&h.w, DW_TAG_array_type,
				REF(DW_AT_type, h.int_off));
		DIE(&h.w, DW_TAG_subrange_type,
		    NUM_IN(DW_AT_count, DW_FORM_data8, count));
		DIE(&h.w, DW_TAG_subrange_type,
		    NUM_IN(DW_AT_upper_bound, DW_FORM_data8, count));
		dwarf_writer_close(&h.w);
	}
	DIE_OPEN(&h.w, DW_TAG_structure_type, STR(DW_AT_name, "s"),
		 NUM_IN(DW_AT_byte_size, DW_FORM_data8, size));
	if (bit_size)
		DIE(&h.w, DW_TAG_member, STR(DW_AT_name, "x"),
		    REF(DW_AT_type, type),
		    NUM_IN(DW_AT_bit_size, DW_FORM_data8, bit_size),
		    NUM_IN(DW_AT_data_bit_offset, DW_FORM_data8, off));
	else
		DIE(&h.w, DW_TAG_member, STR(DW_AT_name, "x"),
		    REF(DW_AT_type, type),
		    NUM_IN(DW_AT_data_member_location, DW_FORM_data8, off));
	DIE(&h.w, DW_TAG_member, STR(DW_AT_name, "y"),
	    REF(DW_AT_type, h.int_off),
	    NUM_IN(DW_AT_data_member_location, DW_FORM_data1, 4));
	dwarf_writer_close(&h.w);
	return hostile_finish(&h);
}

/* A number that cannot be laid out is an error, or said to be unknown; it never
 * comes out as another. */
static void check_struct(char *path, uint64_t size)
{
	struct hostile_answer a;

	hostile_run(&a, path, "s");
	if (a.rc >= 0) {
		assert_int_equal(a.layout->size, size);
		assert_int_equal(a.layout->totals.member_bits +
				 a.layout->totals.hole_bytes * 8 +
				 a.layout->totals.bit_hole_bits +
				 a.layout->totals.padding_bytes * 8 +
				 a.layout->totals.bit_padding_bits +
				 a.layout->totals.unknown_bits, size * 8);
	}
	hostile_answer_free(&a);
}

static void sizes_that_overflow_do_no_harm(void **state)
{
	(void)state;
	for (size_t i = 0; i < NR_NUMBERS; i++)
		check_struct(write_struct(numbers[i], 0, 0, 0), numbers[i]);
}

static void offsets_that_overflow_do_no_harm(void **state)
{
	(void)state;
	for (size_t i = 0; i < NR_NUMBERS; i++) {
		check_struct(write_struct(16, numbers[i], 0, 0), 16);
		check_struct(write_struct(16, numbers[i], 3, 0), 16);
	}
}

static void widths_that_overflow_do_no_harm(void **state)
{
	(void)state;
	for (size_t i = 0; i < NR_NUMBERS; i++)
		check_struct(write_struct(16, 1, numbers[i], 0), 16);
}

static void counts_that_overflow_do_no_harm(void **state)
{
	(void)state;
	for (size_t i = 0; i < NR_NUMBERS; i++) {
		check_struct(write_struct(16, 0, 0, numbers[i]), 16);
		check_struct(write_struct(numbers[i], 0, 0, numbers[i]),
			     numbers[i]);
	}
}

static void a_size_of_2_to_the_63_is_not_printed_as_another(void **state)
{
	struct hostile_answer a;

	(void)state;
	hostile_run(&a, write_struct(UINT64_C(1) << 63, 0, 0, 0), "s");
	assert_true(a.rc < 0);
	assert_non_null(strstr(a.err.text, "9223372036854775808"));
	hostile_answer_free(&a);
}

/* struct s { T x; } where T is told by @attr. */
static char *write_reference(const struct dwarf_attr *attr)
{
	struct hostile h;

	hostile_begin(&h, 4);
	DIE_OPEN(&h.w, DW_TAG_structure_type, STR(DW_AT_name, "s"),
		 NUM(DW_AT_byte_size, 8));
	DIE(&h.w, DW_TAG_member, STR(DW_AT_name, "x"), *attr,
	    NUM(DW_AT_data_member_location, 0));
	dwarf_writer_close(&h.w);
	return hostile_finish(&h);
}

static void references_that_lead_nowhere_are_told(void **state)
{
	const struct dwarf_attr refs[] = {
		NUM_IN(DW_AT_type, DW_FORM_ref4, 0),
		NUM_IN(DW_AT_type, DW_FORM_ref4, 5),
		NUM_IN(DW_AT_type, DW_FORM_ref4, 100000),
		NUM_IN(DW_AT_type, DW_FORM_ref4, UINT32_MAX),
		NUM_IN(DW_AT_type, DW_FORM_ref8, UINT64_MAX),
		NUM_IN(DW_AT_type, DW_FORM_ref8, INT64_MAX),
		NUM_IN(DW_AT_type, DW_FORM_ref_udata, UINT64_MAX),
		NUM_IN(DW_AT_type, DW_FORM_ref_udata, 1 << 30),
		NUM_IN(DW_AT_type, DW_FORM_ref_addr, 3),
		NUM_IN(DW_AT_type, DW_FORM_ref_addr, UINT32_MAX),
		NUM_IN(DW_AT_type, DW_FORM_ref_sig8, 12345),
		NUM_IN(DW_AT_type, DW_FORM_data1, 12),
		NUM_IN(DW_AT_type, DW_FORM_GNU_ref_alt, 12),
	};

	(void)state;
	for (size_t i = 0; i < sizeof(refs) / sizeof(refs[0]); i++) {
		struct hostile_answer a;

		hostile_run(&a, write_reference(&refs[i]), "s");
		if (a.rc >= 0 && a.layout->totals.nr_unplaced != 1)
			fail_msg("reference %zu gave a type", i);
		/* a place that was not read is not told */
		assert_null(strstr(a.err.text, "0x7fffffffffffffff"));
		hostile_answer_free(&a);
	}
}

static void a_sibling_that_lies_is_an_error(void **state)
{
	(void)state;
	/* itself, backwards, inside, one too far, out of the unit */
	for (int i = 0; i < 6; i++) {
		struct hostile h;
		size_t s, where, end, to[6];

		hostile_begin(&h, 4);
		s = DIE_OPEN(&h.w, DW_TAG_structure_type, STR(DW_AT_name, "t"),
			     NUM(DW_AT_byte_size, 4),
			     REF_LATER(DW_AT_sibling, &where));
		DIE(&h.w, DW_TAG_member, STR(DW_AT_name, "x"),
		    REF(DW_AT_type, h.int_off),
		    NUM(DW_AT_data_member_location, 0));
		end = dwarf_writer_close(&h.w);
		DIE(&h.w, DW_TAG_structure_type, STR(DW_AT_name, "s"),
		    NUM(DW_AT_byte_size, 4));
		to[0] = s;
		to[1] = h.int_off;
		to[2] = where;
		to[3] = end + 1;
		to[4] = 100000;
		to[5] = 0;
		dwarf_writer_point(&h.w, where, to[i]);
		hostile_fails(hostile_finish(&h), "t", ".debug_info+0x", "");
	}
}

/* A name that stands in for another's, in a circle. */
static void a_specification_of_itself_is_no_endless_way(void **state)
{
	(void)state;
	for (int i = 0; i < 3; i++) {
		static const uint64_t ats[] = { DW_AT_specification,
						DW_AT_abstract_origin,
						DW_AT_signature };
		struct fuzz_rng rng = { 1 };
		struct hostile h;
		size_t a, b, where_a, where_b;
		char *path;

		hostile_begin(&h, 4);
		a = DIE(&h.w, DW_TAG_structure_type, NUM(DW_AT_byte_size, 4),
			REF_LATER(ats[i], &where_a));
		b = DIE(&h.w, DW_TAG_structure_type, NUM(DW_AT_byte_size, 4),
			REF_LATER(ats[i], &where_b));
		dwarf_writer_point(&h.w, where_a, b);
		dwarf_writer_point(&h.w, where_b, a);
		path = hostile_finish(&h);
		fuzz_exercise(path, NULL, &rng);
		test_file_remove(path);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		hostile_test(sizes_that_overflow_do_no_harm),
		hostile_test(offsets_that_overflow_do_no_harm),
		hostile_test(widths_that_overflow_do_no_harm),
		hostile_test(counts_that_overflow_do_no_harm),
		hostile_test(a_size_of_2_to_the_63_is_not_printed_as_another),
		hostile_test(references_that_lead_nowhere_are_told),
		hostile_test(a_sibling_that_lies_is_an_error),
		hostile_test(a_specification_of_itself_is_no_endless_way),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
