/* SPDX-License-Identifier: GPL-2.0-only */
/* Where a member stands, from what its DIE says. */
#ifndef DWARF_LOAD_PLACE_H
#define DWARF_LOAD_PLACE_H

#include "dwarf/die.h"

/*
 * Set bit_off, bit_size and the flags BITFIELD and NO_OFFSET of @member, whose
 * type is set, from @die of @unit. Returns NULL, or what is wrong with what is
 * said (a constant): then the position is not known, or it is as read.
 */
const char *load_place(const struct dw_unit *unit, const struct dw_die *die,
		       bool big_endian, struct lay_member *member);

/* Does @member lie inside @record, and a bit-field inside its type? Returns
 * NULL, or what is wrong. */
const char *load_check_place(const struct lay_type *record,
			     const struct lay_member *member);

#endif /* DWARF_LOAD_PLACE_H */
