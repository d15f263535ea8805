// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <stdlib.h>

#include "base/vec.h"
#include "report/diff-fold.h"
#include "base/poison.h"

/*
 * A change that puts eight bytes in front of four hundred members moves them
 * all; what a reader wants to see are the edits, where they pushed, and which
 * members they pushed over a line's edge.
 *
 * So siblings that follow each other fold where none has anything of its own to
 * tell and all moved alike: by as many bits, over as many lines. Where that
 * leaves too long a table, as it does when most members cross an edge, they
 * fold by the bits alone and say how many of them changed line; the notes below
 * the table tell which.
 */

/* Runs shorter than this are told row by row. */
#define MIN_RUN 3
/* Members that changed line are what the report is about. */
#define MIN_LINE_RUN 6
/* A table for one look. */
#define MAX_ROWS 60

enum how { BY_LINE, BY_MOVE };

static bool foldable(const struct diff_view *v, uint32_t row)
{
	return !what_tells(v, row) && !view_opens(v, row);
}

static bool alike(const struct diff_view *v, uint32_t a, uint32_t b,
		  enum how how)
{
	const struct lay_slot *ao = view_old(v, a), *an = view_new(v, a);
	const struct lay_slot *bo = view_old(v, b), *bn = view_new(v, b);

	if (v->diff->rows[a].move_bits != v->diff->rows[b].move_bits)
		return false;
	if (how == BY_MOVE ||
	    v->diff->before->line_size != v->diff->after->line_size)
		return true;
	return an->first_line - ao->first_line ==
	       bn->first_line - bo->first_line &&
	       an->last_line - ao->last_line == bn->last_line - bo->last_line;
}

/* The run of siblings from @row on that fold with it. */
static struct fold run_from(const struct diff_view *v, uint32_t row,
			    unsigned int depth, enum how how)
{
	const struct lay_row *rows = v->diff->rows;
	struct fold f = { row, row, 1, depth, rows[row].move_bits, 0 };
	uint32_t i;

	f.nr_other_line = !!(rows[row].what & LAY_ROW_LINE);
	if (v->report->opts.all || !foldable(v, row))
		return f;
	for (i = row + 1 + rows[row].nr_below; i < v->end_row;
	     i += 1 + rows[i].nr_below) {
		if (rows[i].parent != rows[row].parent || !foldable(v, i) ||
		    !alike(v, row, i, how))
			break;
		f.last = i;
		f.nr++;
		f.nr_other_line += !!(rows[i].what & LAY_ROW_LINE);
	}
	if (f.nr < MIN_RUN || (how == BY_LINE && f.nr_other_line &&
			       f.nr < MIN_LINE_RUN))
		return (struct fold){ row, row, 1, depth, f.move_bits,
				      !!(rows[row].what & LAY_ROW_LINE) };
	return f;
}

static int fold_all(const struct diff_view *v, enum how how,
		    struct fold **folds, size_t *ret_nr)
{
	const struct lay_row *rows = v->diff->rows;
	unsigned int depth = rows[v->first_row].depth;
	struct fold f;
	size_t nr = 0, cap = 0;
	uint32_t i = v->first_row;

	*folds = NULL;
	while (i < v->end_row) {
		f = run_from(v, i, rows[i].depth - depth, how);
		if (VEC_RESERVE(*folds, nr, cap, 1) < 0) {
			free(*folds);
			return -1;
		}
		(*folds)[nr++] = f;
		i = f.last + 1;
		if (f.nr > 1 || !view_opens(v, f.last))
			i += rows[f.last].nr_below;
	}
	*ret_nr = nr;
	return 0;
}

int fold_rows(struct diff_view *v, struct fold **folds, size_t *nr)
{
	*folds = NULL;
	*nr = 0;
	if (v->first_row == v->end_row)
		return 0;
	if (fold_all(v, BY_LINE, folds, nr) < 0)
		return -1;
	if (*nr <= MAX_ROWS || v->report->opts.all)
		return 0;
	free(*folds);
	v->terse = true;
	return fold_all(v, BY_MOVE, folds, nr);
}
