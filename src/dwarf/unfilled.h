/* SPDX-License-Identifier: GPL-2.0-only */
/* Debug information of object files for which relocations are missing. */
#ifndef DWARF_UNFILLED_H
#define DWARF_UNFILLED_H

#include "dwarf/unit.h"

/*
 * Is there a place, in what types depend on, whose relocation is of no effect
 * (R_*_NONE)? What it holds is not what should stand there, and a name, read
 * from it, would be some other one: -LAY_E_FORMAT. Addresses may be such:
 * linkers leave those of functions that they discard. The units of @file are
 * known.
 */
int dw_check_unfilled(struct dw_file *file, struct lay_error *err);

/* Is there such a place in @section of @unit's file, from @from up to @to? */
bool dw_is_unfilled(const struct dw_file *file, const struct dw_unit *unit,
		    enum dw_section section, uint64_t from, uint64_t to);

#endif /* DWARF_UNFILLED_H */
