/* SPDX-License-Identifier: GPL-2.0-only */
/* A comparison of two layouts while it is made; inside diff/ alone. */
#ifndef DIFF_WORK_H
#define DIFF_WORK_H

#include <layoutdiff/diff.h>

/* One of the two layouts. Arrays have an element for each slot. */
struct side {
	const struct lay_layout *layout;
	uint32_t *partner;	/* slot in the other layout, or LAY_NO_SLOT */
	uint32_t *row;		/* row, or LAY_NO_ROW until there is one */
};

/* What is known of an edit while the diff is made. */
struct edit_note {
	int64_t sum;		/* of its record's edits up to it */
	bool by_old_slot;	/* until edits_finish() its row is a slot of the
				 * old layout */
	bool restarts;		/* the member in front of it kept its place: what
				 * is in front of that shifts nothing */
};

/* A member that stayed, and how many bits it took in the old layout. */
struct passed {
	uint32_t row;
	int64_t bits;
};

/* A matched member whose records are not matched with each other; @new_record
 * is the innermost that has it in both layouts, the new one. */
struct crosser {
	uint32_t new_record;
	uint32_t old_slot, new_slot;
};

/*
 * A member that changed its place among its siblings, by passing some that did
 * not, or that crossed from one record to another. The edits of its row are
 * those up to the last member in front of it in both layouts that stayed, in
 * the record that has it in both; what stands between that and itself are the
 * slots from old_from and new_from on.
 */
struct reorder {
	uint32_t row;
	bool crossed;
	uint32_t front;		/* the row of that last one, or LAY_NO_ROW */
	bool behind;		/* it went behind those it passed, else it went
				 * in front of them */
	uint32_t old_from, new_from;
	uint32_t old_end;	/* its old slot */
	size_t first_passed;	/* diff.passed[first_passed, + nr_passed) */
	uint32_t nr_passed;
	uint32_t end_resized;	/* edits up to there tell how those that it went
				 * behind grew */
	int64_t old_gap_bits, new_gap_bits;	/* holes between front and it */
	int64_t rest_bits;	/* what is neither hole nor member */
	/* of one that crossed: the record, where what is between begins, and
	 * what moved it, if that can be told */
	uint32_t old_record, new_record;
	uint64_t old_start, new_start;
	bool is_told;
	size_t first_cause, nr_causes;	/* diff.cross_causes */
};

/* What is built: a lay_diff with what questions about it need. */
struct diff {
	struct lay_diff pub;
	struct side old, new;
	/* of each new slot, the reserve of the old layout whose place it
	 * took, or LAY_NO_SLOT */
	uint32_t *reserve;
	struct lay_row *rows;
	size_t nr_rows, cap_rows;
	struct lay_edit *edits;
	size_t nr_edits, cap_edits;
	struct edit_note *notes;	/* of each edit */
	size_t cap_notes;
	struct reorder *reorders;	/* by row when the edits are finished */
	size_t nr_reorders, cap_reorders;
	struct passed *passed;
	size_t nr_passed, cap_passed;
	struct crosser *crossers;	/* by record */
	size_t nr_crossers, cap_crossers;
	struct lay_cause *cross_causes;
	size_t nr_cross_causes, cap_cross_causes;
	struct mate_index *mates;
};

static inline const struct lay_slot *slot_of(const struct side *side,
					     uint32_t slot)
{
	return &side->layout->slots[slot];
}

/* The slots inside the record @slot, LAY_NO_SLOT for the outermost:
 * [first_inside(), end_inside()). */
static inline uint32_t first_inside(uint32_t slot)
{
	return slot == LAY_NO_SLOT ? 0 : slot + 1;
}

static inline uint32_t end_inside(const struct side *side, uint32_t slot)
{
	if (slot == LAY_NO_SLOT)
		return side->layout->nr_slots;
	return slot + 1 + slot_of(side, slot)->nr_below;
}

static inline bool is_inside(const struct side *side, uint32_t slot,
			     uint32_t record)
{
	return slot >= first_inside(record) && slot < end_inside(side, record);
}

static inline bool is_matched(const struct side *side, uint32_t slot)
{
	return side->partner[slot] != LAY_NO_SLOT;
}

/* Where a record starts, and how large it is, of an array its first element. */
static inline uint64_t record_start(const struct side *side, uint32_t slot)
{
	return slot == LAY_NO_SLOT ? 0 : slot_of(side, slot)->bit_off;
}

uint64_t record_bits(const struct side *side, uint32_t slot);
bool record_is_union(const struct side *side, uint32_t slot);

/* Can the members of both slots be compared: are both opened records? */
bool is_record_pair(const struct diff *d, uint32_t old_slot,
		    uint32_t new_slot);

/* Is anything inside the unmatched record @slot matched? Then it came around
 * that, or went from around it. */
bool is_wrapper(const struct side *side, uint32_t slot);

/* match.c: fill both partner arrays, and reserve. */
int match_all(struct diff *d, struct lay_error *err);
void pair_up(struct diff *d, uint32_t old_slot, uint32_t new_slot);

/* moved.c: match what went into records with names, or out of them. */
int match_moved(struct diff *d, struct lay_error *err);

/* A member by its name. */
struct named {
	const char *name;
	uint32_t slot;
};

/* names.c: by name; in a hostile file names can repeat: then in order. */
int named_compare(const void *pa, const void *pb);

/* names.c: the names of members that have no partner when it is called. */
struct names;
int names_make(struct diff *d, struct names **names, struct lay_error *err);
void names_free(struct names *names);
/* Is the name of @old_slot given to another such member than @new_slot and
 * those below it, or the other way round? Or that of anything in a record that
 * became none, or was none? */
bool names_live_on(const struct diff *d, const struct names *names,
		   uint32_t old_slot, uint32_t new_slot);
/* Do two names share at least half the words of one of them: h_nr_running and
 * h_nr_queued, root and root_inode? */
bool names_are_alike(const char *a, const char *b);
/* Are all words of @name in @other, too: rcu and rcu_work? */
bool name_is_of_words(const char *name, const char *other);
/* Is there a run of so many letters in both? */
bool names_share_letters(const char *a, const char *b, size_t nr);

/* rename.c: match what has no partner by name inside a pair of records. */
int rename_members(struct diff *d, const struct names *names,
		   uint32_t old_record, uint32_t new_record,
		   struct lay_error *err);

/* rename.c: does more than its place say that @before became @after? */
bool rename_is_likely(const struct lay_slot *before,
		      const struct lay_slot *after);

/* reserve.c: is the slot a member that keeps a place for later? */
bool is_reserve(const struct lay_slot *slot);
/* reserve.c: note which new members of a level took the place of a reserve. */
int reserves_used(struct diff *d, uint32_t old_record, uint32_t new_record,
		  struct lay_error *err);

/* types.c: what @type is of, all arrays on the way left off */
const struct lay_type *element_of(const struct lay_type *type);
/* types.c: how the types of two matched members differ, as LAY_ROW_* flags */
unsigned int compare_types(const struct diff *d, uint32_t old_slot,
			   uint32_t new_slot);
/* align.c */
/* Does the member of @r, which both layouts have, ask for another alignment?
 * Sets both in @r, whose type and holes are there. */
bool align_differs(struct diff *d, struct lay_row *r);
/* types.c: do two slots hold the same leaves in the same places, whatever
 * wraps them? */
bool same_leaves(const struct diff *d, uint32_t old_slot, uint32_t new_slot);

/* mirror.c: of the rows in @parent, a union in both, mark those that only repeat
 * what is in front of them. @parent's rows are the last so far. */
void mark_mirrors(struct diff *d, uint32_t parent);

/* rows.c: rows and, level by level, their edits */
int rows_make(struct diff *d, struct lay_error *err);

/* edits.c: the edit that the member at @slot is for those behind it: it came, or
 * with @side the old one it left. */
struct lay_edit edit_of_member(const struct diff *d, const struct side *side,
			       uint32_t slot);

/* edits.c: the edits of a pair of records, whose rows are there but for those
 * of members that moved away. */
struct level;
int edits_of_level(struct diff *d, const struct level *level, uint32_t row,
		   struct lay_error *err);
/* around.c: the inner edits of its wrappers, behind those of the level. */
int edits_of_wrappers(struct diff *d, const struct level *level,
		      struct lay_error *err);
int edit_append(struct diff *d, const struct lay_edit *edit, int64_t sum,
		bool by_old_slot, struct lay_error *err);
/* cross.c: list those that crossed, before any row is made; those of a record;
 * what moved each, when all edits are there. */
int crossers_list(struct diff *d, struct lay_error *err);
const struct crosser *crossers_of(const struct diff *d, uint32_t new_record,
				  size_t *nr);
int crossers_explain(struct diff *d, struct lay_error *err);

/* finish.c */
const struct reorder *reorder_find(const struct diff *d, uint32_t row);
/* The row of the record in which its edits are. */
uint32_t reorder_record(const struct diff *d, const struct reorder *m);
int edits_finish(struct diff *d, struct lay_error *err);

/* mates.c */
int mates_index(struct diff *d, struct lay_error *err);
void mates_index_free(struct mate_index *index);
/* Is @row a record of which no member is in both? Once there is an index. */
bool is_replaced(const struct diff *d, uint32_t row);

#endif /* DIFF_WORK_H */
