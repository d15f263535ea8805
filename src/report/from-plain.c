// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <inttypes.h>

#include "report/phrase.h"
#include "report/report.h"
#include "base/poison.h"

/* Types without members: enumerations, and names for something else. */

enum { VALUE, NAME, NR_COLUMNS };

static const struct doc_column columns[NR_COLUMNS] = {
	[VALUE] = { "value", "value", DOC_ALL, DOC_COLUMN_RIGHT },
	[NAME] = { "name", "name", DOC_ALL, DOC_COLUMN_WRAP },
};

/* A typedef says what it is of, an enumeration what it is stored in, if that is
 * known. */
static const char *spelling(struct doc *doc, const struct lay_type *type)
{
	if (type->kind == LAY_KIND_TYPEDEF)
		return phrase_type(doc, type->target, NULL);
	if (type->kind == LAY_KIND_ENUM)
		return type->target ? phrase_type(doc, type->target, NULL) :
				      NULL;
	return phrase_type(doc, type, NULL);
}

static struct doc_value size_value(const struct lay_type *type)
{
	uint64_t size;

	if (!lay_type_size(type, &size))
		return doc_none();
	return doc_uint(size);
}

int lay_report_add_plain(struct lay_report *report,
			 const struct lay_shown *shown,
			 const struct lay_type *type, struct lay_error *err)
{
	struct doc *doc = &report->doc;
	struct doc_section *s = report_add_type(report, shown);
	const struct lay_type *bare = lay_type_strip(type);
	struct doc_record *r = doc_add_record(doc, s, DOC_ALL);
	struct doc_table *table;

	doc_add_field(doc, r, DOC_ALL, "size", "size", size_value(type));
	doc_add_field(doc, r, DOC_ALL, "type", "type",
		      doc_string(spelling(doc, type)));
	if (report->opts.decl)
		doc_add_field(doc, r, DOC_PEOPLE, NULL, "declared",
			      doc_string(phrase_decl(doc, &type->decl)));
	if (bare->kind != LAY_KIND_ENUM)
		return doc_status(doc, err);
	table = doc_add_table(doc, s, "enumerators", DOC_ALL, columns,
			      NR_COLUMNS);
	for (size_t i = 0; i < bare->nr_enumerators; i++) {
		const struct lay_enumerator *e = &bare->enumerators[i];
		struct doc_row *row = doc_add_row(doc, table, DOC_ALL);

		row->cell[NAME] = doc_string(e->name);
		row->cell[VALUE] = enumerator_value(e);
	}
	return doc_status(doc, err);
}

int lay_report_add_plain_diff(struct lay_report *report,
			      const struct lay_shown *before,
			      const struct lay_shown *after,
			      const struct lay_type *old_type,
			      const struct lay_type *new_type,
			      struct lay_error *err)
{
	struct doc *doc = &report->doc;
	bool same = lay_type_same(old_type, new_type);
	struct doc_section *s = report_add_pair(report, before, after,
						 NULL, same);
	struct doc_record *r = doc_add_record(doc, s, DOC_ALL);
	int status;

	doc_add_field(doc, r, DOC_ALL, "size", "size",
		      doc_change(doc, size_value(old_type),
				 size_value(new_type)));
	doc_add_field(doc, r, DOC_ALL, "type", "type",
		      doc_change(doc, doc_string(spelling(doc, old_type)),
				 doc_string(spelling(doc, new_type))));
	status = doc_status(doc, err);
	return status < 0 ? status : !same;
}
