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

#include <layoutdiff/report.h>

#include "unit/model-maker.h"
#include "base/poison.h"

/* Two versions of struct s, compared. */
struct pair {
	struct maker maker[2];
	struct lay_layout *layout[2];
	struct lay_diff *diff;
};

static void compare(struct pair *p, const char *old, const char *new)
{
	const char *const text[2] = { old, new };
	struct lay_error err;

	for (int i = 0; i < 2; i++) {
		maker_init(&p->maker[i]);
		maker_add(&p->maker[i],
			  "typedef struct { int counter; } atomic_t;"
			  "typedef struct { atomic_t refcnt; } rcuref_t;"
			  "struct lock { long count; long owner; };");
		maker_add(&p->maker[i], text[i]);
		assert_int_equal(lay_layout_make(
			maker_type(&p->maker[i], "struct s"), NULL,
			&p->layout[i], &err), 0);
	}
	assert_int_equal(lay_diff_records(p->layout[0], p->layout[1],
					  &p->diff, &err), 0);
}

static void forget(struct pair *p)
{
	lay_diff_free(p->diff);
	for (int i = 0; i < 2; i++) {
		lay_layout_free(p->layout[i]);
		maker_deinit(&p->maker[i]);
	}
}

/* The report of @p, of the member @path alone unless it is NULL; free(). */
static char *report_in(const struct pair *p, const struct lay_report_opts *opts,
		       const char *path, const struct lay_style *style)
{
	const struct lay_def def = { .name = "s", .kind = LAY_KIND_STRUCT };
	const struct lay_shown shown = { &def, 1, 1 };
	struct lay_report *r;
	struct lay_error err;
	uint32_t row = path ? lay_diff_find(p->diff, path) : LAY_NO_ROW;
	size_t len;
	char *text;
	FILE *out = open_memstream(&text, &len);

	assert_non_null(out);
	assert_int_equal(lay_report_create("diff", opts, &r, &err), 0);
	assert_true(lay_report_add_diff(r, &shown, &shown, p->diff, row,
					&err) >= 0);
	assert_int_equal(lay_report_write(r, out, style, &err), 0);
	lay_report_destroy(r);
	fclose(out);
	return text;
}

static char *report(const struct pair *p, const struct lay_report_opts *opts,
		    const char *path)
{
	return report_in(p, opts, path, NULL);
}

static void assert_says(const char *text, const char *what)
{
	if (!strstr(text, what))
		fail_msg("not said: \"%s\" in\n%s", what, text);
}

static void assert_says_not(const char *text, const char *what)
{
	if (strstr(text, what))
		fail_msg("said: \"%s\" in\n%s", what, text);
}

static void the_shares_of_a_move_are_told_with_their_sum(void **state)
{
	struct pair p;
	char *text;

	(void)state;
	compare(&p, "struct s { short a, b; char gone; short c; long x[6];"
		    "int d; long e; atomic_t ref; };",
		    "struct s { short a, b; short c; long x[6]; int d, f;"
		    "long e; atomic_t ref; };");
	text = report(&p, NULL, NULL);
	assert_says(text, "gone");
	assert_says(text, "removed, char");
	assert_says(text, "added, int");
	forget(&p);
	free(text);
}

static void what_nobody_edited_is_told_as_such(void **state)
{
	struct pair p;
	char *text;

	(void)state;
	compare(&p, "struct s { long a; long x[7]; atomic_t ref, use; };",
		    "struct s { long x[7]; atomic_t ref, use; };");
	text = report(&p, NULL, NULL);
	assert_says(text, "  ! ref and use moved from line 1 to line 0 though nobody edited them\n"
			  "      cause: a removed (-8)\n"
			  "      new line-mates: x\n");
	assert_says_not(text, "lost line-mates");
	forget(&p);
	free(text);
}

static void an_equal_member_is_named(void **state)
{
	const struct lay_report_opts quiet = { .quiet = false };
	struct pair p;
	char *text;

	(void)state;
	compare(&p, "struct s { long a; long b; };",
		    "struct s { long a; long b, c; };");
	text = report(&p, &quiet, "a");
	assert_says(text, "no difference: struct s, member a\n");
	free(text);
	text = report(&p, &quiet, "c");
	assert_says(text, "struct s, member c\n");
	free(text);
	forget(&p);
}

/* A member does not change line by lines being counted otherwise. */
static void lines_of_other_sizes_are_not_compared(void **state)
{
	static const struct lay_layout_opts wide = { .line_size = 256 };
	struct lay_error err;
	struct pair p;
	char *text;

	(void)state;
	compare(&p, "struct s { long a; char b[60]; int c, d, e; };",
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
	text = report(&p, NULL, NULL);
	assert_says(text, "lines have 64 bytes in the old build and 256 in the");
	assert_says(text, "b .. e  4 members");
	assert_says_not(text, "cause:");
	free(text);
	forget(&p);
}

static void a_run_that_only_shifted_folds(void **state)
{
	static const char new[] = "struct s { long n; int a, b, c, d, e; };";
	const struct lay_report_opts all = { .all = true };
	struct pair p;
	char *text;

	(void)state;
	compare(&p, "struct s { int a, b, c, d, e; };", new);
	text = report(&p, NULL, NULL);
	assert_says(text, "+8     a .. e  5 members\n");
	free(text);
	text = report(&p, &all, NULL);
	assert_says_not(text, "5 members");
	assert_says(text, "+8     c\n");
	forget(&p);
	free(text);
}

static void a_long_list_of_causes_still_adds_up(void **state)
{
	struct pair p;
	char *text;

	(void)state;
	compare(&p, "struct s { long x[8]; int last; };",
		    "struct s { int a; char b[12]; int c; int d; long e;"
		    "long f; long g; long h; long i; long x[8]; int last; };");
	text = report(&p, NULL, NULL);
	assert_says(text, "(+8) added + 3 others\n  added (+12) = +64\n");
	forget(&p);
	free(text);
}

static void a_hole_in_an_element_is_told_of_each(void **state)
{
	struct pair p;
	char *text;

	(void)state;
	compare(&p, "struct s { struct { char a; long b; char c; } tab[4]; };",
		    "struct s { struct { long b; char a, c; } tab[4]; };");
	text = report(&p, NULL, NULL);
	assert_says(text, "hole at 1 in each tab[] closed (-28)");
	assert_says(text, "padding of each tab[] (-4)");
	forget(&p);
	free(text);
}

static void a_union_that_became_a_struct_is_told(void **state)
{
	struct pair p;
	char *text;

	(void)state;
	compare(&p, "union v { char p[64]; long a; int b; };"
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
	text = report(&p, NULL, NULL);
	assert_says(text, "size: the whole grew (+16)\n");
	assert_says(text, "! a moved from line 0 to line 1");
	assert_says(text, "placed by other rules: a struct and a union (+64)");
	assert_says(text, "\n  a struct, was a union\n");
	forget(&p);
	free(text);
}

static void what_takes_a_reserve_says_which(void **state)
{
	struct pair p;
	char *text;

	(void)state;
	/* as RH_KABI_USE() and ANDROID_KABI_USE() write it */
	compare(&p, "struct s { int a; long rh_reserved1; long z; };",
		"struct s { int a; union { long b; struct {"
		"	long rh_reserved1; } c; union { }; }; long z; };");
	text = report(&p, NULL, NULL);
	assert_says(text, "added, long, takes the");
	assert_says(text, "reserve rh_reserved1");
	free(text);
	forget(&p);

	/* ANDROID_KABI_USE2() */
	compare(&p, "struct s { int a; long rh_reserved1; long z; };",
		"struct s { int a; union { struct { int b, c; }; struct {"
		"	long rh_reserved1; } d; union { }; }; long z; };");
	text = report(&p, NULL, NULL);
	assert_says(text, "      b             added, int, takes the");
	assert_says(text, "      c             added, int, takes the");
	free(text);
	forget(&p);
}

static void programs_are_told_of_a_guess_in_the_same_words(void **state)
{
	const struct lay_style json = { .format = LAY_FORMAT_JSON };
	struct pair p;
	char *text;

	(void)state;
	compare(&p, "struct s { long a; const char *was; long z; };",
		"struct s { long a; char *is; long z; };");
	text = report(&p, NULL, NULL);
	assert_says(text, "perhaps renamed, was was");
	free(text);
	text = report_in(&p, NULL, NULL, &json);
	assert_says(text, "\"perhaps_renamed\"");
	assert_says(text, "\"pointee_qualifiers\"");
	assert_says_not(text, "\"renamed\"");
	free(text);
	forget(&p);
}

static void a_typedef_that_names_a_union_now_is_told(void **state)
{
	struct pair p;
	char *text;

	(void)state;
	compare(&p, "typedef struct { long a; int b; } u_t;"
		    "struct s { u_t m; int k; };",
		    "typedef union { long a; int b; } u_t;"
		    "struct s { u_t m; int k; };");
	text = report(&p, NULL, NULL);
	assert_says(text, "m       a union, was a struct, size 16 -> 8");
	forget(&p);
	free(text);
}

static void what_wraps_a_member_can_move_it(void **state)
{
	struct pair p;
	char *text;

	(void)state;
	compare(&p, "struct s { char p[60]; int a; int b; };",
		    "struct s { char p[60]; struct { int n[3]; int a, b; }; };");
	text = report(&p, NULL, NULL);
	assert_says(text, "cause: wrapped (+12)\n");
	assert_says_not(text, "reordered");
	forget(&p);
	free(text);
}

static void a_member_does_not_move_in_front_of_itself(void **state)
{
	struct pair p;
	char *text;

	(void)state;
	compare(&p, "struct s { char h[56]; int a, b; long z; };",
		    "struct s { char h[56]; int b; struct { int n; int a; };"
		    "long z; };");
	text = report(&p, NULL, NULL);
	assert_says(text, "cause: b moved in front (+4) + wrapped (+4) = +8\n");
	forget(&p);
	free(text);
}

static void words_have_one_space_between_them(void **state)
{
	struct pair p;
	char *text;

	(void)state;
	compare(&p, "struct s { long a; char b; };",
		    "struct s { long a; long c; int b; };");
	text = report(&p, NULL, NULL);
	assert_says(text, "b grew (+3) + padding at the end (-3)");
	forget(&p);
	free(text);

	compare(&p, "struct s { struct { int c; } x; struct { int c; } y; };",
		    "struct s { struct { int c; char d; } x;"
		    "struct { int c; char d; } y; };");
	text = report(&p, NULL, NULL);
	assert_says(text, " + padding of x (+3) and of y (+3) = +8\n");
	forget(&p);
	free(text);
}

static void what_is_not_told_one_by_one_is_told_by_sorts(void **state)
{
	struct pair p;
	char *text;

	(void)state;
	compare(&p, "struct s { char k; int a; char l; int b; short m; int c;"
		    "long x[8]; int last; };",
		    "struct s { long d; long e; long f; long g; long h; long i;"
		    "long x[8]; short n; int last; };");
	text = report(&p, NULL, NULL);
	assert_says(text, " added + 12 others: 1\n  added (+2), 6 removed (-16), ");
	forget(&p);
	free(text);
}

/* Each anonymous record by a member that is in it and in no other. */
static void anonymous_records_are_told_apart(void **state)
{
	struct pair p;
	char *text;

	(void)state;
	compare(&p, "struct s { struct { struct { int count; }; long map; };"
		    "union { struct { int id; }; }; };",
		    "struct s { long n[8]; struct { struct { int count; };"
		    "long map; }; union { struct { int id; }; }; };");
	text = report(&p, NULL, NULL);
	assert_says(text, "  (struct of map)\n");
	assert_says(text, "  (union)\n");
	forget(&p);
	free(text);
}

static void a_wrapper_that_went_was_not_removed(void **state)
{
	struct pair p;
	char *text;

	(void)state;
	compare(&p, "struct s { long x; union { int users; long rcu; }; long z;"
		    "int end; };",
		    "struct s { int users; long z; long rcu; long x, y; };");
	text = report(&p, NULL, NULL);
	assert_says(text, "union of users taken from around\n  members (-4)");
	assert_says_not(text, "{union}");
	forget(&p);
	free(text);
}

static void members_that_a_group_repeats_are_told_once(void **state)
{
	struct pair p;
	char *text, *first;

	(void)state;
	compare(&p, "struct s { long x[7]; union { struct { int a; int b; };"
		    "struct { int a; int b; } group; }; long z; };",
		    "struct s { long x[7]; union { struct { long n; int a; int b; };"
		    "struct { long n; int a; int b; } group; }; long z; };");
	text = report(&p, NULL, NULL);
	assert_says(text, "group ");
	assert_says(text, "same members again\n");
	first = strstr(text, "added, long");
	assert_non_null(first);
	assert_null(strstr(first + 1, "added, long"));
	assert_says(text, "! a and b moved from line 0 to line 1");
	assert_says_not(text, "group.");
	forget(&p);
	free(text);
	compare(&p, "struct s { union { struct { int a; }; struct { int a; } g; };"
		    "};",
		    "struct s { union { struct { int a; }; struct { int a; } g; };"
		    "};");
	assert_true(p.diff->same);
	forget(&p);
}

/* Which of two that changed places somebody moved is not known. */
static void nobody_is_said_not_to_have_swapped(void **state)
{
	struct pair p;
	char *text;

	(void)state;
	compare(&p, "struct s { char x[56]; long a; long b; };",
		    "struct s { char x[56]; long b; long a; };");
	text = report(&p, NULL, NULL);
	assert_says(text, "! a moved from line 0 to line 1\n");
	assert_says_not(text, "nobody");
	forget(&p);
	free(text);
}

static void a_wrapper_that_was_renamed_and_retyped_is_one_member(void **state)
{
	struct pair p;
	char *text;

	(void)state;
	compare(&p, "struct s { long a; atomic_t __refcnt; int use; };",
		    "struct s { long a; rcuref_t __rcuref; int use; };");
	text = report(&p, NULL, NULL);
	assert_says(text, "  __rcuref  renamed and retyped, was __refcnt,\n");
	assert_says_not(text, "counter");
	forget(&p);
	free(text);
}

/* A lock of two words that lay in two lines and lies in one. */
static void a_lock_that_lines_cut_differently_is_opened(void **state)
{
	struct pair p;
	char *text;

	(void)state;
	compare(&p, "struct s { long a[7]; struct lock lock; long b; };",
		    "struct s { long a[8]; struct lock lock; long b; };");
	text = report(&p, NULL, NULL);
	assert_says(text, "!    count");
	assert_says(text, "no longer straddles");
	free(text);
	forget(&p);

	compare(&p, "struct s { long a[2]; struct lock lock; long b; };",
		    "struct s { long a[3]; struct lock lock; long b; };");
	text = report(&p, NULL, NULL);
	assert_says_not(text, "  count");
	free(text);
	forget(&p);
}

/* All move by 96 bytes, the first half by one line, the others by two. */
static void only_members_of_the_same_lines_are_told_together(void **state)
{
	struct pair p;
	char *text;

	(void)state;
	compare(&p, "struct s { int a, b[7], c[6], d[2]; long e; };",
		    "struct s { long x[12]; int a, b[7], c[6], d[2]; long e; };");
	text = report(&p, NULL, NULL);
	assert_says(text, "  ! a and b moved from line 0 to line 1");
	assert_says(text, "  ! c and d moved from line 0 to line 2");
	forget(&p);
	free(text);
}

/* The lines of its first element are not those of the array. */
static void an_array_of_structs_is_told_by_all_its_lines(void **state)
{
	struct pair p;
	char *text;

	(void)state;
	compare(&p, "struct s { char h[64]; atomic_t cnt[8]; int lock; };",
		    "struct s { char h[40]; atomic_t cnt[8]; int lock; };");
	text = report(&p, NULL, NULL);
	assert_says(text, "  ! cnt moved from line 1 to lines 0-1 though nobody edited it,");
	assert_says(text, "      new line-mates: h\n");
	assert_says_not(text, "lost line-mates");
	free(text);
	forget(&p);

	/* the first element stays in its line */
	compare(&p, "struct s { char h[32]; struct { int a, b; } tab[4]; int z; };",
		    "struct s { char h[48]; struct { int a, b; } tab[4]; int z; };");
	text = report(&p, NULL, NULL);
	assert_says(text, "  ! tab moved from line 0 to lines 0-1 though nobody edited it,");
	assert_says(text, "      new line-mates: z\n");
	free(text);
	forget(&p);
}

/* A record is named for all that is in it, arrays of structs too. */
static void a_record_with_an_array_of_structs_has_one_name(void **state)
{
	struct pair p;
	char *text;

	(void)state;
	compare(&p, "struct s { long a[4]; struct { int x; atomic_t y[3]; } in;"
		    "long b; };",
		    "struct s { long a[6]; struct { int x; atomic_t y[3]; } in;"
		    "long b; };");
	text = report(&p, NULL, NULL);
	assert_says(text, "lost line-mates: a, in\n");
	free(text);
	forget(&p);
}

/* Not by place: a lock goes before what meets more others. */
static void what_is_likely_to_be_written_is_told_first(void **state)
{
	struct pair p;
	char *text, *lock;

	(void)state;
	compare(&p, "struct s { long x[7], a, b[7]; atomic_t ref; int d; };",
		    "struct s { long n, x[7], a, b[7]; atomic_t ref; int d; };");
	text = report(&p, NULL, NULL);
	lock = strstr(text, "! ref and d moved");
	assert_non_null(lock);
	assert_non_null(strstr(text, "! a moved"));
	assert_true(lock < strstr(text, "! a moved"));
	assert_says(text, "often written, going by the type: ref (atomic_t)\n");
	free(text);
	forget(&p);
}

static void members_that_took_their_mates_along_are_counted_only(void **state)
{
	const struct lay_report_opts all = { .all = true };
	struct pair p;
	char *text;

	(void)state;
	compare(&p, "struct s { long a[8]; int x, y; };",
		    "struct s { long a[8], n[8]; int x, y; };");
	text = report(&p, NULL, NULL);
	assert_says(text, "2 members changed line with all their line-mates: "
			  "--all tells of them\n");
	assert_says_not(text, "! x");
	free(text);
	text = report(&p, &all, NULL);
	assert_says(text, "! x and y moved from line 1 to line 2 though nobody "
			  "edited them, with all\n    their line-mates\n"
			  "      cause: n added (+64)\n");
	forget(&p);
	free(text);
}

/* Opened, it has no member in both builds, and nothing would be said of it. */
static void a_record_that_became_another_changes_line_as_one(void **state)
{
	struct pair p;
	char *text;

	(void)state;
	compare(&p, "struct s { char h[60]; struct { int n; } ref; long a, b; };",
		    "struct s { char h[60]; struct { long v; short k; } ref;"
		    "long a, b; };");
	text = report(&p, NULL, NULL);
	assert_says(text, "! ref moved from line 0 to line 1\n"
			  "      cause: alignment of ref (+4)\n"
			  "      new line-mates: a, b\n"
			  "      lost line-mates: h\n");
	forget(&p);
	free(text);

	/* x at the place of p is not what p was */
	compare(&p, "struct a { long p; char q; };"
		    "struct s { char h[56]; struct a ref; long b; };",
		    "struct b { long x, y, z; };"
		    "struct s { char h[64]; struct b ref; long b; };");
	text = report(&p, NULL, NULL);
	assert_says(text, "! ref moved from lines 0-1 to line 1\n"
			  "      cause: h grew (+8)\n"
			  "      lost line-mates: h\n");
	forget(&p);
	free(text);
}

static void a_record_reaches_a_line_with_what_came_into_it(void **state)
{
	struct pair p;
	char *text;

	(void)state;
	compare(&p, "struct s { char h[56]; union { int a; char b[8]; };"
		    "struct { int c; } d; };",
		    "struct s { char h[56]; union { int a; char n[20]; };"
		    "struct { int c; } d; };");
	text = report(&p, NULL, NULL);
	assert_says(text, "! union of a reaches line 1 too\n"
			  "      cause: union of a grew (+12)\n"
			  "      new line-mates: d\n");
	forget(&p);
	free(text);
}

/* Edits in front of it that cancel are not. */
static void its_own_size_is_why_a_member_reaches_a_line(void **state)
{
	const struct lay_report_opts all = { .all = true };
	struct pair p;
	char *text;

	(void)state;
	compare(&p, "struct s { int x; short k; char b[40]; int y; };",
		    "struct s { short x, n, k; char b[80]; int y; };");
	text = report(&p, NULL, NULL);
	assert_says(text, "! b reaches line 1 too\n"
			  "      cause: b grew (+40)\n"
			  "      new line-mates: n\n");
	assert_says_not(text, "all their line-mates");
	free(text);
	text = report(&p, &all, NULL);
	assert_says_not(text, "all their line-mates");
	forget(&p);
	free(text);

	compare(&p, "struct s { char a[70]; char b[70]; };",
		    "struct s { char a[64]; char b[20]; };");
	text = report(&p, NULL, NULL);
	assert_says(text, "! b no longer reaches line 2\n"
			  "      cause: a shrank (-6); b itself shrank (-50)\n"
			  "      lost line-mates: a\n");
	forget(&p);
	free(text);
}

static void what_went_into_a_record_that_was_there_says_which(void **state)
{
	struct pair p;
	char *text;

	(void)state;
	compare(&p, "struct s { union { int u; long v; }; long m; int z; };",
		    "struct s { union { int u; long v; long m; }; int z; };");
	text = report(&p, NULL, NULL);
	assert_says(text, "m      moved into (union of u)\n");
	forget(&p);
	free(text);

	compare(&p, "struct s { union { int u; long v; long m; }; int z; };",
		    "struct s { union { int u; long v; }; int z; long m; };");
	text = report(&p, NULL, NULL);
	assert_says(text, "m             moved out of (union of u)\n");
	forget(&p);
	free(text);
}

/* The sums of what went and came are true, and say nothing. */
static void a_record_that_became_another_is_one_cause(void **state)
{
	struct pair p;
	char *text;

	(void)state;
	compare(&p, "struct a { long p; char q; };"
		    "struct s { struct a m[5]; int z; };",
		    "struct b { int i; short j; char k, k2; int l; };"
		    "struct s { struct b m[5]; int z; };");
	text = report(&p, NULL, "z");
	assert_says(text, "cause: m retyped (-20)\n");
	forget(&p);
	free(text);
}

static void bits_among_bytes_are_told_in_both(void **state)
{
	struct pair p;
	char *text;

	(void)state;
	compare(&p, "struct s { int a:3; };",
		    "struct s { int a:3; int n:12; int m:18; int k:31; };");
	text = report(&p, NULL, NULL);
	assert_says(text, "n (+1 byte 4 bits)");
	assert_says(text, "k (+3 bytes 7 bits)");
	forget(&p);
	free(text);
}

static void of_a_member_only_its_fate_is_told(void **state)
{
	struct pair p;
	char *text;

	(void)state;
	compare(&p, "struct s { long x[8]; long y; int ref, b; };",
		    "struct s { long x[8]; int ref, b; };");
	text = report(&p, NULL, "ref");
	assert_says(text, "struct s, member ref\n");
	assert_says(text, "   72     1   64     1    -8  ref\n");
	assert_says_not(text, "removed, long");
	free(text);
	text = report(&p, NULL, "y");
	assert_says(text, "removed, long\n");
	forget(&p);
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

		compare(&p, old, new);
		text = report(&p, &all, NULL);
		len[i] = strlen(text);
		free(text);
		forget(&p);
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
	compare(&p, "struct s { int a; };", "struct s { int a; };");
	text = report(&p, NULL, NULL);
	assert_string_equal(text, "  no difference: struct s\n");
	forget(&p);
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_shares_of_a_move_are_told_with_their_sum),
		cmocka_unit_test(what_nobody_edited_is_told_as_such),
		cmocka_unit_test(an_equal_member_is_named),
		cmocka_unit_test(lines_of_other_sizes_are_not_compared),
		cmocka_unit_test(a_hole_in_an_element_is_told_of_each),
		cmocka_unit_test(a_union_that_became_a_struct_is_told),
		cmocka_unit_test(what_takes_a_reserve_says_which),
		cmocka_unit_test(
			programs_are_told_of_a_guess_in_the_same_words),
		cmocka_unit_test(a_typedef_that_names_a_union_now_is_told),
		cmocka_unit_test(what_wraps_a_member_can_move_it),
		cmocka_unit_test(a_member_does_not_move_in_front_of_itself),
		cmocka_unit_test(words_have_one_space_between_them),
		cmocka_unit_test(what_is_not_told_one_by_one_is_told_by_sorts),
		cmocka_unit_test(anonymous_records_are_told_apart),
		cmocka_unit_test(a_wrapper_that_went_was_not_removed),
		cmocka_unit_test(members_that_a_group_repeats_are_told_once),
		cmocka_unit_test(nobody_is_said_not_to_have_swapped),
		cmocka_unit_test(a_run_that_only_shifted_folds),
		cmocka_unit_test(a_long_list_of_causes_still_adds_up),
		cmocka_unit_test(
			a_wrapper_that_was_renamed_and_retyped_is_one_member),
		cmocka_unit_test(a_lock_that_lines_cut_differently_is_opened),
		cmocka_unit_test(
			only_members_of_the_same_lines_are_told_together),
		cmocka_unit_test(an_array_of_structs_is_told_by_all_its_lines),
		cmocka_unit_test(a_record_with_an_array_of_structs_has_one_name),
		cmocka_unit_test(what_is_likely_to_be_written_is_told_first),
		cmocka_unit_test(
			members_that_took_their_mates_along_are_counted_only),
		cmocka_unit_test(
			a_record_that_became_another_changes_line_as_one),
		cmocka_unit_test(
			a_record_reaches_a_line_with_what_came_into_it),
		cmocka_unit_test(its_own_size_is_why_a_member_reaches_a_line),
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
