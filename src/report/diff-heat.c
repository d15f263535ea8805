// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "report/diff-heat.h"
#include "report/heat-cells.h"
#include "report/phrase.h"
#include "base/poison.h"

enum { LINE, OLD_LOADS, OLD_STORES, NEW_LOADS, NEW_STORES, NR_COLUMNS };

static const struct doc_column columns[NR_COLUMNS] = {
	[LINE] = { "line", "line", DOC_ALL, DOC_COLUMN_RIGHT },
	[OLD_LOADS] = { "old_loads", "old: loads", DOC_ALL, DOC_COLUMN_RIGHT },
	[OLD_STORES] = { "old_stores", "stores", DOC_ALL, DOC_COLUMN_RIGHT },
	[NEW_LOADS] = { "new_loads", "new: loads", DOC_ALL, DOC_COLUMN_RIGHT },
	[NEW_STORES] = { "new_stores", "stores", DOC_ALL, DOC_COLUMN_RIGHT },
};

int diff_heat_begin(struct diff_view *v, struct lay_error *err)
{
	const struct lay_report *report = v->report;

	if (!report->heat || !v->diff->before)
		return 0;
	return lay_heat_fold(report->heat, report->heat_is_old ?
			     v->diff->before : v->diff->after, &v->heat, err);
}

void diff_heat_end(struct diff_view *v)
{
	lay_heat_fields_free(v->heat);
	v->heat = NULL;
}

/* The member's slot in the build that was measured. */
static uint32_t measured(const struct diff_view *v, uint32_t row)
{
	const struct lay_row *r = &v->diff->rows[row];

	return v->report->heat_is_old ? r->old_slot : r->new_slot;
}

void diff_heat_row(const struct diff_view *v, uint32_t row,
		   struct lay_heat_sum *sum)
{
	uint32_t slot = v->heat ? measured(v, row) : LAY_NO_SLOT;

	if (slot == LAY_NO_SLOT)
		*sum = (struct lay_heat_sum){ .nr_top = 0 };
	else
		lay_heat_slot(v->heat, slot, sum);
}

const char *diff_heat_mark(const struct diff_view *v, uint32_t first,
			   uint32_t last)
{
	uint64_t loads = 0, stores = 0;
	struct lay_heat_sum sum;

	for (uint32_t i = first; i <= last; i += 1 + v->diff->rows[i].nr_below) {
		diff_heat_row(v, i, &sum);
		loads += sum.n.loads;
		stores += sum.n.stores;
	}
	if (!loads && !stores)
		return NULL;
	lay_heat_all(v->heat, &sum);
	return heat_mark(v->doc, loads, stores, &sum.n);
}

const char *diff_heat_evidence(const struct diff_view *v, const uint32_t *rows,
			       size_t nr)
{
	struct lay_heat_counts n = { .samples = 0 };
	struct lay_heat_sum sum;

	if (!v->heat)
		return NULL;
	for (size_t i = 0; i < nr; i++) {
		diff_heat_row(v, rows[i], &sum);
		n.loads += sum.n.loads;
		n.stores += sum.n.stores;
		n.hitm_local += sum.n.hitm_local + sum.n.hitm_remote;
	}
	if (!n.loads && !n.stores)
		return "no samples of these";
	return doc_printf(v->doc, "%s stores, %s loads%s%s%s",
			  heat_number(v->doc, n.stores),
			  heat_number(v->doc, n.loads),
			  n.hitm_local ? ", " : "",
			  n.hitm_local ? heat_number(v->doc, n.hitm_local) : "",
			  n.hitm_local ? " HITM" : "");
}

/* Loads and stores of a line in both layouts. */
struct line_heat {
	uint64_t loads[2], stores[2];
};

static bool is_placed(const struct lay_slot *slot)
{
	return slot && !(slot->flags & (LAY_SLOT_UNPLACED | LAY_SLOT_MARKER));
}

/* Members of a union have the heat of the same bytes: the first counts for
 * all. */
static bool counts(const struct diff_view *v, uint32_t row)
{
	const struct lay_layout *l = v->report->heat_is_old ? v->diff->before :
							       v->diff->after;
	uint32_t slot = measured(v, row);

	while (slot != LAY_NO_SLOT) {
		const struct lay_slot *s = &l->slots[slot];

		if (s->flags & LAY_SLOT_IN_UNION && slot != s->parent + 1)
			return false;
		slot = s->parent;
	}
	return true;
}

static void add_to_lines(const struct diff_view *v, struct line_heat *lines,
			 uint64_t nr_lines)
{
	struct lay_heat_sum sum;

	for (uint32_t i = 0; i < v->diff->nr_rows; i++) {
		const struct lay_slot *side[2] = { view_old(v, i),
						   view_new(v, i) };

		if (!view_is_leaf(v, i) || measured(v, i) == LAY_NO_SLOT ||
		    !counts(v, i))
			continue;
		diff_heat_row(v, i, &sum);
		for (int k = 0; k < 2; k++) {
			if (!is_placed(side[k]) ||
			    side[k]->first_line >= nr_lines)
				continue;
			lines[side[k]->first_line].loads[k] += sum.n.loads;
			lines[side[k]->first_line].stores[k] += sum.n.stores;
		}
	}
}

static bool differs(const struct line_heat *l)
{
	return l->loads[0] != l->loads[1] || l->stores[0] != l->stores[1];
}

static void add_lines(struct diff_view *v)
{
	uint64_t a = v->diff->before->nr_lines, b = v->diff->after->nr_lines;
	uint64_t nr = a > b ? a : b;
	struct doc_table *table;
	struct line_heat *lines;

	/* a type of so many lines is not what is measured by its members */
	if (nr > 4096)
		return;
	lines = calloc(nr + 1, sizeof(*lines));
	if (!lines) {
		v->doc->failed = true;
		return;
	}
	add_to_lines(v, lines, nr);
	table = doc_add_table(v->doc, v->section, "line_heat", DOC_ALL,
			      columns, NR_COLUMNS);
	for (uint64_t i = 0; i < nr; i++) {
		struct doc_row *row;

		if (!differs(&lines[i]))
			continue;
		row = doc_add_row(v->doc, table, DOC_ALL);
		row->cell[LINE] = doc_uint(i);
		row->cell[OLD_LOADS] = doc_uint(lines[i].loads[0]);
		row->cell[OLD_STORES] = doc_uint(lines[i].stores[0]);
		row->cell[NEW_LOADS] = doc_uint(lines[i].loads[1]);
		row->cell[NEW_STORES] = doc_uint(lines[i].stores[1]);
	}
	free(lines);
}

/* Members that only the measured build has. */
static void add_left_over(struct diff_view *v)
{
	struct doc_list *list = doc_new_list(v->doc, 6);
	uint64_t nr = 0;

	for (uint32_t i = 0; i < v->diff->nr_rows; i++) {
		const struct lay_row *r = &v->diff->rows[i];
		struct lay_heat_sum sum;

		if (!view_is_leaf(v, i) || !counts(v, i) ||
		    (r->old_slot != LAY_NO_SLOT && r->new_slot != LAY_NO_SLOT))
			continue;
		diff_heat_row(v, i, &sum);
		if (!sum.n.samples)
			continue;
		nr += sum.n.samples;
		doc_add_item(v->doc, list,
			     doc_string(doc_copy(v->doc, view_path(v, i))));
	}
	if (nr) {
		struct doc_record *r = doc_add_record(v->doc, v->section,
						      DOC_ALL);

		doc_add_field(v->doc, r, DOC_ALL, "nr_not_carried_over",
			      "samples of members that one build lacks",
			      doc_uint(nr));
		doc_add_field(v->doc, r, DOC_ALL, "not_carried_over", "",
			      doc_list(list));
	}
}

void diff_add_heat(struct diff_view *v)
{
	struct lay_heat_sum all;
	struct doc_record *r;

	if (!v->heat)
		return;
	lay_heat_all(v->heat, &all);
	r = doc_add_record(v->doc, v->section, DOC_MACHINES);
	doc_add_field(v->doc, r, DOC_ALL, "nr_samples", "",
		      doc_uint(all.n.samples));
	if (!all.n.samples) {
		doc_add_note(v->doc, v->section, NULL, DOC_PEOPLE,
			     "no samples of this type: that nobody touched it is not said by that");
		return;
	}
	add_lines(v);
	add_left_over(v);
}
