// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include "dwarf/line.h"
#include "unit/dwarf/load-test.h"
#include "base/poison.h"

/* Where a header's length and its end go, to be patched. */
struct table {
	size_t length_off, lists_off;
};

static struct table begin_table(struct byte_buf *b, unsigned int version)
{
	struct table table = { .length_off = byte_buf_u32(b, 0) };

	byte_buf_u16(b, (uint16_t)version);
	if (version >= 5)
		byte_buf_u16(b, 8);	/* address size, selector size */
	byte_buf_u32(b, 0);		/* header_length: not looked at */
	byte_buf_u8(b, 1);		/* minimum_instruction_length */
	if (version >= 4)
		byte_buf_u8(b, 1);	/* maximum_operations_per_instruction */
	byte_buf_u8(b, 1);		/* default_is_stmt */
	byte_buf_u8(b, (uint8_t)-5);	/* line_base */
	byte_buf_u8(b, 14);		/* line_range */
	byte_buf_u8(b, 4);		/* opcode_base: three lengths follow */
	byte_buf_fill(b, 1, 3);
	table.lists_off = b->len;
	return table;
}

static void end_table(struct byte_buf *b, struct table table)
{
	byte_buf_fill(b, 0xff, 16);	/* a line program that is not read */
	byte_buf_patch_u32(b, table.length_off,
			   (uint32_t)(b->len - table.length_off - 4));
}

static void old_file(struct byte_buf *b, const char *name, unsigned int dir)
{
	byte_buf_string(b, name);
	byte_buf_uleb(b, dir);
	byte_buf_uleb(b, 0);
	byte_buf_uleb(b, 0);
}

static void write_old_lists(struct byte_buf *b)
{
	byte_buf_string(b, "include/net");
	byte_buf_string(b, "/usr/include");
	byte_buf_u8(b, 0);
	old_file(b, "a.c", 0);
	old_file(b, "dst.h", 1);
	old_file(b, "stdio.h", 2);
	old_file(b, "/abs/x.h", 1);
	byte_buf_u8(b, 0);
}

static void new_file(struct byte_buf *b, const char *name, unsigned int dir)
{
	byte_buf_string(b, name);
	byte_buf_uleb(b, dir);
	byte_buf_fill(b, 0xab, 16);
}

static void write_new_lists(struct byte_buf *b)
{
	byte_buf_u8(b, 1);
	byte_buf_uleb(b, DW_LNCT_path);
	byte_buf_uleb(b, DW_FORM_string);
	byte_buf_uleb(b, 3);
	byte_buf_string(b, "/build/linux");
	byte_buf_string(b, "include/net");
	byte_buf_string(b, "/usr/include");
	byte_buf_u8(b, 3);
	byte_buf_uleb(b, DW_LNCT_path);
	byte_buf_uleb(b, DW_FORM_string);
	byte_buf_uleb(b, DW_LNCT_directory_index);
	byte_buf_uleb(b, DW_FORM_udata);
	byte_buf_uleb(b, DW_LNCT_MD5);
	byte_buf_uleb(b, DW_FORM_data16);
	byte_buf_uleb(b, 5);
	new_file(b, "a.c", 0);
	new_file(b, "a.c", 0);
	new_file(b, "dst.h", 1);
	new_file(b, "stdio.h", 2);
	new_file(b, "/abs/x.h", 1);
}

/* A typedef that is declared in file number @file, and its loader. */
static size_t write_typedef(struct load_test *t, unsigned int version,
			    uint64_t file)
{
	size_t die;

	dwarf_writer_init(&t->w, version);
	dwarf_writer_unit(&t->w, DW_UT_compile);
	DIE_OPEN(&t->w, DW_TAG_compile_unit, STR(DW_AT_name, "a.c"),
		 NUM_IN(DW_AT_stmt_list,
			version >= 4 ? DW_FORM_sec_offset : DW_FORM_data4, 4));
	die = DIE(&t->w, DW_TAG_typedef, STR(DW_AT_name, "t"),
		  NUM(DW_AT_decl_file, file), NUM(DW_AT_decl_line, 25));
	/* so that the table's offset in the section is not 0 */
	byte_buf_u32(&t->w.line, 0);
	return die;
}

static void assert_declared_in(unsigned int version, uint64_t file,
			       const char *want)
{
	const struct lay_type *type;
	struct load_test t;
	struct table table;
	size_t die = write_typedef(&t, version, file);

	table = begin_table(&t.w.line, version);
	if (version >= 5)
		write_new_lists(&t.w.line);
	else
		write_old_lists(&t.w.line);
	end_table(&t.w.line, table);
	load_test_end(&t);
	type = load_ok(&t, die);
	assert_int_equal(type->decl.line, 25);
	if (want)
		assert_string_equal(type->decl.file, want);
	else
		assert_null(type->decl.file);
	load_test_close(&t);
}

static void files_have_their_directory_in_front(void **state)
{
	(void)state;
	for (unsigned int version = 2; version <= 5; version++) {
		assert_declared_in(version, 1, "a.c");
		assert_declared_in(version, 2, "include/net/dst.h");
		assert_declared_in(version, 3, "/usr/include/stdio.h");
		assert_declared_in(version, 4, "/abs/x.h");
		assert_declared_in(version, 5, NULL);
		assert_declared_in(version, UINT64_MAX, NULL);
	}
}

static void files_count_from_0_since_dwarf_5(void **state)
{
	(void)state;
	assert_declared_in(5, 0, "a.c");
	assert_declared_in(4, 0, NULL);
}

static void a_unit_without_line_table_has_no_file_names(void **state)
{
	const struct lay_type *type;
	struct load_test t;
	size_t die;

	(void)state;
	load_test_begin(&t, 5);
	die = DIE(&t.w, DW_TAG_typedef, NUM(DW_AT_decl_file, 1),
		  NUM(DW_AT_decl_line, 3));
	load_test_end(&t);
	type = load_ok(&t, die);
	assert_null(type->decl.file);
	assert_int_equal(type->decl.line, 3);
	load_test_close(&t);
}

/* Every header that ends early is an error, and none reads past its end. */
static void a_header_cut_off_anywhere_is_an_error(void **state)
{
	(void)state;
	for (unsigned int version = 2; version <= 5; version++) {
		size_t len = SIZE_MAX;

		for (size_t cut = 4; cut < len; cut++) {
			struct load_test t;
			struct table table;
			size_t die = write_typedef(&t, version, 1);

			table = begin_table(&t.w.line, version);
			if (version >= 5)
				write_new_lists(&t.w.line);
			else
				write_old_lists(&t.w.line);
			len = t.w.line.len;
			end_table(&t.w.line, table);
			if (cut & 1)
				byte_buf_patch_u32(&t.w.line, table.length_off,
						   (uint32_t)cut - 4);
			t.w.line.len = cut;
			load_test_end(&t);
			load_fails(&t, die, LAY_E_FORMAT, "its line table at");
			load_test_close(&t);
		}
	}
}

static void entries_of_no_bytes_do_not_go_on_for_ever(void **state)
{
	struct load_test t;
	struct table table;
	size_t die;

	(void)state;
	for (int formats = 0; formats < 2; formats++) {
		die = write_typedef(&t, 5, 1);
		table = begin_table(&t.w.line, 5);
		byte_buf_u8(&t.w.line, (uint8_t)formats);
		if (formats) {
			byte_buf_uleb(&t.w.line, DW_LNCT_path);
			byte_buf_uleb(&t.w.line, DW_FORM_flag_present);
		}
		byte_buf_uleb(&t.w.line, UINT64_MAX);
		end_table(&t.w.line, table);
		load_test_end(&t);
		load_fails(&t, die, LAY_E_FORMAT, "entries of no bytes");
		load_test_close(&t);
	}
}

static void damage_is_named_with_its_place(void **state)
{
	struct load_test t;
	struct table table;
	size_t die;

	(void)state;
	die = write_typedef(&t, 5, 1);
	table = begin_table(&t.w.line, 6);
	end_table(&t.w.line, table);
	load_test_end(&t);
	load_fails(&t, die, LAY_E_FORMAT,
		   ".debug_line+0x4: a version that is not known");
	load_test_close(&t);
}

/* Who does not ask for names of files is not told of damage in them. */
static void lines_are_not_read_for_nothing(void **state)
{
	struct lay_error err = { .text = "" };
	const struct lay_type *type;
	struct dw_loader *loader;
	struct load_test t;
	size_t die = write_typedef(&t, 5, 1);

	(void)state;
	byte_buf_fill(&t.w.line, 0xff, 40);
	load_test_end(&t);
	load_fails(&t, die, LAY_E_FORMAT, ".debug_line+0x4");
	assert_ok(dw_loader_new(t.d.file, false, &loader, &err), &err);
	assert_ok(dw_loader_load(loader, die, &type, &err), &err);
	assert_null(type->decl.file);
	assert_int_equal(type->decl.line, 25);
	dw_loader_free(loader);
	load_test_close(&t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(files_have_their_directory_in_front),
		cmocka_unit_test(files_count_from_0_since_dwarf_5),
		cmocka_unit_test(a_unit_without_line_table_has_no_file_names),
		cmocka_unit_test(a_header_cut_off_anywhere_is_an_error),
		cmocka_unit_test(entries_of_no_bytes_do_not_go_on_for_ever),
		cmocka_unit_test(damage_is_named_with_its_place),
		cmocka_unit_test(lines_are_not_read_for_nothing),
	};

	return cmocka_run_group_tests_name("dwarf/load-line", tests, NULL,
					   NULL);
}
