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

#define RULER "=================================================\n"

#define TRACE \
RULER \
"            Trace Event Information\n" \
RULER \
"  Total records                     :       1200\n" \
"  Load Local HITM                   :         44\n" \
"  LLC Misses to Local DRAM          :       12.5%\n" \
"  LLC Misses to Remote DRAM         :       -nan%\n" \
"\n"

#define DETAILS(sort) \
RULER \
"                 c2c details\n" \
RULER \
"  Events                            : cpu/mem-loads,ldlat=30/P\n" \
"                                    : cpu/mem-stores/P\n" \
"  Cachelines sort on                : " sort "\n" \
"\n"

#define TABLE \
RULER \
"           Shared Data Cache Line Table\n" \
RULER \
"#\n"

#define PARETO \
RULER \
"      Shared Cache Line Distribution Pareto\n" \
RULER \
"#\n"

#define LINE_RULER \
"  ----------------------------------------------------------------------\n"

/* As perf has printed it since 5.19, with sources. */
static const char newest[] =
TRACE DETAILS("Total HITMs") TABLE
"#        ----------- Cacheline ----------      Tot  ------- Load Hitm -------    Total    Total    Total  --------- Stores --------  ----- Core Load Hit -----  - LLC Load Hit --  - RMT Load Hit --  --- Load Dram ----\n"
"# Index             Address  Node  PA cnt     Hitm    Total  LclHitm  RmtHitm  records    Loads   Stores    L1Hit   L1Miss      N/A       FB       L1       L2    LclHit  LclHitm    RmtHit  RmtHitm       Lcl       Rmt\n"
"# .....  ..................  ....  ......  .......  .......  .......  .......  .......  .......  .......  .......  .......  .......  .......  .......  .......  ........  .......  ........  .......  ........  ........\n"
"#\n"
"      0  0xffff8881044c0040   0-1      77   75.00%       48       40        8      200      150       50       30       15        5       11       60       20         9       40         2        8         6         7\n"
"      1  0xffffffff82c06080     1       1   25.00%       16       16        0       31       20       11       11        0        0        0        4        0         0       16         0        0         0         0\n"
"\n"
PARETO
"#        ----- HITM -----  ------- Store Refs ------  --------- Data address ---------                      ---------- cycles ----------    Total       cpu                                    Shared\n"
"#   Num  RmtHitm  LclHitm   L1 Hit  L1 Miss      N/A              Offset  Node  PA cnt        Code address  rmt hitm  lcl hitm      load  records       cnt                Symbol             Object  Source:Line  Node{cpu list}\n"
"# .....  .......  .......  .......  .......  .......  ..................  ....  ......  ..................  ........  ........  ........  .......  ........  ....................  .................  ...........  ....\n"
"#\n"
LINE_RULER
"      0        8       40       30       15        5  0xffff8881044c0040\n"
LINE_RULER
"          25.00%   12.50%    0.00%    0.00%    0.00%                 0x8   0-1       1  0xffffffff81234567       583       267        31       49         8  [k] spin_a_while      [kernel.kallsyms]  lock.c:73   0{0-3}  1{4-7}\n"
"          75.00%   87.50%  100.00%  100.00%  100.00%                0x28     1       3  0xffffffff81234599         0       210         7      151        12  [k] take_and_release  [kernel.kallsyms]  lock.c:90   1{4-7}\n"
"\n"
LINE_RULER
"      1        0       16       11        0        0  0xffffffff82c06080\n"
LINE_RULER
"           0.00%  100.00%  100.00%    0.00%    0.00%                 0x4     1       1            0x401136         0       287         0       31         7  [.] walk(list<int>&)  prog  list.cc:12   1\n";

static void check_newest(struct collected *c)
{
	const struct evidence_c2c_line *l = c->line;
	const struct evidence_c2c_access *a = c->access;

	assert_int_equal(c->ev->formats, 1 << EVIDENCE_C2C);
	assert_int_equal(c->ev->shown.c2c_lines, 2);
	assert_int_equal(l[0].addr, 0xffff8881044c0040);
	assert_string_equal(l[0].node, "0-1");
	assert_int_equal(l[0].pa_count, 77);
	assert_int_equal(l[0].percent_x100, 7500);
	assert_int_equal(l[0].hitm_local, 40);
	assert_int_equal(l[0].hitm_remote, 8);
	assert_int_equal(l[0].records, 200);
	assert_int_equal(l[0].loads, 150);
	assert_int_equal(l[0].stores, 50);
	assert_int_equal(l[0].store_miss, 15);
	assert_int_equal(l[0].store_na, 5);
	assert_int_equal(l[0].fb_hit, 11);
	assert_int_equal(l[0].llc_hit, 9);
	assert_int_equal(l[0].remote_hit, 2);
	assert_int_equal(l[0].dram_local, 6);
	assert_int_equal(l[0].dram_remote, 7);
	assert_false(l[0].has & EVIDENCE_C2C_PEER);

	assert_int_equal(c->ev->shown.c2c_accesses, 3);
	assert_int_equal(a[0].line_addr, 0xffff8881044c0040);
	assert_int_equal(a[0].line_off, 8);
	assert_int_equal(a[0].iaddr, 0xffffffff81234567);
	assert_int_equal(a[0].remote, 2);
	assert_int_equal(a[0].local, 5);
	assert_int_equal(a[0].store_hit, 0);
	assert_int_equal(a[0].remote_cycles, 583);
	assert_int_equal(a[0].local_cycles, 267);
	assert_int_equal(a[0].load_cycles, 31);
	assert_int_equal(a[0].records, 49);
	assert_int_equal(a[0].nr_cpus, 8);
	assert_int_equal(a[0].mode, 'k');
	assert_string_equal(a[0].node, "0-1");
	assert_string_equal(a[0].symbol, "spin_a_while");
	assert_string_equal(a[0].dso, "[kernel.kallsyms]");
	assert_string_equal(a[0].source, "lock.c:73");
	assert_true(strstr(a[0].cpus, "0{0-3}") == a[0].cpus);
	assert_int_equal(a[1].store_hit, 30);
	assert_int_equal(a[1].store_na, 5);
	assert_int_equal(a[1].pa_count, 3);
	assert_int_equal(a[2].line_index, 1);
	assert_string_equal(a[2].symbol, "walk(list<int>&)");
	assert_int_equal(c->ev->fate[EVIDENCE_DAMAGED], 0);
}

static void a_report_is_read_from_any_copy(void **state)
{
	copies_check(*state, newest, 78, check_newest);
}

/* Too narrow for the totals of a line to fit. */
static void lines_may_be_wrapped_anywhere_between_words(void **state)
{
	struct collected *c = *state;

	for (size_t width = 60; width < 220; width += 9) {
		char *copy = copies_wrap(newest, width);

		assert_int_equal(collect_text(c, copy), 0);
		check_newest(c);
		collect_free(c);
		free(copy);
	}
}

static void the_head_gives_named_numbers(void **state)
{
	struct collected *c = *state;
	const struct evidence_fact *f = c->fact;

	assert_int_equal(collect_text(c, newest), 0);
	assert_int_equal(c->ev->shown.facts, 7);
	assert_string_equal(f[0].section, "Trace Event Information");
	assert_string_equal(f[0].key, "Total records");
	assert_true(f[0].number);
	assert_int_equal(f[0].value, 1200);
	assert_false(f[2].number);
	assert_string_equal(f[2].text, "12.5%");
	assert_string_equal(f[3].text, "-nan%");
	assert_string_equal(f[5].key, "Events");
	assert_string_equal(f[5].text, "cpu/mem-stores/P");
	collect_free(c);
}

/* The columns of each time, one line each, and what is in all of them. */
static void every_version_has_its_columns(void **state)
{
	static const struct {
		const char *rows;
		bool place, records, na;
	} versions[] = {
		/* 4.10 */
		{ "   0   0x602180   200   75.00%   48   40   8   50   30   20   6   7   13   150   11   60   20   9   2\n"
		  LINE_RULER
		  "   0   8   40   30   20   0x602180\n"
		  LINE_RULER
		  "   50.00%   25.00%   0.00%   0.00%   0x0   14604   0x400b4f   27161   26039   26017   9   [.] reader   prog   a.c:144   0{0-1,4}   1{24}\n",
		  false, false, false },
		/* 4.19 */
		{ "   0   0x602180   1   77   200   75.00%   48   40   8   50   30   20   6   7   13   150   11   60   20   9   2\n"
		  LINE_RULER
		  "   0   8   40   30   20   0x602180\n"
		  LINE_RULER
		  "   50.00%   25.00%   0.00%   0.00%   0x0   1   77   0x400b4f   27161   26039   26017   52   9   [.] reader   prog   1\n",
		  true, true, false },
		/* 5.10 */
		{ "   0   0x602180   1   77   75.00%   48   40   8   200   150   50   30   20   11   60   20   9   40   2   8   6   7\n"
		  LINE_RULER
		  "   0   8   40   30   20   0x602180\n"
		  LINE_RULER
		  "   50.00%   25.00%   0.00%   0.00%   0x0   1   77   14604   0x400b4f   27161   26039   26017   52   9   [.] reader   prog   1\n",
		  true, true, false },
		/* 5.19 */
		{ "   0   0x602180   1   77   75.00%   48   40   8   200   150   50   30   20   0   11   60   20   9   40   2   8   6   7\n"
		  LINE_RULER
		  "   0   8   40   30   20   0   0x602180\n"
		  LINE_RULER
		  "   50.00%   25.00%   0.00%   0.00%   0.00%   0x0   1   77   0x400b4f   27161   26039   26017   52   9   [.] reader   prog   1\n",
		  true, true, true },
	};
	struct collected *c = *state;

	for (size_t i = 0; i < sizeof(versions) / sizeof(versions[0]); i++) {
		const struct evidence_c2c_line *l = c->line;
		const struct evidence_c2c_access *a = c->access;

		assert_int_equal(collect_text(c, versions[i].rows), 0);
		assert_int_equal(c->ev->shown.c2c_lines, 1);
		assert_int_equal(l->records, 200);
		assert_int_equal(l->loads, 150);
		assert_int_equal(l->hitm, 48);
		assert_int_equal(l->stores, 50);
		assert_int_equal(l->store_hit, 30);
		assert_int_equal(l->l1_hit, 60);
		assert_int_equal(l->llc_hit, 9);
		assert_int_equal(l->remote_hit, 2);
		assert_int_equal(l->dram_remote, 7);
		assert_int_equal(!!(l->has & EVIDENCE_C2C_PLACE),
				 versions[i].place);
		assert_int_equal(!!(l->has & EVIDENCE_C2C_STORE_NA),
				 versions[i].na);
		assert_int_equal(c->ev->shown.c2c_accesses, 1);
		assert_int_equal(a->remote, 4);
		assert_int_equal(a->local, 10);
		assert_int_equal(a->load_cycles, 26017);
		assert_int_equal(a->nr_cpus, 9);
		assert_int_equal(!!(a->has & EVIDENCE_C2C_ROWS),
				 versions[i].records);
		assert_int_equal(!!(a->has & EVIDENCE_C2C_NA), versions[i].na);
		assert_string_equal(a->symbol, "reader");
		collect_free(c);
	}
}

static void peer_snoops_are_no_hitms(void **state)
{
	static const char text[] = DETAILS("Peer Snoop") TABLE
	"   0   0x602180   1   77   75.00%   48   40   8   200   150   50   0   0   50   11   60   20   9   0   2   0   6   7\n"
	PARETO
	"#        -- Peer Snoop --\n"
	LINE_RULER
	"   0   8   40   0   0   50   0x602180\n"
	LINE_RULER
	"   50.00%   25.00%   0.00%   0.00%   10.00%   0x0   1   77   0x400b4f   27161   26039   26017   52   9   [.] reader   prog   1\n";
	struct collected *c = *state;

	assert_int_equal(collect_text(c, text), 0);
	assert_int_equal(c->line[0].has & (EVIDENCE_C2C_HITM |
					   EVIDENCE_C2C_PEER),
			 EVIDENCE_C2C_PEER);
	assert_int_equal(c->line[0].peer_local, 40);
	assert_int_equal(c->line[0].store_na, 50);
	assert_true(c->access[0].has & EVIDENCE_C2C_PEERS);
	assert_int_equal(c->access[0].store_na, 5);
	collect_free(c);
}

static void rows_without_code_address_have_what_their_heading_says(void **state)
{
	static const char text[] = PARETO
	"#        ----- HITM -----  -- Store Refs --  --------- Data address ---------\n"
	"#   Num      Rmt      Lcl   L1 Hit  L1 Miss              Offset  Node  PA cnt      Pid                 Tid  rmt hitm  lcl hitm      load  records       cnt   Node\n"
	LINE_RULER
	"   0   8   40   30   20   0x602180\n"
	LINE_RULER
	"   50.00%   25.00%   0.00%   0.00%   0x10   1   77   4242   4243:some thread   5   6   7   52   9   0  1\n";
	struct collected *c = *state;
	const struct evidence_c2c_access *a = c->access;

	assert_int_equal(collect_text(c, text), 0);
	assert_int_equal(c->ev->shown.c2c_accesses, 0);
	/* a name with a blank hides where the numbers begin: not guessed */
	assert_int_equal(c->ev->fate[EVIDENCE_DAMAGED], 1);
	collect_free(c);

	assert_int_equal(collect_text(c, PARETO
	"#   Num      Rmt      Lcl   L1 Hit  L1 Miss              Offset  Node  PA cnt                 Tid  rmt hitm  lcl hitm      load  records       cnt   Node\n"
	LINE_RULER
	"   0   8   40   30   20   0x602180\n"
	LINE_RULER
	"   50.00%   25.00%   0.00%   0.00%   0x10   1   77   4243:thread   5   6   7   52   9   0  1\n"),
			 0);
	assert_int_equal(a->has, EVIDENCE_C2C_TID | EVIDENCE_C2C_ROWS);
	assert_int_equal(a->tid, 4243);
	assert_int_equal(a->load_cycles, 7);
	assert_int_equal(a->nr_cpus, 9);
	assert_string_equal(a->cpus, "0  1");
	collect_free(c);
}

static void rows_that_do_not_add_up_are_refused(void **state)
{
	static const char *const rows[] = {
		/* total of HITMs is not the sum */
		"   0   0x602180   1   77   75.00%   49   40   8   200   150   50   30   20   0   11   60   20   9   40   2   8   6   7\n",
		/* more stores by level than stores */
		"   0   0x602180   1   77   75.00%   48   40   8   200   150   50   30   21   0   11   60   20   9   40   2   8   6   7\n",
		/* one column too many */
		"   0   0x602180   1   77   75.00%   48   40   8   200   150   50   30   20   0   11   60   20   9   40   2   8   6   7   5\n",
		/* a word where a number belongs */
		"   0   0x602180   1   77   75.00%   48   4O   8   200   150\n",
	};
	struct collected *c = *state;

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		char text[512];

		snprintf(text, sizeof(text), "%s%s", TABLE, rows[i]);
		assert_int_equal(collect_text(c, text), 0);
		assert_int_equal(c->ev->shown.c2c_lines, 0);
		assert_int_equal(c->ev->fate[EVIDENCE_DAMAGED], 1);
		assert_int_equal(c->note[0].fate, EVIDENCE_DAMAGED);
		assert_int_equal(c->note[0].at, 5);
		collect_free(c);
	}
}

static void shares_are_rounded_to_counts(void **state)
{
	static const char text[] = PARETO
	LINE_RULER
	"   0   3   1000000   7   0   0x602180\n"
	LINE_RULER
	"   33.33%   12.35%   14.29%   0.00%   0x0   1   77   0x400b4f   5   6   7   52   9   [.] reader   prog   1\n";
	struct collected *c = *state;

	assert_int_equal(collect_text(c, text), 0);
	assert_int_equal(c->access[0].remote, 1);
	assert_int_equal(c->access[0].local, 123500);
	assert_int_equal(c->access[0].store_hit, 1);
	collect_free(c);
}

/* A number cut in two is one too many. */
static void an_access_with_too_many_numbers_is_refused(void **state)
{
	static const char text[] = PARETO
	LINE_RULER
	"   0   3   5   7   0   0x602180\n"
	LINE_RULER
	"   33.33%   0.00%   0.00%   0.00%   0x0   1   77   0x400b4f   5   6   7   5   2   9   [.] reader   prog   1\n";
	struct collected *c = *state;

	assert_int_equal(collect_text(c, text), 0);
	assert_int_equal(c->ev->shown.c2c_accesses, 0);
	assert_int_equal(c->ev->fate[EVIDENCE_DAMAGED], 1);
	collect_free(c);
}

static void columns_cut_off_at_the_right_are_absent(void **state)
{
	struct collected *c = *state;

	assert_int_equal(collect_text(c, TABLE
	"   0   0x602180   1   77   75.00%   48   40   8   200   150   50\n"),
			 0);
	assert_int_equal(c->line[0].has, EVIDENCE_C2C_PLACE |
					 EVIDENCE_C2C_HITM |
					 EVIDENCE_C2C_RECORDS |
					 EVIDENCE_C2C_LOADS);
	collect_free(c);
}

static void an_access_needs_its_line(void **state)
{
	struct collected *c = *state;

	assert_int_equal(collect_text(c, PARETO
	"   50.00%   25.00%   0.00%   0.00%   0x0   1   77   0x400b4f   27161   26039   26017   52   9   [.] reader   prog   1\n"),
			 0);
	assert_int_equal(c->ev->shown.c2c_accesses, 0);
	assert_int_equal(c->ev->fate[EVIDENCE_DAMAGED], 1);
	collect_free(c);
}

static void call_chains_are_passed_over(void **state)
{
	static const char text[] = PARETO
	LINE_RULER
	"   0   8   40   30   20   0x602180\n"
	LINE_RULER
	"   50.00%   25.00%   0.00%   0.00%   0x0   1   77   0x400b4f   27161   26039   26017   52   9   [.] reader   prog   1\n"
	"            |\n"
	"            ---reader\n"
	"               main\n"
	"\n"
	"   50.00%   75.00%   0.00%   0.00%   0x8   1   77   0x400b5f   27161   26039   26017   52   9   [.] writer   prog   1\n";
	struct collected *c = *state;

	assert_int_equal(collect_text(c, text), 0);
	assert_int_equal(c->ev->shown.c2c_accesses, 2);
	assert_string_equal(c->access[0].cpus, "1");
	assert_string_equal(c->access[1].symbol, "writer");
	assert_int_equal(c->ev->fate[EVIDENCE_ASIDE], 3);
	collect_free(c);
}

static void a_second_report_is_told_from_the_first(void **state)
{
	static const char row[] =
	"   0   0x602180   1   77   75.00%   48   40   8   200   150   50   30   20   0   11   60   20   9   40   2   8   6   7\n";
	char text[2048];
	struct collected *c = *state;

	snprintf(text, sizeof(text), "Before:\n%s%s%s\nAfter:\n%s%s", TRACE,
		 TABLE, row, TABLE, row);
	assert_int_equal(collect_text(c, text), 0);
	assert_int_equal(c->ev->shown.c2c_lines, 2);
	assert_int_equal(c->line[0].report, 0);
	assert_int_equal(c->line[1].report, 1);
	assert_int_equal(c->ev->fate[EVIDENCE_UNKNOWN], 2);
	collect_free(c);
}

static void symbols_that_fill_their_column_may_be_cut(void **state)
{
	static const char text[] = PARETO
	LINE_RULER
	"   0   8   40   30   20   0x602180\n"
	LINE_RULER
	"   50.00%   25.00%   0.00%   0.00%   0x0   1   77   0xffffffff81000b4f   27161   26039   26017   52   9   [k] _raw_spin_unlock_irqrestor   [kernel.kallsyms]   1\n";
	struct collected *c = *state;

	assert_int_equal(collect_text(c, text), 0);
	assert_true(c->access[0].has & EVIDENCE_C2C_CUT);
	collect_free(c);
}

static void mangled_reports_end_in_order(void **state)
{
	(void)state;
	collect_mangled(newest, strlen(newest), 1000);
}

/* HITMs and stores of make-perf-data.py's plan, as each perf printed them. */
static void shared_reports_hold_what_was_planted(void **state)
{
	static const char *const files[] = {
		"intel.c2c.perf5.10.txt", "intel.c2c.perf6.1.txt",
		"intel.c2c.perf6.12.txt", "intel.c2c.perf7.2.txt",
	};
	const char *dir = collect_shared_dir();
	struct collected *c = *state;

	if (!dir)
		skip();
	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
		uint64_t local = 0, remote = 0, stores = 0, at_b0 = 0;
		char path[4200];

		snprintf(path, sizeof(path), "%s/synthetic/%s", dir, files[i]);
		if (collect_file(c, path) < 0)
			fail_msg("%s", c->err.text);
		assert_int_equal(c->ev->shown.c2c_lines, 4);
		assert_int_equal(c->ev->shown.c2c_accesses, 12);
		assert_int_equal(c->ev->fate[EVIDENCE_UNKNOWN], 0);
		for (size_t k = 0; k < 12; k++) {
			const struct evidence_c2c_access *a = &c->access[k];

			local += a->local;
			remote += a->remote;
			stores += a->store_hit + a->store_miss;
			if (a->line_addr + a->line_off == 0xffff888104c3a9b0)
				at_b0 += a->local + a->remote;
		}
		assert_int_equal(local, 141);
		assert_int_equal(remote, 52);
		assert_int_equal(stores, 56);
		assert_int_equal(at_b0, 100);	/* mmap_lock.owner */
		collect_free(c);
	}
}

int main(void)
{
	static struct collected c;
	const struct CMUnitTest tests[] = {
#define TEST(fn) cmocka_unit_test_prestate(fn, &c)
		TEST(a_report_is_read_from_any_copy),
		TEST(lines_may_be_wrapped_anywhere_between_words),
		TEST(the_head_gives_named_numbers),
		TEST(every_version_has_its_columns),
		TEST(peer_snoops_are_no_hitms),
		TEST(rows_without_code_address_have_what_their_heading_says),
		TEST(rows_that_do_not_add_up_are_refused),
		TEST(shares_are_rounded_to_counts),
		TEST(an_access_with_too_many_numbers_is_refused),
		TEST(columns_cut_off_at_the_right_are_absent),
		TEST(an_access_needs_its_line),
		TEST(call_chains_are_passed_over),
		TEST(a_second_report_is_told_from_the_first),
		TEST(symbols_that_fill_their_column_may_be_cut),
		TEST(mangled_reports_end_in_order),
		TEST(shared_reports_hold_what_was_planted),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
