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
 *	hole				bits of each hole, now less before
 *
 * Anchors (level.h) are the members whose order is the same in both, so what
 * stands before one stands before all that follow: the edits of a record are
 * one list, and those in front of an anchor are a prefix of it, or that less
 * the one in front of the last anchor that kept its place. That makes them as
 * cheap as the list. What is between two anchors, and which hole there is
 * which, is decided in gaps.c. A member that changed its place among the others
 * is told in the list twice, where it left and where it arrived, for the sake of
 * those it passed; what moved it itself is in reorder.c.
 *
 * Embedded records are sequences in sequences: a member inside moves by what
 * its record moves and by the edits in front of it in there. Likewise a record
 * that grew has the edits inside it as reason, which add up to its growth.
 *
 * The members of a union all stand at its start; the one that reaches furthest
 * sets its size.
 *
 * All sums are signed bits, so bit-fields are members like any other, and hold
 * in records whose members overlap: what is not hole there is told as a rest.
 *
 * Invariant, asserted: edits up to an anchor add up to its move in its record;
 * all edits of a record add up to the change of its size.
 *
 * Cost: linear in the members of both records.
 */
#include <config.h>

#include <assert.h>
#include <stdlib.h>

#include "base/vec.h"
#include "diff/reorder.h"
#include "base/poison.h"

struct lay_edit edit_of_member(const struct diff *d, const struct side *side,
			       uint32_t slot)
{
	const struct lay_slot *s = slot_of(side, slot);
	bool stays = is_matched(side, slot);

	if (side == &d->new)
		return (struct lay_edit){
			.kind = stays ? LAY_EDIT_MOVED_HERE : LAY_EDIT_ADDED,
			.row = side->row[slot], .new_bits = s->bit_size,
			.new_bit_off = s->bit_off,
			.shift_bits = (int64_t)s->bit_size,
		};
	return (struct lay_edit){
		.kind = stays ? LAY_EDIT_MOVED_AWAY : LAY_EDIT_REMOVED,
		.row = side->row[slot], .old_bits = s->bit_size,
		.old_bit_off = s->bit_off,
		.shift_bits = -(int64_t)s->bit_size,
	};
}

void edits_fail(struct edit_list *l)
{
	if (l->ret >= 0)
		l->ret = lay_error_set(l->err, LAY_E_LIMIT,
			"members overlap too far to add them up");
}

int64_t edits_less(struct edit_list *l, int64_t a, int64_t b)
{
	int64_t rest = 0;

	if (__builtin_sub_overflow(a, b, &rest))
		edits_fail(l);
	return rest;
}

int edit_append(struct diff *d, const struct lay_edit *edit, int64_t sum,
		bool by_old_slot, struct lay_error *err)
{
	if (VEC_RESERVE(d->edits, d->nr_edits, d->cap_edits, 1) < 0 ||
	    VEC_RESERVE(d->notes, d->nr_edits, d->cap_notes, 1) < 0)
		return lay_error_set(err, LAY_E_NOMEM,
				     "out of memory for edits");
	d->notes[d->nr_edits] = (struct edit_note){
		.sum = sum,
		.by_old_slot = by_old_slot,
	};
	d->edits[d->nr_edits++] = *edit;
	return 0;
}

void edits_add(struct edit_list *l, struct lay_edit edit, bool by_old_slot)
{
	if (!edit.shift_bits || l->ret < 0)
		return;
	edit.record = l->row;
	if (__builtin_add_overflow(l->sum, edit.shift_bits, &l->sum))
		edits_fail(l);
	else
		l->ret = edit_append(l->d, &edit, l->sum, by_old_slot, l->err);
	if (l->ret >= 0 && l->from > l->first)
		l->d->notes[l->d->nr_edits - 1].restarts =
			l->d->nr_edits - 1 == l->from;
}

static void append(struct edit_list *l, struct lay_edit edit)
{
	edits_add(l, edit, false);
}

static uint64_t not_negative(int64_t bits)
{
	return bits > 0 ? (uint64_t)bits : 0;
}

/* The row that an anchor is told by: of the record around the others, if it
 * has one. */
uint32_t anchor_row(const struct edit_list *l, const struct anchor *a)
{
	uint32_t old_slot = l->lv->olds[a->old_at];

	if (!is_matched(&l->d->old, old_slot))
		return l->d->old.row[old_slot];
	return l->d->new.row[l->lv->news[a->new_at]];
}

/*
 * The edits so far are those in front of all members of @a. What stands in front
 * of a member that kept its place adds up to nothing: whom that comes from is
 * no matter to those behind it.
 */
static void set_front(struct edit_list *l, const struct anchor *a, int64_t move)
{
	struct diff *d = l->d;
	uint32_t row = anchor_row(l, a);

	d->rows[row].first_edit = l->window;
	d->rows[row].nr_edits = (uint32_t)d->nr_edits - l->window;
	if (d->rows[row].what & LAY_ROW_WRAPPER)
		d->rows[row].move_bits = move;
	for (uint32_t i = 0; i < a->nr_new; i++) {
		struct lay_row *r;

		r = &d->rows[d->new.row[l->lv->news[a->new_at + i]]];
		r->first_edit = l->window;
		r->nr_edits = (uint32_t)d->nr_edits - l->window;
	}
}

static void append_anchor(struct edit_list *l, uint32_t i,
			  struct extent before, struct extent after)
{
	const struct anchor *a = &l->lv->anchors[i];
	int64_t move = (int64_t)after.start - (int64_t)before.start;
	int64_t base = (int64_t)record_start(&l->d->new, l->lv->new_record) -
		       (int64_t)record_start(&l->d->old, l->lv->old_record);

	if (l->ret < 0)
		return;
	assert(l->sum == move - base);
	set_front(l, a, move);
	if (!l->sum) {
		l->from = (uint32_t)l->d->nr_edits;
		orders_stayed(l, i);
	}
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
	orders_leave_anchor(l, i);
}

/*
 * Levels
 */

static void append_struct(struct edit_list *l)
{
	const struct level *lv = l->lv;
	struct diff *d = l->d;
	uint64_t old_start = record_start(&d->old, lv->old_record);
	uint64_t new_start = record_start(&d->new, lv->new_record);
	uint64_t old_end = old_start + record_bits(&d->old, lv->old_record);
	uint64_t new_end = new_start + record_bits(&d->new, lv->new_record);
	struct orders orders;

	orders_make(l, &orders);
	for (uint32_t i = 0; i < lv->nr_anchors && l->ret >= 0; i++) {
		const struct anchor *a = &lv->anchors[i];
		struct extent before = anchor_old(d, lv, a);
		struct extent after = anchor_new(d, lv, a);

		orders_enter_run(l, i);
		edits_of_run(l, i, (struct extent){ old_start, before.start },
			     (struct extent){ new_start, after.start });
		append_anchor(l, i, before, after);
		old_start = before.end;
		new_start = after.end;
	}
	if (l->ret >= 0) {
		orders_enter_run(l, lv->nr_anchors);
		edits_of_run(l, lv->nr_anchors,
			     (struct extent){ old_start, old_end },
			     (struct extent){ new_start, new_end });
	}
	orders_deinit(&orders);
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

/* Is the partner of @slot, a member of one record, a member of @record? */
static bool stays_in(const struct side *side, const struct side *other,
		     uint32_t slot, uint32_t record)
{
	return slot_of(other, side->partner[slot])->parent == record;
}

/* Whom a union grew for, or shrank without: one that it has in both, or that
 * came or went. */
static void append_reach(struct edit_list *l, struct lay_edit e, uint32_t u,
			 uint32_t v)
{
	const struct level *lv = l->lv;
	struct diff *d = l->d;
	bool late = false;

	if (e.new_bits > e.old_bits) {
		e.kind = !is_matched(&d->new, v) ? LAY_EDIT_ADDED :
			stays_in(&d->new, &d->old, v, lv->old_record) ?
			LAY_EDIT_RESIZED : LAY_EDIT_MOVED_HERE;
		e.row = d->new.row[v];
	} else if (e.old_bits > e.new_bits) {
		e.kind = !is_matched(&d->old, u) ? LAY_EDIT_REMOVED :
			stays_in(&d->old, &d->new, u, lv->new_record) ?
			LAY_EDIT_RESIZED : LAY_EDIT_MOVED_AWAY;
		late = e.kind == LAY_EDIT_MOVED_AWAY;
		e.row = late ? u : d->old.row[u];
	}
	edits_add(l, e, late);
}

static void append_union(struct edit_list *l)
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

	append_reach(l, e, u, v);
	append(l, (struct lay_edit){
		.kind = LAY_EDIT_PADDING,
		.row = l->row,
		.old_bits = not_negative((int64_t)old_size - (int64_t)old_reach),
		.new_bits = not_negative((int64_t)new_size - (int64_t)new_reach),
		.old_bit_off = e.old_bit_off + old_reach,
		.new_bit_off = e.new_bit_off + new_reach,
		.shift_bits = (int64_t)(new_size - new_reach) -
			      (int64_t)(old_size - old_reach),
	});
}

/* A struct that became a union: there is no sequence to compare. */
static void append_mixed(struct edit_list *l)
{
	uint64_t old_size = record_bits(&l->d->old, l->lv->old_record);
	uint64_t new_size = record_bits(&l->d->new, l->lv->new_record);

	append(l, (struct lay_edit){
		.kind = LAY_EDIT_RESIZED,
		.row = l->row,
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
	struct gap_list gaps[2] = { { 0 } };
	struct edit_list l = { .d = d, .lv = lv, .row = row, .gaps = gaps,
			       .err = err, .first = (uint32_t)d->nr_edits,
			       .from = (uint32_t)d->nr_edits,
			       .window = (uint32_t)d->nr_edits };
	uint32_t nr;

	if (lv->is_mixed)
		append_mixed(&l);
	else if (lv->is_union)
		append_union(&l);
	else
		append_struct(&l);
	if (lv->is_mixed || lv->is_union)
		orders_without_anchors(&l);
	free(gaps[0].gap);
	free(gaps[1].gap);
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
