/* SPDX-License-Identifier: GPL-2.0-only */
/* What lies at a byte of a layout. */
#ifndef HEAT_PLACE_H
#define HEAT_PLACE_H

#include <layoutdiff/layout.h>

/*
 * Called for each member that contains a byte, outer before inner, and each of
 * several in a union: @rest is the byte's offset in it, of an array in its
 * element. Returns true to be shown no more.
 */
typedef bool (*heat_place_fn)(void *ctx, uint32_t slot, uint64_t rest);

/* Returns true if @see did. */
bool heat_place_each(const struct lay_layout *layout, uint64_t off,
		     heat_place_fn see, void *ctx);

/* The innermost member at byte @off, of a union's the first; LAY_NO_SLOT: none
 * is there. */
uint32_t heat_place_leaf(const struct lay_layout *layout, uint64_t off);

/* Byte @off with indices of arrays of records taken off: where it would be in
 * first elements. */
uint64_t heat_place_first(const struct lay_layout *layout, uint64_t off);

/* Is @type, below qualifiers and typedefs or one of those, what @wanted is? */
bool heat_place_is(const struct lay_type *type, const struct lay_type *wanted);

/* The record that a member is, or is an array of; or NULL. */
const struct lay_type *heat_place_record(const struct lay_slot *slot);

#endif /* HEAT_PLACE_H */
