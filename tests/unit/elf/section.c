// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <zlib.h>
#include <zstd.h>

#include "unit/elf/elf-test.h"
#include "base/poison.h"

#define TEXT "what a section holds, what a section holds, what a section holds"
#define ZLIB 1
#define ZSTD 2

static size_t pack(int method, const void *in, size_t in_len, uint8_t *out,
		   size_t cap)
{
	uLongf len = cap;

	if (method == ZSTD)
		return ZSTD_compress(out, cap, in, in_len, 3);
	assert_int_equal(compress(out, &len, in, in_len), Z_OK);
	return len;
}

/* Asking for the bytes of @name fails with @code and a text that has @part. */
static void assert_no_data(struct elf_file *file, const char *name, int code,
			   const char *part)
{
	const struct elf_section *s = elf_find_section(file, name);
	struct lay_error err = { .text = "" };
	struct elf_data data = { .size = 77 };

	assert_non_null(s);
	assert_int_equal(elf_section_data(file, s, &data, &err), -code);
	assert_says(&err, elf_path(file));
	assert_says(&err, s->name);
	assert_says(&err, part);
	/* outputs are untouched on failure */
	assert_int_equal(data.size, 77);
}

static void assert_data(struct elf_file *file, const char *name,
			const void *bytes, size_t len)
{
	const struct elf_section *s = elf_find_section(file, name);
	struct lay_error err = { .text = "" };
	struct elf_data data, again;

	assert_non_null(s);
	if (elf_section_data(file, s, &data, &err) < 0)
		fail_msg("%s", err.text);
	assert_int_equal(data.size, len);
	assert_int_equal(s->size, len);
	assert_memory_equal(data.data, bytes, len);
	assert_int_equal(elf_section_data(file, s, &again, &err), 0);
	assert_ptr_equal(data.data, again.data);
}

static void bytes_of_a_plain_section_are_those_of_the_file(void **state)
{
	struct elf_writer w;
	struct elf_file *file;
	struct elf_data data;
	char *path;
	size_t i;

	(void)state;
	elf_writer_init(&w, true, false, EM_X86_64);
	i = elf_writer_add_section(&w, ".a", SHT_PROGBITS, 0, "abc", 3);
	w.sections[i].addr = 0x1000;
	elf_writer_add_section(&w, ".a", SHT_PROGBITS, 0, "second", 6);
	elf_writer_add_section(&w, ".empty", SHT_PROGBITS, 0, NULL, 0);
	file = open_written(&w, &path);
	assert_data(file, ".a", "abc", 3);
	assert_int_equal(elf_section_data(file, elf_find_section(file, ".a"),
					  &data, NULL), 0);
	assert_int_equal(data.addr, 0x1000);
	assert_int_equal(elf_section_data(file,
					  elf_find_section(file, ".empty"),
					  &data, NULL), 0);
	assert_int_equal(data.size, 0);
	assert_null(data.data);
	assert_null(elf_find_section(file, ".b"));
	assert_int_equal(elf_check_names(file, NULL), 0);
	close_written(file, path);
}

static void packed_sections_are_unpacked(void **state)
{
	(void)state;
	for (int i = 0; i < 8; i++) {
		int method = i & 4 ? ZSTD : ZLIB;
		struct elf_writer w;
		struct elf_file *file;
		uint8_t packed[256];
		char *path;
		size_t len;

		elf_writer_init(&w, i & 1, i & 2, EM_PPC64);
		len = pack(method, TEXT, sizeof(TEXT), packed, sizeof(packed));
		elf_writer_add_packed(&w, ".debug_x", method, sizeof(TEXT),
				      packed, len);
		file = open_written(&w, &path);
		assert_true(elf_find_section(file, ".debug_x")->compressed);
		assert_int_equal(elf_find_section(file, ".debug_x")->size,
				 sizeof(TEXT));
		assert_data(file, ".debug_x", TEXT, sizeof(TEXT));
		close_written(file, path);
	}
}

static void the_older_gnu_form_is_found_by_its_plain_name(void **state)
{
	const uint8_t head[12] = { 'Z', 'L', 'I', 'B', [11] = sizeof(TEXT) };
	struct elf_writer w;
	struct elf_file *file;
	uint8_t packed[256];
	char *path;
	size_t len;

	(void)state;
	memcpy(packed, head, sizeof(head));
	len = sizeof(head) + pack(ZLIB, TEXT, sizeof(TEXT),
				  packed + sizeof(head),
				  sizeof(packed) - sizeof(head));
	elf_writer_init(&w, true, false, EM_X86_64);
	elf_writer_add_section(&w, ".zdebug_info", SHT_PROGBITS, 0, packed,
			       len);
	elf_writer_add_section(&w, ".zdebug_str", SHT_PROGBITS, 0, "ZLIB", 4);
	elf_writer_add_section(&w, ".zoo", SHT_PROGBITS, 0, "z", 1);
	file = open_written(&w, &path);
	assert_data(file, ".debug_info", TEXT, sizeof(TEXT));
	assert_string_equal(elf_find_section(file, ".debug_info")->name,
			    ".zdebug_info");
	assert_no_data(file, ".debug_str", LAY_E_FORMAT, "does not start with");
	assert_null(elf_find_section(file, ".oo"));
	assert_null(elf_find_section(file, "xdebug_info"));
	close_written(file, path);
}

static void sections_that_lie_fail_when_they_are_asked_for(void **state)
{
	struct elf_writer w;
	struct elf_file *file;
	char *path;
	size_t i;

	(void)state;
	elf_writer_init(&w, true, false, EM_X86_64);
	elf_writer_add_section(&w, ".good", SHT_PROGBITS, 0, "good", 4);
	i = elf_writer_add_section(&w, ".far", SHT_PROGBITS, 0, "x", 1);
	w.sections[i].stated_off = 0x10000000;
	i = elf_writer_add_section(&w, ".long", SHT_PROGBITS, 0, "x", 1);
	w.sections[i].stated_size = 0x1234;
	i = elf_writer_add_section(&w, ".wrap", SHT_PROGBITS, 0, "x", 1);
	w.sections[i].stated_off = UINT64_MAX;
	w.sections[i].stated_size = 2;
	i = elf_writer_add_section(&w, ".none", SHT_NOBITS, 0, NULL, 0);
	w.sections[i].stated_size = 8;
	file = open_written(&w, &path);
	assert_data(file, ".good", "good", 4);
	assert_no_data(file, ".far", LAY_E_FORMAT, "file offset 0x10000000");
	assert_no_data(file, ".long", LAY_E_FORMAT, "0x1234 bytes");
	assert_no_data(file, ".wrap", LAY_E_FORMAT, "past the end");
	assert_no_data(file, ".none", LAY_E_NO_DEBUG, "SHT_NOBITS");
	close_written(file, path);
}

static void packed_sections_that_lie_fail_when_they_are_asked_for(void **state)
{
	struct elf_writer w;
	struct elf_file *file;
	uint8_t packed[256];
	char *path;
	size_t i, len = pack(ZLIB, TEXT, sizeof(TEXT), packed, sizeof(packed));

	(void)state;
	elf_writer_init(&w, true, false, EM_X86_64);
	elf_writer_add_packed(&w, ".more", ZLIB, sizeof(TEXT) + 1, packed, len);
	elf_writer_add_packed(&w, ".less", ZLIB, sizeof(TEXT) - 1, packed, len);
	elf_writer_add_packed(&w, ".cut", ZLIB, sizeof(TEXT), packed, len - 8);
	elf_writer_add_packed(&w, ".zero", ZLIB, 0, packed, len);
	elf_writer_add_packed(&w, ".huge", ZLIB, UINT64_MAX, packed, len);
	elf_writer_add_packed(&w, ".big", ZLIB, len * 1032 + 1, packed, len);
	elf_writer_add_packed(&w, ".method", 3, sizeof(TEXT), packed, len);
	elf_writer_add_packed(&w, ".mixed", ZSTD, sizeof(TEXT), packed, len);
	packed[len / 2] ^= 0x55;
	elf_writer_add_packed(&w, ".bad", ZLIB, sizeof(TEXT), packed, len);
	elf_writer_add_section(&w, ".short", SHT_PROGBITS, SHF_COMPRESSED,
			       "\1\0\0\0", 4);
	i = elf_writer_add_packed(&w, ".far", ZLIB, 1, packed, len);
	w.sections[i].stated_size = 1 << 20;
	file = open_written(&w, &path);
	assert_no_data(file, ".more", LAY_E_FORMAT, "not 66");
	assert_no_data(file, ".less", LAY_E_FORMAT, "more than 64 bytes");
	assert_no_data(file, ".cut", LAY_E_FORMAT, "zlib data ends early");
	assert_no_data(file, ".huge", LAY_E_FORMAT,
		       "cannot unpack to 0xffffffffffffffff");
	assert_no_data(file, ".big", LAY_E_FORMAT, "cannot unpack");
	assert_int_equal(elf_find_section(file, ".big")->size, 0);
	assert_no_data(file, ".method", LAY_E_UNSUPPORTED, "method 3");
	assert_no_data(file, ".mixed", LAY_E_FORMAT, "damaged zstd");
	assert_no_data(file, ".bad", LAY_E_FORMAT, "zlib");
	assert_no_data(file, ".short", LAY_E_FORMAT, "0x4 bytes are too few");
	assert_no_data(file, ".far", LAY_E_FORMAT, "past the end");
	close_written(file, path);
}

static void a_page_of_zeros_packed_by_zstd_is_not_taken_for_a_lie(void **state)
{
	static uint8_t zeros[1 << 20];
	struct elf_writer w;
	struct elf_file *file;
	uint8_t packed[1024];
	char *path;
	size_t len = pack(ZSTD, zeros, sizeof(zeros), packed, sizeof(packed));

	(void)state;
	/* more than deflate could do */
	assert_true(len * 1032 < sizeof(zeros));
	elf_writer_init(&w, true, false, EM_X86_64);
	elf_writer_add_packed(&w, ".zeros", ZSTD, sizeof(zeros), packed, len);
	elf_writer_add_packed(&w, ".lie", ZSTD, (uint64_t)1 << 30, packed, len);
	file = open_written(&w, &path);
	assert_data(file, ".zeros", zeros, sizeof(zeros));
	assert_no_data(file, ".lie", LAY_E_FORMAT, "cannot unpack");
	close_written(file, path);
}

/* A file whose section .a has its name at @name_off, its table at @shstrndx. */
static struct elf_file *open_misnamed(uint64_t name_off, uint64_t shstrndx,
				      char **path)
{
	struct elf_writer w;

	elf_writer_init(&w, true, false, EM_X86_64);
	elf_writer_add_section(&w, ".a", SHT_PROGBITS, 0, "abc", 3);
	w.sections[1].stated_name = name_off;
	elf_writer_add_section(&w, ".b", SHT_PROGBITS, 0, "abc", 3);
	w.stated_shstrndx = shstrndx;
	return open_written(&w, path);
}

static void a_name_outside_of_the_names_is_told(void **state)
{
	struct lay_error err = { .text = "" };
	struct elf_file *file;
	char *path;

	(void)state;
	file = open_misnamed(1000, ELF_WRITER_TRUE, &path);
	assert_null(elf_find_section(file, ".a"));
	assert_non_null(elf_find_section(file, ".b"));
	assert_string_equal(elf_section_at(file, 1)->name, "");
	assert_int_equal(elf_check_names(file, &err), -LAY_E_FORMAT);
	assert_says(&err, "name of section 1");
	close_written(file, path);

	/* The index of the names is out of range, or of a section with no
	 * zero at its end. */
	file = open_misnamed(ELF_WRITER_TRUE, 17, &path);
	assert_null(elf_find_section(file, ".b"));
	assert_int_equal(elf_check_names(file, &err), -LAY_E_FORMAT);
	assert_says(&err, "name of section 1 ");
	assert_says(&err, "section 17");
	close_written(file, path);
	file = open_misnamed(1, 2, &path);
	assert_string_equal(elf_section_at(file, 1)->name, "");
	assert_int_equal(elf_check_names(file, &err), -LAY_E_FORMAT);
	close_written(file, path);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(bytes_of_a_plain_section_are_those_of_the_file),
		cmocka_unit_test(packed_sections_are_unpacked),
		cmocka_unit_test(the_older_gnu_form_is_found_by_its_plain_name),
		cmocka_unit_test(sections_that_lie_fail_when_they_are_asked_for),
		cmocka_unit_test(
			packed_sections_that_lie_fail_when_they_are_asked_for),
		cmocka_unit_test(
			a_page_of_zeros_packed_by_zstd_is_not_taken_for_a_lie),
		cmocka_unit_test(a_name_outside_of_the_names_is_told),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
