// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include <layoutdiff/layout.h>

#include "unit/model-maker.h"
#include "base/poison.h"

static int setup(void **state)
{
	struct maker *m = malloc(sizeof(*m));

	assert_non_null(m);
	maker_init(m);
	*state = m;
	return 0;
}

static int teardown(void **state)
{
	maker_deinit(*state);
	free(*state);
	return 0;
}

static struct lay_layout *lay_out_with(struct maker *m, const char *text,
				       const char *name, uint64_t line_size)
{
	const struct lay_layout_opts opts = { .line_size = line_size };
	struct lay_layout *layout = NULL;
	struct lay_error err = { 0 };

	maker_add(m, text);
	if (lay_layout_make(maker_type(m, name), &opts, &layout, &err) < 0)
		fail_msg("%s", err.text);
	return layout;
}

static struct lay_layout *lay_out(struct maker *m, const char *text)
{
	return lay_out_with(m, text, "struct s", 0);
}

static const struct lay_slot *slot_at(const struct lay_layout *l,
				      const char *path)
{
	uint32_t slot = lay_layout_find(l, path);

	if (slot == LAY_NO_SLOT)
		fail_msg("no %s", path);
	return &l->slots[slot];
}

static const char nested[] =
	"struct list { struct list *next, *prev; };"
	"struct s {"
	"	u64 a;"
	"	union {"
	"		struct { u32 x; u32 y; };"
	"		union { u64 z; u32 w[2]; };"
	"		struct list *link;"
	"	};"
	"	union { u8 q; };"
	"	struct list lru[3];"
	"	struct list queue;"
	"};";

static void embedded_records_open_in_preorder(void **state)
{
	static const char *const paths[] = {
		"a", "{union}", "{union}.{struct}", "x", "y",
		"{union}.{union}", "z", "w", "link", "{union#2}", "q", NULL,
		"lru", "lru[].next", "lru[].prev",
		"queue", "queue.next", "queue.prev",
	};
	struct lay_layout *l = lay_out(*state, nested);

	assert_int_equal(l->nr_slots, sizeof(paths) / sizeof(paths[0]));
	for (uint32_t i = 0; i < l->nr_slots; i++)
		if (paths[i])
			assert_string_equal(l->slots[i].path, paths[i]);
		else
			assert_null(l->slots[i].path);
	assert_int_equal(l->slots[1].nr_below, 7);
	assert_int_equal(l->slots[3].parent, 2);
	assert_int_equal(l->slots[3].depth, 2);
	assert_int_equal(l->slots[0].parent, LAY_NO_SLOT);
	assert_true(slot_at(l, "link")->flags & LAY_SLOT_IN_UNION);
	assert_false(slot_at(l, "x")->flags & LAY_SLOT_IN_UNION);
	lay_layout_free(l);
}

static void an_array_of_records_opens_its_first_element(void **state)
{
	struct lay_layout *l = lay_out(*state, nested);
	const struct lay_slot *lru = slot_at(l, "lru");

	assert_true(lru->flags & LAY_SLOT_ARRAY);
	assert_true(lru->flags & LAY_SLOT_RECORD);
	assert_int_equal(lru->nr_elements, 3);
	assert_int_equal(lru->stride, 16);
	assert_int_equal(lru->bit_size, 48 * 8);
	assert_int_equal(slot_at(l, "lru[].prev")->bit_off, (24 + 8) * 8);
	lay_layout_free(l);
}

static void what_takes_no_bits_is_opened_where_it_tells_a_place(void **state)
{
	struct lay_layout *l = lay_out(*state,
		"struct s {"
		"	u32 a;"
		"	struct { struct { } none; u8 data[]; };"
		"	struct { u16 b; u16 c; } overlay[0];"
		"	struct { u16 d; u32 e; } more[];"
		"};");

	assert_int_equal(l->size, 4);
	assert_int_equal(slot_at(l, "data")->bit_off, 4 * 8);
	assert_int_equal(slot_at(l, "more[].e")->bit_off, 8 * 8);
	assert_int_equal(slot_at(l, "more[5].e")->bit_off, 8 * 8);
	assert_int_equal(lay_layout_find(l, "overlay[].b"), LAY_NO_SLOT);
	assert_int_equal(l->totals.member_bits, 4 * 8);
	lay_layout_free(l);
}

static void members_are_found_by_c_paths(void **state)
{
	struct lay_layout *l = lay_out(*state, nested);

	assert_string_equal(slot_at(l, "y")->path, "y");
	assert_string_equal(slot_at(l, "queue.prev")->path, "queue.prev");
	assert_string_equal(slot_at(l, "lru[2].prev")->path, "lru[].prev");
	assert_string_equal(slot_at(l, "lru.prev")->path, "lru[].prev");
	assert_string_equal(slot_at(l, "lru[]")->path, "lru");
	assert_string_equal(slot_at(l, "{union}.{struct}")->path,
			    "{union}.{struct}");
	assert_int_equal(lay_layout_find(l, "lru[3].prev"), LAY_NO_SLOT);
	assert_int_equal(lay_layout_find(l, "queue[0].prev"), LAY_NO_SLOT);
	assert_int_equal(lay_layout_find(l, "queue."), LAY_NO_SLOT);
	assert_int_equal(lay_layout_find(l, "queue.pre"), LAY_NO_SLOT);
	assert_int_equal(lay_layout_find(l, "prev"), LAY_NO_SLOT);
	assert_int_equal(lay_layout_find(l, "a.next"), LAY_NO_SLOT);
	assert_int_equal(lay_layout_find(l, "lru[2"), LAY_NO_SLOT);
	assert_int_equal(lay_layout_find(l, ""), LAY_NO_SLOT);
	lay_layout_free(l);
}

static void lines_and_straddles_follow_the_line_size(void **state)
{
	struct lay_layout *l = lay_out(*state, "struct s { char a[60]; u16 b;"
				       "struct { u32 x, y, z; } in; u64 c;"
				       "char d[100]; u8 e[]; };");

	assert_int_equal(l->size, 192);
	assert_int_equal(l->nr_lines, 3);
	assert_int_equal(slot_at(l, "b")->first_line, 0);
	assert_int_equal(slot_at(l, "in")->first_line, 1);
	assert_int_equal(slot_at(l, "d")->first_line, 1);
	assert_int_equal(slot_at(l, "d")->last_line, 2);
	assert_false(slot_at(l, "d")->flags & LAY_SLOT_STRADDLES);
	assert_int_equal(slot_at(l, "e")->bit_off, 188 * 8);
	assert_int_equal(slot_at(l, "e")->first_line, 2);
	assert_int_equal(slot_at(l, "e")->last_line, 2);
	assert_true(slot_at(l, "e")->flags & LAY_SLOT_FLEXIBLE);
	assert_int_equal(l->totals.nr_straddles, 0);
	lay_layout_free(l);

	l = lay_out_with(*state, "", "struct s", 16);
	assert_int_equal(l->nr_lines, 12);
	assert_false(slot_at(l, "in.x")->flags & LAY_SLOT_STRADDLES);
	assert_true(slot_at(l, "c")->first_line == 5);
	lay_layout_free(l);
}

static void a_member_in_two_lines_straddles(void **state)
{
	struct lay_layout *l = lay_out(*state,
		"struct in { u32 x; u64 y; } __packed;"
		"struct s { char a[58]; struct in b; struct in c; } __packed;");

	assert_true(slot_at(l, "b")->flags & LAY_SLOT_STRADDLES);
	assert_true(slot_at(l, "b.y")->flags & LAY_SLOT_STRADDLES);
	assert_false(slot_at(l, "b.x")->flags & LAY_SLOT_STRADDLES);
	assert_false(slot_at(l, "c")->flags & LAY_SLOT_STRADDLES);
	assert_int_equal(l->totals.nr_straddles, 2);
	assert_int_equal(l->totals.nr_embedded_straddles, 1);
	lay_layout_free(l);
}

/* as mm_struct's mmap_lock: none of its own members lies in two lines */
static void an_embedded_record_straddles_though_no_member_of_it_does(void **state)
{
	struct lay_layout *l = lay_out(*state,
		"struct in { u32 x; u32 y; } __packed;"
		"struct s { char a[60]; struct in b; };");

	assert_true(slot_at(l, "b")->flags & LAY_SLOT_STRADDLES);
	assert_int_equal(l->totals.nr_straddles, 1);
	assert_int_equal(l->totals.nr_embedded_straddles, 0);
	lay_layout_free(l);
}

static void of_an_anonymous_member_only_its_members_straddle(void **state)
{
	struct lay_layout *l = lay_out(*state,
		"struct s { char a[56]; struct { u32 x; u32 y; u32 z;"
		"union { char v[8]; u16 w; } __packed; }; } __packed;");

	assert_false(slot_at(l, "{struct}")->flags & LAY_SLOT_STRADDLES);
	assert_int_equal(l->totals.nr_straddles, 0);
	lay_layout_free(l);

	l = lay_out(*state,
		"struct s { char a[62]; struct { u32 x; struct { u32 y; };"
		"} __packed; } __packed;");
	assert_true(slot_at(l, "x")->flags & LAY_SLOT_STRADDLES);
	assert_int_equal(l->totals.nr_straddles, 1);
	assert_int_equal(l->totals.nr_embedded_straddles, 0);
	lay_layout_free(l);
}

static void holes_of_anonymous_members_are_summed_apart(void **state)
{
	struct lay_layout *l = lay_out(*state,
		"struct named { char x; u32 y; };"
		"struct s { u64 a; union { struct { char b; u32 c; };"
		"struct { char d; struct { u16 e; u64 f; char g; }; }; };"
		"struct named in; };");
	const struct lay_totals *t = &l->totals;

	assert_int_equal(t->nr_holes, 0);
	/* behind b, d and e; not behind in.x */
	assert_int_equal(t->nr_anonymous_holes, 3);
	assert_int_equal(t->anonymous_hole_bytes, 3 + 7 + 6);
	assert_int_equal(t->anonymous_padding_bits, 7 * 8);
	assert_int_equal(t->nr_anonymous_bit_holes, 0);
	lay_layout_free(l);

	l = lay_out(*state, "struct s { struct { u32 a:3; u32 b:5;"
		    "char c; u16 d:4; char e; }; };");
	assert_int_equal(l->totals.nr_bit_holes, 0);
	assert_int_equal(l->totals.nr_anonymous_bit_holes, 1);
	lay_layout_free(l);
}

static void bit_fields_tell_their_storage_unit(void **state)
{
	struct lay_layout *l = lay_out(*state,
		"struct in { u8 p; u16 a:3, b:4; };"
		"struct s { u64 x; u32 y; struct in z; };");
	const struct lay_slot *b = slot_at(l, "z.b");

	assert_true(b->flags & LAY_SLOT_BITFIELD);
	assert_int_equal(b->bit_off, (12 * 8) + 11);
	assert_int_equal(b->bit_size, 4);
	assert_int_equal(b->storage_off, 12);
	assert_int_equal(b->storage_size, 2);
	lay_layout_free(l);
}

static void what_ends_in_a_flexible_array_is_flexible(void **state)
{
	struct lay_layout *l = lay_out(*state,
		"struct in { u32 n; u64 data[]; };"
		"struct s { u64 x; struct in tail; };");

	assert_true(slot_at(l, "tail")->flags & LAY_SLOT_FLEXIBLE);
	assert_true(slot_at(l, "tail.data")->flags & LAY_SLOT_EMPTY);
	assert_false(slot_at(l, "x")->flags & LAY_SLOT_FLEXIBLE);
	lay_layout_free(l);
}

static const char grouped[] =
	"struct cacheline_padding { char x[0]; } __aligned(64);"
	"struct s {"
	"	u64 a;"
	"	u8 __cacheline_group_begin__rx[0];"
	"	u32 b, c;"
	"	union { u32 d; u16 e; };"
	"	u8 __cacheline_group_end__rx[0];"
	"	u32 f;"
	"	struct cacheline_padding _pad1_;"
	"	u8 __cacheline_group_begin__tx[0] __aligned(64);"
	"	u64 g;"
	"	u8 __cacheline_group_end__tx[0];"
	"	struct { } __cacheline_group_pad__tx __aligned(64);"
	"	u64 h;"
	"	u8 __cacheline_group_begin__open[0];"
	"	u64 i;"
	"	u8 __cacheline_group_begin__last[0];"
	"	u64 j;"
	"};";

static void groups_are_read_from_their_markers(void **state)
{
	struct lay_layout *l = lay_out(*state, grouped);
	const struct lay_group *g = l->groups;

	assert_int_equal(l->nr_groups, 4);
	assert_string_equal(g[0].name, "rx");
	assert_int_equal(g[0].first_byte, 8);
	assert_int_equal(g[0].end_byte, 20);
	assert_int_equal(g[0].nr_members, 3);
	assert_int_equal(g[0].pad, LAY_NO_SLOT);
	assert_string_equal(g[1].name, "tx");
	assert_int_equal(g[1].first_byte, 64);
	assert_int_equal(g[1].end_byte, 72);
	assert_string_equal(l->slots[g[1].pad].member->name,
			    "__cacheline_group_pad__tx");
	assert_string_equal(g[2].name, "open");
	assert_int_equal(g[2].end, LAY_NO_SLOT);
	assert_int_equal(g[2].end_byte, g[3].first_byte);
	assert_int_equal(g[3].end_byte, l->size);
	assert_int_equal(g[3].nr_members, 1);
	assert_true(slot_at(l, "_pad1_")->flags & LAY_SLOT_SPACER);
	assert_false(slot_at(l, "d")->flags & LAY_SLOT_MARKER);
	lay_layout_free(l);
}

static void groups_of_embedded_records_end_with_them(void **state)
{
	struct lay_layout *l = lay_out(*state,
		"struct in { u64 x; u8 __cacheline_group_begin__g[0]; u64 y; };"
		"struct s { u64 a; struct in b; u64 c; };");

	assert_int_equal(l->nr_groups, 1);
	assert_int_equal(l->groups[0].first_byte, 16);
	assert_int_equal(l->groups[0].end_byte, 24);
	lay_layout_free(l);
}

static void less_alignment_than_a_line_means_phases(void **state)
{
	struct lay_layout *l = lay_out(*state,
		"struct s { u64 a; char pad[48]; u64 b; u64 c; };");
	uint32_t a = lay_layout_find(l, "a"), b = lay_layout_find(l, "b");
	uint32_t c = lay_layout_find(l, "c");

	assert_int_equal(l->align, 8);
	assert_false(l->align_stated);
	assert_int_equal(lay_layout_nr_phases(l), 8);
	assert_int_equal(lay_layout_phases_shared(l, a, b), 1);
	assert_int_equal(lay_layout_phases_shared(l, b, c), 7);
	assert_int_equal(lay_layout_phases_shared(l, a, c), 0);
	assert_int_equal(lay_layout_phases_straddled(l, c), 0);
	assert_int_equal(lay_layout_phases_straddled(l, a + 1), 5);
	lay_layout_free(l);
}

static void a_stated_line_of_alignment_leaves_one_phase(void **state)
{
	struct lay_layout *l = lay_out(*state,
		"struct s { u64 a; u32 b __aligned(64); };");

	assert_int_equal(l->align, 64);
	assert_true(l->align_stated);
	assert_int_equal(lay_layout_nr_phases(l), 1);
	assert_int_equal(lay_layout_phases_shared(l,
			 lay_layout_find(l, "a"), lay_layout_find(l, "b")), 0);
	lay_layout_free(l);
}

static void a_hole_shows_that_natural_alignment_is_real(void **state)
{
	static const struct {
		const char *text;
		bool shown, packed;
	} tests[] = {
		{ "struct s { u64 a; u32 b, c; };", false, false },
		{ "struct s { u64 a; u32 b, c; } __packed;", false, false },
		{ "struct s { u64 a; u32 b; };", true, false },
		{ "struct s { u8 a; u32 b; u64 c; };", true, false },
		{ "struct s { u64 a; u32 b, c; } __aligned(8);", true, false },
		/* the hole is there for what was asked for, packed or not */
		{ "struct s { u8 a; u32 b __aligned(4); u64 c; };",
		  false, false },
		/* what asks for most is itself assumed */
		{ "struct p { u64 l; u32 n, m; };"
		  "struct s { u8 a; u16 b; u32 c; struct p p; };",
		  false, false },
		{ "struct p { u64 l; u32 n; };"
		  "struct s { u8 a; u16 b; u32 c; struct p p; };", true, false },
		/* bits without a name leave holes where there is packing too */
		{ "struct s { u8 a : 3; u32 b; u64 c; };", false, false },
		{ "struct p { u64 l; u32 n, m; } __packed;"
		  "struct s { u8 c; struct p p; } __packed;", true, true },
		{ "struct s { u8 c; u64 d; u8 e[7]; } __packed;", true, true },
		/* what is packed in it says nothing of what is around that */
		{ "struct p { u8 c; u32 n; } __packed;"
		  "struct s { struct p p; u8 e[3]; u64 z; };", false, false },
	};

	for (size_t i = 0; i < sizeof(tests) / sizeof(tests[0]); i++) {
		struct lay_layout *l = lay_out(*state, tests[i].text);

		if (l->align_shown != tests[i].shown ||
		    l->shows_packed != tests[i].packed)
			fail_msg("%s: %d, %d", tests[i].text, l->align_shown,
				 l->shows_packed);
		lay_layout_free(l);
	}
}

static void beside_a_packed_one_natural_alignment_is_not_assumed(void **state)
{
	struct lay_layout *packed = lay_out(*state,
		"struct s { u64 l; u8 c[76]; } __packed;");
	struct lay_layout *open = lay_out(*state,
		"struct s { u64 l; u8 c[76]; u32 n; } __packed;");
	struct lay_layout *shown = lay_out(*state,
		"struct s { u64 l; u8 c[76]; };");
	struct lay_align align[2];

	lay_layout_pair_aligns(packed, open, align);
	assert_int_equal(align[0].least, 1);
	assert_int_equal(align[0].most, 4);
	assert_int_equal(align[1].least, 1);
	assert_int_equal(align[1].most, 8);
	assert_true(lay_layout_same_align(packed, open));
	assert_true(lay_layout_same_align(open, packed));

	/* a hole says that it is not packed, whatever the other was */
	lay_layout_pair_aligns(packed, shown, align);
	assert_int_equal(align[1].least, 8);
	assert_false(lay_layout_same_align(packed, shown));

	lay_layout_pair_aligns(open, shown, align);
	assert_int_equal(align[0].least, 8);
	lay_layout_free(packed);
	lay_layout_free(open);
	lay_layout_free(shown);
}

/* BTF, of which not even the machine may be known. */
static void where_nothing_is_stated_only_places_tell(void **state)
{
	static const struct {
		const char *text;
		uint64_t least, most;
	} tests[] = {
		{ "struct s { u64 a; u32 b, c; };", 1, 16 },
		{ "struct s { u64 a; u32 b, c; } __packed;", 1, 16 },
		{ "struct s { u64 a; u32 b; };", 8, 16 },
		/* 4 is what takes b there, whoever asked for it */
		{ "struct s { u8 a; u32 b; u64 c; };", 4, 16 },
		{ "struct s { u64 a; u8 b[60]; u64 c; } __packed;", 1, 4 },
		{ "struct s { u8 a[20]; };", 1, 4 },
	};
	struct maker *m = *state;

	m->unsaid = LAY_TYPE_UNSAID;
	for (size_t i = 0; i < sizeof(tests) / sizeof(tests[0]); i++) {
		struct lay_layout *l = lay_out(m, tests[i].text);

		if (l->align != tests[i].least || l->align_most != tests[i].most)
			fail_msg("%s: %llu to %llu", tests[i].text,
				 (unsigned long long)l->align,
				 (unsigned long long)l->align_most);
		lay_layout_free(l);
	}
	m->unsaid = 0;
}

static void assert_refused(const struct lay_type *type, uint64_t line_size,
			   enum lay_error_code code, const char *text)
{
	const struct lay_layout_opts opts = { .line_size = line_size };
	struct lay_layout *l = NULL;
	struct lay_error err = { 0 };

	assert_int_equal(lay_layout_make(type, &opts, &l, &err), -(int)code);
	assert_int_equal(err.code, code);
	assert_null(l);
	if (!strstr(err.text, text))
		fail_msg("\"%s\" does not say \"%s\"", err.text, text);
}

static void what_cannot_be_laid_out_is_refused(void **state)
{
	struct lay_type type = { .kind = LAY_KIND_STRUCT, .name = "s",
				 .flags = LAY_TYPE_SIZED, .size = 8 };

	maker_add(*state, "struct s { u64 a; };");
	assert_refused(maker_type(*state, "u64"), 0, LAY_E_USAGE,
		       "no struct or union");
	assert_refused(maker_type(*state, "struct s"), 48, LAY_E_USAGE,
		       "line of 48 bytes");
	type.size = UINT64_C(1) << 63;
	assert_refused(&type, 0, LAY_E_LIMIT, "struct s: its size");
	type.size = 8;
	type.flags |= LAY_TYPE_DECLARATION;
	assert_refused(&type, 0, LAY_E_NOT_FOUND, "struct s is only declared");
}

static void ten_million_members_are_refused_before_memory_is(void **state)
{
	const struct lay_member one = { .name = "x" };
	const struct lay_type type = { .kind = LAY_KIND_STRUCT, .name = "s",
				       .flags = LAY_TYPE_SIZED, .size = 8,
				       .members = &one,
				       .nr_members = 10000000 };

	(void)state;
	assert_refused(&type, 0, LAY_E_LIMIT, "10000000 members");
}

/* Forty records, each of two of the one before: 2^40 leaves. */
static void sharing_without_end_is_cut(void **state)
{
	struct lay_type types[40] = { { 0 } };
	struct lay_member members[40][2] = { { { 0 } } };
	struct lay_layout *l = NULL;
	struct lay_error err = { 0 };

	maker_add(*state, "struct s { u8 a; };");
	for (int i = 0; i < 40; i++) {
		const struct lay_type *inner = i ? &types[i - 1] :
			maker_type(*state, "struct s");

		for (int k = 0; k < 2; k++)
			members[i][k] = (struct lay_member){
				.name = k ? "right" : "left", .type = inner,
				.bit_off = k * inner->size * 8 };
		types[i] = (struct lay_type){
			.kind = LAY_KIND_STRUCT, .flags = LAY_TYPE_SIZED,
			.size = inner->size * 2, .members = members[i],
			.nr_members = 2 };
	}
	if (lay_layout_make(&types[39], NULL, &l, &err) < 0)
		fail_msg("%s", err.text);
	assert_true(l->cut);
	assert_true(l->nr_slots <= LAY_LAYOUT_MAX_SLOTS);
	assert_int_equal(l->totals.member_bits, types[39].size * 8);
	assert_int_not_equal(lay_layout_find(l, "right"), LAY_NO_SLOT);
	lay_layout_free(l);
}

static void a_record_inside_itself_is_not_opened(void **state)
{
	struct lay_member member = { .name = "self" };
	struct lay_type type = { .kind = LAY_KIND_STRUCT, .size = 8,
				 .flags = LAY_TYPE_SIZED, .members = &member,
				 .nr_members = 1 };
	struct lay_layout *l = NULL;

	(void)state;
	member.type = &type;
	assert_int_equal(lay_layout_make(&type, NULL, &l, NULL), 0);
	assert_true(l->cut);
	assert_int_equal(l->nr_slots, 1);
	assert_false(l->slots[0].flags & LAY_SLOT_RECORD);
	lay_layout_free(l);
}

static void an_alignment_larger_than_any_layout_is_not_known(void **state)
{
	static const struct lay_type scalar = {
		.kind = LAY_KIND_BASE, .flags = LAY_TYPE_SIZED, .size = 4,
		.align = UINT64_C(1) << 63,
	};
	static const struct lay_member member = { .name = "v", .type = &scalar };
	static const struct lay_type record = {
		.kind = LAY_KIND_STRUCT, .flags = LAY_TYPE_SIZED, .size = 8,
		.members = &member, .nr_members = 1, .name = "s",
	};
	struct lay_layout *layout;

	(void)state;
	assert_int_equal(lay_layout_make(&record, NULL, &layout, NULL), 0);
	assert_int_equal(layout->aligns[0].asked, 0);
	lay_layout_free(layout);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(embedded_records_open_in_preorder),
		TEST(an_array_of_records_opens_its_first_element),
		TEST(what_takes_no_bits_is_opened_where_it_tells_a_place),
		TEST(members_are_found_by_c_paths),
		TEST(lines_and_straddles_follow_the_line_size),
		TEST(a_member_in_two_lines_straddles),
		TEST(an_embedded_record_straddles_though_no_member_of_it_does),
		TEST(of_an_anonymous_member_only_its_members_straddle),
		TEST(holes_of_anonymous_members_are_summed_apart),
		TEST(bit_fields_tell_their_storage_unit),
		TEST(what_ends_in_a_flexible_array_is_flexible),
		TEST(groups_are_read_from_their_markers),
		TEST(groups_of_embedded_records_end_with_them),
		TEST(less_alignment_than_a_line_means_phases),
		TEST(a_stated_line_of_alignment_leaves_one_phase),
		TEST(a_hole_shows_that_natural_alignment_is_real),
		TEST(beside_a_packed_one_natural_alignment_is_not_assumed),
		TEST(where_nothing_is_stated_only_places_tell),
		TEST(what_cannot_be_laid_out_is_refused),
		TEST(ten_million_members_are_refused_before_memory_is),
		TEST(sharing_without_end_is_cut),
		TEST(a_record_inside_itself_is_not_opened),
		TEST(an_alignment_larger_than_any_layout_is_not_known),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
