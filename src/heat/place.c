// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <string.h>

#include "heat/place.h"
#include "base/poison.h"

struct walk {
	const struct lay_layout *layout;
	heat_place_fn see;
	void *ctx;
};

/* Is byte @off, counted in first elements, in @slot, and where in it? */
static bool contains(const struct lay_slot *slot, uint64_t off, uint64_t *rest)
{
	uint64_t first = slot->bit_off / 8;
	uint64_t end = (slot->bit_off + slot->bit_size + 7) / 8;

	if (!slot->member || slot->flags & (LAY_SLOT_UNPLACED |
					     LAY_SLOT_MARKER))
		return false;
	if (off < first ||
	    (off >= end && !(slot->flags & LAY_SLOT_FLEXIBLE)))
		return false;
	*rest = off - first;
	if (slot->flags & LAY_SLOT_ARRAY && slot->stride)
		*rest %= slot->stride;
	return true;
}

/* The slots [@i, @end) are of one record, and what is below them. The depth is
 * that of the layout, which is bounded. */
static bool walk(const struct walk *w, uint32_t i, uint32_t end, uint64_t off)
{
	const struct lay_slot *slots = w->layout->slots;
	uint64_t rest;

	for (; i < end; i += 1 + slots[i].nr_below) {
		if (!contains(&slots[i], off, &rest))
			continue;
		if (w->see(w->ctx, i, rest))
			return true;
		if (slots[i].flags & LAY_SLOT_RECORD &&
		    walk(w, i + 1, i + 1 + slots[i].nr_below,
			 slots[i].bit_off / 8 + rest))
			return true;
	}
	return false;
}

bool heat_place_each(const struct lay_layout *layout, uint64_t off,
		     heat_place_fn see, void *ctx)
{
	const struct walk w = { .layout = layout, .see = see, .ctx = ctx };

	return walk(&w, 0, layout->nr_slots, off);
}

struct leaf {
	const struct lay_layout *layout;
	uint32_t slot;
	uint64_t first;
};

static bool see_leaf(void *ctx, uint32_t slot, uint64_t rest)
{
	struct leaf *leaf = ctx;
	const struct lay_slot *s = &leaf->layout->slots[slot];

	/* a union's second member is not below the first */
	if (leaf->slot != LAY_NO_SLOT &&
	    slot > leaf->slot + leaf->layout->slots[leaf->slot].nr_below)
		return true;
	leaf->slot = slot;
	if (s->flags & LAY_SLOT_RECORD || !(s->flags & LAY_SLOT_ARRAY))
		leaf->first = s->bit_off / 8 + rest;
	return false;
}

uint32_t heat_place_leaf(const struct lay_layout *layout, uint64_t off)
{
	struct leaf leaf = { .layout = layout, .slot = LAY_NO_SLOT };

	heat_place_each(layout, off, see_leaf, &leaf);
	return leaf.slot;
}

uint64_t heat_place_first(const struct lay_layout *layout, uint64_t off)
{
	struct leaf leaf = {
		.layout = layout, .slot = LAY_NO_SLOT, .first = off,
	};

	heat_place_each(layout, off, see_leaf, &leaf);
	return leaf.first;
}

bool heat_place_is(const struct lay_type *type, const struct lay_type *wanted)
{
	const struct lay_type *record = lay_type_strip(type);

	while (wanted->kind == LAY_KIND_CONST ||
	       wanted->kind == LAY_KIND_VOLATILE)
		wanted = wanted->target;
	if (!wanted->name)
		return record == lay_type_strip(wanted);
	/* the chain is as long as lay_type_strip() found it */
	for (;; type = type->target) {
		if (type->kind == wanted->kind && type->name &&
		    !strcmp(type->name, wanted->name))
			return true;
		if (type == record || !type->target)
			return false;
	}
}

const struct lay_type *heat_place_record(const struct lay_slot *slot)
{
	const struct lay_type *type = slot->member->type;

	for (unsigned int i = 0; i < LAY_LAYOUT_MAX_DEPTH; i++) {
		const struct lay_type *t = lay_type_strip(type);

		if (t->kind != LAY_KIND_ARRAY)
			return lay_type_is_record(t) ? type : NULL;
		type = t->target;
	}
	return NULL;
}
