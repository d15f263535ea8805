// SPDX-License-Identifier: GPL-2.0-only
/* Texts as a whole: mixtures, strangers, what is no text of ours. */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "collect.h"
#include "evidence/scan.h"
#include "base/poison.h"

static const char mail[] =
"From: somebody\n"
"Subject: slow since yesterday\n"
"\n"
"Here is what perf sees,\n"
"\n"
"> # Overhead  Command  Shared Object      Symbol\n"
"> # ........  .......  .................  ..........\n"
">     45.00%  a.out    [kernel.kallsyms]  [k] spin_a_while\n"
"\n"
"and the lock is\n"
"\n"
"  lock_stat version 0.3\n"
"  &q->lock: 1 2 0.10 0.20 0.30 4 5 0.01 0.02 0.03\n"
"  ---\n"
"  &q->lock 2 [<ffffffff81921e91>] take_it+0x1/0x2\n"
"\n"
"while samples look like this:\n"
"\n"
"  a.out  4242 [003]  1000.000021: cycles: ffffffff81234567 spin_a_while+0x38 ([kernel.kallsyms])\n"
"  ---------------------------------------------------------------------\n"
"      0        8       40       30       15        5  0xffff8881044c0040\n"
"  ---------------------------------------------------------------------\n"
"          25.00%   12.50%    0.00%    0.00%    0.00%                 0x8     0       1  0xffffffff81234567       583       267        31       49         8  [k] spin_a_while      [kernel.kallsyms]   0  1\n"
"\n"
"Regards,\n";

static void a_mail_with_everything_is_read_line_by_line(void **state)
{
	struct collected *c = *state;

	assert_int_equal(collect_text(c, mail), 0);
	assert_int_equal(c->ev->formats,
			 1 << EVIDENCE_PERF_REPORT | 1 << EVIDENCE_LOCK_STAT |
			 1 << EVIDENCE_PERF_SCRIPT | 1 << EVIDENCE_C2C);
	assert_int_equal(c->ev->shown.functions, 1);
	assert_int_equal(c->ev->shown.locks, 1);
	assert_int_equal(c->ev->shown.lock_points, 1);
	assert_int_equal(c->ev->shown.samples, 1);
	assert_int_equal(c->ev->shown.c2c_accesses, 1);
	assert_int_equal(c->ev->units, 25);
	assert_int_equal(c->ev->fate[EVIDENCE_USED], 5);
	collect_free(c);
}

static void lines_that_nobody_knows_are_counted_and_shown(void **state)
{
	struct collected *c = *state;

	assert_int_equal(collect_text(c, mail), 0);
	assert_int_equal(c->ev->fate[EVIDENCE_UNKNOWN], 6);
	assert_int_equal(c->nr_notes, 6);
	assert_int_equal(c->note[0].at, 1);
	assert_true(c->note[0].is_line);
	assert_string_equal(c->note[0].text,
			    "not understood: 'From: somebody'");
	collect_free(c);
}

static void only_the_first_of_a_kind_are_noted(void **state)
{
	char text[1024] = " 1.000004: cycles: ffffffff81234567 f+0x1 (a)\n";
	struct collected *c = *state;

	for (int i = 0; i < 30; i++) {
		size_t len = strlen(text);

		snprintf(text + len, sizeof(text) - len, "what is this\n");
	}
	assert_int_equal(collect_text(c, text), 0);
	assert_int_equal(c->ev->fate[EVIDENCE_UNKNOWN], 30);
	assert_int_equal(c->nr_notes, 8);
	collect_free(c);
}

static void numbers_that_do_not_go_up_are_no_margin(void **state)
{
	struct collected *c = *state;

	assert_int_equal(collect_text(c,
		" 77 cycles: ffffffff81234567 f+0x1 (a)\n"
		" 78 cycles: ffffffff81234567 f+0x1 (a)\n"
		" 77 cycles: ffffffff81234567 f+0x1 (a)\n"), 0);
	assert_int_equal(c->sample[2].tid, 77);
	collect_free(c);
}

static void a_text_of_no_known_format_is_an_error(void **state)
{
	struct collected *c = *state;
	int rc = collect_text(c, "\n\nDear all,\nnothing here\n");

	collect_error(c, rc, "input: of no known format; line 3 is 'Dear all,'");
	rc = collect_text(c, "\n \n");
	collect_error(c, rc, "of no known format");
}

static void a_line_without_end_is_cut_and_counted(void **state)
{
	const size_t len = 100000;
	char *text = malloc(len + 64);
	struct collected *c = *state;

	assert_non_null(text);
	memset(text, 'x', len);
	snprintf(text + len, 64,
		 "\n 1.000004: cycles: ffffffff81234567 f+0x1 (a)\n");
	assert_int_equal(collect_text(c, text), 0);
	assert_int_equal(c->ev->units, 2);
	assert_int_equal(c->ev->shown.samples, 1);
	assert_int_equal(c->ev->fate[EVIDENCE_UNKNOWN], 1);
	collect_free(c);
	free(text);
}

static int stop(void *ctx, const struct evidence_function *f,
		struct lay_error *err)
{
	(void)ctx;
	return lay_error_set(err, LAY_E_LIMIT, "enough of %s", f->symbol);
}

static void the_visitor_can_end_the_reading(void **state)
{
	struct evidence_visitor v = { .function = stop };
	struct evidence *ev = NULL;
	struct lay_error err;

	(void)state;
	assert_int_equal(evidence_read_bytes("mail", mail, strlen(mail), &v,
					     &ev, &err), -LAY_E_LIMIT);
	assert_string_equal(err.text, "mail: enough of spin_a_while");
	assert_null(ev);
}

static void numbers_are_whole_words_or_none(void **state)
{
	struct word name;
	uint64_t v, size;
	uint32_t percent;
	bool rounded;

	(void)state;
	assert_true(scan_dec(word_of("18446744073709551615"), &v));
	assert_false(scan_dec(word_of("18446744073709551616"), &v));
	assert_false(scan_dec(word_of("12x"), &v));
	assert_false(scan_dec(word_of(""), &v));
	assert_true(scan_hex(word_of("ffffffffffffffff"), &v));
	assert_false(scan_hex(word_of("1ffffffffffffffff"), &v));
	assert_false(scan_0x(word_of("ff"), &v));
	assert_true(scan_fixed(word_of("5.43"), 2, &v));
	assert_int_equal(v, 543);
	assert_false(scan_fixed(word_of("5.4"), 2, &v));
	assert_false(scan_fixed(word_of(".43"), 2, &v));
	assert_true(scan_percent(word_of("-nan%"), &percent));
	assert_int_equal(percent, 0);
	assert_false(scan_percent(word_of("12.345%"), &percent));
	assert_true(scan_count(word_of("53K"), &v, &rounded));
	assert_int_equal(v, 53000);
	assert_true(rounded);
	assert_true(scan_symbol(word_of("a+b+0x12/0x340"), &name, &v, &size));
	assert_int_equal(name.len, 3);
	assert_int_equal(v, 0x12);
	assert_int_equal(size, 0x340);
	assert_false(scan_symbol(word_of("operator+"), &name, &v, &size));
	assert_int_equal(name.len, 9);
}

static void mangled_mails_end_in_order(void **state)
{
	(void)state;
	collect_mangled(mail, strlen(mail), 3000);
}

int main(void)
{
	static struct collected c;
	const struct CMUnitTest tests[] = {
#define TEST(fn) cmocka_unit_test_prestate(fn, &c)
		TEST(a_mail_with_everything_is_read_line_by_line),
		TEST(lines_that_nobody_knows_are_counted_and_shown),
		TEST(only_the_first_of_a_kind_are_noted),
		TEST(numbers_that_do_not_go_up_are_no_margin),
		TEST(a_text_of_no_known_format_is_an_error),
		TEST(a_line_without_end_is_cut_and_counted),
		TEST(the_visitor_can_end_the_reading),
		TEST(numbers_are_whole_words_or_none),
		TEST(mangled_mails_end_in_order),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
