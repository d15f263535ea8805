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
#define LAY_ROW_WRAPPED		0x00080	/* now inside a member that came around
					 * it, mostly an anonymous one, or in one
					 * that was there */
#define LAY_ROW_UNWRAPPED	0x00100	/* no longer inside one */
#define LAY_ROW_REORDERED	0x00200	/* its place among its siblings changed */
#define LAY_ROW_ARRAY_LEN	0x00400	/* number of elements */
#define LAY_ROW_BITFIELD	0x00800	/* became or stopped being a bit-field
				 * (as wide as its type it counts as none),
				 * or its width changed */
#define LAY_ROW_INNER		0x01000	/* something inside it changed */
#define LAY_ROW_LINE		0x02000	/* first or last line changed (of a trailing
				 * [] where it starts); never set where
				 * lines have another size */
#define LAY_ROW_STRADDLE	0x04000	/* straddles now and did not, or the
				 * other way round; likewise */
#define LAY_ROW_RESPELT		0x08000	/* type written differently, meaning the
				 * same: "u8" and "unsigned char" */

#define LAY_ROW_WRAPPER		0x10000	/* ADDED around members that were there,
					 * or REMOVED from around members that
					 * still are: no data came or went */

#define LAY_ROW_ALIGN		0x20000	/* asks for another alignment, or packed */
#define LAY_ROW_QUALIFIED	0x40000	/* const, volatile, restrict or _Atomic
					 * came or went */
#define LAY_ROW_GUESSED		0x80000	/* RENAMED is a guess: by place alone,
					 * as the names share nothing or all
					 * have that place, in a union */
#define LAY_ROW_MIRROR		0x100000 /* in both a struct that repeats the
					 * members of the anonymous one in front
					 * of it, in a union: struct_group() */
#define LAY_ROW_POINTEE		0x200000 /* the same of what it points to: the
					 * object is as before, what may be
					 * done through it is not */
#define LAY_ROW_RESERVE_BACK	0x400000 /* a reserve, UNWRAPPED: what took its
					* place went */
/* What is no difference. */
#define LAY_ROW_SAME		(LAY_ROW_RESPELT | LAY_ROW_MIRROR)

#define LAY_NO_ROW		UINT32_MAX
#define LAY_NO_EDIT		UINT32_MAX

/* What kind of edit shifted what stands behind it. */
enum lay_edit_kind {
	LAY_EDIT_ADDED,		/* a member came */
	LAY_EDIT_REMOVED,	/* a member went */
	LAY_EDIT_RESIZED,	/* a member grew or shrank; where it is a record
				 * with edits of its own, those say why */
	LAY_EDIT_MOVED_HERE,	/* a member came from another place; as a
				 * row's own edit: it changed its container,
				 * and what moved it is not known */
	LAY_EDIT_MOVED_AWAY,	/* a member went to another place */
	LAY_EDIT_HOLE,		/* a hole or bit hole of the layouts opened,
				 * closed, grew, shrank */
	LAY_EDIT_HOLES,		/* the same of all between two members, where it
				 * cannot be said which is which: a sum, without
				 * a place; as a row's own edit: it changed its
				 * place among its siblings */
	LAY_EDIT_PADDING,	/* the padding at the end of a record */
	LAY_EDIT_REST,		/* what is neither member nor hole: members that
				 * overlap, or could not be read; no sizes */
};

/*
 * An edit of a record, and by how much it shifts what follows it there. The
 * bits before and after are of what it is about: the member, the hole.
 */
struct lay_edit {
	enum lay_edit_kind kind;
	uint32_t row;		/* the member; HOLE, HOLES: the member behind,
				 * of a hole that closed in the old layout;
				 * HOLES, LAY_NO_ROW: up to the record's end;
				 * PADDING: the record; REST: the member behind,
				 * or the record */
	uint32_t front;		/* HOLES: the member in front, LAY_NO_ROW: from
				 * the record's start */
	uint32_t record;	/* whose edit it is, LAY_NO_ROW: the outermost */
	uint64_t old_bits;	/* its size before; 0: was not there */
	uint64_t new_bits;	/* and after */
	uint64_t old_bit_off;	/* where it stood in the old layout, if it did */
	uint64_t new_bit_off;	/* where it stands in the new one, if it does */
	int64_t shift_bits;	/* by how much it moves what stands behind */
};

enum lay_cause_kind {
	LAY_CAUSE_EDIT,
	LAY_CAUSE_PASSED,	/* the row changed its order: it went behind
				 * another (shift_bits > 0) or in front of it */
	LAY_CAUSE_RESIZED,	/* another changed its size, is in front of the
				 * row as it was, and has no edit that says so:
				 * it changed its order, or the row its record */
};

/* A part in the move of one row; see lay_diff_causes(). */
struct lay_cause {
	enum lay_cause_kind kind;
	uint32_t edit;		/* index into lay_diff.edits; LAY_NO_EDIT of
				 * other kinds */
	uint32_t row;		/* the other; LAY_NO_ROW of an edit */
	int64_t shift_bits;
};

/*
 * A member before and after. Every member slot of both layouts is in exactly
 * one row, but for those below a row where only one side is an embedded record
 * ("int refs" that became "refcount_t refs"): these have none.
 */
struct lay_row {
	uint32_t old_slot;	/* LAY_NO_SLOT: added */
	uint32_t new_slot;	/* LAY_NO_SLOT: removed */
	uint32_t parent;	/* row of the enclosing member or LAY_NO_ROW */
	uint32_t depth;		/* 0: a member of the outermost record */
	uint32_t nr_below;	/* rows of the subtree behind this one */
	unsigned int what;	/* LAY_ROW_* */
	/* Holes and bit holes directly in front of it among its siblings. */
	uint64_t old_hole_bits, new_hole_bits;
	/* What it asks for as alignment, in bytes, when in both: stated or
	 * natural, 1 where it is packed, 0 where it is not known. */
	uint64_t old_align, new_align;
	/* new_bit_off - old_bit_off, when in both; of a WRAPPER, the move of
	 * what it holds; of one whose place is not known, its record's; else 0 */
	int64_t move_bits;
	/* The edits of the enclosing record in front of it, from the last
	 * member there that kept its place in the record, and that nobody
	 * passed who is in front of it as before:
	 * lay_diff.edits[first_edit, + nr_edits). With own_edit, what else
	 * moved it in its record (or LAY_NO_EDIT), they add up to its move
	 * less its parent's; of one that is REORDERED, with what is between
	 * it and the last in front of it that stayed. Of one that is WRAPPED or
	 * UNWRAPPED likewise, but all is of the innermost record that has it in
	 * both layouts. */
	uint32_t first_edit, nr_edits;
	uint32_t own_edit;
	/* The edits inside the record that it is: they add up to the change of
	 * its size (an array's: of one element's; a wrapper's: from the extent
	 * of the members that it came around, or to that). */
	uint32_t first_inner, nr_inner;
	/* WRAPPED, UNWRAPPED: row of the wrapper, or of the record that was
	 * and is there, which it went into or out of; RESERVE_USED: row of
	 * the reserve, or LAY_NO_ROW when old_slot is the reserve */
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
	bool same_object;		/* nothing but POINTEE does: an object is
					 * as before */
	bool randomised;		/* same members, other order throughout:
					 * looks like RANDSTRUCT */
	const struct lay_row *rows;
	uint32_t nr_rows;
	const struct lay_edit *edits;
	uint32_t nr_edits;
	/* the edits inside the outermost record, as of lay_row */
	uint32_t first_inner, nr_inner;
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
 * The row of the member at @path (see lay_layout_find()) in the new layout or,
 * if it is not there, in the old one; LAY_NO_ROW when in neither.
 */
LAY_API uint32_t lay_diff_find(const struct lay_diff *diff, const char *path);

/*
 * What moved @row, down to the roots: the edits in front of it in its record
 * and in each one around that, each from the last member that kept its place in
 * it; a grown record stands as the edits inside it, and a member that only went
 * from one place before @row to another stands for what it grew, if it did. Of
 * a row that changed its order, whom it passed; of one that went from one record
 * into another, what stands in front of it in the innermost that has it in both,
 * whatever is around that. The shares add up to the row's move_bits; for
 * LAY_NO_ROW to the change of the outermost record's size, in bits. *@causes is the caller's (free()).
 */
LAY_API int lay_diff_causes(const struct lay_diff *diff, uint32_t row,
			    struct lay_cause **causes, size_t *nr,
			    struct lay_error *err);

/*
 * Does @row stand as one where lines are told of: a member that is no record,
 * or an array of several in either layout, or a record of which no member is in
 * both? What is below an array is its first element, whose lines are not those
 * of the others: pass over nr_below, or say so.
 */
LAY_API bool lay_diff_stands_as_one(const struct lay_diff *diff, uint32_t row);

/*
 * Is @row one to tell of a change of line: a member that stands as one, or a
 * record that reaches other lines while nothing that is in it does? Rows below
 * a MIRROR are not to be asked about.
 */
LAY_API bool lay_diff_changes_line(const struct lay_diff *diff, uint32_t row);

/* Rows that share a line with one, for objects that start on a line. */
struct lay_mates {
	uint32_t *gained;	/* share one now and did not */
	size_t nr_gained;
	uint32_t *lost;		/* shared one and do not */
	size_t nr_lost;
	uint32_t *kept;
	size_t nr_kept;
};

/*
 * The line-mates of @row before and after, in order of rows, leaf against leaf:
 * embedded records stand as their members, arrays of several as one; markers,
 * what takes no bits and what is inside a MIRROR are left out. Of a row that is
 * not a leaf, the mates of all its bits outside itself. Of one in an array that
 * stands as one, those of the first element: others in that by their rows, and
 * all in other elements by the array's. Of a trailing [] that changed line,
 * who is in the line that it starts in.
 */
LAY_API int lay_diff_mates(const struct lay_diff *diff, uint32_t row,
			   struct lay_mates *mates, struct lay_error *err);
LAY_API void lay_mates_free(struct lay_mates *mates);

/*
 * Pair the definitions of two builds, name by name and kind by kind, where
 * either may have several. Like goes with like: equal fingerprints first, then
 * definitions of the same unit, then those with most members in common; what is
 * left over has no partner. (*@pairs)[i] is the index in @after of the partner
 * of before->def[i], or -1; the array has before->nr entries and is the
 * caller's (free()). Both are sorted as lay_build_find() leaves them. Where
 * there is a choice definitions are read from the builds; without (NULL), the
 * nearest in number of members and size are paired.
 */
LAY_API int lay_diff_pair(struct lay_build *old_build,
			  const struct lay_defs *before,
			  struct lay_build *new_build,
			  const struct lay_defs *after, long **pairs,
			  struct lay_error *err);

/*
 * Types of a build that a name finds, and no pattern: what functions declare, of
 * DWARF, and what stands in the base of a module's BTF. The other of the two has
 * them among all others, so that it looks as if it alone had them: they cannot
 * be compared.
 */
struct lay_locals {
	struct lay_build *build;
	struct lay_defs functions, base;	/* once they were asked for */
	bool knows_functions, knows_base;
};

/* Where a type can be that was not found. */
enum lay_elsewhere {
	LAY_ELSEWHERE_NOT,
	LAY_ELSEWHERE_FUNCTIONS,
	LAY_ELSEWHERE_BASE,
};

LAY_API void lay_locals_init(struct lay_locals *locals,
			     struct lay_build *build);
LAY_API void lay_locals_deinit(struct lay_locals *locals);

/* Where @type, which another build has as @def, can be: LAY_ELSEWHERE_*, or
 * <0. */
LAY_API int lay_locals_find(struct lay_locals *locals,
			    const struct lay_def *def,
			    const struct lay_type *type, struct lay_error *err);

/* A type of which two readings of one build do not say the same. */
struct lay_reading_row {
	struct lay_def def[2];	/* as each has it; kind LAY_KIND_UNKNOWN: it
				 * has none */
	char *path;		/* of members, to where they part; "" */
	char *says[2];		/* what each says there; "" where only one has
				 * the type */
};

struct lay_readings {
	size_t nr_types;	/* names compared */
	size_t nr_agree;	/* of which both say the same */
	/* names that only what the BTF is split from has, as types of the kernel
	 * that a module does not use: nothing to compare */
	size_t nr_in_base;
	const char *base;	/* its path, or NULL */
	struct lay_reading_row *rows;	/* one for each of the others */
	size_t nr_rows;
};

/*
 * Compare what two readings of one build, such as its DWARF and its BTF, say of
 * the types that lay_build_find() found in each by the same name or pattern.
 * What is found in one alone is looked for in the other by its name, so that
 * types declared in functions are found. Declarations are passed over, and so
 * is what BTF cannot say (see diff/agree.h). @readings is the caller's
 * (lay_readings_free()); strings in it are the builds'.
 */
LAY_API int lay_diff_readings(struct lay_build *const build[2],
			      const struct lay_defs defs[2],
			      struct lay_readings **readings,
			      struct lay_error *err);
LAY_API void lay_readings_free(struct lay_readings *readings);

/* How near an option is to types that differ. Debug information does not tell
 * what a member was conditional on: this goes by names alone. */
enum lay_near {
	LAY_NEAR_NOT,
	LAY_NEAR_TYPE,		/* to the name of a type */
	LAY_NEAR_MEMBER,	/* to that of a member that was edited, or of
				 * its type */
};

/* An option that is not the same in two configurations. */
struct lay_option_change {
	const char *name;
	const char *before, *after;	/* NULL: not set */
	enum lay_near near;
	const char *word;		/* of its name, by which it is near */
	unsigned int share;		/* percent of its letters that are in
					 * such words */
};

struct lay_config_work;

struct lay_config_diff {
	struct lay_option_change *changes;	/* by name */
	size_t nr_changes;
	struct lay_config_work *work;
};

/* Compare two configurations, of which *@diff borrows strings; the caller's
 * (lay_config_diff_free()). */
LAY_API int lay_config_diff_make(const struct lay_config *before,
				 const struct lay_config *after,
				 struct lay_config_diff **diff,
				 struct lay_error *err);
LAY_API void lay_config_diff_free(struct lay_config_diff *diff);

/*
 * Options can be near the type called @name too, in which @diff (NULL: not
 * known) is what differs. Types beyond the first hundred change nothing.
 */
LAY_API void lay_config_diff_see(struct lay_config_diff *config,
				 const char *name,
				 const struct lay_diff *diff);

/* When all types were seen: find out what is near, and put it in front, first
 * by what it is near to, then by its share. */
LAY_API void lay_config_diff_order(struct lay_config_diff *config);

#endif /* LAYOUTDIFF_DIFF_H */
