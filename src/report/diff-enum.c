// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <inttypes.h>

#include "report/diff-view.h"
#include "report/phrase.h"
#include "base/poison.h"

enum { OLD_VALUE, NEW_VALUE, MARK, NAME, OLD_NAME, WHAT, NR_COLUMNS };

static const struct doc_column columns[NR_COLUMNS] = {
	[OLD_VALUE] = { "old_value", "old", DOC_ALL, DOC_COLUMN_RIGHT },
	[NEW_VALUE] = { "new_value", "new", DOC_ALL, DOC_COLUMN_RIGHT },
	[MARK] = { NULL, "", DOC_PEOPLE, 0 },
	[NAME] = { "name", "name", DOC_ALL, DOC_COLUMN_WRAP },
	[OLD_NAME] = { "old_name", "", DOC_MACHINES, 0 },
	[WHAT] = { NULL, "", DOC_PEOPLE, DOC_COLUMN_WRAP },
};

struct doc_value enumerator_value(const struct lay_enumerator *e)
{
	if (e->is_unsigned)
		return doc_uint((uint64_t)e->value);
	return doc_int(e->value);
}

static void add_facts(struct diff_view *v)
{
	const struct lay_type *a = lay_type_strip(v->diff->old_type);
	const struct lay_type *b = lay_type_strip(v->diff->new_type);
	struct doc_record *r = doc_add_record(v->doc, v->section, DOC_ALL);

	doc_add_field(v->doc, r, DOC_ALL, "size", "size",
		      doc_change(v->doc, doc_uint(a->size),
				 doc_uint(b->size)));
	doc_add_field(v->doc, r, DOC_PEOPLE, NULL, "enumerators",
		      doc_change(v->doc, doc_uint(a->nr_enumerators),
				 doc_uint(b->nr_enumerators)));
	doc_add_field(v->doc, r, DOC_MACHINES, "underlying_changed", "",
		      doc_bool(v->diff->underlying_changed));
	if (a->target && b->target)
		doc_add_field(v->doc, r, DOC_ALL, "type", "type",
			      doc_change(v->doc,
				doc_string(phrase_type(v->doc, a->target,
						       NULL)),
				doc_string(phrase_type(v->doc, b->target,
						       NULL))));
}

static void add_row(struct diff_view *v, struct doc_table *table,
		    const struct lay_enum_row *e)
{
	struct doc *doc = v->doc;
	struct doc_row *row = doc_add_row(doc, table, DOC_ALL);

	if (e->before)
		row->cell[OLD_VALUE] = enumerator_value(e->before);
	if (e->after)
		row->cell[NEW_VALUE] = enumerator_value(e->after);
	row->cell[NAME] = doc_string(e->after ? e->after->name :
						e->before->name);
	if (e->before)
		row->cell[OLD_NAME] = doc_string(e->before->name);
	if (!e->before) {
		row->tone = DOC_ADDED;
		row->cell[MARK] = doc_string("+");
		row->cell[WHAT] = doc_string("added");
	} else if (!e->after) {
		row->tone = DOC_REMOVED;
		row->cell[MARK] = doc_string("-");
		row->cell[WHAT] = doc_string("removed");
	} else if (e->renamed) {
		row->cell[WHAT] = doc_string(doc_printf(doc,
					"has the value of %s",
					e->before->name));
	}
}

static const char *enum_edit(struct doc *doc, const struct lay_enum_row *r)
{
	if (!r->before)
		return doc_printf(doc, "+%s", r->after->name);
	if (!r->after)
		return doc_printf(doc, "-%s", r->before->name);
	return doc_printf(doc, "%s (was %s)", r->after->name, r->before->name);
}

static bool is_renumbered(const struct lay_enum_row *r)
{
	return r->before && r->after && !r->renamed;
}

const char *enum_edits(struct doc *doc, const struct lay_diff *d, uint64_t max)
{
	const char *s = d->underlying_changed ? "stored otherwise" : NULL;
	uint64_t nr_renumbered = 0, nr = 0;

	for (size_t i = 0; i < d->nr_enum_rows; i++)
		nr_renumbered += is_renumbered(&d->enum_rows[i]);
	if (!max || d->nr_enum_rows - nr_renumbered <= max + 1)
		max = d->nr_enum_rows;
	for (size_t i = 0; i < d->nr_enum_rows; i++)
		if (!is_renumbered(&d->enum_rows[i]) && nr++ < max)
			s = doc_printf(doc, "%s%s%s", s ? s : "",
				       s ? ", " : "",
				       enum_edit(doc, &d->enum_rows[i]));
	if (nr > max)
		s = doc_printf(doc, "%s and %" PRIu64 " more", s, nr - max);
	if (nr_renumbered)
		s = doc_printf(doc, "%s%s%" PRIu64 " with another value",
			       s ? s : "", s ? ", " : "", nr_renumbered);
	return s;
}

/* Enumerators that kept name and value are told as a number only. */
void diff_add_enum(struct diff_view *v)
{
	struct doc_table *table;

	add_facts(v);
	table = doc_add_table(v->doc, v->section, "enumerators", DOC_ALL,
			      columns, NR_COLUMNS);
	for (size_t i = 0; i < v->diff->nr_enum_rows; i++)
		add_row(v, table, &v->diff->enum_rows[i]);
}
