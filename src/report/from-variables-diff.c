// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <inttypes.h>
#include <string.h>

#include "report/from-variables.h"
#include "report/phrase.h"
#include "report/report.h"
#include "base/poison.h"

/* What became of variables: of one by itself, and of all of them. */

#define MATES_SHOWN 8
#define MATES_IN_A_ROW 3

static const struct phrase_flag changes[] = {
	{ LAY_VARIABLE_TYPE, "type" },
	{ LAY_VARIABLE_SIZE, "size" },
	{ LAY_VARIABLE_ALIGN, "align" },
	{ LAY_VARIABLE_SECTION, "section" },
	{ LAY_VARIABLE_PLACE, "line_offset" },
	{ LAY_VARIABLE_PARITY, "line_parity" },
	{ LAY_VARIABLE_MATES, "mates" },
};

static const struct lay_variable *side_of(const struct lay_variables_diff *d,
					  const struct lay_variable_pair *p,
					  int side)
{
	return p->variable[side] == LAY_NO_VARIABLE ? NULL :
	       &d->side[side].vars->variable[p->variable[side]];
}

static const struct lay_variable *any_of(const struct lay_variables_diff *d,
					 const struct lay_variable_pair *p)
{
	const struct lay_variable *new = side_of(d, p, 1);

	return new ? new : side_of(d, p, 0);
}

static struct doc_value size_of(const struct lay_variable *v)
{
	return v->size ? doc_uint(v->size) : doc_none();
}

static struct doc_value align_of(const struct lay_variable *v)
{
	return v->align ? doc_uint(v->align) : doc_none();
}

/* "0x40", or of a per-CPU one ".data..percpu+0x40" */
static const char *place_of(struct doc *doc,
			    const struct lay_variables_diff *d, int side,
			    const struct lay_variable *v)
{
	if (d->side[side].vars->linked && !(v->flags & LAY_VARIABLE_PERCPU))
		return variable_address(doc, v);
	return doc_printf(doc, "%s+0x%" PRIx64, v->section, v->section_off);
}

static struct doc_value line_off(const struct lay_variables_diff *d, int side,
				 const struct lay_variable *v)
{
	return doc_uint(v->addr % d->side[side].line_size);
}

static void add_change(struct doc *doc, struct doc_record *r, bool changed,
		       const char *key, const char *label,
		       struct doc_value before, struct doc_value after)
{
	doc_add_field(doc, r, DOC_MACHINES, key, "",
		      doc_change(doc, before, after));
	if (changed)
		doc_add_field(doc, r, DOC_PEOPLE, NULL, label,
			      doc_change(doc, before, after));
	else if (after.kind != DOC_NONE)
		doc_add_field(doc, r, DOC_PEOPLE, NULL, label, after);
}

static void add_facts(struct lay_report *report, struct doc_section *s,
		      const struct lay_variables_diff *d,
		      const struct lay_variable_pair *p)
{
	const struct lay_variable *a = side_of(d, p, 0), *b = side_of(d, p, 1);
	struct doc *doc = &report->doc;
	struct doc_record *r = doc_add_record(doc, s, DOC_ALL);

	add_change(doc, r, p->changed & LAY_VARIABLE_SIZE, "size", "size",
		   size_of(a), size_of(b));
	add_change(doc, r, p->changed & LAY_VARIABLE_ALIGN, "align", "align",
		   align_of(a), align_of(b));
	add_change(doc, r, p->changed & LAY_VARIABLE_PLACE, "line_offset",
		   "bytes into a line", line_off(d, 0, a), line_off(d, 1, b));
	r = doc_add_record(doc, s, DOC_ALL);
	add_change(doc, r, true, "place", "at",
		   doc_string(place_of(doc, d, 0, a)),
		   doc_string(place_of(doc, d, 1, b)));
	r = doc_add_record(doc, s, DOC_ALL);
	add_change(doc, r, p->changed & LAY_VARIABLE_SECTION, "section",
		   "section", doc_string(variable_section(doc, a)),
		   doc_string(variable_section(doc, b)));
	r = doc_add_record(doc, s, p->changed & LAY_VARIABLE_TYPE ? DOC_ALL :
							    DOC_MACHINES);
	add_change(doc, r, p->changed & LAY_VARIABLE_TYPE, "type", "type",
		   variable_type(doc, a), variable_type(doc, b));
}

/* What is new, and whose doing that is. */
static const char *what_text(const struct lay_variable_pair *p)
{
	if (p->changed & LAY_VARIABLE_TYPE)
		return "its type, or what is in it, is another one";
	if (p->changed & LAY_VARIABLE_EDITED)
		return "its declaration is another one";
	if (p->changed & LAY_VARIABLE_PLACE)
		return "its place in its line changed though nothing of its own did";
	if (p->changed & LAY_VARIABLE_MATES)
		return "others share its lines though nothing of its own changed";
	return "from an even line to an odd one, or back";
}

static void add_notes(struct lay_report *report, struct doc_section *s,
		      const struct lay_variable_pair *p)
{
	struct doc *doc = &report->doc;
	struct doc_note *note = doc_add_note(doc, s, NULL, DOC_PEOPLE,
					     what_text(p));

	note->marked = p->changed & (LAY_VARIABLE_MATES | LAY_VARIABLE_PLACE);
	if (note->marked)
		note->tone = DOC_WARNING;
	if (p->nr_gained)
		doc_add_field(doc, &note->details, DOC_PEOPLE, NULL,
			      "new line-mates",
			      doc_list(variable_names(doc, p->gained,
						      p->nr_gained,
						      MATES_SHOWN)));
	if (p->nr_lost)
		doc_add_field(doc, &note->details, DOC_PEOPLE, NULL,
			      "lost line-mates",
			      doc_list(variable_names(doc, p->lost, p->nr_lost,
						      MATES_SHOWN)));
	if (p->written)
		doc_add_field(doc, &note->details, DOC_PEOPLE, NULL,
			      "often written, going by the type",
			      doc_string(doc_copy(doc, p->written)));
}

/* For programs, what all have. */
static void add_keys(struct lay_report *report, struct doc_record *r,
		     const struct lay_variables_diff *d,
		     const struct lay_variable_pair *p)
{
	const struct lay_variable *v = any_of(d, p);
	struct doc *doc = &report->doc;

	doc_add_field(doc, r, DOC_MACHINES, "name", "",
		      doc_string(doc_copy(doc, v->name)));
	doc_add_field(doc, r, DOC_MACHINES, "scope", "",
		      doc_string(variable_scope(v)));
	doc_add_field(doc, r, DOC_MACHINES, "unit", "",
		      doc_string(v->unit ? doc_copy(doc, v->unit) : NULL));
	doc_add_field(doc, r, DOC_MACHINES, "percpu", "",
		      doc_bool(v->flags & LAY_VARIABLE_PERCPU));
	if (!side_of(d, p, 0) || !side_of(d, p, 1)) {
		doc_add_field(doc, r, DOC_MACHINES, "only_in", "",
			      doc_string(side_of(d, p, 0) ? "old" : "new"));
		return;
	}
	doc_add_field(doc, r, DOC_MACHINES, "changed", "",
		      phrase_flags(doc, p->changed, changes,
				   sizeof(changes) / sizeof(changes[0])));
	doc_add_field(doc, r, DOC_MACHINES, "edited", "",
		      doc_bool(p->changed & LAY_VARIABLE_EDITED));
	doc_add_field(doc, r, DOC_MACHINES, "gained", "",
		      doc_list(variable_names(doc, p->gained, p->nr_gained,
					      0)));
	doc_add_field(doc, r, DOC_MACHINES, "lost", "",
		      doc_list(variable_names(doc, p->lost, p->nr_lost, 0)));
	doc_add_field(doc, r, DOC_MACHINES, "written", "",
		      doc_string(p->written ? doc_copy(doc, p->written) :
					      NULL));
}

int lay_report_add_variable_diff(struct lay_report *report,
				 const struct lay_variables_diff *d,
				 const struct lay_variable_pair *p,
				 struct lay_error *err)
{
	struct doc *doc = &report->doc;
	struct doc_section *s = doc_add_section(doc, &doc->root, "variables",
						true);
	const struct lay_variable *v = any_of(d, p);
	bool old = side_of(d, p, 0), new = side_of(d, p, 1);
	bool same = old && new && !p->changed;
	int ret;

	if (same) {
		s->node.audience = DOC_MACHINES;
		report_tell_later(report, &report->same,
				  doc_copy(doc, v->name));
	}
	s->title = variable_title(doc, v);
	s->aside = v->unit ? doc_copy(doc, v->unit) : NULL;
	add_keys(report, doc_add_record(doc, s, DOC_MACHINES), d, p);
	if (!old || !new) {
		doc_add_note(doc, s, NULL, DOC_PEOPLE,
			     old ? "only in the old build" :
				   "only in the new build");
	} else {
		add_facts(report, s, d, p);
		add_notes(report, s, p);
	}
	ret = doc_status(doc, err);
	return ret < 0 ? ret : !same;
}

/* Numbers of a census, by where variables lie. */
struct sums {
	uint64_t nr_common, nr_edited, nr_place, nr_mates, nr_added, nr_removed;
};

enum { KIND, COMMON, EDITED, PLACE, MATES, ADDED, REMOVED, NR_SUMS };

static const struct doc_column sum_columns[NR_SUMS] = {
	[KIND] = { "where", "", DOC_ALL, 0 },
	[COMMON] = { "nr_common", "in both", DOC_ALL, DOC_COLUMN_RIGHT },
	[EDITED] = { "nr_edited", "edited", DOC_ALL, DOC_COLUMN_RIGHT },
	[PLACE] = { "nr_moved", "moved in line", DOC_ALL, DOC_COLUMN_RIGHT },
	[MATES] = { "nr_mates", "other mates", DOC_ALL, DOC_COLUMN_RIGHT },
	[ADDED] = { "nr_added", "added", DOC_ALL, DOC_COLUMN_RIGHT },
	[REMOVED] = { "nr_removed", "removed", DOC_ALL, DOC_COLUMN_RIGHT },
};

enum { WHERE_PERCPU, WHERE_WRITTEN, WHERE_CONST, WHERE_INIT, NR_WHERES };

static const char *const wheres[NR_WHERES] = {
	"per-CPU", "writable", "read-only", "init",
};

static int where_of(const struct lay_variable *v)
{
	if (v->flags & LAY_VARIABLE_PERCPU)
		return WHERE_PERCPU;
	if (v->flags & LAY_VARIABLE_INIT)
		return WHERE_INIT;
	return v->flags & LAY_VARIABLE_WRITABLE ? WHERE_WRITTEN : WHERE_CONST;
}

static void count(const struct lay_variables_diff *d,
		  struct sums sums[NR_WHERES])
{
	for (size_t i = 0; i < d->nr; i++) {
		const struct lay_variable_pair *p = &d->pair[i];
		struct sums *s = &sums[where_of(any_of(d, p))];

		if (!side_of(d, p, 0)) {
			s->nr_added++;
		} else if (!side_of(d, p, 1)) {
			s->nr_removed++;
		} else {
			s->nr_common++;
			s->nr_edited += !!(p->changed & LAY_VARIABLE_EDITED);
			s->nr_place += !!(p->changed & LAY_VARIABLE_PLACE);
			s->nr_mates += !!(p->changed & LAY_VARIABLE_MATES);
		}
	}
}

static void add_sums(struct lay_report *report, struct doc_section *s,
		     const struct sums *sums)
{
	struct doc *doc = &report->doc;
	struct doc_table *table = doc_add_table(doc, s, "counts", DOC_ALL,
						sum_columns, NR_SUMS);

	for (int i = 0; i < NR_WHERES; i++) {
		struct doc_row *row = doc_add_row(doc, table, DOC_ALL);

		row->cell[KIND] = doc_string(wheres[i]);
		row->cell[COMMON] = doc_uint(sums[i].nr_common);
		row->cell[EDITED] = doc_uint(sums[i].nr_edited);
		row->cell[PLACE] = doc_uint(sums[i].nr_place);
		row->cell[MATES] = doc_uint(sums[i].nr_mates);
		row->cell[ADDED] = doc_uint(sums[i].nr_added);
		row->cell[REMOVED] = doc_uint(sums[i].nr_removed);
	}
}

enum { VARIABLE, WHERE, AT, CHANGED, NR_COLUMNS };

static const struct doc_column columns[NR_COLUMNS] = {
	[VARIABLE] = { NULL, "variable", DOC_PEOPLE, 0 },
	[WHERE] = { NULL, "where", DOC_PEOPLE, 0 },
	[AT] = { NULL, "in line", DOC_PEOPLE, DOC_COLUMN_RIGHT },
	[CHANGED] = { NULL, "line-mates", DOC_PEOPLE, DOC_COLUMN_WRAP },
};

/* "+new1 +new2 (3 more) -lost" */
static const char *names_text(struct doc *doc, const char *text, char sign,
			      const char *const *names, uint32_t nr)
{
	for (uint32_t i = 0; i < nr && i < MATES_IN_A_ROW; i++)
		text = doc_printf(doc, "%s%s%c%s", text, text[0] ? " " : "",
				  sign, names[i]);
	if (nr > MATES_IN_A_ROW)
		text = doc_printf(doc, "%s (%" PRIu32 " more)", text,
				  nr - MATES_IN_A_ROW);
	return text;
}

static const char *mates_text(struct doc *doc,
			      const struct lay_variable_pair *p)
{
	const char *text = names_text(doc, "", '+', p->gained, p->nr_gained);

	return names_text(doc, text, '-', p->lost, p->nr_lost);
}

static const char *at_text(struct doc *doc, const struct lay_variables_diff *d,
			   const struct lay_variable_pair *p)
{
	uint64_t a = side_of(d, p, 0)->addr % d->side[0].line_size;
	uint64_t b = side_of(d, p, 1)->addr % d->side[1].line_size;

	if (a == b)
		return doc_printf(doc, "%" PRIu64, a);
	return doc_printf(doc, "%" PRIu64 " -> %" PRIu64, a, b);
}

static void add_row(struct lay_report *report, struct doc_table *table,
		    const struct lay_variables_diff *d,
		    const struct lay_variable_pair *p)
{
	struct doc *doc = &report->doc;
	struct doc_row *row = doc_add_row(doc, table, DOC_PEOPLE);
	const struct lay_variable *v = any_of(d, p);
	struct doc_section *s;

	row->cell[VARIABLE] = doc_string(doc_printf(doc, "%s%s", v->name,
						    p->written ? " !" : ""));
	row->cell[WHERE] = doc_string(wheres[where_of(v)]);
	row->cell[AT] = doc_string(at_text(doc, d, p));
	row->cell[CHANGED] = doc_string(mates_text(doc, p));
	s = doc_add_section(doc, &doc->root, "variables", true);
	s->node.audience = DOC_MACHINES;
	add_keys(report, doc_add_record(doc, s, DOC_MACHINES), d, p);
	add_facts(report, s, d, p);
}

static const char *rest_text(struct doc *doc, uint64_t nr, uint64_t nr_unsure)
{
	const char *text = NULL;

	if (nr)
		text = doc_printf(doc, "%" PRIu64 " more whose line-mates changed; --limit tells more",
				  nr);
	if (nr_unsure)
		text = doc_printf(doc, "%s%s%" PRIu64 " left out: several of one name in one unit, and not as many in both builds",
				  text ? text : "", text ? "; " : "",
				  nr_unsure);
	return text;
}

static uint64_t add_list(struct lay_report *report, struct doc_section *s,
			 const struct lay_variables_diff *d, uint32_t limit)
{
	struct doc_table *table = doc_add_table(&report->doc, s, NULL,
						DOC_PEOPLE, columns,
						NR_COLUMNS);
	uint64_t nr = 0;

	for (size_t i = 0; i < d->nr; i++) {
		const struct lay_variable_pair *p = &d->pair[i];

		if (!(p->changed & LAY_VARIABLE_MATES))
			continue;
		if (!limit || nr < limit)
			add_row(report, table, d, p);
		nr++;
	}
	return limit && nr > limit ? nr - limit : 0;
}

int lay_report_add_variable_census(struct lay_report *report,
				   const struct lay_variables_diff *d,
				   uint32_t limit, struct lay_error *err)
{
	struct doc *doc = &report->doc;
	struct doc_section *s = doc_add_section(doc, &doc->root,
						"variable_census", false);
	struct sums sums[NR_WHERES] = { { .nr_common = 0 } };
	struct doc_record *r;
	const char *text;
	bool differs = false;
	uint64_t nr_more;
	int ret;

	s->title = "variables";
	count(d, sums);
	add_sums(report, s, sums);
	r = doc_add_record(doc, s, DOC_MACHINES);
	doc_add_field(doc, r, DOC_MACHINES, "nr_unsure", "",
		      doc_uint(d->nr_unsure));
	nr_more = add_list(report, s, d, limit);
	text = rest_text(doc, nr_more, d->nr_unsure);
	if (text)
		doc_add_note(doc, s, NULL, DOC_PEOPLE, text);
	for (size_t i = 0; i < d->nr && !differs; i++)
		differs = d->pair[i].changed || !side_of(d, &d->pair[i], 0) ||
			  !side_of(d, &d->pair[i], 1);
	ret = doc_status(doc, err);
	return ret < 0 ? ret : differs;
}
