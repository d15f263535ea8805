// SPDX-License-Identifier: GPL-2.0-only
/*
 * The place of a member has been written in these ways:
 *
 * DW_AT_data_member_location, in bytes from the start of the record: a
 * constant; in DWARF 2 an expression that adds one to an address on the stack
 * (DW_OP_plus_uconst). Any other expression, and a location list (before DWARF
 * 4 what has the form data4 or data8), cannot be told without an object: the
 * place is unknown. Absent means 0, as in unions.
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

#include "dwarf/constants.h"
#include "dwarf/place.h"
#include "base/poison.h"

#define BITS_MAX	(8 * DW_PLACE_BYTES_MAX)

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

/* DWARF 3 section 7.5.4: these forms are of class loclistptr there. */
static bool is_location_list(const struct dw_unit *unit,
			     const struct dw_die *member)
{
	uint16_t form = member->fact[DW_FACT_MEMBER_LOCATION].form;

	return dw_die_has(member, DW_FACT_MEMBER_LOCATION) &&
	       unit->version < 4 &&
	       (form == DW_FORM_data4 || form == DW_FORM_data8);
}

static struct dw_place unknown(struct dw_place place, const char *wrong)
{
	place.known = false;
	place.bit_off = 0;
	place.wrong = wrong;
	return place;
}

/* A bit-field of DWARF 2 or 3; place.bit_off is where its storage begins. */
static struct dw_place place_in_storage(const struct dw_die *member,
					bool big_endian,
					const uint64_t *type_size,
					struct dw_place place)
{
	uint64_t storage, bit_offset = 0;
	int64_t off;

	if (!dw_die_constant(member, DW_FACT_BYTE_SIZE, &storage)) {
		if (!type_size)
			return unknown(place, "its storage has no known size");
		storage = *type_size;
	}
	dw_die_constant(member, DW_FACT_BIT_OFFSET, &bit_offset);
	off = (int64_t)bit_offset;
	if (storage > DW_PLACE_BYTES_MAX || off > (int64_t)BITS_MAX ||
	    off < -(int64_t)BITS_MAX)
		return unknown(place, "its position is not possible");
	if (!big_endian)
		off = (int64_t)(8 * storage) - off - (int64_t)place.bit_size;
	off += (int64_t)place.bit_off;
	if (off < 0)
		return unknown(place, "it starts before the record");
	place.bit_off = (uint64_t)off;
	return place;
}

bool dw_place_takes_type(const struct dw_die *member)
{
	return dw_die_has(member, DW_FACT_BIT_OFFSET) &&
	       !dw_die_has(member, DW_FACT_BYTE_SIZE);
}

struct dw_place dw_place_of(const struct dw_unit *unit,
			    const struct dw_die *member, bool big_endian,
			    const uint64_t *type_size)
{
	struct dw_place place = { .known = true };
	uint64_t location, bit_off;

	if (dw_die_has(member, DW_FACT_BIT_SIZE)) {
		place.bitfield = true;
		if (!dw_die_constant(member, DW_FACT_BIT_SIZE,
				     &place.bit_size) ||
		    place.bit_size > BITS_MAX) {
			place.bit_size = 0;
			return unknown(place, "its width is not possible");
		}
	}
	if (is_location_list(unit, member) ||
	    !dw_die_location(member, &location))
		return unknown(place, "its position is not a constant");
	if (location > DW_PLACE_BYTES_MAX)
		return unknown(place, "its position is not possible");
	place.bit_off = 8 * location;
	if (dw_die_constant(member, DW_FACT_BIT_OFFSET, &bit_off))
		return place_in_storage(member, big_endian, type_size, place);
	if (dw_die_constant(member, DW_FACT_DATA_BIT_OFFSET, &bit_off)) {
		if (dw_die_has(member, DW_FACT_MEMBER_LOCATION))
			return unknown(place, "it has two positions");
		if (bit_off > BITS_MAX)
			return unknown(place, "its position is not possible");
		place.bit_off = bit_off;
	}
	return place;
}

int dw_member_place(struct dw_views *views, const struct dw_die *member,
		    struct dw_place *place, struct lay_error *err)
{
	const struct dw_value *location =
		&member->fact[DW_FACT_MEMBER_LOCATION];
	const struct dw_unit *unit;
	struct dw_view *view;
	bool known = false;
	uint64_t size;
	int ret;

	/* nine of ten members: a constant that can be nothing else */
	if (!(member->has & (1u << DW_FACT_BIT_SIZE | 1u << DW_FACT_BIT_OFFSET |
			     1u << DW_FACT_DATA_BIT_OFFSET)) &&
	    dw_die_has(member, DW_FACT_MEMBER_LOCATION) &&
	    (location->form == DW_FORM_data1 ||
	     location->form == DW_FORM_data2)) {
		*place = (struct dw_place){
			.known = true,
			.bit_off = 8 * location->u,
		};
		return 0;
	}
	ret = dw_views_at(views, member->off, member->off, &view, err);
	if (ret < 0)
		return ret;
	unit = view->unit;
	if (dw_place_takes_type(member))
		ret = dw_type_size(views, member, &size, &known, err);
	if (ret < 0)
		return ret;
	*place = dw_place_of(unit, member, views->own.file->big_endian,
			     known ? &size : NULL);
	return 0;
}
