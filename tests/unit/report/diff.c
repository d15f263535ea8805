// SPDX-License-Identifier: GPL-2.0-only
/* What the text of a diff says, and what it leaves out. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "unit/report/pair.h"
#include "base/poison.h"

static void the_shares_of_a_move_are_told_with_their_sum(void **state)
{
	struct pair p;
	char *text;

	(void)state;
	pair_compare(&p, "struct s { short a, b; char gone; short c; long x[6];"
		    "int d; long e; atomic_t ref; };",
		    "struct s { short a, b; short c; long x[6]; int d, f;"
		    "long e; atomic_t ref; };");
	text = pair_report(&p, NULL, NULL);
	assert_says(text, "gone");
	assert_says(text, "removed, char");
	assert_says(text, "added, int");
	pair_forget(&p);
	free(text);
}

static void what_nobody_edited_is_told_as_such(void **state)
{
	struct pair p;
	char *text;

	(void)state;
	pair_compare(&p, "struct s { long a; long x[7]; atomic_t ref, use; };",
		    "struct s { long x[7]; atomic_t ref, use; };");
	text = pair_report(&p, NULL, NULL);
	assert_says(text, "  ! ref and use moved from line 1 to line 0 though nobody edited them\n"
			  "      cause: a removed (-8)\n"
			  "      new line-mates: x\n");
	assert_says_not(text, "lost line-mates");
	pair_forget(&p);
	free(text);
}

static void an_equal_member_is_named(void **state)
{
	const struct lay_report_opts quiet = { .quiet = false };
	struct pair p;
	char *text;

	(void)state;
	pair_compare(&p, "struct s { long a; long b; };",
		    "struct s { long a; long b, c; };");
	text = pair_report(&p, &quiet, "a");
	assert_says(text, "no difference: struct s, member a\n");
	free(text);
	text = pair_report(&p, &quiet, "c");
	assert_says(text, "struct s, member c\n");
	free(text);
	pair_forget(&p);
}

static void a_run_that_only_shifted_folds(void **state)
{
	static const char new[] = "struct s { long n; int a, b, c, d, e; };";
	const struct lay_report_opts all = { .all = true };
	struct pair p;
	char *text;

	(void)state;
	pair_compare(&p, "struct s { int a, b, c, d, e; };", new);
	text = pair_report(&p, NULL, NULL);
	assert_says(text, "+8     a .. e  5 members\n");
	free(text);
	text = pair_report(&p, &all, NULL);
	assert_says_not(text, "5 members");
	assert_says(text, "+8     c\n");
	pair_forget(&p);
	free(text);
}

static void a_long_list_of_causes_still_adds_up(void **state)
{
	struct pair p;
	char *text;

	(void)state;
	pair_compare(&p, "struct s { long x[8]; int last; };",
		    "struct s { int a; char b[12]; int c; int d; long e;"
		    "long f; long g; long h; long i; long x[8]; int last; };");
	text = pair_report(&p, NULL, NULL);
	assert_says(text, "(+8) added + 3 others\n  added (+12) = +64\n");
	pair_forget(&p);
	free(text);
}

static void a_hole_in_an_element_is_told_of_each(void **state)
{
	struct pair p;
	char *text;

	(void)state;
	pair_compare(&p, "struct s { struct { char a; long b; char c; } tab[4]; };",
		    "struct s { struct { long b; char a, c; } tab[4]; };");
	text = pair_report(&p, NULL, NULL);
	assert_says(text, "hole at 1 in each tab[] closed (-28)");
	assert_says(text, "padding of each tab[] (-4)");
	pair_forget(&p);
	free(text);
}

static void a_union_that_became_a_struct_is_told(void **state)
{
	struct pair p;
	char *text;

	(void)state;
	pair_compare(&p, "union v { char p[64]; long a; int b; };"
		    "struct s { union v v; };",
		    "struct v { char p[64]; long a; int b; };"
		    "struct s { struct v v; };");
	lay_diff_free(p.diff);
	for (int i = 0; i < 2; i++) {
		lay_layout_free(p.layout[i]);
		assert_int_equal(lay_layout_make(
			maker_type(&p.maker[i], i ? "struct v" : "union v"),
			NULL, &p.layout[i], NULL), 0);
	}
	assert_int_equal(lay_diff_records(p.layout[0], p.layout[1], &p.diff,
					  NULL), 0);
	text = pair_report(&p, NULL, NULL);
	assert_says(text, "size: the whole grew (+16)\n");
	assert_says(text, "! a moved from line 0 to line 1");
	assert_says(text, "placed by other rules: a struct and a union (+64)");
	assert_says(text, "\n  a struct, was a union\n");
	pair_forget(&p);
	free(text);
}

static void what_takes_a_reserve_says_which(void **state)
{
	struct pair p;
	char *text;

	(void)state;
	/* as RH_KABI_USE() and ANDROID_KABI_USE() write it */
	pair_compare(&p, "struct s { int a; long rh_reserved1; long z; };",
		"struct s { int a; union { long b; struct {"
		"	long rh_reserved1; } c; union { }; }; long z; };");
	text = pair_report(&p, NULL, NULL);
	assert_says(text, "added, long, takes the");
	assert_says(text, "reserve rh_reserved1");
	free(text);
	pair_forget(&p);

	/* ANDROID_KABI_USE2() */
	pair_compare(&p, "struct s { int a; long rh_reserved1; long z; };",
		"struct s { int a; union { struct { int b, c; }; struct {"
		"	long rh_reserved1; } d; union { }; }; long z; };");
	text = pair_report(&p, NULL, NULL);
	assert_says(text, "      b             added, int, takes the");
	assert_says(text, "      c             added, int, takes the");
	free(text);
	pair_forget(&p);
}

static void programs_are_told_of_a_guess_in_the_same_words(void **state)
{
	const struct lay_style json = { .format = LAY_FORMAT_JSON };
	struct pair p;
	char *text;

	(void)state;
	pair_compare(&p, "struct s { long a; const char *was; long z; };",
		"struct s { long a; char *is; long z; };");
	text = pair_report(&p, NULL, NULL);
	assert_says(text, "perhaps renamed, was was");
	free(text);
	text = pair_report_in(&p, NULL, NULL, &json);
	assert_says(text, "\"perhaps_renamed\"");
	assert_says(text, "\"pointee_qualifiers\"");
	assert_says_not(text, "\"renamed\"");
	free(text);
	pair_forget(&p);
}

static void a_typedef_that_names_a_union_now_is_told(void **state)
{
	struct pair p;
	char *text;

	(void)state;
	pair_compare(&p, "typedef struct { long a; int b; } u_t;"
		    "struct s { u_t m; int k; };",
		    "typedef union { long a; int b; } u_t;"
		    "struct s { u_t m; int k; };");
	text = pair_report(&p, NULL, NULL);
	assert_says(text, "m       a union, was a struct, size 16 -> 8");
	pair_forget(&p);
	free(text);
}

static void what_came_into_a_wrapper_moves_its_members(void **state)
{
	struct pair p;
	char *text;

	(void)state;
	pair_compare(&p, "struct s { char p[60]; int a; int b; };",
		    "struct s { char p[60]; struct { int n[3]; int a, b; }; };");
	text = pair_report(&p, NULL, NULL);
	assert_says(text, "cause: n added (+12)\n");
	assert_says_not(text, "wrapped (");
	assert_says_not(text, "reordered");
	pair_forget(&p);
	free(text);
}

static void what_a_member_passed_is_told_by_name(void **state)
{
	struct pair p;
	char *text;

	(void)state;
	pair_compare(&p, "struct s { char h[56]; long m, a, b, c, d, e, f; };",
		    "struct s { char h[64]; long a, b, c, d, e, f, n, m; };");
	text = pair_report(&p, NULL, NULL);
	assert_says(text, "cause: n added (+8) + h grew (+8) + "
		    "moved behind a, b, c, d and 2 others\n"
		    "        (+48) = +64\n");
	pair_forget(&p);
	free(text);

	/* alone it is its own sum */
	pair_compare(&p, "struct s { char h[56]; long m, a, b; };",
		    "struct s { char h[56]; long a, b, m; };");
	text = pair_report(&p, NULL, NULL);
	assert_says(text, "cause: moved behind a and b (+16)\n");
	assert_says(text, "cause: m moved behind (-8)\n");
	pair_forget(&p);
	free(text);
}

static void what_went_into_a_union_did_not_grow(void **state)
{
	struct pair p;
	char *text;

	(void)state;
	pair_compare(&p, "struct s { union { long w[2]; int q; }; long ra[4];"
		    "long b; long c; };",
		    "struct s { union { long w[2]; int q; long ra[4]; };"
		    "long b; long c; };");
	text = pair_report(&p, NULL, NULL);
	assert_says(text, "size: ra moved into (union of w) (-16)\n");
	assert_says_not(text, "grew");
	pair_forget(&p);
	free(text);
}

static void a_record_that_got_a_name_says_so(void **state)
{
	struct pair p;
	char *text;

	(void)state;
	pair_compare(&p, "struct s { struct { int i, j; }; long k; };",
		    "struct s { struct { int i, j; } nm; long k; };");
	text = pair_report(&p, NULL, NULL);
	assert_says(text, "got a name, was anonymous");
	pair_forget(&p);
	free(text);

	pair_compare(&p, "struct s { struct { int i, j; } nm; long k; };",
		    "struct s { struct { int i, j; }; long k; };");
	text = pair_report(&p, NULL, NULL);
	assert_says(text, "lost its name, was nm");
	pair_forget(&p);
	free(text);
}

static void a_member_does_not_move_in_front_of_itself(void **state)
{
	struct pair p;
	char *text;

	(void)state;
	pair_compare(&p, "struct s { char h[56]; int a, b; long z; };",
		    "struct s { char h[56]; int b; struct { int n; int a; };"
		    "long z; };");
	text = pair_report(&p, NULL, NULL);
	assert_says(text, "cause: n added (+4) + b moved in front (+4) = +8\n");
	pair_forget(&p);
	free(text);
}

static void words_have_one_space_between_them(void **state)
{
	struct pair p;
	char *text;

	(void)state;
	pair_compare(&p, "struct s { long a; char b; };",
		    "struct s { long a; long c; int b; };");
	text = pair_report(&p, NULL, NULL);
	assert_says(text, "b grew (+3) + padding at the end (-3)");
	pair_forget(&p);
	free(text);

	pair_compare(&p, "struct s { struct { int c; } x; struct { int c; } y; };",
		    "struct s { struct { int c; char d; } x;"
		    "struct { int c; char d; } y; };");
	text = pair_report(&p, NULL, NULL);
	assert_says(text, " + padding of x (+3) and of y (+3) = +8\n");
	pair_forget(&p);
	free(text);
}

static void what_is_not_told_one_by_one_is_told_by_sorts(void **state)
{
	struct pair p;
	char *text;

	(void)state;
	pair_compare(&p, "struct s { char k; int a; char l; int b; short m; int c;"
		    "long x[8]; int last; };",
		    "struct s { long d; long e; long f; long g; long h; long i;"
		    "long x[8]; short n; int last; };");
	text = pair_report(&p, NULL, NULL);
	assert_says(text, " added + 12 others: 1\n  added (+2), 6 removed (-16), ");
	pair_forget(&p);
	free(text);
}

/* Each anonymous record by a member that is in it and in no other. */
static void anonymous_records_are_told_apart(void **state)
{
	struct pair p;
	char *text;

	(void)state;
	pair_compare(&p, "struct s { struct { struct { int count; }; long map; };"
		    "union { struct { int id; }; }; };",
		    "struct s { long n[8]; struct { struct { int count; };"
		    "long map; }; union { struct { int id; }; }; };");
	text = pair_report(&p, NULL, NULL);
	assert_says(text, "  (struct of map)\n");
	assert_says(text, "  (union of id)\n");
	pair_forget(&p);
	free(text);
}

/* In the other layout there is no such record, and here others are in it. */
static void a_wrapper_is_not_named_for_its_members(void **state)
{
	struct pair p;
	char *text;

	(void)state;
	pair_compare(&p, "struct s { struct { long a; void *b; long c; } r;"
		    "long d[20]; long e; };",
		    "struct s { long n[4]; long a, c, d[20]; long e; };");
	text = pair_report(&p, NULL, NULL);
	assert_says(text, "size: n added (+32) + r.b removed (-8) = +24");
	assert_says_not(text, "around members (");
	assert_says(text, "lost line-mates: r.b\n");
	pair_forget(&p);
	free(text);

	pair_compare(&p, "struct s { long a, b; long k[8]; };",
		    "struct s { long k[8]; long a; struct { long b; } r; };");
	text = pair_report(&p, NULL, NULL);
	assert_says(text, "! r.b moved from line 0 to line 1");
	pair_forget(&p);
	free(text);
}

static void a_wrapper_that_went_was_not_removed(void **state)
{
	struct pair p;
	char *text;

	(void)state;
	pair_compare(&p, "struct s { long x; union { int users; long rcu; }; long z;"
		    "int end; };",
		    "struct s { int users; long z; long rcu; long x, y; };");
	text = pair_report(&p, NULL, NULL);
	assert_says(text, "union of users taken from around\n  members (-4)");
	assert_says_not(text, "{union}");
	pair_forget(&p);
	free(text);
}

static void members_that_a_group_repeats_are_told_once(void **state)
{
	struct pair p;
	char *text, *first;

	(void)state;
	pair_compare(&p, "struct s { long x[7]; union { struct { int a; int b; };"
		    "struct { int a; int b; } group; }; long z; };",
		    "struct s { long x[7]; union { struct { long n; int a; int b; };"
		    "struct { long n; int a; int b; } group; }; long z; };");
	text = pair_report(&p, NULL, NULL);
	assert_says(text, "group ");
	assert_says(text, "same members again\n");
	first = strstr(text, "added, long");
	assert_non_null(first);
	assert_null(strstr(first + 1, "added, long"));
	assert_says(text, "! a and b moved from line 0 to line 1");
	assert_says_not(text, "group.");
	pair_forget(&p);
	free(text);
	pair_compare(&p, "struct s { union { struct { int a; }; struct { int a; } g; };"
		    "};",
		    "struct s { union { struct { int a; }; struct { int a; } g; };"
		    "};");
	assert_true(p.diff->same);
	pair_forget(&p);
}

/* Which of two that changed places somebody moved is not known. */
static void nobody_is_said_not_to_have_swapped(void **state)
{
	struct pair p;
	char *text;

	(void)state;
	pair_compare(&p, "struct s { char x[56]; long a; long b; };",
		    "struct s { char x[56]; long b; long a; };");
	text = pair_report(&p, NULL, NULL);
	assert_says(text, "! a moved from line 0 to line 1\n");
	assert_says_not(text, "nobody");
	pair_forget(&p);
	free(text);
}

static void a_wrapper_that_was_renamed_and_retyped_is_one_member(void **state)
{
	struct pair p;
	char *text;

	(void)state;
	pair_compare(&p, "struct s { long a; atomic_t __refcnt; int use; };",
		    "struct s { long a; rcuref_t __rcuref; int use; };");
	text = pair_report(&p, NULL, NULL);
	assert_says(text, "  __rcuref  renamed and retyped, was __refcnt,\n");
	assert_says_not(text, "counter");
	pair_forget(&p);
	free(text);
}

static void what_went_into_a_record_that_was_there_says_which(void **state)
{
	struct pair p;
	char *text;

	(void)state;
	pair_compare(&p, "struct s { union { int u; long v; }; long m; int z; };",
		    "struct s { union { int u; long v; long m; }; int z; };");
	text = pair_report(&p, NULL, NULL);
	assert_says(text, "m      moved into (union of u)\n");
	pair_forget(&p);
	free(text);

	pair_compare(&p, "struct s { union { int u; long v; long m; }; int z; };",
		    "struct s { union { int u; long v; }; int z; long m; };");
	text = pair_report(&p, NULL, NULL);
	assert_says(text, "m             moved out of (union of u)\n");
	pair_forget(&p);
	free(text);
}

/* The sums of what went and came are true, and say nothing. */
static void a_record_that_became_another_is_one_cause(void **state)
{
	struct pair p;
	char *text;

	(void)state;
	pair_compare(&p, "struct a { long p; char q; };"
		    "struct s { struct a m[5]; int z; };",
		    "struct b { int i; short j; char k, k2; int l; };"
		    "struct s { struct b m[5]; int z; };");
	text = pair_report(&p, NULL, "z");
	assert_says(text, "cause: m retyped (-20)\n");
	pair_forget(&p);
	free(text);
}

static void bits_among_bytes_are_told_in_both(void **state)
{
	struct pair p;
	char *text;

	(void)state;
	pair_compare(&p, "struct s { int a:3; };",
		    "struct s { int a:3; int n:12; int m:18; int k:31; };");
	text = pair_report(&p, NULL, NULL);
	assert_says(text, "n (+1 byte 4 bits)");
	assert_says(text, "k (+3 bytes 7 bits)");
	pair_forget(&p);
	free(text);
}

static void of_a_member_only_its_fate_is_told(void **state)
{
	struct pair p;
	char *text;

	(void)state;
	pair_compare(&p, "struct s { long x[8]; long y; int ref, b; };",
		    "struct s { long x[8]; int ref, b; };");
	text = pair_report(&p, NULL, "ref");
	assert_says(text, "struct s, member ref\n");
	assert_says(text, "   72     1   64     1    -8  ref\n");
	assert_says_not(text, "removed, long");
	free(text);
	text = pair_report(&p, NULL, "y");
	assert_says(text, "removed, long\n");
	pair_forget(&p);
	free(text);
}

static char *members(int nr, const char *type)
{
	size_t len;
	char *text;
	FILE *out = open_memstream(&text, &len);

	assert_non_null(out);
	fprintf(out, "struct s {");
	for (int i = 0; i < nr; i++)
		fprintf(out, "%s a%d; long b%d[6];", type, i, i);
	fprintf(out, "};");
	fclose(out);
	return text;
}

/* Each of n members that changed line did for up to n reasons: what is told
 * must not grow with the square. */
static void many_reasons_of_many_members_are_told_in_bounds(void **state)
{
	const struct lay_report_opts all = { .all = true };
	size_t len[2];

	(void)state;
	for (int i = 0; i < 2; i++) {
		char *old = members(500 << i, "long");
		char *new = members(500 << i, "struct lock");
		struct pair p;
		char *text;

		pair_compare(&p, old, new);
		text = pair_report(&p, &all, NULL);
		len[i] = strlen(text);
		free(text);
		pair_forget(&p);
		free(old);
		free(new);
	}
	assert_true(len[1] < 3 * len[0]);
}

static void equal_types_take_one_line(void **state)
{
	struct pair p;
	char *text;

	(void)state;
	pair_compare(&p, "struct s { int a; };", "struct s { int a; };");
	text = pair_report(&p, NULL, NULL);
	assert_string_equal(text, "  no difference: struct s\n");
	pair_forget(&p);
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_shares_of_a_move_are_told_with_their_sum),
		cmocka_unit_test(what_nobody_edited_is_told_as_such),
		cmocka_unit_test(an_equal_member_is_named),
		cmocka_unit_test(a_hole_in_an_element_is_told_of_each),
		cmocka_unit_test(a_union_that_became_a_struct_is_told),
		cmocka_unit_test(what_takes_a_reserve_says_which),
		cmocka_unit_test(
			programs_are_told_of_a_guess_in_the_same_words),
		cmocka_unit_test(a_typedef_that_names_a_union_now_is_told),
		cmocka_unit_test(what_came_into_a_wrapper_moves_its_members),
		cmocka_unit_test(what_a_member_passed_is_told_by_name),
		cmocka_unit_test(what_went_into_a_union_did_not_grow),
		cmocka_unit_test(a_record_that_got_a_name_says_so),
		cmocka_unit_test(a_member_does_not_move_in_front_of_itself),
		cmocka_unit_test(words_have_one_space_between_them),
		cmocka_unit_test(what_is_not_told_one_by_one_is_told_by_sorts),
		cmocka_unit_test(anonymous_records_are_told_apart),
		cmocka_unit_test(a_wrapper_is_not_named_for_its_members),
		cmocka_unit_test(a_wrapper_that_went_was_not_removed),
		cmocka_unit_test(members_that_a_group_repeats_are_told_once),
		cmocka_unit_test(nobody_is_said_not_to_have_swapped),
		cmocka_unit_test(a_run_that_only_shifted_folds),
		cmocka_unit_test(a_long_list_of_causes_still_adds_up),
		cmocka_unit_test(
			a_wrapper_that_was_renamed_and_retyped_is_one_member),
		cmocka_unit_test(
			what_went_into_a_record_that_was_there_says_which),
		cmocka_unit_test(a_record_that_became_another_is_one_cause),
		cmocka_unit_test(bits_among_bytes_are_told_in_both),
		cmocka_unit_test(of_a_member_only_its_fate_is_told),
		cmocka_unit_test(
			many_reasons_of_many_members_are_told_in_bounds),
		cmocka_unit_test(equal_types_take_one_line),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
