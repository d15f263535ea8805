// SPDX-License-Identifier: GPL-2.0-only
/* Reserves that are used, and members that others came around. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>

#include "unit/diff/compare.h"
#include "base/poison.h"

static const char common[] =
	"typedef struct { int counter; } atomic_t;"
	"struct list { struct list *next, *prev; };";

#define COMPARE(c, before, after) \
	compare_text(c, common, "struct s { " before " };", \
		     "struct s { " after " };", "struct s")

static void reserves_make_way(void **state)
{
	struct comparison c;

	(void)state;
	COMPARE(&c, "u64 x; unsigned long rh_reserved1, rh_reserved2; u64 z;",
		"u64 x; struct page *page; unsigned long rh_reserved2; u64 z;");
	assert_rows(&c, "x page rh_reserved2 z");
	assert_what(&c, "page", "retyped reserve");
	assert_int_equal(row_at(&c, "page")->related, LAY_NO_ROW);
	assert_int_equal(c.diff->nr_edits, 0);
	comparison_deinit(&c);
}

static void a_reserve_is_used_in_part(void **state)
{
	struct comparison c;

	(void)state;
	COMPARE(&c, "u64 x; u32 reserved[4]; u64 z;",
		"u64 x; u32 flags; u32 reserved[3]; u64 z;");
	assert_what(&c, "flags", "added reserve");
	assert_ptr_equal(&c.diff->rows[row_at(&c, "flags")->related],
			 row_at(&c, "reserved"));
	assert_what(&c, "z", "");
	assert_causes(&c, "z", "added flags +4, resized reserved -4");
	comparison_deinit(&c);

	COMPARE(&c, "u64 x; u8 __pad[8]; u64 z;",
		"u64 x; u8 __pad[2]; u16 a; u32 b; u64 z;");
	assert_what(&c, "a", "added reserve");
	assert_what(&c, "b", "added reserve");
	comparison_deinit(&c);
}

static void two_reserves_are_used_by_one(void **state)
{
	struct comparison c;

	(void)state;
	COMPARE(&c, "u64 x, android_kabi_reserved1, android_kabi_reserved2, z;",
		"u64 x; struct list l; u64 z;");
	assert_what(&c, "l", "added reserve");
	assert_ptr_equal(&c.diff->rows[row_at(&c, "l")->related],
			 row_at(&c, "android_kabi_reserved1"));
	assert_what(&c, "android_kabi_reserved2", "removed");
	assert_causes(&c, "z", "removed android_kabi_reserved1 -8, "
		      "removed android_kabi_reserved2 -8, added l +16");
	comparison_deinit(&c);
}

static void a_reserve_that_a_macro_hides_is_found(void **state)
{
	struct comparison c;

	(void)state;
	COMPARE(&c, "u64 x; unsigned long rh_reserved1; u64 z;",
		"u64 x; union { struct page *page; struct {"
		"	unsigned long rh_reserved1; } rh_kabi_hidden_7;"
		"	union { }; }; u64 z;");
	assert_rows(&c, "x +{union} +page +rh_kabi_hidden_7 "
			"rh_kabi_hidden_7.rh_reserved1 +{union}.{union} z");
	assert_what(&c, "page", "added reserve");
	assert_what(&c, "{union}", "added wrapper");
	assert_what(&c, "rh_kabi_hidden_7.rh_reserved1", "wrapped");
	assert_ptr_equal(&c.diff->rows[row_at(&c, "page")->related],
			 row_at(&c, "rh_kabi_hidden_7.rh_reserved1"));
	assert_int_equal(c.diff->nr_edits, 0);
	comparison_deinit(&c);
}

static void names_that_begin_like_a_reserve_are_none(void **state)
{
	struct comparison c;

	(void)state;
	COMPARE(&c, "u64 x; u64 reserved_pages; u64 z;",
		"u64 x; struct page *page; u64 z;");
	assert_what(&c, "page", "added");
	assert_what(&c, "reserved_pages", "removed");
	comparison_deinit(&c);

	COMPARE(&c, "u64 x; u8 reserved_1[8]; u64 resv2; u64 z;",
		"u64 x; u8 reserved_0x1e0[8]; u64 addr; u64 z;");
	assert_what(&c, "reserved_0x1e0", "renamed");
	assert_what(&c, "addr", "reserve");
	comparison_deinit(&c);

	/* and what becomes a reserve went */
	COMPARE(&c, "u64 x; u64 y; u64 z;", "u64 x; u64 reserved1; u64 z;");
	assert_what(&c, "y", "removed");
	assert_what(&c, "reserved1", "added");
	comparison_deinit(&c);
}

static void members_of_a_struct_take_a_reserve_that_a_macro_hides(void **state)
{
	struct comparison c;

	(void)state;
	COMPARE(&c, "u64 x, android_kabi_reserved1, android_kabi_reserved2, z;",
		"u64 x; union { struct { u64 a; u32 b, c; }; struct {"
		"	u64 android_kabi_reserved1, android_kabi_reserved2; }"
		"	hide1; union { }; }; u64 z;");
	assert_rows(&c, "x +{union} +{union}.{struct} +a +b +c +hide1 "
			"hide1.android_kabi_reserved1 "
			"hide1.android_kabi_reserved2 +{union}.{union} z");
	assert_what(&c, "a", "added reserve");
	assert_what(&c, "b", "added reserve");
	assert_what(&c, "c", "added reserve");
	assert_ptr_equal(&c.diff->rows[row_at(&c, "a")->related],
			 row_at(&c, "hide1.android_kabi_reserved1"));
	assert_ptr_equal(&c.diff->rows[row_at(&c, "c")->related],
			 row_at(&c, "hide1.android_kabi_reserved2"));
	assert_what(&c, "hide1.android_kabi_reserved2", "wrapped");
	assert_int_equal(c.diff->nr_edits, 0);
	comparison_deinit(&c);
}

static void a_reserve_comes_back_from_where_a_macro_hid_it(void **state)
{
	struct comparison c;

	(void)state;
	COMPARE(&c, "u64 x; union { struct { u32 a, b; }; struct {"
		"	u64 android_kabi_reserved1; } hide1; union { }; };"
		"u64 z;", "u64 x, android_kabi_reserved1, z;");
	assert_what(&c, "a", "removed");
	assert_what(&c, "hide1", "removed wrapper");
	assert_what(&c, "android_kabi_reserved1", "unwrapped back");
	assert_int_equal(c.diff->nr_edits, 0);
	comparison_deinit(&c);

	/* not while something else that was there lives on */
	COMPARE(&c, "u64 x; union { struct { u32 a, b; }; struct {"
		"	u64 android_kabi_reserved1; } hide1; union { }; };"
		"u64 z;", "u64 x, android_kabi_reserved1, z; u32 a;");
	assert_what(&c, "android_kabi_reserved1", "unwrapped");
	comparison_deinit(&c);
}

static void members_are_found_inside_one_with_a_name(void **state)
{
	struct comparison c;

	(void)state;
	COMPARE(&c, "u64 x; u64 a, b; u64 z;",
		"u64 x; union { void *p; struct { u64 a, b; } w; }; u64 z;");
	assert_rows(&c, "x +{union} +p +w w.a w.b z");
	assert_what(&c, "w.a", "wrapped");
	assert_what(&c, "w.b", "wrapped");
	assert_what(&c, "w", "added wrapper");
	assert_int_equal(c.diff->nr_edits, 0);
	comparison_deinit(&c);

	/* behind one that came, and back again */
	COMPARE(&c, "u64 x; u64 a, b; u64 z;",
		"u64 x; u64 n; struct { u64 a, b; } w; u64 z;");
	assert_rows(&c, "x +n +w w.a w.b z");
	assert_causes(&c, "w.b", "added n +8");
	comparison_deinit(&c);

	COMPARE(&c, "struct { u32 a; } s; u64 z;", "u32 a; u64 z;");
	assert_rows(&c, "-s a z");
	assert_what(&c, "a", "unwrapped");
	comparison_deinit(&c);
}

static void what_is_in_another_is_not_taken_for_it(void **state)
{
	struct comparison c;

	(void)state;
	/* a counter is renamed, whatever it is made of */
	COMPARE(&c, "u64 x; int counter; u32 z;", "u64 x; atomic_t refs; u32 z;");
	assert_what(&c, "refs", "retyped renamed guessed");
	comparison_deinit(&c);

	/* pointers to something else, another size */
	COMPARE(&c, "u64 x; u64 *next, *prev; u64 z;",
		"u64 x; struct list l; u64 z;");
	assert_what(&c, "next", "removed");
	comparison_deinit(&c);

	COMPARE(&c, "u64 x; u32 a; u64 z;",
		"u64 x; struct { u16 a, b; } w; u64 z;");
	assert_what(&c, "a", "removed");
	comparison_deinit(&c);

	/* the first of several */
	COMPARE(&c, "u64 x; u32 a; u64 z;",
		"u64 x; struct { u32 a; } w[2]; u64 z;");
	assert_what(&c, "a", "removed");
	comparison_deinit(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reserves_make_way),
		cmocka_unit_test(a_reserve_is_used_in_part),
		cmocka_unit_test(two_reserves_are_used_by_one),
		cmocka_unit_test(a_reserve_that_a_macro_hides_is_found),
		cmocka_unit_test(names_that_begin_like_a_reserve_are_none),
		cmocka_unit_test(members_of_a_struct_take_a_reserve_that_a_macro_hides),
		cmocka_unit_test(a_reserve_comes_back_from_where_a_macro_hid_it),
		cmocka_unit_test(members_are_found_inside_one_with_a_name),
		cmocka_unit_test(what_is_in_another_is_not_taken_for_it),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
