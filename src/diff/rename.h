/* SPDX-License-Identifier: GPL-2.0-only */
/* Matching by place: what rename.c and wrap.c share. */
#ifndef DIFF_RENAME_H
#define DIFF_RENAME_H

#include "diff/level.h"

/* Members at one place of a union, or without size at one of a struct, are
 * tried with each other as far as this: hostile records have 2^20. */
#define MAX_TRIES 64

/* Named members of anonymous records in a record, by place: they are as much
 * its own, but not in the lists of its level. */
struct hidden {
	uint32_t *slots;
	size_t nr, cap;
};

/* Where pairs are looked for: a run, and where its members are counted from,
 * from in front and from behind. */
struct place {
	const struct level *lv;
	const struct names *names;
	struct run run;
	uint64_t old_base, new_base;
	uint64_t old_back, new_back;
	bool has_back;
	uint32_t free_from;	/* old members before it at the same place are
				 * taken */
	const struct hidden *hidden;	/* of both sides */
};

static inline bool is_free(const struct side *side, uint32_t slot)
{
	return !is_matched(side, slot) &&
	       !(slot_of(side, slot)->flags & LAY_SLOT_UNPLACED);
}

/* The first of @list[@at, @end) that does not start before @off. */
uint32_t first_at(const struct side *side, const uint32_t *list, uint32_t at,
		  uint32_t end, uint64_t off);

/* wrap.c. @hidden: hidden_free(), also after a failure; of both sides. */
int hidden_list(const struct side *side, uint32_t record,
		struct hidden *hidden, struct lay_error *err);
void hidden_free(struct hidden hidden[2]);

/* Pair @u and @v, at one place, if they are a record that got a name or lost
 * it. */
bool try_container(struct diff *d, const struct place *p, uint32_t u,
		   uint32_t v);

/* Pair members with those that a record of the run came around, or went from
 * around. */
void wrap_in_run(struct diff *d, const struct place *p);

#endif /* DIFF_RENAME_H */
