// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include "unit/dwarf/load-test.h"
#include "base/poison.h"

static void a_record_has_what_its_dies_say(void **state)
{
	const struct lay_type *type;
	struct load_test t;
	size_t s;

	(void)state;
	for (unsigned int version = 2; version <= 5; version++) {
		load_test_begin(&t, version);
		s = DIE_OPEN(&t.w, DW_TAG_structure_type, STR(DW_AT_name, "s"),
			     NUM(DW_AT_byte_size, 8), NUM(DW_AT_alignment, 64),
			     NUM(DW_AT_decl_line, 7));
		DIE(&t.w, DW_TAG_member, STR(DW_AT_name, "a"),
		    REF(DW_AT_type, t.char_die),
		    NUM(DW_AT_data_member_location, 0));
		DIE(&t.w, DW_TAG_member, REF(DW_AT_type, t.int_die),
		    NUM(DW_AT_data_member_location, 4),
		    NUM(DW_AT_alignment, 4), NUM(DW_AT_decl_line, 9));
		dwarf_writer_close(&t.w);
		load_test_end(&t);

		type = load_ok(&t, s);
		assert_int_equal(type->kind, LAY_KIND_STRUCT);
		assert_int_equal(type->flags, LAY_TYPE_SIZED);
		assert_string_equal(type->name, "s");
		assert_string_equal(type->unit, "a.c");
		assert_int_equal(type->source_off, s);
		assert_int_equal(type->size, 8);
		assert_int_equal(type->align, 64);
		assert_int_equal(type->decl.line, 7);
		assert_null(type->decl.file);
		assert_int_equal(type->nr_members, 2);
		assert_string_equal(type->members[0].name, "a");
		assert_int_equal(type->members[0].bit_off, 0);
		assert_int_equal(type->members[0].align, 0);
		assert_int_equal(type->members[0].type->kind, LAY_KIND_BASE);
		assert_null(type->members[1].name);
		assert_int_equal(type->members[1].bit_off, 32);
		assert_int_equal(type->members[1].align, 4);
		assert_int_equal(type->members[1].decl.line, 9);
		assert_int_equal(type->members[1].type->encoding,
				 LAY_ENCODING_SIGNED);
		load_test_close(&t);
	}
}

static void what_is_asked_for_again_is_the_same(void **state)
{
	struct load_test t;
	size_t s;

	(void)state;
	load_test_begin(&t, 5);
	s = DIE_OPEN(&t.w, DW_TAG_union_type, NUM(DW_AT_byte_size, 4));
	DIE(&t.w, DW_TAG_member, STR(DW_AT_name, "i"),
	    REF(DW_AT_type, t.int_die));
	dwarf_writer_close(&t.w);
	load_test_end(&t);
	assert_ptr_equal(load_ok(&t, s), load_ok(&t, s));
	assert_ptr_equal(load_ok(&t, s)->members[0].type,
			 load_ok(&t, t.int_die));
	load_test_close(&t);
}

static void pointers_are_followed_to_a_name_and_no_further(void **state)
{
	const struct lay_type *type, *target;
	struct load_test t;
	size_t s, ptr, where, cptr;

	(void)state;
	load_test_begin(&t, 5);
	ptr = DIE(&t.w, DW_TAG_pointer_type, REF_LATER(DW_AT_type, &where));
	cptr = DIE(&t.w, DW_TAG_const_type, REF(DW_AT_type, ptr));
	s = DIE_OPEN(&t.w, DW_TAG_structure_type, STR(DW_AT_name, "node"),
		     NUM(DW_AT_byte_size, 16));
	DIE(&t.w, DW_TAG_member, STR(DW_AT_name, "next"), REF(DW_AT_type, cptr),
	    NUM(DW_AT_data_member_location, 0));
	dwarf_writer_close(&t.w);
	dwarf_writer_point(&t.w, where, s);
	load_test_end(&t);

	type = load_ok(&t, s);
	load_spelt(type->members[0].type, "struct node *const");
	target = lay_type_strip(type->members[0].type);
	assert_int_equal(target->kind, LAY_KIND_POINTER);
	/* as long as the unit's addresses, when it does not say */
	assert_int_equal(target->size, 8);
	target = target->target;
	assert_int_equal(target->kind, LAY_KIND_STRUCT);
	assert_int_equal(target->flags, LAY_TYPE_SHALLOW);
	assert_int_equal(target->nr_members, 0);
	assert_int_equal(target->size, 0);
	load_test_close(&t);
}

static void functions_have_their_parameters(void **state)
{
	const struct lay_type *type;
	struct load_test t;
	size_t fn, ptr, old;

	(void)state;
	load_test_begin(&t, 5);
	fn = DIE_OPEN(&t.w, DW_TAG_subroutine_type, FLAG(DW_AT_prototyped),
		      REF(DW_AT_type, t.int_die));
	DIE(&t.w, DW_TAG_formal_parameter, REF(DW_AT_type, t.char_die));
	DIE(&t.w, DW_TAG_unspecified_parameters, { 0 });
	dwarf_writer_close(&t.w);
	ptr = DIE(&t.w, DW_TAG_pointer_type, REF(DW_AT_type, fn));
	old = DIE(&t.w, DW_TAG_subroutine_type, { 0 });
	load_test_end(&t);

	type = load_ok(&t, ptr);
	load_spelt(type, "int (*)(char, ...)");
	assert_int_equal(type->target->flags,
			 LAY_TYPE_PROTOTYPED | LAY_TYPE_VARIADIC);
	load_spelt(load_ok(&t, old), "void ()");
	load_test_close(&t);
}

static void base_types_are_told_apart(void **state)
{
	static const struct {
		unsigned int ate;
		enum lay_encoding encoding;
	} cases[] = {
		{ DW_ATE_signed, LAY_ENCODING_SIGNED },
		{ DW_ATE_unsigned, LAY_ENCODING_UNSIGNED },
		{ DW_ATE_signed_char, LAY_ENCODING_SIGNED },
		{ DW_ATE_unsigned_char, LAY_ENCODING_UNSIGNED },
		{ DW_ATE_UTF, LAY_ENCODING_UNSIGNED },
		{ DW_ATE_boolean, LAY_ENCODING_BOOL },
		{ DW_ATE_float, LAY_ENCODING_FLOAT },
		{ DW_ATE_complex_float, LAY_ENCODING_COMPLEX },
	};
	size_t die[sizeof(cases) / sizeof(cases[0])], bits, bits_only;
	const struct lay_type *type;
	struct load_test t;

	(void)state;
	load_test_begin(&t, 5);
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		die[i] = DIE(&t.w, DW_TAG_base_type, NUM(DW_AT_byte_size, 1),
			     NUM(DW_AT_encoding, cases[i].ate));
	bits = DIE(&t.w, DW_TAG_base_type, STR(DW_AT_name, "_BitInt(37)"),
		   NUM(DW_AT_byte_size, 8), NUM(DW_AT_bit_size, 37));
	bits_only = DIE(&t.w, DW_TAG_base_type, NUM(DW_AT_bit_size, 9));
	load_test_end(&t);
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		assert_int_equal(load_ok(&t, die[i])->encoding,
				 cases[i].encoding);
	type = load_ok(&t, bits);
	assert_int_equal(type->flags, LAY_TYPE_SIZED | LAY_TYPE_BITS);
	assert_int_equal(type->size, 8);
	assert_int_equal(type->bit_width, 37);
	type = load_ok(&t, bits_only);
	assert_int_equal(type->size, 2);
	load_test_close(&t);
}

static void a_declaration_has_no_size(void **state)
{
	const struct lay_type *type;
	struct load_test t;
	size_t decl, s;
	uint64_t size;

	(void)state;
	load_test_begin(&t, 5);
	decl = DIE(&t.w, DW_TAG_structure_type, STR(DW_AT_name, "elsewhere"),
		   FLAG(DW_AT_declaration));
	s = DIE_OPEN(&t.w, DW_TAG_structure_type, NUM(DW_AT_byte_size, 8));
	DIE(&t.w, DW_TAG_member, STR(DW_AT_name, "x"), REF(DW_AT_type, decl));
	dwarf_writer_close(&t.w);
	load_test_end(&t);
	type = load_ok(&t, s)->members[0].type;
	assert_int_equal(type->flags, LAY_TYPE_DECLARATION);
	assert_false(lay_type_size(type, &size));
	load_test_close(&t);
}

static void a_definition_has_the_name_of_its_declaration(void **state)
{
	struct load_test t;
	size_t decl, def;

	(void)state;
	load_test_begin(&t, 5);
	decl = DIE(&t.w, DW_TAG_class_type, STR(DW_AT_name, "inner"),
		   FLAG(DW_AT_declaration));
	def = DIE(&t.w, DW_TAG_class_type, NUM(DW_AT_byte_size, 1),
		  REF(DW_AT_specification, decl));
	load_test_end(&t);
	load_spelt(load_ok(&t, def), "class inner");
	load_test_close(&t);
}

/* A member with the type @ref and nothing else in a record of 4 bytes, in a
 * unit behind a type unit whose type is an int. */
static const struct lay_type *member_of_type_unit(struct load_test *t,
						  unsigned int version,
						  bool skeleton)
{
	const uint64_t signature = 0x0123456789abcdef;
	size_t s, type;

	dwarf_writer_init(&t->w, version);
	dwarf_writer_type_unit(&t->w, signature);
	DIE_OPEN(&t->w, DW_TAG_type_unit, NUM(DW_AT_language, DW_LANG_C99));
	type = DIE(&t->w, DW_TAG_structure_type, STR(DW_AT_name, "shared"),
		   NUM(DW_AT_byte_size, 4));
	dwarf_writer_type_is(&t->w, type);
	dwarf_writer_close(&t->w);
	dwarf_writer_unit_end(&t->w);
	dwarf_writer_unit(&t->w, DW_UT_compile);
	DIE_OPEN(&t->w, DW_TAG_compile_unit, STR(DW_AT_name, "a.c"));
	type = DIE(&t->w, DW_TAG_structure_type, FLAG(DW_AT_declaration),
		   NUM_IN(DW_AT_signature, DW_FORM_ref_sig8, signature));
	s = DIE_OPEN(&t->w, DW_TAG_structure_type, NUM(DW_AT_byte_size, 4));
	if (skeleton)
		DIE(&t->w, DW_TAG_member, STR(DW_AT_name, "x"),
		    REF(DW_AT_type, type));
	else
		DIE(&t->w, DW_TAG_member, STR(DW_AT_name, "x"),
		    NUM_IN(DW_AT_type, DW_FORM_ref_sig8, signature));
	dwarf_writer_close(&t->w);
	load_test_end(t);
	return load_ok(t, s)->members[0].type;
}

static void signatures_lead_to_type_units(void **state)
{
	struct load_test t;

	(void)state;
	for (unsigned int i = 0; i < 4; i++) {
		const struct lay_type *type = member_of_type_unit(&t, 4 + i / 2,
								  i & 1);

		load_spelt(type, "struct shared");
		assert_int_equal(type->size, 4);
		load_test_close(&t);
	}
}

static void references_lead_to_other_units(void **state)
{
	const struct lay_type *type;
	struct load_test t;
	size_t s;

	(void)state;
	load_test_begin(&t, 4);
	dwarf_writer_close(&t.w);
	dwarf_writer_unit_end(&t.w);
	dwarf_writer_unit(&t.w, DW_UT_compile);
	DIE_OPEN(&t.w, DW_TAG_compile_unit, STR(DW_AT_name, "b.c"));
	s = DIE(&t.w, DW_TAG_typedef, STR(DW_AT_name, "t"),
		NUM_IN(DW_AT_type, DW_FORM_ref_addr, t.int_die));
	load_test_end(&t);
	type = load_ok(&t, s);
	assert_string_equal(type->unit, "b.c");
	assert_string_equal(type->target->name, "int");
	assert_string_equal(type->target->unit, "a.c");
	load_test_close(&t);
}

static void what_another_file_holds_is_unknown(void **state)
{
	const struct lay_type *type;
	struct load_test t;
	size_t s, sig;

	(void)state;
	load_test_begin(&t, 5);
	s = DIE(&t.w, DW_TAG_typedef,
		NUM_IN(DW_AT_type, DW_FORM_GNU_ref_alt, 0x10));
	sig = DIE(&t.w, DW_TAG_typedef,
		  NUM_IN(DW_AT_type, DW_FORM_ref_sig8, 77));
	load_test_end(&t);
	type = load_ok(&t, s)->target;
	assert_int_equal(type->kind, LAY_KIND_UNKNOWN);
	assert_string_equal(type->why, "defined in another file");
	assert_int_equal(load_ok(&t, sig)->target->kind, LAY_KIND_UNKNOWN);
	load_test_close(&t);
}

static void a_tag_that_is_no_type_is_unknown(void **state)
{
	const struct lay_type *type;
	struct load_test t;
	size_t die;

	(void)state;
	load_test_begin(&t, 5);
	die = DIE(&t.w, DW_TAG_variable, STR(DW_AT_name, "jiffies"));
	load_test_end(&t);
	type = load_ok(&t, die);
	assert_int_equal(type->kind, LAY_KIND_UNKNOWN);
	assert_non_null(type->why);
	load_test_close(&t);
}

static void a_member_without_type_is_an_error(void **state)
{
	struct load_test t;
	size_t s;

	(void)state;
	load_test_begin(&t, 5);
	s = DIE_OPEN(&t.w, DW_TAG_structure_type, NUM(DW_AT_byte_size, 4));
	DIE(&t.w, DW_TAG_member, STR(DW_AT_name, "x"));
	dwarf_writer_close(&t.w);
	load_test_end(&t);
	load_fails(&t, s, LAY_E_FORMAT, "member without type");
	load_test_close(&t);
}

static void a_record_that_holds_itself_is_an_error(void **state)
{
	struct load_test t;
	size_t outer, inner, where;

	(void)state;
	load_test_begin(&t, 5);
	outer = DIE_OPEN(&t.w, DW_TAG_structure_type, NUM(DW_AT_byte_size, 4));
	DIE(&t.w, DW_TAG_member, REF_LATER(DW_AT_type, &where));
	dwarf_writer_close(&t.w);
	inner = DIE_OPEN(&t.w, DW_TAG_structure_type, NUM(DW_AT_byte_size, 4));
	DIE(&t.w, DW_TAG_member, REF(DW_AT_type, outer));
	dwarf_writer_close(&t.w);
	dwarf_writer_point(&t.w, where, inner);
	load_test_end(&t);
	/* from whichever side, and again */
	for (int i = 0; i < 2; i++) {
		load_fails(&t, outer, LAY_E_FORMAT, "contains itself");
		load_fails(&t, inner, LAY_E_FORMAT, "contains itself");
	}
	load_test_close(&t);
}

static void a_typedef_of_itself_is_an_error(void **state)
{
	struct load_test t;
	size_t a, b, where;

	(void)state;
	load_test_begin(&t, 5);
	a = DIE(&t.w, DW_TAG_typedef, REF_LATER(DW_AT_type, &where));
	b = DIE(&t.w, DW_TAG_typedef, REF(DW_AT_type, a));
	dwarf_writer_point(&t.w, where, b);
	load_test_end(&t);
	load_fails(&t, a, LAY_E_FORMAT, "contains itself");
	load_test_close(&t);
}

static void a_pointer_to_itself_is_not_followed_round(void **state)
{
	const struct lay_type *type;
	struct load_test t;
	size_t ptr, def, where;

	(void)state;
	load_test_begin(&t, 5);
	ptr = DIE(&t.w, DW_TAG_pointer_type, REF_LATER(DW_AT_type, &where));
	def = DIE(&t.w, DW_TAG_typedef, STR(DW_AT_name, "t"),
		  REF(DW_AT_type, ptr));
	dwarf_writer_point(&t.w, where, def);
	load_test_end(&t);
	type = load_ok(&t, def);
	assert_string_equal(type->name, "t");
	load_spelt(type->target, "t *");
	load_test_close(&t);
}

static void types_too_deep_in_one_another_are_an_error(void **state)
{
	struct load_test t;
	size_t die;

	(void)state;
	load_test_begin(&t, 5);
	die = t.int_die;
	for (int i = 0; i < 100000; i++)
		die = DIE(&t.w, DW_TAG_const_type, REF(DW_AT_type, die));
	load_test_end(&t);
	load_fails(&t, die, LAY_E_LIMIT, "deep");
	load_test_close(&t);
}

static void a_reference_out_of_all_units_is_an_error(void **state)
{
	struct load_test t;
	size_t addr, header;

	(void)state;
	load_test_begin(&t, 5);
	addr = DIE(&t.w, DW_TAG_typedef,
		   NUM_IN(DW_AT_type, DW_FORM_ref_addr, 0x7fffffff));
	header = DIE(&t.w, DW_TAG_typedef,
		     NUM_IN(DW_AT_type, DW_FORM_ref_addr, 1));
	load_test_end(&t);
	load_fails(&t, addr, LAY_E_FORMAT, "");
	load_fails(&t, header, LAY_E_FORMAT, "");
	load_fails(&t, 0x12345678, LAY_E_FORMAT, "no DIE is there");
	load_test_close(&t);
}

/* Going through members would never come to an end. */
static void a_sibling_that_leads_back_is_an_error(void **state)
{
	size_t record, inner, where;
	struct load_test t;

	(void)state;
	load_test_begin(&t, 5);
	record = DIE_OPEN(&t.w, DW_TAG_structure_type, NUM(DW_AT_byte_size, 4));
	DIE(&t.w, DW_TAG_member, REF(DW_AT_type, t.int_die));
	inner = DIE_OPEN(&t.w, DW_TAG_structure_type, STR(DW_AT_name, "inner"),
			 REF_LATER(DW_AT_sibling, &where));
	dwarf_writer_close(&t.w);
	dwarf_writer_close(&t.w);
	dwarf_writer_point(&t.w, where, inner);
	load_test_end(&t);
	load_fails(&t, record, LAY_E_FORMAT, "sibling");
	load_test_close(&t);
}

static void a_list_that_does_not_end_is_an_error(void **state)
{
	struct load_test t;
	size_t record;

	(void)state;
	load_test_begin(&t, 5);
	record = DIE_OPEN(&t.w, DW_TAG_structure_type, NUM(DW_AT_byte_size, 4));
	DIE(&t.w, DW_TAG_member, REF(DW_AT_type, t.int_die));
	dwarf_writer_unit_end(&t.w);
	load_test_open(&t);
	load_fails(&t, record, LAY_E_FORMAT, "past the end of the unit");
	load_test_close(&t);
}

static void a_reference_to_the_end_of_a_list_is_an_error(void **state)
{
	struct load_test t;
	size_t end, def;

	(void)state;
	load_test_begin(&t, 5);
	DIE_OPEN(&t.w, DW_TAG_structure_type, NUM(DW_AT_byte_size, 4));
	end = dwarf_writer_close(&t.w) - 1;
	def = DIE(&t.w, DW_TAG_typedef, REF(DW_AT_type, end));
	load_test_end(&t);
	load_fails(&t, def, LAY_E_FORMAT, "no DIE is there");
	load_test_close(&t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_record_has_what_its_dies_say),
		cmocka_unit_test(what_is_asked_for_again_is_the_same),
		cmocka_unit_test(
			pointers_are_followed_to_a_name_and_no_further),
		cmocka_unit_test(functions_have_their_parameters),
		cmocka_unit_test(base_types_are_told_apart),
		cmocka_unit_test(a_declaration_has_no_size),
		cmocka_unit_test(a_definition_has_the_name_of_its_declaration),
		cmocka_unit_test(signatures_lead_to_type_units),
		cmocka_unit_test(references_lead_to_other_units),
		cmocka_unit_test(what_another_file_holds_is_unknown),
		cmocka_unit_test(a_tag_that_is_no_type_is_unknown),
		cmocka_unit_test(a_member_without_type_is_an_error),
		cmocka_unit_test(a_record_that_holds_itself_is_an_error),
		cmocka_unit_test(a_typedef_of_itself_is_an_error),
		cmocka_unit_test(a_pointer_to_itself_is_not_followed_round),
		cmocka_unit_test(types_too_deep_in_one_another_are_an_error),
		cmocka_unit_test(a_reference_out_of_all_units_is_an_error),
		cmocka_unit_test(a_sibling_that_leads_back_is_an_error),
		cmocka_unit_test(a_list_that_does_not_end_is_an_error),
		cmocka_unit_test(a_reference_to_the_end_of_a_list_is_an_error),
	};

	return cmocka_run_group_tests_name("dwarf/load", tests, NULL, NULL);
}
