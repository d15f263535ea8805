/* SPDX-License-Identifier: GPL-2.0-only */
/* What the files of layout/ ask of each other. */
#ifndef LAYOUT_SLOTS_H
#define LAYOUT_SLOTS_H

#include <layoutdiff/layout.h>

#include "base/arena.h"
#include "layout/holes.h"

/* A record on the way from the outermost to the one being flattened. */
struct open_record {
	const struct lay_type *record;
	const struct open_record *outer;
	uint32_t slot;		/* LAY_NO_SLOT: the outermost */
	uint32_t depth;		/* of its members */
	uint64_t bit_off;	/* from the start of the outermost */
	const char *prefix;	/* of its members' paths: "a.b.", or "" */
	const char *anonymous_prefix;	/* of those that have no name */
};

/* Fill slots and nr_slots of @layout, and cut. The slots are malloc()ed and
 * set after a failure too; their paths are in @paths. */
int flatten_record(struct lay_layout *layout, const struct lay_type *record,
		   struct arena *paths, struct lay_error *err);

/* The slot of @span, without path and nr_below. */
void slot_fill(struct lay_slot *slot, const struct span *span,
	       const struct open_record *open, uint64_t line_size);

/* The record that a member's slot is, or the element of an array of them, and
 * its size; NULL when it is neither, or of unknown size. */
const struct lay_type *slot_record(const struct lay_slot *slot,
				   uint64_t *size);

bool member_is_anonymous(const struct lay_member *m);

/* Anonymous members of a record so far, by kind, base classes last. */
struct anonymous_count {
	unsigned int nr[LAY_NR_KINDS + 1];
};

/* lay_slot.path of a member of @open; NULL: the arena is full. */
const char *path_of_member(struct arena *arena, const struct open_record *open,
			   const struct lay_member *m,
			   struct anonymous_count *count);

/* Set both prefixes of @open, the record of @slot; false: the arena is full. */
bool path_open(struct arena *arena, struct open_record *open,
	       const struct lay_slot *slot);

/* Flags of an empty member that is a marker, else 0. */
unsigned int marker_flags(const struct lay_member *m);

/* Totals of the outermost record, of @size_bits, whose @nr slots, embedded ones
 * included, are @slots. */
void slots_totals(const struct lay_slot *slots, uint32_t nr, uint64_t size_bits,
		  bool is_union, struct lay_totals *totals);

/* Find the groups of @layout: *@groups is malloc()ed, and set to NULL or
 * what there is in any case. */
int groups_find(const struct lay_layout *layout, struct lay_group **groups,
		size_t *nr, struct lay_error *err);

/* align.c: what @layout and each of its slots is aligned to; aligns is malloc()ed. */
int aligns_set(struct lay_layout *layout, struct lay_error *err);

#endif /* LAYOUT_SLOTS_H */
