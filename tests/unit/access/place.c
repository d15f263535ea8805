// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "access/place.h"
#include "unit/model-maker.h"
#include "base/poison.h"

static const char types[] =
	"struct pair { int a, b; };"
	"struct addr { union { u8 b8[16]; u32 b32[4]; }; };"
	"struct big { long id; struct pair pair[4]; struct pair one;"
	"	union { u32 word; u8 bytes[4]; struct { short lo, hi; } w; } u;"
	"	u32 f1:3, f2:5, f3:24; int hot; void *ptr; struct addr addr;"
	"	u8 cb[48]; char name[16]; struct pair tail[]; };";

struct fixture {
	struct maker m;
	const struct lay_type *big;
};

static int begin(void **state)
{
	static struct fixture f;

	maker_init(&f.m);
	maker_add(&f.m, types);
	f.big = maker_type(&f.m, "struct big");
	*state = &f;
	return 0;
}

static int end(void **state)
{
	struct fixture *f = *state;

	maker_deinit(&f->m);
	return 0;
}

static uint64_t off_of(const struct lay_type *type, const char *name)
{
	for (size_t i = 0; i < type->nr_members; i++)
		if (type->members[i].name &&
		    !strcmp(type->members[i].name, name))
			return type->members[i].bit_off / 8;
	fail_msg("no member %s", name);
	return 0;
}

static void assert_path(struct fixture *f, int64_t off,
			struct place_hint hint, enum place_fit fit,
			const char *path)
{
	struct place place;
	char buf[64];

	assert_int_equal(place_find(f->big, off, &hint, &place), fit);
	place_path(&place, buf, sizeof(buf));
	assert_string_equal(buf, path);
}

#define SIZE(n) ((struct place_hint){ .size = (n) })

static void a_member_is_found_by_its_offset(void **state)
{
	struct fixture *f = *state;

	assert_path(f, 0, SIZE(8), PLACE_EXACT, "id");
	assert_path(f, 12, SIZE(4), PLACE_EXACT, "pair[0].b");
	assert_path(f, 36, SIZE(4), PLACE_EXACT, "pair[3].b");
	assert_path(f, 2, SIZE(1), PLACE_PART, "id");
}

static void outside_is_nothing(void **state)
{
	struct fixture *f = *state;
	struct place place;
	struct place_hint hint = SIZE(4);

	assert_int_equal(place_find(f->big, -4, &hint, &place), PLACE_OUTSIDE);
	assert_int_equal(place_find(maker_type(&f->m, "struct pair"), 8, &hint,
				    &place), PLACE_OUTSIDE);
}

static void what_is_behind_is_the_flexible_array(void **state)
{
	struct fixture *f = *state;
	uint64_t off = off_of(f->big, "tail");

	assert_path(f, (int64_t)off + 84, SIZE(4), PLACE_EXACT, "tail[10].b");
}

static void a_union_is_told_by_the_width(void **state)
{
	struct fixture *f = *state;
	int64_t off = (int64_t)off_of(f->big, "u");

	assert_path(f, off, SIZE(4), PLACE_EXACT, "u.word");
	assert_path(f, off + 3, SIZE(1), PLACE_EXACT, "u.bytes[3]");
	assert_path(f, off + 2, SIZE(2), PLACE_EXACT, "u.w.hi");
}

static void a_bit_field_is_told_by_its_bits(void **state)
{
	struct fixture *f = *state;
	int64_t off = (int64_t)off_of(f->big, "f1");
	struct place_hint hint = SIZE(4);

	hint.bits = 7;
	assert_path(f, off, hint, PLACE_PART, "f1");
	hint.bits = 0xf8;
	assert_path(f, off, hint, PLACE_PART, "f2");
	hint.bits = 0x100;
	assert_path(f, off, hint, PLACE_PART, "f3");
	/* a byte is the fields in it */
	hint = SIZE(1);
	hint.bits = 0x80;
	assert_path(f, off, hint, PLACE_PART, "f2");
}

static void an_index_leaves_the_element_open(void **state)
{
	struct fixture *f = *state;
	struct place_hint hint = { .size = 4, .indexed = true, .stride = 8 };

	assert_path(f, 12, hint, PLACE_EXACT, "pair[].b");
}

static void an_index_may_begin_behind_its_base(void **state)
{
	struct fixture *f = *state;
	struct place_hint hint = { .size = 4, .indexed = true, .stride = 8 };

	/* pair[i - 1].b: an element before the first */
	assert_path(f, 4, hint, PLACE_EXACT, "pair[].b");
	/* nothing of this size is indexed there */
	hint.stride = 24;
	assert_path(f, 0, hint, PLACE_OUTSIDE, "id");
}

static void what_covers_several_members_is_their_record(void **state)
{
	struct fixture *f = *state;

	assert_path(f, (int64_t)off_of(f->big, "one"), SIZE(8), PLACE_WHOLE,
		    "one");
	assert_path(f, (int64_t)off_of(f->big, "addr") + 8, SIZE(8),
		    PLACE_WHOLE, "addr");
}

static void bytes_that_serve_for_other_things_are_not_named(void **state)
{
	struct fixture *f = *state;
	struct place place;
	struct place_hint hint = SIZE(4);
	int64_t off = (int64_t)off_of(f->big, "cb");

	assert_int_equal(place_find(f->big, off + 4, &hint, &place),
			 PLACE_OPAQUE);
	hint = SIZE(1);
	assert_int_equal(place_find(f->big, off + 12, &hint, &place),
			 PLACE_OPAQUE);
	assert_path(f, (int64_t)off_of(f->big, "name") + 3, SIZE(1),
		    PLACE_EXACT, "name[3]");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_member_is_found_by_its_offset),
		cmocka_unit_test(outside_is_nothing),
		cmocka_unit_test(what_is_behind_is_the_flexible_array),
		cmocka_unit_test(a_union_is_told_by_the_width),
		cmocka_unit_test(a_bit_field_is_told_by_its_bits),
		cmocka_unit_test(an_index_leaves_the_element_open),
		cmocka_unit_test(an_index_may_begin_behind_its_base),
		cmocka_unit_test(what_covers_several_members_is_their_record),
		cmocka_unit_test(
			bytes_that_serve_for_other_things_are_not_named),
	};

	return cmocka_run_group_tests(tests, begin, end);
}
