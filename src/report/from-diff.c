// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <inttypes.h>
#include <stdlib.h>

#include "report/diff-heat.h"
#include "report/diff-view.h"
#include "report/facts.h"
#include "report/phrase.h"
#include "base/poison.h"

/* The same of builds of many files. */
static const char *pair_of_files(struct doc *doc, const struct lay_def *a,
				 const struct lay_def *b)
{
	if (b->nr_files == 1 && a->nr_files <= 1)
		return doc_printf(doc, "in %s", b->file);
	if (a->nr_files == b->nr_files || !a->nr_files)
		return doc_printf(doc, "in %u files, first %s", b->nr_files,
				  b->file);
	return doc_printf(doc, "in %u -> %u files, first %s", a->nr_files,
			  b->nr_files, b->file);
}

/* "in a type unit -> in a.c": of one build at least nothing says which units
 * use what it has. */
static const char *pair_of_type_units(struct doc *doc, const struct lay_def *a,
				      const struct lay_def *b)
{
	const struct lay_def *in_units = a->flags & LAY_DEF_TYPE_UNIT ? b : a;
	const char *types = "in a type unit", *units;

	if (a->flags & b->flags & LAY_DEF_TYPE_UNIT)
		return types;
	if (!in_units->nr_units || !in_units->unit)
		return NULL;
	units = in_units->nr_units == 1 ?
		doc_printf(doc, "in %s", in_units->unit) :
		doc_printf(doc, "in %u units", in_units->nr_units);
	return doc_printf(doc, "%s -> %s", in_units == b ? types : units,
			  in_units == b ? units : types);
}

static const char *pair_aside(struct doc *doc, const struct lay_shown *before,
			      const struct lay_shown *after)
{
	const struct lay_def *a = before->def, *b = after->def;

	if (b->nr_files)
		return pair_of_files(doc, a, b);
	if ((a->flags | b->flags) & LAY_DEF_TYPE_UNIT)
		return pair_of_type_units(doc, a, b);
	if (!a->nr_units || !b->nr_units)
		return NULL;
	if (a->nr_units == 1 && b->nr_units == 1)
		return doc_printf(doc, "in %s", b->unit);
	if (before->of_n > 1 || after->of_n > 1)
		return doc_printf(doc, "in %u -> %u units, as %s", a->nr_units,
				  b->nr_units, b->unit);
	if (a->nr_units == b->nr_units)
		return doc_printf(doc, "in %u units", a->nr_units);
	return doc_printf(doc, "in %u -> %u units", a->nr_units, b->nr_units);
}

static const char *pair_title(struct doc *doc, const struct lay_shown *before,
			      const struct lay_shown *after)
{
	const char *s = phrase_def(doc, after->def);

	if (before->def->kind != after->def->kind)
		s = doc_printf(doc, "%s -> %s", phrase_def(doc, before->def),
			       s);
	if (before->of_n == 1 && after->of_n == 1)
		return s;
	return doc_printf(doc, "%s (definition %zu of %zu -> %zu of %zu)", s,
			  before->nth, before->of_n, after->nth, after->of_n);
}

static void add_pair_field(struct doc *doc, struct doc_record *r,
			   const char *key, struct doc_value before,
			   struct doc_value after)
{
	doc_add_field(doc, r, DOC_ALL, key, "",
		      doc_change(doc, before, after));
}

struct doc_section *report_add_pair(struct lay_report *report,
				    const struct lay_shown *before,
				    const struct lay_shown *after,
				    const char *part, bool same)
{
	struct doc *doc = &report->doc;
	const struct lay_def *a = before->def, *b = after->def;
	struct doc_section *s = doc_add_section(doc, &doc->root, "types",
						true);
	struct doc_record *r = doc_add_record(doc, s, DOC_MACHINES);

	report->has_types = true;
	s->title = pair_title(doc, before, after);
	if (part)
		s->title = doc_printf(doc, "%s, %s", s->title, part);
	s->aside = pair_aside(doc, before, after);
	doc_add_field(doc, r, DOC_ALL, "name", "", doc_string(b->name));
	doc_add_field(doc, r, DOC_ALL, "same", "", doc_bool(same));
	add_pair_field(doc, r, "kind", doc_string(lay_kind_name(a->kind)),
		       doc_string(lay_kind_name(b->kind)));
	add_pair_field(doc, r, "definition", doc_uint(before->nth),
		       doc_uint(after->nth));
	add_pair_field(doc, r, "nr_definitions", doc_uint(before->of_n),
		       doc_uint(after->of_n));
	add_pair_field(doc, r, "unit", doc_string(a->unit),
		       doc_string(b->unit));
	add_pair_field(doc, r, "nr_units", phrase_nr_units(a->nr_units),
		       phrase_nr_units(b->nr_units));
	if (a->nr_files || b->nr_files) {
		add_pair_field(doc, r, "file", doc_string(a->file),
			       doc_string(b->file));
		add_pair_field(doc, r, "nr_files", phrase_nr_units(a->nr_files),
			       phrase_nr_units(b->nr_files));
	}
	if (!same)
		return s;
	s->node.audience = DOC_MACHINES;
	report_tell_later(report, &report->same, s->title);
	return s;
}

int lay_report_add_lone(struct lay_report *report,
			const struct lay_shown *shown, const char *member,
			bool in_old, struct lay_error *err)
{
	struct doc *doc = &report->doc;
	struct doc_section *s = report_add_type(report, shown);
	struct doc_record *r = doc_add_record(doc, s, DOC_MACHINES);

	if (member)
		s->title = doc_printf(doc, "%s, member %s", s->title, member);
	if (report->config)
		lay_config_diff_see(report->config, shown->def->name, NULL);
	doc_add_field(doc, r, DOC_ALL, "only_in", "",
		      doc_string(in_old ? "old" : "new"));
	doc_add_field(doc, r, DOC_ALL, "size", "", doc_uint(shown->def->size));
	if (shown->of_n == 1) {
		s->node.audience = DOC_MACHINES;
		report_tell_later(report, &report->only_in[!in_old], s->title);
	} else {
		doc_add_note(doc, s, NULL, DOC_PEOPLE,
			     doc_printf(doc, "only in the %s build%s: size %"
					PRIu64, in_old ? "old" : "new",
					report->partial[in_old] ?
					", or not read in the other one" : "",
					shown->def->size));
	}
	return doc_status(doc, err);
}

int lay_report_add_same(struct lay_report *report,
			const struct lay_shown *before,
			const struct lay_shown *after, struct lay_error *err)
{
	report_add_pair(report, before, after, NULL, true);
	return doc_status(&report->doc, err);
}

int lay_report_add_without(struct lay_report *report,
			   const struct lay_shown *before,
			   const struct lay_shown *after, const char *member,
			   struct lay_error *err)
{
	struct doc *doc = &report->doc;

	report_add_pair(report, before, after,
			doc_printf(doc, "without a member %s", member),
			true);
	return doc_status(doc, err);
}

static void add_size_cause(struct diff_view *v, const struct lay_cause *causes,
			   size_t nr)
{
	struct doc *doc = v->doc;
	struct doc_record *r = doc_add_record(doc, v->section, DOC_MACHINES);
	struct doc_note *note;

	causes_fields(v, r, "size_causes", causes, nr);
	if (!nr || v->diff->before->size == v->diff->after->size)
		return;
	note = doc_add_note(doc, v->section, NULL, DOC_PEOPLE,
			    doc_printf(doc, "size: %s",
				       causes_text(v, LAY_NO_ROW, causes, nr)));
	note->tone = DOC_PLAIN;
}

/* A typedef can name a struct in one build and a union in the other. */
static void add_kinds(struct diff_view *v)
{
	enum lay_kind old = lay_type_strip(v->diff->old_type)->kind;
	enum lay_kind new = lay_type_strip(v->diff->new_type)->kind;

	if (old != new)
		doc_add_note(v->doc, v->section, "notes", DOC_ALL,
			     doc_printf(v->doc, "a %s, was a %s",
					lay_kind_name(new),
					lay_kind_name(old)));
}

/* What is said of the type as a whole. */
static int add_whole(struct diff_view *v, struct lay_error *err)
{
	struct lay_cause *causes;
	size_t nr;
	int r;

	layout_pair_facts(v->report, v->section, v->diff->before,
			  v->diff->after);
	r = lay_diff_causes(v->diff, LAY_NO_ROW, &causes, &nr, err);
	if (r < 0)
		return r;
	add_size_cause(v, causes, nr);
	free(causes);
	add_kinds(v);
	if (v->diff->before->line_size != v->diff->after->line_size)
		doc_add_note(v->doc, v->section, "notes", DOC_ALL,
			     doc_printf(v->doc, "lines have %" PRIu64
					" bytes in the old build and %" PRIu64
					" in the new one, so no line can be compared: --cacheline N counts both alike",
					v->diff->before->line_size,
					v->diff->after->line_size));
	if (v->diff->randomised)
		doc_add_note(v->doc, v->section, "notes", DOC_ALL,
			     "the same members in another order throughout: looks like structure layout randomisation");
	return 0;
}

static int add_records(struct diff_view *v, struct lay_error *err)
{
	int r;

	if (v->is_whole) {
		r = add_whole(v, err);
		if (r < 0)
			return r;
	}
	r = diff_heat_begin(v, err);
	if (r < 0)
		return r;
	diff_add_table(v);
	diff_add_edits(v);
	r = diff_add_lines(v, err);
	if (v->is_whole)
		diff_add_heat(v);
	diff_heat_end(v);
	return r;
}

/* Is there nothing to tell of the rows that were asked for? */
static bool nothing(const struct lay_diff *diff, uint32_t row)
{
	if (row == LAY_NO_ROW)
		return diff->same;
	for (uint32_t i = row; i <= row + diff->rows[row].nr_below; i++)
		if (diff->rows[i].what & ~(unsigned int)LAY_ROW_SAME)
			return false;
	return true;
}

int lay_report_add_diff(struct lay_report *report,
			const struct lay_shown *before,
			const struct lay_shown *after,
			const struct lay_diff *diff, uint32_t row,
			struct lay_error *err)
{
	bool same = nothing(diff, row);
	struct diff_view v = {
		.report = report,
		.doc = &report->doc,
		.diff = diff,
		.is_whole = row == LAY_NO_ROW,
		.first_row = row == LAY_NO_ROW ? 0 : row,
		.end_row = row == LAY_NO_ROW ? diff->nr_rows :
			   row + 1 + diff->rows[row].nr_below,
	};
	int r = 0;

	if (report->config && !same)
		lay_config_diff_see(report->config, after->def->name, diff);
	v.section = report_add_pair(report, before, after,
				    v.is_whole ? NULL :
				    doc_printf(v.doc, "member %s",
					       view_path(&v, v.first_row)),
				    same);
	if (diff->before)
		r = add_records(&v, err);
	else
		diff_add_enum(&v);
	if (r < 0)
		return r;
	r = doc_status(&report->doc, err);
	return r < 0 ? r : !same;
}
