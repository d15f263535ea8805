// SPDX-License-Identifier: GPL-2.0-only
/* Classes of locks, and the members that they are. */
#include <config.h>

#include <inttypes.h>

#include "report/heat-cells.h"
#include "report/phrase.h"
#include "report/report.h"
#include "base/poison.h"

enum { BEFORE, CONTENTIONS, WAIT, HOLD, CLASS, WHY,
       NAME, MODE, TYPE, PATH, OFFSET, GRADE, OTHERS, NR_OTHERS,
       BEFORE_CONTENTIONS, AFTER_CONTENTIONS, AFTER_BOUNCED,
       AFTER_ACQUISITIONS, AFTER_WAIT, AFTER_HOLD, NR_COLUMNS };

static const struct doc_column columns[NR_COLUMNS] = {
	[BEFORE] = { NULL, "before", DOC_PEOPLE, DOC_COLUMN_RIGHT },
	[CONTENTIONS] = { NULL, "contended", DOC_PEOPLE, DOC_COLUMN_RIGHT },
	[WAIT] = { NULL, "wait", DOC_PEOPLE, DOC_COLUMN_RIGHT },
	[HOLD] = { NULL, "hold", DOC_PEOPLE, DOC_COLUMN_RIGHT },
	[CLASS] = { NULL, "class and member", DOC_PEOPLE, DOC_COLUMN_WRAP },
	[WHY] = { "why", "", DOC_MACHINES, 0 },
	[NAME] = { "class", "", DOC_MACHINES, 0 },
	[MODE] = { "mode", "", DOC_MACHINES, 0 },
	[TYPE] = { "type", "", DOC_MACHINES, 0 },
	[PATH] = { "path", "", DOC_MACHINES, 0 },
	[OFFSET] = { "offset", "", DOC_MACHINES, 0 },
	[GRADE] = { "grade", "", DOC_MACHINES, 0 },
	[OTHERS] = { "candidates", "", DOC_MACHINES, 0 },
	[NR_OTHERS] = { "nr_candidates", "", DOC_MACHINES, 0 },
	[BEFORE_CONTENTIONS] = { "before", "", DOC_MACHINES, 0 },
	[AFTER_CONTENTIONS] = { "contentions", "", DOC_MACHINES, 0 },
	[AFTER_BOUNCED] = { "bounced", "", DOC_MACHINES, 0 },
	[AFTER_ACQUISITIONS] = { "acquisitions", "", DOC_MACHINES, 0 },
	[AFTER_WAIT] = { "wait_ns", "", DOC_MACHINES, 0 },
	[AFTER_HOLD] = { "hold_ns", "", DOC_MACHINES, 0 },
};

#define NR_ROWS 24

/* Mean nanoseconds of @nr, as microseconds. */
static const char *mean(struct doc *doc, uint64_t ns, uint64_t nr)
{
	return nr ? doc_printf(doc, "%.1f us", (double)ns / (double)nr / 1000) :
		    "";
}

static const char *member_text(struct doc *doc, const struct lay_heat_lock *l)
{
	if (l->type)
		return doc_printf(doc, "%s.%s at %" PRIu64 " (%s%s)", l->type,
				  l->path, l->off, l->why,
				  l->grade == LAY_HEAT_GUESSED ? ", guessed" :
				  "");
	if (l->others && !l->path)
		return doc_printf(doc, "ambiguous, one of %zu: %s%s (%s)",
				  l->nr_others, l->others, l->nr_others > 3 ?
				  ", ..." : "", l->why);
	if (l->nr_others == 1)
		return doc_printf(doc, "perhaps %s.%s (%s)", l->others, l->path,
				  l->why);
	if (l->others)
		return doc_printf(doc, "ambiguous, %s of one of %zu: %s (%s)",
				  l->path, l->nr_others, l->others, l->why);
	return l->variable ? l->why : doc_printf(doc, "not known: %s", l->why);
}

static void people_cells(struct doc *doc, struct doc_row *row,
			 const struct lay_heat_lock *l)
{
	const struct lay_heat_lock_counts *n = &l->after;

	row->cell[BEFORE] = doc_string(l->has_before ?
		heat_number(doc, l->before.contentions) : "");
	row->cell[CONTENTIONS] = doc_string(l->has_after ?
		heat_number(doc, n->contentions) : "");
	row->cell[WAIT] = doc_string(mean(doc, n->wait_ns, n->contentions));
	row->cell[HOLD] = doc_string(mean(doc, n->hold_ns, n->acquisitions));
	row->cell[CLASS] = doc_string(
		doc_printf(doc, "%s%s: %s", l->name,
			   l->mode == 'W' ? "-W" : l->mode ? "-R" : "",
			   member_text(doc, l)));
}

static void machine_cells(struct doc *doc, struct doc_row *row,
			  const struct lay_heat_lock *l)
{
	row->cell[NAME] = doc_string(doc_copy(doc, l->name));
	row->cell[WHY] = doc_string(doc_copy(doc, l->why));
	if (l->mode)
		row->cell[MODE] = doc_string(doc_printf(doc, "%c", l->mode));
	if (l->type) {
		row->cell[TYPE] = doc_string(doc_copy(doc, l->type));
		row->cell[PATH] = doc_string(doc_copy(doc, l->path));
		row->cell[OFFSET] = doc_uint(l->off);
		row->cell[GRADE] = doc_string(lay_heat_grade_name(l->grade));
	}
	if (l->others) {
		row->cell[OTHERS] = doc_string(doc_copy(doc, l->others));
		row->cell[NR_OTHERS] = doc_uint(l->nr_others);
	}
	if (l->has_before)
		row->cell[BEFORE_CONTENTIONS] = doc_uint(l->before.contentions);
	if (!l->has_after)
		return;
	row->cell[AFTER_CONTENTIONS] = doc_uint(l->after.contentions);
	row->cell[AFTER_BOUNCED] = doc_uint(l->after.bounced);
	row->cell[AFTER_ACQUISITIONS] = doc_uint(l->after.acquisitions);
	row->cell[AFTER_WAIT] = doc_uint(l->after.wait_ns);
	row->cell[AFTER_HOLD] = doc_uint(l->after.hold_ns);
}

int lay_report_add_locks(struct lay_report *report,
			 const struct lay_heat_lock *locks, size_t nr,
			 struct lay_error *err)
{
	struct doc *doc = &report->doc;
	struct doc_table *table;
	struct doc_section *s;

	if (!nr)
		return 0;
	s = doc_add_section(doc, &doc->root, "locks", false);
	s->title = "locks, most contended first";
	table = doc_add_table(doc, s, "classes", DOC_ALL, columns, NR_COLUMNS);
	for (size_t i = 0; i < nr; i++) {
		struct doc_row *row;

		row = doc_add_row(doc, table, i < NR_ROWS || report->opts.all ?
				  DOC_ALL : DOC_MACHINES);
		people_cells(doc, row, &locks[i]);
		machine_cells(doc, row, &locks[i]);
	}
	return doc_status(doc, err);
}
