// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include "unit/dwarf/dwarf-test.h"
#include "dwarf/check.h"
#include "base/poison.h"

/* Where things of the unit that write_sound() writes stand. */
struct sound {
	size_t base, record, first, last, sibling_at, type_at;
};

/* A unit with a struct of two members, the second after it. */
static void write_sound(struct dwarf_writer *w, struct sound *s)
{
	dwarf_writer_unit(w, DW_UT_compile);
	DIE_OPEN(w, DW_TAG_compile_unit, STR(DW_AT_name, "a.c"));
	s->base = DIE(w, DW_TAG_base_type,
		      STR_IN(DW_AT_name, DW_FORM_strp, "int"),
		      NUM(DW_AT_byte_size, 4));
	s->record = DIE_OPEN(w, DW_TAG_structure_type, STR(DW_AT_name, "s"),
			     REF_LATER(DW_AT_sibling, &s->sibling_at));
	s->first = DIE(w, DW_TAG_member, STR(DW_AT_name, "x"),
		       REF_LATER(DW_AT_type, &s->type_at));
	dwarf_writer_point(w, s->type_at, s->base);
	s->last = dwarf_writer_close(w);
	DIE(w, DW_TAG_pointer_type, REF(DW_AT_type, s->record));
	dwarf_writer_point(w, s->sibling_at, s->last);
	dwarf_writer_close(w);
	dwarf_writer_unit_end(w);
}

/* Check the DIEs of the first unit of what was written one after the other;
 * *@err says what was wrong. */
static int check_written(struct dwarf_writer *w, struct lay_error *err)
{
	const struct dw_unit *unit;
	struct dwarf_test t;
	struct dw_view view;
	struct dw_die die;
	int ret;

	*err = (struct lay_error){ .text = "" };
	dwarf_test_open(&t, w);
	unit = &t.file->units[0];
	dw_view_init(&view, t.file);
	ret = dw_view_open(&view, unit, err);
	for (uint64_t off = unit->die_off; ret == 0 && off < unit->end;
	     off = die.next)
		ret = dw_check_die(&view, off, &die, err);
	dw_view_deinit(&view);
	dwarf_test_close(&t);
	return ret;
}

static void assert_refused(struct dwarf_writer *w, int code, size_t at,
			   const char *says)
{
	struct lay_error err;
	char place[40];

	assert_int_equal(check_written(w, &err), -code);
	snprintf(place, sizeof(place), ".debug_info+0x%zx: ", at);
	assert_says(&err, place);
	assert_says(&err, says);
}

static void sound_dies_pass(void **state)
{
	(void)state;
	for (unsigned int version = 2; version <= 5; version++) {
		struct lay_error err;
		struct dwarf_writer w;
		struct sound s;

		dwarf_writer_init(&w, version);
		if (version & 1)
			dwarf_writer_set_big_endian(&w);
		write_sound(&w, &s);
		assert_ok(check_written(&w, &err), &err);
	}
}

static void a_reference_out_of_the_unit_is_refused(void **state)
{
	struct dwarf_writer w;
	struct sound s;

	(void)state;
	dwarf_writer_init(&w, 4);
	write_sound(&w, &s);
	dwarf_writer_point(&w, s.type_at, w.info.len);
	assert_refused(&w, LAY_E_FORMAT, s.first, "outside of its unit");

	dwarf_writer_init(&w, 4);
	write_sound(&w, &s);
	dwarf_writer_point(&w, s.type_at, 4);
	assert_refused(&w, LAY_E_FORMAT, s.first, "outside of its unit");
}

static void a_string_outside_its_section_is_refused(void **state)
{
	struct dwarf_writer w;
	struct sound s;

	(void)state;
	dwarf_writer_init(&w, 4);
	write_sound(&w, &s);
	byte_buf_patch_u32(&w.info, s.base + 1, (uint32_t)w.str.len);
	assert_refused(&w, LAY_E_FORMAT, s.base, "is not in .debug_str");
}

static void a_string_without_end_is_refused(void **state)
{
	struct dwarf_writer w;
	struct sound s;

	(void)state;
	dwarf_writer_init(&w, 4);
	write_sound(&w, &s);
	w.str.data[w.str.len - 1] = 'x';
	assert_refused(&w, LAY_E_FORMAT, s.base, "is not in .debug_str");
}

static void an_unknown_abbreviation_is_refused(void **state)
{
	struct dwarf_writer w;
	struct sound s;

	(void)state;
	dwarf_writer_init(&w, 4);
	write_sound(&w, &s);
	w.info.data[s.first] = 99;
	assert_refused(&w, LAY_E_FORMAT, s.first, "no abbreviation 99");
}

static void an_unknown_form_is_refused(void **state)
{
	struct dwarf_writer w;
	size_t die;

	(void)state;
	dwarf_writer_init(&w, 4);
	dwarf_writer_unit(&w, DW_UT_compile);
	DIE_OPEN(&w, DW_TAG_compile_unit, STR(DW_AT_name, "a.c"));
	die = DIE(&w, DW_TAG_base_type, NUM_IN(DW_AT_byte_size, 0x7777, 4));
	dwarf_writer_close(&w);
	dwarf_writer_unit_end(&w);
	assert_refused(&w, LAY_E_FORMAT, die, "unknown form 0x7777");
}

static void a_value_past_the_end_is_refused(void **state)
{
	struct dwarf_writer w;
	size_t die;

	(void)state;
	dwarf_writer_init(&w, 4);
	dwarf_writer_unit(&w, DW_UT_compile);
	DIE_OPEN(&w, DW_TAG_compile_unit, STR(DW_AT_name, "a.c"));
	die = DIE(&w, DW_TAG_base_type, NUM_IN(DW_AT_byte_size, DW_FORM_data8, 4));
	w.info.len -= 3;
	dwarf_writer_unit_end(&w);
	assert_refused(&w, LAY_E_FORMAT, die, "a value past the end");
}

static void abbreviations_that_end_early_are_refused(void **state)
{
	struct lay_error err;
	char place[40];
	struct dwarf_writer w;
	struct sound s;

	(void)state;
	dwarf_writer_init(&w, 4);
	write_sound(&w, &s);
	w.abbrev.len--;
	snprintf(place, sizeof(place), ".debug_abbrev+0x%zx: ", w.abbrev.len);
	assert_int_equal(check_written(&w, &err), -LAY_E_FORMAT);
	assert_says(&err, place);
	assert_says(&err, "cut off");

	/* in the list of the last: its place is where the list begins */
	dwarf_writer_init(&w, 4);
	write_sound(&w, &s);
	w.abbrev.len -= 2;
	snprintf(place, sizeof(place), ".debug_abbrev+0x%zx: ",
		 w.abbrev.len - 3);
	assert_int_equal(check_written(&w, &err), -LAY_E_FORMAT);
	assert_says(&err, place);
	assert_says(&err, "cut off");
}

static void two_abbreviations_with_one_code_are_refused(void **state)
{
	struct lay_error err;
	struct dwarf_writer w;

	(void)state;
	dwarf_writer_init(&w, 4);
	dwarf_writer_unit(&w, DW_UT_compile);
	w.code_step = 0;
	DIE_OPEN(&w, DW_TAG_compile_unit, STR(DW_AT_name, "a.c"));
	DIE(&w, DW_TAG_base_type, STR(DW_AT_name, "int"));
	dwarf_writer_close(&w);
	dwarf_writer_unit_end(&w);
	assert_int_equal(check_written(&w, &err), -LAY_E_FORMAT);
	assert_says(&err, "stands for two");
}

static void codes_with_gaps_are_found(void **state)
{
	struct lay_error err;
	struct dwarf_writer w;
	struct sound s;

	(void)state;
	dwarf_writer_init(&w, 4);
	w.code_step = 1000003;
	write_sound(&w, &s);
	assert_ok(check_written(&w, &err), &err);
}

static void what_stands_behind_a_die_is_told(void **state)
{
	struct lay_error err = { .text = "" };
	struct dwarf_writer w;
	struct dwarf_test t;
	struct dw_view view;
	struct dw_die die;
	struct sound s;

	(void)state;
	dwarf_writer_init(&w, 5);
	write_sound(&w, &s);
	dwarf_test_open(&t, &w);
	dw_view_init(&view, t.file);
	assert_ok(dw_view_open(&view, &t.file->units[0], &err), &err);
	assert_ok(dw_check_die(&view, s.record, &die, &err), &err);
	assert_int_equal(die.tag, DW_TAG_structure_type);
	assert_true(dw_die_opens(&die));
	assert_int_equal(die.next, s.first);
	assert_int_equal(die.has, 0);
	assert_ok(dw_check_die(&view, s.first, &die, &err), &err);
	assert_false(dw_die_opens(&die));
	assert_int_equal(die.next, s.last - 1);
	assert_ok(dw_check_die(&view, s.last - 1, &die, &err), &err);
	assert_int_equal(die.tag, 0);
	dw_view_deinit(&view);
	dwarf_test_close(&t);
}

static void a_place_past_the_end_is_refused(void **state)
{
	struct lay_error err;
	struct dwarf_writer w;

	(void)state;
	dwarf_writer_init(&w, 4);
	dwarf_writer_unit(&w, DW_UT_compile);
	DIE_OPEN(&w, DW_TAG_compile_unit, STR(DW_AT_name, "a.c"));
	byte_buf_u8(&w.info, 0x80);	/* a code that goes on */
	dwarf_writer_unit_end(&w);
	assert_int_equal(check_written(&w, &err), -LAY_E_FORMAT);
	assert_says(&err, "past the end of the unit");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sound_dies_pass),
		cmocka_unit_test(a_reference_out_of_the_unit_is_refused),
		cmocka_unit_test(a_string_outside_its_section_is_refused),
		cmocka_unit_test(a_string_without_end_is_refused),
		cmocka_unit_test(an_unknown_abbreviation_is_refused),
		cmocka_unit_test(an_unknown_form_is_refused),
		cmocka_unit_test(a_value_past_the_end_is_refused),
		cmocka_unit_test(abbreviations_that_end_early_are_refused),
		cmocka_unit_test(two_abbreviations_with_one_code_are_refused),
		cmocka_unit_test(codes_with_gaps_are_found),
		cmocka_unit_test(what_stands_behind_a_die_is_told),
		cmocka_unit_test(a_place_past_the_end_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
