/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a change did to one type.
 *
 * Members of the old and the new layout are matched into rows, in the order of
 * the new record with removed ones where they stood. What moved a member is
 * told by edits: everything before it that grew, shrank, came, went or changed
 * place, and every hole that opened or closed. The move of a member is the sum
 * of the shares of its causes, always; this is asserted.
 */
#ifndef LAYOUTDIFF_DIFF_H
#define LAYOUTDIFF_DIFF_H

#include <layoutdiff/build.h>
#include <layoutdiff/layout.h>

/* lay_row.what: how the member differs; 0 where nothing does. */
#define LAY_ROW_ADDED		0x00001
#define LAY_ROW_REMOVED		0x00002
#define LAY_ROW_MOVED		0x00004	/* other offset or bit position */
#define LAY_ROW_RESIZED		0x00008
#define LAY_ROW_RETYPED		0x00010	/* type's name or meaning differs */
#define LAY_ROW_RENAMED		0x00020	/* same place, other name */
#define LAY_ROW_RESERVE_USED	0x00040	/* took the place of a reserve slot */
#define LAY_ROW_WRAPPED		0x00080	/* now inside an anonymous member */
#define LAY_ROW_UNWRAPPED	0x00100	/* no longer inside one */
#define LAY_ROW_REORDERED	0x00200	/* its order among siblings changed */
#define LAY_ROW_ARRAY_LEN	0x00400	/* number of elements */
#define LAY_ROW_BITFIELD	0x00800	/* became or stopped being a bit-field,
				 * or its width changed */
#define LAY_ROW_INNER		0x01000	/* something inside it changed */
#define LAY_ROW_LINE		0x02000	/* first or last line changed */
#define LAY_ROW_STRADDLE	0x04000	/* straddles now and did not, or the
				 * other way round */
#define LAY_ROW_RESPELT		0x08000	/* type written differently, meaning the
				 * same: "u8" and "unsigned char" */

#define LAY_NO_ROW		UINT32_MAX

/* What kind of edit shifted what stands behind it. */
enum lay_edit_kind {
	LAY_EDIT_ADDED,		/* a member came: + its bits */
	LAY_EDIT_REMOVED,	/* a member went: - its bits */
	LAY_EDIT_RESIZED,	/* a member grew or shrank */
	LAY_EDIT_MOVED_HERE,	/* a member came from another place */
	LAY_EDIT_MOVED_AWAY,	/* a member went to another place */
	LAY_EDIT_HOLE,		/* a hole opened, closed, grew, shrank */
};

/*
 * An edit of a record, and by how much it shifts what follows it in that
 * record. A hole's edit names the member in front of which the hole is.
 */
struct lay_edit {
	enum lay_edit_kind kind;
	uint32_t row;		/* the row it is about; a hole's: the row of
				 * the member behind it */
	uint64_t old_bits;	/* size of the member or hole, before; 0 none */
	uint64_t new_bits;	/* and after */
	uint64_t old_bit_off;	/* where it stood in the old record, if it did */
	uint64_t new_bit_off;	/* where it stands in the new one, if it does */
	int64_t shift_bits;	/* new_bits - old_bits, with the sign of what
				 * it does to those behind it */
};

/* One edit's part in the move of one row. */
struct lay_cause {
	uint32_t edit;		/* index into lay_diff.edits */
	int64_t shift_bits;
};

struct lay_row {
	uint32_t old_slot;	/* LAY_NO_SLOT: added */
	uint32_t new_slot;	/* LAY_NO_SLOT: removed */
	uint32_t parent;	/* row of the enclosing member or LAY_NO_ROW */
	uint32_t depth;		/* as of lay_slot */
	uint32_t nr_below;	/* rows of the subtree behind this one */
	unsigned int what;	/* LAY_ROW_* */
	int64_t move_bits;	/* new_bit_off - old_bit_off, when in both */
	/* causes of the move: lay_diff.causes[first_cause, + nr_causes);
	 * their shifts add up to move_bits */
	uint32_t first_cause;
	uint32_t nr_causes;
	/* for leaves that changed line: rows that share a line with it now and
	 * did not, and the other way round; indices in lay_diff.mates */
	uint32_t first_gained, nr_gained;
	uint32_t first_lost, nr_lost;
	/* WRAPPED, UNWRAPPED: row of the anonymous member; RESERVE_USED: row
	 * or LAY_NO_ROW of the reserve */
	uint32_t related;
};

/* A difference in an enumeration. */
struct lay_enum_row {
	const struct lay_enumerator *before;	/* NULL: added */
	const struct lay_enumerator *after;	/* NULL: removed */
	bool renamed;				/* same value, other name */
};

struct lay_diff {
	const struct lay_type *old_type;	/* both borrowed */
	const struct lay_type *new_type;
	const struct lay_layout *before;	/* borrowed; NULL for enums */
	const struct lay_layout *after;
	bool same;			/* nothing differs in layout or meaning */
	bool randomised;		/* same members, other order throughout:
					 * looks like RANDSTRUCT */
	const struct lay_row *rows;
	uint32_t nr_rows;
	const struct lay_edit *edits;
	uint32_t nr_edits;
	const struct lay_cause *causes;
	uint32_t nr_causes;
	const uint32_t *mates;		/* rows */
	uint32_t nr_mates;
	/* causes of the change of size, padding at the end included:
	 * causes[first_size_cause, + nr_size_causes) */
	uint32_t first_size_cause, nr_size_causes;
	const struct lay_enum_row *enum_rows;
	size_t nr_enum_rows;
	bool underlying_changed;	/* an enum's size or underlying type */
};

/*
 * Compare two layouts of one type. @diff is the caller's (lay_diff_free()) and
 * borrows from both. Errors: out of memory, a bound.
 */
LAY_API int lay_diff_records(const struct lay_layout *before,
			     const struct lay_layout *after,
			     struct lay_diff **diff, struct lay_error *err);

/* Compare two enumerations (or typedefs of such). */
LAY_API int lay_diff_enums(const struct lay_type *before,
			   const struct lay_type *after,
			   struct lay_diff **diff, struct lay_error *err);

LAY_API void lay_diff_free(struct lay_diff *diff);

/*
 * Pair the definitions of one name in two builds, where either has several.
 * Like goes with like: equal fingerprints first, then definitions of the same
 * unit, then those with most members in common; what is left has no partner.
 * pairs[i] is the index in @after of the partner of before->def[i], or -1;
 * the array has before->nr entries and is the caller's (free()).
 */
LAY_API int lay_diff_pair(const struct lay_defs *before,
			  const struct lay_defs *after, long **pairs,
			  struct lay_error *err);

#endif /* LAYOUTDIFF_DIFF_H */
