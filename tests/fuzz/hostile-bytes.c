// SPDX-License-Identifier: GPL-2.0-only
/* Units, abbreviations and strings that are not what they say. */
#include <config.h>

#include "fuzz/hostile.h"
#include "base/poison.h"

/* A unit with struct s { int x; }. */
static void begin_plain(struct hostile *h, unsigned int version)
{
	hostile_begin(h, version);
	DIE_OPEN(&h->w, DW_TAG_structure_type, STR(DW_AT_name, "s"),
		 NUM(DW_AT_byte_size, 4));
	DIE(&h->w, DW_TAG_member, STR(DW_AT_name, "x"),
	    REF(DW_AT_type, h->int_off), NUM(DW_AT_data_member_location, 0));
	dwarf_writer_close(&h->w);
	dwarf_writer_close(&h->w);
	dwarf_writer_unit_end(&h->w);
}

static void unit_lengths_that_lie_are_errors(void **state)
{
	static const uint32_t lengths[] = {
		0, 1, 6, 7, 1000000, 0xffffffef, 0xfffffff0, 0xfffffffe,
		0xffffffff,
	};

	(void)state;
	for (size_t i = 0; i < sizeof(lengths) / sizeof(lengths[0]); i++) {
		struct hostile h;

		begin_plain(&h, 4);
		byte_buf_patch_u32(&h.w.info, 0, lengths[i]);
		hostile_fails(dwarf_writer_finish(&h.w), "s", ".debug_info",
			      "");
	}
}

static void a_64_bit_unit_length_that_lies_is_an_error(void **state)
{
	static const uint64_t lengths[] = {
		0, 1, 1000000, INT64_MAX, UINT64_MAX - 12, UINT64_MAX,
	};

	(void)state;
	for (size_t i = 0; i < sizeof(lengths) / sizeof(lengths[0]); i++) {
		struct hostile h;
		struct dwarf_writer w;

		begin_plain(&h, 4);
		dwarf_writer_free(&h.w);
		dwarf_writer_init(&w, 5);
		w.offset_size = 8;
		dwarf_writer_unit(&w, DW_UT_compile);
		DIE(&w, DW_TAG_compile_unit, STR(DW_AT_name, "a.c"));
		dwarf_writer_unit_end(&w);
		byte_buf_patch_uint(&w.info, 4, lengths[i], 8);
		hostile_fails(dwarf_writer_finish(&w), "s", ".debug_info", "");
	}
}

static void versions_that_are_not_known_are_told(void **state)
{
	static const uint16_t versions[] = { 0, 1, 6, 0xffff };

	(void)state;
	for (size_t i = 0; i < sizeof(versions) / sizeof(versions[0]); i++) {
		char number[16];
		struct hostile h;

		snprintf(number, sizeof(number), "%u", versions[i]);
		begin_plain(&h, 4);
		byte_buf_patch_uint(&h.w.info, 4, versions[i], 2);
		hostile_fails(dwarf_writer_finish(&h.w), "s", ".debug_info",
			      number);
	}
}

static void a_unit_that_ends_anywhere_is_an_error(void **state)
{
	(void)state;
	for (size_t len = 1;; len++) {
		struct hostile h;

		begin_plain(&h, 5);
		if (len == h.w.info.len) {
			dwarf_writer_free(&h.w);
			break;
		}
		h.w.info.len = len;
		hostile_fails(dwarf_writer_finish(&h.w), "s", ".debug_info",
			      "");
	}
}

static void abbreviations_that_end_anywhere_are_an_error(void **state)
{
	(void)state;
	for (size_t len = 0;; len++) {
		struct hostile_answer a;
		struct hostile h;

		begin_plain(&h, 5);
		if (len + 1 == h.w.abbrev.len) {
			dwarf_writer_free(&h.w);
			break;
		}
		h.w.abbrev.len = len;
		hostile_run(&a, dwarf_writer_finish(&h.w), "s");
		/* the place is one in the section */
		assert_null(strstr(a.err.text, "0xffff"));
		hostile_says(&a, ".debug_", "");
	}
}

static void an_abbreviation_that_is_missing_is_told(void **state)
{
	static const uint64_t codes[] = { 99, 1 << 20, UINT64_C(1) << 40,
					  INT64_MAX, UINT64_MAX };

	(void)state;
	for (size_t i = 0; i < sizeof(codes) / sizeof(codes[0]); i++) {
		struct hostile h;

		hostile_begin(&h, 4);
		byte_buf_uleb(&h.w.info, codes[i]);
		hostile_fails(hostile_finish(&h), "s", ".debug_info+0x",
			      "abbreviation");
	}
}

static void codes_of_abbreviations_may_be_huge(void **state)
{
	(void)state;
	for (unsigned int bits = 8; bits < 62; bits += 9) {
		struct hostile_answer a;
		struct hostile h;

		hostile_begin(&h, 5);
		h.w.code = UINT64_C(1) << bits;
		h.w.code_step = UINT64_C(1) << (bits - 3);
		DIE_OPEN(&h.w, DW_TAG_structure_type, STR(DW_AT_name, "s"),
			 NUM(DW_AT_byte_size, 4));
		DIE(&h.w, DW_TAG_member, STR(DW_AT_name, "x"),
		    REF(DW_AT_type, h.int_off),
		    NUM(DW_AT_data_member_location, 0));
		dwarf_writer_close(&h.w);
		hostile_run(&a, hostile_finish(&h), "s");
		assert_true(a.rc >= 0);
		assert_int_equal(a.layout->nr_slots, 1);
		hostile_answer_free(&a);
	}
}

static void an_abbreviation_offset_out_of_range_is_told(void **state)
{
	struct hostile h;

	(void)state;
	begin_plain(&h, 4);
	byte_buf_patch_u32(&h.w.info, 6, 1000000);
	hostile_fails(dwarf_writer_finish(&h.w), "s", ".debug_info", "abbrev");
}

static void an_abbreviation_of_a_million_attributes_is_bounded(void **state)
{
	struct fuzz_rng rng = { 1 };
	struct hostile h;
	char *path;

	(void)state;
	hostile_begin(&h, 4);
	byte_buf_uleb(&h.w.info, 100);
	byte_buf_uleb(&h.w.abbrev, 100);
	byte_buf_uleb(&h.w.abbrev, DW_TAG_structure_type);
	byte_buf_u8(&h.w.abbrev, DW_CHILDREN_no);
	for (int i = 0; i < 1000000; i++) {
		byte_buf_uleb(&h.w.abbrev, DW_AT_byte_size);
		byte_buf_uleb(&h.w.abbrev, DW_FORM_data1);
	}
	byte_buf_u16(&h.w.abbrev, 0);
	byte_buf_fill(&h.w.info, 4, 1000000);
	path = hostile_finish(&h);
	fuzz_exercise(path, NULL, &rng);
	test_file_remove(path);
}

static void forms_that_are_not_known_are_told(void **state)
{
	static const uint64_t forms[] = { 0x02, 0x2d, 0x7f, 0x1fff,
					  UINT64_C(1) << 40 };

	(void)state;
	for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++) {
		struct hostile h;

		hostile_begin(&h, 5);
		DIE(&h.w, DW_TAG_structure_type, STR(DW_AT_name, "s"),
		    NUM_IN(0x3fff, forms[i], 1));
		hostile_fails(hostile_finish(&h), "s", ".debug_", "form");
	}
}

static void forms_told_in_the_data_do_not_go_on_for_ever(void **state)
{
	struct hostile h;

	(void)state;
	hostile_begin(&h, 5);
	DIE(&h.w, DW_TAG_structure_type, STR(DW_AT_name, "s"),
	    NUM_IN(DW_AT_byte_size, DW_FORM_indirect, DW_FORM_indirect));
	byte_buf_fill(&h.w.info, DW_FORM_indirect, 1000000);
	hostile_fails(hostile_finish(&h), "s", ".debug_info+0x", "");
}

static void numbers_without_end_are_errors(void **state)
{
	struct hostile h;

	(void)state;
	hostile_begin(&h, 5);
	DIE(&h.w, DW_TAG_structure_type, STR(DW_AT_name, "s"),
	    NUM(DW_AT_byte_size, 4));
	h.w.info.len--;
	byte_buf_fill(&h.w.info, 0xff, 1000000);
	hostile_fails(hostile_finish(&h), "s", ".debug_info+0x", "");
}

static void blocks_that_are_too_long_are_errors(void **state)
{
	static const uint64_t lengths[] = { 1000, UINT32_MAX, INT64_MAX,
					    UINT64_MAX };

	(void)state;
	for (size_t i = 0; i < sizeof(lengths) / sizeof(lengths[0]); i++) {
		struct hostile h;

		hostile_begin(&h, 4);
		DIE(&h.w, DW_TAG_structure_type, STR(DW_AT_name, "s"),
		    NUM_IN(DW_AT_location, DW_FORM_exprloc, lengths[i]));
		hostile_fails(hostile_finish(&h), "s", ".debug_info+0x", "");
	}
}

static void strings_without_end_are_told(void **state)
{
	struct hostile h;

	(void)state;
	/* in the unit: up to its last byte */
	hostile_begin(&h, 5);
	DIE(&h.w, DW_TAG_structure_type, NUM(DW_AT_byte_size, 4),
	    STR(DW_AT_name, "s"));
	h.w.info.len--;
	byte_buf_fill(&h.w.info, 's', 1000000);
	dwarf_writer_unit_end(&h.w);
	hostile_fails(dwarf_writer_finish(&h.w), "s", ".debug_info+0x", "");

	/* in .debug_str: the name is asked for by its other characters */
	hostile_begin(&h, 5);
	DIE(&h.w, DW_TAG_structure_type, NUM(DW_AT_byte_size, 4),
	    STR_IN(DW_AT_name, DW_FORM_strp, "sss"));
	h.w.str.len--;
	hostile_fails(hostile_finish(&h), "s*", "", "");
}

static void strings_out_of_their_section_are_told(void **state)
{
	static const uint64_t forms[] = { DW_FORM_strp, DW_FORM_line_strp,
					  DW_FORM_strx };

	(void)state;
	for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++) {
		struct hostile h;

		hostile_begin(&h, 5);
		DIE(&h.w, DW_TAG_structure_type, NUM(DW_AT_byte_size, 4),
		    NUM_IN(DW_AT_name, forms[i], 100000));
		DIE(&h.w, DW_TAG_structure_type, NUM(DW_AT_byte_size, 4),
		    STR(DW_AT_name, "s"));
		hostile_fails(hostile_finish(&h), "*", ".debug_", "");
	}
}

static void names_that_control_terminals_do_not(void **state)
{
	struct hostile_answer a;
	struct hostile h;

	(void)state;
	hostile_begin(&h, 5);
	DIE_OPEN(&h.w, DW_TAG_structure_type, STR(DW_AT_name, "s\033[2J\n"),
		 NUM(DW_AT_byte_size, 4));
	DIE(&h.w, DW_TAG_member, STR(DW_AT_name, "x\r\a\x9b"),
	    REF(DW_AT_type, h.int_off), NUM(DW_AT_data_member_location, 0));
	dwarf_writer_close(&h.w);
	hostile_run(&a, hostile_finish(&h), "s*");
	assert_true(a.rc >= 0);
	hostile_answer_free(&a);
}

static void a_section_past_the_end_of_the_file_is_told(void **state)
{
	static const char *const names[] = { ".debug_info", ".debug_abbrev" };

	(void)state;
	for (int i = 0; i < 2; i++) {
		struct elf_writer elf;
		struct hostile h;
		size_t info, abbrev;

		begin_plain(&h, 5);
		elf_writer_init(&elf, true, false, EM_X86_64);
		info = elf_writer_add_section(&elf, names[0], SHT_PROGBITS, 0,
					      h.w.info.data, h.w.info.len);
		abbrev = elf_writer_add_section(&elf, names[1], SHT_PROGBITS, 0,
						h.w.abbrev.data,
						h.w.abbrev.len);
		elf.sections[i ? abbrev : info].stated_size = 1 << 30;
		dwarf_writer_free(&h.w);
		hostile_fails(elf_writer_finish(&elf), "s", names[i],
			      "past the end");
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		hostile_test(unit_lengths_that_lie_are_errors),
		hostile_test(a_64_bit_unit_length_that_lies_is_an_error),
		hostile_test(versions_that_are_not_known_are_told),
		hostile_test(a_unit_that_ends_anywhere_is_an_error),
		hostile_test(abbreviations_that_end_anywhere_are_an_error),
		hostile_test(an_abbreviation_that_is_missing_is_told),
		hostile_test(codes_of_abbreviations_may_be_huge),
		hostile_test(an_abbreviation_offset_out_of_range_is_told),
		hostile_test(an_abbreviation_of_a_million_attributes_is_bounded),
		hostile_test(forms_that_are_not_known_are_told),
		hostile_test(forms_told_in_the_data_do_not_go_on_for_ever),
		hostile_test(numbers_without_end_are_errors),
		hostile_test(blocks_that_are_too_long_are_errors),
		hostile_test(strings_without_end_are_told),
		hostile_test(strings_out_of_their_section_are_told),
		hostile_test(names_that_control_terminals_do_not),
		hostile_test(a_section_past_the_end_of_the_file_is_told),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
