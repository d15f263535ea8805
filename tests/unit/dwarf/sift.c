// SPDX-License-Identifier: GPL-2.0-only
/* Which DIEs are found. */
#include <config.h>

#include "unit/dwarf/find-test.h"
#include "base/poison.h"

static const uint64_t name_forms[] = {
	DW_FORM_string, DW_FORM_strp, DW_FORM_line_strp, DW_FORM_strx,
	DW_FORM_strx1, DW_FORM_strx2, DW_FORM_strx3, DW_FORM_strx4,
};

static void write_named(struct dwarf_writer *w, uint64_t form)
{
	open_unit(w, "a.c", DW_LANG_C99);
	/* in .debug_str_offsets too the name is not the first */
	DIE(w, DW_TAG_structure_type,
	    STR_IN(DW_AT_name, form, "other"), SIZE(1));
	write_filler(w);
	DIE(w, DW_TAG_structure_type,
	    STR_IN(DW_AT_name, form, "wanted"), SIZE(2));
	close_unit(w);
}

static void a_name_in_any_form_is_found(void **state)
{
	(void)state;
	for (unsigned int i = 0; i < 4 * 8; i++) {
		struct dwarf_writer w;
		struct find_test f;

		dwarf_writer_init(&w, 5);
		w.offset_size = i & 1 ? 8 : 4;
		if (i & 2)
			dwarf_writer_set_big_endian(&w);
		write_named(&w, name_forms[i / 4]);
		find_test_open(&f, &w);
		assert_int_equal(find_test_one(&f, RECORDS, "wanted")->size, 2);
		assert_int_equal(find_test_one(&f, RECORDS, "want*")->size, 2);
		assert_int_equal(find_test_ask(&f, RECORDS, "*"), 2);
		assert_int_equal(find_test_ask(&f, RECORDS, "absent"), 0);
		assert_int_equal(find_test_ask(&f, RECORDS, "absent*"), 0);
		find_test_close(&f);
	}
}

static void a_base_of_string_offsets_is_used(void **state)
{
	struct dwarf_writer w;
	struct find_test f;

	(void)state;
	dwarf_writer_init(&w, 5);
	dwarf_writer_unit(&w, DW_UT_compile);
	DIE_OPEN(&w, DW_TAG_compile_unit,
		 NUM_IN(DW_AT_language, DW_FORM_data2, DW_LANG_C99),
		 NUM_IN(DW_AT_str_offsets_base, DW_FORM_sec_offset, 20));
	byte_buf_fill(&w.str_offsets, 0xff, 20 + 5 * 4);
	byte_buf_u32(&w.str_offsets, (uint32_t)byte_buf_string(&w.str, "s"));
	DIE(&w, DW_TAG_structure_type, NUM_IN(DW_AT_name, DW_FORM_strx1, 5));
	close_unit(&w);
	find_test_open(&f, &w);
	find_test_one(&f, RECORDS, "s");
	find_test_close(&f);
}

static void an_index_past_the_string_offsets_is_told(void **state)
{
	struct type_query q = { .kinds = RECORDS, .name = "s" };
	struct lay_error err = { .text = "" };

	(void)state;
	for (uint64_t i = 0; i < 3; i++) {
		struct dwarf_writer w;
		struct find_test f;
		int ret;

		dwarf_writer_init(&w, 5);
		open_unit(&w, "a.c", DW_LANG_C99);
		/* the first is string 0, in the last bytes of the section */
		DIE(&w, DW_TAG_structure_type,
		    STR_IN(DW_AT_name, DW_FORM_strx1, "s"), SIZE(1));
		DIE(&w, DW_TAG_structure_type,
		    NUM_IN(DW_AT_name, DW_FORM_strx, i == 2 ? UINT64_MAX : i),
		    SIZE(1));
		close_unit(&w);
		find_test_open(&f, &w);
		ret = find_test_try(&f, &q, &err);
		assert_int_equal(ret, i == 0 ? 0 : -LAY_E_FORMAT);
		if (i == 1)
			assert_says(&err, "string 1 is not in");
		find_test_close(&f);
	}
}

static void a_name_that_ends_a_longer_string_is_found(void **state)
{
	struct dwarf_writer w;
	struct find_test f;
	size_t str_off;

	(void)state;
	dwarf_writer_init(&w, 4);
	str_off = byte_buf_string(&w.str, "my_struct_page");
	open_unit(&w, "a.c", DW_LANG_C99);
	DIE(&w, DW_TAG_structure_type,
	    NUM_IN(DW_AT_name, DW_FORM_strp, str_off + 10));
	DIE(&w, DW_TAG_structure_type,
	    STR_IN(DW_AT_name, DW_FORM_strp, "page"));
	DIE(&w, DW_TAG_structure_type,
	    STR_IN(DW_AT_name, DW_FORM_strp, "page2"));
	close_unit(&w);
	find_test_open(&f, &w);
	assert_int_equal(find_test_one(&f, RECORDS, "page")->nr_units, 1);
	find_test_close(&f);
}

static void only_the_kinds_asked_for_are_found(void **state)
{
	static const struct {
		uint64_t tag;
		enum lay_kind kind;
	} tags[] = {
		{ DW_TAG_structure_type, LAY_KIND_STRUCT },
		{ DW_TAG_class_type, LAY_KIND_STRUCT },
		{ DW_TAG_union_type, LAY_KIND_UNION },
		{ DW_TAG_enumeration_type, LAY_KIND_ENUM },
		{ DW_TAG_typedef, LAY_KIND_TYPEDEF },
		{ DW_TAG_base_type, LAY_KIND_BASE },
	};
	struct dwarf_writer w;
	struct find_test f;

	(void)state;
	dwarf_writer_init(&w, 4);
	open_unit(&w, "a.c", DW_LANG_C99);
	for (size_t i = 0; i < 6; i++)
		DIE(&w, tags[i].tag, STR(DW_AT_name, "x"),
		    SIZE(i));
	DIE(&w, DW_TAG_variable, STR(DW_AT_name, "x"));
	DIE(&w, DW_TAG_subprogram, STR(DW_AT_name, "x"));
	close_unit(&w);
	find_test_open(&f, &w);
	assert_int_equal(find_test_ask(&f, ~0u, "x"), 6);
	for (size_t i = 2; i < 6; i++) {
		const struct lay_def *def = find_test_one(
			&f, KINDS(tags[i].kind), "x");

		assert_int_equal(def->kind, tags[i].kind);
		assert_int_equal(def->size, i);
	}
	assert_int_equal(find_test_ask(&f, KINDS(LAY_KIND_STRUCT), "x"), 2);
	assert_int_equal(find_test_ask(&f, KINDS(LAY_KIND_ARRAY), "x"), 0);
	find_test_close(&f);
}

/* A tree of @depth DIEs, with siblings or without, that hold a struct. */
static void write_nested(struct dwarf_writer *w, uint64_t tag, int depth,
			 bool siblings)
{
	size_t sibling_at, end;

	if (depth == 0) {
		DIE(w, DW_TAG_structure_type, STR(DW_AT_name, "inner"));
		return;
	}
	if (siblings)
		DIE_OPEN(w, tag, REF_LATER(DW_AT_sibling, &sibling_at));
	else
		DIE_OPEN(w, tag, NUM_IN(DW_AT_decl_line, DW_FORM_data1, 1));
	write_nested(w, tag, depth - 1, siblings);
	end = dwarf_writer_close(w);
	if (siblings)
		dwarf_writer_point(w, sibling_at, end);
}

static void what_stands_inside_others_is_passed_over(void **state)
{
	(void)state;
	for (unsigned int i = 0; i < 4; i++) {
		struct dwarf_writer w;
		struct find_test f;

		dwarf_writer_init(&w, 4);
		if (i & 2)
			dwarf_writer_set_big_endian(&w);
		open_unit(&w, "a.c", DW_LANG_C99);
		write_nested(&w, DW_TAG_structure_type, 3, i & 1);
		write_nested(&w, DW_TAG_subprogram, 3, i & 1);
		DIE(&w, DW_TAG_structure_type, STR(DW_AT_name, "after"));
		close_unit(&w);
		find_test_open(&f, &w);
		assert_int_equal(find_test_ask(&f, RECORDS, "inner"), 0);
		find_test_one(&f, RECORDS, "after");
		assert_int_equal(find_test_ask(&f, RECORDS, "*"), 1);
		find_test_close(&f);
	}
}

static void types_in_functions_are_found_when_asked_for(void **state)
{
	struct type_query q = {
		.kinds = RECORDS, .name = "inner", .local = true,
	};
	struct lay_error err = { .text = "" };
	struct dwarf_writer w;
	struct find_test f;

	(void)state;
	dwarf_writer_init(&w, 4);
	open_unit(&w, "a.c", DW_LANG_C99);
	write_nested(&w, DW_TAG_subprogram, 1, true);
	write_nested(&w, DW_TAG_lexical_block, 2, false);
	DIE(&w, DW_TAG_structure_type, STR(DW_AT_name, "inner"));
	close_unit(&w);
	find_test_open(&f, &w);
	assert_int_equal(find_test_one(&f, RECORDS, "inner")->flags, 0);
	assert_ok(find_test_try(&f, &q, &err), &err);
	assert_int_equal(f.out.nr, 2);
	assert_int_equal(f.out.def[0].flags, LAY_DEF_LOCAL);
	assert_int_equal(f.out.def[1].flags, 0);
	find_test_close(&f);
}

/* namespace ns { struct T {}; struct Outer { struct T {}; }; namespace { ... */
static void write_scopes(struct dwarf_writer *w)
{
	size_t sibling_at, end;

	open_unit(w, "a.cc", DW_LANG_C_plus_plus);
	write_filler(w);
	DIE_OPEN(w, DW_TAG_namespace, STR(DW_AT_name, "ns"),
		 REF_LATER(DW_AT_sibling, &sibling_at));
	DIE(w, DW_TAG_structure_type, STR(DW_AT_name, "T"),
	    SIZE(1));
	DIE_OPEN(w, DW_TAG_class_type, STR(DW_AT_name, "Outer"));
	DIE(w, DW_TAG_structure_type, STR(DW_AT_name, "T"),
	    SIZE(2));
	dwarf_writer_close(w);
	DIE_OPEN(w, DW_TAG_namespace, NUM(DW_AT_decl_line, 1));
	DIE(w, DW_TAG_structure_type, STR(DW_AT_name, "T"),
	    SIZE(3));
	dwarf_writer_close(w);
	end = dwarf_writer_close(w);
	dwarf_writer_point(w, sibling_at, end);
	DIE(w, DW_TAG_structure_type, STR(DW_AT_name, "T"),
	    SIZE(4));
	close_unit(w);
}

static void scopes_are_entered_and_named(void **state)
{
	struct dwarf_writer w;
	struct find_test f;

	(void)state;
	dwarf_writer_init(&w, 4);
	write_scopes(&w);
	find_test_open(&f, &w);
	assert_int_equal(find_test_ask(&f, RECORDS, "T"), 4);
	assert_string_equal(f.out.def[0].name, "ns::T");
	assert_string_equal(f.out.def[1].name, "ns::Outer::T");
	assert_string_equal(f.out.def[2].name, "ns::(anonymous namespace)::T");
	assert_string_equal(f.out.def[3].name, "T");
	assert_int_equal(find_test_one(&f, RECORDS, "ns::T")->size, 1);
	assert_int_equal(find_test_one(&f, RECORDS, "ns::Outer::T")->size, 2);
	assert_int_equal(find_test_ask(&f, RECORDS, "other::T"), 0);
	assert_int_equal(find_test_ask(&f, RECORDS, "ns::*"), 4);
	assert_int_equal(find_test_ask(&f, RECORDS, "Out*"), 1);
	find_test_close(&f);
}

static void generic_names_are_not_taken_apart(void **state)
{
	struct dwarf_writer w;
	struct find_test f;

	(void)state;
	dwarf_writer_init(&w, 4);
	open_unit(&w, "a.rs", DW_LANG_Rust);
	DIE_OPEN(&w, DW_TAG_namespace, STR(DW_AT_name, "vec"));
	DIE(&w, DW_TAG_structure_type,
	    STR_IN(DW_AT_name, DW_FORM_strp, "Vec<a::T>"), SIZE(24));
	dwarf_writer_close(&w);
	close_unit(&w);
	find_test_open(&f, &w);
	find_test_one(&f, RECORDS, "Vec<a::T>");
	find_test_one(&f, RECORDS, "vec::Vec<a::T>");
	assert_int_equal(find_test_ask(&f, RECORDS, "T>"), 0);
	find_test_close(&f);
}

static void what_a_local_class_holds_is_local(void **state)
{
	struct type_query q = {
		.kinds = RECORDS, .name = "inner", .local = true,
	};
	struct lay_error err = { .text = "" };
	struct dwarf_writer w;
	struct find_test f;

	(void)state;
	dwarf_writer_init(&w, 4);
	open_unit(&w, "a.cc", DW_LANG_C_plus_plus);
	DIE_OPEN(&w, DW_TAG_subprogram, STR(DW_AT_name, "f"));
	DIE_OPEN(&w, DW_TAG_class_type, STR(DW_AT_name, "Outer"));
	DIE(&w, DW_TAG_structure_type, STR(DW_AT_name, "inner"), SIZE(1));
	dwarf_writer_close(&w);
	dwarf_writer_close(&w);
	close_unit(&w);
	find_test_open(&f, &w);
	assert_ok(find_test_try(&f, &q, &err), &err);
	assert_int_equal(f.out.nr, 1);
	assert_string_equal(f.out.def[0].name, "Outer::inner");
	assert_int_equal(f.out.def[0].flags, LAY_DEF_LOCAL);
	find_test_close(&f);
}

static void a_unit_whose_list_does_not_end_is_read(void **state)
{
	struct dwarf_writer w;
	struct find_test f;

	(void)state;
	dwarf_writer_init(&w, 4);
	open_unit(&w, "a.c", DW_LANG_C99);
	write_filler(&w);
	DIE(&w, DW_TAG_structure_type, STR(DW_AT_name, "s"), SIZE(1));
	dwarf_writer_unit_end(&w);
	find_test_open(&f, &w);
	find_test_one(&f, RECORDS, "s");
	find_test_close(&f);
}

static void a_definition_has_the_name_that_it_specifies(void **state)
{
	struct dwarf_writer w;
	struct find_test f;
	size_t declared;

	(void)state;
	dwarf_writer_init(&w, 4);
	open_unit(&w, "a.cc", DW_LANG_C_plus_plus);
	declared = DIE(&w, DW_TAG_structure_type, STR(DW_AT_name, "T"),
		       FLAG(DW_AT_declaration));
	DIE(&w, DW_TAG_structure_type, REF(DW_AT_specification, declared),
	    SIZE(8));
	close_unit(&w);
	find_test_open(&f, &w);
	assert_int_equal(find_test_one(&f, RECORDS, "T")->size, 8);
	find_test_close(&f);
}

static void specifications_in_a_circle_are_refused(void **state)
{
	struct type_query q = { .kinds = RECORDS, .name = "T" };
	struct lay_error err = { .text = "" };
	struct dwarf_writer w;
	struct find_test f;
	size_t at, die;

	(void)state;
	dwarf_writer_init(&w, 4);
	open_unit(&w, "a.cc", DW_LANG_C_plus_plus);
	die = DIE(&w, DW_TAG_structure_type,
		  REF_LATER(DW_AT_specification, &at));
	dwarf_writer_point(&w, at, die);
	close_unit(&w);
	find_test_open(&f, &w);
	assert_int_equal(find_test_try(&f, &q, &err), -LAY_E_LIMIT);
	assert_says(&err, "a name is looked for");
	find_test_close(&f);
}

static void a_sibling_that_leads_back_is_refused(void **state)
{
	struct type_query q = { .kinds = RECORDS, .name = "T" };
	struct lay_error err = { .text = "" };
	struct dwarf_writer w;
	struct find_test f;
	size_t at, die;

	(void)state;
	dwarf_writer_init(&w, 4);
	open_unit(&w, "a.c", DW_LANG_C99);
	die = DIE_OPEN(&w, DW_TAG_structure_type,
		       REF_LATER(DW_AT_sibling, &at));
	dwarf_writer_close(&w);
	dwarf_writer_point(&w, at, die);
	close_unit(&w);
	find_test_open(&f, &w);
	assert_int_equal(find_test_try(&f, &q, &err), -LAY_E_FORMAT);
	assert_says(&err, "its sibling is not behind it");
	find_test_close(&f);
}

static void scopes_without_end_are_refused(void **state)
{
	struct type_query q = { .kinds = RECORDS, .name = "T" };
	struct lay_error err = { .text = "" };
	struct dwarf_writer w;
	struct find_test f;

	(void)state;
	dwarf_writer_init(&w, 4);
	open_unit(&w, "a.c", DW_LANG_C99);
	for (int i = 0; i < 1000; i++)
		DIE_OPEN(&w, DW_TAG_namespace, STR(DW_AT_name, "n"));
	dwarf_writer_unit_end(&w);
	find_test_open(&f, &w);
	assert_int_equal(find_test_try(&f, &q, &err), -LAY_E_LIMIT);
	assert_says(&err, "scopes in each other");
	find_test_close(&f);
}

/* Attribute lists of every shape that a plan tells apart, and a struct behind
 * each, which is found only if the step over it was right. */
static void every_shape_is_passed_over_right(void **state)
{
	static const char block[] = "\x03xyz";
	static char long_block[200];
	struct dwarf_attr many[41] = { { 0 } };
	struct dwarf_writer w;
	struct find_test f;
	size_t at, end;

	(void)state;
	dwarf_writer_init(&w, 4);
	open_unit(&w, "a.c", DW_LANG_C99);
#define MARK DIE(&w, DW_TAG_structure_type, STR(DW_AT_name, "mark"), \
		 NUM_IN(DW_AT_byte_size, DW_FORM_data2, w.info.len))
	DIE(&w, DW_TAG_variable, STR(DW_AT_name, "abc"),
	    NUM_IN(DW_AT_decl_line, DW_FORM_data2, 7));
	MARK;
	DIE(&w, DW_TAG_variable, NUM_IN(DW_AT_decl_line, DW_FORM_data2, 7),
	    BLOCK_IN(DW_AT_location, DW_FORM_exprloc, block, 4),
	    NUM_IN(DW_AT_decl_line, DW_FORM_data1, 7));
	MARK;
	DIE(&w, DW_TAG_variable,
	    BLOCK_IN(DW_AT_location, DW_FORM_block1, block, 4));
	MARK;
	DIE(&w, DW_TAG_variable,
	    BLOCK_IN(DW_AT_location, DW_FORM_exprloc, long_block, 200));
	MARK;
	DIE(&w, DW_TAG_variable,
	    BLOCK_IN(DW_AT_location, DW_FORM_block1, long_block, 200));
	MARK;
	DIE(&w, DW_TAG_variable, STR(DW_AT_name, "abc"),
	    NUM(DW_AT_decl_line, 1000),
	    BLOCK_IN(DW_AT_location, DW_FORM_block2, block, 4));
	MARK;
	DIE(&w, DW_TAG_variable, STR(DW_AT_name, "abc"),
	    NUM_IN(DW_AT_decl_line, DW_FORM_data1, 7),
	    STR(DW_AT_description, "defg"));
	MARK;
	DIE(&w, DW_TAG_structure_type,
	    BLOCK_IN(DW_AT_location, DW_FORM_exprloc, block, 4),
	    STR_IN(DW_AT_name, DW_FORM_strp, "mark"), SIZE(1));
	for (int i = 0; i < 40; i++)
		many[i] = (struct dwarf_attr)NUM_IN(DW_AT_decl_line,
						    DW_FORM_data8, 7);
	dwarf_writer_die(&w, DW_TAG_variable, false, many);
	MARK;
	DIE_OPEN(&w, DW_TAG_subprogram, STR(DW_AT_name, "f"),
		 NUM_IN(DW_AT_decl_line, DW_FORM_data1, 7),
		 REF_LATER(DW_AT_sibling, &at));
	MARK;
	end = dwarf_writer_close(&w);
	dwarf_writer_point(&w, at, end);
	MARK;
	DIE_OPEN(&w, DW_TAG_subprogram, REF_LATER(DW_AT_sibling, &at),
		 STR(DW_AT_name, "f"));
	end = dwarf_writer_close(&w);
	dwarf_writer_point(&w, at, end);
	MARK;
	DIE(&w, DW_TAG_variable,
	    NUM_IN(DW_AT_const_value, DW_FORM_implicit_const, -1),
	    NUM_IN(DW_AT_decl_line, DW_FORM_indirect, DW_FORM_data1),
	    FLAG(DW_AT_external));
	/* what was written as the flag is the value of the indirect form */
	byte_buf_u8(&w.info, 1);
	MARK;
#undef MARK
	close_unit(&w);
	find_test_open(&f, &w);
	/* all but the one inside of a function */
	assert_int_equal(find_test_ask(&f, RECORDS, "mark"), 12);
	find_test_close(&f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_name_in_any_form_is_found),
		cmocka_unit_test(a_base_of_string_offsets_is_used),
		cmocka_unit_test(an_index_past_the_string_offsets_is_told),
		cmocka_unit_test(a_name_that_ends_a_longer_string_is_found),
		cmocka_unit_test(only_the_kinds_asked_for_are_found),
		cmocka_unit_test(what_stands_inside_others_is_passed_over),
		cmocka_unit_test(types_in_functions_are_found_when_asked_for),
		cmocka_unit_test(scopes_are_entered_and_named),
		cmocka_unit_test(generic_names_are_not_taken_apart),
		cmocka_unit_test(what_a_local_class_holds_is_local),
		cmocka_unit_test(a_unit_whose_list_does_not_end_is_read),
		cmocka_unit_test(a_definition_has_the_name_that_it_specifies),
		cmocka_unit_test(specifications_in_a_circle_are_refused),
		cmocka_unit_test(a_sibling_that_leads_back_is_refused),
		cmocka_unit_test(scopes_without_end_are_refused),
		cmocka_unit_test(every_shape_is_passed_over_right),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
