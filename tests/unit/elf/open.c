// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <stdio.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "unit/elf/elf-test.h"
#include "base/poison.h"

/* A name for something that is not a file yet. */
static char *free_name(void)
{
	char *path = test_file_write("", 0);

	unlink(path);
	return path;
}

static void assert_path_not_opened(const char *path, int code, const char *part)
{
	struct lay_error err = { .text = "" };
	struct elf_file *file = NULL;

	assert_int_equal(elf_open(path, &file, &err), -code);
	assert_null(file);
	assert_says(&err, path);
	assert_says(&err, part);
}

static void both_classes_and_byte_orders_are_read(void **state)
{
	(void)state;
	for (int i = 0; i < 4; i++) {
		bool is_64 = i & 1, big = i & 2;
		const struct elf_section *s;
		struct elf_writer w;
		struct elf_file *file;
		char *path;
		size_t index;

		elf_writer_init(&w, is_64, big, big ? EM_S390 : EM_ARM);
		index = elf_writer_add_section(&w, ".x", SHT_PROGBITS,
					       SHF_ALLOC, "abc", 3);
		w.sections[index].addr = 0x12345678;
		w.sections[index].align = 16;
		w.sections[index].link = 7;
		w.sections[index].info = 9;
		file = open_written(&w, &path);
		assert_int_equal(elf_is_64(file), is_64);
		assert_int_equal(elf_is_big_endian(file), big);
		assert_int_equal(elf_machine(file), big ? EM_S390 : EM_ARM);
		assert_int_equal(elf_type(file), ET_EXEC);
		assert_string_equal(elf_path(file), path);
		assert_int_equal(elf_nr_sections(file), 3);
		s = elf_section_at(file, index);
		assert_string_equal(s->name, ".x");
		assert_int_equal(s->index, index);
		assert_int_equal(s->type, SHT_PROGBITS);
		assert_int_equal(s->flags, SHF_ALLOC);
		assert_int_equal(s->addr, 0x12345678);
		assert_int_equal(s->size, 3);
		assert_int_equal(s->align, 16);
		assert_int_equal(s->link, 7);
		assert_int_equal(s->info, 9);
		close_written(file, path);
	}
}

static void a_table_numbered_in_section_0_is_read(void **state)
{
	struct elf_writer w;
	struct elf_file *file;
	char *path;

	(void)state;
	elf_writer_init(&w, true, false, EM_X86_64);
	w.extended = true;
	for (int i = 0; i < 0x10000; i++)
		elf_writer_add_section(&w, ".f", SHT_PROGBITS, 0, NULL, 0);
	elf_writer_add_section(&w, ".last", SHT_PROGBITS, 0, NULL, 0);
	file = open_written(&w, &path);
	assert_int_equal(elf_nr_sections(file), 0x10003);
	assert_int_equal(elf_find_section(file, ".last")->index, 0x10001);
	close_written(file, path);
}

static void what_is_no_file_to_map_is_named(void **state)
{
	char *path = free_name();

	(void)state;
	assert_path_not_opened(path, LAY_E_NOT_FOUND, "cannot open");
	assert_int_equal(mkfifo(path, 0600), 0);
	assert_path_not_opened(path, LAY_E_IO, "is a pipe");
	unlink(path);
	assert_int_equal(mkdir(path, 0700), 0);
	assert_path_not_opened(path, LAY_E_IO, "is a directory");
	rmdir(path);
	free(path);
	assert_path_not_opened("/dev/null", LAY_E_IO, "is a device");
	assert_path_not_opened("/etc/passwd/x", LAY_E_IO, "cannot open");
}

static void a_file_that_may_not_be_read_is_an_error(void **state)
{
	char *path;

	(void)state;
	if (geteuid() == 0)
		skip();
	path = test_file_write("x", 1);
	chmod(path, 0);
	assert_path_not_opened(path, LAY_E_IO, "Permission denied");
	test_file_remove(path);
}

static void what_is_not_elf_is_named(void **state)
{
	char image[0x400] = "MZ";

	(void)state;
	assert_not_opened("", 0, LAY_E_FORMAT, "is empty");
	assert_not_opened("x", 1, LAY_E_FORMAT, "is not an ELF file");
	assert_not_opened("\x7f" "EL", 3, LAY_E_FORMAT, "is not an ELF file");
	assert_not_opened("!<arch>\n", 8, LAY_E_FORMAT, "archive");
	assert_not_opened("\x1f\x8b\x08", 3, LAY_E_FORMAT, "ends early");
	assert_not_opened("\xfd" "7zXZ", 6, LAY_E_FORMAT, "ends early");
	assert_not_opened("\x28\xb5\x2f\xfd", 4, LAY_E_FORMAT, "ends early");
	assert_not_opened("PERFILE2", 8, LAY_E_FORMAT, "perf.data");
	assert_not_opened(image, sizeof(image), LAY_E_FORMAT,
			  "bootable kernel image");
	memcpy(image + 0x202, "HdrS", 4);
	assert_not_opened(image, sizeof(image), LAY_E_FORMAT, "bzImage");
}

static void an_elf_file_cut_anywhere_in_its_headers_is_an_error(void **state)
{
	struct byte_buf image;
	struct elf_writer w;

	(void)state;
	elf_writer_init(&w, true, false, EM_X86_64);
	elf_writer_add_section(&w, ".x", SHT_PROGBITS, 0, "abcdefgh", 8);
	elf_writer_image(&w, &image);
	/* The table of sections is at the end: no cut leaves it whole. */
	for (size_t len = 4; len < image.len; len++)
		assert_not_opened(image.data, len, LAY_E_FORMAT,
				  len < 64 ? "ELF header" : "past the end");
	byte_buf_free(&image);
}

static void a_header_that_lies_is_an_error(void **state)
{
	static const struct {
		uint64_t shoff, shnum, shentsize;
		const char *part;
	} lies[] = {
		{ 1 << 20, ELF_WRITER_TRUE, ELF_WRITER_TRUE, "0x100000" },
		{ UINT64_MAX, ELF_WRITER_TRUE, ELF_WRITER_TRUE, "past the end" },
		{ UINT64_MAX - 63, 1, ELF_WRITER_TRUE, "past the end" },
		{ ELF_WRITER_TRUE, 60000, ELF_WRITER_TRUE, "60000 at" },
		{ ELF_WRITER_TRUE, ELF_WRITER_TRUE, 63, "of 63 bytes, not 64" },
		{ 0, ELF_WRITER_TRUE, 0, "of 0 bytes" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(lies) / sizeof(lies[0]); i++) {
		struct byte_buf image;
		struct elf_writer w;

		elf_writer_init(&w, true, false, EM_X86_64);
		w.stated_shoff = lies[i].shoff;
		w.stated_shnum = lies[i].shnum;
		w.stated_shentsize = lies[i].shentsize;
		elf_writer_image(&w, &image);
		assert_not_opened(image.data, image.len, LAY_E_FORMAT,
				  lies[i].part);
		byte_buf_free(&image);
	}
}

static void a_count_in_section_0_that_lies_is_an_error(void **state)
{
	static const uint64_t counts[] = { 6, UINT64_MAX, UINT64_MAX / 64 + 2 };

	(void)state;
	for (size_t i = 0; i < sizeof(counts) / sizeof(counts[0]); i++) {
		struct byte_buf image;
		struct elf_writer w;

		elf_writer_init(&w, true, true, EM_S390);
		elf_writer_add_section(&w, "", SHT_NULL, 0, NULL, 0);
		w.stated_shnum = 0;
		w.sections[0].stated_size = counts[i];
		elf_writer_image(&w, &image);
		assert_not_opened(image.data, image.len, LAY_E_FORMAT,
				  "past the end");
		byte_buf_free(&image);
	}
}

static void an_unknown_class_order_or_version_is_an_error(void **state)
{
	struct byte_buf image;
	struct elf_writer w;

	(void)state;
	elf_writer_init(&w, false, false, EM_386);
	elf_writer_image(&w, &image);
	image.data[EI_CLASS] = 3;
	assert_not_opened(image.data, image.len, LAY_E_FORMAT, "class 3");
	image.data[EI_CLASS] = ELFCLASS32;
	image.data[EI_DATA] = 0;
	assert_not_opened(image.data, image.len, LAY_E_FORMAT, "byte order 0");
	image.data[EI_DATA] = ELFDATA2LSB;
	image.data[EI_VERSION] = 2;
	assert_not_opened(image.data, image.len, LAY_E_UNSUPPORTED,
			  "version 2");
	byte_buf_free(&image);
}

static void a_file_without_sections_opens(void **state)
{
	struct elf_writer w;
	struct elf_file *file;
	char *path;

	(void)state;
	elf_writer_init(&w, true, false, EM_X86_64);
	w.stated_shoff = 0;
	w.stated_shnum = 0;
	file = open_written(&w, &path);
	assert_int_equal(elf_nr_sections(file), 0);
	assert_null(elf_section_at(file, 0));
	assert_null(elf_find_section(file, ".x"));
	assert_null(elf_build_id(file));
	close_written(file, path);
}

static void closing_nothing_is_allowed(void **state)
{
	(void)state;
	elf_close(NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(both_classes_and_byte_orders_are_read),
		cmocka_unit_test(a_table_numbered_in_section_0_is_read),
		cmocka_unit_test(what_is_no_file_to_map_is_named),
		cmocka_unit_test(a_file_that_may_not_be_read_is_an_error),
		cmocka_unit_test(what_is_not_elf_is_named),
		cmocka_unit_test(
			an_elf_file_cut_anywhere_in_its_headers_is_an_error),
		cmocka_unit_test(a_header_that_lies_is_an_error),
		cmocka_unit_test(a_count_in_section_0_that_lies_is_an_error),
		cmocka_unit_test(an_unknown_class_order_or_version_is_an_error),
		cmocka_unit_test(a_file_without_sections_opens),
		cmocka_unit_test(closing_nothing_is_allowed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
