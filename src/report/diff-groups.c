// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "diff/guess.h"
#include "report/diff-groups.h"
#include "base/poison.h"

/*
 * What moved a row are the edits in front of it in its record, its own move,
 * and what moved the records around it. So rows have the same reasons when they
 * have the same anchor: the record and the number of its edits, of the first
 * row from the leaf outwards that has edits in front of it. Comparing anchors
 * instead of reasons keeps this linear: a record can have as many edits as
 * members, and each member as many reasons.
 */

/* Rows far apart seldom have the same lines; looking further back costs. */
#define LOOK_BACK 8

void diff_groups_free(struct line_groups *g)
{
	for (size_t i = 0; i < g->nr; i++)
		free(g->group[i].rows);
	free(g->group);
}

static bool moved_itself(const struct lay_row *row)
{
	return row->own_edit != LAY_NO_EDIT || row->what &
		(LAY_ROW_REORDERED | LAY_ROW_WRAPPED | LAY_ROW_UNWRAPPED);
}

static struct line_anchor anchor_of(const struct diff_view *v, uint32_t row)
{
	const struct lay_row *rows = v->diff->rows;

	while (row != LAY_NO_ROW && !rows[row].nr_edits &&
	       !moved_itself(&rows[row]))
		row = rows[row].parent;
	if (row == LAY_NO_ROW)
		return (struct line_anchor){ LAY_NO_ROW, 0, LAY_NO_ROW };
	return (struct line_anchor){
		.record = rows[row].parent,
		.end_edit = rows[row].first_edit + rows[row].nr_edits,
		.mover = moved_itself(&rows[row]) ? row : LAY_NO_ROW,
	};
}

static bool same_anchor(const struct line_anchor *a,
			const struct line_anchor *b)
{
	return a->record == b->record && a->end_edit == b->end_edit &&
	       a->mover == b->mover;
}

bool diff_changes_line_by_size(const struct diff_view *v, uint32_t row)
{
	const struct lay_slot *a = view_old(v, row), *b = view_new(v, row);
	uint64_t line_bits = v->diff->after->line_size * 8;

	return a->bit_size != b->bit_size &&
	       (b->bit_off + a->bit_size - 1) / line_bits != b->last_line;
}

static struct line_group *find_group(const struct diff_view *v,
				     struct line_groups *g, uint32_t row,
				     const struct line_anchor *anchor)
{
	size_t first = g->nr > LOOK_BACK ? g->nr - LOOK_BACK : 0;

	for (size_t i = g->nr; i > first; i--) {
		struct line_group *group = &g->group[i - 1];
		uint32_t other = group->rows[0];

		if (view_array_around(v, row) == group->array &&
		    view_flexible_around(v, row) == group->flexible &&
		    !diff_changes_line_by_size(v, row) &&
		    !diff_changes_line_by_size(v, other) &&
		    v->diff->rows[row].move_bits ==
			    v->diff->rows[other].move_bits &&
		    same_anchor(&group->anchor, anchor) &&
		    view_lies_as(v, row, other))
			return group;
	}
	return NULL;
}

static struct line_group *new_group(struct line_groups *g,
				    const struct line_anchor *anchor)
{
	struct line_group *group;

	if (VEC_RESERVE(g->group, g->nr, g->cap, 1) < 0)
		return NULL;
	group = &g->group[g->nr++];
	memset(group, 0, sizeof(*group));
	group->anchor = *anchor;
	return group;
}

/* What is done to a record as a whole is done to its leaves as well. */
#define EDITS_OF_PARENT (ROW_EDITS & ~(unsigned int)(LAY_ROW_INNER | \
						     LAY_ROW_RESIZED))

static bool is_edited(const struct diff_view *v, uint32_t row)
{
	const struct lay_row *rows = v->diff->rows;

	if (rows[row].what & ROW_EDITS)
		return true;
	for (row = rows[row].parent; row != LAY_NO_ROW; row = rows[row].parent)
		if (rows[row].what & EDITS_OF_PARENT)
			return true;
	return false;
}

static int no_memory(struct lay_error *err)
{
	return lay_error_set(err, LAY_E_NOMEM, "out of memory for the report");
}

static int add_to_group(const struct diff_view *v, struct line_groups *g,
			uint32_t row, struct lay_error *err)
{
	const struct line_anchor anchor = anchor_of(v, row);
	const char *type;
	struct line_group *group = find_group(v, g, row, &anchor);

	if (!group)
		group = new_group(g, &anchor);
	if (!group || VEC_RESERVE(group->rows, group->nr, group->cap, 1) < 0)
		return no_memory(err);
	group->rows[group->nr++] = row;
	group->array = view_array_around(v, row);
	group->flexible = view_flexible_around(v, row);
	group->edited |= is_edited(v, row);
	group->straddle |= v->diff->rows[row].what & LAY_ROW_STRADDLE;
	group->written |= guess_written(v->diff, row, &type) !=
			  LAY_NO_ROW;
	return 0;
}

static int count_gained(const struct diff_view *v, struct line_group *group,
			struct lay_error *err)
{
	struct lay_mates mates;
	int r;

	memset(&mates, 0, sizeof(mates));
	r = lay_diff_mates(v->diff, group->rows[0], &mates, err);
	group->nr_gained = mates.nr_gained;
	lay_mates_free(&mates);
	return r;
}

/*
 * Without samples nobody knows which group matters. What is likely to: members
 * that a line's edge cuts now, or does not any more; locks, counters and
 * references, going by their types; and those that meet most others. Behind
 * them what is true of an array's first element only.
 */
static int compare_groups(const void *a, const void *b)
{
	const struct line_group *x = a, *y = b;
	bool x_inside = x->array != LAY_NO_ROW;
	bool y_inside = y->array != LAY_NO_ROW;

	if (x_inside != y_inside)
		return x_inside - y_inside;
	if (x->straddle != y->straddle)
		return y->straddle - x->straddle;
	if (x->written != y->written)
		return y->written - x->written;
	if (x->nr_gained != y->nr_gained)
		return x->nr_gained < y->nr_gained ? 1 : -1;
	return x->rows[0] < y->rows[0] ? -1 : x->rows[0] > y->rows[0];
}

int diff_groups_collect(const struct diff_view *v, struct line_groups *g,
			struct lay_error *err)
{
	int r;

	for (uint32_t i = v->first_row; i < v->end_row; i++) {
		if (v->diff->rows[i].what & LAY_ROW_MIRROR &&
		    i != v->first_row) {
			i += v->diff->rows[i].nr_below;
			continue;
		}
		r = lay_diff_changes_line(v->diff, i) ?
			add_to_group(v, g, i, err) : 0;
		if (r < 0)
			return r;
		if (lay_diff_stands_as_one(v->diff, i) && !view_opens(v, i))
			i += v->diff->rows[i].nr_below;
	}
	for (size_t i = 0; i < g->nr && i < DIFF_MAX_GROUPS; i++) {
		r = count_gained(v, &g->group[i], err);
		if (r < 0)
			return r;
	}
	if (g->nr)
		qsort(g->group, g->nr, sizeof(*g->group), compare_groups);
	return 0;
}
