// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <inttypes.h>

#include "report/phrase.h"
#include "report/report.h"
#include "base/poison.h"

/* One line a type. */

enum { SIZE, LINES, ALIGN, HOLES_TEXT, BYTES_TEXT, PAD_TEXT, NR_HOLES, HOLE_BYTES,
       BIT_HOLES, PADDING, NR_ANONYMOUS, ANONYMOUS_BYTES, ANONYMOUS_BITS,
       ANONYMOUS_PADDING, STRADDLES, MEMBERS, UNITS, TYPE, FILES_TEXT, KIND,
       NAME, UNIT,
       NR_FILES, FIRST_FILE, NR_COLUMNS };

static const struct doc_column columns[NR_COLUMNS] = {
	[SIZE] = { "size", "size", DOC_ALL, DOC_COLUMN_RIGHT },
	[LINES] = { "nr_lines", "lines", DOC_ALL, DOC_COLUMN_RIGHT },
	[ALIGN] = { "align", "", DOC_MACHINES, 0 },
	[HOLES_TEXT] = { NULL, "holes", DOC_PEOPLE, DOC_COLUMN_RIGHT },
	[BYTES_TEXT] = { NULL, "bytes", DOC_PEOPLE, DOC_COLUMN_RIGHT },
	[PAD_TEXT] = { NULL, "pad", DOC_PEOPLE, DOC_COLUMN_RIGHT },
	[NR_HOLES] = { "nr_holes", "", DOC_MACHINES, 0 },
	[HOLE_BYTES] = { "hole_bytes", "", DOC_MACHINES, 0 },
	[BIT_HOLES] = { "bit_hole_bits", "", DOC_MACHINES, 0 },
	[PADDING] = { "padding_bytes", "", DOC_MACHINES, 0 },
	[NR_ANONYMOUS] = { "nr_anonymous_holes", "", DOC_MACHINES, 0 },
	[ANONYMOUS_BYTES] = { "anonymous_hole_bytes", "", DOC_MACHINES, 0 },
	[ANONYMOUS_BITS] = { "anonymous_bit_hole_bits", "", DOC_MACHINES, 0 },
	[ANONYMOUS_PADDING] = { "anonymous_padding_bits", "", DOC_MACHINES,
				0 },
	[STRADDLES] = { "nr_straddles", "straddle", DOC_ALL,
			DOC_COLUMN_RIGHT },
	[MEMBERS] = { "nr_members", "", DOC_MACHINES, 0 },
	[UNITS] = { "nr_units", "units", DOC_ALL, DOC_COLUMN_RIGHT },
	/* does not wrap: a line a type, for grep(1) */
	[TYPE] = { NULL, "type", DOC_PEOPLE, 0 },
	[FILES_TEXT] = { NULL, "file", DOC_PEOPLE, 0 },
	[KIND] = { "kind", "", DOC_MACHINES, 0 },
	[NAME] = { "name", "", DOC_MACHINES, 0 },
	[UNIT] = { "unit", "", DOC_MACHINES, 0 },
	[NR_FILES] = { "nr_files", "", DOC_MACHINES, 0 },
	[FIRST_FILE] = { "file", "", DOC_MACHINES, 0 },
};

/* "2+3": of its own and of anonymous members */
static struct doc_value with_anonymous(struct doc *doc, uint64_t own,
				       uint64_t anonymous)
{
	if (!anonymous)
		return doc_uint(own);
	return doc_string(doc_printf(doc, "%" PRIu64 "+%" PRIu64, own,
				     anonymous));
}

static void add_gaps(struct doc *doc, struct doc_row *row,
		     const struct lay_totals *t)
{
	row->cell[HOLES_TEXT] = with_anonymous(doc, t->nr_holes,
					       t->nr_anonymous_holes);
	row->cell[BYTES_TEXT] = with_anonymous(doc, t->hole_bytes,
					       t->anonymous_hole_bytes);
	row->cell[PAD_TEXT] = with_anonymous(doc, t->padding_bytes,
					     t->anonymous_padding_bits / 8);
	row->cell[NR_HOLES] = doc_uint(t->nr_holes);
	row->cell[HOLE_BYTES] = doc_uint(t->hole_bytes);
	row->cell[BIT_HOLES] = doc_uint(t->bit_hole_bits);
	row->cell[PADDING] = doc_uint(t->padding_bytes);
	row->cell[NR_ANONYMOUS] = doc_uint(t->nr_anonymous_holes);
	row->cell[ANONYMOUS_BYTES] = doc_uint(t->anonymous_hole_bytes);
	row->cell[ANONYMOUS_BITS] = doc_uint(t->anonymous_bit_hole_bits);
	row->cell[ANONYMOUS_PADDING] = doc_uint(t->anonymous_padding_bits);
}

static const char *files_text(struct doc *doc, const struct lay_def *def)
{
	if (def->nr_files <= 1)
		return def->file;
	return doc_printf(doc, "%" PRIu32 " files, first %s", def->nr_files,
			  def->file);
}

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
		report->list->whole_rows = true;
		report->has_types = true;
	}
	row = doc_add_row(doc, report->list, DOC_ALL);
	row->cell[UNITS] = phrase_nr_units(def->nr_units);
	row->cell[TYPE] = doc_string(phrase_def(doc, def));
	row->cell[FILES_TEXT] = doc_string(files_text(doc, def));
	row->cell[KIND] = doc_string(lay_kind_name(def->kind));
	row->cell[NAME] = doc_string(def->name);
	row->cell[UNIT] = doc_string(def->unit);
	if (def->nr_files)
		row->cell[NR_FILES] = doc_uint(def->nr_files);
	row->cell[FIRST_FILE] = doc_string(def->file);
	row->cell[SIZE] = doc_uint(layout->size);
	row->cell[LINES] = doc_uint(layout->nr_lines);
	row->cell[ALIGN] = doc_uint(layout->align);
	add_gaps(doc, row, &layout->totals);
	row->cell[STRADDLES] = doc_uint(layout->totals.nr_straddles);
	row->cell[MEMBERS] = doc_uint(layout->totals.nr_members);
	return doc_status(doc, err);
}
