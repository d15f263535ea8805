/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Where the facts of a DIE stand. DIEs of one abbreviation have their values at
 * the same places, so that a member of seven attributes, of which three matter,
 * is read with three loads.
 */
#ifndef DWARF_FIELDS_H
#define DWARF_FIELDS_H

#include "dwarf/die.h"

/*
 * Read the facts of the DIE of @plan whose attributes begin @at bytes from the
 * start of the unit, and set die->next. False, with nothing read: it has to be
 * done attribute by attribute.
 */
bool dw_fields_read(struct dw_view *view, const struct dw_plan *plan,
		    uint64_t at, struct dw_die *die);

/* Where the values of DIEs of @plan stand. */
const struct dw_fields *dw_fields_of(struct dw_abbrevs *table,
				     const struct dw_plan *plan);

/*
 * The offset in the unit behind the one value of unknown length of a DIE of
 * @plan, whose attributes begin at @at: DW_STEP_STRING and DW_STEP_BLOCK. 0:
 * not so easily told.
 */
uint64_t dw_fields_behind(const struct dw_view *view,
			  const struct dw_plan *plan, uint64_t at);

#endif /* DWARF_FIELDS_H */
