// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <fcntl.h>
#include <unistd.h>

#include "elf/links.h"
#include "unit/elf/elf-test.h"
#include "base/poison.h"

/* A file with one section. */
static struct elf_file *open_with(const char *name, bool big, const void *data,
				  size_t len, char **path)
{
	struct elf_writer w;

	elf_writer_init(&w, true, big, EM_X86_64);
	elf_writer_add_section(&w, name, SHT_PROGBITS, 0, data, len);
	return open_written(&w, path);
}

static void a_debug_link_is_read(void **state)
{
	static const char little[] = "a.debug\0\x78\x56\x34\x12";
	static const char big[] = "ab.debug\0\0\0\0\x12\x34\x56\x78";

	(void)state;
	for (int i = 0; i < 2; i++) {
		struct lay_error err = { .text = "" };
		struct elf_debuglink link;
		struct elf_file *file;
		char *path;

		file = open_with(".gnu_debuglink", i, i ? big : little,
				 (i ? sizeof(big) : sizeof(little)) - 1, &path);
		assert_int_equal(elf_read_debuglink(file, &link, &err), 1);
		assert_string_equal(link.name, i ? "ab.debug" : "a.debug");
		assert_int_equal(link.crc, 0x12345678);
		close_written(file, path);
	}
}

static void a_debug_link_that_is_none_is_told(void **state)
{
	static const struct {
		const char *data;
		size_t len;
		const char *says;
	} bad[] = {
		{ "abc", 3, "a name without end" },
		{ "abcd\0\0\0", 7, "no CRC behind" },
		{ "abc\0\1\2\3", 7, "no CRC behind" },
		{ "\0\0\0\0\1\2\3\4", 8, "not the name of a file" },
		{ "..\0\0\1\2\3\4", 8, "not the name of a file" },
		{ "/ab\0\1\2\3\4", 8, "not the name of a file" },
	};
	struct lay_error err = { .text = "" };
	struct elf_debuglink link;
	struct elf_file *file;
	char *path;

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		file = open_with(".gnu_debuglink", false, bad[i].data,
				 bad[i].len, &path);
		assert_int_equal(elf_read_debuglink(file, &link, &err),
				 -LAY_E_FORMAT);
		assert_says(&err, path);
		assert_says(&err, ".gnu_debuglink");
		assert_says(&err, bad[i].says);
		close_written(file, path);
	}
	file = open_with(".other", false, "abc", 4, &path);
	assert_int_equal(elf_read_debuglink(file, &link, &err), 0);
	close_written(file, path);
}

static void a_supplementary_file_is_named(void **state)
{
	static const char alt[] = "../b.dwz\0\x01\xab";
	static const char sup[] = "\5\0\0b.sup\0\2\x01\xab";
	static const char itself[] = "\5\0\1\0\2\x01\xab";
	struct lay_error err = { .text = "" };
	char id[ELF_BUILD_ID_HEX];
	struct elf_suplink link;
	struct elf_file *file;
	char *path;

	(void)state;
	file = open_with(".gnu_debugaltlink", false, alt, sizeof(alt) - 1,
			 &path);
	assert_int_equal(elf_read_suplink(file, &link, &err), 1);
	assert_string_equal(link.name, "../b.dwz");
	assert_string_equal(link.id, "01ab");
	assert_true(link.is_build_id);
	close_written(file, path);

	file = open_with(".debug_sup", false, sup, sizeof(sup) - 1, &path);
	assert_int_equal(elf_read_suplink(file, &link, &err), 1);
	assert_string_equal(link.name, "b.sup");
	assert_string_equal(link.id, "01ab");
	assert_false(link.is_build_id);
	assert_null(elf_sup_id(file, id));
	close_written(file, path);

	file = open_with(".debug_sup", false, itself, sizeof(itself) - 1,
			 &path);
	assert_int_equal(elf_read_suplink(file, &link, &err), 0);
	assert_string_equal(elf_sup_id(file, id), "01ab");
	close_written(file, path);
}

static void links_to_supplementary_files_that_are_none_are_told(void **state)
{
	static const struct {
		const char *section, *data;
		size_t len;
		const char *says;
	} bad[] = {
		{ ".gnu_debugaltlink", "abc", 3, "not a name" },
		{ ".gnu_debugaltlink", "\0\1\2", 3, "not a name" },
		{ ".gnu_debugaltlink", "abc", 4, "no build-id" },
		{ ".debug_sup", "\5\0\0", 3, "not a name" },
		{ ".debug_sup", "\5\0\0abc", 6, "not a name" },
		{ ".debug_sup", "\6\0\0abc\0\1\1", 9, "a version" },
		{ ".debug_sup", "\5\0\0abc", 7, "no checksum" },
		{ ".debug_sup", "\5\0\0abc\0\2\1", 9, "no checksum" },
		{ ".debug_sup", "\5\0\0abc\0\xff\1", 9, "no checksum" },
		{ ".debug_sup", "\5\0\0\0\1\1", 6, "not a name" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		struct lay_error err = { .text = "" };
		struct elf_suplink link;
		struct elf_file *file;
		char *path;

		file = open_with(bad[i].section, false, bad[i].data,
				 bad[i].len, &path);
		assert_int_equal(elf_read_suplink(file, &link, &err),
				 -LAY_E_FORMAT);
		assert_says(&err, bad[i].section);
		assert_says(&err, bad[i].says);
		close_written(file, path);
	}
}

static void a_file_without_descriptor_is_still_watched(void **state)
{
	struct lay_error err = { .text = "" };
	struct elf_file *file;
	char *path;
	int fd;

	(void)state;
	file = open_with(".other", false, "abc", 4, &path);
	elf_release(file);
	elf_release(file);
	assert_int_equal(elf_intact(file, &err), 0);
	fd = open(path, O_WRONLY | O_APPEND);
	assert_int_equal(write(fd, "x", 1), 1);
	close(fd);
	assert_int_equal(elf_intact(file, &err), -LAY_E_CHANGED);
	/* what was mapped is whole as long as it is mapped */
	assert_int_equal(unlink(path), 0);
	assert_int_equal(elf_intact(file, &err), 0);
	elf_close(file);
	free(path);
}

static void the_crc_is_that_of_all_bytes(void **state)
{
	struct elf_file *file;
	char *path;
	uint32_t a, b;

	(void)state;
	file = open_with(".other", false, "abc", 4, &path);
	a = elf_crc(file);
	close_written(file, path);
	file = open_with(".other", false, "abd", 4, &path);
	b = elf_crc(file);
	close_written(file, path);
	assert_int_not_equal(a, b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_debug_link_is_read),
		cmocka_unit_test(a_debug_link_that_is_none_is_told),
		cmocka_unit_test(a_supplementary_file_is_named),
		cmocka_unit_test(
			links_to_supplementary_files_that_are_none_are_told),
		cmocka_unit_test(a_file_without_descriptor_is_still_watched),
		cmocka_unit_test(the_crc_is_that_of_all_bytes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
