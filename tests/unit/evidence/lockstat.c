// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "copies.h"
#include "base/poison.h"

#define RULER \
"-----------------------------------------------------------------------------------------------------------------------------------------------------------------------------------------------------------------------------\n"
#define DOTS \
"\n.............................................................................................................................................................................................................................\n\n"

static const char v0_4[] =
"lock_stat version 0.4\n" RULER
"                              class name    con-bounces    contentions   waittime-min   waittime-max waittime-total   waittime-avg    acq-bounces   acquisitions   holdtime-min   holdtime-max holdtime-total   holdtime-avg\n"
RULER "\n"
"                         &mm->mmap_lock-W:           840            900           1.03        1009.71      125671.79         139.63           4001           5002           0.13        3022.10      991208.17         198.16\n"
"                         &mm->mmap_lock-R:            11             12           0.51         231.20        2001.44         166.78          88004          99005           0.08         409.33       51000.25           0.51\n"
"                         ---------------\n"
"                           &mm->mmap_lock            600          [<0000000099d3ea35>] do_things+0x82/0x900\n"
"                           &mm->mmap_lock            312          [<0000000058f753d8>] mod_fn+0x10/0x20 [some_mod]\n"
"                         ---------------\n"
"                           &mm->mmap_lock            912          [<0000000099d3ea35>] do_things+0x82/0x900\n"
DOTS
"                 &sb->s_type->i_lock_key#3/1:             2              3           0.10           0.20           0.30           0.10              4              5           0.01           0.02           0.03           0.01\n"
"                 --------------------\n"
"                 &sb->s_type->i_lock_key#3              3          [<00000000aaaaaaaa>] find_it+0x1/0x2\n";

static void check_v0_4(struct collected *c)
{
	const struct evidence_lock *l = c->lock;
	const struct evidence_lock_point *p = c->point;

	assert_int_equal(c->ev->formats, 1 << EVIDENCE_LOCK_STAT);
	assert_int_equal(c->ev->shown.locks, 3);
	assert_string_equal(l[0].name, "&mm->mmap_lock");
	assert_int_equal(l[0].mode, 'W');
	assert_int_equal(l[0].bounced_contentions, 840);
	assert_int_equal(l[0].contentions, 900);
	assert_int_equal(l[0].wait.min_ns, 1030);
	assert_int_equal(l[0].wait.total_ns, 125671790);
	assert_int_equal(l[0].wait.avg_ns, 139630);
	assert_int_equal(l[0].acquisitions, 5002);
	assert_int_equal(l[0].hold.max_ns, 3022100);
	assert_true(l[0].has_avg);
	assert_int_equal(l[1].mode, 'R');
	assert_ptr_equal(l[1].name, l[0].name);
	assert_int_equal(l[2].mode, 0);
	assert_string_equal(l[2].name, "&sb->s_type->i_lock_key");
	assert_int_equal(l[2].version, 3);
	assert_int_equal(l[2].subclass, 1);

	assert_int_equal(c->ev->shown.lock_points, 4);
	assert_ptr_equal(p[0].name, l[0].name);
	assert_false(p[0].holder);
	assert_int_equal(p[0].count, 600);
	assert_int_equal(p[0].ip, 0x99d3ea35);
	assert_string_equal(p[0].symbol, "do_things");
	assert_int_equal(p[0].symbol_off, 0x82);
	assert_int_equal(p[0].symbol_size, 0x900);
	assert_null(p[0].module);
	assert_string_equal(p[1].module, "some_mod");
	assert_true(p[2].holder);
	assert_int_equal(p[2].count, 912);
	assert_int_equal(p[3].version, 3);
	assert_int_equal(c->ev->fate[EVIDENCE_DAMAGED], 0);
}

static void version_0_4_is_read_from_any_copy(void **state)
{
	copies_check(*state, v0_4, 72, check_v0_4);
}

static void lines_may_be_wrapped_anywhere_between_words(void **state)
{
	struct collected *c = *state;

	for (size_t width = 50; width < 230; width += 7) {
		char *copy = copies_wrap(v0_4, width);

		assert_int_equal(collect_text(c, copy), 0);
		check_v0_4(c);
		collect_free(c);
		free(copy);
	}
}

static void version_0_3_has_no_averages(void **state)
{
	struct collected *c = *state;

	assert_int_equal(collect_text(c,
	"&counter->lock:  11  12  0.52  16.34  82.69  18  45  0.42  30.81  94.36\n"),
			 0);
	assert_false(c->lock[0].has_avg);
	assert_int_equal(c->lock[0].bounced_acquisitions, 18);
	assert_int_equal(c->lock[0].acquisitions, 45);
	assert_int_equal(c->lock[0].hold.total_ns, 94360);
	collect_free(c);
}

static void a_number_that_a_mail_broke_in_two_is_whole_again(void **state)
{
	static const char *const copies[] = {
		"&q->lock: 2322575 2323896 0.22 5802.58 934469091.38 20\n475976 13000848 0.10 5902.91 2811690638.18\n",
		"&q->lock: 2322575 2323896 0.22 5802.58 9344690\n91.38 20475976 13000848 0.10 5902.91 2811690638.18\n",
		"&q->lock: 2322575 2323896 0.22 5802.58 934469091.3\n8 20475976 130008\n48 0.10 5902.91 2811690638.18\n",
	};
	struct collected *c = *state;

	for (size_t i = 0; i < sizeof(copies) / sizeof(copies[0]); i++) {
		const struct evidence_lock *l = c->lock;

		assert_int_equal(collect_text(c, copies[i]), 0);
		assert_int_equal(c->ev->shown.locks, 1);
		assert_int_equal(l->wait.total_ns, 934469091380);
		assert_int_equal(l->bounced_acquisitions, 20475976);
		assert_int_equal(l->acquisitions, 13000848);
		assert_int_equal(l->hold.total_ns, 2811690638180);
		collect_free(c);
	}
}

static void what_comes_again_or_has_a_title_is_another_table(void **state)
{
#define ROW(name) name ": 1 2 0.10 0.20 0.30 4 5 0.01 0.02 0.03\n"
	struct collected *c = *state;
	const struct evidence_lock *l = c->lock;

	assert_int_equal(collect_text(c, ROW("a_lock") ROW("b_lock")
		"With the patch the first one is gone:\n"
		ROW("c_lock") ROW("b_lock") ROW("c_lock")), 0);
	assert_int_equal(c->ev->shown.locks, 5);
	assert_int_equal(l[1].table, 0);
	assert_null(l[1].table_title);
	assert_int_equal(l[2].table, 1);
	assert_string_equal(l[2].table_title,
			    "With the patch the first one is gone:");
	assert_int_equal(l[3].table, 1);
	assert_int_equal(l[4].table, 2);
	assert_null(l[4].table_title);
	collect_free(c);
}

static void names_as_long_as_the_kernel_allows_may_be_cut(void **state)
{
	struct collected *c = *state;

	assert_int_equal(collect_text(c,
		ROW("&(&a_name_of_thirty_seven_letters)->l")
		ROW("&(&thirty_five_with_a_version_no)->#2")
		ROW("&(&a_name_of_thirty_six_letters_)->l")), 0);
	assert_true(c->lock[0].cut);
	assert_true(c->lock[1].cut);
	assert_int_equal(c->lock[1].version, 2);
	assert_false(c->lock[2].cut);
	collect_free(c);
}

static void rows_of_another_form_are_refused(void **state)
{
	struct collected *c = *state;

	assert_int_equal(collect_text(c, "lock_stat version 0.4\n"
		"a: 1 2 0.10 0.20 0.30 4 5 0.01 0.02\n"	/* one too few */
		"b: 1 2 0.10 0.20 0.30 4 5 0.01 0.02 0.03\n"
		"---\n"
		"b 5 [<00000000aaaaaaaa>]\n"
		"b 5 [<00000000aaaaaaaa>] f+0x1\n"), 0);
	assert_int_equal(c->ev->shown.locks, 1);
	assert_int_equal(c->ev->shown.lock_points, 0);
	assert_int_equal(c->ev->fate[EVIDENCE_DAMAGED], 3);
	assert_int_equal(c->note[0].at, 2);
	collect_free(c);
}

static void mangled_tables_end_in_order(void **state)
{
	(void)state;
	collect_mangled(v0_4, strlen(v0_4), 1000);
}

static void shared_tables_are_read_whole(void **state)
{
	static const struct {
		const char *file;
		uint64_t nr_locks, nr_points, nr_unknown;
	} files[] = {
		{ "seed-netperf-before-after.lock_stat.txt", 6, 42, 1 },
		{ "v0.3-2.6.31-rc7-res_counter.lock_stat.txt", 1, 4, 0 },
		{ "v0.4-6.11-rc1-tasklist_lock.mail-wrapped.lock_stat.txt",
		  2, 8, 0 },
	};
	const char *dir = collect_shared_dir();
	struct collected *c = *state;

	if (!dir)
		skip();
	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
		char path[4200];

		snprintf(path, sizeof(path), "%s/lockstat/%s", dir,
			 files[i].file);
		if (collect_file(c, path) < 0)
			fail_msg("%s", c->err.text);
		assert_int_equal(c->ev->shown.locks, files[i].nr_locks);
		assert_int_equal(c->ev->shown.lock_points, files[i].nr_points);
		assert_int_equal(c->ev->fate[EVIDENCE_UNKNOWN],
				 files[i].nr_unknown);
		assert_int_equal(c->ev->fate[EVIDENCE_DAMAGED], 0);
		collect_free(c);
	}
}

int main(void)
{
	static struct collected c;
	const struct CMUnitTest tests[] = {
#define TEST(fn) cmocka_unit_test_prestate(fn, &c)
		TEST(version_0_4_is_read_from_any_copy),
		TEST(lines_may_be_wrapped_anywhere_between_words),
		TEST(version_0_3_has_no_averages),
		TEST(a_number_that_a_mail_broke_in_two_is_whole_again),
		TEST(what_comes_again_or_has_a_title_is_another_table),
		TEST(names_as_long_as_the_kernel_allows_may_be_cut),
		TEST(rows_of_another_form_are_refused),
		TEST(mangled_tables_end_in_order),
		TEST(shared_tables_are_read_whole),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
