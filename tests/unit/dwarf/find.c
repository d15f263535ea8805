// SPDX-License-Identifier: GPL-2.0-only
/* Which definitions are told to be the same. */
#include <config.h>

#include "unit/dwarf/find-test.h"
#include "base/poison.h"

/* What may differ between two definitions that write_record() writes. */
struct record {
	const char *name, *member, *type_name;
	uint64_t size, offset, width, count, align;
	bool big_member;	/* an embedded struct has another size */
	bool vector;		/* the array is one */
	bool variadic;		/* the function that is pointed to is */
	bool padded;		/* more DIEs in front: all stands elsewhere */
	bool declared;		/* what the pointer points to is declared */
};

static const struct record usual = {
	.name = "s", .member = "x", .type_name = "u32", .size = 16,
	.offset = 4, .width = 3, .count = 10, .align = 4,
};

static void write_pointee(struct dwarf_writer *w, const struct record *r)
{
	if (r->declared) {
		DIE(w, DW_TAG_structure_type, STR(DW_AT_name, "other"),
		    FLAG(DW_AT_declaration));
		return;
	}
	DIE_OPEN(w, DW_TAG_structure_type, STR(DW_AT_name, "other"),
		 NUM(DW_AT_byte_size, 1));
	DIE(w, DW_TAG_member, STR(DW_AT_name, "y"));
	dwarf_writer_close(w);
}

/* A pointer to void (*)(int), or void (*)(int, ...). */
static size_t write_function(struct dwarf_writer *w, const struct record *r,
			     size_t base)
{
	size_t function = DIE_OPEN(w, DW_TAG_subroutine_type,
				   FLAG(DW_AT_prototyped));

	DIE(w, DW_TAG_formal_parameter, REF(DW_AT_type, base));
	if (r->variadic)
		DIE(w, DW_TAG_unspecified_parameters, FLAG(DW_AT_artificial));
	dwarf_writer_close(w);
	return DIE(w, DW_TAG_pointer_type, REF(DW_AT_type, function));
}

/* struct { u32 x; u32 bits : 3; struct e *pe; struct e in; u32 a[11];
 * struct other *p; void (*f)(int); static int none; } */
static void write_record(struct dwarf_writer *w, const struct record *r)
{
	size_t base, type, inner, pe, array, pointee, pointer, function;

	if (r->padded)
		write_filler(w);
	base = DIE(w, DW_TAG_base_type,
		   STR_IN(DW_AT_name, DW_FORM_strp, "unsigned int"),
		   NUM(DW_AT_byte_size, 4), NUM(DW_AT_encoding, 7));
	type = DIE(w, DW_TAG_typedef,
		   STR_IN(DW_AT_name, DW_FORM_strp, r->type_name),
		   REF(DW_AT_type, base));
	inner = DIE_OPEN(w, DW_TAG_structure_type, STR(DW_AT_name, "e"),
			 NUM(DW_AT_byte_size, r->big_member ? 8 : 4));
	DIE(w, DW_TAG_member, STR(DW_AT_name, "i"), REF(DW_AT_type, base));
	dwarf_writer_close(w);
	pe = DIE(w, DW_TAG_pointer_type, REF(DW_AT_type, inner));
	array = DIE_OPEN(w, DW_TAG_array_type, REF(DW_AT_type, type),
			 NUM_IN(r->vector ? DW_AT_GNU_vector : DW_AT_decl_line,
				DW_FORM_flag_present, 1));
	DIE(w, DW_TAG_subrange_type, NUM(DW_AT_upper_bound, r->count));
	dwarf_writer_close(w);
	pointee = w->info.len;
	write_pointee(w, r);
	pointer = DIE(w, DW_TAG_pointer_type, REF(DW_AT_type, pointee));
	function = write_function(w, r, base);

	DIE_OPEN(w, DW_TAG_structure_type,
		 STR_IN(DW_AT_name, DW_FORM_strp, r->name),
		 NUM(DW_AT_byte_size, r->size));
	DIE(w, DW_TAG_member, STR_IN(DW_AT_name, DW_FORM_strp, r->member),
	    REF(DW_AT_type, type),
	    NUM_IN(DW_AT_data_member_location, DW_FORM_data1, r->offset),
	    NUM_IN(DW_AT_alignment, DW_FORM_data1, r->align));
	DIE(w, DW_TAG_member, STR(DW_AT_name, "bits"), REF(DW_AT_type, type),
	    NUM(DW_AT_bit_size, r->width), NUM(DW_AT_data_bit_offset, 64));
	/* what is pointed to first, then held */
	DIE(w, DW_TAG_member, STR(DW_AT_name, "pe"), REF(DW_AT_type, pe));
	DIE(w, DW_TAG_member, STR(DW_AT_name, "in"), REF(DW_AT_type, inner));
	DIE(w, DW_TAG_member, STR(DW_AT_name, "a"), REF(DW_AT_type, array));
	DIE(w, DW_TAG_member, STR(DW_AT_name, "p"), REF(DW_AT_type, pointer));
	DIE(w, DW_TAG_member, STR(DW_AT_name, "f"), REF(DW_AT_type, function));
	DIE(w, DW_TAG_member, STR(DW_AT_name, "none"), REF(DW_AT_type, base),
	    FLAG(DW_AT_declaration));
	dwarf_writer_close(w);
}

static void write_unit_with(struct dwarf_writer *w, const char *name,
			    const struct record *r)
{
	open_unit(w, name, DW_LANG_C99);
	write_record(w, r);
	close_unit(w);
}

/* How many definitions of struct s there are in two units. */
static size_t count_defs(const struct record *a, const struct record *b)
{
	struct dwarf_writer w;
	struct find_test f;
	size_t nr;

	dwarf_writer_init(&w, 4);
	write_unit_with(&w, "a.c", a);
	write_unit_with(&w, "b.c", b);
	find_test_open(&f, &w);
	nr = find_test_ask(&f, RECORDS, "s");
	find_test_close(&f);
	return nr;
}

static void equal_definitions_fold(void **state)
{
	struct record elsewhere = usual;
	struct dwarf_writer w;
	struct find_test f;
	const struct lay_def *def;

	(void)state;
	elsewhere.padded = true;
	elsewhere.declared = true;
	dwarf_writer_init(&w, 4);
	open_unit(&w, "empty.c", DW_LANG_C99);
	close_unit(&w);
	write_unit_with(&w, "a.c", &usual);
	write_unit_with(&w, "b.c", &elsewhere);
	find_test_open(&f, &w);
	def = find_test_one(&f, RECORDS, "s");
	assert_string_equal(def->name, "s");
	assert_string_equal(def->unit, "a.c");
	assert_int_equal(def->kind, LAY_KIND_STRUCT);
	assert_int_equal(def->flags, 0);
	assert_int_equal(def->size, 16);
	assert_int_equal(def->nr_members, 7);
	assert_int_equal(def->nr_units, 2);
	find_test_close(&f);
}

static void every_difference_tells_definitions_apart(void **state)
{
	struct record other;

	(void)state;
	assert_int_equal(count_defs(&usual, &usual), 1);
#define DIFFERS(change) do { \
		other = usual; \
		other.change; \
		assert_int_equal(count_defs(&usual, &other), 2); \
	} while (0)
	DIFFERS(size = 24);
	DIFFERS(member = "z");
	DIFFERS(type_name = "__u32");
	DIFFERS(offset = 8);
	DIFFERS(width = 4);
	DIFFERS(count = 11);
	DIFFERS(align = 8);
	DIFFERS(vector = true);
	DIFFERS(variadic = true);
	DIFFERS(big_member = true);
#undef DIFFERS
}

static void definitions_are_in_the_order_of_the_file(void **state)
{
	struct record big = usual;
	struct dwarf_writer w;
	struct find_test f;

	(void)state;
	big.size = 24;
	dwarf_writer_init(&w, 4);
	write_unit_with(&w, "a.c", &big);
	write_unit_with(&w, "b.c", &usual);
	write_unit_with(&w, "c.c", &usual);
	find_test_open(&f, &w);
	assert_int_equal(find_test_ask(&f, RECORDS, "s"), 2);
	assert_string_equal(f.out.def[0].unit, "a.c");
	assert_int_equal(f.out.def[0].nr_units, 1);
	assert_string_equal(f.out.def[1].unit, "b.c");
	assert_int_equal(f.out.def[1].nr_units, 2);
	assert_true(f.out.def[0].source_off < f.out.def[1].source_off);
	find_test_close(&f);
}

static void units_of_a_definition_are_listed(void **state)
{
	struct lay_error err = { .text = "" };
	struct record big = usual;
	struct dwarf_writer w;
	struct find_test f;
	const char **units;
	size_t nr;

	(void)state;
	big.size = 24;
	dwarf_writer_init(&w, 4);
	write_unit_with(&w, "a.c", &usual);
	write_unit_with(&w, "b.c", &big);
	write_unit_with(&w, "c.c", &usual);
	find_test_open(&f, &w);
	assert_int_equal(find_test_ask(&f, RECORDS, "s"), 2);
	assert_ok(dw_find_units(&f.asker, &f.out.def[0], &units, &nr, &err),
		  &err);
	assert_int_equal(nr, 2);
	assert_string_equal(units[0], "a.c");
	assert_string_equal(units[1], "c.c");
	free(units);
	find_test_close(&f);
}

/* The ways in which compilers said "4 bits from bit 36 on of an int at 4". */
static void write_bits(struct dwarf_writer *w, int way)
{
	size_t base = DIE(w, DW_TAG_base_type, STR(DW_AT_name, "int"),
			  NUM(DW_AT_byte_size, 4));

	DIE_OPEN(w, DW_TAG_structure_type, STR(DW_AT_name, "s"),
		 NUM(DW_AT_byte_size, 8));
	switch (way) {
	case 0:
		DIE(w, DW_TAG_member, STR(DW_AT_name, "b"),
		    REF(DW_AT_type, base), NUM(DW_AT_bit_size, 4),
		    NUM_IN(DW_AT_data_bit_offset, DW_FORM_data1, 36));
		break;
	case 1:
		DIE(w, DW_TAG_member, STR(DW_AT_name, "b"),
		    REF(DW_AT_type, base), NUM(DW_AT_bit_size, 4),
		    NUM(DW_AT_byte_size, 4),
		    NUM(DW_AT_bit_offset, w->big_endian ? 4 : 24),
		    BLOCK_IN(DW_AT_data_member_location, DW_FORM_block1,
			     "\x23\4", 2));
		break;
	case 2:
		DIE(w, DW_TAG_member, STR(DW_AT_name, "b"),
		    REF(DW_AT_type, base), NUM(DW_AT_bit_size, 4),
		    NUM_IN(DW_AT_bit_offset, DW_FORM_sdata,
			   w->big_endian ? 4 : 24),
		    NUM_IN(DW_AT_data_member_location, DW_FORM_implicit_const,
			   4));
		break;
	}
	dwarf_writer_close(w);
}

static void encodings_of_bit_fields_are_the_same(void **state)
{
	(void)state;
	for (int big = 0; big < 2; big++) {
		struct dwarf_writer w;
		struct find_test f;

		dwarf_writer_init(&w, 5);
		if (big)
			dwarf_writer_set_big_endian(&w);
		for (int way = 0; way < 3; way++) {
			open_unit(&w, "a.c", DW_LANG_C99);
			write_bits(&w, way);
			close_unit(&w);
		}
		find_test_open(&f, &w);
		assert_int_equal(find_test_one(&f, RECORDS, "s")->nr_units, 3);
		find_test_close(&f);
	}
}

/* An array type whose subrange says its bound in some way. */
static void write_array(struct dwarf_writer *w, struct dwarf_attr bound)
{
	size_t array = DIE_OPEN(w, DW_TAG_array_type, NUM(DW_AT_decl_line, 1));

	DIE(w, DW_TAG_subrange_type, bound);
	dwarf_writer_close(w);
	DIE(w, DW_TAG_typedef, STR(DW_AT_name, "t"), REF(DW_AT_type, array));
}

static void encodings_of_bounds_are_the_same(void **state)
{
	struct dwarf_writer w;
	struct find_test f;

	(void)state;
	dwarf_writer_init(&w, 5);
	open_unit(&w, "a.c", DW_LANG_C99);
	write_array(&w, (struct dwarf_attr)NUM(DW_AT_upper_bound, 2));
	write_array(&w, (struct dwarf_attr)NUM(DW_AT_count, 3));
	close_unit(&w);
	find_test_open(&f, &w);
	find_test_one(&f, KINDS(LAY_KIND_TYPEDEF), "t");
	find_test_close(&f);

	dwarf_writer_init(&w, 5);
	open_unit(&w, "a.c", DW_LANG_C99);
	write_array(&w, (struct dwarf_attr)NUM(DW_AT_count, 0));
	write_array(&w, (struct dwarf_attr)NUM_IN(DW_AT_upper_bound,
						  DW_FORM_sdata, -1));
	write_array(&w, (struct dwarf_attr)NUM_IN(DW_AT_upper_bound,
						  DW_FORM_data4, -1));
	write_array(&w, (struct dwarf_attr)NUM_IN(DW_AT_upper_bound,
						  DW_FORM_data8, -1));
	close_unit(&w);
	find_test_open(&f, &w);
	find_test_one(&f, KINDS(LAY_KIND_TYPEDEF), "t");
	find_test_close(&f);
}

static void a_declaration_stands_where_there_is_no_definition(void **state)
{
	struct dwarf_writer w;
	struct find_test f;
	const struct lay_def *def;

	(void)state;
	dwarf_writer_init(&w, 4);
	for (int i = 0; i < 3; i++) {
		open_unit(&w, "a.c", DW_LANG_C99);
		DIE(&w, DW_TAG_structure_type, STR(DW_AT_name, "hidden"),
		    FLAG(DW_AT_declaration));
		DIE(&w, DW_TAG_structure_type, STR(DW_AT_name, "s"),
		    FLAG(DW_AT_declaration));
		close_unit(&w);
	}
	write_unit_with(&w, "b.c", &usual);
	find_test_open(&f, &w);
	def = find_test_one(&f, RECORDS, "hidden");
	assert_int_equal(def->flags, LAY_DEF_DECLARATION);
	assert_int_equal(def->nr_units, 3);
	def = find_test_one(&f, RECORDS, "s");
	assert_int_equal(def->flags, 0);
	assert_int_equal(def->nr_units, 1);
	find_test_close(&f);
}

static void a_typedef_of_its_own_tag_is_left_out(void **state)
{
	unsigned int typedefs = KINDS(LAY_KIND_TYPEDEF);
	struct dwarf_writer w;
	struct find_test f;
	size_t tag, anonymous;

	(void)state;
	dwarf_writer_init(&w, 4);
	open_unit(&w, "a.c", DW_LANG_C99);
	tag = DIE(&w, DW_TAG_structure_type, STR(DW_AT_name, "s"),
		  NUM(DW_AT_byte_size, 4));
	DIE(&w, DW_TAG_typedef, STR(DW_AT_name, "s"), REF(DW_AT_type, tag));
	DIE(&w, DW_TAG_typedef, STR(DW_AT_name, "t"), REF(DW_AT_type, tag));
	anonymous = DIE(&w, DW_TAG_structure_type, NUM(DW_AT_byte_size, 8));
	DIE(&w, DW_TAG_typedef, STR(DW_AT_name, "u"),
	    REF(DW_AT_type, anonymous));
	close_unit(&w);
	find_test_open(&f, &w);
	assert_int_equal(find_test_one(&f, RECORDS | typedefs, "s")->kind,
			 LAY_KIND_STRUCT);
	/* it is an answer if only typedefs were asked for */
	assert_int_equal(find_test_one(&f, typedefs, "s")->kind,
			 LAY_KIND_TYPEDEF);
	assert_int_equal(find_test_one(&f, RECORDS | typedefs, "t")->size, 4);
	assert_int_equal(find_test_one(&f, RECORDS | typedefs, "u")->size, 8);
	find_test_close(&f);
}

static void a_struct_that_holds_itself_is_kept_apart(void **state)
{
	struct dwarf_writer w;
	struct find_test f;

	(void)state;
	dwarf_writer_init(&w, 4);
	for (int i = 0; i < 2; i++) {
		size_t type_at, self, base;

		open_unit(&w, "a.c", DW_LANG_C99);
		base = DIE(&w, DW_TAG_base_type, STR(DW_AT_name, "int"));
		self = DIE_OPEN(&w, DW_TAG_structure_type,
				STR(DW_AT_name, "s"), NUM(DW_AT_byte_size, 4));
		DIE(&w, DW_TAG_member, STR(DW_AT_name, "me"),
		    REF_LATER(DW_AT_type, &type_at));
		dwarf_writer_point(&w, type_at, self);
		/* nothing is wrong with the last one */
		DIE(&w, DW_TAG_member, STR(DW_AT_name, "x"),
		    REF(DW_AT_type, base));
		dwarf_writer_close(&w);
		close_unit(&w);
	}
	find_test_open(&f, &w);
	assert_int_equal(find_test_ask(&f, RECORDS, "s"), 2);
	assert_int_equal(f.out.def[0].flags, LAY_DEF_UNSURE);
	find_test_close(&f);
}

static void types_nested_without_end_are_kept_apart(void **state)
{
	struct dwarf_writer w;
	struct find_test f;
	size_t inner = 0;

	(void)state;
	dwarf_writer_init(&w, 4);
	open_unit(&w, "a.c", DW_LANG_C99);
	for (int i = 0; i < 200; i++) {
		size_t type = DIE(&w, DW_TAG_const_type, REF(DW_AT_type, inner));

		inner = i ? type : DIE(&w, DW_TAG_base_type,
				       STR(DW_AT_name, "int"));
	}
	DIE(&w, DW_TAG_typedef, STR(DW_AT_name, "t"), REF(DW_AT_type, inner),
	    NUM(DW_AT_byte_size, 4));
	close_unit(&w);
	find_test_open(&f, &w);
	assert_int_equal(find_test_one(&f, KINDS(LAY_KIND_TYPEDEF), "t")->flags,
			 LAY_DEF_UNSURE);
	find_test_close(&f);
}

/* A unit with struct s of one member, of the type that @type says. */
static void write_user(struct dwarf_writer *w, struct dwarf_attr type)
{
	open_unit(w, "a.c", DW_LANG_C99);
	DIE_OPEN(w, DW_TAG_structure_type, STR(DW_AT_name, "s"),
		 NUM(DW_AT_byte_size, 4));
	DIE(w, DW_TAG_member, STR(DW_AT_name, "x"), type);
	dwarf_writer_close(w);
	close_unit(w);
}

static void types_of_other_units_are_followed(void **state)
{
	struct dwarf_writer w;
	struct find_test f;
	size_t one, other;

	(void)state;
	dwarf_writer_init(&w, 4);
	open_unit(&w, "types.c", DW_LANG_C99);
	one = DIE(&w, DW_TAG_base_type, STR(DW_AT_name, "one"));
	other = DIE(&w, DW_TAG_base_type, STR(DW_AT_name, "other"));
	close_unit(&w);
	write_user(&w, (struct dwarf_attr)NUM_IN(DW_AT_type, DW_FORM_ref_addr,
						 one));
	write_user(&w, (struct dwarf_attr)NUM_IN(DW_AT_type, DW_FORM_ref_addr,
						 one));
	write_user(&w, (struct dwarf_attr)NUM_IN(DW_AT_type, DW_FORM_ref_addr,
						 other));
	find_test_open(&f, &w);
	assert_int_equal(find_test_ask(&f, RECORDS, "s"), 2);
	assert_int_equal(f.out.def[0].nr_units, 2);
	find_test_close(&f);
}

static void types_of_type_units_are_followed(void **state)
{
	(void)state;
	for (unsigned int version = 4; version <= 5; version++) {
		struct dwarf_writer w;
		struct find_test f;

		dwarf_writer_init(&w, version);
		for (uint64_t signature = 1; signature <= 2; signature++) {
			dwarf_writer_type_unit(&w, signature);
			DIE_OPEN(&w, DW_TAG_type_unit,
				 NUM_IN(DW_AT_language, DW_FORM_data2,
					DW_LANG_C99));
			dwarf_writer_type_is(
				&w, DIE(&w, DW_TAG_structure_type,
					STR(DW_AT_name, "inner"),
					NUM(DW_AT_byte_size, signature)));
			close_unit(&w);
		}
		write_user(&w, (struct dwarf_attr)NUM_IN(
				       DW_AT_type, DW_FORM_ref_sig8, 1));
		write_user(&w, (struct dwarf_attr)NUM_IN(
				       DW_AT_type, DW_FORM_ref_sig8, 1));
		write_user(&w, (struct dwarf_attr)NUM_IN(
				       DW_AT_type, DW_FORM_ref_sig8, 2));
		find_test_open(&f, &w);
		assert_int_equal(find_test_ask(&f, RECORDS, "s"), 2);
		assert_int_equal(f.out.def[0].nr_units, 2);
		assert_int_equal(f.out.def[0].flags, 0);
		/* the types are found where they are defined */
		assert_int_equal(find_test_ask(&f, RECORDS, "inner"), 2);
		assert_int_equal(f.out.def[0].flags, LAY_DEF_TYPE_UNIT);
		assert_int_equal(f.out.def[1].flags, LAY_DEF_TYPE_UNIT);
		find_test_close(&f);
	}
}

/* A declaration in the unit says which type unit has the rest. */
static void declarations_lead_to_type_units(void **state)
{
	struct dwarf_writer w;
	struct find_test f;

	(void)state;
	dwarf_writer_init(&w, 4);
	for (uint64_t signature = 1; signature <= 2; signature++) {
		dwarf_writer_type_unit(&w, signature);
		DIE_OPEN(&w, DW_TAG_type_unit, STR(DW_AT_name, "t"));
		dwarf_writer_type_is(&w, DIE(&w, DW_TAG_structure_type,
					     STR(DW_AT_name, "inner"),
					     SIZE(signature)));
		close_unit(&w);
	}
	for (uint64_t i = 0; i < 3; i++) {
		size_t skeleton;

		open_unit(&w, "a.c", DW_LANG_C99);
		skeleton = DIE(&w, DW_TAG_structure_type,
			       FLAG(DW_AT_declaration),
			       NUM_IN(DW_AT_signature, DW_FORM_ref_sig8,
				      i ? 1 : 2));
		DIE_OPEN(&w, DW_TAG_structure_type, STR(DW_AT_name, "s"));
		DIE(&w, DW_TAG_member, STR(DW_AT_name, "x"),
		    REF(DW_AT_type, skeleton));
		dwarf_writer_close(&w);
		close_unit(&w);
	}
	find_test_open(&f, &w);
	assert_int_equal(find_test_ask(&f, RECORDS, "s"), 2);
	assert_int_equal(f.out.def[1].nr_units, 2);
	find_test_close(&f);
}

static void units_of_local_types_are_those_that_have_them_local(void **state)
{
	struct type_query q = { .kinds = RECORDS, .name = "s", .local = true };
	struct lay_error err = { .text = "" };
	struct dwarf_writer w;
	struct find_test f;
	const char **units;
	size_t nr;

	(void)state;
	dwarf_writer_init(&w, 4);
	open_unit(&w, "a.c", DW_LANG_C99);
	DIE(&w, DW_TAG_structure_type, STR(DW_AT_name, "s"), SIZE(4));
	close_unit(&w);
	open_unit(&w, "b.c", DW_LANG_C99);
	DIE_OPEN(&w, DW_TAG_subprogram, STR(DW_AT_name, "f"));
	DIE(&w, DW_TAG_structure_type, STR(DW_AT_name, "s"), SIZE(4));
	dwarf_writer_close(&w);
	close_unit(&w);
	find_test_open(&f, &w);
	assert_ok(find_test_try(&f, &q, &err), &err);
	assert_int_equal(f.out.nr, 2);
	assert_ok(dw_find_units(&f.asker, &f.out.def[1], &units, &nr, &err),
		  &err);
	assert_int_equal(nr, 1);
	assert_string_equal(units[0], "b.c");
	free(units);
	find_test_close(&f);
}

/* Struct s declared, and defined in a function; and a typedef of struct t. */
static void write_left_out(struct dwarf_writer *w)
{
	size_t record;

	dwarf_writer_init(w, 4);
	open_unit(w, "a.c", DW_LANG_C99);
	DIE(w, DW_TAG_structure_type, STR(DW_AT_name, "s"),
	    FLAG(DW_AT_declaration));
	record = DIE(w, DW_TAG_structure_type, STR(DW_AT_name, "t"), SIZE(4));
	DIE(w, DW_TAG_typedef, STR(DW_AT_name, "t"), REF(DW_AT_type, record));
	DIE_OPEN(w, DW_TAG_subprogram, STR(DW_AT_name, "f"));
	DIE(w, DW_TAG_structure_type, STR(DW_AT_name, "s"), SIZE(4));
	DIE(w, DW_TAG_structure_type, STR(DW_AT_name, "t"),
	    FLAG(DW_AT_declaration));
	dwarf_writer_close(w);
	close_unit(w);
}

static void all_is_what_answers_leave_out_as_well(void **state)
{
	struct type_query q = { .kinds = ~0u, .name = "*", .glob = true };
	struct lay_error err = { .text = "" };
	struct dwarf_writer w;
	struct find_test f;

	(void)state;
	write_left_out(&w);
	find_test_open(&f, &w);
	q.local = true;
	assert_ok(find_test_try(&f, &q, &err), &err);
	assert_int_equal(f.out.nr, 2);
	q.all = true;
	assert_ok(find_test_try(&f, &q, &err), &err);
	assert_int_equal(f.out.nr, 4);
	assert_int_equal(f.out.def[0].flags, LAY_DEF_DECLARATION);
	assert_int_equal(f.out.def[2].kind, LAY_KIND_TYPEDEF);
	assert_int_equal(f.out.def[3].flags, LAY_DEF_LOCAL);
	assert_string_equal(f.out.def[3].name, "s");
	find_test_close(&f);
}

static void values_of_abbreviations_are_read(void **state)
{
	struct dwarf_writer w;
	struct find_test f;

	(void)state;
	dwarf_writer_init(&w, 5);
	open_unit(&w, "a.c", DW_LANG_C99);
	DIE(&w, DW_TAG_structure_type, STR_IN(DW_AT_name, DW_FORM_strp, "s"),
	    NUM_IN(DW_AT_byte_size, DW_FORM_implicit_const, 12));
	close_unit(&w);
	find_test_open(&f, &w);
	assert_int_equal(find_test_one(&f, RECORDS, "s")->size, 12);
	find_test_close(&f);
}

static void a_reference_that_leads_nowhere_is_told(void **state)
{
	struct type_query q = { .kinds = RECORDS, .name = "s" };
	struct lay_error err = { .text = "" };
	struct dwarf_writer w;
	struct find_test f;

	(void)state;
	dwarf_writer_init(&w, 4);
	write_user(&w, (struct dwarf_attr)NUM_IN(DW_AT_type, DW_FORM_ref_sig8,
						 0x123));
	find_test_open(&f, &w);
	assert_int_equal(find_test_try(&f, &q, &err), -LAY_E_FORMAT);
	assert_says(&err, "no type unit has the signature 0x0000000000000123");
	find_test_close(&f);

	dwarf_writer_init(&w, 4);
	write_user(&w, (struct dwarf_attr)NUM_IN(DW_AT_type, DW_FORM_ref_addr,
						 0x7777777));
	find_test_open(&f, &w);
	assert_int_equal(find_test_try(&f, &q, &err), -LAY_E_FORMAT);
	assert_says(&err, "refers to 0x7777777, which is in no unit");
	find_test_close(&f);
}

static void write_producer(struct dwarf_writer *w, const char *producer,
			   unsigned int language)
{
	dwarf_writer_unit(w, DW_UT_compile);
	DIE_OPEN(w, DW_TAG_compile_unit, STR(DW_AT_producer, producer),
		 NUM_IN(DW_AT_language, DW_FORM_data2, language));
	close_unit(w);
}

static void producers_are_counted_but_the_assembler(void **state)
{
	struct lay_error err = { .text = "" };
	const struct lay_producer *p;
	struct dwarf_writer w;
	struct find_test f;

	(void)state;
	dwarf_writer_init(&w, 4);
	write_producer(&w, "GNU AS 2.40", DW_LANG_Mips_Assembler);
	write_producer(&w, "GNU C 11", DW_LANG_C99);
	write_producer(&w, "GNU C 12", DW_LANG_C11);
	/* others in front of it in the table, with a value among the list */
	w.first_abbrev = 1;
	write_producer(&w, "GNU C 12", DW_LANG_C11);
	find_test_open(&f, &w);
	assert_ok(dw_find_producers(&f.asker, &err), &err);
	p = f.asker.producers.list;
	assert_int_equal(f.asker.producers.nr, 2);
	assert_string_equal(p[0].text, "GNU C 12");
	assert_int_equal(p[0].nr_units, 2);
	assert_string_equal(p[1].text, "GNU C 11");
	/* another question does not count them again */
	find_test_ask(&f, RECORDS, "x");
	assert_int_equal(f.asker.producers.list[0].nr_units, 2);
	find_test_close(&f);
}

static void collect(void *ctx, const char *name)
{
	char *all = ctx;
	size_t len = strlen(all);

	snprintf(all + len, 200 - len, "%s ", name);
}

static void names_of_types_are_listed(void **state)
{
	struct lay_error err = { .text = "" };
	struct dwarf_writer w;
	struct find_test f;
	char all[200] = " ";

	(void)state;
	dwarf_writer_init(&w, 4);
	write_unit_with(&w, "a.c", &usual);
	write_enum(&w, "b.c", 1);
	find_test_open(&f, &w);
	assert_ok(dw_find_names(&f.asker, collect, all, &err), &err);
	assert_non_null(strstr(all, " s "));
	assert_non_null(strstr(all, " u32 "));
	assert_non_null(strstr(all, " e "));
	assert_null(strstr(all, " x "));
	find_test_close(&f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(equal_definitions_fold),
		cmocka_unit_test(every_difference_tells_definitions_apart),
		cmocka_unit_test(definitions_are_in_the_order_of_the_file),
		cmocka_unit_test(units_of_a_definition_are_listed),
		cmocka_unit_test(encodings_of_bit_fields_are_the_same),
		cmocka_unit_test(encodings_of_bounds_are_the_same),
		cmocka_unit_test(
			a_declaration_stands_where_there_is_no_definition),
		cmocka_unit_test(a_typedef_of_its_own_tag_is_left_out),
		cmocka_unit_test(a_struct_that_holds_itself_is_kept_apart),
		cmocka_unit_test(types_nested_without_end_are_kept_apart),
		cmocka_unit_test(types_of_other_units_are_followed),
		cmocka_unit_test(types_of_type_units_are_followed),
		cmocka_unit_test(declarations_lead_to_type_units),
		cmocka_unit_test(
			units_of_local_types_are_those_that_have_them_local),
		cmocka_unit_test(all_is_what_answers_leave_out_as_well),
		cmocka_unit_test(values_of_abbreviations_are_read),
		cmocka_unit_test(a_reference_that_leads_nowhere_is_told),
		cmocka_unit_test(producers_are_counted_but_the_assembler),
		cmocka_unit_test(names_of_types_are_listed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
