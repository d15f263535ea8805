// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include "unit/dwarf/load-test.h"
#include "base/poison.h"

#define LOC(v) NUM(DW_AT_data_member_location, v)
#define BITS(v) NUM(DW_AT_bit_size, v)

/* A record of @size bytes with one int member, and what @... says of it. */
#define RECORD_OF(t, version, big_endian, size, ...) \
	record_of(t, version, big_endian, size, \
		  (const struct dwarf_attr[]){ __VA_ARGS__, { 0 } })

static const struct lay_member *record_of(struct load_test *t,
					  unsigned int version,
					  bool big_endian, uint64_t size,
					  const struct dwarf_attr *attrs)
{
	struct dwarf_attr all[8] = { STR(DW_AT_name, "x") };
	const struct lay_type *record;
	size_t n = 2, base, s;

	dwarf_writer_init(&t->w, version);
	if (big_endian)
		dwarf_writer_set_big_endian(&t->w);
	dwarf_writer_unit(&t->w, DW_UT_compile);
	DIE_OPEN(&t->w, DW_TAG_compile_unit, STR(DW_AT_name, "a.c"));
	base = DIE(&t->w, DW_TAG_base_type, NUM(DW_AT_byte_size, 4));
	s = DIE_OPEN(&t->w, DW_TAG_structure_type, STR(DW_AT_name, "s"),
		     NUM(DW_AT_byte_size, size));
	all[1] = (struct dwarf_attr)REF(DW_AT_type, base);
	while (attrs->at)
		all[n++] = *attrs++;
	dwarf_writer_die(&t->w, DW_TAG_member, false, all);
	dwarf_writer_close(&t->w);
	load_test_end(t);
	record = load_ok(t, s);
	assert_int_equal(record->nr_members, 1);
	return record->members;
}

static const struct lay_type *record(struct load_test *t)
{
	return load_ok(t, t->d.file->units[0].die_off + sizeof("\1a.c") +
			  sizeof("\2\4") - 1);
}

static void assert_at(struct load_test *t, const struct lay_member *m,
		      uint64_t bit_off)
{
	assert_int_equal(m->flags & LAY_MEMBER_NO_OFFSET, 0);
	assert_int_equal(m->bit_off, bit_off);
	assert_int_equal(record(t)->flags, LAY_TYPE_SIZED);
	assert_null(record(t)->why);
	load_test_close(t);
}

/* The position is not told, and the record says that it is not whole. */
static void assert_nowhere(struct load_test *t, const struct lay_member *m,
			   const char *why)
{
	assert_int_equal(m->flags & LAY_MEMBER_NO_OFFSET, LAY_MEMBER_NO_OFFSET);
	assert_int_equal(m->bit_off, 0);
	assert_int_equal(record(t)->flags, LAY_TYPE_SIZED | LAY_TYPE_PARTIAL);
	assert_string_equal(record(t)->why, why);
	load_test_close(t);
}

/* It is told as it was read, and the record says that it cannot be. */
static void assert_doubted(struct load_test *t, const struct lay_member *m,
			   uint64_t bit_off, const char *why)
{
	assert_int_equal(m->flags & LAY_MEMBER_NO_OFFSET, 0);
	assert_int_equal(m->bit_off, bit_off);
	assert_int_equal(record(t)->flags, LAY_TYPE_SIZED | LAY_TYPE_PARTIAL);
	assert_string_equal(record(t)->why, why);
	load_test_close(t);
}

static void locations_are_read_in_all_their_forms(void **state)
{
	struct load_test t;

	(void)state;
	assert_at(&t, RECORD_OF(&t, 5, false, 16, { 0 }), 0);
	assert_at(&t, RECORD_OF(&t, 5, false, 16, LOC(12)), 96);
	assert_at(&t, RECORD_OF(&t, 5, true, 16, LOC(12)), 96);
	assert_at(&t, RECORD_OF(&t, 5, false, 16,
				NUM_IN(DW_AT_data_member_location,
				       DW_FORM_implicit_const, 8)), 64);
	assert_at(&t, RECORD_OF(&t, 4, false, 16,
				NUM_IN(DW_AT_data_member_location,
				       DW_FORM_data4, 8)), 64);
	assert_at(&t, RECORD_OF(&t, 3, false, 16,
				NUM_IN(DW_AT_data_member_location,
				       DW_FORM_data1, 8)), 64);
	assert_at(&t, RECORD_OF(&t, 2, false, 512,
				BLOCK_IN(DW_AT_data_member_location,
					 DW_FORM_block1, "\x23\x88\x02", 3)),
		  264 * 8);
	assert_at(&t, RECORD_OF(&t, 4, false, 16,
				BLOCK_IN(DW_AT_data_member_location,
					 DW_FORM_exprloc, "\x23\x08", 2)), 64);
}

static void locations_that_take_an_object_are_not_told(void **state)
{
	static const char why[] = "member x: its position is not a constant";
	struct load_test t;

	(void)state;
	/* a virtual base: DW_OP_dup, DW_OP_deref, DW_OP_plus */
	assert_nowhere(&t, RECORD_OF(&t, 4, false, 16,
				     BLOCK_IN(DW_AT_data_member_location,
					      DW_FORM_exprloc, "\x12\x06\x22",
					      3)), why);
	assert_nowhere(&t, RECORD_OF(&t, 5, false, 16,
				     NUM_IN(DW_AT_data_member_location,
					    DW_FORM_sec_offset, 8)), why);
	/* what is a constant since DWARF 4 was a list before */
	assert_nowhere(&t, RECORD_OF(&t, 3, false, 16,
				     NUM_IN(DW_AT_data_member_location,
					    DW_FORM_data4, 8)), why);
}

static void locations_that_no_object_has_are_not_told(void **state)
{
	static const char why[] = "member x: its position is not possible";
	struct load_test t;

	(void)state;
	assert_nowhere(&t, RECORD_OF(&t, 5, false, 16, LOC(UINT64_MAX)), why);
	assert_nowhere(&t, RECORD_OF(&t, 5, false, 16, LOC(1ull << 61)), why);
	assert_nowhere(&t, RECORD_OF(&t, 5, false, 16,
				     NUM_IN(DW_AT_data_member_location,
					    DW_FORM_sdata, -8)), why);
	assert_nowhere(&t, RECORD_OF(&t, 5, false, 16, BITS(3),
				     NUM(DW_AT_data_bit_offset, 1ull << 63)),
		       why);
}

static void data_bit_offset_counts_in_memory_order(void **state)
{
	struct load_test t;
	const struct lay_member *m;

	(void)state;
	for (int big = 0; big < 2; big++) {
		m = RECORD_OF(&t, 5, big, 16, BITS(3),
			      NUM(DW_AT_data_bit_offset, 37));
		assert_int_equal(m->flags, LAY_MEMBER_BITFIELD);
		assert_int_equal(m->bit_size, 3);
		assert_at(&t, m, 37);
	}
}

/* struct { int a : 3, b : 7; }: b is 3 bits behind the start of its unit. On a
 * little-endian machine that is 22 bits below the most significant one. */
static void bit_offset_counts_from_the_most_significant_bit(void **state)
{
	struct load_test t;

	(void)state;
	assert_at(&t, RECORD_OF(&t, 2, false, 16, NUM(DW_AT_byte_size, 4),
				BITS(7), NUM(DW_AT_bit_offset, 22), LOC(8)),
		  64 + 3);
	assert_at(&t, RECORD_OF(&t, 2, true, 16, NUM(DW_AT_byte_size, 4),
				BITS(7), NUM(DW_AT_bit_offset, 3), LOC(8)),
		  64 + 3);
	/* storage that does not say its size has that of its type */
	assert_at(&t, RECORD_OF(&t, 2, false, 16, BITS(7),
				NUM(DW_AT_bit_offset, 22), LOC(8)), 64 + 3);
	/* and may be of another size than its type */
	assert_at(&t, RECORD_OF(&t, 2, false, 16, NUM(DW_AT_byte_size, 1),
				BITS(2), NUM(DW_AT_bit_offset, 1), LOC(8)),
		  64 + 5);
}

/* Packed fields leave the unit at its end. */
static void bit_offset_can_be_negative(void **state)
{
	struct load_test t;

	(void)state;
	assert_at(&t, RECORD_OF(&t, 3, false, 16, BITS(7),
				NUM_IN(DW_AT_bit_offset, DW_FORM_sdata, -4),
				LOC(0)), 29);
	assert_nowhere(&t, RECORD_OF(&t, 3, true, 16, BITS(7),
				     NUM_IN(DW_AT_bit_offset, DW_FORM_sdata,
					    -4), LOC(0)),
		       "member x: it starts before the record");
}

static void a_width_without_bit_position_starts_at_its_byte(void **state)
{
	struct load_test t;

	(void)state;
	for (int big = 0; big < 2; big++)
		assert_at(&t, RECORD_OF(&t, 5, big, 16, BITS(5), LOC(4)), 32);
}

static void what_contradicts_itself_is_doubted_as_read(void **state)
{
	struct load_test t;
	const struct lay_member *m;

	(void)state;
	m = RECORD_OF(&t, 5, false, 16, BITS(33), LOC(0));
	assert_int_equal(m->bit_size, 33);
	assert_doubted(&t, m, 0, "member x: it is wider than its type");
	assert_doubted(&t, RECORD_OF(&t, 5, false, 16, LOC(14)), 112,
		       "member x: it ends past the record");
	assert_doubted(&t, RECORD_OF(&t, 5, false, 1, BITS(3),
				     NUM(DW_AT_data_bit_offset, 6)), 6,
		       "member x: it ends past the record");
	assert_nowhere(&t, RECORD_OF(&t, 5, false, 16, BITS(3), LOC(4),
				     NUM(DW_AT_data_bit_offset, 6)),
		       "member x: it has two positions");
	assert_nowhere(&t, RECORD_OF(&t, 5, false, 16, BITS(UINT64_MAX)),
		       "member x: its width is not possible");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(locations_are_read_in_all_their_forms),
		cmocka_unit_test(locations_that_take_an_object_are_not_told),
		cmocka_unit_test(locations_that_no_object_has_are_not_told),
		cmocka_unit_test(data_bit_offset_counts_in_memory_order),
		cmocka_unit_test(
			bit_offset_counts_from_the_most_significant_bit),
		cmocka_unit_test(bit_offset_can_be_negative),
		cmocka_unit_test(
			a_width_without_bit_position_starts_at_its_byte),
		cmocka_unit_test(what_contradicts_itself_is_doubted_as_read),
	};

	return cmocka_run_group_tests_name("dwarf/load-place", tests, NULL,
					   NULL);
}
