// SPDX-License-Identifier: GPL-2.0-only
/*
 * The edits between two anchors: of members, and of what lies between these.
 *
 * Problem: a hole has no name. When members come and go between two anchors so
 * do holes, and which of the new ones is which of the old ones is nothing that
 * the layouts say. Yet what is told of a hole must hold: that it is where it is
 * said to be, in the layout that it is said of, and as large.
 *
 * Idea: holes are those that the layouts have (layout.h), one by one, never a
 * difference of offsets. Those of equal size at either end of the two sequences
 * did nothing and are left out. Of the others a pair is one and the same hole
 * only when both lie directly behind the anchor in front, or both directly
 * before the one behind. Where only old ones remain, these closed; where only
 * new ones, these opened; so it is where one of each remains. Where there are
 * more, one edit tells of all between the two anchors, by their sum and without
 * a place.
 *
 * What the offsets leave over when members and holes are taken off is told as a
 * rest: there is none unless members overlap or could not be read.
 *
 * Cost: linear in the slots of the run.
 */
#include <config.h>

#include "base/vec.h"
#include "diff/edits.h"
#include "base/poison.h"

/* The members of the run on one side: append each as an edit, return the sum of
 * their sizes. */
static int64_t add_members(struct edit_list *l, const struct side *side,
			   const uint32_t *list, uint32_t at, uint32_t end)
{
	bool is_new = side == &l->d->new;
	int64_t sum = 0;

	for (; at < end; at++) {
		const struct lay_slot *s = slot_of(side, list[at]);
		bool left = !is_new && is_matched(side, list[at]);
		struct lay_edit e;

		if (s->flags & LAY_SLOT_UNPLACED)
			continue;
		e = edit_of_member(l->d, side, list[at]);
		if (left)
			e.row = list[at];
		edits_add(l, e, left);
		if (__builtin_add_overflow(sum, (int64_t)s->bit_size, &sum))
			edits_fail(l);
	}
	return sum;
}

/*
 * Gaps
 */

static void add_gap(struct edit_list *l, struct gap_list *gaps,
		    const struct lay_slot *s, bool behind_front)
{
	if (s->kind == LAY_SLOT_PADDING || s->kind == LAY_SLOT_BIT_PADDING) {
		if (!gaps->padding.bits)
			gaps->padding = (struct gap){
				.bit_off = s->bit_off,
				.behind_front = behind_front,
			};
		gaps->padding.bits += s->bit_size;
		return;
	}
	if (VEC_RESERVE(gaps->gap, gaps->nr, gaps->cap, 1) < 0) {
		l->ret = lay_error_set(l->err, LAY_E_NOMEM,
				       "out of memory for holes");
		return;
	}
	gaps->gap[gaps->nr++] = (struct gap){
		.bit_off = s->bit_off,
		.bits = s->bit_size,
		.kind = s->kind,
		.slot = LAY_NO_SLOT,
		.behind_front = behind_front,
	};
}

/* Those among the siblings [@slot, @end); the last have @back, the anchor
 * behind them, for the member that they are in front of. */
static void list_gaps(struct edit_list *l, const struct side *side,
		      uint32_t slot, uint32_t end, uint32_t back,
		      struct gap_list *gaps)
{
	bool in_front = true;
	size_t open = 0;

	gaps->nr = 0;
	gaps->padding.bits = 0;
	for (; slot < end && l->ret >= 0;
	     slot += 1 + slot_of(side, slot)->nr_below) {
		const struct lay_slot *s = slot_of(side, slot);

		if (s->kind == LAY_SLOT_MEMBER) {
			in_front = false;
			for (; open < gaps->nr; open++)
				gaps->gap[open].slot = slot;
		} else if (s->kind != LAY_SLOT_UNKNOWN) {
			add_gap(l, gaps, s, in_front);
		}
	}
	for (; open < gaps->nr; open++) {
		gaps->gap[open].slot = back;
		gaps->gap[open].before_back = back != LAY_NO_SLOT;
	}
}

static uint64_t sum_of_gaps(const struct gap_list *gaps)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < gaps->nr; i++)
		sum += gaps->gap[i].bits;
	return sum;
}

/* @before closed and @after opened, or the one became the other. */
static void add_hole(struct edit_list *l, const struct gap *before,
		     const struct gap *after)
{
	const struct side *side = after ? &l->d->new : &l->d->old;
	uint32_t slot = after ? after->slot : before->slot;
	struct lay_edit e = { .kind = LAY_EDIT_HOLE, .row = l->row };
	bool late = !after && slot != LAY_NO_SLOT && is_matched(side, slot);

	if (slot != LAY_NO_SLOT)
		e.row = late ? slot : side->row[slot];
	if (before) {
		e.old_bits = before->bits;
		e.old_bit_off = before->bit_off;
	}
	if (after) {
		e.new_bits = after->bits;
		e.new_bit_off = after->bit_off;
	}
	e.shift_bits = (int64_t)e.new_bits - (int64_t)e.old_bits;
	edits_add(l, e, late);
}

/*
 * Which is which
 */

/* Gaps of both sides without those left out at either end. */
struct rest {
	const struct gap *old, *new;
	size_t nr_old, nr_new;
};

static struct rest rest_of(const struct gap_list *old,
			   const struct gap_list *new)
{
	struct rest r = { old->gap, new->gap, old->nr, new->nr };

	for (; r.nr_old && r.nr_new && r.old->bits == r.new->bits;
	     r.nr_old--, r.nr_new--) {
		r.old++;
		r.new++;
	}
	while (r.nr_old && r.nr_new &&
	       r.old[r.nr_old - 1].bits == r.new[r.nr_new - 1].bits) {
		r.nr_old--;
		r.nr_new--;
	}
	return r;
}

static bool are_one(const struct gap *a, const struct gap *b)
{
	return (a->behind_front && b->behind_front) ||
	       (a->before_back && b->before_back);
}

/* All holes between the anchor in front of run @i and the one behind it. */
static void add_sum_of_holes(struct edit_list *l, uint32_t i,
			     const struct gap_list *old,
			     const struct gap_list *new)
{
	const struct anchor *anchors = l->lv->anchors;
	struct lay_edit e = {
		.kind = LAY_EDIT_HOLES,
		.row = LAY_NO_ROW,
		.front = LAY_NO_ROW,
		.old_bits = sum_of_gaps(old),
		.new_bits = sum_of_gaps(new),
	};

	if (i > 0)
		e.front = anchor_row(l, &anchors[i - 1]);
	if (i < l->lv->nr_anchors)
		e.row = anchor_row(l, &anchors[i]);
	e.shift_bits = (int64_t)e.new_bits - (int64_t)e.old_bits;
	edits_add(l, e, false);
}

/* How many of the first of @gaps, directly behind the anchor in front, are
 * together as large as the padding @bits; 0: none. A padding behind a bit-field
 * becomes a bit hole and a hole. */
static size_t nr_of_padding(const struct gap *gaps, size_t nr, uint64_t bits)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < nr && gaps[i].behind_front && sum < bits; i++) {
		sum += gaps[i].bits;
		if (sum == bits)
			return i + 1;
	}
	return 0;
}

/* The padding, unless it became holes as large, or was such; then these are
 * taken off @r. */
static void add_padding(struct edit_list *l, const struct gap *old,
			const struct gap *new, struct rest *r)
{
	size_t nr = 0;

	if (old->bits && !new->bits && old->behind_front) {
		nr = nr_of_padding(r->new, r->nr_new, old->bits);
		r->new += nr;
		r->nr_new -= nr;
	} else if (new->bits && !old->bits && new->behind_front) {
		nr = nr_of_padding(r->old, r->nr_old, new->bits);
		r->old += nr;
		r->nr_old -= nr;
	}
	if (nr)
		return;
	edits_add(l, (struct lay_edit){
		.kind = LAY_EDIT_PADDING,
		.row = l->row,
		.old_bits = old->bits,
		.new_bits = new->bits,
		.old_bit_off = old->bit_off,
		.new_bit_off = new->bit_off,
		.shift_bits = (int64_t)new->bits - (int64_t)old->bits,
	}, false);
}

static void add_holes(struct edit_list *l, uint32_t i,
		      const struct gap_list *old, const struct gap_list *new)
{
	struct rest r = rest_of(old, new);

	if (r.nr_old && r.nr_new && r.nr_old + r.nr_new > 2) {
		add_sum_of_holes(l, i, old, new);
		r.nr_old = r.nr_new = 0;
	} else if (r.nr_old && r.nr_new && are_one(r.old, r.new)) {
		add_hole(l, r.old, r.new);
		r.nr_old = r.nr_new = 0;
	}
	add_padding(l, &old->padding, &new->padding, &r);
	for (size_t k = 0; k < r.nr_old; k++)
		add_hole(l, &r.old[k], NULL);
	for (size_t k = 0; k < r.nr_new; k++)
		add_hole(l, NULL, &r.new[k]);
}

/*
 * Runs
 */

/* The slots between the anchors of one side: where they begin, and end. */
struct stretch {
	uint32_t slot, end, back;
};

static struct stretch stretch_of(const struct side *side, uint32_t record,
				 const uint32_t *list, uint32_t at,
				 uint32_t end, uint32_t nr)
{
	struct stretch s = { first_inside(record), end_inside(side, record),
			     LAY_NO_SLOT };

	if (at > 0)
		s.slot = list[at - 1] + 1 + slot_of(side, list[at - 1])->nr_below;
	if (end < nr)
		s.end = s.back = list[end];
	return s;
}

/* What of @extent is left when members, of @sum, and gaps are taken off. */
static int64_t rest_in(struct edit_list *l, struct extent extent, int64_t sum,
		       const struct gap_list *gaps)
{
	int64_t all = (int64_t)(extent.end - extent.start);

	return edits_less(l, edits_less(l, all, sum),
			  (int64_t)(sum_of_gaps(gaps) + gaps->padding.bits));
}

void edits_of_run(struct edit_list *l, uint32_t i, struct extent before,
		  struct extent after)
{
	const struct level *lv = l->lv;
	const struct side *old = &l->d->old, *new = &l->d->new;
	const struct run run = level_run(lv, i);
	struct gap_list *gaps = l->gaps;
	struct stretch s;
	int64_t old_rest, new_rest;

	old_rest = add_members(l, old, lv->olds, run.old_at, run.old_end);
	new_rest = add_members(l, new, lv->news, run.new_at, run.new_end);
	s = stretch_of(old, lv->old_record, lv->olds, run.old_at, run.old_end,
		       lv->nr_olds);
	list_gaps(l, old, s.slot, s.end, s.back, &gaps[0]);
	s = stretch_of(new, lv->new_record, lv->news, run.new_at, run.new_end,
		       lv->nr_news);
	list_gaps(l, new, s.slot, s.end, s.back, &gaps[1]);
	if (l->ret < 0)
		return;
	add_holes(l, i, &gaps[0], &gaps[1]);
	old_rest = rest_in(l, before, old_rest, &gaps[0]);
	new_rest = rest_in(l, after, new_rest, &gaps[1]);
	edits_add(l, (struct lay_edit){
		.kind = LAY_EDIT_REST,
		.row = i < lv->nr_anchors ? anchor_row(l, &lv->anchors[i]) :
					    l->row,
		.shift_bits = edits_less(l, new_rest, old_rest),
	}, false);
}
