// SPDX-License-Identifier: GPL-2.0-only
/*
 * What can be told of rows when all of them and the edits of every record are
 * there (edits.c): the own edits of members that changed their place or their
 * record, and which records changed inside.
 */
#include <config.h>

#include <stdlib.h>

#include "diff/work.h"
#include "base/poison.h"

static bool is_placed(const struct diff *d, const struct lay_row *r)
{
	return !(slot_of(&d->old, r->old_slot)->flags & LAY_SLOT_UNPLACED) &&
	       !(slot_of(&d->new, r->new_slot)->flags & LAY_SLOT_UNPLACED);
}

static int64_t front_sum(const struct diff *d, const struct lay_row *r)
{
	return r->nr_edits ? d->notes[r->first_edit + r->nr_edits - 1].sum : 0;
}

static int64_t move_of(const struct diff *d, uint32_t record)
{
	return record == LAY_NO_ROW ? 0 : d->rows[record].move_bits;
}

static int by_row(const void *pa, const void *pb)
{
	const struct reorder *a = pa, *b = pb;

	return a->row < b->row ? -1 : a->row > b->row;
}

const struct reorder *reorder_find(const struct diff *d, uint32_t row)
{
	const struct reorder key = { .row = row };

	if (!d->nr_reorders)
		return NULL;
	return bsearch(&key, d->reorders, d->nr_reorders, sizeof(key), by_row);
}

uint32_t reorder_record(const struct diff *d, const struct reorder *m)
{
	if (!m->crossed)
		return d->rows[m->row].parent;
	return m->new_record == LAY_NO_SLOT ? LAY_NO_ROW :
					      d->new.row[m->new_record];
}

static uint64_t not_negative(int64_t bits)
{
	return bits > 0 ? (uint64_t)bits : 0;
}

/* Of one that changed its order the holes in front of it: what else did is
 * found in the edits, and by whom it passed. */
static int add_reorder_edit(struct diff *d, const struct reorder *m,
			    struct lay_error *err)
{
	struct lay_row *r = &d->rows[m->row];
	struct lay_edit e = {
		.kind = m->rest_bits ? LAY_EDIT_REST : LAY_EDIT_HOLES,
		.row = m->row,
		.front = m->front,
		.record = r->parent,
		.shift_bits = m->new_gap_bits - m->old_gap_bits + m->rest_bits,
	};

	if (!e.shift_bits)
		return 0;
	if (!m->rest_bits) {
		e.old_bits = not_negative(m->old_gap_bits);
		e.new_bits = not_negative(m->new_gap_bits);
	}
	r->own_edit = (uint32_t)d->nr_edits;
	return edit_append(d, &e, e.shift_bits, false, err);
}

/* What no other edit tells of the move of @row in @record. */
static int add_own_edit(struct diff *d, uint32_t row, uint32_t record,
			struct lay_error *err)
{
	struct lay_row *r = &d->rows[row];
	const struct lay_slot *before = slot_of(&d->old, r->old_slot);
	const struct lay_slot *after = slot_of(&d->new, r->new_slot);
	const struct lay_edit edit = {
		.kind = LAY_EDIT_MOVED_HERE,
		.row = row,
		.record = r->parent,
		.old_bits = before->bit_size,
		.new_bits = after->bit_size,
		.old_bit_off = before->bit_off,
		.new_bit_off = after->bit_off,
		.shift_bits = r->move_bits - move_of(d, record) - front_sum(d, r),
	};

	if (!edit.shift_bits)
		return 0;
	r->own_edit = (uint32_t)d->nr_edits;
	return edit_append(d, &edit, edit.shift_bits, false, err);
}

/* Does @r, beyond moving with its record, make this another record? */
static bool changes_its_record(const struct lay_row *r)
{
	const unsigned int along = LAY_ROW_MOVED | LAY_ROW_LINE |
				   LAY_ROW_STRADDLE | LAY_ROW_SAME;

	return r->what & ~along || r->own_edit != LAY_NO_EDIT;
}

static int set_move(struct diff *d, uint32_t row, struct lay_error *err)
{
	struct lay_row *r = &d->rows[row];

	if (r->what & LAY_ROW_WRAPPER) {
		/* one that is no anchor moves with what is around it */
		if (!r->nr_edits && !r->move_bits)
			r->move_bits = move_of(d, r->parent);
		return 0;
	}
	if (r->what & (LAY_ROW_ADDED | LAY_ROW_REMOVED))
		return 0;
	if (is_placed(d, r)) {
		const struct reorder *m = reorder_find(d, row);

		if (m && (!m->crossed || m->is_told))
			return add_reorder_edit(d, m, err);
		return add_own_edit(d, row, m ? reorder_record(d, m) :
						r->parent, err);
	}
	r->move_bits = move_of(d, r->parent);
	return 0;
}

/* From the inside out: what changed a record changes those around it. */
static void set_inner(struct diff *d)
{
	for (size_t i = d->nr_rows; i-- > 0;) {
		struct lay_row *r = &d->rows[i];
		struct lay_row *parent;

		/* a wrapper has edits, but was no record that they changed */
		if (r->nr_inner && !(r->what & LAY_ROW_WRAPPER))
			r->what |= LAY_ROW_INNER;
		if (r->parent == LAY_NO_ROW)
			continue;
		parent = &d->rows[r->parent];
		if (!(parent->what & (LAY_ROW_ADDED | LAY_ROW_REMOVED)) &&
		    (changes_its_record(r) || front_sum(d, r)))
			parent->what |= LAY_ROW_INNER;
	}
}

int edits_finish(struct diff *d, struct lay_error *err)
{
	int ret;

	for (size_t i = 0; i < d->nr_edits; i++)
		if (d->notes[i].by_old_slot)
			d->edits[i].row = d->old.row[d->edits[i].row];
	if (d->nr_reorders)
		qsort(d->reorders, d->nr_reorders, sizeof(*d->reorders),
		      by_row);
	ret = crossers_explain(d, err);
	for (size_t i = 0; i < d->nr_rows && ret >= 0; i++)
		ret = set_move(d, (uint32_t)i, err);
	set_inner(d);
	return ret;
}
