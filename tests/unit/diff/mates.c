// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "unit/diff/compare.h"
#include "base/poison.h"

#define COMPARE(c, before, after) \
	compare_text(c, "struct list { struct list *next, *prev; };", \
		     "struct s { " before " };", "struct s { " after " };", \
		     "struct s")

static void who_changes_line_leaves_mates_and_finds_others(void **state)
{
	struct comparison c;

	(void)state;
	COMPARE(&c, "u64 a; u8 fill[40]; u64 b, c; u64 d; u64 e;",
		"u64 a; u8 fill[48]; u64 b, c; u64 d; u64 e;");
	assert_what(&c, "c", "moved line");
	assert_mates(&c, "c", "d e / a fill b");
	assert_mates(&c, "b", " / c");
	assert_mates(&c, "d", "c / ");
	comparison_deinit(&c);
}

static void a_straddling_member_has_the_mates_of_two_lines(void **state)
{
	struct comparison c;

	(void)state;
	compare_text(&c, "",
		"struct s { u8 a[56]; u64 b; u64 c; u8 d[60]; } __packed;",
		"struct s { u8 a[60]; u64 b; u64 c; u8 d[60]; } __packed;",
		"struct s");
	assert_what(&c, "b", "moved line straddle");
	assert_mates(&c, "b", "c d / ");
	assert_mates(&c, "c", "b / ");
	assert_mates(&c, "a", " / ");
	comparison_deinit(&c);
}

static void records_are_their_leaves_and_arrays_of_them_are_one(void **state)
{
	struct comparison c;

	(void)state;
	COMPARE(&c, "u8 a[48]; struct list l; struct list m[2]; u64 z;",
		"u8 a[56]; struct list l; struct list m[2]; u64 z;");
	/* next stays in line 0 and prev goes to line 1 */
	assert_mates(&c, "l.next", " / l.prev");
	assert_mates(&c, "l.prev", "m z / a l.next");
	assert_mates(&c, "z", "l.prev / ");
	/* of a record, what is outside it */
	assert_mates(&c, "l", "m z / ");
	/* inside an array, by its first element */
	assert_mates(&c, "m[].prev", "l.prev / ");
	comparison_deinit(&c);
}

/* Others in the element by their rows, those in other elements by the array. */
static void what_is_in_an_array_has_the_mates_of_its_first_element(void **state)
{
	struct comparison c;

	(void)state;
	compare_text(&c, "",
		     "struct e { u64 a[7]; u32 k; u64 b; };"
		     "struct s { struct e r[3]; int z; };",
		     "struct e { u64 a[6]; u32 k; u64 b; };"
		     "struct s { struct e r[3]; int z; };", "struct s");
	assert_what(&c, "r[].b", "moved line");
	assert_mates(&c, "r[].b", "r[].a r[].k / r");
	assert_mates(&c, "r[].k", "r[].b / ");
	comparison_deinit(&c);

	/* and of its first one, where it lies in another array */
	compare_text(&c, "",
		     "struct e { u64 a, b; };"
		     "struct o { u64 x[5]; struct e in[2]; u64 y; };"
		     "struct s { struct o r[2]; };",
		     "struct e { u64 a, b; };"
		     "struct o { u64 x[6]; struct e in[2]; u64 y; };"
		     "struct s { struct o r[2]; };", "struct s");
	assert_mates(&c, "r[].in[].b", " / r[].in");
	assert_mates(&c, "r[].y", " / ");
	comparison_deinit(&c);
}

/* Of it is known where it starts. */
static void a_trailing_array_without_length_changes_line(void **state)
{
	struct comparison c;

	(void)state;
	COMPARE(&c, "u64 a[7]; u64 b; u64 tail[0];",
		"u64 a[8]; u64 b; u64 c; u64 tail[0];");
	assert_what(&c, "tail", "moved");
	comparison_deinit(&c);

	COMPARE(&c, "u64 a[6]; u64 b; u64 tail[0];",
		"u64 a[8]; u64 b; u64 tail[0];");
	assert_what(&c, "tail", "moved line");
	assert_true(lay_diff_changes_line(c.diff,
					  lay_diff_find(c.diff, "tail")));
	assert_mates(&c, "tail", " / a");
	comparison_deinit(&c);

	/* what is not the last is a mark on what follows it */
	COMPARE(&c, "u64 a[6]; u64 mark[0]; u64 b;",
		"u64 a[8]; u64 mark[0]; u64 b;");
	assert_what(&c, "mark", "moved");
	comparison_deinit(&c);
}

static void markers_and_empty_members_are_no_mates(void **state)
{
	struct comparison c;

	(void)state;
	COMPARE(&c, "u8 a[56]; u8 __cacheline_group_begin__g[0]; u64 b; u64 c;"
		"struct { } e; u64 d;",
		"u8 a[64]; u8 __cacheline_group_begin__g[0]; u64 b; u64 c;"
		"struct { } e; u64 d;");
	assert_mates(&c, "b", "c d / a");
	assert_mates(&c, "__cacheline_group_begin__g", " / ");
	comparison_deinit(&c);
}

static void what_came_gains_and_what_went_loses(void **state)
{
	struct comparison c;

	(void)state;
	COMPARE(&c, "u64 a; u64 gone; u64 b;", "u64 a; u64 b; u64 came;");
	assert_mates(&c, "came", "a b / ");
	assert_mates(&c, "gone", " / a b");
	assert_mates(&c, "a", "came / gone");
	comparison_deinit(&c);
}

static void a_leaf_that_became_a_record_is_one_mate(void **state)
{
	struct comparison c;

	(void)state;
	COMPARE(&c, "u64 a; u64 l[2]; u64 b;", "u64 a; struct list l; u64 b;");
	assert_mates(&c, "a", " / ");
	assert_mates(&c, "l", " / ");
	comparison_deinit(&c);
}

static void a_long_array_reaches_every_line_it_lies_in(void **state)
{
	struct comparison c;

	(void)state;
	COMPARE(&c, "u64 a; u8 buf[600]; u64 b; u64 c[7]; u64 d;",
		"u64 a; u64 c[7]; u8 buf[600]; u64 b; u64 d;");
	assert_mates(&c, "buf", "d / a c");
	assert_mates(&c, "d", "buf b / c");
	comparison_deinit(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(who_changes_line_leaves_mates_and_finds_others),
		cmocka_unit_test(a_straddling_member_has_the_mates_of_two_lines),
		cmocka_unit_test(records_are_their_leaves_and_arrays_of_them_are_one),
		cmocka_unit_test(
			what_is_in_an_array_has_the_mates_of_its_first_element),
		cmocka_unit_test(a_trailing_array_without_length_changes_line),
		cmocka_unit_test(markers_and_empty_members_are_no_mates),
		cmocka_unit_test(what_came_gains_and_what_went_loses),
		cmocka_unit_test(a_leaf_that_became_a_record_is_one_mate),
		cmocka_unit_test(a_long_array_reaches_every_line_it_lies_in),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
