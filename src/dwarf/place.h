/* SPDX-License-Identifier: GPL-2.0-only */
/* Where a member lies, in whichever of DWARF's ways it is said. */
#ifndef DWARF_PLACE_H
#define DWARF_PLACE_H

#include "dwarf/die.h"

/* What no object reaches; so that bits can be added up without overflow. */
#define DW_PLACE_BYTES_MAX	(UINT64_C(1) << 56)

struct dw_place {
	bool known;		/* false: see @wrong, and bit_off is 0 */
	uint64_t bit_off;	/* in memory order, as of lay_member */
	bool bitfield;
	uint64_t bit_size;	/* of a bit-field */
	const char *wrong;	/* "its position is not a constant", ... */
};

/* Does the place of @member depend on the size of its type? */
bool dw_place_takes_type(const struct dw_die *member);

/*
 * The place of @member of @unit. @type_size: bytes of its type, or NULL when
 * that is not known; looked at only where dw_place_takes_type().
 */
struct dw_place dw_place_of(const struct dw_unit *unit,
			    const struct dw_die *member, bool big_endian,
			    const uint64_t *type_size);

/* The same, with the type's size read if need be. */
int dw_member_place(struct dw_views *views, const struct dw_die *member,
		    struct dw_place *place, struct lay_error *err);

/*
 * The size in bytes of what @die says to be its type, through typedefs and
 * qualifiers; *@known is false where that states none.
 */
int dw_type_size(struct dw_views *views, const struct dw_die *die,
		 uint64_t *size, bool *known, struct lay_error *err);

#endif /* DWARF_PLACE_H */
