// SPDX-License-Identifier: GPL-2.0-only
/*
 * Members that went from one record into another: wrapped, unwrapped, or from
 * an embedded record to its neighbour.
 *
 * Problem: what is in front of such a member is told by the edits of two
 * records, of which one need not be in both layouts. That it was wrapped moved
 * it by nothing: what came in front of it in there did.
 *
 * Idea: take the innermost record that has it in both layouts, and what stands
 * in front of it there, once before and once now, with the records opened that
 * it was or is in, and those that came around members or went from around them.
 * That makes two lists of members in one sequence each, whatever is around
 * them. What only one list has came or went, or changed its order with the
 * member; what both have may have another size.
 *
 * The lists start behind the last anchor (level.h) in front of it in both
 * layouts: up to there the edits of the record tell it, as they do of all.
 *
 * Invariant: causes, and what is left for holes, add up to its move in that
 * record.
 *
 * Cost: linear, for each such member, in what is in its lists; in all bounded,
 * and what is beyond is told by its sum.
 */
#include <config.h>

#include <stdlib.h>

#include "base/vec.h"
#include "diff/work.h"
#include "base/poison.h"

/* Slots that are looked at, and causes that are kept. */
#define MAX_STEPS (1u << 22)
#define MAX_CAUSES (1u << 18)

/*
 * Which they are
 */

static bool is_pair(const struct diff *d, uint32_t old_record,
		    uint32_t new_record)
{
	if (old_record == LAY_NO_SLOT || new_record == LAY_NO_SLOT)
		return old_record == new_record;
	return d->new.partner[new_record] == old_record;
}

/* The innermost record that has @new_slot in both layouts, the new one. */
static uint32_t record_of_both(const struct diff *d, uint32_t old_slot,
			       uint32_t new_slot)
{
	uint32_t record = slot_of(&d->new, new_slot)->parent;

	while (record != LAY_NO_SLOT &&
	       !(is_matched(&d->new, record) &&
		 is_inside(&d->old, old_slot, d->new.partner[record])))
		record = slot_of(&d->new, record)->parent;
	return record;
}

static int by_record(const void *pa, const void *pb)
{
	const struct crosser *a = pa, *b = pb;

	if (a->new_record != b->new_record)
		return a->new_record < b->new_record ? -1 : 1;
	return a->new_slot < b->new_slot ? -1 : a->new_slot > b->new_slot;
}

int crossers_list(struct diff *d, struct lay_error *err)
{
	for (uint32_t v = 0; v < d->new.layout->nr_slots; v++) {
		uint32_t u = d->new.partner[v];

		if (u == LAY_NO_SLOT ||
		    is_pair(d, slot_of(&d->old, u)->parent,
			    slot_of(&d->new, v)->parent) ||
		    (slot_of(&d->old, u)->flags | slot_of(&d->new, v)->flags) &
			    LAY_SLOT_UNPLACED)
			continue;
		if (VEC_RESERVE(d->crossers, d->nr_crossers, d->cap_crossers,
				1) < 0)
			return lay_error_set(err, LAY_E_NOMEM,
					     "out of memory for moves");
		d->crossers[d->nr_crossers++] = (struct crosser){
			record_of_both(d, u, v), u, v };
	}
	if (d->nr_crossers)
		qsort(d->crossers, d->nr_crossers, sizeof(*d->crossers),
		      by_record);
	return 0;
}

const struct crosser *crossers_of(const struct diff *d, uint32_t new_record,
				  size_t *nr)
{
	size_t low = 0, high = d->nr_crossers, end;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (d->crossers[mid].new_record < new_record)
			low = mid + 1;
		else
			high = mid;
	}
	for (end = low; end < d->nr_crossers &&
			d->crossers[end].new_record == new_record; end++)
		;
	*nr = end - low;
	return d->crossers + low;
}

/*
 * What is in front
 */

/* Of one layout: what stands in front of @target in @record. */
struct front {
	const struct side *side;
	uint32_t record, target;
	uint32_t *opened, *listed;	/* of each slot: for whom, see work.id */
	uint32_t *slots;
	size_t nr, cap;
	int64_t gaps, sum;	/* bits of holes, and of those listed */
};

struct work {
	struct diff *d;
	struct front old, new;
	/* of each row the edits that tell of it, or LAY_NO_EDIT */
	uint32_t *came, *left, *grew;
	uint32_t id;		/* of the member, never 0 */
	uint32_t steps;
	bool failed;		/* it cannot be told */
	struct lay_error *err;
	int ret;
};

static int no_memory(struct work *w)
{
	return w->ret = lay_error_set(w->err, LAY_E_NOMEM,
				      "out of memory for causes");
}

static bool step(struct work *w, uint32_t nr)
{
	if (w->steps > MAX_STEPS || w->ret < 0)
		w->failed = true;
	else
		w->steps += nr < MAX_STEPS ? nr : MAX_STEPS;
	return !w->failed;
}

static void open_up(struct work *w, struct front *f, struct front *other,
		    uint32_t slot);

/* Open @slot, which is in @f's record, and what is around it there. */
static void open_around(struct work *w, struct front *f, struct front *other,
			uint32_t slot)
{
	while (slot != f->record && slot != LAY_NO_SLOT && !w->failed) {
		open_up(w, f, other, slot);
		slot = slot_of(f->side, slot)->parent;
	}
}

/* Open @slot, and in the other layout the one that it is or was. */
static void open_up(struct work *w, struct front *f, struct front *other,
		    uint32_t slot)
{
	uint32_t partner = f->side->partner[slot];

	if (f->opened[slot] == w->id || !step(w, 1))
		return;
	f->opened[slot] = w->id;
	if (partner != LAY_NO_SLOT &&
	    slot_of(other->side, partner)->flags & LAY_SLOT_RECORD &&
	    is_inside(other->side, partner, other->record))
		open_around(w, other, f, partner);
}

static bool is_sequence(const struct side *side, uint32_t slot)
{
	return slot_of(side, slot)->flags & LAY_SLOT_RECORD &&
	       !(slot_of(side, slot)->flags & LAY_SLOT_ARRAY) &&
	       !record_is_union(side, slot);
}

static bool is_open(struct work *w, const struct front *f, uint32_t slot)
{
	if (!is_sequence(f->side, slot))
		return false;
	if (is_matched(f->side, slot))
		return f->opened[slot] == w->id;
	return step(w, slot_of(f->side, slot)->nr_below) &&
	       is_wrapper(f->side, slot);
}

static void add_bits(struct work *w, int64_t *sum, uint64_t bits)
{
	if (__builtin_add_overflow(*sum, (int64_t)bits, sum))
		w->failed = true;
}

static void list_slot(struct work *w, struct front *f, uint32_t slot)
{
	if (VEC_RESERVE(f->slots, f->nr, f->cap, 1) < 0) {
		no_memory(w);
		return;
	}
	f->slots[f->nr++] = slot;
	f->listed[slot] = w->id;
	add_bits(w, &f->sum, slot_of(f->side, slot)->bit_size);
}

/* What is in @record from @slot on and in front of the target. Records nest no
 * deeper than layouts do. */
static void list_front(struct work *w, struct front *f, uint32_t record,
		       uint32_t slot)
{
	uint32_t end = end_inside(f->side, record);
	bool is_union = record_is_union(f->side, record);

	for (; slot < end && slot < f->target && step(w, 1);
	     slot += 1 + slot_of(f->side, slot)->nr_below) {
		const struct lay_slot *s = slot_of(f->side, slot);

		if (is_inside(f->side, f->target, slot)) {
			w->failed |= (s->flags & (LAY_SLOT_ARRAY |
						  LAY_SLOT_UNPLACED)) != 0;
			list_front(w, f, slot, first_inside(slot));
			return;
		}
		if (is_union || s->flags & LAY_SLOT_UNPLACED ||
		    s->kind == LAY_SLOT_UNKNOWN)
			continue;
		if (s->kind != LAY_SLOT_MEMBER)
			add_bits(w, &f->gaps, s->bit_size);
		else if (is_open(w, f, slot))
			list_front(w, f, slot, first_inside(slot));
		else
			list_slot(w, f, slot);
	}
}

/* Is @slot in front of the target, or in what is? */
static bool is_in_front(const struct front *f, uint32_t slot)
{
	uint32_t around = slot;

	if (slot >= f->target || is_inside(f->side, f->target, slot))
		return false;
	do
		around = slot_of(f->side, around)->parent;
	while (around != LAY_NO_SLOT && !is_inside(f->side, f->target, around));
	return !record_is_union(f->side, around);
}

/*
 * What is told
 */

static void tell(struct work *w, struct lay_cause cause)
{
	struct diff *d = w->d;

	if (!cause.shift_bits || w->failed)
		return;
	if (d->nr_cross_causes >= MAX_CAUSES) {
		w->failed = true;
		return;
	}
	if (VEC_RESERVE(d->cross_causes, d->nr_cross_causes,
			d->cap_cross_causes, 1) < 0)
		no_memory(w);
	else
		d->cross_causes[d->nr_cross_causes++] = cause;
}

static void tell_edit(struct work *w, uint32_t edit)
{
	tell(w, (struct lay_cause){ LAY_CAUSE_EDIT, edit, LAY_NO_ROW,
				    w->d->edits[edit].shift_bits });
}

static uint32_t new_edit(struct work *w, const struct lay_edit *e)
{
	uint32_t edit = (uint32_t)w->d->nr_edits;
	int ret = edit_append(w->d, e, e->shift_bits, false, w->err);

	if (ret < 0)
		w->ret = ret;
	return ret < 0 ? LAY_NO_EDIT : edit;
}

static uint32_t row_around(const struct side *side, uint32_t slot)
{
	uint32_t parent = slot_of(side, slot)->parent;

	return parent == LAY_NO_SLOT ? LAY_NO_ROW : side->row[parent];
}

/* @slot came in front, or left: an edit of its record, which there is none of
 * yet if that is in one layout alone. */
static void tell_passing(struct work *w, const struct side *side, uint32_t slot)
{
	uint32_t row = side->row[slot];
	uint32_t *edit = side == &w->d->new ? &w->came[row] : &w->left[row];
	struct lay_edit e = edit_of_member(w->d, side, slot);

	e.record = row_around(side, slot);
	if (!e.shift_bits || w->failed)
		return;
	if (*edit == LAY_NO_EDIT)
		*edit = new_edit(w, &e);
	if (*edit != LAY_NO_EDIT)
		tell_edit(w, *edit);
}

static void tell_growth(struct work *w, uint32_t row, int64_t shift)
{
	uint32_t edit = w->grew[row];

	if (edit != LAY_NO_EDIT && w->d->edits[edit].shift_bits == shift)
		tell_edit(w, edit);
	else
		tell(w, (struct lay_cause){ LAY_CAUSE_RESIZED, LAY_NO_EDIT,
					    row, shift });
}

/* The bits of those listed in @other that are in @wrapper, a record of @f's
 * side alone. */
static int64_t bits_inside(struct work *w, const struct front *f,
			   const struct front *other, uint32_t wrapper)
{
	uint32_t end = end_inside(f->side, wrapper), next;
	int64_t sum = 0;

	for (uint32_t i = first_inside(wrapper); i < end && step(w, 1);
	     i = next) {
		uint32_t partner = f->side->partner[i];

		next = i + 1;
		if (partner == LAY_NO_SLOT ||
		    other->listed[partner] != w->id)
			continue;
		add_bits(w, &sum, slot_of(other->side, partner)->bit_size);
		next += slot_of(f->side, i)->nr_below;
	}
	return sum;
}

/* A union came around members that are in front in both layouts, or went: it is
 * by so much larger than they are. */
static void tell_wrapper(struct work *w, const struct front *f,
			 const struct front *other, uint32_t wrapper)
{
	const struct lay_slot *s = slot_of(f->side, wrapper);
	int64_t inside = bits_inside(w, f, other, wrapper);
	bool is_new = f == &w->new;
	struct lay_edit e = {
		.kind = LAY_EDIT_RESIZED,
		.row = f->side->row[wrapper],
		.record = row_around(f->side, wrapper),
		.shift_bits = (int64_t)s->bit_size - inside,
	};
	uint32_t *edit = &w->grew[e.row];

	if (!inside) {
		tell_passing(w, f->side, wrapper);
		return;
	}
	if (w->failed || !e.shift_bits)
		return;
	e.old_bits = is_new ? (uint64_t)inside : s->bit_size;
	e.new_bits = is_new ? s->bit_size : (uint64_t)inside;
	if (is_new)
		e.new_bit_off = s->bit_off;
	else
		e.old_bit_off = s->bit_off;
	e.shift_bits = (int64_t)(e.new_bits - e.old_bits);
	if (*edit == LAY_NO_EDIT || w->d->edits[*edit].old_bits != e.old_bits ||
	    w->d->edits[*edit].new_bits != e.new_bits)
		*edit = new_edit(w, &e);
	if (*edit != LAY_NO_EDIT)
		tell_edit(w, *edit);
}

/* Is @slot in a record that tell_wrapper() tells of? */
static bool is_in_listed_wrapper(const struct work *w, const struct front *f,
				 uint32_t slot)
{
	for (; slot != f->record && slot != LAY_NO_SLOT;
	     slot = slot_of(f->side, slot)->parent)
		if (f->listed[slot] == w->id && !is_matched(f->side, slot))
			return true;
	return false;
}

/* @slot is in @f, that of the other side: told is how they differ. */
static void tell_listed(struct work *w, const struct front *f,
			const struct front *other, uint32_t slot)
{
	uint32_t partner = f->side->partner[slot], row = f->side->row[slot];
	bool is_new = f == &w->new;
	int64_t bits = (int64_t)slot_of(f->side, slot)->bit_size;

	if (partner == LAY_NO_SLOT) {
		tell_wrapper(w, f, other, slot);
		return;
	}
	if (other->listed[partner] == w->id) {
		if (is_new)
			tell_growth(w, row, bits - (int64_t)slot_of(
						other->side, partner)->bit_size);
	} else if (is_inside(other->side, partner, other->record) &&
		   !is_in_front(other, partner)) {
		tell(w, (struct lay_cause){ LAY_CAUSE_PASSED, LAY_NO_EDIT, row,
					    is_new ? bits : -bits });
	} else if (!is_in_listed_wrapper(w, other, partner)) {
		tell_passing(w, f->side, slot);
	}
}

static void see_front(struct front *f, uint32_t record, uint32_t target)
{
	f->record = record;
	f->target = target;
	f->nr = 0;
	f->gaps = f->sum = 0;
}

/* How the move of @m's row in its record comes about. */
static void explain(struct work *w, struct reorder *m)
{
	struct diff *d = w->d;
	const struct lay_row *r = &d->rows[m->row];
	int64_t old_bits, new_bits, rest;
	size_t first = d->nr_cross_causes;

	w->id++;
	w->failed = false;
	see_front(&w->old, m->old_record, r->old_slot);
	see_front(&w->new, m->new_record, r->new_slot);
	open_around(w, &w->old, &w->new, slot_of(&d->old, r->old_slot)->parent);
	open_around(w, &w->new, &w->old, slot_of(&d->new, r->new_slot)->parent);
	list_front(w, &w->old, m->old_record, m->old_from);
	list_front(w, &w->new, m->new_record, m->new_from);
	for (size_t i = 0; i < w->old.nr && !w->failed && w->ret >= 0; i++)
		tell_listed(w, &w->old, &w->new, w->old.slots[i]);
	for (size_t i = 0; i < w->new.nr && !w->failed && w->ret >= 0; i++)
		tell_listed(w, &w->new, &w->old, w->new.slots[i]);
	old_bits = (int64_t)(slot_of(&d->old, r->old_slot)->bit_off -
			     m->old_start);
	new_bits = (int64_t)(slot_of(&d->new, r->new_slot)->bit_off -
			     m->new_start);
	rest = new_bits - old_bits;
	for (size_t i = first; i < d->nr_cross_causes; i++)
		if (__builtin_sub_overflow(rest, d->cross_causes[i].shift_bits,
					   &rest))
			w->failed = true;
	if (w->failed) {
		d->nr_cross_causes = first;
		return;
	}
	m->is_told = true;
	m->first_cause = first;
	m->nr_causes = d->nr_cross_causes - first;
	m->old_gap_bits = w->old.gaps;
	m->new_gap_bits = w->new.gaps;
	m->rest_bits = rest - (w->new.gaps - w->old.gaps);
}

/*
 * All of them
 */

static uint32_t *array_of(uint32_t nr, uint32_t value)
{
	uint32_t *array = malloc(((size_t)nr + 1) * sizeof(*array));

	for (uint32_t i = 0; array && i < nr; i++)
		array[i] = value;
	return array;
}

static void front_init(struct front *f, const struct side *side)
{
	*f = (struct front){
		.side = side,
		.opened = array_of(side->layout->nr_slots, 0),
		.listed = array_of(side->layout->nr_slots, 0),
	};
}

static void front_deinit(struct front *f)
{
	free(f->opened);
	free(f->listed);
	free(f->slots);
}

/* The edits that there are of what came, went or grew, as a whole. */
static void index_edits(struct work *w)
{
	for (uint32_t i = 0; i < w->d->nr_edits; i++) {
		const struct lay_edit *e = &w->d->edits[i];
		int64_t shift = (int64_t)(e->new_bits - e->old_bits);

		if (e->row == LAY_NO_ROW || e->shift_bits != shift)
			continue;
		switch (e->kind) {
		case LAY_EDIT_ADDED:
		case LAY_EDIT_MOVED_HERE:
			if (!e->old_bits)
				w->came[e->row] = i;
			break;
		case LAY_EDIT_REMOVED:
		case LAY_EDIT_MOVED_AWAY:
			if (!e->new_bits)
				w->left[e->row] = i;
			break;
		case LAY_EDIT_RESIZED:
			if (e->record == w->d->rows[e->row].parent)
				w->grew[e->row] = i;
			break;
		default:
			break;
		}
	}
}

int crossers_explain(struct diff *d, struct lay_error *err)
{
	struct work w = { .d = d, .err = err };
	uint32_t nr_rows = (uint32_t)d->nr_rows;

	if (!d->nr_crossers)
		return 0;
	front_init(&w.old, &d->old);
	front_init(&w.new, &d->new);
	w.came = array_of(nr_rows, LAY_NO_EDIT);
	w.left = array_of(nr_rows, LAY_NO_EDIT);
	w.grew = array_of(nr_rows, LAY_NO_EDIT);
	if (!w.old.opened || !w.old.listed || !w.new.opened || !w.new.listed ||
	    !w.came || !w.left || !w.grew)
		no_memory(&w);
	else
		index_edits(&w);
	for (size_t i = 0; i < d->nr_reorders && w.ret >= 0; i++)
		if (d->reorders[i].crossed)
			explain(&w, &d->reorders[i]);
	front_deinit(&w.old);
	front_deinit(&w.new);
	free(w.came);
	free(w.left);
	free(w.grew);
	return w.ret;
}
