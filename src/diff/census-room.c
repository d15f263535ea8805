// SPDX-License-Identifier: GPL-2.0-only
/*
 * A member that was added and pushed others could often have stood in a hole.
 * Told are holes between the type's own members, old ones, that are large
 * enough at the alignment that the member asks for: with the member in there
 * nothing else would have moved. Whether it belongs with its new neighbours is
 * for people to say.
 */
#include <config.h>

#include <string.h>

#include "diff/census.h"
#include "base/poison.h"

/* Of one type: rooms that are told, and added members that are tried. */
#define MAX_ROOMS 4
#define MAX_TRIED 64

/* Where the edits begin that stand with @edit between two members that stayed. */
static uint32_t stretch_begin(const struct lay_diff *d, uint32_t edit)
{
	uint32_t begin = d->first_inner;

	for (uint32_t i = 0; i < d->nr_rows; i++) {
		const struct lay_row *r = &d->rows[i];
		uint32_t end = r->first_edit + r->nr_edits;

		if (r->parent == LAY_NO_ROW && r->old_slot != LAY_NO_SLOT &&
		    r->new_slot != LAY_NO_SLOT && r->nr_edits && end <= edit &&
		    !(r->what & (LAY_ROW_REORDERED | LAY_ROW_UNWRAPPED)) && end > begin)
			begin = end;
	}
	return begin;
}

static int64_t sum_of(const struct lay_diff *d, uint32_t begin, uint32_t end)
{
	int64_t sum = 0;

	for (uint32_t i = begin; i < end; i++)
		sum += d->edits[i].shift_bits;
	return sum;
}

/*
 * Did adding @row push anything over the edge of a line, or make the record
 * larger? What only filled a hole, or came for something that went, did not; nor
 * what pushed a few neighbours into the next hole.
 */
static bool pushed(const struct lay_diff *d, uint32_t row)
{
	uint32_t end = d->first_inner + d->nr_inner, edit = d->first_inner;
	uint32_t begin, from;
	int64_t sum = 0;

	while (edit < end && (d->edits[edit].kind != LAY_EDIT_ADDED ||
			      d->edits[edit].row != row))
		edit++;
	if (edit == end)
		return false;
	begin = stretch_begin(d, edit);
	from = begin;
	for (uint32_t i = row + 1; i < d->nr_rows; i++) {
		const struct lay_row *r = &d->rows[i];
		uint32_t behind = r->first_edit + r->nr_edits;

		if (r->parent != LAY_NO_ROW || r->old_slot == LAY_NO_SLOT ||
		    r->new_slot == LAY_NO_SLOT || behind <= edit ||
		    r->what & (LAY_ROW_REORDERED | LAY_ROW_UNWRAPPED))
			continue;
		sum += sum_of(d, from, behind);
		from = behind;
		if (sum <= 0)
			return false;
		if (r->what & LAY_ROW_LINE)
			return true;
	}
	return sum + sum_of(d, from, end) > 0;
}

/* Did what stands in front of @row in the old layout move, and by how much? */
static int64_t move_before(const struct lay_diff *d, uint32_t row)
{
	int64_t move = 0;

	for (uint32_t i = 0; i < row; i++)
		if (d->rows[i].parent == LAY_NO_ROW &&
		    d->rows[i].old_slot != LAY_NO_SLOT &&
		    d->rows[i].new_slot != LAY_NO_SLOT)
			move = d->rows[i].move_bits;
	return move;
}

/* Is @member where @hole was, when what is in front has moved by @move? */
static bool is_in(const struct lay_slot *member, const struct lay_slot *hole,
		  int64_t move)
{
	int64_t at = (int64_t)member->bit_off - move;

	return at >= (int64_t)hole->bit_off &&
	       at < (int64_t)(hole->bit_off + hole->bit_size);
}

static bool fits(const struct lay_slot *hole, uint64_t size, uint64_t align)
{
	uint64_t at = hole->bit_off / 8, end = at + hole->bit_size / 8;

	at = (at + align - 1) / align * align;
	return at <= end && end - at >= size;
}

/* The smallest hole of the outermost record that takes it. */
static const struct lay_slot *find_hole(const struct lay_layout *layout,
					uint64_t size, uint64_t align)
{
	const struct lay_slot *best = NULL;

	for (uint32_t i = 0; i < layout->nr_slots; i++) {
		const struct lay_slot *s = &layout->slots[i];

		if ((s->kind != LAY_SLOT_HOLE && s->kind != LAY_SLOT_PADDING) ||
		    s->parent != LAY_NO_SLOT || !fits(s, size, align))
			continue;
		if (!best || s->bit_size < best->bit_size)
			best = s;
	}
	return best;
}

static int add_room(struct census *c, struct lay_census_room *room,
		    const struct lay_slot *member, const struct lay_slot *hole,
		    uint64_t align, struct lay_error *err)
{
	*room = (struct lay_census_room){
		.member = arena_strndup(&c->arena, member->path,
					strlen(member->path)),
		.size = member->bit_size / 8,
		.align = align,
		.hole_off = hole->bit_off / 8,
		.hole_size = hole->bit_size / 8,
		.is_padding = hole->kind == LAY_SLOT_PADDING,
	};
	return room->member ? 0 : census_no_memory(err);
}

int census_rooms(struct census *c, struct lay_census_type *type,
		 const struct lay_diff *d, uint64_t max_scalar,
		 struct lay_error *err)
{
	struct lay_census_room room[MAX_ROOMS];
	uint32_t nr = 0, nr_tried = 0;

	if (lay_type_strip(d->new_type)->kind != LAY_KIND_STRUCT)
		return 0;
	for (uint32_t i = 0; i < d->nr_rows && nr < MAX_ROOMS &&
			     nr_tried < MAX_TRIED; i++) {
		const struct lay_row *r = &d->rows[i];
		const struct lay_slot *s, *hole;
		uint64_t align;

		if (!(r->what & LAY_ROW_ADDED) || r->what & LAY_ROW_WRAPPER ||
		    r->parent != LAY_NO_ROW)
			continue;
		nr_tried++;
		if (!pushed(d, i))
			continue;
		s = &d->after->slots[r->new_slot];
		align = s->member->align ? s->member->align :
			lay_type_align(s->member->type, max_scalar);
		if (!align || !s->bit_size || s->bit_size % 8 ||
		    s->flags & LAY_SLOT_BITFIELD)
			continue;
		hole = find_hole(d->before, s->bit_size / 8, align);
		if (!hole || is_in(s, hole, move_before(d, i)))
			continue;
		if (add_room(c, &room[nr++], s, hole, align, err) < 0)
			return -LAY_E_NOMEM;
	}
	if (!nr)
		return 0;
	type->rooms = arena_memdup(&c->arena, room, nr * sizeof(*room));
	if (!type->rooms)
		return census_no_memory(err);
	type->nr_rooms = nr;
	return 0;
}
