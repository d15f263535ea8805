// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include "unit/dwarf/load-test.h"
#include "base/poison.h"

/* An array of int with one dimension that says @... */
#define DIM_OF(t, language, ...) \
	dim_of(t, language, (const struct dwarf_attr[]){ __VA_ARGS__, { 0 } })

static struct lay_dim dim_of(struct load_test *t, unsigned int language,
			     const struct dwarf_attr *attrs)
{
	const struct lay_type *type;
	struct lay_dim dim;
	size_t base, array;

	dwarf_writer_init(&t->w, 5);
	dwarf_writer_unit(&t->w, DW_UT_compile);
	DIE_OPEN(&t->w, DW_TAG_compile_unit, STR(DW_AT_name, "a"),
		 NUM(DW_AT_language, language));
	base = DIE(&t->w, DW_TAG_base_type, NUM(DW_AT_byte_size, 4));
	array = DIE_OPEN(&t->w, DW_TAG_array_type, REF(DW_AT_type, base));
	dwarf_writer_die(&t->w, DW_TAG_subrange_type, false, attrs);
	dwarf_writer_close(&t->w);
	load_test_end(t);
	type = load_ok(t, array);
	assert_int_equal(type->kind, LAY_KIND_ARRAY);
	assert_int_equal(type->nr_dims, 1);
	dim = type->dims[0];
	load_test_close(t);
	return dim;
}

static void assert_count(struct lay_dim dim, uint64_t count)
{
	assert_true(dim.bounded);
	assert_false(dim.variable);
	assert_int_equal(dim.count, count);
}

static void counts_and_bounds_are_read(void **state)
{
	struct load_test t;

	(void)state;
	assert_count(DIM_OF(&t, DW_LANG_C99, NUM(DW_AT_count, 13)), 13);
	assert_count(DIM_OF(&t, DW_LANG_C99, NUM(DW_AT_upper_bound, 12)), 13);
	assert_count(DIM_OF(&t, DW_LANG_C99,
			    NUM_IN(DW_AT_upper_bound, DW_FORM_data1, 255)),
		     256);
	assert_count(DIM_OF(&t, DW_LANG_C99,
			    NUM_IN(DW_AT_upper_bound, DW_FORM_data2, 65535)),
		     65536);
	assert_count(DIM_OF(&t, DW_LANG_C99, NUM(DW_AT_lower_bound, 5),
			    NUM(DW_AT_upper_bound, 7)), 3);
	assert_count(DIM_OF(&t, DW_LANG_Fortran95, NUM(DW_AT_upper_bound, 10)),
		     10);
}

static void no_elements_are_told_from_no_bound(void **state)
{
	struct load_test t;
	struct lay_dim dim;

	(void)state;
	assert_count(DIM_OF(&t, DW_LANG_C99, NUM(DW_AT_count, 0)), 0);
	assert_count(DIM_OF(&t, DW_LANG_C99,
			    NUM_IN(DW_AT_upper_bound, DW_FORM_sdata, -1)), 0);
	assert_count(DIM_OF(&t, DW_LANG_C99,
			    NUM_IN(DW_AT_upper_bound, DW_FORM_data4, -1)), 0);
	assert_count(DIM_OF(&t, DW_LANG_C99,
			    NUM_IN(DW_AT_upper_bound, DW_FORM_data8, -1)), 0);
	dim = DIM_OF(&t, DW_LANG_C99, { 0 });
	assert_false(dim.bounded);
	assert_false(dim.variable);
	dim = DIM_OF(&t, DW_LANG_C99, NUM_IN(DW_AT_count, DW_FORM_sdata, -1));
	assert_false(dim.bounded);
}

static void bounds_that_are_no_constants_are_variable(void **state)
{
	struct load_test t;

	(void)state;
	assert_true(DIM_OF(&t, DW_LANG_C99,
			   BLOCK_IN(DW_AT_upper_bound, DW_FORM_exprloc,
				    "\x30", 1)).variable);
	assert_true(DIM_OF(&t, DW_LANG_C99,
			   NUM_IN(DW_AT_count, DW_FORM_ref4, 12)).variable);
	/* and ends before it starts */
	assert_true(DIM_OF(&t, DW_LANG_C99, NUM(DW_AT_lower_bound, 9),
			   NUM(DW_AT_upper_bound, 2)).variable);
}

static void dimensions_come_outermost_first(void **state)
{
	const struct lay_type *type;
	struct load_test t;
	uint64_t size;
	size_t array, vector, strided;

	(void)state;
	load_test_begin(&t, 5);
	array = DIE_OPEN(&t.w, DW_TAG_array_type, REF(DW_AT_type, t.int_die));
	DIE(&t.w, DW_TAG_subrange_type, NUM(DW_AT_upper_bound, 1));
	DIE(&t.w, DW_TAG_subrange_type, NUM(DW_AT_upper_bound, 2));
	dwarf_writer_close(&t.w);
	vector = DIE_OPEN(&t.w, DW_TAG_array_type, REF(DW_AT_type, t.int_die),
			  FLAG(DW_AT_GNU_vector));
	DIE(&t.w, DW_TAG_subrange_type, NUM(DW_AT_upper_bound, 3));
	dwarf_writer_close(&t.w);
	strided = DIE_OPEN(&t.w, DW_TAG_array_type, REF(DW_AT_type, t.int_die),
			   NUM(DW_AT_byte_stride, 6));
	DIE(&t.w, DW_TAG_subrange_type, NUM(DW_AT_upper_bound, 3));
	dwarf_writer_close(&t.w);
	load_test_end(&t);

	type = load_ok(&t, array);
	load_spelt(type, "int[2][3]");
	assert_true(lay_type_size(type, &size));
	assert_int_equal(size, 24);
	assert_int_equal(load_ok(&t, vector)->flags, LAY_TYPE_VECTOR);
	assert_int_equal(load_ok(&t, strided)->kind, LAY_KIND_UNKNOWN);
	assert_false(lay_type_size(load_ok(&t, strided), &size));
	load_test_close(&t);
}

/* An enum of @size bytes whose only value is @attr. */
static struct lay_enumerator value_of(struct load_test *t, unsigned int ate,
				      uint64_t size, struct dwarf_attr attr)
{
	const struct lay_type *type;
	struct lay_enumerator e;
	size_t die;

	load_test_begin(t, 5);
	die = DIE_OPEN(&t->w, DW_TAG_enumeration_type, STR(DW_AT_name, "e"),
		       NUM(DW_AT_byte_size, size), NUM(DW_AT_encoding, ate));
	DIE(&t->w, DW_TAG_enumerator, STR(DW_AT_name, "V"), attr);
	dwarf_writer_close(&t->w);
	load_test_end(t);
	type = load_ok(t, die);
	assert_int_equal(type->nr_enumerators, 1);
	assert_string_equal(type->enumerators[0].name, "V");
	e = type->enumerators[0];
	load_test_close(t);
	return e;
}

static void values_of_enums_have_their_sign(void **state)
{
	static const struct {
		unsigned int ate;
		uint64_t size;
		uint64_t form, written;
		int64_t value;
		bool is_unsigned;
	} c[] = {
		{ DW_ATE_signed, 4, DW_FORM_sdata, -1, -1, false },
		{ DW_ATE_signed, 4, DW_FORM_data1, 255, 255, false },
		{ DW_ATE_signed, 1, DW_FORM_data1, 255, -1, false },
		{ DW_ATE_signed, 4, DW_FORM_data4, UINT32_MAX, -1, false },
		{ DW_ATE_signed, 8, DW_FORM_data8, UINT64_MAX, -1, false },
		{ DW_ATE_unsigned, 4, DW_FORM_data4, UINT32_MAX, UINT32_MAX,
		  true },
		{ DW_ATE_unsigned, 8, DW_FORM_data8, UINT64_MAX, -1, true },
		{ DW_ATE_unsigned, 4, DW_FORM_implicit_const, 7, 7, false },
	};
	struct lay_enumerator e;
	struct load_test t;

	(void)state;
	for (size_t i = 0; i < sizeof(c) / sizeof(c[0]); i++) {
		e = value_of(&t, c[i].ate, c[i].size, (struct dwarf_attr)
			     NUM_IN(DW_AT_const_value, c[i].form,
				    c[i].written));
		assert_int_equal(e.value, c[i].value);
		assert_int_equal(e.is_unsigned, c[i].is_unsigned);
	}
}

static void an_underlying_type_gives_sign_and_size(void **state)
{
	const struct lay_type *type;
	struct load_test t;
	size_t die;

	(void)state;
	load_test_begin(&t, 4);
	die = DIE_OPEN(&t.w, DW_TAG_enumeration_type,
		       REF(DW_AT_type, t.char_die));
	DIE(&t.w, DW_TAG_enumerator, STR(DW_AT_name, "V"),
	    NUM_IN(DW_AT_const_value, DW_FORM_data1, 0xfe));
	dwarf_writer_close(&t.w);
	load_test_end(&t);
	type = load_ok(&t, die);
	assert_int_equal(type->size, 1);
	assert_string_equal(type->target->name, "char");
	assert_int_equal(type->enumerators[0].value, -2);
	load_test_close(&t);
}

static void a_value_of_more_than_64_bits_is_said_to_lack(void **state)
{
	const struct lay_type *type;
	struct load_test t;
	size_t die;

	(void)state;
	load_test_begin(&t, 5);
	die = DIE_OPEN(&t.w, DW_TAG_enumeration_type, NUM(DW_AT_byte_size, 16));
	DIE(&t.w, DW_TAG_enumerator, STR(DW_AT_name, "V"),
	    BLOCK_IN(DW_AT_const_value, DW_FORM_data16, "0123456789abcdef",
		     16));
	dwarf_writer_close(&t.w);
	load_test_end(&t);
	type = load_ok(&t, die);
	assert_int_equal(type->nr_enumerators, 0);
	assert_int_equal(type->flags, LAY_TYPE_SIZED | LAY_TYPE_PARTIAL);
	load_test_close(&t);
}

/* What Rust says of an Option<u32>: its tag and two variants. */
static void variants_are_an_anonymous_union(void **state)
{
	const struct lay_type *type, *variants;
	struct load_test t;
	size_t die, none;

	(void)state;
	load_test_begin(&t, 5);
	none = DIE(&t.w, DW_TAG_structure_type, STR(DW_AT_name, "None"),
		   NUM(DW_AT_byte_size, 8));
	die = DIE_OPEN(&t.w, DW_TAG_structure_type,
		       STR(DW_AT_name, "Option<u32>"), NUM(DW_AT_byte_size, 8));
	DIE_OPEN(&t.w, DW_TAG_variant_part, { 0 });
	DIE(&t.w, DW_TAG_member, REF(DW_AT_type, t.int_die),
	    NUM(DW_AT_data_member_location, 0), FLAG(DW_AT_artificial));
	DIE_OPEN(&t.w, DW_TAG_variant, NUM(DW_AT_discr_value, 0));
	DIE(&t.w, DW_TAG_member, STR(DW_AT_name, "None"),
	    REF(DW_AT_type, none), NUM(DW_AT_data_member_location, 0));
	dwarf_writer_close(&t.w);
	DIE_OPEN(&t.w, DW_TAG_variant, NUM(DW_AT_discr_value, 1));
	DIE(&t.w, DW_TAG_member, STR(DW_AT_name, "Some"),
	    REF(DW_AT_type, t.int_die), NUM(DW_AT_data_member_location, 4));
	dwarf_writer_close(&t.w);
	dwarf_writer_close(&t.w);
	dwarf_writer_close(&t.w);
	load_test_end(&t);

	type = load_ok(&t, die);
	assert_int_equal(type->nr_members, 1);
	assert_null(type->members[0].name);
	assert_int_equal(type->members[0].bit_off, 0);
	variants = type->members[0].type;
	assert_int_equal(variants->kind, LAY_KIND_UNION);
	assert_int_equal(variants->size, 8);
	assert_int_equal(variants->nr_members, 3);
	assert_int_equal(variants->members[0].flags, LAY_MEMBER_ARTIFICIAL);
	assert_string_equal(variants->members[2].name, "Some");
	assert_int_equal(variants->members[2].bit_off, 32);
	load_test_close(&t);
}

static void classes_leave_static_members_out(void **state)
{
	const struct lay_type *type;
	struct load_test t;
	size_t base, die;

	(void)state;
	load_test_begin(&t, 4);
	base = DIE(&t.w, DW_TAG_class_type, STR(DW_AT_name, "base"),
		   NUM(DW_AT_byte_size, 4));
	die = DIE_OPEN(&t.w, DW_TAG_class_type, STR(DW_AT_name, "derived"),
		       NUM(DW_AT_byte_size, 16));
	DIE(&t.w, DW_TAG_inheritance, REF(DW_AT_type, base),
	    NUM(DW_AT_data_member_location, 8));
	DIE(&t.w, DW_TAG_inheritance, REF(DW_AT_type, base),
	    NUM(DW_AT_virtuality, DW_VIRTUALITY_virtual));
	DIE(&t.w, DW_TAG_member, STR(DW_AT_name, "count"),
	    REF(DW_AT_type, t.int_die), FLAG(DW_AT_external),
	    FLAG(DW_AT_declaration));
	DIE(&t.w, DW_TAG_subprogram, STR(DW_AT_name, "f"));
	dwarf_writer_close(&t.w);
	load_test_end(&t);

	type = load_ok(&t, die);
	assert_int_equal(type->flags, LAY_TYPE_SIZED | LAY_TYPE_CLASS |
				      LAY_TYPE_PARTIAL);
	assert_string_equal(type->why, "a base class: it is virtual");
	assert_int_equal(type->nr_members, 2);
	assert_int_equal(type->members[0].flags, LAY_MEMBER_BASE_CLASS);
	assert_int_equal(type->members[0].bit_off, 64);
	assert_int_equal(type->members[1].flags,
			 LAY_MEMBER_BASE_CLASS | LAY_MEMBER_NO_OFFSET);
	load_test_close(&t);
}

static void cpp_pointers_are_spelt(void **state)
{
	const struct lay_type *type;
	struct load_test t;
	size_t class, fn, ref, move, data, func;

	(void)state;
	load_test_begin(&t, 5);
	class = DIE(&t.w, DW_TAG_class_type, STR(DW_AT_name, "c"));
	fn = DIE(&t.w, DW_TAG_subroutine_type, { 0 });
	ref = DIE(&t.w, DW_TAG_reference_type, REF(DW_AT_type, t.int_die));
	move = DIE(&t.w, DW_TAG_rvalue_reference_type,
		   REF(DW_AT_type, t.int_die));
	data = DIE(&t.w, DW_TAG_ptr_to_member_type, REF(DW_AT_type, t.int_die),
		   REF(DW_AT_containing_type, class));
	func = DIE(&t.w, DW_TAG_ptr_to_member_type, REF(DW_AT_type, fn),
		   REF(DW_AT_containing_type, class));
	load_test_end(&t);
	load_spelt(load_ok(&t, ref), "int &");
	load_spelt(load_ok(&t, move), "int &&");
	type = load_ok(&t, data);
	load_spelt(type, "int c::*");
	assert_int_equal(type->size, 8);
	type = load_ok(&t, func);
	load_spelt(type, "void (c::*)()");
	assert_int_equal(type->size, 16);
	load_test_close(&t);
}

/* More members than any type has: an end with an error, not without memory. */
static void a_list_without_end_is_an_error(void **state)
{
	uint8_t member[5];	/* abbreviation and reference */
	struct load_test t;
	size_t die, first;

	(void)state;
	load_test_begin(&t, 5);
	die = DIE_OPEN(&t.w, DW_TAG_union_type, NUM(DW_AT_byte_size, 4));
	first = DIE(&t.w, DW_TAG_member, REF(DW_AT_type, t.int_die));
	memcpy(member, t.w.info.data + first, sizeof(member));
	for (size_t i = 0; i < 1u << 20; i++)
		byte_buf_bytes(&t.w.info, member, sizeof(member));
	dwarf_writer_close(&t.w);
	load_test_end(&t);
	load_fails(&t, die, LAY_E_LIMIT, "members in a record");
	load_test_close(&t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(counts_and_bounds_are_read),
		cmocka_unit_test(no_elements_are_told_from_no_bound),
		cmocka_unit_test(bounds_that_are_no_constants_are_variable),
		cmocka_unit_test(dimensions_come_outermost_first),
		cmocka_unit_test(values_of_enums_have_their_sign),
		cmocka_unit_test(an_underlying_type_gives_sign_and_size),
		cmocka_unit_test(
			a_value_of_more_than_64_bits_is_said_to_lack),
		cmocka_unit_test(variants_are_an_anonymous_union),
		cmocka_unit_test(classes_leave_static_members_out),
		cmocka_unit_test(cpp_pointers_are_spelt),
		cmocka_unit_test(a_list_without_end_is_an_error),
	};

	return cmocka_run_group_tests_name("dwarf/load-list", tests, NULL,
					   NULL);
}
