/* SPDX-License-Identifier: GPL-2.0-only */
/* Where a member lies, in whichever of DWARF's ways it is said. */
#ifndef DWARF_PLACE_H
#define DWARF_PLACE_H

#include "dwarf/die.h"

struct dw_place {
	bool known;		/* false: not a constant, or it makes no sense */
	uint64_t bit_off;	/* in memory order, as of lay_member */
	bool bitfield;
	uint64_t bit_size;	/* of a bit-field */
};

int dw_member_place(struct dw_views *views, const struct dw_die *member,
		    struct dw_place *place, struct lay_error *err);

/*
 * The size in bytes of what @die says to be its type, through typedefs and
 * qualifiers; *@known is false where that states none.
 */
int dw_type_size(struct dw_views *views, const struct dw_die *die,
		 uint64_t *size, bool *known, struct lay_error *err);

#endif /* DWARF_PLACE_H */
