// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include "report/phrase.h"
#include "report/report.h"
#include "base/poison.h"

/* One line a type. */

enum { SIZE, LINES, ALIGN, NR_HOLES, HOLE_BYTES, BIT_HOLES, PADDING, STRADDLES,
       MEMBERS, UNITS, TYPE, KIND, NAME, UNIT, NR_FILES, FIRST_FILE, NR_COLUMNS };

static const struct doc_column columns[NR_COLUMNS] = {
	[SIZE] = { "size", "size", DOC_ALL, DOC_COLUMN_RIGHT },
	[LINES] = { "nr_lines", "lines", DOC_ALL, DOC_COLUMN_RIGHT },
	[ALIGN] = { "align", "", DOC_MACHINES, 0 },
	[NR_HOLES] = { "nr_holes", "holes", DOC_ALL, DOC_COLUMN_RIGHT },
	[HOLE_BYTES] = { "hole_bytes", "bytes", DOC_ALL, DOC_COLUMN_RIGHT },
	[BIT_HOLES] = { "bit_hole_bits", "", DOC_MACHINES, 0 },
	[PADDING] = { "padding_bytes", "pad", DOC_ALL, DOC_COLUMN_RIGHT },
	[STRADDLES] = { "nr_straddles", "straddle", DOC_ALL,
			DOC_COLUMN_RIGHT },
	[MEMBERS] = { "nr_members", "", DOC_MACHINES, 0 },
	[UNITS] = { "nr_units", "units", DOC_ALL, DOC_COLUMN_RIGHT },
	/* does not wrap: a line a type, for grep(1) */
	[TYPE] = { NULL, "type", DOC_PEOPLE, 0 },
	[KIND] = { "kind", "", DOC_MACHINES, 0 },
	[NAME] = { "name", "", DOC_MACHINES, 0 },
	[UNIT] = { "unit", "", DOC_MACHINES, 0 },
	[NR_FILES] = { "nr_files", "", DOC_MACHINES, 0 },
	[FIRST_FILE] = { "file", "", DOC_MACHINES, 0 },
};

int lay_report_add_list_row(struct lay_report *report,
			    const struct lay_def *def,
			    const struct lay_layout *layout,
			    struct lay_error *err)
{
	struct doc *doc = &report->doc;
	struct doc_row *row;

	if (!report->list) {
		report->list = doc_add_table(doc, &doc->root, "types", DOC_ALL,
					     columns, NR_COLUMNS);
		report->list->bare = report->opts.quiet;
		report->has_types = true;
	}
	row = doc_add_row(doc, report->list, DOC_ALL);
	row->cell[UNITS] = phrase_nr_units(def->nr_units);
	row->cell[TYPE] = doc_string(phrase_def(doc, def));
	row->cell[KIND] = doc_string(lay_kind_name(def->kind));
	row->cell[NAME] = doc_string(def->name);
	row->cell[UNIT] = doc_string(def->unit);
	if (def->nr_files)
		row->cell[NR_FILES] = doc_uint(def->nr_files);
	row->cell[FIRST_FILE] = doc_string(def->file);
	row->cell[SIZE] = doc_uint(layout->size);
	row->cell[LINES] = doc_uint(layout->nr_lines);
	row->cell[ALIGN] = doc_uint(layout->align);
	row->cell[NR_HOLES] = doc_uint(layout->totals.nr_holes);
	row->cell[HOLE_BYTES] = doc_uint(layout->totals.hole_bytes);
	row->cell[BIT_HOLES] = doc_uint(layout->totals.bit_hole_bits);
	row->cell[PADDING] = doc_uint(layout->totals.padding_bytes);
	row->cell[STRADDLES] = doc_uint(layout->totals.nr_straddles);
	row->cell[MEMBERS] = doc_uint(layout->totals.nr_members);
	return doc_status(doc, err);
}
