// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include <layoutdiff/model.h>

#include "base/poison.h"

#define SCALAR(k, n) \
	{ .kind = LAY_KIND_##k, .flags = LAY_TYPE_SIZED, .size = (n) }
#define RECORD(k, n, m) \
	{ .kind = LAY_KIND_##k, .flags = LAY_TYPE_SIZED, .size = (n), \
	  .members = (m), .nr_members = sizeof(m) / sizeof((m)[0]) }

static const struct lay_type char_type = SCALAR(BASE, 1);
static const struct lay_type int_type = SCALAR(BASE, 4);
static const struct lay_type long_type = SCALAR(BASE, 8);

static void strip_looks_through_typedefs_and_qualifiers(void **state)
{
	const struct lay_type c = { .kind = LAY_KIND_CONST,
				    .target = &int_type };
	const struct lay_type t = { .kind = LAY_KIND_TYPEDEF, .target = &c };
	const struct lay_type v = { .kind = LAY_KIND_VOLATILE, .target = &t };
	const struct lay_type to_void = { .kind = LAY_KIND_TYPEDEF };

	(void)state;
	assert_ptr_equal(lay_type_strip(&v), &int_type);
	assert_ptr_equal(lay_type_strip(&int_type), &int_type);
	assert_int_equal(lay_type_strip(&to_void)->kind, LAY_KIND_VOID);
}

static void strip_of_a_typedef_of_itself_ends(void **state)
{
	struct lay_type t = { .kind = LAY_KIND_TYPEDEF };
	uint64_t size;

	(void)state;
	t.target = &t;
	assert_non_null(lay_type_strip(&t));
	assert_false(lay_type_is_record(&t));
	assert_false(lay_type_size(&t, &size));
	assert_int_equal(lay_type_align(&t, 16), 0);
}

static void sizes_of_arrays_are_products(void **state)
{
	const struct lay_dim dims[] = { { .count = 3, .bounded = true },
					{ .count = 5, .bounded = true } };
	const struct lay_type inner = { .kind = LAY_KIND_ARRAY, .dims = dims,
					.nr_dims = 2, .target = &int_type };
	const struct lay_type t = { .kind = LAY_KIND_TYPEDEF,
				    .target = &inner };
	const struct lay_type outer = { .kind = LAY_KIND_ARRAY, .dims = dims,
					.nr_dims = 1, .target = &t };
	uint64_t size;

	(void)state;
	assert_true(lay_type_size(&inner, &size));
	assert_int_equal(size, 60);
	assert_true(lay_type_size(&outer, &size));
	assert_int_equal(size, 180);
}

static void sizes_that_are_not_known_are_not_numbers(void **state)
{
	const struct lay_dim flexible = { .bounded = false };
	const struct lay_dim variable = { .variable = true };
	const struct lay_dim huge = { .count = UINT64_MAX, .bounded = true };
	struct lay_type array = { .kind = LAY_KIND_ARRAY, .dims = &flexible,
				  .nr_dims = 1, .target = &int_type };
	const struct lay_type declared = { .kind = LAY_KIND_STRUCT,
					   .flags = LAY_TYPE_DECLARATION };
	const struct lay_type fn = { .kind = LAY_KIND_FUNCTION };
	uint64_t size = 77;

	(void)state;
	assert_true(lay_type_size(&array, &size));
	assert_int_equal(size, 0);
	size = 77;
	array.dims = &variable;
	assert_false(lay_type_size(&array, &size));
	array.dims = &huge;
	assert_false(lay_type_size(&array, &size));
	assert_false(lay_type_size(&declared, &size));
	assert_false(lay_type_size(&fn, &size));
	assert_int_equal(size, 77);
}

static void a_record_aligns_as_its_neediest_member(void **state)
{
	const struct lay_member inner_members[] = {
		{ .type = &char_type }, { .type = &int_type, .bit_off = 32 },
	};
	const struct lay_type inner = RECORD(STRUCT, 8, inner_members);
	const struct lay_member members[] = {
		{ .type = &char_type }, { .type = &inner, .bit_off = 32 },
		{ .type = &char_type, .bit_off = 96 },
	};
	const struct lay_type outer = RECORD(STRUCT, 16, members);
	const struct lay_member eight[] = { { .type = &long_type } };
	const struct lay_type i386 = RECORD(STRUCT, 12, eight);

	(void)state;
	assert_int_equal(lay_type_align(&outer, 16), 4);
	assert_int_equal(lay_type_align(&long_type, 16), 8);
	assert_int_equal(lay_type_align(&i386, 4), 4);
}

static void two_numbers_align_as_one_and_a_vector_as_a_whole(void **state)
{
	const struct lay_type complex = { .kind = LAY_KIND_BASE,
		.flags = LAY_TYPE_SIZED, .size = 16,
		.encoding = LAY_ENCODING_COMPLEX };
	const struct lay_dim four = { .count = 4, .bounded = true };
	const struct lay_type vector = { .kind = LAY_KIND_ARRAY,
		.flags = LAY_TYPE_VECTOR, .dims = &four, .nr_dims = 1,
		.target = &int_type };
	const struct lay_member members[] = {
		{ .type = &char_type }, { .type = &complex, .bit_off = 64 },
	};
	const struct lay_type record = RECORD(STRUCT, 24, members);
	const struct lay_member behind[] = {
		{ .type = &char_type }, { .type = &vector, .bit_off = 128 },
	};
	const struct lay_type wide = RECORD(STRUCT, 32, behind);
	const struct lay_dim eight = { .count = 8, .bounded = true };
	const struct lay_type large = { .kind = LAY_KIND_ARRAY,
		.flags = LAY_TYPE_VECTOR, .dims = &eight, .nr_dims = 1,
		.target = &int_type };
	const struct lay_member in_large[] = { { .type = &large } };
	const struct lay_type at_will = RECORD(STRUCT, 32, in_large);
	const struct lay_type at_16 = RECORD(STRUCT, 48, in_large);

	(void)state;
	assert_int_equal(lay_type_align(&complex, 16), 8);
	assert_int_equal(lay_type_align(&record, 16), 8);
	assert_int_equal(lay_type_align(&vector, 16), 16);
	assert_int_equal(lay_type_align(&vector, 8), 8);
	assert_int_equal(lay_type_align(&wide, 16), 16);
	/* one of 32 bytes asks for 32 where there is AVX, else for 16 */
	assert_int_equal(lay_type_align(&at_will, 16), 16);
	assert_int_equal(lay_type_align_most(&at_will, 16), 32);
	assert_int_equal(lay_type_align(&at_16, 16), 16);
	assert_int_equal(lay_type_align_most(&at_16, 16), 16);
}

static void a_packed_record_asks_for_what_its_members_state(void **state)
{
	const struct lay_member members[] = {
		{ .type = &char_type }, { .type = &long_type, .bit_off = 16 },
	};
	const struct lay_type packed = RECORD(STRUCT, 10, members);
	const struct lay_member with_stated[] = {
		{ .type = &char_type }, { .type = &long_type, .bit_off = 16 },
		{ .type = &int_type, .bit_off = 96, .align = 4 },
	};
	const struct lay_type some = RECORD(STRUCT, 16, with_stated);
	const struct lay_member in_front[] = {
		{ .type = &int_type }, { .type = &char_type, .bit_off = 32 },
	};
	const struct lay_type cut_short = RECORD(STRUCT, 5, in_front);
	const struct lay_member even[] = {
		{ .type = &long_type }, { .type = &int_type, .bit_off = 64 },
	};
	const struct lay_type by_size = RECORD(STRUCT, 12, even);

	(void)state;
	assert_int_equal(lay_type_align(&packed, 16), 1);
	assert_int_equal(lay_type_align(&some, 16), 4);
	assert_int_equal(lay_type_align(&cut_short, 16), 1);
	/* its size says that it is packed, and not by how much */
	assert_int_equal(lay_type_align(&by_size, 16), 1);
	assert_int_equal(lay_type_align_most(&by_size, 16), 4);
	assert_int_equal(lay_type_align_most(&packed, 16), 2);
}

static void a_bit_field_asks_for_its_declared_type(void **state)
{
	const struct lay_member members[] = {
		{ .type = &char_type },
		{ .type = &int_type, .bit_off = 9, .bit_size = 3,
		  .flags = LAY_MEMBER_BITFIELD },
	};
	const struct lay_type record = RECORD(STRUCT, 4, members);

	(void)state;
	assert_int_equal(lay_type_align(&record, 16), 4);
}

static void a_stated_alignment_goes_before_the_natural_one(void **state)
{
	const struct lay_type compat_u64 = { .kind = LAY_KIND_TYPEDEF,
		.target = &long_type, .align = 4 };
	const struct lay_member members[] = {
		{ .type = &compat_u64 }, { .type = &int_type, .bit_off = 64 },
	};
	const struct lay_type record = RECORD(STRUCT, 12, members);
	const struct lay_member lined[] = { { .type = &char_type,
					      .align = 64 } };
	const struct lay_type line = RECORD(STRUCT, 64, lined);
	const struct lay_type said = { .kind = LAY_KIND_STRUCT, .align = 128,
		.flags = LAY_TYPE_SIZED, .size = 128 };

	(void)state;
	assert_int_equal(lay_type_align(&record, 16), 4);
	assert_int_equal(lay_type_align(&line, 16), 64);
	assert_int_equal(lay_type_align(&said, 16), 128);
}

/* Two of the one before, 60 levels on: small, and 2^60 leaves. */
static void records_that_double_at_each_level_are_no_trouble(void **state)
{
	struct lay_member members[60][2], others[60][2];
	struct lay_type records[60], copies[60];
	const struct lay_type *below = &int_type;

	(void)state;
	for (size_t i = 0; i < 60; i++) {
		members[i][0] = (struct lay_member){ .type = below };
		members[i][1] = (struct lay_member){ .type = below };
		records[i] = (struct lay_type)RECORD(UNION, 4, members[i]);
		below = &records[i];
	}
	assert_int_equal(lay_type_align(below, 16), 4);
	/* and the same question of two of them, that part at their ends */
	assert_false(lay_type_same(below, &records[58]));
	memcpy(copies, records, sizeof(copies));
	for (size_t i = 1; i < 60; i++) {
		memcpy(others[i], members[i], sizeof(others[i]));
		others[i][0].type = others[i][1].type = &copies[i - 1];
		copies[i].members = others[i];
	}
	assert_true(lay_type_same(below, &copies[59]));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(strip_looks_through_typedefs_and_qualifiers),
		cmocka_unit_test(strip_of_a_typedef_of_itself_ends),
		cmocka_unit_test(sizes_of_arrays_are_products),
		cmocka_unit_test(sizes_that_are_not_known_are_not_numbers),
		cmocka_unit_test(a_record_aligns_as_its_neediest_member),
		cmocka_unit_test(
			two_numbers_align_as_one_and_a_vector_as_a_whole),
		cmocka_unit_test(
			a_packed_record_asks_for_what_its_members_state),
		cmocka_unit_test(a_bit_field_asks_for_its_declared_type),
		cmocka_unit_test(
			a_stated_alignment_goes_before_the_natural_one),
		cmocka_unit_test(
			records_that_double_at_each_level_are_no_trouble),
	};

	return cmocka_run_group_tests_name("model/type", tests, NULL, NULL);
}
