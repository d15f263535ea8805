// SPDX-License-Identifier: GPL-2.0-only
/*
 * What alignment members ask for. Where it is stated, at the member or at its
 * type, that is it; else it follows from the scalars in it. That a record is
 * packed nobody states: it shows where a member stands, or the record ends, on
 * no multiple of what the type asks for. Then what the others in the record ask
 * for is not known, and what the record asks for is not either.
 *
 * Cost: each slot once, from the inside out.
 */
#include <config.h>

#include <stdlib.h>

#include "diff/work.h"
#include "base/poison.h"

/* The alignment that @type, or a typedef on the way to it, states. */
static uint64_t stated_by(const struct lay_type *type)
{
	const struct lay_type *end = lay_type_strip(type);

	while (!type->align && type != end && type->target)
		type = type->target;
	return type->align;
}

static uint64_t stated_align(const struct lay_member *m)
{
	const struct lay_type *type = m->type;
	uint64_t align = m->align;

	for (int i = 0; i < LAY_LAYOUT_MAX_DEPTH && type && !align; i++) {
		align = stated_by(type);
		type = lay_type_strip(type);
		type = type->kind == LAY_KIND_ARRAY ? type->target : NULL;
	}
	return align;
}

/* Of the record that @slot is, @inside is what its members ask for. */
static uint64_t natural_align(const struct side *side, uint32_t slot,
			      const struct align *inside)
{
	const struct lay_slot *s = slot_of(side, slot);

	if (s->flags & LAY_SLOT_RECORD) {
		if (inside->unsure)
			return 0;
		return s->nr_below ? inside->asked : 1;
	}
	/* not opened, as what is too deep is not */
	if (lay_type_is_record(element_of(s->member->type)))
		return 0;
	return lay_type_align(s->member->type, side->layout->max_scalar);
}

/* Does @slot stand on a multiple of @align, counted from its record? */
static bool is_at(const struct side *side, uint32_t slot, uint64_t align)
{
	const struct lay_slot *s = slot_of(side, slot);

	return (s->bit_off - record_start(side, s->parent)) % (8 * align) == 0;
}

static struct align *align_of_record(struct side *side, uint32_t record)
{
	return record == LAY_NO_SLOT ? &side->outermost : &side->align[record];
}

/* When all members of a record are seen: it is packed, too, when its size is no
 * multiple of what they ask for. */
static void settle_record(struct align *a, uint64_t bits)
{
	if (a->asked && bits % (8 * a->asked))
		a->unsure = true;
}

static void set_align(struct side *side, uint32_t slot)
{
	const struct lay_slot *s = slot_of(side, slot);
	struct align *a = &side->align[slot];
	uint64_t stated, natural;
	struct align *outer;

	if (s->kind != LAY_SLOT_MEMBER || s->flags & LAY_SLOT_UNPLACED)
		return;
	settle_record(a, record_bits(side, slot));
	stated = stated_align(s->member);
	if (stated > LAY_LAYOUT_MAX_SIZE)
		stated = 0;
	natural = stated ? stated : natural_align(side, slot, a);
	a->stated = stated != 0;
	a->asked = s->flags & LAY_SLOT_BITFIELD ? 0 : natural;
	a->uneven = a->asked && !is_at(side, slot, a->asked);
	outer = align_of_record(side, s->parent);
	if (natural > outer->asked)
		outer->asked = natural;
	outer->unsure |= a->uneven || (!natural && s->bit_size);
}

/* Does the member stand where it does for its alignment, not by luck? */
static bool is_even(struct side *side, uint32_t slot)
{
	return side->align[slot].stated ||
	       !align_of_record(side, slot_of(side, slot)->parent)->unsure;
}

/* What is known of @slot's alignment for certain; 1: packed, 0: nothing. */
static uint64_t known_align(struct side *side, uint32_t slot)
{
	const struct align *a = &side->align[slot];

	if (a->uneven)
		return 1;
	if ((!a->stated && side->layout->terse) || !is_even(side, slot))
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
	       !side->align[slot].stated;
}

bool align_differs(struct diff *d, struct lay_row *r)
{
	const struct align *a = &d->old.align[r->old_slot];
	const struct align *b = &d->new.align[r->new_slot];

	r->old_align = known_align(&d->old, r->old_slot);
	r->new_align = known_align(&d->new, r->new_slot);
	if (!a->asked || !b->asked)
		return false;
	if (is_guess(&d->old, r->old_slot, &d->new))
		return b->stated && !is_at(&d->old, r->old_slot, b->asked);
	if (is_guess(&d->new, r->new_slot, &d->old))
		return a->stated && !is_at(&d->new, r->new_slot, a->asked);
	if (a->uneven || b->uneven)
		return !(r->what & LAY_ROW_RETYPED) &&
		       (a->uneven || is_even(&d->old, r->old_slot)) &&
		       (b->uneven || is_even(&d->new, r->new_slot)) &&
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

int align_init(struct side *side, struct lay_error *err)
{
	uint32_t nr = side->layout->nr_slots;

	side->align = calloc((size_t)nr + 1, sizeof(*side->align));
	if (!side->align)
		return lay_error_set(err, LAY_E_NOMEM,
				     "out of memory for alignments");
	for (uint32_t i = nr; i-- > 0;)
		set_align(side, i);
	settle_record(&side->outermost, side->layout->size * 8);
	return 0;
}
