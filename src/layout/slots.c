// SPDX-License-Identifier: GPL-2.0-only
/* What one slot says, from the span it stands for. */
#include <config.h>

#include "layout/slots.h"
#include "base/poison.h"

bool member_is_anonymous(const struct lay_member *m)
{
	return !m->name || !*m->name || m->flags & LAY_MEMBER_BASE_CLASS;
}

static void set_array(struct lay_slot *slot)
{
	const struct lay_type *type = lay_type_strip(slot->member->type);
	uint64_t nr = 1;

	slot->flags |= LAY_SLOT_ARRAY;
	if (type->nr_dims && !type->dims[0].bounded && !type->dims[0].variable)
		slot->flags |= LAY_SLOT_FLEXIBLE;
	/* an array of a typedef of an array has the dimensions of both */
	for (int i = 0; i < LAY_LAYOUT_MAX_DEPTH; i++) {
		if (type->kind != LAY_KIND_ARRAY || !type->target)
			break;
		for (size_t d = 0; d < type->nr_dims; d++)
			if (__builtin_mul_overflow(nr, type->dims[d].count, &nr))
				nr = 0;
		type = lay_type_strip(type->target);
	}
	slot->nr_elements = nr;
	if (!lay_type_size(type, &slot->stride))
		slot->stride = 0;
}

/*
 * Would the member fit in a line, and does it lie in two? This is the one
 * answer; what lies in two because it is larger than a line was not placed
 * badly. An anonymous record is not what anybody reads or writes, its members
 * are.
 */
static bool straddles(const struct lay_slot *slot, uint64_t bytes,
		      uint64_t line_size)
{
	return slot->kind == LAY_SLOT_MEMBER && bytes <= line_size &&
	       slot->first_line != slot->last_line &&
	       !(slot->flags & LAY_SLOT_ANONYMOUS);
}

static void set_lines(struct lay_slot *slot, uint64_t line_size)
{
	uint64_t first = slot->bit_off / 8;
	uint64_t last = first;

	if (slot->bit_size)
		last = (slot->bit_off + slot->bit_size - 1) / 8;
	slot->first_line = first / line_size;
	slot->last_line = last / line_size;
	if (straddles(slot, last - first + 1, line_size))
		slot->flags |= LAY_SLOT_STRADDLES;
}

static void set_member(struct lay_slot *slot, const struct span *span,
		       const struct open_record *open)
{
	const struct lay_member *m = span->member;

	slot->member = m;
	if (m->flags & LAY_MEMBER_BITFIELD) {
		slot->flags |= LAY_SLOT_BITFIELD;
		slot->storage_size = span->storage_size;
		slot->storage_off = open->bit_off / 8;
		if (span->storage_size)
			slot->storage_off += span->bit_off / 8 /
				span->storage_size * span->storage_size;
		else
			slot->storage_off += span->bit_off / 8;
	}
	if (member_is_anonymous(m))
		slot->flags |= LAY_SLOT_ANONYMOUS;
	if (open->record->kind == LAY_KIND_UNION)
		slot->flags |= LAY_SLOT_IN_UNION;
	if (!slot->bit_size && !(slot->flags & LAY_SLOT_UNPLACED))
		slot->flags |= LAY_SLOT_EMPTY | marker_flags(m);
	if (lay_type_strip(m->type)->kind == LAY_KIND_ARRAY)
		set_array(slot);
}

void slot_fill(struct lay_slot *slot, const struct span *span,
	       const struct open_record *open, uint64_t line_size)
{
	*slot = (struct lay_slot){
		.kind = span->kind,
		.flags = span->flags,
		.bit_off = open->bit_off + span->bit_off,
		.bit_size = span->bit_size,
		.parent = open->slot,
		.depth = open->depth,
	};
	if (span->kind == LAY_SLOT_MEMBER)
		set_member(slot, span, open);
	set_lines(slot, line_size);
}

const struct lay_type *slot_record(const struct lay_slot *slot, uint64_t *size)
{
	const struct lay_type *type = lay_type_strip(slot->member->type);

	for (int i = 0; i < LAY_LAYOUT_MAX_DEPTH; i++) {
		if (type->kind != LAY_KIND_ARRAY || !type->target)
			break;
		type = lay_type_strip(type->target);
	}
	if (!lay_type_is_record(type) || !lay_type_size(type, size))
		return NULL;
	return type;
}
