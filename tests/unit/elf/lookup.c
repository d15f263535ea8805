// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include "unit/elf/elf-test.h"
#include "base/poison.h"

/* A symbol in the file's class. */
static void put_symbol(struct byte_buf *b, bool is_64, uint32_t name,
		       uint16_t section, uint64_t value, uint64_t size)
{
	byte_buf_u32(b, name);
	if (!is_64) {
		byte_buf_u32(b, (uint32_t)value);
		byte_buf_u32(b, (uint32_t)size);
	}
	byte_buf_u8(b, 0);
	byte_buf_u8(b, 0);
	byte_buf_u16(b, section);
	if (is_64) {
		byte_buf_u64(b, value);
		byte_buf_u64(b, size);
	}
}

/* @nr symbols "other", then an undefined and a defined "wanted". */
static struct elf_file *open_with_symbols(bool is_64, bool big, size_t nr,
					  char **path)
{
	static const char names[] = "\0other\0unwanted\0";
	struct elf_writer w;
	struct byte_buf b;
	size_t i;

	byte_buf_init(&b, big);
	put_symbol(&b, is_64, 0, 0, 0, 0);
	for (i = 0; i < nr; i++)
		put_symbol(&b, is_64, 1, 1, 1, 1);
	put_symbol(&b, is_64, 7, 1, 2, 2);	/* unwanted */
	put_symbol(&b, is_64, 1000, 1, 3, 3);	/* out of the names */
	put_symbol(&b, is_64, 9, SHN_UNDEF, 4, 4);
	put_symbol(&b, is_64, 9, 1, 0x80000010, 5);
	elf_writer_init(&w, is_64, big, EM_PPC);
	i = elf_writer_add_section(&w, ".symtab", SHT_SYMTAB, 0, b.data, b.len);
	w.sections[i].link = 2;
	/* cut so that the last name ends at the end of the section */
	elf_writer_add_section(&w, ".strtab", SHT_STRTAB, 0, names,
			       sizeof(names) - 1);
	byte_buf_free(&b);
	return open_written(&w, path);
}

static void a_symbol_is_found_by_its_whole_name(void **state)
{
	static const size_t counts[] = { 0, 1, 123, 124, 128, 1000 };

	(void)state;
	for (size_t i = 0; i < 4 * sizeof(counts) / sizeof(counts[0]); i++) {
		struct lay_error err = { .text = "" };
		uint64_t value = 77, size = 78;
		struct elf_file *file;
		char *path;

		file = open_with_symbols(i & 1, i & 2, counts[i / 4], &path);
		assert_int_equal(elf_find_symbol(file, "want", &value, &size,
						 &err), 0);
		assert_int_equal(value, 77);
		assert_int_equal(elf_find_symbol(file, "wanted", &value, &size,
						 &err), 1);
		assert_int_equal(value, 0x80000010);
		assert_int_equal(size, 5);
		close_written(file, path);
	}
}

struct seen {
	unsigned int nr, stop_at;
	uint64_t value;
};

static int see_symbol(void *ctx, const struct elf_symbol *symbol)
{
	struct seen *seen = ctx;

	seen->nr++;
	seen->value = symbol->value;
	return seen->nr == seen->stop_at ? 42 : 0;
}

static void each_symbol_is_seen_until_one_stops_it(void **state)
{
	struct seen seen = { .nr = 0 };
	struct elf_file *file;
	char *path;

	(void)state;
	file = open_with_symbols(true, false, 300, &path);
	assert_int_equal(elf_each_symbol(file, see_symbol, &seen, NULL), 0);
	assert_true(seen.nr > 300);
	assert_int_equal(seen.value, 0x80000010);
	seen = (struct seen){ .stop_at = 200 };
	assert_int_equal(elf_each_symbol(file, see_symbol, &seen, NULL), 42);
	assert_int_equal(seen.nr, 200);
	close_written(file, path);
}

static void symbols_whose_names_are_missing_are_an_error(void **state)
{
	struct lay_error err = { .text = "" };
	struct elf_writer w;
	struct elf_file *file;
	uint64_t value, size;
	char *path;

	(void)state;
	elf_writer_init(&w, true, false, EM_X86_64);
	elf_writer_add_section(&w, ".symtab", SHT_SYMTAB, 0, "", 0);
	w.sections[1].link = 99;
	file = open_written(&w, &path);
	assert_int_equal(elf_find_symbol(file, "x", &value, &size, &err),
			 -LAY_E_FORMAT);
	assert_says(&err, "links to section 99");
	close_written(file, path);
}

static void put_note(struct byte_buf *b, uint32_t type, const char *name,
		     uint32_t name_size, uint32_t desc_size)
{
	byte_buf_u32(b, name_size);
	byte_buf_u32(b, desc_size);
	byte_buf_u32(b, type);
	byte_buf_bytes(b, name, name_size);
	byte_buf_align(b, 4);
	for (uint32_t i = 0; i < desc_size; i++)
		byte_buf_u8(b, (uint8_t)(0xf0 + i));
	byte_buf_align(b, 4);
}

/* What is the build-id of a file with these notes? */
static void assert_build_id(const struct byte_buf *notes, const char *id)
{
	struct elf_writer w;
	struct elf_file *file;
	char *path;

	elf_writer_init(&w, true, notes->big_endian, EM_X86_64);
	elf_writer_add_section(&w, ".note.none", SHT_NOTE, 0, "", 0);
	elf_writer_add_section(&w, ".notes", SHT_NOTE, 0, notes->data,
			       notes->len);
	file = open_written(&w, &path);
	for (int i = 0; i < 2; i++) {
		if (id)
			assert_string_equal(elf_build_id(file), id);
		else
			assert_null(elf_build_id(file));
	}
	close_written(file, path);
}

static void the_build_id_is_found_among_other_notes(void **state)
{
	(void)state;
	for (int big = 0; big < 2; big++) {
		struct byte_buf b;

		byte_buf_init(&b, big);
		put_note(&b, 5, "GNU", 4, 9);
		put_note(&b, NT_GNU_BUILD_ID, "Xen", 4, 4);
		put_note(&b, NT_GNU_BUILD_ID, "Linux", 6, 0);
		put_note(&b, NT_GNU_BUILD_ID, "GNU", 4, 5);
		assert_build_id(&b, "f0f1f2f3f4");
		byte_buf_free(&b);
	}
}

static void damaged_notes_have_no_build_id(void **state)
{
	static const uint32_t sizes[] = { 0, 65, 4096, UINT32_MAX - 2,
					  UINT32_MAX };
	struct byte_buf b;

	(void)state;
	byte_buf_init(&b, false);
	put_note(&b, NT_GNU_BUILD_ID, "GNU", 4, 20);
	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		byte_buf_patch_u32(&b, 4, sizes[i]);
		assert_build_id(&b, NULL);
	}
	byte_buf_patch_u32(&b, 4, 20);
	for (size_t i = 2; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		byte_buf_patch_u32(&b, 0, sizes[i]);
		assert_build_id(&b, NULL);
	}
	byte_buf_patch_u32(&b, 0, 4);
	b.len = 12 + 4 + 19;
	assert_build_id(&b, NULL);
	byte_buf_free(&b);

	/* longer than any build-id */
	put_note(&b, NT_GNU_BUILD_ID, "GNU", 4, 65);
	assert_build_id(&b, NULL);
	byte_buf_free(&b);

	/* the last one is not padded */
	put_note(&b, 1, "GNU", 4, 5);
	b.len = 12 + 4 + 5;
	assert_build_id(&b, NULL);
	byte_buf_free(&b);
}

static void bytes_are_read_by_address(void **state)
{
	char buf[8] = "-------";
	struct elf_writer w;
	struct elf_file *file;
	char *path;
	size_t i;

	(void)state;
	elf_writer_init(&w, true, false, EM_X86_64);
	i = elf_writer_add_section(&w, ".debug_x", SHT_PROGBITS, 0, "no", 2);
	w.sections[i].addr = 0x1000;
	i = elf_writer_add_section(&w, ".bss", SHT_NOBITS, SHF_ALLOC, "", 0);
	w.sections[i].addr = 0x2000;
	w.sections[i].stated_size = 0x1000;
	i = elf_writer_add_section(&w, ".far", SHT_PROGBITS, SHF_ALLOC, "", 0);
	w.sections[i].addr = 0x3000;
	w.sections[i].stated_size = 0x10000;
	i = elf_writer_add_section(&w, ".data", SHT_PROGBITS, SHF_ALLOC,
				   "abcdef", 6);
	w.sections[i].addr = 0x1000;
	i = elf_writer_add_section(&w, ".top", SHT_PROGBITS, SHF_ALLOC,
				   "xy", 2);
	w.sections[i].addr = UINT64_MAX;
	file = open_written(&w, &path);
	assert_int_equal(elf_read_addr(file, 0x1001, buf, 3), 3);
	assert_string_equal(buf, "bcd----");
	assert_int_equal(elf_read_addr(file, 0x1004, buf, 7), 2);
	assert_string_equal(buf, "efd----");
	assert_int_equal(elf_read_addr(file, 0x1006, buf, 1), 0);
	assert_int_equal(elf_read_addr(file, 0xfff, buf, 1), 0);
	assert_int_equal(elf_read_addr(file, 0x2000, buf, 1), 0);
	assert_int_equal(elf_read_addr(file, 0x3000, buf, 1), 0);
	assert_int_equal(elf_read_addr(file, UINT64_MAX, buf, 1), 1);
	assert_int_equal(buf[0], 'x');
	close_written(file, path);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_symbol_is_found_by_its_whole_name),
		cmocka_unit_test(each_symbol_is_seen_until_one_stops_it),
		cmocka_unit_test(symbols_whose_names_are_missing_are_an_error),
		cmocka_unit_test(the_build_id_is_found_among_other_notes),
		cmocka_unit_test(damaged_notes_have_no_build_id),
		cmocka_unit_test(bytes_are_read_by_address),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
