// SPDX-License-Identifier: GPL-2.0-only
/* A diff from one end to the other, and what is asked of it as a whole. */
#include <config.h>

#include <stdlib.h>

#include "diff/work.h"
#include "base/poison.h"

static int out_of_memory(struct lay_error *err)
{
	return lay_error_set(err, LAY_E_NOMEM, "out of memory for a diff");
}

static uint32_t *array_of_none(uint32_t nr)
{
	uint32_t *array = calloc((size_t)nr + 1, sizeof(*array));

	for (uint32_t i = 0; array && i < nr; i++)
		array[i] = LAY_NO_SLOT;
	return array;
}

static int side_init(struct side *side, const struct lay_layout *layout,
		     struct lay_error *err)
{
	_Static_assert(LAY_NO_SLOT == LAY_NO_ROW, "one value stands for both");
	side->layout = layout;
	side->partner = array_of_none(layout->nr_slots);
	side->row = array_of_none(layout->nr_slots);
	if (!side->partner || !side->row)
		return out_of_memory(err);
	return 0;
}

/* Is there no difference? @but_for: LAY_ROW_* that are none either; that
 * something inside differs is told there. */
static bool is_same(const struct diff *d, unsigned int but_for)
{
	const struct lay_layout *before = d->old.layout;
	const struct lay_layout *after = d->new.layout;

	if (before->size != after->size || !lay_layout_same_align(before, after) ||
	    before->line_size != after->line_size ||
	    lay_type_strip(before->type)->kind !=
	    lay_type_strip(after->type)->kind)
		return false;
	for (size_t i = 0; i < d->nr_rows; i++) {
		unsigned int none = LAY_ROW_SAME | but_for;

		if (but_for && d->rows[i].nr_below)
			none |= LAY_ROW_INNER;
		if (d->rows[i].what & ~none)
			return false;
	}
	return true;
}

static int compare(struct diff *d, const struct lay_layout *before,
		   const struct lay_layout *after, struct lay_error *err)
{
	int ret;

	if (side_init(&d->old, before, err) < 0 ||
	    side_init(&d->new, after, err) < 0)
		return -LAY_E_NOMEM;
	d->reserve = array_of_none(after->nr_slots);
	if (!d->reserve)
		return out_of_memory(err);
	ret = match_all(d, err);
	if (ret >= 0)
		ret = rows_make(d, err);
	if (ret >= 0)
		ret = mates_index(d, err);
	return ret;
}

int lay_diff_records(const struct lay_layout *before,
		     const struct lay_layout *after, struct lay_diff **diff,
		     struct lay_error *err)
{
	struct diff *d = calloc(1, sizeof(*d));
	int ret;

	if (!d)
		return out_of_memory(err);
	ret = compare(d, before, after, err);
	d->pub.rows = d->rows;
	d->pub.edits = d->edits;
	if (ret < 0) {
		lay_diff_free(&d->pub);
		return ret;
	}
	d->pub.old_type = before->type;
	d->pub.new_type = after->type;
	d->pub.before = before;
	d->pub.after = after;
	d->pub.nr_rows = (uint32_t)d->nr_rows;
	d->pub.nr_edits = (uint32_t)d->nr_edits;
	d->pub.same = is_same(d, 0);
	d->pub.same_object = is_same(d, LAY_ROW_POINTEE);
	*diff = &d->pub;
	return 0;
}

static void side_deinit(struct side *side)
{
	free(side->partner);
	free(side->row);
}

void lay_diff_free(struct lay_diff *diff)
{
	struct diff *d = (struct diff *)diff;

	if (!diff)
		return;
	side_deinit(&d->old);
	side_deinit(&d->new);
	free(d->reserve);
	free(d->notes);
	free(d->reorders);
	free(d->passed);
	free(d->crossers);
	free(d->cross_causes);
	free((void *)diff->rows);
	free((void *)diff->edits);
	free((void *)diff->enum_rows);
	mates_index_free(d->mates);
	free(d);
}

uint32_t lay_diff_find(const struct lay_diff *diff, const char *path)
{
	const struct diff *d = (const struct diff *)diff;
	uint32_t slot = lay_layout_find(diff->after, path);

	if (slot != LAY_NO_SLOT)
		return d->new.row[slot];
	slot = lay_layout_find(diff->before, path);
	return slot == LAY_NO_SLOT ? LAY_NO_ROW : d->old.row[slot];
}
