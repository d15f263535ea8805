/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A pair of matched records, its members side by side.
 *
 * Members that kept their order are anchors: the longest common subsequence of
 * the members that are in both. What stands between two anchors, old members
 * that went or moved away and new ones that came or moved here, is a run.
 *
 * A member that came around others (an anonymous union around "dev") stands for
 * them: it is an anchor with one new and several old members, and one that went
 * from around others an anchor with one old and several new ones.
 */
#ifndef DIFF_LEVEL_H
#define DIFF_LEVEL_H

#include "diff/work.h"

struct anchor {
	uint32_t old_at, nr_old;	/* indices into olds and news */
	uint32_t new_at, nr_new;
};

/* Members [old_at, old_end) and [new_at, new_end) between anchors. */
struct run {
	uint32_t old_at, old_end;
	uint32_t new_at, new_end;
};

struct level {
	uint32_t old_record, new_record;	/* slots, or LAY_NO_SLOT */
	bool is_union;		/* both are */
	bool is_mixed;		/* one is */
	uint32_t *olds, *news;	/* slots of members, in order */
	uint32_t nr_olds, nr_news;
	struct anchor *anchors;
	uint32_t nr_anchors;
	uint32_t nr_pairs;	/* anchors and pairs that changed order */
	uint32_t nr_neighbours;	/* pairs directly behind each other in both */
	uint32_t nr_swapped;	/* in one behind, in the other in front */
	uint32_t nr_stayed;	/* pairs of as many members in front of them */
};

int level_make(const struct diff *d, uint32_t old_record, uint32_t new_record,
	       struct level *level, struct lay_error *err);
void level_deinit(struct level *level);

/* The run before anchor @i; before nr_anchors, the one behind the last. */
struct run level_run(const struct level *level, uint32_t i);

/* Bits that an anchor's members take, from the start of the first to the end of
 * the last: [start, end), from the start of the outermost record. */
struct extent {
	uint64_t start, end;
};

struct extent anchor_old(const struct diff *d, const struct level *level,
			 const struct anchor *a);
struct extent anchor_new(const struct diff *d, const struct level *level,
			 const struct anchor *a);

/* The index of @slot in @list, olds or news, or @nr. */
uint32_t level_index_of(const uint32_t *list, uint32_t nr, uint32_t slot);

#endif /* DIFF_LEVEL_H */
