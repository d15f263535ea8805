/* SPDX-License-Identifier: GPL-2.0-only */
/* What the parts of a diff's report share. */
#ifndef REPORT_DIFF_VIEW_H
#define REPORT_DIFF_VIEW_H

#include "report/report.h"

/* What happens to a row that nobody edited. */
#define ROW_SHIFTS ((unsigned int)(LAY_ROW_MOVED | LAY_ROW_LINE | \
				   LAY_ROW_STRADDLE | LAY_ROW_SAME))
#define ROW_EDITS (~ROW_SHIFTS)

struct diff_view {
	struct lay_report *report;
	struct doc *doc;
	struct doc_section *section;
	const struct lay_diff *diff;
	/* rows that are told: all, or a member with what is inside it */
	uint32_t first_row, end_row;
	struct lay_heat_fields *heat;	/* NULL: nothing was measured */
	bool is_whole;	/* no member was asked for */
	bool terse;	/* there is too much: tell of records as wholes where
			 * nothing inside was edited */
	uint64_t max_groups;	/* that changed line, told to people; 0: as
				 * many as one type's report has room for */
};

/* A row's slot in the old and in the new layout; NULL where it is not. */
const struct lay_slot *view_old(const struct diff_view *v, uint32_t row);
const struct lay_slot *view_new(const struct diff_view *v, uint32_t row);
/* The new one, of a removed row the old one. */
const struct lay_slot *view_slot(const struct diff_view *v, uint32_t row);

/* The path of a row as it is now; of a removed one as it was. */
const char *view_path(const struct diff_view *v, uint32_t row);

/* Is it no marker, and does it take bits, in a known place? */
bool view_has_data(const struct diff_view *v, uint32_t row);
/* A row of data without rows below it. */
bool view_is_leaf(const struct diff_view *v, uint32_t row);

/*
 * The names of a set of rows, in ascending order. Where the set holds every
 * leaf of an embedded record, the record's name stands for them. An array around
 * @mate stands for its elements but the first. LAY_NO_ROW: they are no mates of
 * anything, but lie in the same lines all.
 */
struct doc_list *view_names(const struct diff_view *v, const uint32_t *rows,
			    size_t nr, uint32_t mate, uint64_t nr_shown);

/* The same of paths, for programs. */
struct doc_list *view_paths(const struct diff_view *v, const uint32_t *rows,
			    size_t nr);
/* Does the name of @row, or of one around it, stand for the first of @rows? */
bool view_stands_for(const struct diff_view *v, uint32_t row,
		     const uint32_t *rows, size_t nr);

/* The innermost row around @row that stands as one; LAY_NO_ROW: none. */
uint32_t view_array_around(const struct diff_view *v, uint32_t row);
/* The same of one that is an array without length. */
uint32_t view_flexible_around(const struct diff_view *v, uint32_t row);

/* Does @a lie in the same lines as @b, which is in both layouts, before and now?
 */
bool view_lies_as(const struct diff_view *v, uint32_t a, uint32_t b);

/* Is @row opened: is something inside it worth being told by itself? */
bool view_opens(const struct diff_view *v, uint32_t row);
/* Is @row, which people see closed, to be opened to programs, as not all that is
 * in it changed line together? Then its parts are named where that is told. */
bool view_opens_to_machines(const struct diff_view *v, uint32_t row);

/* The same for people: an anonymous record by the first of its members that has
 * a name, "struct of mm_count". */
const char *view_name(const struct diff_view *v, uint32_t row);
/* "struct", "union" */
const char *view_kind(const struct lay_slot *slot);
/* Without the path: "mm_count", "(struct of mm_count)". */
const char *view_short_name(const struct diff_view *v, uint32_t row);

/* "wrapped", "moved into (union of a)": of a row that is WRAPPED or UNWRAPPED */
const char *wrapped_text(const struct diff_view *v, uint32_t row);

/* What moved @row (LAY_NO_ROW: the end): "nfheader_len removed (-2) + holes at
 * 54 (-2) and 108 (-4) closed = -8" */
const char *causes_text(const struct diff_view *v, uint32_t row,
			const struct lay_cause *causes, size_t nr);
/* The same for programs, under @key: edits, and the part of each; the largest
 * where there are many, and then the sum of the others. */
void causes_fields(const struct diff_view *v, struct doc_record *record,
		   const char *key, const struct lay_cause *causes, size_t nr);

/* The members, the edits, and what changed line, as parts of the section. */
void diff_add_table(struct diff_view *v);
/* Of the members @rows alone, unfolded, for programs. */
void diff_add_rows(struct diff_view *v, const uint32_t *rows, size_t nr);
void diff_add_edits(struct diff_view *v);
void diff_add_enum(struct diff_view *v);

/*
 * "+NEW, -GONE, 2 with another value": what came and went by name, no more than
 * @max (0: all); those that only got another number are counted, as one that
 * comes in front moves all. NULL: nothing did.
 */
const char *enum_edits(struct doc *doc, const struct lay_diff *diff,
		       uint64_t max);
int diff_add_lines(struct diff_view *v, struct lay_error *err);

#endif /* REPORT_DIFF_VIEW_H */
