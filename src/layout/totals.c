// SPDX-License-Identifier: GPL-2.0-only
/*
 * Sums of one record, from its slots. Siblings stand in the order of their
 * places, so the same mark that named the gaps (holes.c) tells which bits a
 * member is the first to claim.
 */
#include <config.h>

#include <assert.h>

#include "layout/slots.h"
#include "base/poison.h"

struct sums {
	struct lay_totals *totals;
	uint64_t start;		/* of the record, in bits */
	uint64_t size_bits;
	uint64_t mark;		/* from @start */
	bool is_union;
	bool gap_has_bits;	/* a bit hole since the last member */
};

static void record_totals(const struct lay_slot *slot,
			  struct lay_totals *totals);

static void add_member(struct sums *s, const struct lay_slot *slot)
{
	struct lay_totals *t = s->totals;
	uint64_t from, end, first;

	t->nr_members++;
	if (slot->flags & LAY_SLOT_BITFIELD)
		t->nr_bitfields++;
	if (slot->flags & LAY_SLOT_UNPLACED) {
		t->nr_unplaced++;
		return;
	}
	from = slot->bit_off - s->start;
	end = from + slot->bit_size;
	if (end > s->size_bits)
		end = s->size_bits;
	if (from >= end)
		return;
	first = from > s->mark ? from : s->mark;
	if (first > end)
		first = end;
	t->member_bits += end - first;
	if (!s->is_union)
		t->overlap_bits += first - from;
	if (end > s->mark)
		s->mark = end;
}

static void add_slot(struct sums *s, const struct lay_slot *slot)
{
	struct lay_totals *t = s->totals;

	switch (slot->kind) {
	case LAY_SLOT_MEMBER:
		add_member(s, slot);
		s->gap_has_bits = false;
		break;
	case LAY_SLOT_HOLE:
		t->nr_holes++;
		t->hole_bytes += slot->bit_size / 8;
		break;
	case LAY_SLOT_BIT_HOLE:
		t->nr_bit_holes += !s->gap_has_bits;
		t->bit_hole_bits += slot->bit_size;
		s->gap_has_bits = true;
		break;
	case LAY_SLOT_PADDING:
		t->padding_bytes += slot->bit_size / 8;
		break;
	case LAY_SLOT_BIT_PADDING:
		t->bit_padding_bits += slot->bit_size;
		break;
	case LAY_SLOT_UNKNOWN:
		t->unknown_bits += slot->bit_size;
		break;
	}
	if (slot->kind != LAY_SLOT_MEMBER)
		s->mark += slot->bit_size;
}

static void add_straddles(struct lay_totals *t, const struct lay_slot *slots,
			  uint32_t nr)
{
	uint32_t embedded_end = 0;

	for (uint32_t i = 0; i < nr; i++) {
		if (slots[i].flags & LAY_SLOT_STRADDLES) {
			t->nr_straddles++;
			t->nr_embedded_straddles += i < embedded_end;
		}
		if (i >= embedded_end && !(slots[i].flags & LAY_SLOT_ANONYMOUS))
			embedded_end = i + 1 + slots[i].nr_below;
	}
}

/* What is between the members of the anonymous member behind @slot, and of
 * those in it. */
static void add_anonymous(struct lay_totals *t, const struct lay_slot *slot)
{
	struct lay_totals in;

	record_totals(slot, &in);
	t->nr_anonymous_holes += in.nr_holes + in.nr_anonymous_holes;
	t->anonymous_hole_bytes += in.hole_bytes + in.anonymous_hole_bytes;
	t->nr_anonymous_bit_holes += in.nr_bit_holes +
				     in.nr_anonymous_bit_holes;
	t->anonymous_bit_hole_bits += in.bit_hole_bits +
				      in.anonymous_bit_hole_bits;
	t->anonymous_padding_bits += in.padding_bytes * 8 +
				     in.bit_padding_bits +
				     in.anonymous_padding_bits;
}

/* All but the straddles. */
static void add_slots(struct sums *s, const struct lay_slot *slots, uint32_t nr)
{
	struct lay_totals *t = s->totals;

	*t = (struct lay_totals){ 0 };
	for (uint32_t i = 0; i < nr; i += 1 + slots[i].nr_below) {
		add_slot(s, &slots[i]);
		if (slots[i].flags & LAY_SLOT_RECORD &&
		    slots[i].flags & LAY_SLOT_ANONYMOUS)
			add_anonymous(t, &slots[i]);
	}
	assert(t->member_bits + t->hole_bytes * 8 + t->bit_hole_bits +
	       t->padding_bytes * 8 + t->bit_padding_bits + t->unknown_bits ==
	       s->size_bits);
}

/* Recurses through anonymous members, as deep as records are opened. */
static void record_totals(const struct lay_slot *slot,
			  struct lay_totals *totals)
{
	const struct lay_type *record;
	struct sums s = { .totals = totals, .start = slot->bit_off };
	uint64_t size;

	record = slot_record(slot, &size);
	s.size_bits = size * 8;
	s.is_union = record->kind == LAY_KIND_UNION;
	add_slots(&s, slot + 1, slot->nr_below);
}

void slots_totals(const struct lay_slot *slots, uint32_t nr, uint64_t size_bits,
		  bool is_union, struct lay_totals *totals)
{
	struct sums s = { .totals = totals, .size_bits = size_bits,
			  .is_union = is_union };

	add_slots(&s, slots, nr);
	add_straddles(totals, slots, nr);
}

void lay_layout_totals(const struct lay_layout *layout, uint32_t slot,
		       struct lay_totals *totals)
{
	const struct lay_slot *s;

	if (slot == LAY_NO_SLOT) {
		*totals = layout->totals;
		return;
	}
	assert(slot < layout->nr_slots);
	s = &layout->slots[slot];
	assert(s->flags & LAY_SLOT_RECORD);
	record_totals(s, totals);
	add_straddles(totals, s + 1, s->nr_below);
}
