// SPDX-License-Identifier: GPL-2.0-only
/*
 * The kernel's struct_group() declares members twice, in a union of an anonymous
 * struct and one with a name (Linux kernel commit 50d7bd38c3aa ("stddef:
 * Introduce struct_group() helper macro") (in v5.16)). What happened to one
 * happened to the other: it is told once.
 */
#include <config.h>

#include <string.h>

#include "diff/work.h"
#include "base/poison.h"

static bool same_name(const struct lay_member *a, const struct lay_member *b)
{
	if (!a || !b || !a->name || !b->name)
		return a ? b && a->name == b->name : !b;
	return !strcmp(a->name, b->name);
}

static bool is_mirror(const struct side *side, uint32_t first, uint32_t second)
{
	const struct lay_slot *a = slot_of(side, first);
	const struct lay_slot *b = slot_of(side, second);

	if (!(a->flags & LAY_SLOT_ANONYMOUS) || b->flags & LAY_SLOT_ANONYMOUS ||
	    !(a->flags & b->flags & LAY_SLOT_RECORD) || !a->nr_below ||
	    (a->flags | b->flags) & LAY_SLOT_ARRAY ||
	    a->bit_size != b->bit_size || a->nr_below != b->nr_below)
		return false;
	for (uint32_t i = 1; i <= a->nr_below; i++)
		if (a[i].kind != b[i].kind || a[i].bit_off != b[i].bit_off ||
		    a[i].bit_size != b[i].bit_size ||
		    a[i].nr_below != b[i].nr_below ||
		    !same_name(a[i].member, b[i].member))
			return false;
	return true;
}

void mark_mirrors(struct diff *d, uint32_t parent)
{
	uint32_t row = parent == LAY_NO_ROW ? 0 : parent + 1, before;

	for (before = LAY_NO_ROW; row < d->nr_rows;
	     before = row, row += 1 + d->rows[row].nr_below) {
		const struct lay_row *a, *b = &d->rows[row];

		if (before == LAY_NO_ROW)
			continue;
		a = &d->rows[before];
		if (a->old_slot != LAY_NO_SLOT && a->new_slot != LAY_NO_SLOT &&
		    b->old_slot != LAY_NO_SLOT && b->new_slot != LAY_NO_SLOT &&
		    is_mirror(&d->old, a->old_slot, b->old_slot) &&
		    is_mirror(&d->new, a->new_slot, b->new_slot))
			d->rows[row].what |= LAY_ROW_MIRROR;
	}
}
