// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

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
