// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "pdsamples.h"
#include "base/poison.h"

static void unknown_bits_of_a_sample_stop_the_reading(void **state)
{
	struct pdw_attr a = { .sample_type = IP | 1 << 25 };
	struct collected *c = *state;
	struct pdw w = { .big = false };

	pdsamples_begin(&w, &a);
	pdsamples_load(&w, 1, 2);
	pdw_data_end(&w);
	collect_error(c, collect_bytes(c, w.buf, w.len),
		     "unknown bits 0x2000000");
	assert_null(c->ev);
	pdw_free(&w);
}

static void a_compressed_record_that_never_ends_is_an_error(void **state)
{
	struct pdw_attr a = { .sample_type = IP | ADDR };
	struct collected *c = *state;
	struct pdw w = { .big = false }, plain = { .big = false };
	size_t r;

	pdsamples_load(&plain, 1, 2);
	pdsamples_begin(&w, &a);
	r = pdw_record_begin(&w, 81, 0);
	pdw_zstd_begin(&w);
	pdw_zstd_block(&w, plain.buf, 20, true);
	pdw_record_end(&w, r);
	pdw_data_end(&w);
	collect_error(c, collect_bytes(c, w.buf, w.len),
		     "with 20 bytes left of it");
	pdw_free(&w);
	pdw_free(&plain);
}

static void samples_that_do_not_fit_are_counted(void **state)
{
	struct pdw_attr a = { .sample_type = IP | ADDR };
	struct collected *c = *state;
	struct pdw w = { .big = false };
	size_t r;

	pdsamples_begin(&w, &a);
	r = pdw_record_begin(&w, SAMPLE, KERNEL);
	pdw_u64(&w, 1);
	pdw_record_end(&w, r);
	r = pdw_record_begin(&w, SAMPLE, KERNEL);
	pdw_zeros(&w, 24);
	pdw_record_end(&w, r);
	pdsamples_load(&w, 0x10, 0);
	r = pdw_record_begin(&w, 40, 0);
	pdw_record_end(&w, r);
	pdw_data_end(&w);
	collect_pdw(c, &w);
	assert_int_equal(c->ev->fate[EVIDENCE_MISFIT], 2);
	assert_int_equal(c->ev->fate[EVIDENCE_UNKNOWN], 1);
	assert_int_equal(c->ev->shown.samples, 1);
	assert_int_equal(c->ev->units, 4);
	assert_true(strstr(c->note_text[0], "ends within"));
	assert_true(strstr(c->note_text[1], "longer"));
	/* perf writes 0 where there is no data address */
	assert_int_equal(c->sample[0].has, EVIDENCE_HAS_IP);
	collect_free(c);
	pdw_free(&w);
}

static void a_recording_that_was_killed_ends_with_the_file(void **state)
{
	struct pdw_attr a = { .sample_type = IP | ADDR };
	struct collected *c = *state;
	struct pdw w = { .big = false };

	pdsamples_begin(&w, &a);
	pdsamples_load(&w, 0x10, 0x20);
	pdsamples_load(&w, 0x11, 0x21);
	collect_pdw(c, &w);	/* no pdw_data_end(): the size is 0 */
	assert_true(c->ev->unfinished);
	assert_int_equal(c->ev->shown.samples, 2);
	collect_free(c);
	collect_error(c, collect_bytes(c, w.buf, w.len - 4), "cut off");
	pdw_free(&w);
}

static void sizes_that_lie_are_told_with_their_place(void **state)
{
	struct pdw_attr a = { .sample_type = IP | ADDR };
	struct collected *c = *state;
	struct pdw w = { .big = false };
	static const struct {
		size_t at;
		const char *text;
	} lies[] = {
		{ 8, "header of" }, { 16, "attributes of" },
		{ 24, "end past the file" }, { 32, "attributes of" },
		{ 40, "end past the file" }, { 48, "end past the file" },
		{ 104 + 112, "end past the file" },
	};

	pdsamples_begin(&w, &a);
	pdsamples_load(&w, 0x10, 0x20);
	pdw_data_end(&w);
	for (size_t i = 0; i < sizeof(lies) / sizeof(lies[0]); i++) {
		uint8_t *p = w.buf + lies[i].at, kept[8];

		memcpy(kept, p, 8);
		memset(p, 0x7f, 7);
		collect_error(c, collect_bytes(c, w.buf, w.len), lies[i].text);
		memcpy(p, kept, 8);
	}
	/* a record shorter than its own head */
	w.buf[w.len - 24 + 6] = 7;
	collect_error(c, collect_bytes(c, w.buf, w.len), "has a size of 7");
	pdw_free(&w);
}

static void mangled_files_end_in_order(void **state)
{
	static const unsigned int features[] = { 2, 3, 11 };
	static const uint64_t ids[] = { 77, 78 };
	struct pdw_attr a = {
		.sample_type = ALL_FIELDS, .read_format = 0x1f,
		.branch_sample_type = 1 << 17, .regs_user = 0x105,
		.ids = ids, .nr_ids = 2,
	};
	struct pdw w = { .big = false }, plain = { .big = false };
	size_t r;

	(void)state;
	pdw_file_begin(&w, 2, 136);
	pdw_attr(&w, &a);
	pdw_attr(&w, &a);
	pdw_data_begin(&w);
	pdsamples_full(&w);
	pdsamples_full(&plain);
	r = pdw_record_begin(&w, 81, 0);
	pdw_zstd_begin(&w);
	pdw_zstd_block(&w, plain.buf, plain.len, true);
	pdw_record_end(&w, r);
	pdw_data_end(&w);
	pdw_features(&w, features, 3);
	pdw_feature_begin(&w);
	r = pdw_record_begin(&w, 0, KERNEL);
	pdw_zeros(&w, 28);
	pdw_text(&w, "[kernel.kallsyms]");
	pdw_record_end(&w, r);
	pdw_feature_end(&w);
	pdw_feature_begin(&w);
	pdw_header_string(&w, "box");
	pdw_feature_end(&w);
	pdw_feature_begin(&w);
	pdw_u32(&w, 1);
	pdw_header_string(&w, "perf");
	pdw_feature_end(&w);
	collect_mangled(w.buf, w.len, 3000);
	pdw_free(&w);
	pdw_free(&plain);
}

static void mangled_pipes_end_in_order(void **state)
{
	struct pdw w = { .big = true };

	(void)state;
	pdsamples_pipe(&w);
	collect_mangled(w.buf, w.len, 3000);
	pdw_free(&w);
}

static void what_is_no_input_is_named(void **state)
{
	struct collected *c = *state;

	collect_error(c, collect_text(c, ""), "input: is empty");
	collect_error(c, collect_text(c, "\177ELF\2\1\1"), "is an ELF file");
	collect_error(c, collect_bytes(c, "\0\0\0", 3), "neither");
	collect_error(c, collect_file(c, "/"), "/: is a directory");
	collect_error(c, collect_file(c, "/nonexistent"),
		     "/nonexistent: cannot open: No such file");
}

int main(void)
{
	static struct collected c;
	const struct CMUnitTest tests[] = {
#define TEST(fn) cmocka_unit_test_prestate(fn, &c)
		TEST(unknown_bits_of_a_sample_stop_the_reading),
		TEST(a_compressed_record_that_never_ends_is_an_error),
		TEST(samples_that_do_not_fit_are_counted),
		TEST(a_recording_that_was_killed_ends_with_the_file),
		TEST(sizes_that_lie_are_told_with_their_place),
		TEST(mangled_files_end_in_order),
		TEST(mangled_pipes_end_in_order),
		TEST(what_is_no_input_is_named),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
