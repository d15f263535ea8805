// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "evidence/lines.h"
#include "pdwriter.h"
#include "base/poison.h"

#define BLOCK 100000

/* @nr runs of a letter each, which zstd keeps as one byte and a length. */
static void pack_runs(struct pdw *w, unsigned int nr)
{
	pdw_zstd_begin(w);
	for (unsigned int i = 0; i < nr; i++) {
		uint32_t head = BLOCK << 3 | 1 << 1 | (i + 1 == nr);

		pdw_u8(w, head);
		pdw_u8(w, head >> 8);
		pdw_u8(w, head >> 16);
		pdw_u8(w, 'a' + i);
	}
}

static void a_small_file_can_unpack_to_a_large_one(void **state)
{
	struct pdw w = { .big = false };
	struct source *src;
	struct lay_error err;
	const uint8_t *p;
	size_t have;

	(void)state;
	pack_runs(&w, 20);
	assert_int_equal(source_open_bytes(w.buf, w.len, &src, &err), 0);
	assert_false(source_is_seekable(src));
	for (uint64_t off = 0; off < 20 * BLOCK; off += 997) {
		size_t len = 20 * BLOCK - off < 300 ? 20 * BLOCK - off : 300;

		assert_int_equal(source_get(src, off, len, &p, NULL, &err), 1);
		assert_int_equal(p[0], 'a' + off / BLOCK);
		assert_int_equal(p[len - 1], 'a' + (off + len - 1) / BLOCK);
	}
	assert_int_equal(source_get(src, 20 * BLOCK, 1, &p, &have, &err), 0);
	assert_int_equal(have, 0);
	/* no way back but through a copy, and for that it is too late */
	assert_true(source_get(src, 0, 1, &p, NULL, &err) < 0);
	assert_true(source_spool(src, &err) < 0);
	source_close(src);
	pdw_free(&w);
}

static void a_copy_of_a_stream_can_be_read_anywhere(void **state)
{
	struct pdw w = { .big = false };
	struct source *src;
	struct lay_error err;
	const uint8_t *p;

	(void)state;
	pack_runs(&w, 5);
	assert_int_equal(source_open_bytes(w.buf, w.len, &src, &err), 0);
	assert_int_equal(source_get(src, 0, 16, &p, NULL, &err), 1);
	assert_int_equal(source_spool(src, &err), 0);
	assert_true(source_is_seekable(src));
	assert_int_equal(source_size(src), 5 * BLOCK);
	assert_int_equal(source_get(src, 4 * BLOCK + 7, 10, &p, NULL, &err), 1);
	assert_int_equal(p[0], 'e');
	assert_int_equal(source_get(src, BLOCK - 1, 2, &p, NULL, &err), 1);
	assert_int_equal(p[0], 'a');
	assert_int_equal(p[1], 'b');
	source_close(src);
	pdw_free(&w);
}

static void lines_end_where_they_end(void **state)
{
	static const char text[] = "one\r\n\n  two \t\nthr\0ee\nlast";
	static const char *const want[] = { "one", "", "  two", "thr ee", "last" };
	struct source *src;
	struct lines l;
	struct line line;
	struct lay_error err;

	(void)state;
	assert_int_equal(source_open_bytes(text, sizeof(text) - 1, &src, &err),
			 0);
	assert_int_equal(lines_init(&l, src, &err), 0);
	for (size_t i = 0; i < 5; i++) {
		assert_int_equal(lines_next(&l, &line, &err), 1);
		assert_string_equal(line.s, want[i]);
		assert_int_equal(line.len, strlen(want[i]));
		assert_false(line.cut);
	}
	assert_int_equal(lines_next(&l, &line, &err), 0);
	lines_deinit(&l);
	source_close(src);
}

static void a_line_without_end_is_cut(void **state)
{
	struct pdw w = { .big = false };
	struct source *src;
	struct lines l;
	struct line line;
	struct lay_error err;

	(void)state;
	pack_runs(&w, 3);
	assert_int_equal(source_open_bytes(w.buf, w.len, &src, &err), 0);
	assert_int_equal(lines_init(&l, src, &err), 0);
	assert_int_equal(lines_next(&l, &line, &err), 1);
	assert_true(line.cut);
	assert_true(line.len < BLOCK);
	assert_int_equal(lines_next(&l, &line, &err), 0);
	lines_deinit(&l);
	source_close(src);
	pdw_free(&w);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_small_file_can_unpack_to_a_large_one),
		cmocka_unit_test(a_copy_of_a_stream_can_be_read_anywhere),
		cmocka_unit_test(lines_end_where_they_end),
		cmocka_unit_test(a_line_without_end_is_cut),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
