// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "report/from-census.h"
#include "report/phrase.h"
#include "base/poison.h"

/* Types of a census that are not told at length: a line each, or together with
 * others that the same edit moved. */

/* Edits in a line, names in a list, lines of groups. */
#define MAX_EDITS 3
#define MAX_NAMES 6
#define MAX_GROUPS 24
#define MAX_LIST 24

enum { SIZE, LINES, TYPE, WHAT, NR_COLUMNS };

static const struct doc_column columns[NR_COLUMNS] = {
	[SIZE] = { NULL, "size", DOC_PEOPLE, DOC_COLUMN_RIGHT },
	[LINES] = { NULL, "line", DOC_PEOPLE, DOC_COLUMN_RIGHT },
	[TYPE] = { NULL, "type", DOC_PEOPLE, 0 },
	[WHAT] = { NULL, "edited", DOC_PEOPLE, DOC_COLUMN_WRAP },
};

static bool is_consequence(const struct lay_census_type *t)
{
	return t->change == LAY_CENSUS_SHIFTED || t->change == LAY_CENSUS_INSIDE;
}

static const char *roots_phrase(struct census_view *c,
				const struct lay_census_type *t, uint32_t max)
{
	const char *s = NULL;
	uint32_t nr = t->nr_roots > max + 1 ? max : t->nr_roots;

	for (uint32_t i = 0; i < nr; i++)
		s = doc_printf(c->doc, "%s%s%s", s ? s : "", s ? ", " : "",
			       census_short_name(c, t->roots[i]));
	if (nr < t->nr_roots)
		s = doc_printf(c->doc, "%s and %" PRIu32 " more", s,
			       t->nr_roots - nr);
	return s ? s : "what it embeds";
}

/* What stands behind a type in its line; an edited one is compared again. */
static int phrase(struct census_view *c, uint32_t type, const char **what,
		  struct lay_error *err)
{
	const struct lay_census_type *t = &c->census->types[type];
	struct diff_view v = { .report = c->report, .doc = c->doc };
	struct lay_census_view view;
	int r;

	switch (t->change) {
	case LAY_CENSUS_SHIFTED:
		*what = doc_printf(c->doc, "shifted by %s",
				   roots_phrase(c, t, MAX_EDITS));
		return 0;
	case LAY_CENSUS_INSIDE:
		*what = doc_printf(c->doc, "inside: %s",
				   roots_phrase(c, t, MAX_EDITS));
		return 0;
	case LAY_CENSUS_ADDED:
		*what = t->variant ? "one more definition" : "added";
		return 0;
	case LAY_CENSUS_REMOVED:
		*what = t->variant ? "one definition less" : "removed";
		return 0;
	default:
		break;
	}
	if (t->randomised) {
		*what = "same members, another order throughout";
		return 0;
	}
	r = lay_census_view(c->census, type, &view, err);
	if (r < 0)
		return r;
	v.diff = view.diff;
	*what = view.diff ? census_edits(c, &v, MAX_EDITS, true) :
		doc_printf(c->doc, "%s -> %s",
			   phrase_type(c->doc, view.type[0]->target, NULL),
			   phrase_type(c->doc, view.type[1]->target, NULL));
	lay_census_unview(&view);
	return 0;
}

/* Most are structs, and that word takes room in every line. */
static const char *line_title(const struct census_view *c, uint32_t type)
{
	const struct lay_def *def = census_def(&c->census->types[type]);

	return def->kind == LAY_KIND_STRUCT ? def->name : census_title(c, type);
}

static int add_line(struct census_view *c, struct doc_table *table,
		    uint32_t type, struct lay_error *err)
{
	const struct lay_census_type *t = &c->census->types[type];
	struct doc_row *row = doc_add_row(c->doc, table, DOC_PEOPLE);
	const char *what = NULL;
	int r = phrase(c, type, &what, err);

	if (t->size[0] || t->size[1])
		row->cell[SIZE] = doc_string(census_size(c, t));
	if (t->nr_line)
		row->cell[LINES] = doc_uint(t->nr_line);
	row->cell[TYPE] = doc_string(line_title(c, type));
	row->cell[WHAT] = doc_string(what);
	return r;
}

/* In full reports what was only moved, added or removed is told together. */
static bool has_line(const struct census_view *c,
		     const struct lay_census_type *t)
{
	return c->told->detail == LAY_CENSUS_STAT ||
	       (t->change == LAY_CENSUS_EDITED && !t->randomised);
}

/* The first @limit records, or other types, in a line each. */
static int add_some(struct census_view *c, const uint32_t *types, uint32_t nr,
		    bool records, uint32_t limit, struct lay_error *err)
{
	struct doc_section *s = doc_add_section(c->doc, &c->doc->root,
						"lines", false);
	struct doc_table *table = doc_add_table(c->doc, s, NULL, DOC_PEOPLE,
						columns, NR_COLUMNS);
	uint32_t nr_lines = 0, nr_cut = 0;
	int r = 0;

	s->node.audience = DOC_PEOPLE;
	table->bare = c->report->opts.quiet;
	for (uint32_t i = 0; i < nr && r >= 0; i++) {
		const struct lay_census_type *t = &c->census->types[types[i]];

		if (!has_line(c, t) || t->is_record != records)
			continue;
		if (limit && nr_lines == limit) {
			nr_cut++;
			continue;
		}
		nr_lines++;
		r = add_line(c, table, types[i], err);
	}
	if (nr_cut)
		doc_add_note(c->doc, s, NULL,
			     report_chatter(c->report) & DOC_PEOPLE,
			     doc_printf(c->doc, "and %s more: --limit",
					phrase_count(c->doc, nr_cut, "type")));
	return r;
}

int census_add_lines(struct census_view *c, const uint32_t *types, uint32_t nr,
		     struct lay_error *err)
{
	uint32_t limit = c->told->limit;
	int r = add_some(c, types, nr, true, limit, err);

	/* of enumerations few need to be seen */
	if (r >= 0)
		r = add_some(c, types, nr, false, (limit + 3) / 4, err);
	return r;
}

/*
 * Who was moved by the same edits
 */

struct group {
	uint32_t first;		/* of the types told */
	uint32_t nr_shifted, nr_inside;
	uint64_t nr_line;
};

static bool same_roots(const struct lay_census_type *a,
		       const struct lay_census_type *b)
{
	return a->nr_roots == b->nr_roots &&
	       (!a->nr_roots || !memcmp(a->roots, b->roots,
					a->nr_roots * sizeof(*a->roots)));
}

static int by_weight(const void *pa, const void *pb)
{
	const struct group *a = pa, *b = pb;

	if (a->nr_line != b->nr_line)
		return a->nr_line > b->nr_line ? -1 : 1;
	if (a->nr_shifted != b->nr_shifted)
		return a->nr_shifted > b->nr_shifted ? -1 : 1;
	if (a->nr_inside != b->nr_inside)
		return a->nr_inside > b->nr_inside ? -1 : 1;
	return a->first < b->first ? -1 : a->first > b->first;
}

/* What a type is called in a group: those that changed line say how many did. */
static const char *grouped_name(struct census_view *c, uint32_t type)
{
	const struct lay_census_type *t = &c->census->types[type];
	const char *name = census_short_name(c, type);

	if (!t->nr_line)
		return name;
	return doc_printf(c->doc, "%s: %" PRIu32, name, t->nr_line);
}

static const char *group_names(struct census_view *c, const uint32_t *types,
			       uint32_t nr, const struct group *g)
{
	const struct lay_census_type *all = c->census->types;
	const struct lay_census_type *first = &all[types[g->first]];
	uint32_t left = g->nr_shifted + g->nr_inside, told = 0;
	uint32_t max = c->report->opts.all || left <= MAX_NAMES + 1 ?
		       left : MAX_NAMES;
	const char *s = "";

	for (uint32_t i = g->first; i < nr && told < max; i++) {
		if (!is_consequence(&all[types[i]]) ||
		    !same_roots(first, &all[types[i]]))
			continue;
		s = doc_printf(c->doc, "%s%s%s", s, told ? ", " : "",
			       grouped_name(c, types[i]));
		told++;
	}
	if (told < left)
		s = doc_printf(c->doc, "%s and %" PRIu32 " more", s,
			       left - told);
	return s;
}

/* "58 types were shifted, with 367 members to another line, by device (+8)" */
static const char *group_text(struct census_view *c, const uint32_t *types,
			      uint32_t nr, const struct group *g)
{
	const struct lay_census_type *t = &c->census->types[types[g->first]];
	const char *names = group_names(c, types, nr, g);
	const char *roots = roots_phrase(c, t, MAX_EDITS);
	struct doc *doc = c->doc;

	if (!g->nr_shifted)
		return doc_printf(doc, "%s: inside %s: %s", roots,
				  phrase_count(doc, g->nr_inside, "type"),
				  names);
	return doc_printf(doc, "%s: shifts %s%s%s: %s", roots,
			  phrase_count(doc, g->nr_shifted, "type"),
			  g->nr_inside ? ", inside " : "",
			  g->nr_inside ?
				phrase_count(doc, g->nr_inside, "more") : "",
			  names);
}

static uint32_t find_groups(const struct census_view *c, const uint32_t *types,
			    uint32_t nr, struct group *groups)
{
	const struct lay_census_type *all = c->census->types;
	uint32_t nr_groups = 0, g;

	for (uint32_t i = 0; i < nr; i++) {
		const struct lay_census_type *t = &all[types[i]];

		if (!is_consequence(t))
			continue;
		for (g = 0; g < nr_groups; g++)
			if (same_roots(&all[types[groups[g].first]], t))
				break;
		if (g == nr_groups)
			groups[nr_groups++] = (struct group){ .first = i };
		groups[g].nr_line += t->nr_line;
		if (t->change == LAY_CENSUS_SHIFTED)
			groups[g].nr_shifted++;
		else
			groups[g].nr_inside++;
	}
	return nr_groups;
}

void census_add_groups(struct census_view *c, const uint32_t *types,
		       uint32_t nr)
{
	struct group *groups = calloc((size_t)nr + 1, sizeof(*groups));
	uint32_t nr_groups, told, rest = 0;
	struct doc_section *s;

	if (!groups) {
		c->doc->failed = true;
		return;
	}
	nr_groups = find_groups(c, types, nr, groups);
	qsort(groups, nr_groups, sizeof(*groups), by_weight);
	told = c->report->opts.all || nr_groups <= MAX_GROUPS + 1 ?
	       nr_groups : MAX_GROUPS;
	for (uint32_t i = told; i < nr_groups; i++)
		rest += groups[i].nr_shifted + groups[i].nr_inside;
	if (nr_groups) {
		s = doc_add_section(c->doc, &c->doc->root, "embedding", false);
		s->node.audience = DOC_PEOPLE;
		s->title = "Not edited, but embedding what was (after each: members on another line)";
		for (uint32_t i = 0; i < told; i++)
			doc_add_note(c->doc, s, NULL, DOC_PEOPLE,
				     group_text(c, types, nr, &groups[i]));
		if (rest)
			doc_add_note(c->doc, s, NULL, DOC_PEOPLE,
				     doc_printf(c->doc, "and %s more: --all",
						phrase_count(c->doc, rest,
							     "type")));
	}
	free(groups);
}

/*
 * What came and went
 */

static void add_names_of(struct census_view *c, struct doc_section *s,
			 const uint32_t *types, uint32_t nr,
			 enum lay_census_change change, bool variant,
			 const char *label)
{
	struct doc_list *list = report_list(c->report, MAX_LIST);
	struct doc_record *r;

	for (uint32_t i = 0; i < nr; i++) {
		const struct lay_census_type *t = &c->census->types[types[i]];

		if (t->change == change && t->variant == variant)
			doc_add_item(c->doc, list, doc_string(
				doc_printf(c->doc, "%s (%" PRIu64 ")",
					   census_title(c, types[i]),
					   t->size[!!t->def[1]])));
	}
	if (!list->nr)
		return;
	r = doc_add_record(c->doc, s, DOC_PEOPLE);
	doc_add_field(c->doc, r, DOC_PEOPLE, NULL, label, doc_list(list));
}

void census_add_names(struct census_view *c, const uint32_t *types,
		      uint32_t nr)
{
	static const struct {
		enum lay_census_change change;
		bool variant;
		const char *label[2];	/* the second: the build that lacks
					 * it was not read whole */
	} lists[] = {
		{ LAY_CENSUS_ADDED, false,
		  { "added:", "added, or not read before:" } },
		{ LAY_CENSUS_REMOVED, false,
		  { "removed:", "removed, or not read:" } },
		{ LAY_CENSUS_ADDED, true,
		  { "one more definition:",
		    "one more definition, or not read before:" } },
		{ LAY_CENSUS_REMOVED, true,
		  { "one definition less:",
		    "one definition less, or not read:" } },
	};
	struct doc_section *s = doc_add_section(c->doc, &c->doc->root, "names",
						false);

	s->node.audience = DOC_PEOPLE;
	for (size_t i = 0; i < sizeof(lists) / sizeof(lists[0]); i++) {
		bool new = lists[i].change == LAY_CENSUS_REMOVED;

		add_names_of(c, s, types, nr, lists[i].change, lists[i].variant,
			     lists[i].label[c->census->partial[new]]);
	}
}
