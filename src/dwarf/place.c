// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include "dwarf/constants.h"
#include "dwarf/place.h"
#include "base/poison.h"

/* How many typedefs and qualifiers a type may be away. */
#define MAX_HOPS 64

static bool is_transparent(uint16_t tag)
{
	switch (tag) {
	case DW_TAG_typedef:
	case DW_TAG_const_type:
	case DW_TAG_volatile_type:
	case DW_TAG_restrict_type:
	case DW_TAG_atomic_type:
	case DW_TAG_packed_type:
		return true;
	}
	return false;
}

static bool is_pointer(uint16_t tag)
{
	return tag == DW_TAG_pointer_type || tag == DW_TAG_reference_type ||
	       tag == DW_TAG_rvalue_reference_type;
}

int dw_type_size(struct dw_views *views, const struct dw_die *die,
		 uint64_t *size, bool *known, struct lay_error *err)
{
	struct dw_die type;
	struct dw_view *view;
	uint64_t off;
	int ret;

	*known = false;
	for (int i = 0; i < MAX_HOPS; i++) {
		if (!dw_die_has(die, DW_FACT_TYPE))
			return 0;
		ret = dw_views_follow(views, &die->fact[DW_FACT_TYPE],
				      die->off, &off, err);
		if (ret == 0)
			ret = dw_views_at(views, off, die->off, &view, err);
		if (ret == 0)
			ret = dw_die_read(view, off, &type, err);
		if (ret < 0)
			return ret;
		*known = dw_die_constant(&type, DW_FACT_BYTE_SIZE, size);
		if (!*known && is_pointer(type.tag)) {
			*size = view->unit->addr_size;
			*known = true;
		}
		if (*known || !is_transparent(type.tag))
			return 0;
		die = &type;
	}
	return dw_error_at(views->own.file, die->off, LAY_E_LIMIT, err,
			   "a type is more than %d typedefs away", MAX_HOPS);
}

/*
 * Before DWARF 4, a bit-field is counted from the most significant bit of a
 * storage unit, on every machine (DWARF 3 section 5.6.6). On a little-endian
 * one that is the last bit of the unit in memory.
 */
static int old_bit_offset(struct dw_views *views, const struct dw_die *member,
			  struct dw_place *place, struct lay_error *err)
{
	uint64_t offset, storage;
	bool known;
	int ret;

	if (!dw_die_constant(member, DW_FACT_BIT_OFFSET, &offset)) {
		place->known = false;
		return 0;
	}
	if (views->own.file->big_endian) {
		place->bit_off += offset;
		return 0;
	}
	known = dw_die_constant(member, DW_FACT_BYTE_SIZE, &storage);
	if (!known) {
		ret = dw_type_size(views, member, &storage, &known, err);
		if (ret < 0)
			return ret;
	}
	/* @offset may be negative: a field that begins before its unit */
	place->bit_off += storage * 8 - offset - place->bit_size;
	place->known = known && storage < 1 << 16;
	return 0;
}

int dw_member_place(struct dw_views *views, const struct dw_die *member,
		    struct dw_place *place, struct lay_error *err)
{
	uint64_t bytes = 0;

	*place = (struct dw_place){ .known = true };
	place->bitfield = dw_die_constant(member, DW_FACT_BIT_SIZE,
					  &place->bit_size);
	if (dw_die_has(member, DW_FACT_DATA_BIT_OFFSET)) {
		place->known = dw_die_constant(member, DW_FACT_DATA_BIT_OFFSET,
					       &place->bit_off);
		return 0;
	}
	if (!dw_die_location(member, &bytes) ||
	    __builtin_mul_overflow(bytes, UINT64_C(8), &place->bit_off)) {
		place->known = false;
		return 0;
	}
	if (place->bitfield && dw_die_has(member, DW_FACT_BIT_OFFSET))
		return old_bit_offset(views, member, place, err);
	return 0;
}
