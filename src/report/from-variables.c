// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <inttypes.h>

#include "report/from-variables.h"
#include "report/phrase.h"
#include "report/report.h"
#include "base/poison.h"

/* A variable where it lies, with all that has bytes in its lines. */

enum { MARK, LINES, AT, SIZE_TEXT, NAME_TEXT, WHERE, NAME, UNIT, TYPE, SECTION,
       SCOPE, OFFSET, SIZE, NR_COLUMNS };

static const struct doc_column columns[NR_COLUMNS] = {
	[MARK] = { NULL, "", DOC_PEOPLE, 0 },
	[LINES] = { NULL, "line", DOC_PEOPLE, DOC_COLUMN_RIGHT },
	[AT] = { NULL, "at", DOC_PEOPLE, DOC_COLUMN_RIGHT },
	[SIZE_TEXT] = { NULL, "size", DOC_PEOPLE, DOC_COLUMN_RIGHT },
	[NAME_TEXT] = { NULL, "variable", DOC_PEOPLE, DOC_COLUMN_WRAP },
	[WHERE] = { NULL, "section", DOC_PEOPLE, 0 },
	[NAME] = { "name", "", DOC_MACHINES, 0 },
	[UNIT] = { "unit", "", DOC_MACHINES, 0 },
	[TYPE] = { "type", "", DOC_MACHINES, 0 },
	[SECTION] = { "section", "", DOC_MACHINES, 0 },
	[SCOPE] = { "scope", "", DOC_MACHINES, 0 },
	[OFFSET] = { "offset", "", DOC_MACHINES, 0 },
	[SIZE] = { "size", "", DOC_MACHINES, 0 },
};

#define MEMBERS_SHOWN 8

const char *variable_title(struct doc *doc, const struct lay_variable *v)
{
	if (!v->type)
		return doc_copy(doc, v->name);
	return phrase_type(doc, v->type, v->name);
}

const char *variable_section(struct doc *doc, const struct lay_variable *v)
{
	if (!v->part)
		return doc_copy(doc, v->section);
	return doc_printf(doc, "%s (%s)", v->section, v->part);
}

const char *variable_scope(const struct lay_variable *v)
{
	if (v->flags & LAY_VARIABLE_LOCAL)
		return "local";
	return v->flags & LAY_VARIABLE_GLOBAL ? "global" : "static";
}

const char *variable_address(struct doc *doc, const struct lay_variable *v)
{
	return doc_printf(doc, "0x%" PRIx64, v->addr);
}

struct doc_value variable_type(struct doc *doc, const struct lay_variable *v)
{
	if (!v->type)
		return doc_none();
	return doc_string(phrase_type(doc, v->type, NULL));
}

struct doc_list *variable_names(struct doc *doc, const char *const *names,
				size_t nr, uint64_t nr_shown)
{
	struct doc_list *list = doc_new_list(doc, nr_shown);

	for (size_t i = 0; i < nr; i++)
		doc_add_item(doc, list, doc_string(doc_copy(doc, names[i])));
	return list;
}

/* Lines from that in which the variable begins: "0", "0-2"; "..0" of what began
 * in front of it. */
static const char *lines_text(struct doc *doc, uint64_t base, uint64_t line,
			      const struct lay_variable *v)
{
	uint64_t last = (v->addr + v->size - 1 - base) / line;

	if (v->addr < base)
		return doc_printf(doc, "..%" PRIu64, last);
	if ((v->addr - base) / line == last)
		return doc_printf(doc, "%" PRIu64, last);
	return doc_printf(doc, "%" PRIu64 "-%" PRIu64, (v->addr - base) / line,
			  last);
}

static void add_row(struct lay_report *report, struct doc_table *table,
		    const struct lay_variable_view *view, uint32_t i)
{
	const struct lay_variable *own = &view->vars->variable[view->variable];
	const struct lay_variable *v = &view->vars->variable[i];
	struct doc *doc = &report->doc;
	bool is_own = i == view->variable;
	struct doc_row *row = doc_add_row(doc, table,
					  is_own ? DOC_PEOPLE : DOC_ALL);
	uint64_t base = own->addr - view->line_off;

	row->tone = is_own ? DOC_TITLE : DOC_PLAIN;
	row->cell[MARK] = doc_string(is_own ? ">" : "");
	row->cell[LINES] = doc_string(lines_text(doc, base, view->line_size,
						 v));
	row->cell[AT] = doc_uint(v->addr % view->line_size);
	row->cell[SIZE_TEXT] = doc_uint(v->size);
	row->cell[NAME_TEXT] = doc_string(variable_title(doc, v));
	row->cell[WHERE] = doc_string(variable_section(doc, v));
	row->cell[NAME] = doc_string(doc_copy(doc, v->name));
	row->cell[UNIT] = doc_string(v->unit ? doc_copy(doc, v->unit) : NULL);
	row->cell[TYPE] = variable_type(doc, v);
	row->cell[SECTION] = doc_string(doc_copy(doc, v->section));
	row->cell[SCOPE] = doc_string(variable_scope(v));
	row->cell[OFFSET] = doc_int((int64_t)(v->addr - base));
	row->cell[SIZE] = doc_uint(v->size);
}

static void add_mates(struct lay_report *report, struct doc_section *s,
		      const struct lay_variable_view *view)
{
	struct doc_table *table = doc_add_table(&report->doc, s, "mates",
						DOC_ALL, columns, NR_COLUMNS);
	bool told = false;

	for (size_t i = 0; i < view->nr_mates; i++) {
		if (!told && view->mates[i] > view->variable) {
			add_row(report, table, view, view->variable);
			told = true;
		}
		add_row(report, table, view, view->mates[i]);
	}
	if (!told)
		add_row(report, table, view, view->variable);
}

static void add_straddles(struct lay_report *report, struct doc_section *s,
			  const struct lay_variable_view *view)
{
	struct doc *doc = &report->doc;
	struct doc_list *list = report_list(report, MEMBERS_SHOWN);
	struct doc_record *r = doc_add_record(doc, s, DOC_ALL);

	if (view->nr_elements) {
		doc_add_field(doc, r, DOC_MACHINES, "nr_elements", "",
			      doc_uint(view->nr_elements));
		doc_add_field(doc, r, DOC_MACHINES, "nr_split_elements", "",
			      doc_uint(view->nr_split));
		if (view->nr_split)
			doc_add_field(doc, r, DOC_PEOPLE, NULL,
				      "elements in two lines:",
				      doc_string(doc_printf(doc, "%" PRIu64
							    " of %" PRIu64,
							    view->nr_split,
							    view->nr_elements)));
	}
	if (!view->layout)
		return;
	for (size_t i = 0; i < view->nr_straddles; i++)
		doc_add_item(doc, list,
			     doc_string(doc_copy(doc, view->layout->slots[
					view->straddles[i]].path)));
	doc_add_field(doc, r, view->nr_straddles ? DOC_ALL : DOC_MACHINES,
		      "straddling", "members in two lines where it lies:",
		      doc_list(list));
}

/* Where it is, for programs. */
static void add_place(struct lay_report *report, struct doc_record *r,
		      const struct lay_variable_view *view)
{
	const struct lay_variable *v = &view->vars->variable[view->variable];
	struct doc *doc = &report->doc;

	doc_add_field(doc, r, DOC_MACHINES, "name", "",
		      doc_string(doc_copy(doc, v->name)));
	if (v->symbol)
		doc_add_field(doc, r, DOC_MACHINES, "symbol", "",
			      doc_string(doc_copy(doc, v->symbol)));
	doc_add_field(doc, r, DOC_MACHINES, "scope", "",
		      doc_string(variable_scope(v)));
	doc_add_field(doc, r, DOC_MACHINES, "section", "",
		      doc_string(doc_copy(doc, v->section)));
	doc_add_field(doc, r, DOC_MACHINES, "part", "",
		      doc_string(v->part));
	doc_add_field(doc, r, DOC_MACHINES, "section_offset", "",
		      doc_uint(v->section_off));
	if (view->vars->linked)
		doc_add_field(doc, r, DOC_MACHINES, "address", "",
			      doc_string(variable_address(doc, v)));
	doc_add_field(doc, r, DOC_MACHINES, "percpu", "",
		      doc_bool(v->flags & LAY_VARIABLE_PERCPU));
	doc_add_field(doc, r, DOC_MACHINES, "writable", "",
		      doc_bool(v->flags & LAY_VARIABLE_WRITABLE));
	doc_add_field(doc, r, DOC_MACHINES, "line_size", "",
		      doc_uint(view->line_size));
	doc_add_field(doc, r, DOC_MACHINES, "line_offset", "",
		      doc_uint(view->line_off));
	doc_add_field(doc, r, DOC_MACHINES, "line_certain", "",
		      doc_bool(view->placed));
}

static const char *place_text(struct doc *doc,
			      const struct lay_variable_view *view)
{
	const struct lay_variable *v = &view->vars->variable[view->variable];

	if (!view->vars->linked)
		return doc_printf(doc, "%s+0x%" PRIx64, v->section,
				  v->section_off);
	if (v->flags & LAY_VARIABLE_PERCPU)
		return doc_printf(doc, "%s+0x%" PRIx64 ", each CPU's own",
				  v->section, v->section_off);
	return variable_address(doc, v);
}

static const char *align_text(struct doc *doc, const struct lay_variable *v)
{
	return doc_printf(doc, "%" PRIu64 "%s", v->align,
			  v->align_stated ? " (asked for)" : "");
}

static void add_facts(struct lay_report *report, struct doc_section *s,
		      const struct lay_variable_view *view)
{
	const struct lay_variable *v = &view->vars->variable[view->variable];
	struct doc *doc = &report->doc;
	struct doc_record *r = doc_add_record(doc, s, DOC_ALL);

	add_place(report, r, view);
	doc_add_field(doc, r, DOC_PEOPLE, NULL, "",
		      doc_string(variable_scope(v)));
	if (v->size)
		doc_add_field(doc, r, DOC_ALL, "size", "size",
			      doc_uint(v->size));
	doc_add_field(doc, r, DOC_PEOPLE, NULL, "at",
		      doc_string(place_text(doc, view)));
	doc_add_field(doc, r, DOC_PEOPLE, NULL, "",
		      doc_string(doc_printf(doc, "%" PRIu64
					    " bytes into a line%s",
					    view->line_off, view->placed ? "" :
					    " if the section starts on one")));
	if (v->align)
		doc_add_field(doc, r, DOC_PEOPLE, NULL, "align",
			      doc_string(align_text(doc, v)));
	if (v->align)
		doc_add_field(doc, r, DOC_MACHINES, "align", "",
			      doc_uint(v->align));
	doc_add_field(doc, r, DOC_MACHINES, "align_stated", "",
		      doc_bool(v->align_stated));
	doc_add_field(doc, r, DOC_MACHINES, "type", "", variable_type(doc, v));
	r = doc_add_record(doc, s, DOC_ALL);
	doc_add_field(doc, r, DOC_ALL, "unit", "unit",
		      doc_string(v->unit ? doc_copy(doc, v->unit) : NULL));
	if (v->nr_aliases)
		doc_add_field(doc, r, DOC_ALL, "aliases", "also called",
			      doc_list(variable_names(doc, v->aliases,
						      v->nr_aliases,
						      v->nr_aliases)));
}

int lay_report_add_variable(struct lay_report *report,
			    const struct lay_variable_view *view,
			    struct lay_error *err)
{
	const struct lay_variable *v = &view->vars->variable[view->variable];
	struct doc *doc = &report->doc;
	struct doc_section *s = doc_add_section(doc, &doc->root, "variables",
						true);

	s->title = variable_title(doc, v);
	s->aside = variable_section(doc, v);
	add_facts(report, s, view);
	if (!v->size) {
		doc_add_note(doc, s, NULL, DOC_PEOPLE,
			     "it has no bytes, or nothing says how many");
		return doc_status(doc, err);
	}
	add_straddles(report, s, view);
	add_mates(report, s, view);
	if (!view->nr_mates)
		doc_add_note(doc, s, NULL, DOC_PEOPLE,
			     "no other variable has bytes in its lines");
	return doc_status(doc, err);
}
