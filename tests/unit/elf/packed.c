// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <stdio.h>

#include <lzma.h>
#include <zlib.h>
#include <zstd.h>

#include "unit/elf/elf-test.h"
#include "base/poison.h"

enum method { GZIP, XZ, ZSTD, NR_METHODS };

/* Pack @in; the result is the caller's. */
static void pack(enum method method, const struct byte_buf *in,
		 struct byte_buf *out)
{
	size_t cap = in->len + 4096, len = 0;
	uint8_t *p = malloc(cap);
	z_stream z = { .next_in = in->data, .avail_in = (uInt)in->len,
		       .next_out = p, .avail_out = (uInt)cap };

	assert_non_null(p);
	switch (method) {
	case GZIP:
		assert_int_equal(deflateInit2(&z, 9, Z_DEFLATED, MAX_WBITS + 16,
					      8, Z_DEFAULT_STRATEGY), Z_OK);
		assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
		len = z.total_out;
		deflateEnd(&z);
		break;
	case XZ:
		assert_int_equal(lzma_easy_buffer_encode(1, LZMA_CHECK_CRC32,
							 NULL, in->data,
							 in->len, p, &len, cap),
				 LZMA_OK);
		break;
	default:
		len = ZSTD_compress(p, cap, in->data, in->len, 1);
		break;
	}
	byte_buf_init(out, false);
	byte_buf_bytes(out, p, len);
	free(p);
}

/* An ELF file with @len bytes in .a. */
static void make(struct byte_buf *image, size_t len)
{
	uint8_t *bytes = calloc(len, 1);
	struct elf_writer w;

	assert_non_null(bytes);
	for (size_t i = 0; i < len && i < 100000; i++)
		bytes[i] = (uint8_t)(i * i >> 5);
	elf_writer_init(&w, true, false, EM_X86_64);
	elf_writer_add_section(&w, ".a", SHT_PROGBITS, 0, bytes, len);
	elf_writer_image(&w, image);
	free(bytes);
}

static void a_packed_file_is_what_it_unpacks_to(void **state)
{
	(void)state;
	for (int method = 0; method < NR_METHODS; method++) {
		struct byte_buf image, packed;
		struct lay_error err = { .text = "" };
		struct elf_file *file;
		struct elf_data data;
		char *path;

		make(&image, 300000);
		pack((enum method)method, &image, &packed);
		path = test_file_write(packed.data, packed.len);
		assert_true(elf_is_packed(path));
		if (elf_open(path, &file, &err) < 0)
			fail_msg("%s", err.text);
		assert_int_equal(elf_section_data(file, elf_find_section(file,
							".a"), &data, &err), 0);
		assert_int_equal(data.size, 300000);
		assert_int_equal(data.data[99999],
				 (uint8_t)((size_t)99999 * 99999 >> 5));
		assert_int_equal(elf_intact(file, &err), 0);
		close_written(file, path);
		byte_buf_free(&image);
		byte_buf_free(&packed);
	}
}

/* as pzstd(1) and pigz(1) pack, and with zeros behind, as tapes have */
static void a_file_may_be_packed_in_pieces(void **state)
{
	(void)state;
	for (int method = 0; method < NR_METHODS; method++) {
		struct byte_buf image, part, packed, all;
		struct elf_file *file;
		struct elf_data data;
		char *path;

		make(&image, 300000);
		byte_buf_init(&all, false);
		for (size_t at = 0, len; at < image.len; at += len) {
			len = image.len - at < 70000 ? image.len - at : 70000;
			byte_buf_init(&part, false);
			byte_buf_bytes(&part, image.data + at, len);
			pack((enum method)method, &part, &packed);
			byte_buf_bytes(&all, packed.data, packed.len);
			byte_buf_free(&packed);
			byte_buf_free(&part);
		}
		byte_buf_fill(&all, 0, 1000);
		path = test_file_write(all.data, all.len);
		assert_int_equal(elf_open(path, &file, NULL), 0);
		assert_int_equal(elf_section_data(file, elf_find_section(file,
							".a"), &data, NULL), 0);
		assert_int_equal(data.data[99999],
				 (uint8_t)((size_t)99999 * 99999 >> 5));
		close_written(file, path);
		byte_buf_free(&image);
		byte_buf_free(&all);
	}
}

/* gzip -t, xz -t and zstd -t each find fault with it: what is packed may go on
 * in what cannot be told from garbage any more */
static void what_stands_behind_packed_data_is_told(void **state)
{
	(void)state;
	for (int method = 0; method < NR_METHODS; method++) {
		struct byte_buf image, packed;
		char want[80];

		make(&image, 100000);
		pack((enum method)method, &image, &packed);
		snprintf(want, sizeof(want),
			 "7 bytes stand behind the packed data, which ends at byte %zu,",
			 packed.len);
		byte_buf_string(&packed, "behind");
		assert_not_opened(packed.data, packed.len, LAY_E_FORMAT, want);
		byte_buf_free(&image);
		byte_buf_free(&packed);
	}
}

static void packed_data_that_ends_early_is_damage(void **state)
{
	(void)state;
	for (int method = 0; method < NR_METHODS; method++) {
		struct byte_buf image, packed;

		make(&image, 100000);
		pack((enum method)method, &image, &packed);
		assert_not_opened(packed.data, packed.len / 2, LAY_E_FORMAT,
				  "ends early");
		/* ZSTD_compress() writes no checksum */
		memset(packed.data + packed.len / 3, 0xff, packed.len / 3);
		if (method != ZSTD)
			assert_not_opened(packed.data, packed.len,
					  LAY_E_FORMAT, "damaged");
		byte_buf_free(&image);
		byte_buf_free(&packed);
	}
}

static void what_is_packed_must_be_an_elf_file(void **state)
{
	struct byte_buf text, packed;

	(void)state;
	byte_buf_init(&text, false);
	byte_buf_fill(&text, 'x', 5000);
	pack(GZIP, &text, &packed);
	assert_not_opened(packed.data, packed.len, LAY_E_FORMAT,
			  "what is packed in it is not an ELF file");
	byte_buf_free(&text);
	byte_buf_free(&packed);
}

static void what_unpacks_to_too_much_is_refused(void **state)
{
	struct byte_buf image, packed;

	(void)state;
	make(&image, (size_t)80 << 20);
	pack(GZIP, &image, &packed);
	assert_not_opened(packed.data, packed.len, LAY_E_LIMIT,
			  "unpacks to more than");
	byte_buf_free(&image);
	byte_buf_free(&packed);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_packed_file_is_what_it_unpacks_to),
		cmocka_unit_test(a_file_may_be_packed_in_pieces),
		cmocka_unit_test(what_stands_behind_packed_data_is_told),
		cmocka_unit_test(packed_data_that_ends_early_is_damage),
		cmocka_unit_test(what_is_packed_must_be_an_elf_file),
		cmocka_unit_test(what_unpacks_to_too_much_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
