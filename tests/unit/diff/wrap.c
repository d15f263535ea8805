// SPDX-License-Identifier: GPL-2.0-only
/* Members that live on at their place while what is around them changes. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "unit/diff/compare.h"
#include "base/poison.h"

#define COMPARE(c, before, after) \
	compare_text(c, "", "struct s { " before " };", \
		     "struct s { " after " };", "struct s")

static void a_record_that_got_a_name_is_renamed(void **state)
{
	struct comparison c;

	(void)state;
	COMPARE(&c, "struct { u32 i, j; }; u64 k;",
		"struct { u32 i, j; } nm; u64 k;");
	assert_rows(&c, "nm nm.i nm.j k");
	assert_what(&c, "nm", "renamed");
	assert_what(&c, "nm.i", "");
	assert_mates(&c, "k", " / ");
	comparison_deinit(&c);

	COMPARE(&c, "struct { u32 i, j; } nm; u64 k;",
		"struct { u32 i, j; }; u64 k;");
	assert_rows(&c, "{struct} i j k");
	assert_what(&c, "{struct}", "renamed");
	assert_mates(&c, "k", " / ");
	comparison_deinit(&c);

	/* what is edited in it is no other than in any record */
	COMPARE(&c, "u64 a; struct { u32 i, j; }; u64 k;",
		"u64 a; struct { u64 n; u32 i, j; } nm; u64 k;");
	assert_rows(&c, "a nm +nm.n nm.i nm.j k");
	assert_causes(&c, "nm.i", "added nm.n +8");
	assert_causes(&c, "k", "added nm.n +8");
	comparison_deinit(&c);

	/* another that came where one went is another */
	COMPARE(&c, "struct { u32 i, j; }; u64 k;",
		"struct { u32 p, q; } nm; u64 k;");
	assert_rows(&c, "-{struct} -i -j +nm +nm.p +nm.q k");
	comparison_deinit(&c);
	COMPARE(&c, "struct { u32 i, j; }; u64 k;",
		"union { u32 i, j; } nm; u64 k;");
	assert_what(&c, "nm", "added wrapper");
	comparison_deinit(&c);
}

static void a_member_goes_from_an_anonymous_record_into_one_with_a_name(
	void **state)
{
	struct comparison c;

	(void)state;
	COMPARE(&c, "u32 lo; struct { u32 m, n; }; u32 hi; u8 fill[44]; u32 e;",
		"struct { u32 lo, m; } n1; u32 n, hi; u8 fill[52]; u32 e;");
	assert_rows(&c, "+n1 n1.lo n1.m -{struct} n hi fill e");
	assert_what(&c, "n1.m", "wrapped unwrapped");
	assert_what(&c, "n1", "added wrapper");
	assert_mates(&c, "fill", " / ");
	assert_mates(&c, "n1.m", " / e");
	comparison_deinit(&c);

	COMPARE(&c, "u8 p[56]; union { u32 a; u64 l; }; u32 t;",
		"u8 p[56]; struct { u32 a, b; } u; u64 l; u32 t;");
	assert_rows(&c, "p +u u.a +u.b -{union} l t");
	assert_what(&c, "u.a", "wrapped unwrapped");
	assert_what(&c, "u", "added wrapper");
	assert_causes(&c, "t", "added u +8");
	comparison_deinit(&c);

	COMPARE(&c, "u8 p[56]; union { u32 a; u64 l; }; u32 t;",
		"u8 p[56]; struct { u32 b, a; } u; u64 l; u32 t;");
	assert_what(&c, "u.a", "moved wrapped unwrapped");
	comparison_deinit(&c);

	/* of another size it may be any other */
	COMPARE(&c, "u8 p[56]; union { u32 a; u64 l; }; u32 t;",
		"u8 p[56]; struct { u64 a; u32 b; } u; u64 l; u32 t;");
	assert_what(&c, "u.a", "added");
	comparison_deinit(&c);
}

static void what_is_in_front_in_a_new_record_is_told(void **state)
{
	struct comparison c;

	(void)state;
	COMPARE(&c, "u8 p[60]; u32 a; u32 b; u32 z;",
		"u8 p[60]; struct { u32 n[3]; u32 a, b; }; u32 z;");
	assert_causes(&c, "a", "added n +12");
	assert_causes(&c, "b", "added n +12");
	comparison_deinit(&c);

	/* iommu_domain, from 6.1 to 6.12 */
	COMPARE(&c, "u64 ops; u64 handler, token; u64 geo; u64 cookie;",
		"u64 ops, dirty; u64 geo; u64 cookie;"
		"union { struct { u64 handler, token; }; u64 mm[3]; };");
	assert_what(&c, "handler", "moved wrapped");
	assert_causes(&c, "handler", "added dirty +8, passed geo +8, "
				     "passed cookie +8");
	comparison_deinit(&c);

	/* what is in front of the record is told as of its neighbours */
	COMPARE(&c, "u64 a; u32 b; u64 l; u64 z;",
		"u64 a; u64 d[2]; u64 b; union { u64 l; u64 k; }; u64 z;");
	assert_causes(&c, "l", "added d +16, resized b +4, hole before l -4");
	comparison_deinit(&c);
}

static void a_union_around_what_is_in_front_is_told_by_what_it_adds(void **state)
{
	struct comparison c;

	(void)state;
	/* page_pool_params, from 6.1 to 6.12 */
	COMPARE(&c, "u64 o, p; u64 cb, arg;",
		"union { struct { u64 o, p, napi; }; u64 fast[3]; };"
		"union { struct { u64 dev, cb, arg; }; u64 slow[3]; };");
	assert_causes(&c, "cb", "added napi +8, added dev +8");
	comparison_deinit(&c);
}

static void one_that_stays_in_front_came_from_nowhere(void **state)
{
	struct comparison c;

	(void)state;
	/* z has x in front of it, as before, and k did not move */
	COMPARE(&c, "struct { u64 a, x, b; }; u64 n; u64 k;"
		"struct { u64 p, q; }; u64 z;",
		"struct { u64 a, b; }; u64 n, m; u64 k;"
		"struct { u64 p, x, q; }; u64 z;");
	assert_what(&c, "x", "moved wrapped unwrapped");
	assert_causes(&c, "k", "left x -8, added m +8");
	assert_causes(&c, "z", "added m +8");
	comparison_deinit(&c);
}

/*
 * Whatever is around them
 */

#define NR_PAIRS 3000
#define MAX_FIELDS 14
#define MAX_AROUND 3
#define MAX_ROWS 64

/* Fields of words, so that there are no holes, and the records around them. */
struct range {
	uint32_t from, end;
};

struct nest {
	uint32_t names[MAX_FIELDS], words[MAX_FIELDS], nr;
	struct range around[MAX_AROUND];
	uint32_t nr_around;
};

/* Records are inside each other or apart. */
static bool fits(const struct nest *n, const struct range *r)
{
	for (uint32_t i = 0; i < n->nr_around; i++) {
		const struct range *o = &n->around[i];

		if (r->from < o->end && o->from < r->end &&
		    !(r->from <= o->from && r->end >= o->end) &&
		    !(o->from <= r->from && o->end >= r->end))
			return false;
	}
	return true;
}

static void put_around(struct random *r, struct nest *n)
{
	struct range range = { .from = next(r, n->nr) };

	range.end = range.from + 1 + next(r, n->nr - range.from);
	if (n->nr_around < MAX_AROUND && fits(n, &range))
		n->around[n->nr_around++] = range;
}

static void take_from_around(struct random *r, struct nest *n)
{
	uint32_t nr = n->nr_around;

	if (!nr)
		return;
	n->around[next(r, nr)] = n->around[nr - 1];
	n->nr_around--;
}

/* Records stay at their places, so that fields come into them, and leave. */
static void change(struct random *r, struct nest *n, uint32_t name)
{
	uint32_t at = next(r, n->nr), to = next(r, n->nr);
	uint32_t moved = n->names[at], words = n->words[at];

	switch (next(r, 6)) {
	case 0:
		n->names[at] = name;
		break;
	case 1:
		n->words[at] = 1 + next(r, 5);
		break;
	case 2:
		put_around(r, n);
		break;
	case 3:
		take_from_around(r, n);
		break;
	default:
		for (; at < to; at++) {
			n->names[at] = n->names[at + 1];
			n->words[at] = n->words[at + 1];
		}
		for (; at > to; at--) {
			n->names[at] = n->names[at - 1];
			n->words[at] = n->words[at - 1];
		}
		n->names[to] = moved;
		n->words[to] = words;
	}
}

static void say(char *text, size_t size, const struct nest *n)
{
	size_t len = (size_t)snprintf(text, size, "struct s {");

	for (uint32_t i = 0; i < n->nr; i++) {
		for (uint32_t k = 0; k < n->nr_around; k++)
			if (n->around[k].from == i)
				len += (size_t)snprintf(text + len, size - len,
							" struct {");
		len += (size_t)snprintf(text + len, size - len, " u32 m%u[%u];",
					n->names[i], n->words[i]);
		for (uint32_t k = 0; k < n->nr_around; k++)
			if (n->around[k].end == i + 1)
				len += (size_t)snprintf(text + len, size - len,
							" };");
	}
	snprintf(text + len, size - len, " };");
}

/* What is told of each field, or holds: how many bits of it came in front. */
struct terms {
	int64_t of[MAX_ROWS];
};

struct told {
	const struct lay_diff *d;
	uint32_t old_row[256], new_row[256];	/* of slots */
	struct terms t;
};

static bool is_field(const struct lay_layout *l, uint32_t slot)
{
	return l->slots[slot].kind == LAY_SLOT_MEMBER &&
	       !(l->slots[slot].flags & LAY_SLOT_RECORD);
}

/* Add the fields in the slot of @row on one side, @sign times. */
static void tell(struct told *told, uint32_t row, bool is_new, int64_t sign)
{
	const struct lay_row *r = &told->d->rows[row];
	const struct lay_layout *l = is_new ? told->d->after : told->d->before;
	uint32_t slot = is_new ? r->new_slot : r->old_slot, end;

	if (slot == LAY_NO_SLOT)
		return;
	end = slot + 1 + l->slots[slot].nr_below;
	for (; slot < end; slot++)
		if (is_field(l, slot))
			told->t.of[is_new ? told->new_row[slot] :
					    told->old_row[slot]] +=
				sign * (int64_t)l->slots[slot].bit_size;
}

/* To be put around others moves nobody: that is never what is told. */
static void tell_grown(struct told *told, uint32_t row)
{
	assert_false(told->d->rows[row].what & LAY_ROW_WRAPPER);
	tell(told, row, true, 1);
	tell(told, row, false, -1);
}

static bool tell_edit(struct told *told, const struct lay_edit *e)
{
	switch (e->kind) {
	case LAY_EDIT_ADDED:
	case LAY_EDIT_MOVED_HERE:
		tell(told, e->row, true, 1);
		return !e->old_bits;
	case LAY_EDIT_REMOVED:
	case LAY_EDIT_MOVED_AWAY:
		tell(told, e->row, false, -1);
		return !e->new_bits;
	case LAY_EDIT_RESIZED:
		tell_grown(told, e->row);
		return true;
	default:	/* there are no holes */
		return false;
	}
}

/* Is @slot in a record that is as large in the other layout? Its edits cancel,
 * and nothing is told of them outside. */
static bool is_in_equal(const struct told *told, const struct lay_layout *l,
			const uint32_t *row, uint32_t slot)
{
	const struct lay_diff *d = told->d;

	while (slot != LAY_NO_SLOT && l->slots[slot].parent != LAY_NO_SLOT) {
		const struct lay_row *r;

		slot = l->slots[slot].parent;
		r = &d->rows[row[slot]];
		if (r->old_slot != LAY_NO_SLOT && r->new_slot != LAY_NO_SLOT &&
		    d->before->slots[r->old_slot].bit_size ==
			    d->after->slots[r->new_slot].bit_size)
			return true;
	}
	return false;
}

static bool is_absorbed(const struct told *told, uint32_t row)
{
	const struct lay_row *r = &told->d->rows[row];

	return is_in_equal(told, told->d->before, told->old_row, r->old_slot) ||
	       is_in_equal(told, told->d->after, told->new_row, r->new_slot);
}

/* All that is told of the move of row @m is so, and no part of it is said to
 * come from its record alone. */
static bool is_told(struct told *told, uint32_t m)
{
	const struct lay_diff *d = told->d;
	struct lay_cause *causes;
	bool good = true;
	size_t nr;

	memset(&told->t, 0, sizeof(told->t));
	assert_int_equal(lay_diff_causes(d, m, &causes, &nr, NULL), 0);
	for (size_t i = 0; i < nr && good; i++) {
		const struct lay_cause *c = &causes[i];

		if (c->kind == LAY_CAUSE_PASSED)
			tell(told, c->row, c->shift_bits > 0,
			     c->shift_bits > 0 ? 1 : -1);
		else if (c->kind == LAY_CAUSE_RESIZED)
			tell_grown(told, c->row);
		else
			good = tell_edit(told, &d->edits[c->edit]);
	}
	free(causes);
	for (uint32_t i = 0; i < d->nr_rows && good; i++) {
		const struct lay_row *r = &d->rows[i];
		int64_t bits = 0;

		if (r->new_slot != LAY_NO_SLOT &&
		    r->new_slot < d->rows[m].new_slot)
			bits += (int64_t)d->after->slots[r->new_slot].bit_size;
		if (r->old_slot != LAY_NO_SLOT &&
		    r->old_slot < d->rows[m].old_slot)
			bits -= (int64_t)d->before->slots[r->old_slot].bit_size;
		good = !told->t.of[i] || told->t.of[i] == bits ||
		       is_absorbed(told, i);
	}
	return good;
}

static bool crossed(const struct lay_diff *d, uint32_t row)
{
	return d->rows[row].what & (LAY_ROW_WRAPPED | LAY_ROW_UNWRAPPED) &&
	       is_field(d->after, d->rows[row].new_slot);
}

static uint32_t assert_all_told(const struct lay_diff *d, const char *before,
				const char *after)
{
	struct told told = { .d = d };
	uint32_t nr = 0;

	assert_true(d->nr_rows <= MAX_ROWS);
	for (uint32_t i = 0; i < d->nr_rows; i++) {
		if (d->rows[i].old_slot != LAY_NO_SLOT)
			told.old_row[d->rows[i].old_slot] = i;
		if (d->rows[i].new_slot != LAY_NO_SLOT)
			told.new_row[d->rows[i].new_slot] = i;
	}
	for (uint32_t i = 0; i < d->nr_rows; i++) {
		if (!crossed(d, i))
			continue;
		nr++;
		if (!is_told(&told, i))
			fail_msg("row %u of\n%s\n%s", i, before, after);
	}
	return nr;
}

static void of_random_nests_what_moved_each_member_is_told(void **state)
{
	struct random r = { 0x2545f4914f6cdd1du };
	uint32_t nr_crossed = 0;

	(void)state;
	for (int pair = 0; pair < NR_PAIRS; pair++) {
		struct nest n = { .nr = 3 + next(&r, MAX_FIELDS - 2) };
		uint32_t changes = 1 + next(&r, 5);
		char before[1024], after[1024];
		struct comparison c;

		for (uint32_t i = 0; i < n.nr; i++) {
			n.names[i] = i;
			n.words[i] = 1 + next(&r, 5);
		}
		for (uint32_t i = next(&r, MAX_AROUND + 1); i; i--)
			put_around(&r, &n);
		say(before, sizeof(before), &n);
		for (uint32_t i = 0; i < changes; i++)
			change(&r, &n, 100 + i);
		say(after, sizeof(after), &n);
		compare_text(&c, "", before, after, "struct s");
		nr_crossed += assert_all_told(c.diff, before, after);
		comparison_deinit(&c);
	}
	assert_true(nr_crossed > NR_PAIRS);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_record_that_got_a_name_is_renamed),
		cmocka_unit_test(a_member_goes_from_an_anonymous_record_into_one_with_a_name),
		cmocka_unit_test(what_is_in_front_in_a_new_record_is_told),
		cmocka_unit_test(
			a_union_around_what_is_in_front_is_told_by_what_it_adds),
		cmocka_unit_test(one_that_stays_in_front_came_from_nowhere),
		cmocka_unit_test(of_random_nests_what_moved_each_member_is_told),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
