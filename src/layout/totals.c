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

static uint64_t nr_straddles(const struct lay_slot *slots, uint32_t nr)
{
	uint64_t sum = 0;

	for (uint32_t i = 0; i < nr; i++)
		if (slots[i].flags & LAY_SLOT_STRADDLES &&
		    !(slots[i].flags & LAY_SLOT_RECORD))
			sum++;
	return sum;
}

void slots_totals(const struct lay_slot *slots, uint32_t nr, uint64_t start,
		  uint64_t size_bits, bool is_union, struct lay_totals *totals)
{
	struct sums s = { .totals = totals, .start = start,
			  .size_bits = size_bits, .is_union = is_union };

	*totals = (struct lay_totals){ 0 };
	for (uint32_t i = 0; i < nr; i += 1 + slots[i].nr_below)
		add_slot(&s, &slots[i]);
	totals->nr_straddles = nr_straddles(slots, nr);
	assert(totals->member_bits + totals->hole_bytes * 8 +
	       totals->bit_hole_bits + totals->padding_bytes * 8 +
	       totals->bit_padding_bits + totals->unknown_bits == size_bits);
}

void lay_layout_totals(const struct lay_layout *layout, uint32_t slot,
		       struct lay_totals *totals)
{
	const struct lay_slot *s;
	const struct lay_type *record;
	uint64_t size;

	if (slot == LAY_NO_SLOT) {
		*totals = layout->totals;
		return;
	}
	assert(slot < layout->nr_slots);
	s = &layout->slots[slot];
	assert(s->flags & LAY_SLOT_RECORD);
	record = slot_record(s, &size);
	slots_totals(s + 1, s->nr_below, s->bit_off, size * 8,
		     record->kind == LAY_KIND_UNION, totals);
}
