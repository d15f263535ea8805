// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <inttypes.h>

#include "report/phrase.h"
#include "report/report.h"
#include "base/poison.h"

/* DWARF and BTF side by side, where they do not say the same. */

enum { TYPE, KIND, NAME, MEMBER, DWARF, BTF, NR_COLUMNS };

static const struct doc_column columns[NR_COLUMNS] = {
	[TYPE] = { NULL, "type", DOC_PEOPLE, DOC_COLUMN_WRAP },
	[KIND] = { "kind", "", DOC_MACHINES, 0 },
	[NAME] = { "name", "", DOC_MACHINES, 0 },
	[MEMBER] = { "member", "member", DOC_ALL, DOC_COLUMN_WRAP },
	[DWARF] = { "dwarf", "DWARF", DOC_ALL, DOC_COLUMN_WRAP },
	[BTF] = { "btf", "BTF", DOC_ALL, DOC_COLUMN_WRAP },
};

static bool has(const struct lay_reading_row *r, unsigned int side)
{
	return r->def[side].kind != LAY_KIND_UNKNOWN;
}

static struct doc_value says(struct doc *doc, const struct lay_reading_row *r,
			     unsigned int side)
{
	if (!has(r, side))
		return doc_string("not there");
	if (!has(r, !side))
		return doc_string("defined");
	return doc_string(doc_copy(doc, r->says[side]));
}

static void add_row(struct doc *doc, struct doc_table *table,
		    const struct lay_reading_row *r)
{
	const struct lay_def *def = &r->def[has(r, 0) ? 0 : 1];
	struct doc_row *row = doc_add_row(doc, table, DOC_ALL);

	row->cell[TYPE] = doc_string(phrase_def(doc, def));
	row->cell[KIND] = doc_string(lay_kind_name(def->kind));
	row->cell[NAME] = doc_string(def->name);
	if (r->path[0])
		row->cell[MEMBER] = doc_string(doc_copy(doc, r->path));
	row->cell[DWARF] = says(doc, r, 0);
	row->cell[BTF] = says(doc, r, 1);
}

int lay_report_add_readings(struct lay_report *report, const char *spec,
			    const struct lay_readings *readings,
			    struct lay_error *err)
{
	struct doc *doc = &report->doc;
	struct doc_section *s = doc_add_section(doc, &doc->root, "agreements",
						true);
	struct doc_record *r = doc_add_record(doc, s, DOC_MACHINES);
	struct doc_table *table;
	int ret;

	spec = doc_copy(doc, spec);
	doc_add_field(doc, r, DOC_ALL, "spec", "", doc_string(spec));
	doc_add_field(doc, r, DOC_ALL, "nr_compared", "",
		      doc_uint(readings->nr_types));
	doc_add_field(doc, r, DOC_ALL, "nr_agree", "",
		      doc_uint(readings->nr_agree));
	doc_add_field(doc, r, DOC_ALL, "nr_in_base", "",
		      doc_uint(readings->nr_in_base));
	if (readings->nr_types || !readings->nr_in_base)
		doc_add_note(doc, s, NULL, report_chatter(report) & DOC_PEOPLE,
			     doc_printf(doc, "%s: DWARF and BTF say the same of %zu of %s",
					spec, readings->nr_agree,
					phrase_count(doc, readings->nr_types,
						     "type")));
	if (readings->nr_in_base)
		doc_add_note(doc, s, NULL, report_chatter(report) & DOC_PEOPLE,
			     doc_printf(doc, "%s: the BTF has %s from its base, %s, and the DWARF here does not have %s: nothing to compare",
					spec,
					phrase_count(doc, readings->nr_in_base,
						     "type"),
					readings->base,
					readings->nr_in_base == 1 ? "it" :
								    "them"));
	table = doc_add_table(doc, s, "disagreements", DOC_ALL, columns,
			      NR_COLUMNS);
	table->bare = report->opts.quiet;
	for (size_t i = 0; i < readings->nr_rows; i++)
		add_row(doc, table, &readings->rows[i]);
	ret = doc_status(doc, err);
	return ret < 0 ? ret : readings->nr_rows > 0;
}
