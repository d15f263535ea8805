// SPDX-License-Identifier: GPL-2.0-only
/* All types of two builds: what differs, how much, because of whom. The builds
 * are those of tests/cli/inputs/review1.c and review2.c. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include <layoutdiff/census.h>

#include "unit/compile.h"
#include "unit/elf-writer.h"
#include "base/poison.h"

struct fixture {
	char *path[2];
	struct lay_census_side side[2];
	struct lay_census *census;
};

static const struct lay_slab slabs[] = {
	{ "struct bucket", "bucket_cache", true, false },
};

static void census_make(struct fixture *f)
{
	const struct lay_census_opts opts = { .slabs = slabs, .nr_slabs = 1 };
	struct lay_error err = { 0 };

	if (lay_census_make(f->side, &opts, &f->census, &err) < 0)
		fail_msg("%s", err.text);
}

static int open_builds(void **state)
{
	static const char *const sources[] = { "tests/cli/inputs/review1.c",
					       "tests/cli/inputs/review2.c" };
	static struct fixture f;
	const struct lay_identity *id;

	for (int i = 0; i < 2; i++) {
		f.path[i] = test_compile("cc", "-g -Wl,-e0", sources[i]);
		if (!f.path[i])
			return -1;
		if (lay_build_open(f.path[i], NULL, &f.side[i].build, NULL) < 0 ||
		    lay_build_identity(f.side[i].build, &id, NULL) < 0)
			return -1;
		f.side[i].identity = id;
		f.side[i].layout.line_size = 64;
		f.side[i].layout.max_scalar = id->max_scalar;
	}
	census_make(&f);
	*state = &f;
	return 0;
}

static int close_builds(void **state)
{
	struct fixture *f = *state;

	lay_census_free(f->census);
	for (int i = 0; i < 2; i++) {
		lay_build_close(f->side[i].build);
		test_file_remove(f->path[i]);
	}
	return 0;
}

static uint32_t index_of(const struct fixture *f, const char *name)
{
	for (uint32_t i = 0; i < f->census->nr_types; i++)
		if (lay_census_matches(&f->census->types[i], name))
			return i;
	return LAY_NO_TYPE;
}

static const struct lay_census_type *type_of(const struct fixture *f,
					     const char *name)
{
	uint32_t i = index_of(f, name);

	if (i == LAY_NO_TYPE)
		fail_msg("%s is not in the census", name);
	return &f->census->types[i];
}

static void assert_change(const struct fixture *f, const char *name,
			  enum lay_census_change change)
{
	assert_int_equal(type_of(f, name)->change, change);
}

static void what_was_edited_is_told_from_what_embeds_it(void **state)
{
	const struct fixture *f = *state;

	assert_change(f, "dst", LAY_CENSUS_EDITED);
	assert_change(f, "rtable", LAY_CENSUS_SHIFTED);
	assert_change(f, "xfrm", LAY_CENSUS_SHIFTED);
	assert_change(f, "lock", LAY_CENSUS_EDITED);
	assert_change(f, "guarded", LAY_CENSUS_INSIDE);
	assert_change(f, "union either", LAY_CENSUS_EDITED);
	assert_change(f, "enum state", LAY_CENSUS_EDITED);
	/* known by its typedef alone */
	assert_change(f, "typedef seq_t", LAY_CENSUS_EDITED);
	assert_change(f, "counted", LAY_CENSUS_SHIFTED);
	assert_change(f, "fresh", LAY_CENSUS_ADDED);
	assert_change(f, "gone", LAY_CENSUS_REMOVED);
}

/* u8 became byte, byte unsigned char; visible was declared, and is defined. */
static void spelling_and_visibility_are_no_changes(void **state)
{
	const struct fixture *f = *state;

	assert_int_equal(index_of(f, "respelt"), LAY_NO_TYPE);
	assert_int_equal(index_of(f, "visible"), LAY_NO_TYPE);
	assert_int_equal(index_of(f, "same"), LAY_NO_TYPE);
	assert_int_equal(f->census->nr_visible, 1);
	assert_int_equal(f->census->nr_failures, 0);
}

static void kinds_are_counted(void **state)
{
	const struct fixture *f = *state;
	const struct lay_census_count *structs =
		&f->census->count[LAY_KIND_STRUCT];

	/* of 13: dst, lock, area, roomy, shuffled, bucket, holder; rtable,
	 * xfrm, zone, counted; guarded; respelt */
	assert_int_equal(structs->nr_common, 13);
	assert_int_equal(structs->nr[LAY_CENSUS_EDITED], 7);
	assert_int_equal(structs->nr[LAY_CENSUS_SHIFTED], 4);
	assert_int_equal(structs->nr[LAY_CENSUS_INSIDE], 1);
	assert_int_equal(structs->nr[LAY_CENSUS_ADDED], 1);
	assert_int_equal(structs->nr[LAY_CENSUS_REMOVED], 1);
	assert_int_equal(f->census->count[LAY_KIND_UNION].nr_common, 1);
}

/* fresh embeds dst too, but nothing was moved in it: it is new */
static void containers_are_followed_outwards_to_the_outermost(void **state)
{
	const struct fixture *f = *state;
	const struct lay_census_type *dst = type_of(f, "dst");

	assert_int_equal(dst->nr_outer, 2);
	assert_ptr_equal(&f->census->types[dst->outer[0]], type_of(f, "xfrm"));
	assert_ptr_equal(&f->census->types[dst->outer[1]],
			 type_of(f, "rtable"));
}

static void consequences_lead_to_who_was_edited(void **state)
{
	const struct fixture *f = *state;
	const char *const cases[][2] = {
		{ "rtable", "dst" }, { "xfrm", "dst" }, { "zone", "area" },
		{ "guarded", "lock" }, { "counted", "typedef seq_t" },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		const struct lay_census_type *t = type_of(f, cases[i][0]);

		assert_int_equal(t->nr_roots, 1);
		assert_ptr_equal(&f->census->types[t->roots[0]],
				 type_of(f, cases[i][1]));
	}
	assert_int_equal(type_of(f, "dst")->nr_roots, 0);
}

static const struct lay_census_embed *embed_of(const struct fixture *f,
					       const char *outer,
					       const char *inner)
{
	const struct lay_census_type *t = type_of(f, outer);

	for (uint32_t i = 0; i < t->nr_embeds; i++)
		if (t->embeds[i].type == index_of(f, inner))
			return &t->embeds[i];
	fail_msg("%s does not embed %s", outer, inner);
	return NULL;
}

/* dst is 24 larger: genid 32 -> 56, gateway 36 -> 60 into two lines, fdb 48 ->
 * 72 */
static void what_is_pushed_over_a_line_is_named(void **state)
{
	const struct fixture *f = *state;
	const struct lay_census_embed *e = embed_of(f, "rtable", "dst");

	assert_int_equal(e->stride[0], 32);
	assert_int_equal(e->stride[1], 56);
	assert_int_equal(e->nr_elements, 1);
	assert_int_equal(e->nr_moved, 3);
	assert_int_equal(e->nr_line, 2);
	assert_int_equal(e->nr_line_names, 2);
	assert_string_equal(e->line_names[0], "gateway");
	assert_string_equal(e->line_names[1], "fdb");
	/* through a union without a name both ways, but rtable only */
	e = embed_of(f, "xfrm", "rtable");
	assert_int_equal(e->nr_moved, 0);
}

static void strides_of_arrays_are_told(void **state)
{
	const struct fixture *f = *state;
	const struct lay_census_embed *e = embed_of(f, "zone", "area");

	assert_int_equal(e->nr_elements, 11);
	assert_int_equal(e->stride[0], 24);
	assert_int_equal(e->stride[1], 32);
}

static void members_that_moved_or_changed_line_are_counted(void **state)
{
	const struct fixture *f = *state;
	const struct lay_census_type *t = type_of(f, "rtable");

	/* dst.path, dst.refcnt, genid, gateway, fdb */
	assert_int_equal(t->nr_moved, 5);
	assert_int_equal(t->nr_line, 2);
	assert_int_equal(t->nr_edited, 0);
	/* what shares the first line or the second with others now */
	assert_true(t->nr_mates >= t->nr_line);
	/* rcu and lastuse came, use went */
	assert_int_equal(type_of(f, "dst")->nr_edited, 3);
}

static void a_hole_that_would_have_done_is_found(void **state)
{
	const struct fixture *f = *state;
	const struct lay_census_type *t = type_of(f, "roomy");

	assert_int_equal(t->nr_rooms, 1);
	assert_string_equal(t->rooms[0].member, "added");
	assert_int_equal(t->rooms[0].hole_off, 4);
	assert_int_equal(t->rooms[0].hole_size, 4);
	assert_false(t->rooms[0].is_padding);
	/* rcu takes 16 bytes, and there is no hole of these */
	assert_int_equal(type_of(f, "dst")->nr_rooms, 0);
}

static void another_order_throughout_is_one_finding(void **state)
{
	const struct fixture *f = *state;

	assert_true(type_of(f, "shuffled")->randomised);
	assert_false(type_of(f, "dst")->randomised);
}

static void steps_of_size_are_told(void **state)
{
	const struct fixture *f = *state;
	const struct lay_census_type *t = type_of(f, "bucket");

	assert_int_equal(t->steps[0].kmalloc, 192);
	assert_int_equal(t->steps[1].kmalloc, 256);
	assert_true(t->crossed & LAY_STEP_KMALLOC);
	assert_true(t->crossed & LAY_STEP_LINES);
	assert_string_equal(t->slab->name, "bucket_cache");
	/* aligned to lines */
	assert_int_equal(t->steps[1].own.object_size, 256);
	assert_null(type_of(f, "dst")->slab);
}

/* Lines, then steps, then growth; edited types before consequences. */
static void what_matters_most_is_in_front(void **state)
{
	const struct fixture *f = *state;
	const char *const order[] = { "bucket", "dst", "lock", "shuffled",
				      "zone", "guarded", "fresh", "gone" };

	for (size_t i = 1; i < sizeof(order) / sizeof(order[0]); i++)
		assert_true(index_of(f, order[i - 1]) < index_of(f, order[i]));
}

static void a_build_does_not_differ_from_itself(void **state)
{
	const struct fixture *f = *state;
	struct lay_census_side same[2] = { f->side[0], f->side[0] };
	struct lay_census *census;

	assert_int_equal(lay_census_make(same, NULL, &census, NULL), 0);
	assert_int_equal(census->nr_types, 0);
	assert_int_equal(census->count[LAY_KIND_STRUCT].nr_common, 14);
	assert_int_equal(census->nr_respelt, 0);
	lay_census_free(census);
}

static void a_type_can_be_looked_at_again(void **state)
{
	const struct fixture *f = *state;
	struct lay_census_view view;
	struct lay_error err;

	assert_int_equal(lay_census_view(f->census, index_of(f, "dst"), &view,
					 &err), 0);
	assert_int_equal(view.layout[0]->size, 32);
	assert_int_equal(view.layout[1]->size, 56);
	assert_false(view.diff->same);
	lay_census_unview(&view);
	assert_null(view.diff);
	assert_int_equal(lay_census_view(f->census, index_of(f, "enum state"),
					 &view, &err), 0);
	assert_int_equal(view.diff->nr_enum_rows, 3);
	lay_census_unview(&view);
}

static void patterns_may_name_a_kind(void **state)
{
	const struct fixture *f = *state;
	const struct lay_census_type *dst = type_of(f, "dst");

	assert_true(lay_census_matches(dst, "d?t"));
	assert_true(lay_census_matches(dst, "struct d*"));
	assert_false(lay_census_matches(dst, "union d*"));
	assert_false(lay_census_matches(dst, "d"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_was_edited_is_told_from_what_embeds_it),
		cmocka_unit_test(spelling_and_visibility_are_no_changes),
		cmocka_unit_test(kinds_are_counted),
		cmocka_unit_test(containers_are_followed_outwards_to_the_outermost),
		cmocka_unit_test(consequences_lead_to_who_was_edited),
		cmocka_unit_test(what_is_pushed_over_a_line_is_named),
		cmocka_unit_test(strides_of_arrays_are_told),
		cmocka_unit_test(members_that_moved_or_changed_line_are_counted),
		cmocka_unit_test(a_hole_that_would_have_done_is_found),
		cmocka_unit_test(another_order_throughout_is_one_finding),
		cmocka_unit_test(steps_of_size_are_told),
		cmocka_unit_test(what_matters_most_is_in_front),
		cmocka_unit_test(a_build_does_not_differ_from_itself),
		cmocka_unit_test(a_type_can_be_looked_at_again),
		cmocka_unit_test(patterns_may_name_a_kind),
	};

	return cmocka_run_group_tests(tests, open_builds, close_builds);
}
