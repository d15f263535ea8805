// SPDX-License-Identifier: GPL-2.0-only
/*
 * Rows: the members of both layouts as one tree, in the order of the new one,
 * what went where it stood. One walk over pairs of matched records, which also
 * has the edits of each made, while its members are at hand.
 */
#include <config.h>

#include <string.h>

#include "base/vec.h"
#include "diff/level.h"
#include "base/poison.h"

static int rows_of_level(struct diff *d, uint32_t old_record,
			 uint32_t new_record, uint32_t row,
			 struct lay_error *err);

/*
 * What differs
 */

static bool is_in_unmatched(const struct side *side, uint32_t slot)
{
	uint32_t parent = slot_of(side, slot)->parent;

	return parent != LAY_NO_SLOT && !is_matched(side, parent);
}

static bool is_around(const struct side *side, uint32_t record, uint32_t slot)
{
	return record == LAY_NO_SLOT ||
	       (slot != LAY_NO_SLOT && slot >= record &&
		slot < end_inside(side, record));
}

/*
 * Records came around a member or went from around it; or it went from one
 * record to another, and both builds have both: deeper, out, or
 * aside, which is out of one and into the other.
 */
static unsigned int compare_wrappers(const struct diff *d, uint32_t old_slot,
				     uint32_t new_slot)
{
	uint32_t from = slot_of(&d->old, old_slot)->parent;
	uint32_t into = slot_of(&d->new, new_slot)->parent;
	unsigned int what = 0;

	if (is_in_unmatched(&d->new, new_slot))
		what |= LAY_ROW_WRAPPED;
	if (is_in_unmatched(&d->old, old_slot))
		what |= LAY_ROW_UNWRAPPED;
	if (what)
		return what;
	if (into != LAY_NO_SLOT)
		into = d->new.partner[into];
	if (into == from)
		return 0;
	if (is_around(&d->old, from, into))
		return LAY_ROW_WRAPPED;
	if (is_around(&d->old, into, from))
		return LAY_ROW_UNWRAPPED;
	return LAY_ROW_WRAPPED | LAY_ROW_UNWRAPPED;
}

/* An array of no length behind all others: what it stands for begins there. */
static bool is_trailing(const struct side *side, const struct lay_slot *slot)
{
	uint32_t end = end_inside(side, slot->parent);
	uint32_t at = (uint32_t)(slot - side->layout->slots);

	if (slot->bit_size || !(slot->flags & LAY_SLOT_ARRAY) ||
	    slot->flags & (LAY_SLOT_MARKER | LAY_SLOT_UNPLACED |
			   LAY_SLOT_IN_UNION | LAY_SLOT_RECORD))
		return false;
	while (++at < end)
		if (slot_of(side, at)->kind == LAY_SLOT_MEMBER)
			return false;
	return true;
}

/* Lines of different sizes cannot be compared: nobody moved from one to another
 * by being counted otherwise. */
static unsigned int compare_lines(const struct diff *d,
				  const struct lay_slot *before,
				  const struct lay_slot *after)
{
	unsigned int what = 0;

	if (d->old.layout->line_size != d->new.layout->line_size)
		return 0;
	if (((before->bit_size && after->bit_size) ||
	     (is_trailing(&d->old, before) && is_trailing(&d->new, after))) &&
	    (before->first_line != after->first_line ||
	     before->last_line != after->last_line))
		what |= LAY_ROW_LINE;
	if ((before->flags ^ after->flags) & LAY_SLOT_STRADDLES)
		what |= LAY_ROW_STRADDLE;
	return what;
}

/* A bit-field as wide as its type lies like any other member, and some
 * compilers call it one. */
static bool is_whole(const struct lay_slot *slot)
{
	return !(slot->flags & LAY_SLOT_BITFIELD) ||
	       slot->bit_size == slot->storage_size * 8;
}

static unsigned int compare_places(const struct lay_slot *before,
				   const struct lay_slot *after)
{
	unsigned int gone = before->flags ^ after->flags;
	unsigned int what = 0;

	if (before->bit_off != after->bit_off)
		what |= LAY_ROW_MOVED;
	if (before->bit_size != after->bit_size)
		what |= LAY_ROW_RESIZED;
	if ((gone & LAY_SLOT_BITFIELD && !(is_whole(before) && is_whole(after))) ||
	    (after->flags & LAY_SLOT_BITFIELD && what & LAY_ROW_RESIZED))
		what |= LAY_ROW_BITFIELD;
	return what;
}

/* Did the reserve @old_slot come out of an anonymous member, of which everything
 * else went? */
static bool made_way(const struct diff *d, uint32_t old_slot, unsigned int what)
{
	uint32_t wrapper = old_slot, end;
	bool any = false;

	if (!(what & LAY_ROW_UNWRAPPED) || what & LAY_ROW_WRAPPED)
		return false;
	while (slot_of(&d->old, wrapper)->parent != LAY_NO_SLOT &&
	       !is_matched(&d->old, slot_of(&d->old, wrapper)->parent))
		wrapper = slot_of(&d->old, wrapper)->parent;
	end = end_inside(&d->old, wrapper);
	for (uint32_t i = first_inside(wrapper); i < end; i++) {
		const struct lay_slot *s = slot_of(&d->old, i);

		if (i == old_slot || s->kind != LAY_SLOT_MEMBER ||
		    !s->bit_size || s->flags & LAY_SLOT_RECORD)
			continue;
		if (is_matched(&d->old, i))
			return false;
		any = true;
	}
	return any;
}

static unsigned int compare_members(const struct diff *d, uint32_t old_slot,
				    uint32_t new_slot)
{
	const struct lay_slot *before = slot_of(&d->old, old_slot);
	const struct lay_slot *after = slot_of(&d->new, new_slot);
	unsigned int what = compare_types(d, old_slot, new_slot) |
			    compare_places(before, after) |
			    compare_lines(d, before, after);

	what |= compare_wrappers(d, old_slot, new_slot);
	if (d->reserve[new_slot] == old_slot)
		what |= LAY_ROW_RESERVE_USED;
	else if ((before->flags ^ after->flags) & LAY_SLOT_ANONYMOUS)
		what |= LAY_ROW_RENAMED;
	else if (!(before->flags & LAY_SLOT_ANONYMOUS) &&
		 !(after->flags & LAY_SLOT_ANONYMOUS) &&
		 strcmp(before->member->name, after->member->name))
		what |= rename_is_likely(before, after) ? LAY_ROW_RENAMED :
			LAY_ROW_RENAMED | LAY_ROW_GUESSED;
	if (is_reserve(after) && made_way(d, old_slot, what))
		what |= LAY_ROW_RESERVE_BACK;
	return what;
}

static unsigned int what_of(const struct diff *d, uint32_t old_slot,
			    uint32_t new_slot)
{
	unsigned int what;

	if (new_slot == LAY_NO_SLOT)
		return LAY_ROW_REMOVED |
		       (is_wrapper(&d->old, old_slot) ? LAY_ROW_WRAPPER : 0);
	if (old_slot != LAY_NO_SLOT)
		return compare_members(d, old_slot, new_slot);
	what = LAY_ROW_ADDED;
	if (is_wrapper(&d->new, new_slot))
		what |= LAY_ROW_WRAPPER;
	if (d->reserve[new_slot] != LAY_NO_SLOT)
		what |= LAY_ROW_RESERVE_USED;
	return what;
}

/*
 * Making rows
 */

/* What of holes and bit holes is directly in front of @slot. */
static uint64_t hole_before(const struct side *side, uint32_t slot)
{
	uint64_t bits = 0;

	for (uint32_t i = slot; i-- > 0;) {
		const struct lay_slot *s = slot_of(side, i);

		if (s->kind != LAY_SLOT_HOLE && s->kind != LAY_SLOT_BIT_HOLE)
			break;
		if (s->parent != slot_of(side, slot)->parent)
			break;
		bits += s->bit_size;
	}
	return bits;
}

static int add_row(struct diff *d, uint32_t old_slot, uint32_t new_slot,
		   uint32_t parent, struct lay_error *err)
{
	uint32_t index = (uint32_t)d->nr_rows;
	struct lay_row *r;

	if (VEC_RESERVE(d->rows, d->nr_rows, d->cap_rows, 1) < 0)
		return lay_error_set(err, LAY_E_NOMEM, "out of memory for rows");
	r = &d->rows[d->nr_rows++];
	*r = (struct lay_row){
		.old_slot = old_slot,
		.new_slot = new_slot,
		.parent = parent,
		.depth = parent == LAY_NO_ROW ? 0 : d->rows[parent].depth + 1,
		.what = what_of(d, old_slot, new_slot),
		.own_edit = LAY_NO_EDIT,
		.related = LAY_NO_ROW,
	};
	if (old_slot != LAY_NO_SLOT) {
		d->old.row[old_slot] = index;
		r->old_hole_bits = hole_before(&d->old, old_slot);
	}
	if (new_slot != LAY_NO_SLOT) {
		d->new.row[new_slot] = index;
		r->new_hole_bits = hole_before(&d->new, new_slot);
	}
	if (old_slot != LAY_NO_SLOT && new_slot != LAY_NO_SLOT &&
	    align_differs(d, r))
		r->what |= LAY_ROW_ALIGN;
	if (old_slot != LAY_NO_SLOT && new_slot != LAY_NO_SLOT)
		r->move_bits = (int64_t)slot_of(&d->new, new_slot)->bit_off -
			       (int64_t)slot_of(&d->old, old_slot)->bit_off;
	return 0;
}

/* What is below a row that is a record on one side only has no rows. */
static void close_below(struct side *side, uint32_t slot)
{
	for (uint32_t i = first_inside(slot); i < end_inside(side, slot); i++)
		side->row[i] = side->row[slot];
}

static uint32_t next_sibling(const struct side *side, uint32_t slot)
{
	return slot + 1 + slot_of(side, slot)->nr_below;
}

/* An old member that went, with what went inside it. */
static int removed_rows(struct diff *d, uint32_t slot, uint32_t parent,
			struct lay_error *err)
{
	uint32_t row = (uint32_t)d->nr_rows;

	if (add_row(d, slot, LAY_NO_SLOT, parent, err) < 0)
		return -LAY_E_NOMEM;
	for (uint32_t i = first_inside(slot); i < end_inside(&d->old, slot);
	     i = next_sibling(&d->old, i))
		if (slot_of(&d->old, i)->kind == LAY_SLOT_MEMBER &&
		    !is_matched(&d->old, i) &&
		    removed_rows(d, i, row, err) < 0)
			return -LAY_E_NOMEM;
	d->rows[row].nr_below = (uint32_t)(d->nr_rows - row - 1);
	return 0;
}

/* A member of the new layout, wherever it was in the old one if it was. */
static int rows_of_new(struct diff *d, uint32_t slot, uint32_t parent,
		       struct lay_error *err)
{
	uint32_t row = (uint32_t)d->nr_rows, old_slot = d->new.partner[slot];
	int ret = add_row(d, old_slot, slot, parent, err);

	if (ret < 0)
		return ret;
	if (old_slot == LAY_NO_SLOT) {
		for (uint32_t i = first_inside(slot);
		     i < end_inside(&d->new, slot) && ret >= 0;
		     i = next_sibling(&d->new, i))
			if (slot_of(&d->new, i)->kind == LAY_SLOT_MEMBER)
				ret = rows_of_new(d, i, row, err);
	} else if (is_record_pair(d, old_slot, slot)) {
		ret = rows_of_level(d, old_slot, slot, row, err);
	} else {
		close_below(&d->old, old_slot);
		close_below(&d->new, slot);
	}
	d->rows[row].nr_below = (uint32_t)(d->nr_rows - row - 1);
	return ret;
}

/*
 * Did a matched member that is no anchor change its place among its siblings?
 * In a union places mean nothing.
 */
static bool is_reordered(const struct diff *d, const struct level *lv,
			 uint32_t slot)
{
	const struct lay_slot *after = slot_of(&d->new, slot);

	return !(after->flags & LAY_SLOT_UNPLACED) && !lv->is_union &&
	       slot_of(&d->old, d->new.partner[slot])->parent ==
		       lv->old_record;
}

/* The rows of a run: what went, then what came, or came here. */
static int rows_of_run(struct diff *d, const struct level *lv,
		       const struct run *run, uint32_t parent,
		       struct lay_error *err)
{
	for (uint32_t i = run->old_at; i < run->old_end; i++)
		if (!is_matched(&d->old, lv->olds[i]) &&
		    removed_rows(d, lv->olds[i], parent, err) < 0)
			return -LAY_E_NOMEM;
	for (uint32_t j = run->new_at; j < run->new_end; j++) {
		uint32_t row = (uint32_t)d->nr_rows, slot = lv->news[j];
		int ret = rows_of_new(d, slot, parent, err);

		if (ret < 0)
			return ret;
		if (is_matched(&d->new, slot) && is_reordered(d, lv, slot))
			d->rows[row].what |= LAY_ROW_REORDERED;
	}
	return 0;
}

static int rows_of_anchor(struct diff *d, const struct level *lv,
			  const struct anchor *a, uint32_t parent,
			  struct lay_error *err)
{
	uint32_t first = lv->olds[a->old_at];
	int ret = 0;

	/* unwrapped: the record that was around them goes in front */
	if (!is_matched(&d->old, first))
		ret = removed_rows(d, first, parent, err);
	for (uint32_t i = 0; i < a->nr_new && ret >= 0; i++)
		ret = rows_of_new(d, lv->news[a->new_at + i], parent, err);
	return ret;
}

/*
 * Members of one set in an order in which nearly nobody is where he was, or has
 * the neighbour that he had on either side. By chance about one of each is left,
 * of however many; fewer members than that can tell from were sorted by hand.
 */
static bool looks_randomised(const struct level *lv)
{
	uint32_t few = lv->nr_pairs / 4;

	return lv->nr_pairs >= 8 && !lv->is_union && !lv->is_mixed &&
	       lv->nr_pairs == lv->nr_olds && lv->nr_pairs == lv->nr_news &&
	       lv->nr_neighbours <= few && lv->nr_swapped <= few &&
	       lv->nr_stayed <= few;
}

static int rows_of_level(struct diff *d, uint32_t old_record,
			 uint32_t new_record, uint32_t row,
			 struct lay_error *err)
{
	struct level lv;
	int ret = level_make(d, old_record, new_record, &lv, err);

	if (ret < 0)
		return ret;
	for (uint32_t i = 0; i <= lv.nr_anchors && ret >= 0; i++) {
		struct run run = level_run(&lv, i);

		ret = rows_of_run(d, &lv, &run, row, err);
		if (ret >= 0 && i < lv.nr_anchors)
			ret = rows_of_anchor(d, &lv, &lv.anchors[i], row, err);
	}
	if (ret >= 0 && lv.is_union)
		mark_mirrors(d, row);
	if (ret >= 0)
		ret = edits_of_level(d, &lv, row, err);
	if (ret >= 0 && !lv.is_union && !lv.is_mixed)
		ret = edits_of_wrappers(d, &lv, err);
	if (row == LAY_NO_ROW)
		d->pub.randomised = looks_randomised(&lv);
	level_deinit(&lv);
	return ret;
}

/*
 * What is told of rows among themselves
 */

/* The row of the outermost unmatched record around @slot, or of the one that it
 * is in. */
static uint32_t wrapper_row(const struct side *side, uint32_t slot)
{
	uint32_t wrapper = slot_of(side, slot)->parent;

	if (is_matched(side, wrapper))
		return side->row[wrapper];
	for (;;) {
		uint32_t parent = slot_of(side, wrapper)->parent;

		if (parent == LAY_NO_SLOT || is_matched(side, parent))
			return side->row[wrapper];
		wrapper = parent;
	}
}

static void relate(struct diff *d, struct lay_row *r)
{
	if (r->what & LAY_ROW_WRAPPED)
		r->related = wrapper_row(&d->new, r->new_slot);
	else if (r->what & LAY_ROW_UNWRAPPED)
		r->related = wrapper_row(&d->old, r->old_slot);
	else if (r->what & LAY_ROW_RESERVE_USED &&
		 d->reserve[r->new_slot] != r->old_slot)
		r->related = d->old.row[d->reserve[r->new_slot]];
}

int rows_make(struct diff *d, struct lay_error *err)
{
	int ret = crossers_list(d, err);

	if (ret >= 0)
		ret = rows_of_level(d, LAY_NO_SLOT, LAY_NO_SLOT, LAY_NO_ROW,
				    err);
	if (ret < 0)
		return ret;
	for (size_t i = 0; i < d->nr_rows; i++)
		relate(d, &d->rows[i]);
	return edits_finish(d, err);
}
