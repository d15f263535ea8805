// SPDX-License-Identifier: GPL-2.0-only
/* Bytes that are not BTF, or lie about themselves: see btf/check.h. */
#include <config.h>

#include "btf/check.h"
#include "unit/btf/btf-test.h"
#include "base/poison.h"

/* A small BTF to be damaged: types at +0x18, strings at @strings. */
static size_t write_sound(struct byte_buf *bytes, bool big_endian)
{
	struct btf_writer w;
	uint32_t i;
	size_t strings;

	btf_writer_init(&w, big_endian, NULL);
	i = btf_writer_int(&w, "int", 4, BTF_INT_SIGNED, 0, 32);
	btf_writer_struct(&w, "s", 8, 1);
	btf_writer_member(&w, "a", i, 0);
	strings = 24 + w.types.len;
	btf_writer_finish(&w, bytes);
	return strings;
}

static void what_is_sound_is_measured(void **state)
{
	struct lay_error err = { .text = "" };
	struct btf_extent extent;
	struct byte_buf bytes;
	size_t strings;

	(void)state;
	for (int big_endian = 0; big_endian < 2; big_endian++) {
		strings = write_sound(&bytes, big_endian);
		if (btf_check(bytes.data, bytes.len, &extent, &err) < 0)
			fail_msg("%s", err.text);
		assert_int_equal(extent.big_endian, big_endian);
		assert_false(extent.split);
		assert_int_equal(extent.nr_types, 2);
		assert_int_equal(extent.types_off, 24);
		assert_int_equal(extent.strings_off, strings);
		assert_int_equal(extent.strings_size, bytes.len - strings);
		byte_buf_free(&bytes);
	}
}

static void headers_that_lie_are_refused(void **state)
{
	static const struct {
		size_t off, size;
		uint64_t value;
		int code;
		const char *says;
	} lies[] = {
		{ 0, 2, 0x464c, LAY_E_FORMAT, "+0x0: does not begin as BTF" },
		{ 2, 1, 2, LAY_E_UNSUPPORTED, "+0x2: BTF of version 2" },
		{ 3, 1, 1, LAY_E_UNSUPPORTED, "flags 0x1" },
		{ 4, 4, 20, LAY_E_FORMAT, "+0x4: a header of 20 bytes" },
		{ 4, 4, 26, LAY_E_FORMAT, "+0x4: a header of 26 bytes" },
		{ 4, 4, UINT32_MAX, LAY_E_FORMAT, "+0x4: a header of" },
		{ 8, 4, 2, LAY_E_FORMAT, "not aligned" },
		{ 8, 4, 0xfffffffc, LAY_E_FORMAT, "+0x100000014: types do not" },
		{ 12, 4, UINT32_MAX, LAY_E_FORMAT, "types do not end before" },
		{ 16, 4, 0, LAY_E_FORMAT, "types do not end before" },
		{ 16, 4, UINT32_MAX, LAY_E_FORMAT, "end past" },
		{ 20, 4, UINT32_MAX, LAY_E_FORMAT, "end past" },
		{ 20, 4, 4, LAY_E_FORMAT, "the last string has no end" },
	};
	struct byte_buf bytes;

	(void)state;
	for (int big_endian = 0; big_endian < 2; big_endian++) {
		for (size_t i = 0; i < sizeof(lies) / sizeof(lies[0]); i++) {
			write_sound(&bytes, big_endian);
			byte_buf_patch_uint(&bytes, lies[i].off, lies[i].value,
					    lies[i].size);
			assert_not_read(&bytes, NULL, lies[i].code,
					lies[i].says);
		}
	}
}

static void every_cut_is_refused(void **state)
{
	struct lay_error err;
	struct btf_extent extent;
	struct byte_buf bytes;

	(void)state;
	write_sound(&bytes, false);
	for (size_t len = 0; len < bytes.len; len++) {
		/* of exact size, for the address sanitizer to see past it */
		uint8_t *cut = malloc(len ? len : 1);

		assert_non_null(cut);
		memcpy(cut, bytes.data, len);
		assert_true(btf_check(cut, len, &extent, &err) < 0);
		free(cut);
	}
	byte_buf_free(&bytes);
}

static void types_that_lie_about_their_length_are_refused(void **state)
{
	struct byte_buf bytes;

	(void)state;
	/* the struct of one member says it has 65535 */
	write_sound(&bytes, false);
	byte_buf_patch_u32(&bytes, 24 + 16 + 4,
			   btf_writer_info(BTF_KIND_STRUCT, false, 0xffff));
	assert_not_read(&bytes, NULL, LAY_E_FORMAT,
			"+0x28: a type with 65535 entries is cut");
	/* the same one has none, so a member is taken for a type */
	write_sound(&bytes, false);
	byte_buf_patch_u32(&bytes, 24 + 16 + 4,
			   btf_writer_info(BTF_KIND_STRUCT, false, 0));
	assert_not_read(&bytes, NULL, LAY_E_UNSUPPORTED, "+0x34: a type of");
	/* types end in the middle of one */
	write_sound(&bytes, false);
	byte_buf_patch_u32(&bytes, 12, 16 + 8);
	assert_not_read(&bytes, NULL, LAY_E_FORMAT, "+0x28: a type is cut");
}

static void kinds_that_are_not_known_are_named(void **state)
{
	struct byte_buf bytes;

	(void)state;
	write_sound(&bytes, false);
	byte_buf_patch_u32(&bytes, 24 + 16 + 4, btf_writer_info(20, false, 1));
	assert_not_read(&bytes, NULL, LAY_E_UNSUPPORTED,
			"+0x28: a type of kind 20, which is not known");
	/* 24 bits for the number of entries, as Linux 7.x has them */
	write_sound(&bytes, false);
	byte_buf_patch_u32(&bytes, 24 + 16 + 4,
			   btf_writer_info(BTF_KIND_STRUCT, false, 0x10001));
	assert_not_read(&bytes, NULL, LAY_E_UNSUPPORTED, "+0x28: a type of");
}

static void a_longer_header_is_stepped_over(void **state)
{
	struct lay_error err = { .text = "" };
	struct byte_buf bytes, longer;
	struct typeset *set = NULL;

	(void)state;
	write_sound(&bytes, false);
	byte_buf_init(&longer, false);
	byte_buf_bytes(&longer, bytes.data, 24);
	byte_buf_fill(&longer, 0xff, 8);
	byte_buf_bytes(&longer, bytes.data + 24, bytes.len - 24);
	byte_buf_patch_u32(&longer, 4, 32);
	byte_buf_free(&bytes);
	if (open_raw(&longer, NULL, &set, &err) < 0)
		fail_msg("%s", err.text);
	assert_int_equal(set->end_id, 3);
	typeset_unref(set);
}

static void files_that_cannot_be_read_are_named(void **state)
{
	struct lay_error err = { .text = "" };
	struct typeset *set = NULL;

	(void)state;
	assert_int_equal(typeset_open_raw("/nonexistent/btf", NULL, &set, &err),
			 -LAY_E_IO);
	assert_says(&err, "/nonexistent/btf: No such file");
	assert_int_equal(typeset_open_raw("/", NULL, &set, &err), -LAY_E_IO);
	assert_null(set);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_sound_is_measured),
		cmocka_unit_test(headers_that_lie_are_refused),
		cmocka_unit_test(every_cut_is_refused),
		cmocka_unit_test(types_that_lie_about_their_length_are_refused),
		cmocka_unit_test(kinds_that_are_not_known_are_named),
		cmocka_unit_test(a_longer_header_is_stepped_over),
		cmocka_unit_test(files_that_cannot_be_read_are_named),
	};

	return cmocka_run_group_tests_name("btf/check", tests, NULL, NULL);
}
