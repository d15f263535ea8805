// SPDX-License-Identifier: GPL-2.0-only
/*
 * What lies between the members of one record.
 *
 * Members are placed first: each gets the bits that it claims, in the order of
 * their places. Then one walk keeps the mark, the end of what the members so
 * far reach, and names the bits between the mark and the next member as
 * layout.h defines it. As the mark never goes back, every bit of the record
 * lies behind a member that claimed it or in exactly one gap, however members
 * overlap: that is why the sums always balance. (pahole 1.24 goes on from the
 * end of the last member instead, so that where members overlap, or stand out
 * of order, its holes turn negative.)
 *
 * Cost: linear in the members, n log n where they are declared out of order.
 */
#include <config.h>

#include <stdlib.h>

#include "base/vec.h"
#include "layout/holes.h"
#include "base/poison.h"

#define MAX_BITS (LAY_LAYOUT_MAX_SIZE * 8)

struct walk {
	struct span_list *out;
	uint64_t size_bits;
	uint64_t mark;		/* bits before it are accounted for */
	uint64_t units_end;	/* end of the open storage units, or 0 */
	bool is_union;
	bool all_unknown;	/* members are missing: no gap is sure */
	bool after_unknown;	/* the last member's size is not known */
};

static uint64_t min_u64(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

static uint64_t max_u64(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

static uint64_t next_byte(uint64_t bit)
{
	return (bit + 7) & ~UINT64_C(7);
}

/* The bits that a member claims; what cannot be placed claims none. */
static void place_bits(struct span *s, const struct lay_member *m)
{
	uint64_t size;
	bool known = lay_type_size(m->type, &size) &&
		     size <= LAY_LAYOUT_MAX_SIZE;

	if (m->flags & LAY_MEMBER_BITFIELD) {
		s->storage_size = known ? size : 0;
		s->bit_size = m->bit_size;
		known = m->bit_size <= MAX_BITS;
	} else if (known) {
		s->bit_size = size * 8;
	}
	if (m->flags & LAY_MEMBER_NO_OFFSET || m->bit_off > MAX_BITS) {
		s->flags |= LAY_SLOT_UNPLACED;
		s->bit_size = 0;
		return;
	}
	s->bit_off = m->bit_off;
	if (!known) {
		s->flags |= LAY_SLOT_UNPLACED;
		s->bit_size = 0;
	}
}

static bool has_place(const struct span *s)
{
	return !(s->member->flags & LAY_MEMBER_NO_OFFSET) &&
	       s->member->bit_off <= MAX_BITS;
}

static void place_member(struct span *s, const struct lay_member *m,
			 uint64_t size_bits)
{
	*s = (struct span){ .kind = LAY_SLOT_MEMBER, .member = m };
	place_bits(s, m);
	if (has_place(s) && s->bit_off + s->bit_size > size_bits)
		s->flags |= LAY_SLOT_OUTSIDE;
}

/* By place, those without one last, then as declared. */
static int by_place(const void *pa, const void *pb)
{
	const struct span *a = pa, *b = pb;

	if (has_place(a) != has_place(b))
		return has_place(a) ? -1 : 1;
	if (a->bit_off != b->bit_off)
		return a->bit_off < b->bit_off ? -1 : 1;
	return a->member < b->member ? -1 : a->member > b->member;
}

static void sort_by_place(struct span *spans, size_t nr)
{
	for (size_t i = 1; i < nr; i++)
		if (by_place(&spans[i - 1], &spans[i]) > 0) {
			qsort(spans, nr, sizeof(*spans), by_place);
			return;
		}
}

static void emit(struct walk *w, enum lay_slot_kind kind, uint64_t end)
{
	if (end <= w->mark)
		return;
	w->out->spans[w->out->nr++] = (struct span){
		.kind = kind,
		.bit_off = w->mark,
		.bit_size = end - w->mark,
	};
	w->mark = end;
}

/* Name the bits from the mark to @end, in front of @next (NULL: the record's
 * end). */
static void emit_gap(struct walk *w, const struct span *next, uint64_t end)
{
	uint64_t units_end = max_u64(w->units_end, next_byte(w->mark));
	uint64_t unit = end;

	if (w->all_unknown || w->after_unknown) {
		emit(w, LAY_SLOT_UNKNOWN, end);
		return;
	}
	if (!next) {
		emit(w, LAY_SLOT_BIT_PADDING, min_u64(units_end, end));
		emit(w, LAY_SLOT_PADDING, end);
		return;
	}
	if (next->member->flags & LAY_MEMBER_BITFIELD && next->storage_size)
		unit -= unit % (next->storage_size * 8);
	emit(w, LAY_SLOT_BIT_HOLE, min_u64(units_end, end));
	emit(w, LAY_SLOT_HOLE, unit & ~UINT64_C(7));
	emit(w, LAY_SLOT_BIT_HOLE, end);
}

/* The end of the storage units that a bit-field lies in: of the one it starts
 * in, or of the last one it reaches. */
static uint64_t unit_end(const struct span *s)
{
	uint64_t unit_bits = max_u64(s->storage_size, 1) * 8;
	uint64_t end = s->bit_off + max_u64(s->bit_size, 1);

	return end + (unit_bits - end % unit_bits) % unit_bits;
}

/* Move the mark over a placed member. */
static void pass(struct walk *w, struct span *s)
{
	uint64_t end = min_u64(s->bit_off + s->bit_size, w->size_bits);

	if (s->bit_off < w->mark && s->bit_size && !w->is_union)
		s->flags |= LAY_SLOT_OVERLAPS;
	if (s->bit_off < w->mark && end <= w->mark)
		return;
	if (s->member->flags & LAY_MEMBER_BITFIELD)
		w->units_end = max_u64(w->units_end, unit_end(s));
	else
		w->units_end = 0;
	w->mark = max_u64(w->mark, end);
	w->after_unknown = s->flags & LAY_SLOT_UNPLACED;
}

static void walk_members(struct walk *w, const struct span *members, size_t nr)
{
	for (size_t i = 0; i < nr; i++) {
		struct span s = members[i];

		if (has_place(&s)) {
			emit_gap(w, &s, min_u64(s.bit_off, w->size_bits));
			pass(w, &s);
		}
		w->out->spans[w->out->nr++] = s;
	}
	emit_gap(w, NULL, w->size_bits);
}

/* Did the reader leave members out, or some without a place? */
static bool is_incomplete(const struct lay_type *record)
{
	if (record->flags & LAY_TYPE_PARTIAL)
		return true;
	for (size_t i = 0; i < record->nr_members; i++)
		if (record->members[i].flags & LAY_MEMBER_NO_OFFSET)
			return true;
	return false;
}

int record_spans(const struct lay_type *record, uint64_t size,
		 struct span_list *out, struct lay_error *err)
{
	struct walk w = {
		.out = out,
		.size_bits = size * 8,
		.is_union = record->kind == LAY_KIND_UNION,
		.all_unknown = is_incomplete(record),
	};
	size_t nr = record->nr_members;
	struct span *members = calloc(nr + 1, sizeof(*members));

	/* at most three gaps before each member, two at the end */
	if (!members || nr > SIZE_MAX / 8 ||
	    VEC_RESERVE(out->spans, out->nr, out->cap, 4 * nr + 2) < 0) {
		free(members);
		return lay_error_set(err, LAY_E_NOMEM,
				     "out of memory for %zu members", nr);
	}
	for (size_t i = 0; i < nr; i++)
		place_member(&members[i], &record->members[i], w.size_bits);
	sort_by_place(members, nr);
	walk_members(&w, members, nr);
	free(members);
	return 0;
}

bool record_extent(const struct lay_type *record, uint64_t *size)
{
	uint64_t end = 0;

	for (size_t i = 0; i < record->nr_members; i++) {
		struct span s;

		place_member(&s, &record->members[i], MAX_BITS);
		if (has_place(&s))
			end = max_u64(end, s.bit_off + s.bit_size);
	}
	*size = next_byte(end) / 8;
	return *size <= LAY_LAYOUT_MAX_SIZE;
}
