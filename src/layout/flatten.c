// SPDX-License-Identifier: GPL-2.0-only
/*
 * A record and what it embeds, flattened into slots.
 *
 * Each record is cut into spans (holes.c), its slots are appended in preorder
 * and a member that is a record is opened in its place. The types come from a
 * file, so they may nest without end, or share inner records such that opening
 * them doubles the slots at each level. Two bounds hold that: the depth, and a
 * budget of slots from which every record that is being opened has reserved
 * what it still has to append. So only embedded records are cut short, never
 * one's own members, and memory is bounded whatever the input. Names may be
 * long: the second half of the room for paths is for records already open.
 */
#include <config.h>

#include <assert.h>
#include <stdlib.h>

#include "base/vec.h"
#include "layout/slots.h"
#include "base/poison.h"

struct flatten {
	struct lay_layout *layout;
	struct arena *paths;
	struct lay_slot *slots;
	size_t nr, cap;
	size_t reserved;	/* slots that open records still append */
	struct span_list spans;	/* of the open records, a stack */
	struct lay_error *err;
};

static int append_record(struct flatten *f, const struct open_record *open,
			 uint64_t size);

static int paths_full(struct flatten *f)
{
	return lay_error_set(f->err, LAY_E_LIMIT,
			     "the paths of its members take over %zu bytes",
			     f->paths->limit);
}

/*
 * What takes no bits is opened where it still says where something is: a record
 * of size 0 with x[] in it (DECLARE_FLEX_ARRAY() in the kernel), and the first
 * element of a flexible array of records, which is where the array starts if
 * there is one. An x[0] is not, it overlays what follows.
 */
static bool empty_is_worth_opening(const struct lay_slot *slot, uint64_t size)
{
	if (!size)
		return true;
	return slot->flags & LAY_SLOT_FLEXIBLE &&
	       size <= LAY_LAYOUT_MAX_SIZE &&
	       slot->bit_off / 8 <= LAY_LAYOUT_MAX_SIZE - size;
}

/* Is there anything to show in @slot, that is not being shown around it? */
static bool is_worth_opening(struct flatten *f, const struct open_record *open,
			     const struct lay_slot *slot,
			     const struct lay_type *record, uint64_t size)
{
	if (!record->nr_members ||
	    slot->flags & (LAY_SLOT_UNPLACED | LAY_SLOT_OUTSIDE |
			   LAY_SLOT_BITFIELD))
		return false;
	if (!slot->bit_size && !empty_is_worth_opening(slot, size))
		return false;
	for (; open; open = open->outer)
		if (open->record == record) {
			f->layout->cut = true;
			return false;
		}
	return true;
}

static int open_member(struct flatten *f, const struct open_record *outer,
		       size_t index)
{
	struct lay_slot *slot = &f->slots[index];
	struct open_record open;
	uint64_t size;

	open.record = slot_record(slot, &size);
	if (open.record && open.record->flags & LAY_TYPE_DECLARATION)
		slot->flags |= LAY_SLOT_INCOMPLETE;
	if (!open.record || !is_worth_opening(f, outer, slot, open.record,
						  size))
		return 0;
	if (outer->depth + 1 >= LAY_LAYOUT_MAX_DEPTH ||
	    f->nr + f->reserved > LAY_LAYOUT_MAX_OPENED ||
	    open.record->nr_members >
	    LAY_LAYOUT_MAX_SLOTS - f->nr - f->reserved ||
	    f->paths->total > f->paths->limit / 2) {
		f->layout->cut = true;
		return 0;
	}
	open.outer = outer;
	open.slot = (uint32_t)index;
	open.depth = outer->depth + 1;
	open.bit_off = slot->bit_off;
	if (!path_open(f->paths, &open, slot))
		return paths_full(f);
	return append_record(f, &open, size);
}

static int append_span(struct flatten *f, const struct open_record *open,
		       const struct span *span, struct anonymous_count *count)
{
	size_t index = f->nr;
	struct lay_slot *slot;
	int ret;

	if (VEC_RESERVE(f->slots, f->nr, f->cap, 1) < 0)
		return lay_error_set(f->err, LAY_E_NOMEM,
				     "out of memory for its slots");
	slot = &f->slots[f->nr++];
	f->reserved--;
	slot_fill(slot, span, open, f->layout->line_size);
	if (span->kind != LAY_SLOT_MEMBER)
		return 0;
	slot->path = path_of_member(f->paths, open, span->member, count);
	if (!slot->path)
		return paths_full(f);
	ret = open_member(f, open, index);
	f->slots[index].nr_below = (uint32_t)(f->nr - index - 1);
	return ret;
}

/* Append the slots of an embedded record, if the budget has them, or of the
 * outermost. */
static int append_record(struct flatten *f, const struct open_record *open,
			 uint64_t size)
{
	struct anonymous_count count = { { 0 } };
	size_t first = f->spans.nr, end;
	int ret;

	ret = record_spans(open->record, size, &f->spans, f->err);
	if (ret < 0)
		return ret;
	end = f->spans.nr;
	if (end - first > LAY_LAYOUT_MAX_SLOTS - f->nr - f->reserved) {
		f->spans.nr = first;
		f->layout->cut = true;
		if (!open->outer)
			return lay_error_set(f->err, LAY_E_LIMIT,
					     "it takes over %u slots",
					     LAY_LAYOUT_MAX_SLOTS);
		return 0;
	}
	f->reserved += end - first;
	if (open->outer)
		f->slots[open->slot].flags |= LAY_SLOT_RECORD;
	for (size_t i = first; i < end && ret >= 0; i++) {
		struct span span = f->spans.spans[i];

		ret = append_span(f, open, &span, &count);
	}
	f->spans.nr = first;
	return ret;
}

/* What ends in x[] itself ends its record in it. */
static void spread_flexible(struct lay_slot *slots, size_t nr)
{
	while (nr--)
		if (slots[nr].flags & LAY_SLOT_FLEXIBLE &&
		    slots[nr].parent != LAY_NO_SLOT)
			slots[slots[nr].parent].flags |= LAY_SLOT_FLEXIBLE;
}

int flatten_record(struct lay_layout *layout, const struct lay_type *record,
		   struct arena *paths, struct lay_error *err)
{
	struct flatten f = { .layout = layout, .paths = paths, .err = err };
	struct open_record open = { .record = record, .slot = LAY_NO_SLOT,
				    .prefix = "", .anonymous_prefix = "" };
	int ret;

	ret = append_record(&f, &open, layout->size);
	free(f.spans.spans);
	layout->slots = f.slots;
	layout->nr_slots = (uint32_t)f.nr;
	if (ret < 0)
		return ret;
	assert(!f.reserved);
	spread_flexible(f.slots, f.nr);
	return 0;
}
