// SPDX-License-Identifier: GPL-2.0-only
/* Plain DIEs, as compilers of C write them: what is told apart by a print that
 * is for one file. One thread alone has all prints. */
#include <config.h>

#include "unit/dwarf/find-test.h"
#include "dwarf/plain.h"
#include "base/poison.h"

#define ONE(at, v) NUM_IN(at, DW_FORM_data1, v)
#define TWO(at, v) NUM_IN(at, DW_FORM_data2, v)
/* Linkers leave one of each string. */
#define NAME(s) NUM_IN(DW_AT_name, DW_FORM_strp, string_at(w, s))

static size_t string_at(struct dwarf_writer *w, const char *s)
{
	const uint8_t *p = NULL;

	if (w->str.len)
		p = memmem(w->str.data, w->str.len, s, strlen(s) + 1);
	return p ? (size_t)(p - w->str.data) : byte_buf_string(&w->str, s);
}

/* What may differ between two units that write_plain() writes. */
struct plain {
	const char *tag, *member, *text, *alias, *pointee, *value;
	uint64_t size, align, offset, member_align, width, bit, bound, pointer;
	uint64_t enum_value, enum_size, base_size, encoding, param_size;
	unsigned int qualifier, pointee_tag;
	bool function, variadic, to_void, declared, counted;
};

static const struct plain usual = {
	.tag = "s", .member = "member", .text = "x", .alias = "alias_t",
	.pointee = "other", .value = "VALUE", .size = 64, .align = 8,
	.offset = 4, .member_align = 4, .width = 3, .bit = 256, .bound = 10,
	.pointer = 8, .enum_value = 300, .enum_size = 4, .base_size = 4,
	.encoding = 7, .param_size = 2, .qualifier = DW_TAG_const_type,
	.pointee_tag = DW_TAG_structure_type,
};

static size_t write_pointer(struct dwarf_writer *w, const struct plain *p)
{
	size_t pointee, qualified;

	if (p->to_void)
		return DIE(w, DW_TAG_pointer_type, ONE(DW_AT_byte_size, 8));
	pointee = p->declared ?
		DIE(w, p->pointee_tag, NAME(p->pointee),
		    NUM_IN(DW_AT_declaration, DW_FORM_flag_present, 1)) :
		DIE(w, p->pointee_tag, NAME(p->pointee),
		    ONE(DW_AT_byte_size, 1));
	qualified = DIE(w, p->qualifier, REF(DW_AT_type, pointee));
	return DIE(w, DW_TAG_pointer_type,
		   ONE(DW_AT_byte_size, p->pointer),
		   REF(DW_AT_type, qualified));
}

static size_t write_function(struct dwarf_writer *w, const struct plain *p,
			     size_t base)
{
	size_t function, param;

	param = DIE(w, DW_TAG_base_type, ONE(DW_AT_byte_size, p->param_size),
		    ONE(DW_AT_encoding, 7), NAME("parameter"));
	function = p->function ?
		DIE_OPEN(w, DW_TAG_subroutine_type, REF(DW_AT_type, base)) :
		DIE_OPEN(w, DW_TAG_subroutine_type,
			 NUM_IN(DW_AT_prototyped, DW_FORM_flag_present, 1));
	DIE(w, DW_TAG_formal_parameter, REF(DW_AT_type, param));
	if (p->variadic)
		DIE(w, DW_TAG_unspecified_parameters,
		    NUM_IN(DW_AT_artificial, DW_FORM_flag_present, 1));
	dwarf_writer_close(w);
	return DIE(w, DW_TAG_pointer_type, ONE(DW_AT_byte_size, 8),
		   REF(DW_AT_type, function));
}

static size_t write_array(struct dwarf_writer *w, const struct plain *p,
			  size_t base)
{
	size_t array = DIE_OPEN(w, DW_TAG_array_type, REF(DW_AT_type, base));

	if (p->counted)
		DIE(w, DW_TAG_subrange_type, ONE(DW_AT_count, p->bound));
	else
		DIE(w, DW_TAG_subrange_type, ONE(DW_AT_upper_bound, p->bound));
	dwarf_writer_close(w);
	return array;
}

/* An enum by no name but the member that has it: its list counts. */
static size_t write_nameless_enum(struct dwarf_writer *w, const struct plain *p,
				  size_t base)
{
	size_t die = DIE_OPEN(w, DW_TAG_enumeration_type,
			      ONE(DW_AT_encoding, 7),
			      ONE(DW_AT_byte_size, p->enum_size),
			      REF(DW_AT_type, base));

	DIE(w, DW_TAG_enumerator, NAME(p->value),
	    TWO(DW_AT_const_value, p->enum_value));
	dwarf_writer_close(w);
	return die;
}

static void write_plain(struct dwarf_writer *w, const struct plain *p)
{
	size_t base, alias, pointer, function, array, list;

	open_unit(w, "a.c", DW_LANG_C99);
	base = DIE(w, DW_TAG_base_type, ONE(DW_AT_byte_size, p->base_size),
		   ONE(DW_AT_encoding, p->encoding), NAME("unsigned int"));
	alias = DIE(w, DW_TAG_typedef, NAME(p->alias), REF(DW_AT_type, base));
	pointer = write_pointer(w, p);
	function = write_function(w, p, base);
	array = write_array(w, p, alias);
	list = write_nameless_enum(w, p, base);
	DIE_OPEN(w, DW_TAG_structure_type, NAME(p->tag),
		 ONE(DW_AT_byte_size, p->size), ONE(DW_AT_alignment, p->align));
	DIE(w, DW_TAG_member, NAME(p->member), REF(DW_AT_type, alias),
	    ONE(DW_AT_alignment, p->member_align),
	    TWO(DW_AT_data_member_location, p->offset));
	DIE(w, DW_TAG_member, STR(DW_AT_name, p->text), REF(DW_AT_type, base),
	    ONE(DW_AT_bit_size, p->width),
	    TWO(DW_AT_data_bit_offset, p->bit));
	DIE(w, DW_TAG_member, NAME("pointer"), REF(DW_AT_type, pointer));
	DIE(w, DW_TAG_member, NAME("function"), REF(DW_AT_type, function));
	DIE(w, DW_TAG_member, NAME("array"), REF(DW_AT_type, array));
	DIE(w, DW_TAG_member, REF(DW_AT_type, list));
	dwarf_writer_close(w);
	close_unit(w);
}

static void open_one_thread(struct find_test *f, struct dwarf_writer *w)
{
	find_test_open(f, w);
	f->asker.jobs = 1;
}

static size_t count_defs(const struct plain *a, const struct plain *b,
			 bool big_endian)
{
	struct dwarf_writer w;
	struct find_test f;
	size_t nr, units = 0;

	dwarf_writer_init(&w, 5);
	if (big_endian)
		dwarf_writer_set_big_endian(&w);
	write_plain(&w, a);
	write_plain(&w, b);
	write_plain(&w, a);
	open_one_thread(&f, &w);
	nr = find_test_ask(&f, RECORDS, "s*");
	for (size_t i = 0; i < nr; i++)
		units += f.out.def[i].nr_units;
	assert_int_equal(units, 3);
	find_test_close(&f);
	return nr;
}

static void every_difference_tells_plain_definitions_apart(void **state)
{
	struct plain other;

	(void)state;
#define DIFFERS(change) do { \
		other = usual; \
		other.change; \
		for (int i = 0; i < 2; i++) \
			if (count_defs(&usual, &other, i) != 2) \
				fail_msg("%s: the same", #change); \
	} while (0)
	assert_int_equal(count_defs(&usual, &usual, false), 1);
	assert_int_equal(count_defs(&usual, &usual, true), 1);
	DIFFERS(tag = "ss");
	DIFFERS(member = "nember");
	DIFFERS(text = "y");
	DIFFERS(text = "xy");
	DIFFERS(text = "xyz");
	DIFFERS(text = "a longer one");
	DIFFERS(alias = "blias_t");
	DIFFERS(value = "WALUE");
	DIFFERS(size = 65);
	DIFFERS(align = 16);
	DIFFERS(offset = 4 + 256);
	DIFFERS(member_align = 8);
	DIFFERS(width = 4);
	DIFFERS(bit = 257);
	DIFFERS(bit = 512);
	DIFFERS(bound = 11);
	DIFFERS(counted = true);
	DIFFERS(pointer = 4);
	DIFFERS(pointee = "nother");
	DIFFERS(pointee_tag = DW_TAG_union_type);
	DIFFERS(qualifier = DW_TAG_volatile_type);
	DIFFERS(to_void = true);
	DIFFERS(enum_value = 301);
	DIFFERS(enum_value = 44);
	DIFFERS(enum_size = 1);
	DIFFERS(base_size = 8);
	DIFFERS(encoding = 8);
	DIFFERS(param_size = 4);
	DIFFERS(function = true);
	DIFFERS(variadic = true);
#undef DIFFERS
	other = usual;
	other.declared = true;
	assert_int_equal(count_defs(&usual, &other, false), 1);
}

static void what_compilers_write_is_plain(void **state)
{
	struct lay_error err = { .text = "" };
	struct dwarf_writer w;
	struct dwarf_test t;
	struct dw_plain plain;
	struct dw_view view;
	unsigned int nr = 0;
	uint64_t at;

	(void)state;
	dwarf_writer_init(&w, 5);
	write_plain(&w, &usual);
	dwarf_test_open(&t, &w);
	dw_view_init(&view, t.file);
	assert_ok(dw_view_open(&view, &t.file->units[0], &err), &err);
	at = view.root.next - view.unit->off;
	for (; dw_plain_read(&view, at, &plain); nr++) {
		at = plain.next;
		/* over the ends of lists */
		while (view.bytes[at] == 0)
			at++;
	}
	/* up to the first of the filler, whose sizes take eight bytes */
	assert_int_equal(nr, 20);
	dw_view_deinit(&view);
	dwarf_test_close(&t);
}

/* struct s with a plain member whose type is at @type of the unit. */
static int ask_for_reference(uint64_t type, struct lay_error *err)
{
	struct type_query q = { .kinds = RECORDS, .name = "s" };
	struct dwarf_writer writer, *w = &writer;
	struct find_test f;
	size_t where;
	int ret;

	dwarf_writer_init(w, 4);
	open_unit(w, "a.c", DW_LANG_C99);
	DIE_OPEN(w, DW_TAG_structure_type, NAME("s"), SIZE(4));
	DIE(w, DW_TAG_member, NAME("member"), REF_LATER(DW_AT_type, &where),
	    ONE(DW_AT_data_member_location, 0));
	dwarf_writer_close(w);
	close_unit(w);
	dwarf_writer_point(w, where, type);
	open_one_thread(&f, w);
	ret = find_test_try(&f, &q, err);
	find_test_close(&f);
	return ret;
}

static void a_plain_reference_that_leads_nowhere_is_told(void **state)
{
	struct lay_error err = { .text = "" };

	(void)state;
	assert_int_equal(ask_for_reference(0, &err), -LAY_E_FORMAT);
	assert_says(&err, "refers to 0x0, which is in no unit");
	assert_int_equal(ask_for_reference(0xfffffff0, &err), -LAY_E_FORMAT);
	assert_says(&err, "refers to a place outside of its unit");
}

static void plain_types_without_end_are_kept_apart(void **state)
{
	struct dwarf_writer writer, *w = &writer;
	struct find_test f;

	(void)state;
	dwarf_writer_init(w, 5);
	for (int i = 0; i < 2; i++) {
		size_t array, at;

		open_unit(w, "a.c", DW_LANG_C99);
		array = DIE_OPEN(w, DW_TAG_array_type,
				 REF_LATER(DW_AT_type, &at));
		DIE(w, DW_TAG_subrange_type, ONE(DW_AT_upper_bound, 1));
		dwarf_writer_close(w);
		dwarf_writer_point(w, at, array);
		DIE_OPEN(w, DW_TAG_structure_type, NAME("s"), SIZE(4));
		DIE(w, DW_TAG_member, NAME("me"), REF(DW_AT_type, array));
		dwarf_writer_close(w);
		close_unit(w);
	}
	open_one_thread(&f, w);
	assert_int_equal(find_test_ask(&f, RECORDS, "s"), 2);
	assert_int_equal(f.out.def[0].flags, LAY_DEF_UNSURE);
	find_test_close(&f);
}

/* More types than a memo begins with, and a second unit with fewer. */
static void many_types_are_kept_in_mind(void **state)
{
	struct dwarf_writer writer, *w = &writer;
	struct find_test f;

	(void)state;
	dwarf_writer_init(w, 5);
	for (int i = 0; i < 2; i++) {
		size_t type;

		open_unit(w, "a.c", DW_LANG_C99);
		type = DIE(w, DW_TAG_base_type, SIZE(4),
			   ONE(DW_AT_encoding, 7), NAME("int"));
		DIE_OPEN(w, DW_TAG_structure_type, NAME("s"), SIZE(4));
		for (int j = 0; j < 40; j++)
			DIE(w, DW_TAG_member, NAME("m"),
			    REF(DW_AT_type, type));
		dwarf_writer_close(w);
		for (int j = 0; j < (i ? 1 : 3000); j++) {
			char name[16];

			snprintf(name, sizeof(name), "array_%d", j);
			DIE_OPEN(w, DW_TAG_union_type, NAME(name), SIZE(4));
			DIE(w, DW_TAG_member, NAME("m"),
			    REF(DW_AT_type, type));
			dwarf_writer_close(w);
		}
		close_unit(w);
	}
	open_one_thread(&f, w);
	assert_int_equal(find_test_ask(&f, RECORDS, "*"), 3001);
	assert_int_equal(find_test_one(&f, RECORDS, "s")->nr_units, 2);
	assert_int_equal(find_test_one(&f, RECORDS, "array_0")->nr_units, 2);
	find_test_close(&f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_difference_tells_plain_definitions_apart),
		cmocka_unit_test(what_compilers_write_is_plain),
		cmocka_unit_test(a_plain_reference_that_leads_nowhere_is_told),
		cmocka_unit_test(plain_types_without_end_are_kept_apart),
		cmocka_unit_test(many_types_are_kept_in_mind),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
