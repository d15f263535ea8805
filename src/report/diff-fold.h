/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef REPORT_DIFF_FOLD_H
#define REPORT_DIFF_FOLD_H

#include "report/diff-view.h"

/* Rows that people see as one line: one, or a run of siblings that did the same
 * thing. */
struct fold {
	uint32_t first, last;	/* rows; siblings, both included */
	uint32_t nr;		/* of them, without what is inside them */
	unsigned int depth;
	int64_t move_bits;
	uint32_t nr_other_line;	/* lie on another line than before */
};

/* The visible rows of @v in order, folded, @v made terse where they are many;
 * *@folds is the caller's (free()).
 * -1 when memory is out. */
int fold_rows(struct diff_view *v, struct fold **folds, size_t *nr);

/* Was anything done to a row itself, or to the hole in front of it? */
bool what_tells(const struct diff_view *v, uint32_t row);
/* The words for it, NULL if nothing: "added, struct list_head". */
const char *what_text(const struct diff_view *v, uint32_t row);

#endif /* REPORT_DIFF_FOLD_H */
