// SPDX-License-Identifier: GPL-2.0-only
/*
 * The edits inside a record that came around members, or went from around them.
 *
 * Problem: what such a wrapper takes, less what the members in it took before,
 * moves all that stands behind it. Yet to be put around members moves nobody:
 * who came in with it does, or went with it.
 *
 * Idea: it is a record that grew from its members' extent to its own, or shrank
 * to theirs. Its edits are told as those of any other record that grew: who
 * came and went in there, and who in there grew. Records in it that are in one
 * layout alone are looked into likewise. What is left is its holes and padding,
 * and is told as its own.
 *
 * A union is as large as the member that reaches furthest. If that is new, or
 * went, it is told to have made all of the difference.
 *
 * Invariant, asserted: the edits add up to what the wrapper takes now less what
 * its members took, or the other way round.
 *
 * Cost: what the wrapper holds, for each record that is around it in there.
 */
#include <config.h>

#include <assert.h>

#include "diff/edits.h"
#include "base/poison.h"

struct around {
	struct edit_list *l;
	const struct side *in, *out;	/* of the wrapper, the other */
	/* the members that it holds, in @out: of the record around it */
	const uint32_t *list;
	uint32_t nr;
};

static bool is_new(const struct around *a)
{
	return a->in == &a->l->d->new;
}

/* Bits as the side that has the wrapper has them, as a shift. */
static int64_t as_shift(const struct around *a, int64_t bits)
{
	return is_new(a) ? bits : -bits;
}

static bool is_held(const struct around *a, uint32_t slot)
{
	uint32_t partner = a->in->partner[slot];

	return partner != LAY_NO_SLOT &&
	       level_index_of(a->list, a->nr, partner) < a->nr;
}

static void add_resized(struct around *a, uint32_t row, uint32_t slot,
			uint64_t inside)
{
	const struct lay_slot *s = slot_of(a->in, slot);
	struct lay_edit e = {
		.kind = LAY_EDIT_RESIZED,
		.row = row,
		.old_bits = is_new(a) ? inside : s->bit_size,
		.new_bits = is_new(a) ? s->bit_size : inside,
		.shift_bits = as_shift(a, edits_less(a->l,
						     (int64_t)s->bit_size,
						     (int64_t)inside)),
	};

	if (is_new(a))
		e.new_bit_off = s->bit_off;
	else
		e.old_bit_off = s->bit_off;
	edits_add(a->l, e, false);
}

static void add_growth(struct around *a, uint32_t slot)
{
	uint32_t partner = a->in->partner[slot];

	add_resized(a, a->l->d->new.row[is_new(a) ? slot : partner], slot,
		    slot_of(a->out, partner)->bit_size);
}

/* @slot of @side came, or went. */
static void add_member(struct around *a, const struct side *side, uint32_t slot)
{
	struct lay_edit e = edit_of_member(a->l->d, side, slot);
	bool late = side == &a->l->d->old && is_matched(side, slot);

	if (late)
		e.row = slot;
	edits_add(a->l, e, late);
}

/* Members that are inside @slot, which is in both layouts, or in this one alone,
 * and not around them in the other: they went into it, or out of it. */
static void add_crossed(struct around *a, uint32_t slot)
{
	uint32_t end = end_inside(a->in, slot), next;

	for (uint32_t i = first_inside(slot); i < end && a->l->ret >= 0;
	     i = next) {
		next = i + 1;
		if (!is_held(a, i))
			continue;
		add_member(a, a->out, a->in->partner[i]);
		next += slot_of(a->in, i)->nr_below;
	}
}

/* Bits that those of the members took that are in @record now. */
static uint64_t bits_held(const struct around *a, uint32_t record)
{
	uint32_t end = end_inside(a->in, record), next;
	uint64_t sum = 0;

	for (uint32_t i = first_inside(record); i < end; i = next) {
		next = i + 1;
		if (!is_held(a, i))
			continue;
		sum += slot_of(a->out, a->in->partner[i])->bit_size;
		next += slot_of(a->in, i)->nr_below;
	}
	return sum;
}

/* The member of the union @record that reaches furthest. */
static uint32_t furthest(const struct around *a, uint32_t record)
{
	uint32_t best = LAY_NO_SLOT, end = end_inside(a->in, record);
	uint64_t reach = 0;

	for (uint32_t i = first_inside(record); i < end;
	     i += 1 + slot_of(a->in, i)->nr_below) {
		const struct lay_slot *s = slot_of(a->in, i);

		if (s->kind != LAY_SLOT_MEMBER ||
		    s->flags & LAY_SLOT_UNPLACED ||
		    s->bit_off + s->bit_size <= reach)
			continue;
		reach = s->bit_off + s->bit_size;
		best = i;
	}
	return best;
}

static void look_into(struct around *a, uint32_t record);

static bool is_inner_wrapper(const struct around *a, uint32_t slot)
{
	const struct lay_slot *s = slot_of(a->in, slot);

	return s->flags & LAY_SLOT_RECORD && !(s->flags & LAY_SLOT_ARRAY) &&
	       !is_matched(a->in, slot) && is_wrapper(a->in, slot);
}

static void look_into_union(struct around *a, uint32_t record)
{
	uint32_t slot = furthest(a, record);
	uint64_t held = bits_held(a, record);
	struct lay_edit e;

	if (slot == LAY_NO_SLOT)
		return;
	if (is_inner_wrapper(a, slot)) {
		/* others that it holds lie beside them now, not behind */
		if (bits_held(a, slot) == held)
			look_into(a, slot);
		return;
	}
	if (is_held(a, slot)) {
		add_growth(a, slot);
		return;
	}
	if (is_matched(a->in, slot) || slot_of(a->in, slot)->bit_size <= held)
		return;
	e = edit_of_member(a->l->d, a->in, slot);
	*(is_new(a) ? &e.old_bits : &e.new_bits) = held;
	e.shift_bits -= as_shift(a, (int64_t)held);
	edits_add(a->l, e, false);
}

/* Records nest no deeper than layouts do. */
static void look_into(struct around *a, uint32_t record)
{
	uint32_t end = end_inside(a->in, record);

	if (record_is_union(a->in, record)) {
		look_into_union(a, record);
		return;
	}
	for (uint32_t i = first_inside(record); i < end && a->l->ret >= 0;
	     i += 1 + slot_of(a->in, i)->nr_below) {
		const struct lay_slot *s = slot_of(a->in, i);

		if (s->kind != LAY_SLOT_MEMBER || s->flags & LAY_SLOT_UNPLACED)
			continue;
		if (is_inner_wrapper(a, i)) {
			look_into(a, i);
			continue;
		}
		if (is_held(a, i))
			add_growth(a, i);
		else
			add_member(a, a->in, i);
		add_crossed(a, i);
	}
}

/* @wrapper, a slot of @in, and the members of @out that it stands for. */
static int edits_inside(struct diff *d, const struct level *lv,
			const struct anchor *anchor, bool came,
			struct lay_error *err)
{
	const struct side *in = came ? &d->new : &d->old;
	uint32_t wrapper = came ? lv->news[anchor->new_at] :
				  lv->olds[anchor->old_at];
	struct extent held = came ? anchor_old(d, lv, anchor) :
				    anchor_new(d, lv, anchor);
	uint32_t row = in->row[wrapper];
	struct edit_list l = { .d = d, .lv = lv, .row = row, .err = err,
			       .first = (uint32_t)d->nr_edits,
			       .from = (uint32_t)d->nr_edits };
	struct around a = {
		.l = &l, .in = in, .out = came ? &d->old : &d->new,
		.list = came ? lv->olds + anchor->old_at :
			       lv->news + anchor->new_at,
		.nr = came ? anchor->nr_old : anchor->nr_new,
	};
	int64_t all = as_shift(&a, (int64_t)slot_of(in, wrapper)->bit_size -
				   (int64_t)(held.end - held.start)), rest;

	look_into(&a, wrapper);
	rest = edits_less(&l, all, l.sum);
	if (rest)
		add_resized(&a, row, wrapper,
			    slot_of(in, wrapper)->bit_size -
			    (uint64_t)as_shift(&a, rest));
	if (l.ret < 0)
		return l.ret;
	assert(l.sum == all);
	d->rows[row].first_inner = l.first;
	d->rows[row].nr_inner = (uint32_t)d->nr_edits - l.first;
	return 0;
}

int edits_of_wrappers(struct diff *d, const struct level *lv,
		      struct lay_error *err)
{
	int ret = 0;

	for (uint32_t i = 0; i < lv->nr_anchors && ret >= 0; i++) {
		const struct anchor *a = &lv->anchors[i];
		uint32_t u = lv->olds[a->old_at], v = lv->news[a->new_at];

		if (!is_matched(&d->new, v))
			ret = slot_of(&d->new, v)->flags & LAY_SLOT_ARRAY ? 0 :
				edits_inside(d, lv, a, true, err);
		else if (!is_matched(&d->old, u))
			ret = slot_of(&d->old, u)->flags & LAY_SLOT_ARRAY ? 0 :
				edits_inside(d, lv, a, false, err);
	}
	return ret;
}
