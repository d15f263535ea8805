/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Members that changed line. Leaves that went from the same lines to the same
 * lines for the same reasons have the same mates but for each other: they are
 * told once, together.
 */
#ifndef REPORT_DIFF_GROUPS_H
#define REPORT_DIFF_GROUPS_H

#include "report/diff-view.h"

/* Of more groups only the number is told, to anybody: no kernel comes near. */
#define DIFF_MAX_GROUPS 2000

/* What moved a member: groups of the same have the same reasons. */
struct line_anchor {
	uint32_t record;	/* the row of the record, LAY_NO_ROW: outermost */
	uint32_t end_edit;	/* behind the edits in front of it */
	uint32_t mover;		/* the row, if it has a move of its own */
};

struct line_group {
	uint32_t *rows;
	size_t nr, cap;
	struct line_anchor anchor;
	uint32_t array;		/* they are in its first element; LAY_NO_ROW:
				 * in no array */
	uint32_t flexible;	/* the same of one without length: mostly that
				 * is all that there is of it */
	bool edited;		/* one of them has more to tell than a shift */
	/* what decides how early it is told */
	bool straddle;		/* one straddles now and did not, or the other
				 * way round */
	bool written;		/* one is likely to be written often */
	size_t nr_gained;
};

struct line_groups {
	struct line_group *group;
	size_t nr, cap;
};

/* The groups, those first that are likely to matter most; of no more than
 * DIFF_MAX_GROUPS @nr_gained is known. -> to be freed, after errors too. */
int diff_groups_collect(const struct diff_view *v, struct line_groups *g,
			struct lay_error *err);
void diff_groups_free(struct line_groups *g);

/* Would the last bit of @row lie in another line if it had its old size? */
bool diff_changes_line_by_size(const struct diff_view *v, uint32_t row);

#endif /* REPORT_DIFF_GROUPS_H */
