/* SPDX-License-Identifier: GPL-2.0-only */
/* One record cut into spans: its members and what lies between them. */
#ifndef LAYOUT_HOLES_H
#define LAYOUT_HOLES_H

#include <layoutdiff/layout.h>

struct span {
	enum lay_slot_kind kind;
	unsigned int flags;	/* UNPLACED, OUTSIDE, OVERLAPS */
	uint64_t bit_off;	/* from the start of the record */
	uint64_t bit_size;
	uint64_t storage_size;	/* bit-field: bytes of its storage unit */
	const struct lay_member *member;
};

/* A growing array, used as a stack by whoever nests records. */
struct span_list {
	struct span *spans;
	size_t nr, cap;
};

/*
 * Append the spans of @record, which has @size bytes, to @out in the order of
 * layout.h. -LAY_E_NOMEM is the only error; nothing is appended then.
 */
int record_spans(const struct lay_type *record, uint64_t size,
		 struct span_list *out, struct lay_error *err);

/*
 * Where the members of @record end, in bytes: the size of one that does not
 * state it. Returns false where that is out of bounds.
 */
bool record_extent(const struct lay_type *record, uint64_t *size);

#endif /* LAYOUT_HOLES_H */
