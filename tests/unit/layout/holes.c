// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>

#include <layoutdiff/layout.h>

#include "unit/model-maker.h"
#include "base/poison.h"

/*
 * Shapes of bit-fields, holes and padding, and what pahole 1.24 says of each as
 * gcc 12 compiles it for x86-64.
 */
static const struct {
	const char *text;
	uint64_t size;
	uint64_t nr_holes, hole_bytes;
	uint64_t nr_bit_holes, bit_hole_bits;
	uint64_t padding_bytes, bit_padding_bits;
} shapes[] = {
	{ "struct s { u32 x:3; u32 y:5; u8 z; u32 w:4; };",
	  4, 0, 0, 0, 0, 0, 12 },
	{ "struct s { u8 a; u32 b:4; u32 c; };",
	  8, 0, 0, 1, 20, 0, 0 },
	{ "struct s { u32 a:1; u64 b:40; u32 c:2; };",
	  8, 0, 0, 0, 0, 0, 21 },
	{ "struct s { u8 a:4; u8 b:5; u16 c; };",
	  4, 0, 0, 2, 7, 0, 0 },
	{ "struct s { u32 a:5; u32 :0; u32 b:3; };",
	  8, 0, 0, 1, 27, 0, 29 },
	{ "struct s { u32 a:5; u32 :3; u32 b:3; u64 c; };",
	  16, 1, 4, 2, 24, 0, 0 },
	{ "struct s { u64 a; u8 b:1; u8 c:1; };",
	  16, 0, 0, 0, 0, 7, 6 },
	{ "struct s { u64 a; u32 b:1; u32 c:1; };",
	  16, 0, 0, 0, 0, 4, 30 },
	{ "struct s { u8 b:1; u64 c; u32 d:7; u8 e; };",
	  24, 1, 7, 2, 8, 6, 0 },
	{ "struct s { u32 b:17; u16 c; u8 d; };",
	  8, 0, 0, 1, 15, 1, 0 },
	{ "struct s { u32 b:17; u8 c; u8 d; };",
	  8, 0, 0, 1, 7, 3, 0 },
	{ "struct s { u32 b:9; u16 c; u8 d:3; u64 e:33; };",
	  16, 1, 3, 2, 12, 0, 31 },
	{ "struct s { int b:31; int c:31; short d:3; char e:3; };",
	  12, 0, 0, 2, 2, 2, 10 },
	{ "struct s { u32 b:9; u16 c; u8 d:3; u64 e:33; u8 f; } __packed;",
	  10, 0, 0, 2, 11, 0, 0 },
	{ "struct s { u64 b:60; u32 c:10; u8 f:2; } __packed;",
	  9, 0, 0, 0, 0, 0, 0 },
	{ "struct s { u8 x; u64 b:3; u8 y; };",
	  8, 0, 0, 1, 5, 5, 0 },
	{ "struct s { u64 x; u64 b:3; };",
	  16, 0, 0, 0, 0, 0, 61 },
	{ "struct s { u32 x; u8 b:1, c:1; u8 : 0; u8 d:1; u16 e; u32 f; };",
	  12, 0, 0, 2, 13, 0, 0 },
	{ "struct s { u32 x; u16 b:1, c:1; u32 f; };",
	  12, 1, 2, 1, 14, 0, 0 },
	{ "struct s { u32 x; u8 b:1, c:1; u32 f; };",
	  12, 1, 3, 1, 6, 0, 0 },
	{ "struct s { u32 x; u64 b:1, c:1; u32 f; };",
	  16, 0, 0, 1, 30, 4, 0 },
	{ "struct s { struct { u32 a:3; }; u8 c; union { u32 x:4; u32 y:9; }; u8 d:3; };",
	  16, 1, 3, 0, 0, 3, 5 },
	{ "struct s { u32 a:8; u32 b:8; u32 c:8; u32 d:8; };",
	  4, 0, 0, 0, 0, 0, 0 },
	{ "struct s { u32 a:8; u32 b:8; u32 c:8; };",
	  4, 0, 0, 0, 0, 0, 8 },
	{ "struct s { u32 a:8; u32 b:8; u32 c:9; u8 x; };",
	  8, 0, 0, 1, 7, 3, 0 },
	{ "struct s { u64 a; u8 b; } __aligned(64);",
	  64, 0, 0, 0, 0, 55, 0 },
	{ "struct s { u8 a; struct in64 b; u8 c; };",
	  192, 1, 63, 0, 0, 63, 0 },
	{ "struct s { u32 a; u8 z[0]; u64 b; };",
	  16, 1, 4, 0, 0, 0, 0 },
	{ "struct s { u8 a; struct {} e; u64 b __aligned(16); };",
	  32, 1, 15, 0, 0, 8, 0 },
	{ "struct s { u8 a; u32 fam[]; };",
	  4, 1, 3, 0, 0, 0, 0 },
	{ "struct s { u64 a; u8 fam[]; };",
	  8, 0, 0, 0, 0, 0, 0 },
	{ "struct s { u64 a; u8 b; u8 fam[]; };",
	  16, 0, 0, 0, 0, 7, 0 },
	{ "struct s { u8 a; struct in16 b; u32 c:1; struct in16 d; u32 e:1; };",
	  56, 2, 11, 1, 31, 4, 31 },
	{ "struct s { bool a:1; bool b:1; u32 c; };",
	  8, 1, 3, 1, 6, 0, 0 },
	{ "struct s { u32 a:16; u32 b:16; u32 c:1; u16 d:3; u8 e; };",
	  8, 0, 0, 1, 4, 2, 0 },
	{ "struct s { u16 a:3; u32 b:12; u8 c:2; u16 d:4; u64 e:5; };",
	  8, 0, 0, 1, 1, 0, 37 },
	{ "struct s { u16 a; u32 b:3; u32 c:5; u16 d; };",
	  8, 0, 0, 1, 8, 2, 0 },
	{ "struct s { u32 a:24; u32 b:8; u64 c; u32 d:24; };",
	  24, 1, 4, 0, 0, 4, 8 },
	{ "struct s { u32 a:24; u8 b; u64 c:56; u8 d; };",
	  16, 1, 4, 0, 0, 0, 0 },
	{ "struct s { u8 a; u32 b:24; u64 c; };",
	  16, 1, 4, 0, 0, 0, 0 },
	{ "struct s { u8 a; u16 b; u32 d:8; u32 e; };",
	  12, 1, 1, 1, 24, 0, 0 },
	{ "struct s { u64 a:12; u64 b:50; u64 c:12; };",
	  16, 0, 0, 1, 2, 0, 52 },
	{ "struct s { u8 a:1; u64 :0; u64 :3; u64 b:4; u8 c; };",
	  16, 1, 7, 2, 11, 6, 0 },
	{ "struct s { u8 a; u32 :16; u32 b:4; };",
	  4, 0, 0, 1, 16, 0, 4 },
	{ "struct s { u32 x:3; u8 z[0]; u16 y:2; u32 w; u8 q[0]; u8 t; };",
	  12, 1, 2, 2, 11, 3, 0 },
	{ "struct s { u32 x:3; u8 z[0]; u32 y:2; u64 w; };",
	  16, 1, 4, 2, 27, 0, 0 },
	{ "struct s { u8 a:3; struct {u8 x; u32 y; } b; u8 c:4; u8 d[3]; };",
	  16, 1, 3, 2, 9, 0, 0 },
	{ "struct s { u8 a:3; u16 b:12; u32 c:30; u8 d; } __packed;",
	  7, 0, 0, 1, 3, 0, 0 },
	{ "struct s { u64 a:3; u8 b:4; u8 c:4; u32 d:3; u16 e:16; u8 f; };",
	  8, 0, 0, 2, 2, 3, 0 },
	{ "struct s { u32 a:3; u32 :29; u32 b:4; u32 c; };",
	  12, 0, 0, 2, 57, 0, 0 },
	{ "struct s { u8 p[3]; u32 a:3; };",
	  4, 0, 0, 0, 0, 0, 5 },
	{ "struct s { u8 p[3]; u8 :4; u8 a:3; };",
	  4, 0, 0, 1, 4, 0, 1 },
};

#define ULL(x) ((unsigned long long)(x))
#define NR_SHAPES (sizeof(shapes) / sizeof(shapes[0]))

static struct lay_layout *lay_out(const struct lay_type *type)
{
	struct lay_layout *layout = NULL;
	struct lay_error err = { 0 };

	if (lay_layout_make(type, NULL, &layout, &err) < 0)
		fail_msg("%s", err.text);
	return layout;
}

static void numbers_are_those_of_pahole(void **state)
{
	(void)state;
	for (size_t i = 0; i < NR_SHAPES; i++) {
		char got[256], want[256];
		struct lay_layout *l;
		struct maker m;

		maker_init(&m);
		maker_add(&m, "struct in64 { u64 a; u8 b; } __aligned(64);"
			      "struct in16 { u64 a; u32 b:1; u32 c:1; };");
		maker_add(&m, shapes[i].text);
		l = lay_out(maker_type(&m, "struct s"));
		snprintf(got, sizeof(got), "%s %llu: %llu %llu %llu %llu %llu %llu",
			 shapes[i].text, ULL(l->size), ULL(l->totals.nr_holes),
			 ULL(l->totals.hole_bytes),
			 ULL(l->totals.nr_bit_holes),
			 ULL(l->totals.bit_hole_bits),
			 ULL(l->totals.padding_bytes),
			 ULL(l->totals.bit_padding_bits));
		snprintf(want, sizeof(want), "%s %llu: %llu %llu %llu %llu %llu %llu",
			 shapes[i].text, ULL(shapes[i].size),
			 ULL(shapes[i].nr_holes), ULL(shapes[i].hole_bytes),
			 ULL(shapes[i].nr_bit_holes),
			 ULL(shapes[i].bit_hole_bits),
			 ULL(shapes[i].padding_bytes),
			 ULL(shapes[i].bit_padding_bits));
		assert_string_equal(got, want);
		assert_int_equal(l->totals.overlap_bits, 0);
		lay_layout_free(l);
		maker_deinit(&m);
	}
}

/* The slots of @l but for members: "hole 12+8, ..." in bits. */
static void describe_gaps(const struct lay_layout *l, char *buf, size_t len)
{
	static const char *const names[] = {
		[LAY_SLOT_HOLE] = "hole", [LAY_SLOT_BIT_HOLE] = "bits",
		[LAY_SLOT_PADDING] = "padding",
		[LAY_SLOT_BIT_PADDING] = "bit padding",
		[LAY_SLOT_UNKNOWN] = "unknown",
	};
	size_t at = 0;

	buf[0] = 0;
	for (uint32_t i = 0; i < l->nr_slots && at < len; i++)
		if (l->slots[i].kind != LAY_SLOT_MEMBER)
			at += (size_t)snprintf(buf + at, len - at,
				"%s%s %u+%u", at ? ", " : "",
				names[l->slots[i].kind],
				(unsigned int)l->slots[i].bit_off,
				(unsigned int)l->slots[i].bit_size);
}

static void assert_gaps(const char *text, const char *gaps)
{
	struct lay_layout *l;
	struct maker m;
	char buf[512];

	maker_init(&m);
	maker_add(&m, text);
	l = lay_out(maker_type(&m, "struct s"));
	describe_gaps(l, buf, sizeof(buf));
	assert_string_equal(buf, gaps);
	lay_layout_free(l);
	maker_deinit(&m);
}

static void a_gap_is_cut_at_the_storage_units_on_both_sides(void **state)
{
	(void)state;
	assert_gaps("struct s { u8 a:1; u64 :0; u64 :3; u64 b:4; u8 c; };",
		    "bits 1+7, hole 8+56, bits 64+3, bits 71+1, padding 80+48");
	assert_gaps("struct s { u32 a:5; u64 b; u32 c:9; };",
		    "bits 5+27, hole 32+32, bit padding 137+23, padding 160+32");
	assert_gaps("struct s { u8 a; u32 b; u16 c; };",
		    "hole 8+24, padding 80+16");
}

static void embedded_holes_are_not_the_outer_ones(void **state)
{
	struct lay_totals inner;
	struct lay_layout *l;
	struct maker m;

	(void)state;
	maker_init(&m);
	maker_add(&m, "struct in { u8 a; u32 b; u8 c:3; };"
		      "struct s { u64 x; struct in y; u32 z; };");
	l = lay_out(maker_type(&m, "struct s"));
	assert_int_equal(l->totals.nr_holes, 0);
	assert_int_equal(l->totals.padding_bytes, 0);
	assert_int_equal(l->totals.bit_hole_bits, 0);
	assert_int_equal(l->totals.nr_members, 3);
	lay_layout_totals(l, lay_layout_find(l, "y"), &inner);
	assert_int_equal(inner.nr_members, 3);
	assert_int_equal(inner.nr_bitfields, 1);
	assert_int_equal(inner.hole_bytes, 3);
	assert_int_equal(inner.member_bits, 8 + 32 + 3);
	assert_int_equal(inner.bit_padding_bits, 5);
	assert_int_equal(inner.padding_bytes, 3);
	lay_layout_free(l);
	maker_deinit(&m);
}

static void a_union_is_its_largest_member_and_padding(void **state)
{
	struct lay_layout *l;
	struct maker m;

	(void)state;
	maker_init(&m);
	maker_add(&m, "union u { u32 a:3; u8 b; char c[5]; };"
		      "union bits { u32 x:4; u32 y:9; };"
		      "union inner { u32 x:20; u8 y; };");
	l = lay_out(maker_type(&m, "union u"));
	assert_int_equal(l->size, 8);
	assert_int_equal(l->totals.member_bits, 40);
	assert_int_equal(l->totals.padding_bytes, 3);
	assert_int_equal(l->totals.overlap_bits, 0);
	assert_int_equal(l->totals.nr_holes, 0);
	lay_layout_free(l);

	l = lay_out(maker_type(&m, "union bits"));
	assert_int_equal(l->totals.member_bits, 9);
	assert_int_equal(l->totals.bit_padding_bits, 23);
	assert_int_equal(l->totals.padding_bytes, 0);
	lay_layout_free(l);

	/* y does not reach the mark: the unit of x stays open */
	l = lay_out(maker_type(&m, "union inner"));
	assert_int_equal(l->totals.bit_padding_bits, 12);
	assert_int_equal(l->totals.padding_bytes, 0);
	lay_layout_free(l);
	maker_deinit(&m);
}

static const struct lay_type byte_type = {
	.kind = LAY_KIND_BASE, .flags = LAY_TYPE_SIZED, .size = 1 };
static const struct lay_type word_type = {
	.kind = LAY_KIND_BASE, .flags = LAY_TYPE_SIZED, .size = 4 };
static const struct lay_type lost_type = {
	.kind = LAY_KIND_UNKNOWN, .why = "test" };

static void members_declared_out_of_order_stand_in_order(void **state)
{
	const struct lay_member members[] = {
		{ .name = "c", .type = &word_type, .bit_off = 64 },
		{ .name = "a", .type = &byte_type, .bit_off = 0 },
		{ .name = "b", .type = &word_type, .bit_off = 32 },
	};
	const struct lay_type type = {
		.kind = LAY_KIND_STRUCT, .flags = LAY_TYPE_SIZED, .size = 12,
		.members = members, .nr_members = 3 };
	struct lay_layout *l = lay_out(&type);
	char buf[128];

	(void)state;
	describe_gaps(l, buf, sizeof(buf));
	assert_string_equal(buf, "hole 8+24");
	assert_string_equal(l->slots[0].path, "a");
	assert_string_equal(l->slots[3].path, "c");
	assert_int_equal(l->totals.overlap_bits, 0);
	lay_layout_free(l);
}

static void bits_claimed_twice_count_once(void **state)
{
	const struct lay_member members[] = {
		{ .name = "a", .type = &word_type, .bit_off = 0 },
		{ .name = "b", .type = &word_type, .bit_off = 16 },
		{ .name = "c", .type = &byte_type, .bit_off = 24 },
		{ .name = "d", .type = &byte_type, .bit_off = 56 },
	};
	const struct lay_type type = {
		.kind = LAY_KIND_STRUCT, .flags = LAY_TYPE_SIZED, .size = 8,
		.members = members, .nr_members = 4 };
	struct lay_layout *l = lay_out(&type);

	(void)state;
	assert_int_equal(l->totals.member_bits, 48 + 8);
	assert_int_equal(l->totals.overlap_bits, 16 + 8);
	assert_int_equal(l->totals.nr_holes, 1);
	assert_int_equal(l->totals.hole_bytes, 1);
	assert_false(l->slots[0].flags & LAY_SLOT_OVERLAPS);
	assert_true(l->slots[1].flags & LAY_SLOT_OVERLAPS);
	assert_true(l->slots[2].flags & LAY_SLOT_OVERLAPS);
	lay_layout_free(l);
}

static void what_could_not_be_read_is_no_hole(void **state)
{
	const struct lay_member unsized[] = {
		{ .name = "a", .type = &word_type, .bit_off = 0 },
		{ .name = "lost", .type = &lost_type, .bit_off = 32 },
		{ .name = "b", .type = &byte_type, .bit_off = 64 },
	};
	const struct lay_member placeless[] = {
		{ .name = "a", .type = &byte_type, .bit_off = 0 },
		{ .name = "v", .type = &word_type,
		  .flags = LAY_MEMBER_NO_OFFSET },
	};
	struct lay_type type = {
		.kind = LAY_KIND_STRUCT, .flags = LAY_TYPE_SIZED, .size = 12,
		.members = unsized, .nr_members = 3 };
	struct lay_layout *l = lay_out(&type);
	char buf[128];

	(void)state;
	describe_gaps(l, buf, sizeof(buf));
	assert_string_equal(buf, "unknown 32+32, padding 72+24");
	assert_int_equal(l->totals.unknown_bits, 32);
	assert_int_equal(l->totals.nr_unplaced, 1);
	assert_true(l->slots[1].flags & LAY_SLOT_UNPLACED);
	lay_layout_free(l);

	type.members = placeless;
	type.nr_members = 2;
	l = lay_out(&type);
	describe_gaps(l, buf, sizeof(buf));
	assert_string_equal(buf, "unknown 8+88");
	assert_int_equal(l->totals.nr_unplaced, 1);
	lay_layout_free(l);

	type.members = unsized;
	type.nr_members = 1;
	type.flags |= LAY_TYPE_PARTIAL;
	l = lay_out(&type);
	assert_int_equal(l->totals.unknown_bits, 64);
	assert_int_equal(l->totals.padding_bytes, 0);
	lay_layout_free(l);
}

static void a_member_behind_the_end_counts_only_inside(void **state)
{
	const struct lay_member members[] = {
		{ .name = "a", .type = &word_type, .bit_off = 0 },
		{ .name = "b", .type = &word_type, .bit_off = 48 },
		{ .name = "c", .type = &word_type, .bit_off = 640 },
		{ .name = "d", .type = &word_type, .bit_off = UINT64_MAX },
		{ .name = "e", .type = &word_type, .bit_off = 8,
		  .bit_size = UINT64_MAX, .flags = LAY_MEMBER_BITFIELD },
	};
	const struct lay_type type = {
		.kind = LAY_KIND_STRUCT, .flags = LAY_TYPE_SIZED, .size = 8,
		.members = members, .nr_members = 5 };
	struct lay_layout *l = lay_out(&type);

	(void)state;
	assert_int_equal(l->totals.member_bits, 32 + 16);
	assert_int_equal(l->totals.nr_unplaced, 2);
	assert_true(l->slots[lay_layout_find(l, "b")].flags & LAY_SLOT_OUTSIDE);
	assert_true(l->slots[lay_layout_find(l, "c")].flags & LAY_SLOT_OUTSIDE);
	lay_layout_free(l);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers_are_those_of_pahole),
		cmocka_unit_test(a_gap_is_cut_at_the_storage_units_on_both_sides),
		cmocka_unit_test(embedded_holes_are_not_the_outer_ones),
		cmocka_unit_test(a_union_is_its_largest_member_and_padding),
		cmocka_unit_test(members_declared_out_of_order_stand_in_order),
		cmocka_unit_test(bits_claimed_twice_count_once),
		cmocka_unit_test(what_could_not_be_read_is_no_hole),
		cmocka_unit_test(a_member_behind_the_end_counts_only_inside),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
