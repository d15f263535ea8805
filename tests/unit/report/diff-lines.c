// SPDX-License-Identifier: GPL-2.0-only
/* What the text of a diff says of members that changed lines. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "unit/report/pair.h"
#include "base/poison.h"

/* A member does not change line by lines being counted otherwise. */
static void lines_of_other_sizes_are_not_compared(void **state)
{
	static const struct lay_layout_opts wide = { .line_size = 256 };
	struct lay_error err;
	struct pair p;
	char *text;

	(void)state;
	pair_compare(&p, "struct s { long a; char b[60]; int c, d, e; };",
		    "struct s { long a[2]; char b[60]; int c, d, e; };");
	lay_diff_free(p.diff);
	lay_layout_free(p.layout[1]);
	assert_int_equal(lay_layout_make(maker_type(&p.maker[1], "struct s"),
					 &wide, &p.layout[1], &err), 0);
	assert_int_equal(lay_diff_records(p.layout[0], p.layout[1], &p.diff,
					  &err), 0);
	for (uint32_t i = 0; i < p.diff->nr_rows; i++)
		assert_false(p.diff->rows[i].what &
			     (LAY_ROW_LINE | LAY_ROW_STRADDLE));
	text = pair_report(&p, NULL, NULL);
	assert_says(text, "lines have 64 bytes in the old build and 256 in the");
	assert_says(text, "b .. e  4 members");
	assert_says_not(text, "cause:");
	free(text);
	pair_forget(&p);
}

/* A lock of two words that lay in two lines and lies in one. */
static void a_lock_that_lines_cut_differently_is_opened(void **state)
{
	struct pair p;
	char *text;

	(void)state;
	pair_compare(&p, "struct s { long a[7]; struct lock lock; long b; };",
		    "struct s { long a[8]; struct lock lock; long b; };");
	text = pair_report(&p, NULL, NULL);
	assert_says(text, "!    count");
	assert_says(text, "no longer straddles");
	free(text);
	pair_forget(&p);

	pair_compare(&p, "struct s { long a[2]; struct lock lock; long b; };",
		    "struct s { long a[3]; struct lock lock; long b; };");
	text = pair_report(&p, NULL, NULL);
	assert_says_not(text, "  count");
	free(text);
	pair_forget(&p);
}

/* All move by 96 bytes, the first half by one line, the others by two. */
static void only_members_of_the_same_lines_are_told_together(void **state)
{
	struct pair p;
	char *text;

	(void)state;
	pair_compare(&p, "struct s { int a, b[7], c[6], d[2]; long e; };",
		    "struct s { long x[12]; int a, b[7], c[6], d[2]; long e; };");
	text = pair_report(&p, NULL, NULL);
	assert_says(text, "  ! a and b moved from line 0 to line 1");
	assert_says(text, "  ! c and d moved from line 0 to line 2");
	pair_forget(&p);
	free(text);
}

/* All that is in r moved from line 1 to line 0, but its padding did not. */
static void padding_is_not_told_to_have_moved_along(void **state)
{
	struct pair p;
	char *text;

	(void)state;
	pair_compare(&p, "struct s { long a[7], gone; "
		    "struct r { int b; char c; } r; long d; };",
		    "struct s { long a[7]; short x; "
		    "struct r { int b; char c; } r; long d; } __packed;");
	text = pair_report(&p, NULL, NULL);
	assert_says(text, "  ! r.b and r.c moved from line 1 to line 0");
	pair_forget(&p);
	free(text);
}

/* The lines of its first element are not those of the array. */
static void an_array_of_structs_is_told_by_all_its_lines(void **state)
{
	struct pair p;
	char *text;

	(void)state;
	pair_compare(&p, "struct s { char h[64]; atomic_t cnt[8]; int lock; };",
		    "struct s { char h[40]; atomic_t cnt[8]; int lock; };");
	text = pair_report(&p, NULL, NULL);
	assert_says(text, "  ! cnt moved from line 1 to lines 0-1 though nobody edited it,");
	assert_says(text, "      new line-mates: h\n");
	assert_says_not(text, "lost line-mates");
	free(text);
	pair_forget(&p);

	/* the first element stays in its line */
	pair_compare(&p, "struct s { char h[32]; struct { int a, b; } tab[4]; int z; };",
		    "struct s { char h[48]; struct { int a, b; } tab[4]; int z; };");
	text = pair_report(&p, NULL, NULL);
	assert_says(text, "  ! tab moved from line 0 to lines 0-1 though nobody edited it,");
	assert_says(text, "      new line-mates: z\n");
	free(text);
	pair_forget(&p);
}

/* What is marked in the table is told of. */
static void members_of_elements_are_told_by_the_first(void **state)
{
	const struct lay_report_opts all = { .all = true };
	struct pair p;
	char *text;

	(void)state;
	pair_compare(&p, "struct s { struct { long a[7]; int k; long b; } r[3]; };",
		     "struct s { struct { long a[6]; int k; long b; } r[3]; };");
	text = pair_report(&p, NULL, NULL);
	assert_says(text, "  1 member changed line in the first element of an "
			  "array: --all tells of them\n");
	assert_says_not(text, "! r[].b");
	free(text);
	text = pair_report(&p, &all, NULL);
	assert_says(text, "  ! r[].b moved from line 1 to line 0 in the first "
			  "element though nobody\n");
	assert_says(text, "new line-mates: r[].a, r[].k\n");
	assert_says(text, "lost line-mates: other elements of r\n");
	free(text);
	pair_forget(&p);
}

/* What only does not reach a line any more stays where it is. */
static void who_leaves_a_line_to_which_a_mate_reached_took_nobody_along(
	void **state)
{
	const struct lay_report_opts all = { .all = true };
	struct pair p;
	char *text;

	(void)state;
	pair_compare(&p, "struct s { char arr[70]; int last; };",
		     "struct s { char arr[7]; int last; };");
	text = pair_report(&p, &all, NULL);
	assert_says(text, "! last moved from line 1 to line 0 though nobody "
			  "edited it\n");
	free(text);
	pair_forget(&p);
}

/* A record is named for all that is in it, arrays of structs too. */
static void a_record_with_an_array_of_structs_has_one_name(void **state)
{
	struct pair p;
	char *text;

	(void)state;
	pair_compare(&p, "struct s { long a[4]; struct { int x; atomic_t y[3]; } in;"
		    "long b; };",
		    "struct s { long a[6]; struct { int x; atomic_t y[3]; } in;"
		    "long b; };");
	text = pair_report(&p, NULL, NULL);
	assert_says(text, "lost line-mates: a, in\n");
	free(text);
	pair_forget(&p);
}

/* Not by place: a lock goes before what meets more others. */
static void what_is_likely_to_be_written_is_told_first(void **state)
{
	struct pair p;
	char *text, *lock;

	(void)state;
	pair_compare(&p, "struct s { long x[7], a, b[7]; atomic_t ref; int d; };",
		    "struct s { long n, x[7], a, b[7]; atomic_t ref; int d; };");
	text = pair_report(&p, NULL, NULL);
	lock = strstr(text, "! ref and d moved");
	assert_non_null(lock);
	assert_non_null(strstr(text, "! a moved"));
	assert_true(lock < strstr(text, "! a moved"));
	assert_says(text, "often written, going by the type: ref (atomic_t)\n");
	free(text);
	pair_forget(&p);
}

static void members_that_took_their_mates_along_are_counted_only(void **state)
{
	const struct lay_report_opts all = { .all = true };
	struct pair p;
	char *text;

	(void)state;
	pair_compare(&p, "struct s { long a[8]; int x, y; };",
		    "struct s { long a[8], n[8]; int x, y; };");
	text = pair_report(&p, NULL, NULL);
	assert_says(text, "2 members changed line with all their line-mates: "
			  "--all tells of them\n");
	assert_says_not(text, "! x");
	free(text);
	text = pair_report(&p, &all, NULL);
	assert_says(text, "! x and y moved from line 1 to line 2 though nobody "
			  "edited them, with all\n    their line-mates\n"
			  "      cause: n added (+64)\n");
	pair_forget(&p);
	free(text);
}

/* Opened, it has no member in both builds, and nothing would be said of it. */
static void a_record_that_became_another_changes_line_as_one(void **state)
{
	struct pair p;
	char *text;

	(void)state;
	pair_compare(&p, "struct s { char h[60]; struct { int n; } ref; long a, b; };",
		    "struct s { char h[60]; struct { long v; short k; } ref;"
		    "long a, b; };");
	text = pair_report(&p, NULL, NULL);
	assert_says(text, "! ref moved from line 0 to line 1\n"
			  "      cause: alignment of ref (+4)\n"
			  "      new line-mates: a, b\n"
			  "      lost line-mates: h\n");
	pair_forget(&p);
	free(text);

	/* x at the place of p is not what p was */
	pair_compare(&p, "struct a { long p; char q; };"
		    "struct s { char h[56]; struct a ref; long b; };",
		    "struct b { long x, y, z; };"
		    "struct s { char h[64]; struct b ref; long b; };");
	text = pair_report(&p, NULL, NULL);
	assert_says(text, "! ref moved from lines 0-1 to line 1\n"
			  "      cause: h grew (+8)\n"
			  "      lost line-mates: h\n");
	pair_forget(&p);
	free(text);
}

static void a_record_reaches_a_line_with_what_came_into_it(void **state)
{
	struct pair p;
	char *text;

	(void)state;
	pair_compare(&p, "struct s { char h[56]; union { int a; char b[8]; };"
		    "struct { int c; } d; };",
		    "struct s { char h[56]; union { int a; char n[20]; };"
		    "struct { int c; } d; };");
	text = pair_report(&p, NULL, NULL);
	assert_says(text, "! union of a reaches line 1 too\n"
			  "      cause: union of a grew (+12)\n"
			  "      new line-mates: d\n");
	pair_forget(&p);
	free(text);
}

/* Edits in front of it that cancel are not. */
static void its_own_size_is_why_a_member_reaches_a_line(void **state)
{
	const struct lay_report_opts all = { .all = true };
	struct pair p;
	char *text;

	(void)state;
	pair_compare(&p, "struct s { int x; short k; char b[40]; int y; };",
		    "struct s { short x, n, k; char b[80]; int y; };");
	text = pair_report(&p, NULL, NULL);
	assert_says(text, "! b reaches line 1 too\n"
			  "      cause: b grew (+40)\n"
			  "      new line-mates: n\n");
	assert_says_not(text, "all their line-mates");
	free(text);
	text = pair_report(&p, &all, NULL);
	assert_says_not(text, "all their line-mates");
	pair_forget(&p);
	free(text);

	pair_compare(&p, "struct s { char a[70]; char b[70]; };",
		    "struct s { char a[64]; char b[20]; };");
	text = pair_report(&p, NULL, NULL);
	assert_says(text, "! b no longer reaches line 2\n"
			  "      cause: a shrank (-6); b itself shrank (-50)\n"
			  "      lost line-mates: a\n");
	pair_forget(&p);
	free(text);
}

/* Nothing that is still in the record was edited. */
static void what_moved_in_its_record_is_told(void **state)
{
	struct pair p;
	char *text;

	(void)state;
	pair_compare(&p, "struct s { struct { long a, m; short b, c; }; int k; };",
		     "struct s { struct { long a; short b, c; }; long m; int k; };");
	text = pair_report(&p, NULL, NULL);
	assert_says(text, "   16     0    8     0    -8    b\n");
	assert_says(text, "   18     0   10     0    -8    c\n");
	free(text);
	pair_forget(&p);
}

/* A type that shares members with the one that was there has rows of them, but
 * for a wrapper that came around all. */
static void a_record_of_another_type_is_opened(void **state)
{
	struct pair p;
	char *text;

	(void)state;
	pair_compare(&p, "struct was { int cmd, flags[3]; int filters; };"
			 "struct s { struct was info; char *end; };",
		     "struct is { int cmd; int filters; };"
		     "struct s { struct is info; char *end; };");
	text = pair_report(&p, NULL, NULL);
	assert_says(text, "   16     0    4     0   -12       filters\n");
	free(text);
	pair_forget(&p);

	pair_compare(&p, "struct e { long a; int b; };"
			 "struct s { struct e x; int end; };",
		     "struct e { long a[3]; int b; };"
			 "struct s { struct e x[2]; int end; };");
	text = pair_report(&p, NULL, NULL);
	assert_says(text, "   a     long -> long[3]");
	free(text);
	pair_forget(&p);

	pair_compare(&p, "typedef struct { int counter; } ref_t;"
			 "struct s { ref_t ref; };",
		     "typedef struct { struct { int counter; } refs; } count_t;"
		     "struct s { count_t ref; };");
	text = pair_report(&p, NULL, NULL);
	assert_says(text, "ref_t -> count_t");
	assert_says_not(text, "counter");
	free(text);
	pair_forget(&p);
}

static void of_a_flexible_array_it_is_the_first_element(void **state)
{
	struct pair p;
	char *text;

	(void)state;
	pair_compare(&p, "struct s { long a[6]; int k; struct { int n, m; } e[]; };",
		     "struct s { long a[7]; int k; struct { int n, m; } e[]; };");
	text = pair_report(&p, NULL, NULL);
	assert_says(text, "e[].m moved from line 0 to line 1 in the first element though");
	free(text);
	pair_forget(&p);

	pair_compare(&p, "struct s { long a[7]; int k; struct { int n; } e[]; };",
		     "struct s { long a[8]; int k; struct { int n; } e[]; };");
	text = pair_report(&p, NULL, NULL);
	assert_says(text, "e moved from line 0 to line 1 though nobody");
	free(text);
	pair_forget(&p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lines_of_other_sizes_are_not_compared),
		cmocka_unit_test(a_lock_that_lines_cut_differently_is_opened),
		cmocka_unit_test(
			only_members_of_the_same_lines_are_told_together),
		cmocka_unit_test(padding_is_not_told_to_have_moved_along),
		cmocka_unit_test(an_array_of_structs_is_told_by_all_its_lines),
		cmocka_unit_test(
			a_record_with_an_array_of_structs_has_one_name),
		cmocka_unit_test(members_of_elements_are_told_by_the_first),
		cmocka_unit_test(
			who_leaves_a_line_to_which_a_mate_reached_took_nobody_along),
		cmocka_unit_test(what_is_likely_to_be_written_is_told_first),
		cmocka_unit_test(
			members_that_took_their_mates_along_are_counted_only),
		cmocka_unit_test(
			a_record_that_became_another_changes_line_as_one),
		cmocka_unit_test(
			a_record_reaches_a_line_with_what_came_into_it),
		cmocka_unit_test(its_own_size_is_why_a_member_reaches_a_line),
		cmocka_unit_test(what_moved_in_its_record_is_told),
		cmocka_unit_test(a_record_of_another_type_is_opened),
		cmocka_unit_test(of_a_flexible_array_it_is_the_first_element),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
