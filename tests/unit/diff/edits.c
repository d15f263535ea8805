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
	compare_text(c, "", "struct s { " before " };", \
		     "struct s { " after " };", "struct s")

static void two_edits_that_cancel_are_both_told(void **state)
{
	struct comparison c;

	(void)state;
	COMPARE(&c, "u64 a; struct x *gone; u64 b; u64 c;",
		"u64 a; u64 came; u64 b; u64 c;");
	assert_what(&c, "b", "");
	assert_causes(&c, "b", "removed gone -8, added came +8");
	assert_causes(&c, NULL, "removed gone -8, added came +8");
	comparison_deinit(&c);
}

static void edits_in_front_of_what_stayed_move_nobody(void **state)
{
	struct comparison c;

	(void)state;
	COMPARE(&c, "u32 a; u64 b[2]; u32 c; u64 d __aligned(64);"
		"u64 e;",
		"u32 a, x; u64 y[3]; u32 c; u64 d __aligned(64);"
		"u64 t, e;");
	assert_causes(&c, "c", "removed b -16, added x +4, added y +24, "
		      "hole before b -4");
	assert_what(&c, "d", "");
	assert_causes(&c, "d", "removed b -16, added x +4, added y +24, "
		      "hole before b -4, hole before d -8");
	assert_causes(&c, "e", "added t +8");
	/* and do not make it larger */
	assert_causes(&c, NULL, "added t +8, padding of the end -8");
	comparison_deinit(&c);

	/* in a record inside, which moves itself */
	COMPARE(&c, "struct { u64 a, b, c, d; } r; u64 z;",
		"u64 n; struct { u64 n[2], c, e, d; } r; u64 z;");
	assert_causes(&c, "r.c", "added n +8, removed r.a -8, removed r.b -8, "
		      "added r.n +16");
	assert_causes(&c, "r.d", "added n +8, added r.e +8");
	assert_causes(&c, "z", "added n +8, added r.e +8");
	comparison_deinit(&c);

	/* what only passed did not make it larger */
	COMPARE(&c, "u64 x, a, b, z;", "u64 n, a, b, x, z;");
	assert_causes(&c, "z", "added n +8");
	assert_causes(&c, NULL, "added n +8");
	comparison_deinit(&c);
}

static void a_member_in_a_hole_moves_nobody(void **state)
{
	struct comparison c;

	(void)state;
	COMPARE(&c, "u32 a; u64 b; u64 c;", "u32 a; u32 new; u64 b; u64 c;");
	assert_what(&c, "b", "");
	assert_causes(&c, "b", "added new +4, hole before b -4");
	comparison_deinit(&c);
}

static void holes_around_what_came_are_taken_together(void **state)
{
	struct comparison c;

	(void)state;
	/* the hole of 4 is before the new member now: it is still there */
	COMPARE(&c, "u32 a; u64 b; u64 c;", "u32 a; u64 new; u64 b; u64 c;");
	assert_causes(&c, "b", "added new +8");
	comparison_deinit(&c);

	COMPARE(&c, "u8 a; u32 r; u64 b;", "u8 a; u64 b;");
	assert_causes(&c, "b", "removed r -4, hole before b +4");
	comparison_deinit(&c);
}

static void size_changes_by_padding_too(void **state)
{
	struct comparison c;

	(void)state;
	COMPARE(&c, "u64 a; u8 b;", "u64 a; u8 b, c[3];");
	assert_causes(&c, NULL, "added c +3, padding of the end -3");
	comparison_deinit(&c);

	compare_text(&c, "", "struct s { u64 a; u8 b; };",
		     "struct s { u64 a; u8 b; } __aligned(64);", "struct s");
	assert_causes(&c, NULL, "padding of the end +48");
	assert_false(c.diff->same);
	comparison_deinit(&c);
}

static void inner_edits_explain_what_grew_around_them(void **state)
{
	struct comparison c;
	const struct lay_row *y;

	(void)state;
	compare_text(&c, "",
		     "struct deep { u32 p; u32 q; };"
		     "struct in { u64 a; struct deep d; u64 b; };"
		     "struct s { u64 x; struct in y; u64 z; };",
		     "struct deep { u32 p; u64 r; u32 q; };"
		     "struct in { u64 a; struct deep d; u64 b; };"
		     "struct s { u64 x; u16 w; struct in y; u64 z; };",
		     "struct s");
	assert_causes(&c, "y", "added w +2, hole before y +6");
	assert_causes(&c, "y.d.q", "added w +2, hole before y +6, "
		      "added y.d.r +8, hole before y.d.r +4");
	assert_causes(&c, "z", "added w +2, hole before y +6, "
		      "added y.d.r +8, hole before y.d.r +4, padding of y.d +4");
	y = row_at(&c, "y");
	assert_int_equal(y->nr_inner, 1);
	assert_int_equal(c.diff->edits[y->first_inner].kind, LAY_EDIT_RESIZED);
	assert_int_equal(c.diff->edits[y->first_inner].shift_bits, 16 * 8);
	comparison_deinit(&c);
}

static void elements_of_an_array_grow_together(void **state)
{
	struct comparison c;

	(void)state;
	compare_text(&c, "",
		     "struct in { u32 a; }; struct s { struct in y[5]; u32 z; };",
		     "struct in { u32 n, a; }; struct s { struct in y[5]; u32 z; };",
		     "struct s");
	assert_causes(&c, "y[].a", "added y[].n +4");
	assert_causes(&c, "z", "added y[].n +20");
	comparison_deinit(&c);

	/* with another number of them there is no such sum */
	compare_text(&c, "",
		     "struct in { u32 a; }; struct s { struct in y[5]; u32 z; };",
		     "struct in { u32 n, a; }; struct s { struct in y[4]; u32 z; };",
		     "struct s");
	assert_causes(&c, "z", "resized y +12");
	comparison_deinit(&c);
}

static void a_union_grows_with_its_largest_member(void **state)
{
	struct comparison c;

	(void)state;
	COMPARE(&c, "union { u32 a; u64 b; } u; u64 z;",
		"union { u32 a; u64 b; u8 c[17]; } u; u64 z;");
	assert_causes(&c, "z", "added u.c +9, padding of u +7");
	comparison_deinit(&c);

	COMPARE(&c, "union { u32 a; u64 b[3]; } u; u64 z;",
		"union { u32 a; u64 c; } u; u64 z;");
	assert_causes(&c, "z", "removed u.b -16");
	comparison_deinit(&c);

	/* why the largest grew */
	compare_text(&c, "",
		     "struct in { u64 a; }; struct s {"
		     " union { struct in i; u32 b; } u; u64 z; };",
		     "struct in { u64 n, a; }; struct s {"
		     " union { struct in i; u32 b; } u; u64 z; };",
		     "struct s");
	assert_causes(&c, "z", "added u.i.n +8");
	assert_causes(&c, "u.i.a", "added u.i.n +8");
	comparison_deinit(&c);

	/* one that was not the largest grew past it: its growth is more */
	compare_text(&c, "",
		     "struct in { u64 a; }; struct s {"
		     " union { struct in i; u64 b[2]; } u; u64 z; };",
		     "struct in { u64 n[2], a; }; struct s {"
		     " union { struct in i; u64 b[2]; } u; u64 z; };",
		     "struct s");
	assert_causes(&c, "z", "resized u.i +8");
	comparison_deinit(&c);
}

static void a_union_grows_for_one_that_came_into_it(void **state)
{
	struct comparison c;

	(void)state;
	COMPARE(&c, "union { u64 w[2]; u32 q; }; u64 a; u64 ra[4]; u64 b;",
		"union { u64 w[2]; u32 q; u64 ra[4]; }; u64 a; u64 b;");
	assert_causes(&c, "a", "moved ra +16");
	assert_causes(&c, "b", "moved ra +16, left ra -32");
	comparison_deinit(&c);

	COMPARE(&c, "union { u64 w[2]; u32 q; u64 ra[4]; }; u64 a; u64 b;",
		"union { u64 w[2]; u32 q; }; u64 a; u64 ra[4]; u64 b;");
	assert_causes(&c, "a", "left ra -16");
	assert_causes(&c, "b", "left ra -16, moved ra +32");
	comparison_deinit(&c);
}

static void what_came_with_a_wrapper_is_told_and_not_the_wrapper(void **state)
{
	struct comparison c;

	(void)state;
	COMPARE(&c, "u64 x; u32 a; u32 b; u64 z;",
		"u64 x; union { struct { u32 a, b; }; u64 c[2]; }; u64 z;");
	assert_causes(&c, "b", "");
	assert_causes(&c, "z", "added c +8");
	comparison_deinit(&c);

	/* inside it a has another place than it had among the others */
	COMPARE(&c, "u64 x; u32 a; u32 b; u64 z;",
		"u64 x; struct { u32 n; u32 a, b; }; u64 z;");
	assert_causes(&c, "a", "added n +4");
	assert_causes(&c, "b", "added n +4");
	assert_causes(&c, "z", "added n +4, hole before z +4");
	comparison_deinit(&c);
}

static void what_moved_in_front_and_grew_is_growth(void **state)
{
	struct comparison c;

	(void)state;
	COMPARE(&c, "u64 a, b, c, d; u64 z;", "u64 b, c, d; u64 a[3]; u64 z;");
	assert_causes(&c, "c", "left a -8");
	assert_causes(&c, "z", "resized a +16");
	comparison_deinit(&c);
}

static void edits_tell_places_and_sizes(void **state)
{
	struct comparison c;
	const struct lay_edit *e;

	(void)state;
	COMPARE(&c, "u64 a; u16 r; u32 b; u64 z;", "u64 a; u32 b; u64 z;");
	assert_int_equal(c.diff->nr_inner, 3);
	e = &c.diff->edits[c.diff->first_inner];
	assert_int_equal(e[0].kind, LAY_EDIT_REMOVED);
	assert_int_equal(e[0].old_bits, 16);
	assert_int_equal(e[0].new_bits, 0);
	assert_int_equal(e[0].old_bit_off, 64);
	assert_int_equal(e[1].kind, LAY_EDIT_HOLE);
	assert_int_equal(e[1].old_bits, 16);
	assert_int_equal(e[1].old_bit_off, 80);
	assert_int_equal(e[1].new_bits, 0);
	assert_int_equal(e[2].kind, LAY_EDIT_HOLE);
	assert_int_equal(e[2].old_bits, 0);
	assert_int_equal(e[2].new_bits, 32);
	assert_int_equal(e[2].new_bit_off, 96);
	comparison_deinit(&c);
}

/* The edit of @kind that is the @nth of it. */
static const struct lay_edit *edit_of(const struct comparison *c,
				      enum lay_edit_kind kind, size_t nth)
{
	for (uint32_t i = 0; i < c->diff->nr_edits; i++)
		if (c->diff->edits[i].kind == kind && !nth--)
			return &c->diff->edits[i];
	fail_msg("no such edit");
	return NULL;
}

static void assert_hole(const struct comparison *c, size_t nth,
			uint64_t old_off, uint64_t old_size, uint64_t new_off,
			uint64_t new_size)
{
	const struct lay_edit *e = edit_of(c, LAY_EDIT_HOLE, nth);

	assert_int_equal(e->old_bit_off, old_off * 8);
	assert_int_equal(e->old_bits, old_size * 8);
	assert_int_equal(e->new_bit_off, new_off * 8);
	assert_int_equal(e->new_bits, new_size * 8);
}

static void a_hole_between_members_that_went_is_told_where_it_was(void **state)
{
	struct comparison c;

	(void)state;
	COMPARE(&c, "u8 a; u64 q; u8 z[100]; u32 b[2];",
		"u32 n1; u32 n2; u8 z[100]; u32 b[2];");
	assert_causes(&c, "z", "removed a -1, removed q -8, added n1 +4, "
		      "added n2 +4, hole before q -7");
	assert_hole(&c, 0, 1, 7, 0, 0);
	comparison_deinit(&c);

	/* behind a member that moved away, which has its row elsewhere */
	COMPARE(&c, "u64 x; u32 a; u64 b, c, d, e; u64 z;",
		"u64 x; u64 c, d, e; u64 b; u32 a; u64 z;");
	assert_causes(&c, "c", "left a -4, left b -8, hole before b -4");
	assert_hole(&c, 0, 12, 4, 0, 0);
	assert_hole(&c, 1, 0, 0, 44, 4);
	comparison_deinit(&c);
}

static void a_bit_hole_is_told_apart_from_the_hole_behind_it(void **state)
{
	struct comparison c;

	(void)state;
	COMPARE(&c, "u32 f:3; u64 z;", "u32 f:3; u32 n; u64 z;");
	assert_causes(&c, "z", "added n +4, hole before z -4");
	assert_hole(&c, 0, 4, 4, 0, 0);
	comparison_deinit(&c);
}

static void holes_that_cannot_be_paired_are_told_as_a_sum(void **state)
{
	const struct lay_edit *e;
	struct comparison c;

	(void)state;
	COMPARE(&c, "u8 x; u64 p; u8 q; u16 r; u32 s; u64 z;",
		"u8 x; u32 n; u8 o; u64 z;");
	assert_causes(&c, "z", "removed p -8, removed q -1, removed r -2, "
		      "removed s -4, added n +4, added o +1, "
		      "holes before z +2");
	e = edit_of(&c, LAY_EDIT_HOLES, 0);
	assert_int_equal(e->old_bits, 8 * 8);
	assert_int_equal(e->new_bits, 10 * 8);
	assert_int_equal(e->front, 0);
	assert_int_equal(e->record, LAY_NO_ROW);
	comparison_deinit(&c);
}

static void padding_that_becomes_a_hole_is_no_edit(void **state)
{
	struct comparison c;

	(void)state;
	COMPARE(&c, "u64 a; u32 b;", "u64 a; u32 b; u64 c;");
	assert_causes(&c, NULL, "added c +8");
	comparison_deinit(&c);

	COMPARE(&c, "u64 a; u32 b; u64 c;", "u64 a; u32 b;");
	assert_causes(&c, NULL, "removed c -8");
	comparison_deinit(&c);

	/* behind a bit-field it is a bit hole and a hole */
	COMPARE(&c, "u64 a; u32 b:5;", "u64 a; u32 b:5; u64 c;");
	assert_causes(&c, NULL, "added c +8");
	comparison_deinit(&c);
	COMPARE(&c, "u64 a; u8 b:5; u64 c;", "u64 a; u8 b:5;");
	assert_causes(&c, NULL, "removed c -8");
	comparison_deinit(&c);

	/* but not where it has another size, or place */
	COMPARE(&c, "u64 a; u32 b;", "u64 a; u32 b; u16 d; u64 c;");
	assert_causes(&c, NULL, "added d +2, added c +8, padding of the end -4, "
		      "hole before c +2");
	comparison_deinit(&c);
}

static void rows_tell_the_hole_in_front_of_them(void **state)
{
	struct comparison c;
	const struct lay_row *r;

	(void)state;
	COMPARE(&c, "u8 a; u32 r; u64 b;", "u8 a; u64 b;");
	r = row_at(&c, "r");
	assert_int_equal(r->old_hole_bits, 24);
	assert_int_equal(r->new_hole_bits, 0);
	r = row_at(&c, "b");
	assert_int_equal(r->old_hole_bits, 0);
	assert_int_equal(r->new_hole_bits, 56);
	comparison_deinit(&c);

	/* a hole inside what stands in front is none */
	compare_text(&c, "struct in { u32 a:3; u64 b; };",
		     "struct s { struct in i; u64 x; };",
		     "struct s { struct in i; u64 x, y; };", "struct s");
	assert_int_equal(row_at(&c, "x")->old_hole_bits, 0);
	assert_int_equal(row_at(&c, "i.b")->new_hole_bits, 61);
	comparison_deinit(&c);
}

/* As C++ does, which puts members into the padding of a base. */
static void what_overlaps_is_a_rest_and_no_hole(void **state)
{
	static const struct lay_type u64_type = { .kind = LAY_KIND_BASE,
		.flags = LAY_TYPE_SIZED, .size = 8 };
	struct lay_member old[2] = {
		{ .name = "a", .type = &u64_type },
		{ .name = "b", .type = &u64_type, .bit_off = 96 } };
	struct lay_member new[2] = {
		{ .name = "a", .type = &u64_type },
		{ .name = "b", .type = &u64_type, .bit_off = 32 } };
	struct lay_type before = { .kind = LAY_KIND_STRUCT, .members = old,
		.nr_members = 2, .flags = LAY_TYPE_SIZED, .size = 24 };
	struct lay_type after = before;
	struct comparison c = { .diff = NULL };

	(void)state;
	after.members = new;
	assert_int_equal(lay_layout_make(&before, NULL, &c.old_layout, NULL),
			 0);
	assert_int_equal(lay_layout_make(&after, NULL, &c.new_layout, NULL), 0);
	assert_int_equal(lay_diff_records(c.old_layout, c.new_layout, &c.diff,
					  NULL), 0);
	assert_invariants(c.diff);
	assert_causes(&c, "b", "hole before b -4, rest before b -4");
	lay_diff_free(c.diff);
	lay_layout_free(c.old_layout);
	lay_layout_free(c.new_layout);
}

static const struct lay_type huge_type = {
	.kind = LAY_KIND_BASE, .flags = LAY_TYPE_SIZED,
	.size = LAY_LAYOUT_MAX_SIZE };

/* Members that overlap beyond all sense add up or are refused, but never
 * overflow. */
static void overlaps_without_end_are_refused(void **state)
{
	static struct lay_member members[4096];
	static char names[4096][8];
	struct lay_type before = { .kind = LAY_KIND_STRUCT,
				   .flags = LAY_TYPE_SIZED, .size = 8 };
	struct lay_type after = before;
	struct lay_layout *l[2];
	struct lay_diff *diff = NULL;
	struct lay_error err = { 0 };

	(void)state;
	for (size_t i = 0; i < 4096; i++) {
		for (size_t k = 0; k < 4; k++)
			names[i][k] = (char)('a' + (i >> (3 * k)) % 8);
		members[i] = (struct lay_member){ .name = names[i],
						  .type = &huge_type };
	}
	after.members = members;
	after.nr_members = 4096;
	assert_int_equal(lay_layout_make(&before, NULL, &l[0], &err), 0);
	assert_int_equal(lay_layout_make(&after, NULL, &l[1], &err), 0);
	assert_int_equal(lay_diff_records(l[0], l[1], &diff, &err),
			 -LAY_E_LIMIT);
	assert_null(diff);
	assert_string_equal(err.text, "members overlap too far to add them up");
	lay_layout_free(l[0]);
	lay_layout_free(l[1]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(two_edits_that_cancel_are_both_told),
		cmocka_unit_test(edits_in_front_of_what_stayed_move_nobody),
		cmocka_unit_test(a_member_in_a_hole_moves_nobody),
		cmocka_unit_test(holes_around_what_came_are_taken_together),
		cmocka_unit_test(size_changes_by_padding_too),
		cmocka_unit_test(inner_edits_explain_what_grew_around_them),
		cmocka_unit_test(elements_of_an_array_grow_together),
		cmocka_unit_test(a_union_grows_with_its_largest_member),
		cmocka_unit_test(a_union_grows_for_one_that_came_into_it),
		cmocka_unit_test(what_came_with_a_wrapper_is_told_and_not_the_wrapper),
		cmocka_unit_test(what_moved_in_front_and_grew_is_growth),
		cmocka_unit_test(edits_tell_places_and_sizes),
		cmocka_unit_test(a_hole_between_members_that_went_is_told_where_it_was),
		cmocka_unit_test(a_bit_hole_is_told_apart_from_the_hole_behind_it),
		cmocka_unit_test(holes_that_cannot_be_paired_are_told_as_a_sum),
		cmocka_unit_test(padding_that_becomes_a_hole_is_no_edit),
		cmocka_unit_test(rows_tell_the_hole_in_front_of_them),
		cmocka_unit_test(what_overlaps_is_a_rest_and_no_hole),
		cmocka_unit_test(overlaps_without_end_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
