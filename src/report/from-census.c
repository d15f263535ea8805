// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <inttypes.h>
#include <stdlib.h>

#include "report/from-census.h"
#include "report/phrase.h"
#include "base/poison.h"

/*
 * A census: numbers, then what matters most at some length, then the rest in a
 * line each, then who was only moved by whom. A maintainer reads the first page
 * and knows whether to go on.
 */

/* Types that are told at length. */
#define NR_AT_LENGTH 10

const struct lay_def *census_def(const struct lay_census_type *t)
{
	return t->def[1] ? t->def[1] : t->def[0];
}

const char *census_title(const struct census_view *c, uint32_t type)
{
	return phrase_def(c->doc, census_def(&c->census->types[type]));
}

const char *census_short_name(const struct census_view *c, uint32_t type)
{
	const struct lay_census_type *t = &c->census->types[type];
	const char *name = census_def(t)->name;

	if (!t->def[0] || !t->def[1] || t->size[0] == t->size[1])
		return name;
	return doc_printf(c->doc, "%s (%+" PRId64 ")", name,
			  (int64_t)(t->size[1] - t->size[0]));
}

const char *census_size(const struct census_view *c,
			const struct lay_census_type *t)
{
	if (t->def[0] && t->def[1] && t->size[0] != t->size[1])
		return doc_printf(c->doc, "%" PRIu64 " -> %" PRIu64, t->size[0],
				  t->size[1]);
	return doc_printf(c->doc, "%" PRIu64, t->size[!!t->def[1]]);
}

/*
 * Numbers
 */

enum { KINDS, COMMON, EDITED, SHIFTED, INSIDE, ADDED, REMOVED, NR_COLUMNS };

static const struct doc_column columns[NR_COLUMNS] = {
	[KINDS] = { "kind", "", DOC_ALL, 0 },
	[COMMON] = { "nr_common", "in both", DOC_ALL, DOC_COLUMN_RIGHT },
	[EDITED] = { "nr_edited", "edited", DOC_ALL, DOC_COLUMN_RIGHT },
	[SHIFTED] = { "nr_shifted", "only shifted", DOC_ALL,
		      DOC_COLUMN_RIGHT },
	[INSIDE] = { "nr_inside", "only inside", DOC_ALL, DOC_COLUMN_RIGHT },
	[ADDED] = { "nr_added", "added", DOC_ALL, DOC_COLUMN_RIGHT },
	[REMOVED] = { "nr_removed", "removed", DOC_ALL, DOC_COLUMN_RIGHT },
};

static void add_numbers(struct census_view *c, struct doc_section *s)
{
	static const enum lay_kind kinds[] = {
		LAY_KIND_STRUCT, LAY_KIND_UNION, LAY_KIND_ENUM,
		LAY_KIND_TYPEDEF,
	};
	const struct lay_census *census = c->census;
	struct doc_table *table = doc_add_table(c->doc, s, "kinds", DOC_ALL,
						columns, NR_COLUMNS);
	struct doc_record *r = doc_add_record(c->doc, s, DOC_MACHINES);

	table->bare = c->report->opts.quiet;
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		const struct lay_census_count *n = &census->count[kinds[i]];
		struct doc_row *row = doc_add_row(c->doc, table, DOC_ALL);

		row->cell[KINDS] = doc_string(lay_kind_name(kinds[i]));
		row->cell[COMMON] = doc_uint(n->nr_common);
		row->cell[EDITED] = doc_uint(n->nr[LAY_CENSUS_EDITED]);
		row->cell[SHIFTED] = doc_uint(n->nr[LAY_CENSUS_SHIFTED]);
		row->cell[INSIDE] = doc_uint(n->nr[LAY_CENSUS_INSIDE]);
		row->cell[ADDED] = doc_uint(n->nr[LAY_CENSUS_ADDED]);
		row->cell[REMOVED] = doc_uint(n->nr[LAY_CENSUS_REMOVED]);
	}
	doc_add_field(c->doc, r, DOC_ALL, "nr_respelt", "",
		      doc_uint(census->nr_respelt));
	doc_add_field(c->doc, r, DOC_ALL, "nr_now_visible", "",
		      doc_uint(census->nr_visible));
	doc_add_field(c->doc, r, DOC_ALL, "nr_in_functions", "",
		      doc_uint(census->nr_local));
	doc_add_field(c->doc, r, DOC_ALL, "nr_told", "",
		      doc_uint(c->told->nr_types));
}

/* What is no change, though it looks like one. */
static void add_no_changes(struct census_view *c, struct doc_section *s)
{
	const struct lay_census *census = c->census;
	const struct {
		uint64_t nr;
		const char *noun, *what;
	} list[] = {
		{ census->nr_respelt, "type",
		  "written otherwise with the same meaning" },
		{ census->nr_visible, NULL,
		  "defined in one build and only declared in the other" },
		{ census->nr_local, "type",
		  "of BTF that functions of the other build declare" },
	};
	const char *text = "";

	for (size_t i = 0; i < sizeof(list) / sizeof(list[0]); i++)
		if (list[i].nr)
			text = doc_printf(c->doc, "%s%s%s %s", text,
					  *text ? ", " : "", list[i].noun ?
					  phrase_count(c->doc, list[i].nr,
						       list[i].noun) :
					  doc_printf(c->doc, "%" PRIu64,
						     list[i].nr),
					  list[i].what);
	if (*text)
		doc_add_note(c->doc, s, NULL,
			     report_chatter(c->report) & DOC_PEOPLE,
			     doc_printf(c->doc, "not counted: %s", text));
}

/* Of the types that differ, those that were asked for, if not all were. */
static void add_told(struct census_view *c, struct doc_section *s)
{
	const struct lay_census *census = c->census;
	uint32_t nr[LAY_NR_CENSUS_CHANGES] = { 0 };

	if (c->told->nr_types == census->nr_types)
		return;
	for (uint32_t i = 0; i < c->told->nr_types; i++)
		nr[census->types[c->told->types[i]].change]++;
	doc_add_note(c->doc, s, NULL, DOC_PEOPLE,
		     doc_printf(c->doc, "of %" PRIu32 " types that differ %" PRIu32 " fit what is asked for: %" PRIu32 " edited, %" PRIu32 " only shifted, %" PRIu32 " only inside, %" PRIu32 " added, %" PRIu32 " removed",
				census->nr_types, c->told->nr_types, nr[LAY_CENSUS_EDITED],
				nr[LAY_CENSUS_SHIFTED], nr[LAY_CENSUS_INSIDE],
				nr[LAY_CENSUS_ADDED], nr[LAY_CENSUS_REMOVED]));
}

/* Names of a list. */
#define MAX_NAMES 8

/* Many types with the same members in another order are no 200 changes. */
static void add_randomised(struct census_view *c, struct doc_section *s)
{
	struct doc_list *list = report_list(c->report, MAX_NAMES);
	struct doc_note *note;

	for (uint32_t i = 0; i < c->census->nr_types; i++)
		if (c->census->types[i].randomised)
			doc_add_item(c->doc, list,
				     doc_string(census_title(c, i)));
	if (!list->nr)
		return;
	note = doc_add_note(c->doc, s, "notes", DOC_ALL,
			    doc_printf(c->doc, "%s with the same members in another order throughout: looks like structure layout randomisation",
				       phrase_count(c->doc, list->nr,
						    "type")));
	note->marked = true;
	note->tone = DOC_WARNING;
	doc_add_field(c->doc, &note->details, DOC_PEOPLE, NULL, "",
		      doc_list(list));
}

/* A type that was not found is not gone where not all was read. */
static void add_partial(struct census_view *c, struct doc_section *s)
{
	static const char *const texts[2] = {
		"not all of the old build could be read: what is told to be added may be in the rest of it",
		"not all of the new build could be read: what is told to be removed may be in the rest of it",
	};
	const struct lay_census *census = c->census;
	bool missing[2] = { false, false };
	struct doc_note *note;

	for (uint32_t i = 0; i < census->nr_types; i++) {
		missing[0] |= !census->types[i].def[0];
		missing[1] |= !census->types[i].def[1];
	}
	for (int i = 0; i < 2; i++) {
		if (!census->partial[i] || !missing[i])
			continue;
		note = doc_add_note(c->doc, s, "notes", DOC_ALL, texts[i]);
		note->marked = true;
		note->tone = DOC_WARNING;
	}
}

/* The first types of the census are those that were edited. */
static bool is_at_length(const struct census_view *c, uint32_t nth)
{
	const struct lay_census_type *t =
		&c->census->types[c->told->types[nth]];

	return c->told->detail == LAY_CENSUS_FULL && nth < NR_AT_LENGTH &&
	       t->change == LAY_CENSUS_EDITED && t->is_record &&
	       !t->randomised;
}

static int tell(struct census_view *c, struct lay_error *err)
{
	const struct lay_census_told *told = c->told;
	uint32_t nr = 0;
	int r = 0;

	for (uint32_t i = 0; i < told->nr_types && r >= 0; i++) {
		bool at_length = is_at_length(c, i);

		nr += at_length;
		if (at_length || told->for_programs)
			r = census_add_type(c, told->types[i], at_length, err);
	}
	if (r < 0 || told->detail == LAY_CENSUS_SUMMARY)
		return r;
	r = census_add_lines(c, told->types + nr, told->nr_types - nr, err);
	if (r < 0 || told->detail != LAY_CENSUS_FULL)
		return r;
	census_add_groups(c, told->types + nr, told->nr_types - nr);
	census_add_names(c, told->types, told->nr_types);
	return 0;
}

int lay_report_add_census(struct lay_report *report,
			  const struct lay_census *census,
			  const struct lay_census_told *told,
			  struct lay_error *err)
{
	struct census_view c = { .report = report, .doc = &report->doc,
				 .census = census, .told = told };
	struct doc_section *s = doc_add_section(c.doc, &c.doc->root, "census",
						false);
	int r;

	if (report->opts.quiet && told->detail != LAY_CENSUS_SUMMARY)
		s->node.audience = DOC_MACHINES;
	add_numbers(&c, s);
	add_no_changes(&c, s);
	add_told(&c, s);
	add_randomised(&c, s);
	add_partial(&c, s);
	r = tell(&c, err);
	if (r < 0)
		return r;
	r = doc_status(c.doc, err);
	return r < 0 ? r : told->nr_types > 0;
}
