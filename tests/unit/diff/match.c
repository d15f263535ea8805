// SPDX-License-Identifier: GPL-2.0-only
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
	"typedef struct { atomic_t refcnt; } rcuref_t;"
	"typedef struct { atomic_t refs; } refcount_t;"
	"struct list { struct list *next, *prev; };";

#define COMPARE(c, before, after) \
	compare_text(c, common, "struct s { " before " };", \
		     "struct s { " after " };", "struct s")

static void a_record_is_the_same_as_itself(void **state)
{
	struct comparison c;

	(void)state;
	COMPARE(&c, "u8 a; union { u32 b; struct list l; }; u8 d:3, e[];",
		"u8 a; union { u32 b; struct list l; }; u8 d:3, e[];");
	assert_true(c.diff->same);
	assert_int_equal(c.diff->nr_edits, 0);
	assert_rows(&c, "a {union} b l l.next l.prev d e");
	for (uint32_t i = 0; i < c.diff->nr_rows; i++)
		assert_int_equal(c.diff->rows[i].what, 0);
	comparison_deinit(&c);
}

static void types_that_mean_the_same_are_only_respelt(void **state)
{
	struct comparison c;

	(void)state;
	COMPARE(&c, "unsigned int a; u64 b; u8 c[2];",
		"u32 a; unsigned long b; unsigned char c[2];");
	assert_what(&c, "a", "respelt");
	assert_what(&c, "c", "respelt");
	assert_true(c.diff->same);
	comparison_deinit(&c);
}

static void other_types_are_retyped(void **state)
{
	struct comparison c;

	(void)state;
	COMPARE(&c, "u32 a; struct x *b; u32 c; void (*f)(void); struct list l;",
		"int a; struct y *b; u64 c; void *f; struct list *l;");
	assert_what(&c, "a", "retyped");
	assert_what(&c, "b", "retyped");
	assert_what(&c, "c", "resized retyped");
	assert_what(&c, "f", "retyped");
	assert_what(&c, "l", "resized retyped");
	/* what was inside has no rows: it is told with l */
	assert_rows(&c, "a b c f l");
	assert_ptr_equal(row_at(&c, "l.next"), row_at(&c, "l"));
	comparison_deinit(&c);
}

static void dimensions_that_change_places_are_told(void **state)
{
	struct comparison c;

	(void)state;
	compare_text(&c, "struct in { int x; };",
		     "struct t { int a[3][2]; struct in b[2][4]; int c[6]; };",
		     "struct t { int a[2][3]; struct in b[4][2]; int c[6]; };",
		     "struct t");
	assert_what(&c, "a", "length");
	assert_what(&c, "b", "length");
	assert_what(&c, "c", "");
	assert_false(c.diff->same);
	comparison_deinit(&c);
}

static void array_lengths_are_told_apart_from_types(void **state)
{
	struct comparison c;

	(void)state;
	COMPARE(&c, "u32 a[2]; struct list l[1]; u32 z; u8 d[0]; ",
		"u32 a[4]; struct list l[2]; u64 z; u8 d[];");
	assert_what(&c, "a", "resized length");
	assert_what(&c, "l", "moved resized length");
	assert_what(&c, "l[].prev", "moved");
	assert_what(&c, "z", "moved resized retyped");
	assert_what(&c, "d", "moved length");
	comparison_deinit(&c);
}

static void bit_fields_change_in_width_and_kind(void **state)
{
	struct comparison c;

	(void)state;
	COMPARE(&c, "u32 a:3, b:4; u32 c; u8 d:1;",
		"u32 a:5, b:4; u32 c:9; u8 d;");
	assert_what(&c, "a", "resized bitfield");
	assert_what(&c, "b", "moved");
	assert_what(&c, "c", "moved resized bitfield");
	assert_what(&c, "d", "moved resized bitfield");
	comparison_deinit(&c);

	/* as some compilers call it, and others do not */
	COMPARE(&c, "u8 a:8; u16 b:8; u64 c;", "u8 a; u8 b; u64 c;");
	assert_what(&c, "a", "");
	assert_what(&c, "b", "retyped bitfield");
	comparison_deinit(&c);
	COMPARE(&c, "u32 a:3, b:4; u32 c; u8 d:1;",
		"u32 a:5, b:4; u32 c:9; u8 d;");
	assert_causes(&c, "b", "resized a +2 bits");
	assert_causes(&c, "c", "resized a +2 bits, hole before c -25 bits");
	comparison_deinit(&c);
}

static void dev_in_a_new_union_is_wrapped(void **state)
{
	struct comparison c;

	(void)state;
	COMPARE(&c, "struct net_device *dev; struct dst_ops *ops; u64 z;",
		"union { struct net_device *dev; struct net_device *dev_rcu; };"
		"struct dst_ops *ops; u64 z;");
	assert_rows(&c, "+{union} dev +dev_rcu ops z");
	assert_what(&c, "{union}", "added wrapper");
	assert_what(&c, "dev", "wrapped");
	assert_ptr_equal(&c.diff->rows[row_at(&c, "dev")->related],
			 row_at(&c, "{union}"));
	assert_what(&c, "ops", "");
	assert_int_equal(c.diff->nr_edits, 0);
	assert_causes(&c, NULL, "");
	comparison_deinit(&c);
}

static void a_struct_group_wraps_several(void **state)
{
	struct comparison c;

	(void)state;
	COMPARE(&c, "u64 x; u32 a; u32 b; u8 c; u64 z;",
		"u64 w, x; union { struct { u32 a; u32 b; u8 c; };"
		"	 struct { u32 a; u32 b; u8 c; } grp; }; u64 z;");
	assert_rows(&c, "+w x +{union} +{union}.{struct} a b c "
			"+grp +grp.a +grp.b +grp.c z");
	assert_what(&c, "b", "moved wrapped");
	assert_causes(&c, "b", "added w +8");
	/* c was 1 byte and a hole of 7, the union is 12 with its padding */
	assert_causes(&c, "z", "added w +8, resized {union} +3, "
			       "hole before z -3");
	comparison_deinit(&c);
}

static void members_are_unwrapped_again(void **state)
{
	struct comparison c;

	(void)state;
	COMPARE(&c, "u64 x; struct { u32 a; u32 b; }; u64 z;",
		"u32 a; u32 b; u64 z;");
	assert_rows(&c, "-x -{struct} a b z");
	assert_what(&c, "{struct}", "removed wrapper");
	assert_what(&c, "b", "moved unwrapped");
	assert_causes(&c, "b", "removed x -8");
	assert_causes(&c, "z", "removed x -8");
	comparison_deinit(&c);
}

static void anonymous_records_are_known_by_what_they_share(void **state)
{
	struct comparison c;

	(void)state;
	COMPARE(&c, "union { u32 a; u32 b; u32 c; }; union { u64 d; u64 e; };",
		"union { u64 d; u64 e; u64 f; }; union { u32 a; u32 b; };");
	assert_rows(&c, "{union} d e +f {union#2} a b -c");
	assert_what(&c, "f", "added");
	assert_what(&c, "a", "moved");
	comparison_deinit(&c);
}

static void a_member_moves_between_anonymous_records(void **state)
{
	struct comparison c;

	(void)state;
	COMPARE(&c, "struct { u64 a, b, x; }; struct { u64 c, d; };",
		"struct { u64 a, b; }; struct { u64 c, d, x; };");
	assert_what(&c, "{struct}", "resized inner");
	assert_what(&c, "{struct#2}", "moved resized inner");
	assert_what(&c, "x", "moved wrapped unwrapped");
	assert_ptr_equal(&c.diff->rows[row_at(&c, "x")->related],
			 row_at(&c, "{struct#2}"));
	assert_causes(&c, "x", "passed c +8, passed d +8");
	assert_causes(&c, "d", "left x -8");
	comparison_deinit(&c);

	/* into a union too, though there all places are one */
	COMPARE(&c, "union { u64 a, b; }; u64 x; u64 z;",
		"union { u64 a, b, x; }; u64 z;");
	assert_what(&c, "x", "moved wrapped");
	assert_ptr_equal(&c.diff->rows[row_at(&c, "x")->related],
			 row_at(&c, "{union}"));
	comparison_deinit(&c);

	/* in the same order, at the same place */
	COMPARE(&c, "u32 a, b; struct { u32 c, d; }; u64 z;",
		"u32 a; struct { u32 b, c, d; }; u64 z;");
	assert_what(&c, "b", "wrapped");
	comparison_deinit(&c);
	COMPARE(&c, "u32 a; struct { u32 b, c, d; }; u64 z;",
		"u32 a, b; struct { u32 c, d; }; u64 z;");
	assert_what(&c, "b", "unwrapped");
	comparison_deinit(&c);
}

static void a_name_at_the_same_place_with_the_same_leaves_is_renamed(void **state)
{
	struct comparison c;

	(void)state;
	COMPARE(&c, "u64 a; atomic_t __refcnt; int __use; u64 z;",
		"u64 a; rcuref_t __rcuref; int __use; u64 z;");
	assert_rows(&c, "a __rcuref +__rcuref.refcnt __rcuref.refcnt.counter "
		    "__use z");
	assert_what(&c, "__rcuref", "retyped renamed inner");
	assert_ptr_equal(row_at(&c, "__refcnt"), row_at(&c, "__rcuref"));
	/* whose name lives on */
	assert_ptr_equal(row_at(&c, "__refcnt.counter"),
			 row_at(&c, "__rcuref.refcnt.counter"));
	assert_what(&c, "__refcnt.counter", "wrapped");
	assert_mates(&c, "__use", " / ");
	comparison_deinit(&c);
}

static void a_rename_is_seen_behind_what_moved(void **state)
{
	struct comparison c;

	(void)state;
	COMPARE(&c, "u64 a; u32 old_one; u32 old_two; u64 z;",
		"u64 n, a; u32 new_one; u32 new_two; u64 z;");
	assert_what(&c, "new_one", "moved renamed");
	assert_what(&c, "new_two", "moved renamed");
	assert_causes(&c, "new_two", "added n +8");
	comparison_deinit(&c);
}

static void a_name_that_lives_on_was_not_renamed(void **state)
{
	struct comparison c;

	(void)state;
	/* "a" went into the new record; "b" came in its place */
	COMPARE(&c, "u64 x; u32 a; u32 y; u64 z;",
		"u64 x; u32 b; u32 y; u64 z; struct { u32 a; u32 q; } in;");
	assert_what(&c, "b", "added");
	assert_what(&c, "in.a", "moved wrapped");
	comparison_deinit(&c);

	COMPARE(&c, "u64 x; u32 a; u32 y; u64 z;",
		"struct { u32 a; u32 q; } in; u64 x; u32 b; u32 y; u64 z;");
	assert_what(&c, "b", "added");
	comparison_deinit(&c);

	/* "b" was inside a record that went */
	COMPARE(&c, "u64 x; u32 a; u32 y; struct { u32 b; u64 q; } in;",
		"u64 x; u32 b; u32 y;");
	assert_what(&c, "b", "moved unwrapped");
	assert_what(&c, "a", "removed");
	comparison_deinit(&c);
}

static void another_size_or_leaf_is_no_rename(void **state)
{
	struct comparison c;

	(void)state;
	COMPARE(&c, "u64 x; u32 a; struct p *b; u64 y;",
		"u64 x; u64 c; struct q *d; u64 y;");
	assert_what(&c, "c", "added");
	assert_what(&c, "a", "removed");
	assert_what(&c, "d", "added");
	comparison_deinit(&c);
}

static void two_that_both_could_be_it_are_none(void **state)
{
	struct comparison c;

	(void)state;
	/* m took a hole: n stands where a did from either side */
	COMPARE(&c, "u64 x; u32 a; u64 z;", "u64 x; u32 n; u32 m; u64 z;");
	assert_what(&c, "n", "renamed guessed");
	comparison_deinit(&c);

	COMPARE(&c, "u64 x; u64 a; u64 z;", "u64 x; u64 n; u64 m; u64 z;");
	assert_what(&c, "n", "added");
	assert_what(&c, "m", "added");
	assert_what(&c, "a", "removed");
	comparison_deinit(&c);

	COMPARE(&c, "u64 x; u64 a; u64 b; u64 z;", "u64 x; u64 n; u64 z;");
	assert_what(&c, "n", "added");
	comparison_deinit(&c);

	/* unless the names look like each other */
	COMPARE(&c, "u64 x; u64 h_nr_running; u64 z;",
		"u64 x; u64 h_nr_queued; u64 m; u64 z;");
	assert_what(&c, "h_nr_queued", "renamed");
	assert_what(&c, "m", "added");
	comparison_deinit(&c);
	COMPARE(&c, "u64 x; u64 root; u64 z;",
		"u64 x; u64 root_inode; u64 m; u64 z;");
	assert_what(&c, "root_inode", "renamed");
	comparison_deinit(&c);
	COMPARE(&c, "u64 x; u64 rx_eof; u64 z;",
		"u64 x; u64 remote_key; u64 m; u64 z;");
	assert_what(&c, "remote_key", "added");
	comparison_deinit(&c);

	/* only one of them can be */
	COMPARE(&c, "u64 x; u64 a; u64 z;", "u64 x; u64 n; void *m; u64 z;");
	assert_what(&c, "n", "renamed guessed");
	comparison_deinit(&c);

	/* and at the end what is behind came */
	COMPARE(&c, "u64 x; u64 a;", "u64 x; u64 n; u64 m;");
	assert_what(&c, "n", "renamed guessed");
	assert_what(&c, "m", "added");
	comparison_deinit(&c);
}

/* One flag is like another: place alone says nothing. */
static void flags_are_renamed_only_where_their_names_are_alike(void **state)
{
	struct comparison c;

	(void)state;
	COMPARE(&c, "u64 x; u8 a:1, scm_io_uring:1, no_bh:1; bool old; u32 z;",
		"u64 x; u8 a:1, unreadable:1, no_irq:1; bool fresh; u32 z;");
	assert_what(&c, "unreadable", "added");
	assert_what(&c, "scm_io_uring", "removed");
	assert_what(&c, "no_irq", "renamed");
	assert_what(&c, "fresh", "added");
	assert_causes(&c, "no_irq", "removed scm_io_uring -1 bits, "
		      "added unreadable +1 bits");
	assert_causes(&c, "z", "removed old -1, added fresh +1");
	comparison_deinit(&c);
}

static void a_rename_by_place_alone_is_a_guess(void **state)
{
	struct comparison c;

	(void)state;
	COMPARE(&c, "u64 x; u32 max_open_zones; u32 max_rate; atomic_t __refcnt;",
		"u64 x; u32 zone_capacity; u32 min_rate; rcuref_t __rcuref;");
	assert_what(&c, "zone_capacity", "renamed guessed");
	assert_what(&c, "min_rate", "renamed");
	assert_what(&c, "__rcuref", "retyped renamed inner");
	comparison_deinit(&c);

	/* letters in common say little of what is no lock and no counter */
	COMPARE(&c, "u64 x; u32 refcnt; u64 z;", "u64 x; u32 rcuref; u64 z;");
	assert_what(&c, "rcuref", "renamed guessed");
	comparison_deinit(&c);
	COMPARE(&c, "u64 x; atomic_t users; u64 z;",
		"u64 x; refcount_t held; u64 z;");
	assert_what(&c, "held", "retyped renamed inner guessed");
	comparison_deinit(&c);
}

static void leaves_are_compared_place_by_place(void **state)
{
	struct comparison c;

	(void)state;
	COMPARE(&c, "u64 x; struct { u8 p; u8 q; u16 r; } a; u64 y;",
		"u64 x; struct { struct { u8 p; }; u8 q; u16 r; } b; u64 y;");
	assert_what(&c, "b", "renamed inner guessed");
	comparison_deinit(&c);

	COMPARE(&c, "u64 x; struct { u8 p; u8 q; } a __aligned(4); u32 y;",
		"u64 x; struct { u8 p; } b __aligned(4); u32 y;");
	assert_what(&c, "b", "added");
	comparison_deinit(&c);

	COMPARE(&c, "u64 x; struct { u8 p; u8 q; u16 r[0]; } a; u64 y;",
		"u64 x; struct { u8 p; u8 q __aligned(2); } b; u64 y;");
	assert_what(&c, "b", "added");
	comparison_deinit(&c);

	COMPARE(&c, "u64 x; struct { u8 p; u8 q; } __aligned(4) a; u64 y;",
		"u64 x; struct { u8 p; u8 q __aligned(2); } b; u64 y;");
	assert_what(&c, "b", "added");
	comparison_deinit(&c);

	/* arrays as wholes: an element's tag counts */
	COMPARE(&c, "struct p { u32 i; } a[2]; u64 y;",
		"struct q { u32 i; } b[2]; u64 y;");
	assert_what(&c, "b", "added");
	comparison_deinit(&c);
}

static struct lay_layout *lay_out_nr(struct lay_member *members, size_t nr)
{
	struct lay_type *type = calloc(1, sizeof(*type));
	struct lay_layout *layout = NULL;

	assert_non_null(type);
	type->kind = LAY_KIND_STRUCT;
	type->flags = LAY_TYPE_SIZED;
	type->size = 24;
	type->members = members;
	type->nr_members = nr;
	assert_int_equal(lay_layout_make(type, NULL, &layout, NULL), 0);
	return layout;
}

static void an_anonymous_member_without_a_place_is_matched(void **state)
{
	static const struct lay_type word = { .kind = LAY_KIND_BASE,
		.flags = LAY_TYPE_SIZED, .size = 4 };
	static const struct lay_member inner[] = {
		{ .name = "in", .type = &word },
	};
	static const struct lay_type record = { .kind = LAY_KIND_STRUCT,
		.flags = LAY_TYPE_SIZED, .size = 4, .members = inner,
		.nr_members = 1 };
	struct lay_member members[] = {
		{ .name = "a", .type = &word },
		{ .type = &record, .flags = LAY_MEMBER_NO_OFFSET },
		{ .type = &record, .flags = LAY_MEMBER_NO_OFFSET },
	};
	struct lay_layout *layout = lay_out_nr(members, 3);
	struct lay_diff *diff;

	(void)state;
	assert_int_equal(lay_diff_records(layout, layout, &diff, NULL), 0);
	assert_true(diff->same);
	lay_diff_free(diff);
	free((void *)layout->type);
	lay_layout_free(layout);
}

static void a_member_without_a_place_moves_nowhere(void **state)
{
	static const struct lay_type word = { .kind = LAY_KIND_BASE,
		.flags = LAY_TYPE_SIZED, .size = 4 };
	static const struct lay_type lost = { .kind = LAY_KIND_UNKNOWN };
	struct lay_member before[] = {
		{ .name = "a", .type = &word },
		{ .name = "b", .type = &word, .bit_off = 64 },
		{ .name = "c", .type = &lost, .bit_off = 96 },
		{ .name = "v", .type = &word, .flags = LAY_MEMBER_NO_OFFSET },
	};
	struct lay_member after[] = {
		{ .name = "a", .type = &word },
		{ .name = "n", .type = &word, .bit_off = 32 },
		{ .name = "b", .type = &word, .bit_off = 96 },
		{ .name = "c", .type = &lost, .bit_off = 128 },
		{ .name = "v", .type = &word, .flags = LAY_MEMBER_NO_OFFSET },
	};
	struct comparison c = { 0 };

	(void)state;
	c.old_layout = lay_out_nr(before, 4);
	c.new_layout = lay_out_nr(after, 5);
	assert_int_equal(lay_diff_records(c.old_layout, c.new_layout, &c.diff,
					  NULL), 0);
	assert_what(&c, "v", "");
	assert_what(&c, "b", "moved");
	assert_causes(&c, "v", "");
	assert_causes(&c, "b", "added n +4");
	assert_int_equal(row_at(&c, "c")->move_bits, 0);
	lay_diff_free(c.diff);
	free((void *)c.old_layout->type);
	free((void *)c.new_layout->type);
	lay_layout_free(c.old_layout);
	lay_layout_free(c.new_layout);
}

static void several_of_one_kind_are_wrapped_inside(void **state)
{
	struct comparison c;

	(void)state;
	COMPARE(&c, "atomic_t a; atomic_t b; u64 z;",
		"refcount_t a; refcount_t b; u64 z;");
	assert_rows(&c, "a +a.refs a.refs.counter b +b.refs b.refs.counter z");
	assert_what(&c, "a", "retyped inner");
	assert_what(&c, "b.refs", "added wrapper");
	assert_what(&c, "b.refs.counter", "wrapped");
	comparison_deinit(&c);
}

static void an_anonymous_record_may_be_renamed_throughout(void **state)
{
	struct comparison c;

	(void)state;
	COMPARE(&c, "u64 x; union { u32 a; u64 b; }; u64 z;",
		"u64 x; union { u32 c; u64 d; }; u64 z;");
	assert_what(&c, "{union}", "inner");
	assert_what(&c, "c", "renamed guessed");
	assert_what(&c, "d", "renamed guessed");
	comparison_deinit(&c);
}

static void an_inner_change_is_found_where_the_outside_looks_equal(void **state)
{
	struct comparison c;

	(void)state;
	compare_text(&c, "",
		     "struct in { u64 a; u32 b; u32 c; };"
		     "struct s { u64 x; struct { struct in y; } w; u64 z; };",
		     "struct in { u64 a; u32 c; u32 b; };"
		     "struct s { u64 x; struct { struct in y; } w; u64 z; };",
		     "struct s");
	assert_what(&c, "w", "inner");
	assert_what(&c, "w.y", "inner");
	assert_what(&c, "w.y.a", "");
	assert_what(&c, "z", "");
	assert_false(c.diff->same);
	comparison_deinit(&c);
}

static void few_that_changed_their_order_are_reordered(void **state)
{
	struct comparison c;

	(void)state;
	COMPARE(&c, "u64 a, b, c, d, e, f;", "u64 a, c, d, e, b, f;");
	assert_what(&c, "b", "moved reordered");
	assert_what(&c, "c", "moved");
	assert_what(&c, "f", "");
	assert_causes(&c, "c", "left b -8");
	assert_causes(&c, "b", "passed c +8, passed d +8, passed e +8");
	/* it passed from one place before f to another */
	assert_causes(&c, "f", "");
	assert_false(c.diff->randomised);
	comparison_deinit(&c);
}

static void of_two_that_changed_places_one_that_moved_was_moved(void **state)
{
	struct comparison c;

	(void)state;
	COMPARE(&c, "u8 h[60]; u32 kept; u64 mate;",
		"u8 h[60]; u64 mate; u32 kept;");
	assert_what(&c, "mate", "");
	assert_what(&c, "kept", "moved reordered line");
	comparison_deinit(&c);
	/* however many there are */
	COMPARE(&c, "u8 h[12]; u32 a; u64 b, c; u32 d; u64 e;",
		"u8 h[12]; u64 b; u32 a; u64 c, e; u32 d;");
	assert_what(&c, "b", "");
	assert_what(&c, "a", "moved reordered");
	comparison_deinit(&c);
}

static void other_order_throughout_looks_randomised(void **state)
{
	struct comparison c;

	(void)state;
	COMPARE(&c, "u64 a, b, c, d, e, f, g, h;",
		"u64 e, b, h, a, f, d, g, c;");
	assert_true(c.diff->randomised);
	comparison_deinit(&c);

	/* half of them moved in one piece: somebody did that */
	COMPARE(&c, "u64 a, b, c, d, e, f, g, h;",
		"u64 e, f, g, h, a, b, c, d;");
	assert_false(c.diff->randomised);
	comparison_deinit(&c);
}

static void what_was_turned_round_does_not_look_randomised(void **state)
{
	struct comparison c;

	(void)state;
	COMPARE(&c, "u64 a, b, c, d, e, f;", "u64 a, e, d, c, b, f;");
	assert_false(c.diff->randomised);
	comparison_deinit(&c);
	COMPARE(&c, "u64 a, b, c, d, e, f, g, h;",
		"u64 h, g, f, e, d, c, b, a;");
	assert_false(c.diff->randomised);
	comparison_deinit(&c);
	/* more than half of them are where they were */
	COMPARE(&c, "u64 a, b, c, d, e, f, g, h, i;",
		"u64 a, f, c, h, e, b, g, d, i;");
	assert_false(c.diff->randomised);
	comparison_deinit(&c);
}

static void a_struct_may_become_a_union(void **state)
{
	struct comparison c;

	(void)state;
	compare_text(&c, "", "struct in { u64 a; u32 b; };"
			     "struct s { u64 x; struct in y; u64 z; };",
		     "struct s { u64 x; union { u64 a; u32 b; } y; u64 z; };",
		     "struct s");
	assert_what(&c, "y", "resized retyped inner");
	assert_what(&c, "y.b", "moved");
	assert_causes(&c, "y.b", "moved y.b -8");
	assert_causes(&c, "z", "resized y -8");
	comparison_deinit(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_record_is_the_same_as_itself),
		cmocka_unit_test(an_anonymous_member_without_a_place_is_matched),
		cmocka_unit_test(types_that_mean_the_same_are_only_respelt),
		cmocka_unit_test(other_types_are_retyped),
		cmocka_unit_test(array_lengths_are_told_apart_from_types),
		cmocka_unit_test(dimensions_that_change_places_are_told),
		cmocka_unit_test(bit_fields_change_in_width_and_kind),
		cmocka_unit_test(dev_in_a_new_union_is_wrapped),
		cmocka_unit_test(a_struct_group_wraps_several),
		cmocka_unit_test(members_are_unwrapped_again),
		cmocka_unit_test(anonymous_records_are_known_by_what_they_share),
		cmocka_unit_test(a_member_moves_between_anonymous_records),
		cmocka_unit_test(a_name_at_the_same_place_with_the_same_leaves_is_renamed),
		cmocka_unit_test(a_rename_is_seen_behind_what_moved),
		cmocka_unit_test(a_name_that_lives_on_was_not_renamed),
		cmocka_unit_test(another_size_or_leaf_is_no_rename),
		cmocka_unit_test(two_that_both_could_be_it_are_none),
		cmocka_unit_test(flags_are_renamed_only_where_their_names_are_alike),
		cmocka_unit_test(a_rename_by_place_alone_is_a_guess),
		cmocka_unit_test(leaves_are_compared_place_by_place),
		cmocka_unit_test(a_member_without_a_place_moves_nowhere),
		cmocka_unit_test(several_of_one_kind_are_wrapped_inside),
		cmocka_unit_test(an_anonymous_record_may_be_renamed_throughout),
		cmocka_unit_test(an_inner_change_is_found_where_the_outside_looks_equal),
		cmocka_unit_test(few_that_changed_their_order_are_reordered),
		cmocka_unit_test(
			of_two_that_changed_places_one_that_moved_was_moved),
		cmocka_unit_test(other_order_throughout_looks_randomised),
		cmocka_unit_test(what_was_turned_round_does_not_look_randomised),
		cmocka_unit_test(a_struct_may_become_a_union),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
