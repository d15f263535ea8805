// SPDX-License-Identifier: GPL-2.0-only
/*
 * Whether members ask for another alignment. What each asks for, and how that
 * is known, the layout says (layout/align.c).
 */
#include <config.h>

#include "diff/work.h"
#include "base/poison.h"

/* Does @slot stand on a multiple of @align, counted from its record? */
static bool is_at(const struct side *side, uint32_t slot, uint64_t align)
{
	const struct lay_slot *s = slot_of(side, slot);

	return (s->bit_off - record_start(side, s->parent)) % (8 * align) == 0;
}

static const struct lay_slot_align *align_of(const struct side *side,
					     uint32_t slot)
{
	return slot == LAY_NO_SLOT ? &side->layout->outermost :
				     &side->layout->aligns[slot];
}

/* One of two members that became one another, and the other one. */
struct beside {
	const struct side *side, *other;
	uint32_t slot, other_slot;
};

static const struct lay_slot_align *align_around(const struct side *side,
						 uint32_t slot)
{
	return align_of(side, slot_of(side, slot)->parent);
}

/*
 * Does the member stand where it does for its alignment, not by luck? What
 * shows no packing may be packed all the same where the other shows some: then
 * only what a hole shows counts.
 */
static bool is_even(const struct beside *b)
{
	const struct lay_slot_align *a = align_of(b->side, b->slot);
	const struct lay_slot_align *around = align_around(b->side, b->slot);

	if (a->stated)
		return true;
	if (around->unsure)
		return false;
	if (!align_of(b->other, b->other_slot)->unsure &&
	    !align_around(b->other, b->other_slot)->unsure)
		return true;
	return around->unpacked &&
	       (!(slot_of(b->side, b->slot)->flags & LAY_SLOT_RECORD) ||
		a->shown);
}

/* What is known of its alignment for certain; 1: packed, 0: nothing. */
static uint64_t known_align(const struct beside *b)
{
	const struct lay_slot_align *a = align_of(b->side, b->slot);

	if (a->uneven)
		return 1;
	if ((!a->stated && b->side->layout->terse) || !is_even(b))
		return 0;
	return a->asked;
}

/* Where the source says nothing of alignment, a place can still contradict. */
static bool differs_for_sure(const struct side *small, uint32_t slot,
			     uint64_t align)
{
	return !small->layout->terse || !is_at(small, slot, align);
}

/* A source with no word for alignment has none for a typedef's either: what it
 * seems to ask for is a guess, and so is that it is packed. */
static bool is_guess(const struct side *side, uint32_t slot,
		     const struct side *other)
{
	return side->layout->terse && !other->layout->terse &&
	       !align_of(side, slot)->stated;
}

bool align_differs(struct diff *d, struct lay_row *r)
{
	const struct beside old = {
		&d->old, &d->new, r->old_slot, r->new_slot
	};
	const struct beside new = {
		&d->new, &d->old, r->new_slot, r->old_slot
	};
	const struct lay_slot_align *a = align_of(&d->old, r->old_slot);
	const struct lay_slot_align *b = align_of(&d->new, r->new_slot);

	r->old_align = known_align(&old);
	r->new_align = known_align(&new);
	if (!a->asked || !b->asked)
		return false;
	if (is_guess(&d->old, r->old_slot, &d->new))
		return b->stated && !is_at(&d->old, r->old_slot, b->asked);
	if (is_guess(&d->new, r->new_slot, &d->old))
		return a->stated && !is_at(&d->new, r->new_slot, a->asked);
	if (a->uneven || b->uneven)
		return !(r->what & LAY_ROW_RETYPED) &&
		       (a->uneven || is_even(&old)) &&
		       (b->uneven || is_even(&new)) &&
		       a->uneven != b->uneven;
	/* of what changed by itself it is worth to be told where it shows */
	if (!a->stated && !b->stated &&
	    (!is_record_pair(d, r->old_slot, r->new_slot) ||
	     r->old_hole_bits == r->new_hole_bits || !r->old_align ||
	     !r->new_align))
		return false;
	if (a->asked < b->asked)
		return b->stated ? differs_for_sure(&d->old, r->old_slot,
						    b->asked) : r->old_align;
	if (a->asked > b->asked)
		return a->stated ? differs_for_sure(&d->new, r->new_slot,
						    a->asked) : r->new_align;
	return false;
}
