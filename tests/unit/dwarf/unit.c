// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include "unit/dwarf/dwarf-test.h"
#include "base/poison.h"

static void write_unit(struct dwarf_writer *w, unsigned int type)
{
	dwarf_writer_unit(w, type);
	DIE(w, DW_TAG_compile_unit, STR(DW_AT_name, "a.c"));
	dwarf_writer_unit_end(w);
}

static void headers_of_all_versions_are_read(void **state)
{
	(void)state;
	for (unsigned int i = 0; i < 16; i++) {
		struct dwarf_writer w;
		struct dwarf_test t;
		const struct dw_unit *u;
		size_t second;

		dwarf_writer_init(&w, 2 + i / 4);
		w.offset_size = i & 1 ? 8 : 4;
		w.addr_size = i & 2 ? 4 : 8;
		if (i & 2)
			dwarf_writer_set_big_endian(&w);
		write_unit(&w, DW_UT_compile);
		second = w.info.len;
		write_unit(&w, DW_UT_compile);
		dwarf_test_open(&t, &w);

		assert_int_equal(t.file->nr_units, 2);
		u = &t.file->units[1];
		assert_int_equal(u->off, second);
		assert_int_equal(u->version, 2 + i / 4);
		assert_int_equal(u->offset_size, i & 1 ? 8 : 4);
		assert_int_equal(u->addr_size, i & 2 ? 4 : 8);
		assert_int_equal(u->unit_type, DW_UT_compile);
		assert_int_equal(u->end, 2 * second);
		assert_int_equal(u->end - u->die_off, sizeof("\1a.c"));
		assert_int_equal(*dw_file_bytes(t.file, u->die_off), 1);
		assert_true(u->abbrev_off > 0);
		dwarf_test_close(&t);
	}
}

static void a_place_is_found_in_its_unit(void **state)
{
	struct dwarf_writer w;
	struct dwarf_test t;
	const struct dw_unit *u;

	(void)state;
	dwarf_writer_init(&w, 4);
	write_unit(&w, DW_UT_compile);
	write_unit(&w, DW_UT_compile);
	dwarf_test_open(&t, &w);
	u = t.file->units;
	assert_null(dw_file_unit_at(t.file, 0));
	assert_null(dw_file_unit_at(t.file, u[0].die_off - 1));
	assert_ptr_equal(dw_file_unit_at(t.file, u[0].die_off), &u[0]);
	assert_ptr_equal(dw_file_unit_at(t.file, u[0].end - 1), &u[0]);
	assert_null(dw_file_unit_at(t.file, u[1].off));
	assert_ptr_equal(dw_file_unit_at(t.file, u[1].die_off), &u[1]);
	assert_null(dw_file_unit_at(t.file, u[1].end));
	assert_null(dw_file_unit_at(t.file, UINT64_MAX));
	dwarf_test_close(&t);
}

/* A type unit whose type is its second DIE; the offset of that. */
static size_t write_type_unit(struct dwarf_writer *w, uint64_t signature)
{
	size_t die;

	dwarf_writer_type_unit(w, signature);
	DIE_OPEN(w, DW_TAG_type_unit, STR(DW_AT_name, "t"));
	die = DIE(w, DW_TAG_base_type, STR(DW_AT_name, "int"));
	dwarf_writer_type_is(w, die);
	dwarf_writer_close(w);
	dwarf_writer_unit_end(w);
	return die;
}

static void type_units_are_found_by_signature(void **state)
{
	(void)state;
	for (unsigned int version = 4; version <= 5; version++) {
		uint64_t base = version == 4 ? DW_OFF_TYPES : 0;
		struct dwarf_writer w;
		struct dwarf_test t;
		const struct dw_unit *u;
		size_t big, small;

		dwarf_writer_init(&w, version);
		write_unit(&w, DW_UT_compile);
		big = write_type_unit(&w, UINT64_MAX);
		small = write_type_unit(&w, 7);
		write_type_unit(&w, 7);
		dwarf_test_open(&t, &w);

		assert_int_equal(t.file->nr_units, 4);
		u = dw_file_type_unit(t.file, 7);
		assert_ptr_equal(u, &t.file->units[2]);
		assert_int_equal(u->type_off, base + small);
		assert_ptr_equal(dw_file_unit_at(t.file, base + small), u);
		assert_memory_equal(dw_file_bytes(t.file, base + small),
				    "\2int", 5);
		u = dw_file_type_unit(t.file, UINT64_MAX);
		assert_int_equal(u->type_off, base + big);
		assert_null(dw_file_type_unit(t.file, 0));
		assert_null(dw_file_type_unit(t.file, 8));
		dwarf_test_close(&t);
	}
}

static void a_file_without_debug_information_is_told(void **state)
{
	struct lay_error err = { .text = "" };
	struct dwarf_writer w;
	struct dwarf_test t;

	(void)state;
	dwarf_writer_init(&w, 4);
	assert_int_equal(dwarf_test_try(&t, &w, &err), -LAY_E_NO_DEBUG);
	assert_says(&err, t.path);
	dwarf_test_close(&t);
}

/* Open a unit of which the byte at @off became @byte, or a part of @len. */
static void assert_damaged(unsigned int version, size_t off, uint8_t byte,
			   size_t len, const char *says)
{
	struct lay_error err = { .text = "" };
	struct dwarf_writer w;
	struct dwarf_test t;

	dwarf_writer_init(&w, version);
	write_unit(&w, DW_UT_compile);
	w.info.data[off] = byte;
	if (len)
		w.info.len = len;
	assert_int_not_equal(dwarf_test_try(&t, &w, &err), 0);
	assert_null(t.file);
	assert_says(&err, ".debug_info+0x0: ");
	assert_says(&err, says);
	dwarf_test_close(&t);
}

static void damaged_headers_are_told_with_their_place(void **state)
{
	(void)state;
	assert_damaged(4, 0, 200, 0, "unit of 200 bytes in a section with");
	assert_damaged(4, 0, 3, 0, "cut off");
	assert_damaged(4, 0, 9, 3, "cut off");
	assert_damaged(4, 4, 6, 0, "DWARF version 6");
	assert_damaged(4, 4, 1, 0, "DWARF version 1");
	assert_damaged(4, 7, 1, 0, "abbreviations at 0x100 of");
	assert_damaged(4, 10, 5, 0, "addresses of 5 bytes");
	assert_damaged(5, 6, 0x80, 0, "unit type 0x80");
	/* a skeleton has eight bytes more in front of its first DIE */
	assert_damaged(5, 6, DW_UT_skeleton, 0, "cut off");
}

static void reserved_lengths_are_refused(void **state)
{
	struct lay_error err = { .text = "" };
	struct dwarf_writer w;
	struct dwarf_test t;

	(void)state;
	dwarf_writer_init(&w, 4);
	write_unit(&w, DW_UT_compile);
	byte_buf_patch_u32(&w.info, 0, 0xfffffff0);
	assert_int_equal(dwarf_test_try(&t, &w, &err), -LAY_E_FORMAT);
	assert_says(&err, "0xfffffff0");
	dwarf_test_close(&t);
}

static void a_type_outside_its_unit_is_refused(void **state)
{
	struct lay_error err = { .text = "" };
	struct dwarf_writer w;
	struct dwarf_test t;

	(void)state;
	dwarf_writer_init(&w, 5);
	write_type_unit(&w, 1);
	dwarf_writer_type_is(&w, w.info.len);
	assert_int_equal(dwarf_test_try(&t, &w, &err), -LAY_E_FORMAT);
	assert_says(&err, "its type is not in it");
	dwarf_test_close(&t);
}

static void sections_that_are_missing_are_empty(void **state)
{
	struct lay_error err = { .text = "" };
	struct dwarf_writer w;
	struct dwarf_test t;
	struct elf_data d = { .size = 1 };

	(void)state;
	dwarf_writer_init(&w, 4);
	write_unit(&w, DW_UT_compile);
	dwarf_test_open(&t, &w);
	assert_ok(dw_part_section(t.file->parts[0], DW_SECTION_LINE, &d, &err),
		  &err);
	assert_int_equal(d.size, 0);
	assert_ok(dw_part_section(t.file->parts[0], DW_SECTION_STR, &d, &err),
		  &err);
	assert_int_equal(d.size, 1);
	dwarf_test_close(&t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(headers_of_all_versions_are_read),
		cmocka_unit_test(a_place_is_found_in_its_unit),
		cmocka_unit_test(type_units_are_found_by_signature),
		cmocka_unit_test(a_file_without_debug_information_is_told),
		cmocka_unit_test(damaged_headers_are_told_with_their_place),
		cmocka_unit_test(reserved_lengths_are_refused),
		cmocka_unit_test(a_type_outside_its_unit_is_refused),
		cmocka_unit_test(sections_that_are_missing_are_empty),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
