// SPDX-License-Identifier: GPL-2.0-only
/*
 * What objects and members are aligned to, and how that is known: the one place
 * that decides it.
 *
 * Where alignment is stated, at the member or at its type, that is it; else it
 * follows from the scalars in it. That a record is packed nobody states. It
 * shows where a member stands, or the record ends, on no multiple of what the
 * type asks for: then what the others in the record ask for is not known, and
 * what the record asks for is not either. That it is not packed shows where a
 * hole, or padding, is just as large as alignment makes it. Where neither shows
 * natural alignment is assumed.
 *
 * Invariant: a record is shown to ask for what it asks for only if no packing
 * in it, seen or unseen, would leave every hole where it is. Bit-fields show
 * nothing: those without a name, of which the source tells nothing, make holes
 * in packed records too.
 *
 * Cost: each slot once, from the inside out.
 */
#include <config.h>

#include <stdlib.h>

#include "layout/slots.h"
#include "base/poison.h"

/* Alignment beyond this is not looked for behind a hole. */
#define MAX_EXPLAINED	4096

/* What the members of a record that were seen so far tell of it. */
struct inside {
	uint64_t explained;	/* a hole is as large as this makes it */
	uint64_t trusted;	/* what asks for so much unless the record is
				 * packed: scalars, and what is shown */
	uint64_t stated;	/* by members: not undone by packing */
};

struct walk {
	struct lay_layout *layout;
	struct lay_slot_align *aligns;
	struct inside *inside;	/* of each slot; the last: of the outermost */
};

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

static const struct lay_type *element_of(const struct lay_type *type)
{
	type = lay_type_strip(type);
	for (int i = 0; i < LAY_LAYOUT_MAX_DEPTH &&
			type->kind == LAY_KIND_ARRAY && type->target; i++)
		type = lay_type_strip(type->target);
	return type;
}

/* Of the record that @slot is, what its members ask for is known. */
static uint64_t natural_align(const struct walk *w, uint32_t slot)
{
	const struct lay_slot *s = &w->layout->slots[slot];
	const struct lay_slot_align *a = &w->aligns[slot];
	uint64_t align;

	if (s->flags & LAY_SLOT_RECORD) {
		if (a->unsure)
			return 0;
		return s->nr_below ? a->asked : 1;
	}
	/* not opened, as what is too deep is not */
	if (lay_type_is_record(element_of(s->member->type)))
		return 0;
	align = lay_type_align(s->member->type, w->layout->max_scalar);
	/* what its type states is no better for coming from there */
	return align <= LAY_LAYOUT_MAX_SIZE ? align : 0;
}

static uint64_t start_of(const struct walk *w, uint32_t record)
{
	return record == LAY_NO_SLOT ? 0 : w->layout->slots[record].bit_off;
}

/* Of an array, its first element's. */
static uint64_t bits_of(const struct walk *w, uint32_t record)
{
	const struct lay_slot *s;

	if (record == LAY_NO_SLOT)
		return w->layout->size * 8;
	s = &w->layout->slots[record];
	return s->flags & LAY_SLOT_ARRAY ? s->stride * 8 : s->bit_size;
}

static struct lay_slot_align *align_of_record(struct walk *w, uint32_t record)
{
	return record == LAY_NO_SLOT ? &w->layout->outermost :
				       &w->aligns[record];
}

static struct inside *inside_of_record(struct walk *w, uint32_t record)
{
	return &w->inside[record == LAY_NO_SLOT ? w->layout->nr_slots : record];
}

/*
 * When all members of a record are seen: it is packed, too, when its size is no
 * multiple of what they ask for. @type_align: what its type states.
 */
static void settle_record(struct walk *w, uint32_t record, uint64_t type_align)
{
	struct lay_slot_align *a = align_of_record(w, record);
	const struct inside *in = inside_of_record(w, record);

	if (a->asked && bits_of(w, record) % (8 * a->asked)) {
		a->unsure = true;
		w->layout->shows_packed |= record == LAY_NO_SLOT;
	}
	/* a member of a packed record can have asked for the hole by itself */
	a->unpacked = !a->unsure && in->explained && !w->layout->terse;
	a->shown = !a->unsure &&
		   (type_align || a->asked <= 1 || in->stated >= a->asked ||
		    in->explained >= a->asked ||
		    (a->unpacked && in->trusted >= a->asked));
}

static bool is_at(const struct walk *w, uint32_t slot, uint64_t align)
{
	const struct lay_slot *s = &w->layout->slots[slot];

	return (s->bit_off - start_of(w, s->parent)) % (8 * align) == 0;
}

static void at_least(uint64_t *value, uint64_t to)
{
	if (to > *value)
		*value = to;
}

static void set_member(struct walk *w, uint32_t slot)
{
	const struct lay_slot *s = &w->layout->slots[slot];
	struct lay_slot_align *a = &w->aligns[slot], *outer;
	struct inside *in = inside_of_record(w, s->parent);
	uint64_t stated, natural;

	settle_record(w, slot, s->flags & LAY_SLOT_RECORD ?
			       stated_by(element_of(s->member->type)) : 0);
	stated = stated_align(s->member);
	if (stated > LAY_LAYOUT_MAX_SIZE)
		stated = 0;
	natural = stated ? stated : natural_align(w, slot);
	a->stated = stated != 0;
	a->asked = s->flags & LAY_SLOT_BITFIELD ? 0 : natural;
	a->uneven = a->asked && !is_at(w, slot, a->asked);
	/* of a record in it that would say nothing of the outermost */
	w->layout->shows_packed |= a->uneven && s->parent == LAY_NO_SLOT;
	outer = align_of_record(w, s->parent);
	at_least(&outer->asked, natural);
	outer->unsure |= a->uneven || (!natural && s->bit_size);
	if (s->member->align && !a->uneven)
		at_least(&in->stated, natural);
	if (!(s->flags & LAY_SLOT_RECORD) || a->stated || a->shown)
		at_least(&in->trusted, natural);
}

static bool is_bitfield(const struct walk *w, uint32_t slot, uint32_t record)
{
	const struct lay_slot *s;

	if (slot >= w->layout->nr_slots)
		return false;
	/* from what is deep in the member in front, out to that */
	for (s = &w->layout->slots[slot]; s->parent != record;
	     s = &w->layout->slots[s->parent])
		if (s->parent == LAY_NO_SLOT)
			return false;
	return s->flags & LAY_SLOT_BITFIELD || s->kind != LAY_SLOT_MEMBER;
}

/* The least alignment that takes what ends at @end on to @to; 0: none does. */
static uint64_t explain(uint64_t end, uint64_t to)
{
	for (uint64_t align = 2; align <= MAX_EXPLAINED; align *= 2)
		if ((end + align - 1) / align * align == to)
			return align;
	return 0;
}

/* What the hole, or the padding, at @slot shows of its record. */
static void set_gap(struct walk *w, uint32_t slot)
{
	const struct lay_layout *l = w->layout;
	const struct lay_slot *s = &l->slots[slot], *next = s + 1;
	uint64_t at = s->bit_off - start_of(w, s->parent);

	if (at % 8 || s->bit_size % 8 || !s->bit_size ||
	    (slot && is_bitfield(w, slot - 1, s->parent)))
		return;
	if (s->kind == LAY_SLOT_HOLE &&
	    (slot + 1 == l->nr_slots || next->parent != s->parent ||
	     next->kind != LAY_SLOT_MEMBER || w->aligns[slot + 1].stated ||
	     next->flags & (LAY_SLOT_BITFIELD | LAY_SLOT_UNPLACED)))
		return;
	at_least(&inside_of_record(w, s->parent)->explained,
	      explain(at / 8, (at + s->bit_size) / 8));
}

static bool is_stated_around(const struct walk *w, uint32_t record)
{
	const struct lay_type *type = record == LAY_NO_SLOT ?
		w->layout->type : w->layout->slots[record].member->type;

	return stated_by(type) || stated_by(element_of(type));
}

static void walk_slots(struct walk *w)
{
	const struct lay_layout *l = w->layout;

	for (uint32_t i = l->nr_slots; i-- > 0;) {
		const struct lay_slot *s = &l->slots[i];

		if (s->kind == LAY_SLOT_MEMBER) {
			if (!(s->flags & LAY_SLOT_UNPLACED))
				set_member(w, i);
		} else if (s->kind == LAY_SLOT_HOLE ||
			   (s->kind == LAY_SLOT_PADDING &&
			    !is_stated_around(w, s->parent))) {
			set_gap(w, i);
		}
	}
	settle_record(w, LAY_NO_SLOT, stated_by(l->type));
}

/*
 * The record as a whole
 */

/* Does @type, or a typedef on the way to it, state the alignment @align? */
static bool type_states(const struct lay_type *type, uint64_t align)
{
	const struct lay_type *end = lay_type_strip(type);

	for (;;) {
		if (type->align == align)
			return true;
		if (type == end || !type->target)
			return false;
		type = type->target;
	}
}

/* What bit-fields may have asked for, by where they stand. */
static uint64_t most_of_bits(const struct lay_layout *l)
{
	uint64_t whole = l->size_known ? l->size & -l->size : 0, most = 0;

	for (uint32_t i = 0; i < l->nr_slots; i++) {
		const struct lay_slot *s = &l->slots[i];
		uint64_t at = s->bit_off / 8, align = at & -at;

		if (!(s->flags & LAY_SLOT_BITFIELD) || s->bit_off % 8)
			continue;
		if (!at || align > whole)
			align = whole;
		most = align > most ? align : most;
	}
	return most;
}

/* Whatever it is aligned to, its size is a multiple of that. */
static uint64_t most_align(const struct lay_layout *l)
{
	uint64_t most;

	if (l->align_stated)
		return l->align;
	if (l->terse)
		return l->size_known ? l->size & -l->size : 0;
	most = lay_type_align_most(l->type, l->max_scalar);
	most &= -most;
	if (most && l->bits_unstated) {
		uint64_t bits = most_of_bits(l);

		most = bits > most ? bits : most;
	}
	return most;
}

/*
 * @explained: by a hole or padding of the outermost record. A source without a
 * word for alignment has none for that of a typedef or a member either, which
 * can be less than natural, and its machine may not be known: then what shows is
 * all that is certain.
 */
static void set_whole(struct lay_layout *l, uint64_t explained)
{
	l->align = lay_type_align(l->type, l->max_scalar);
	if (!l->align)
		return;
	l->align &= -l->align;
	l->align_stated = type_states(l->type, l->align);
	for (uint32_t i = 0; i < l->nr_slots && !l->align_stated; i++)
		if (l->slots[i].member)
			l->align_stated =
				l->slots[i].member->align == l->align ||
				type_states(l->slots[i].member->type, l->align);
	l->align_most = most_align(l);
	if (l->align_most && l->align_most < l->align)
		l->align_most = l->align;
	l->align_shown = l->align_stated || l->align == 1 ||
			 l->outermost.shown;
	if (!l->terse || l->align_stated || l->outermost.shown)
		return;
	l->align = explained ? explained : 1;
	if (l->align_most && l->align > l->align_most)
		l->align = l->align_most;
	l->align_shown = true;
}

int aligns_set(struct lay_layout *layout, struct lay_error *err)
{
	size_t nr = (size_t)layout->nr_slots + 1;
	struct walk w = { .layout = layout };

	w.aligns = calloc(nr, sizeof(*w.aligns));
	w.inside = calloc(nr, sizeof(*w.inside));
	layout->aligns = w.aligns;
	if (!w.aligns || !w.inside) {
		free(w.inside);
		return lay_error_set(err, LAY_E_NOMEM,
				     "out of memory for alignments");
	}
	walk_slots(&w);
	set_whole(layout, w.inside[layout->nr_slots].explained);
	free(w.inside);
	return 0;
}

/*
 * Two of them
 */

static struct lay_align align_beside(const struct lay_layout *l,
				     const struct lay_layout *other)
{
	struct lay_align align = { l->align, l->align_most };

	if (l->align && !l->align_shown && !l->shows_packed &&
	    other->shows_packed)
		align.least = 1;
	return align;
}

void lay_layout_pair_aligns(const struct lay_layout *a,
			    const struct lay_layout *b,
			    struct lay_align ret_align[2])
{
	ret_align[0] = align_beside(a, b);
	ret_align[1] = align_beside(b, a);
}

bool lay_layout_same_align(const struct lay_layout *a,
			   const struct lay_layout *b)
{
	struct lay_align at[2];

	lay_layout_pair_aligns(a, b, at);
	return (!at[1].most || at[0].least <= at[1].most) &&
	       (!at[0].most || at[1].least <= at[0].most);
}
