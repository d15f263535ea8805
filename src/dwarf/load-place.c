// SPDX-License-Identifier: GPL-2.0-only
/*
 * The position of a member has been written in these ways:
 *
 * DW_AT_data_member_location, in bytes from the start of the record: a
 * constant; in DWARF 2 an expression that adds one to an address on the stack
 * (DW_OP_plus_uconst). Any other expression, and a location list (in DWARF 3
 * what has the form data4 or data8), cannot be told without an object: the
 * position is unknown. Absent means 0, as in unions.
 *
 * Bit-fields, DWARF 4 and 5: DW_AT_data_bit_offset counts bits from the start
 * of the record in memory order, as the model does.
 *
 * Bit-fields, DWARF 2 and 3: the byte offset is that of a storage unit of
 * DW_AT_byte_size bytes, or of the size of the member's type, and
 * DW_AT_bit_offset counts from that unit's most significant bit down to the
 * field's. On a big-endian machine that is memory order:
 *
 *	bit_off = 8 * location + bit_offset
 *
 * on a little-endian one the unit's most significant bit is its last:
 *
 *	bit_off = 8 * location + 8 * storage - bit_offset - bit_size
 *
 * bit_offset is negative where a packed field leaves its unit.
 */
#include <config.h>

#include <layoutdiff/model.h>

#include "dwarf/constants.h"
#include "dwarf/load-place.h"
#include "base/poison.h"

/* What no object reaches; so that bits can be added up without overflow. */
#define BYTES_MAX	(UINT64_C(1) << 56)
#define BITS_MAX	(8 * BYTES_MAX)

/* DWARF 3 section 7.5.4: these forms are of class loclistptr there. */
static bool is_location_list(const struct dw_unit *unit,
			     const struct dw_die *die)
{
	uint16_t form = die->fact[DW_FACT_MEMBER_LOCATION].form;

	return dw_die_has(die, DW_FACT_MEMBER_LOCATION) && unit->version < 4 &&
	       (form == DW_FORM_data4 || form == DW_FORM_data8);
}

static const char *unplaced(struct lay_member *member, const char *why)
{
	member->bit_off = 0;
	member->flags |= LAY_MEMBER_NO_OFFSET;
	return why;
}

static const char *place_in_storage(const struct dw_die *die, bool big_endian,
				    uint64_t location,
				    struct lay_member *member)
{
	uint64_t storage, bit_offset;
	int64_t off;

	if (!dw_die_constant(die, DW_FACT_BYTE_SIZE, &storage) &&
	    !lay_type_size(member->type, &storage))
		return unplaced(member, "its storage has no known size");
	dw_die_constant(die, DW_FACT_BIT_OFFSET, &bit_offset);
	off = (int64_t)bit_offset;
	if (storage > BYTES_MAX || off > (int64_t)BITS_MAX ||
	    off < -(int64_t)BITS_MAX)
		return unplaced(member, "its position is not possible");
	if (!big_endian)
		off = (int64_t)(8 * storage) - off - (int64_t)member->bit_size;
	off += (int64_t)(8 * location);
	if (off < 0)
		return unplaced(member, "it starts before the record");
	member->bit_off = (uint64_t)off;
	return NULL;
}

const char *load_place(const struct dw_unit *unit, const struct dw_die *die,
		       bool big_endian, struct lay_member *member)
{
	uint64_t location, bit_off;

	if (dw_die_has(die, DW_FACT_BIT_SIZE)) {
		member->flags |= LAY_MEMBER_BITFIELD;
		if (!dw_die_constant(die, DW_FACT_BIT_SIZE,
				     &member->bit_size) ||
		    member->bit_size > BITS_MAX) {
			member->bit_size = 0;
			return unplaced(member, "its width is not possible");
		}
	}
	if (is_location_list(unit, die) || !dw_die_location(die, &location))
		return unplaced(member, "its position is not a constant");
	if (location > BYTES_MAX)
		return unplaced(member, "its position is not possible");
	member->bit_off = 8 * location;
	if (dw_die_constant(die, DW_FACT_BIT_OFFSET, &bit_off))
		return place_in_storage(die, big_endian, location, member);
	if (dw_die_constant(die, DW_FACT_DATA_BIT_OFFSET, &bit_off)) {
		if (dw_die_has(die, DW_FACT_MEMBER_LOCATION))
			return unplaced(member, "it has two positions");
		if (bit_off > BITS_MAX)
			return unplaced(member, "its position is not possible");
		member->bit_off = bit_off;
	}
	return NULL;
}

const char *load_check_place(const struct lay_type *record,
			     const struct lay_member *member)
{
	uint64_t size, bits = member->bit_size;
	bool sized = lay_type_size(member->type, &size);

	if (member->flags & LAY_MEMBER_BITFIELD) {
		if (sized && size < BYTES_MAX && bits > 8 * size)
			return "it is wider than its type";
	} else {
		if (!sized)
			return NULL;
		if (size > BYTES_MAX)
			return "its size is not possible";
		bits = 8 * size;
	}
	if (member->flags & LAY_MEMBER_NO_OFFSET ||
	    !(record->flags & LAY_TYPE_SIZED) || record->size > BYTES_MAX)
		return NULL;
	if (member->bit_off + bits > 8 * record->size)
		return "it ends past the record";
	return NULL;
}
