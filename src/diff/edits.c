// SPDX-License-Identifier: GPL-2.0-only
/*
 * What moved a member.
 *
 * Problem: a patch takes two bytes out of the middle of a record, and what hurts
 * is eight bytes nearer to the front and one line up, a hundred bytes behind.
 * The reader wants to be told which edits did it and how much each had in it,
 * in numbers that add up.
 *
 * Idea: a record is a sequence of members and holes, so that the place of each
 * member is the sum of the sizes of all that stands before it. Then the move of
 * a member is the sum, over all that stands before it in either record, of what
 * that takes now less what it took before. Nearly all of these terms are zero;
 * the others are the edits:
 *
 *	added, moved here		+ size
 *	removed, moved away		- size
 *	resized				new size - old size
 *	hole				bits between a member and the one in
 *					front of it, now less before
 *
 * Anchors (level.h) are the members whose order is the same in both, so what
 * stands before one stands before all that follow: the edits of a record are
 * one list, and those in front of an anchor are a prefix of it. That makes them
 * as cheap as the list. Holes between two anchors are taken together: whether
 * one is in front of a member that came or behind it is nothing that an edit
 * did. A member that changed its place among the others is told in the list
 * twice, where it left and where it arrived, for the sake of those it passed;
 * its own move has one cause, an edit of its own.
 *
 * Embedded records are sequences in sequences: a member inside moves by what
 * its record moves and by the edits in front of it in there. Likewise a record
 * that grew has the edits inside it as reason, which add up to its growth.
 *
 * The members of a union all stand at its start; the one that reaches furthest
 * sets its size.
 *
 * All sums are signed bits, so bit-fields are members like any other, and hold
 * in records whose members overlap: there a hole can be negative.
 *
 * Invariant, asserted: edits up to an anchor add up to its move in its record;
 * all edits of a record add up to the change of its size.
 *
 * Cost: linear in the members of both records.
 */
#include <config.h>

#include <assert.h>

#include "base/vec.h"
#include "diff/level.h"
#include "base/poison.h"

/* The edits of one level while they are made. */
struct list {
	struct diff *d;
	const struct level *lv;
	uint32_t first;		/* of its edits */
	int64_t sum;		/* of their shifts so far */
	struct lay_error *err;
	int ret;		/* first failure: later calls do nothing */
};

static void fail(struct list *l)
{
	if (l->ret >= 0)
		l->ret = lay_error_set(l->err, LAY_E_LIMIT,
			"members overlap too far to add them up");
}

int edit_append(struct diff *d, const struct lay_edit *edit, int64_t sum,
		struct lay_error *err)
{
	if (VEC_RESERVE(d->edits, d->nr_edits, d->cap_edits, 1) < 0 ||
	    VEC_RESERVE(d->sums, d->nr_edits, d->cap_sums, 1) < 0)
		return lay_error_set(err, LAY_E_NOMEM,
				     "out of memory for edits");
	d->sums[d->nr_edits] = sum;
	d->edits[d->nr_edits++] = *edit;
	return 0;
}

static void append(struct list *l, struct lay_edit edit)
{
	if (!edit.shift_bits || l->ret < 0)
		return;
	if (__builtin_add_overflow(l->sum, edit.shift_bits, &l->sum))
		fail(l);
	else
		l->ret = edit_append(l->d, &edit, l->sum, l->err);
}

/*
 * Runs and anchors
 */

/* The members of a run on one side: append each as an edit, return the sum of
 * their sizes. */
static int64_t append_members(struct list *l, const struct side *side,
			      const uint32_t *list, uint32_t at, uint32_t end)
{
	bool is_new = side == &l->d->new;
	int64_t sum = 0;

	for (; at < end; at++) {
		const struct lay_slot *s = slot_of(side, list[at]);
		bool stays = is_matched(side, list[at]);
		struct lay_edit e = { .row = side->row[list[at]] };

		if (s->flags & LAY_SLOT_UNPLACED)
			continue;
		if (is_new) {
			e.kind = stays ? LAY_EDIT_MOVED_HERE : LAY_EDIT_ADDED;
			e.new_bits = s->bit_size;
			e.new_bit_off = s->bit_off;
			e.shift_bits = (int64_t)s->bit_size;
		} else {
			e.kind = stays ? LAY_EDIT_MOVED_AWAY : LAY_EDIT_REMOVED;
			/* where it went may have no row yet: edits_finish() */
			if (stays)
				e.row = list[at];
			e.old_bits = s->bit_size;
			e.old_bit_off = s->bit_off;
			e.shift_bits = -(int64_t)s->bit_size;
		}
		append(l, e);
		if (__builtin_add_overflow(sum, (int64_t)s->bit_size, &sum))
			fail(l);
	}
	return sum;
}

static uint64_t not_negative(int64_t bits)
{
	return bits > 0 ? (uint64_t)bits : 0;
}

/*
 * A run and the holes in it. @before and @after run from the end of the anchor
 * in front to the start of the one behind, or to the end of the record.
 */
static void append_run(struct list *l, const struct run *run,
		       struct extent before, struct extent after,
		       enum lay_edit_kind hole, uint32_t row)
{
	const struct level *lv = l->lv;
	int64_t old_hole = (int64_t)before.end - (int64_t)before.start;
	int64_t new_hole = (int64_t)after.end - (int64_t)after.start;

	if (__builtin_sub_overflow(old_hole,
			append_members(l, &l->d->old, lv->olds, run->old_at,
				       run->old_end), &old_hole) ||
	    __builtin_sub_overflow(new_hole,
			append_members(l, &l->d->new, lv->news, run->new_at,
				       run->new_end), &new_hole)) {
		fail(l);
		return;
	}
	append(l, (struct lay_edit){
		.kind = hole,
		.row = row,
		.old_bits = not_negative(old_hole),
		.new_bits = not_negative(new_hole),
		.old_bit_off = before.end - not_negative(old_hole),
		.new_bit_off = after.end - not_negative(new_hole),
		.shift_bits = new_hole - old_hole,
	});
}

/* The row that an anchor is told by: of the record around the others, if it
 * has one. */
static uint32_t anchor_row(const struct list *l, const struct anchor *a)
{
	uint32_t old_slot = l->lv->olds[a->old_at];

	if (!is_matched(&l->d->old, old_slot))
		return l->d->old.row[old_slot];
	return l->d->new.row[l->lv->news[a->new_at]];
}

/* The edits so far are those in front of all members of @a. */
static void set_front(struct list *l, const struct anchor *a, int64_t move)
{
	struct diff *d = l->d;
	uint32_t row = anchor_row(l, a);

	d->rows[row].first_edit = l->first;
	d->rows[row].nr_edits = (uint32_t)d->nr_edits - l->first;
	if (d->rows[row].what & LAY_ROW_WRAPPER)
		d->rows[row].move_bits = move;
	for (uint32_t i = 0; i < a->nr_new; i++) {
		struct lay_row *r;

		r = &d->rows[d->new.row[l->lv->news[a->new_at + i]]];
		r->first_edit = l->first;
		r->nr_edits = (uint32_t)d->nr_edits - l->first;
	}
}

static void append_anchor(struct list *l, const struct anchor *a,
			  struct extent before, struct extent after)
{
	int64_t move = (int64_t)after.start - (int64_t)before.start;
	int64_t base = (int64_t)record_start(&l->d->new, l->lv->new_record) -
		       (int64_t)record_start(&l->d->old, l->lv->old_record);

	if (l->ret < 0)
		return;
	assert(l->sum == move - base);
	set_front(l, a, move);
	append(l, (struct lay_edit){
		.kind = LAY_EDIT_RESIZED,
		.row = anchor_row(l, a),
		.old_bits = before.end - before.start,
		.new_bits = after.end - after.start,
		.old_bit_off = before.start,
		.new_bit_off = after.start,
		.shift_bits = (int64_t)(after.end - after.start) -
			      (int64_t)(before.end - before.start),
	});
}

/*
 * Levels
 */

static void append_struct(struct list *l, uint32_t row)
{
	const struct level *lv = l->lv;
	struct diff *d = l->d;
	uint64_t old_start = record_start(&d->old, lv->old_record);
	uint64_t new_start = record_start(&d->new, lv->new_record);
	uint64_t old_end = old_start + record_bits(&d->old, lv->old_record);
	uint64_t new_end = new_start + record_bits(&d->new, lv->new_record);
	struct run run;

	for (uint32_t i = 0; i < lv->nr_anchors; i++) {
		const struct anchor *a = &lv->anchors[i];
		struct extent before = anchor_old(d, lv, a);
		struct extent after = anchor_new(d, lv, a);

		run = level_run(lv, i);
		append_run(l, &run, (struct extent){ old_start, before.start },
			   (struct extent){ new_start, after.start },
			   LAY_EDIT_HOLE, anchor_row(l, a));
		append_anchor(l, a, before, after);
		old_start = before.end;
		new_start = after.end;
	}
	run = level_run(lv, lv->nr_anchors);
	append_run(l, &run, (struct extent){ old_start, old_end },
		   (struct extent){ new_start, new_end }, LAY_EDIT_PADDING,
		   row);
}

/* The member of a union that reaches furthest, LAY_NO_SLOT if none has bits,
 * and how far. */
static uint32_t furthest(const struct side *side, uint32_t record,
			 const uint32_t *list, uint32_t nr, uint64_t *reach)
{
	uint32_t best = LAY_NO_SLOT;

	*reach = 0;
	for (uint32_t i = 0; i < nr; i++) {
		const struct lay_slot *s = slot_of(side, list[i]);
		uint64_t end = s->bit_off + s->bit_size -
			       record_start(side, record);

		if (s->flags & LAY_SLOT_UNPLACED || end <= *reach)
			continue;
		*reach = end;
		best = list[i];
	}
	return best;
}

static void append_union(struct list *l, uint32_t row)
{
	const struct level *lv = l->lv;
	struct diff *d = l->d;
	uint64_t old_size = record_bits(&d->old, lv->old_record);
	uint64_t new_size = record_bits(&d->new, lv->new_record);
	uint64_t old_reach, new_reach;
	uint32_t u = furthest(&d->old, lv->old_record, lv->olds, lv->nr_olds,
			      &old_reach);
	uint32_t v = furthest(&d->new, lv->new_record, lv->news, lv->nr_news,
			      &new_reach);
	struct lay_edit e = {
		.old_bits = old_reach,
		.new_bits = new_reach,
		.old_bit_off = record_start(&d->old, lv->old_record),
		.new_bit_off = record_start(&d->new, lv->new_record),
		.shift_bits = (int64_t)new_reach - (int64_t)old_reach,
	};

	if (new_reach > old_reach) {
		e.kind = is_matched(&d->new, v) ?
			LAY_EDIT_RESIZED : LAY_EDIT_ADDED;
		e.row = d->new.row[v];
	} else if (old_reach > new_reach) {
		e.kind = is_matched(&d->old, u) ?
			LAY_EDIT_RESIZED : LAY_EDIT_REMOVED;
		e.row = d->old.row[u];
	}
	append(l, e);
	append(l, (struct lay_edit){
		.kind = LAY_EDIT_PADDING,
		.row = row,
		.old_bits = not_negative((int64_t)old_size - (int64_t)old_reach),
		.new_bits = not_negative((int64_t)new_size - (int64_t)new_reach),
		.old_bit_off = e.old_bit_off + old_reach,
		.new_bit_off = e.new_bit_off + new_reach,
		.shift_bits = (int64_t)(new_size - new_reach) -
			      (int64_t)(old_size - old_reach),
	});
}

/* A struct that became a union: there is no sequence to compare. */
static void append_mixed(struct list *l, uint32_t row)
{
	uint64_t old_size = record_bits(&l->d->old, l->lv->old_record);
	uint64_t new_size = record_bits(&l->d->new, l->lv->new_record);

	append(l, (struct lay_edit){
		.kind = LAY_EDIT_RESIZED,
		.row = row,
		.old_bits = old_size,
		.new_bits = new_size,
		.old_bit_off = record_start(&l->d->old, l->lv->old_record),
		.new_bit_off = record_start(&l->d->new, l->lv->new_record),
		.shift_bits = (int64_t)new_size - (int64_t)old_size,
	});
}

int edits_of_level(struct diff *d, const struct level *lv, uint32_t row,
		   struct lay_error *err)
{
	struct list l = { .d = d, .lv = lv, .err = err,
			  .first = (uint32_t)d->nr_edits };
	uint32_t nr;

	if (lv->is_mixed)
		append_mixed(&l, row);
	else if (lv->is_union)
		append_union(&l, row);
	else
		append_struct(&l, row);
	if (l.ret < 0)
		return l.ret;
	assert(l.sum == (int64_t)record_bits(&d->new, lv->new_record) -
			(int64_t)record_bits(&d->old, lv->old_record));
	nr = (uint32_t)d->nr_edits - l.first;
	if (row == LAY_NO_ROW) {
		d->pub.first_inner = l.first;
		d->pub.nr_inner = nr;
	} else {
		d->rows[row].first_inner = l.first;
		d->rows[row].nr_inner = nr;
	}
	return 0;
}
