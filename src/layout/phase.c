// SPDX-License-Identifier: GPL-2.0-only
/*
 * What is certain of lines when an object is not aligned to one. Its start is a
 * multiple of its alignment, so it has line_size / align possible phases, and a
 * statement about lines holds in some of them.
 */
#include <config.h>

#include <assert.h>

#include <layoutdiff/layout.h>

#include "base/poison.h"

/* The lines of a slot's bytes in one phase, counted from the line in which the
 * object starts. */
struct lines {
	uint64_t first, last;
};

static uint64_t step_of(const struct lay_layout *l)
{
	return l->align ? l->align : 1;
}

uint64_t lay_line_nr_phases(uint64_t line_size, uint64_t align)
{
	uint64_t step = align ? align : 1;

	return step >= line_size ? 1 : line_size / step;
}

uint64_t lay_layout_nr_phases(const struct lay_layout *l)
{
	return lay_line_nr_phases(l->line_size, l->align);
}

static struct lines lines_at(const struct lay_layout *l,
			     const struct lay_slot *s, uint64_t phase)
{
	uint64_t start = phase * step_of(l);

	return (struct lines){
		.first = (start + s->bit_off / 8) / l->line_size,
		.last = (start + (s->bit_off + s->bit_size - 1) / 8) /
			l->line_size,
	};
}

/* Phase 0 only, where the object is aligned to more than a line: then every
 * start is a multiple of the line. */
uint64_t lay_layout_phases_shared(const struct lay_layout *l, uint32_t a,
				  uint32_t b)
{
	uint64_t nr = lay_layout_nr_phases(l), shared = 0;

	assert(a < l->nr_slots && b < l->nr_slots);
	if (!l->slots[a].bit_size || !l->slots[b].bit_size)
		return 0;
	for (uint64_t phase = 0; phase < nr; phase++) {
		struct lines la = lines_at(l, &l->slots[a], phase);
		struct lines lb = lines_at(l, &l->slots[b], phase);

		shared += la.first <= lb.last && lb.first <= la.last;
	}
	return shared;
}

uint64_t lay_layout_phases_straddled(const struct lay_layout *l, uint32_t slot)
{
	uint64_t nr = lay_layout_nr_phases(l), straddled = 0;

	assert(slot < l->nr_slots);
	if (!l->slots[slot].bit_size)
		return 0;
	for (uint64_t phase = 0; phase < nr; phase++) {
		struct lines at = lines_at(l, &l->slots[slot], phase);

		straddled += at.first != at.last;
	}
	return straddled;
}

bool lay_layout_straddles_at(const struct lay_layout *l, uint32_t slot,
			     uint64_t start)
{
	const struct lay_slot *s;
	uint64_t bit;

	assert(slot < l->nr_slots);
	s = &l->slots[slot];
	if (!s->bit_size || s->bit_size > l->line_size * 8 ||
	    s->kind != LAY_SLOT_MEMBER || s->flags & LAY_SLOT_ANONYMOUS)
		return false;
	bit = start % l->line_size * 8 + s->bit_off;
	return bit / 8 / l->line_size !=
	       (bit + s->bit_size - 1) / 8 / l->line_size;
}
