/* SPDX-License-Identifier: GPL-2.0-only */
/* The edits of one level while they are made. */
#ifndef DIFF_EDITS_H
#define DIFF_EDITS_H

#include "diff/level.h"

struct crossing;
struct mover;
struct point;
struct stay;

/* reorder.c: those of its members that changed their order, and the anchors
 * that kept their place so far. All empty where nobody did. */
struct orders {
	struct point *olds, *news;	/* of each member */
	uint32_t *ends;			/* of each anchor, the edits up to it */
	struct stay *stays;
	uint32_t nr_stays;
	struct crossing *crossings;	/* by where they end */
	size_t nr_crossings, cap_crossings, next_crossing;
	struct mover *movers;		/* likewise */
	size_t nr_movers, cap_movers, next_mover;
	size_t first_passed;		/* of the level's, in diff.passed */
};

struct edit_list {
	struct diff *d;
	const struct level *lv;
	uint32_t row;		/* of the record, LAY_NO_ROW: the outermost */
	uint32_t first;		/* of its edits */
	uint32_t from;		/* of those behind the last member that kept its
				 * place */
	uint32_t window;	/* the first that is a cause to who comes next */
	struct orders *orders;
	int64_t sum;		/* of their shifts so far */
	struct gap_list *gaps;	/* room for those of a run, both sides */
	struct lay_error *err;
	int ret;		/* first failure: later calls do nothing */
};

/* Append @edit unless it shifts nothing. @by_old_slot: edit.row is a slot of
 * the old layout, whose row may not be there yet. */
void edits_add(struct edit_list *l, struct lay_edit edit, bool by_old_slot);
void edits_fail(struct edit_list *l);
/* @a - @b, which fails where that is too much. */
int64_t edits_less(struct edit_list *l, int64_t a, int64_t b);

/* The row that an anchor is told by: of the record around the others, if it
 * has one. */
uint32_t anchor_row(const struct edit_list *l, const struct anchor *a);

/* gaps.c: a hole, or the padding at the record's end. */
struct gap {
	uint64_t bit_off, bits;
	enum lay_slot_kind kind;
	uint32_t slot;		/* the member behind it, or LAY_NO_SLOT */
	bool behind_front;	/* no member of the run is in front of it */
	bool before_back;	/* no member of the run is behind it */
};

struct gap_list {
	struct gap *gap;
	size_t nr, cap;
	struct gap padding;	/* bits 0: none */
};

/*
 * The edits of the run in front of anchor @i, or of that behind the last one:
 * its members, then what lies between them. @before and @after run from the end
 * of the anchor in front to the start of the one behind, or to the end of the
 * record.
 */
void edits_of_run(struct edit_list *l, uint32_t i, struct extent before,
		  struct extent after);

#endif /* DIFF_EDITS_H */
