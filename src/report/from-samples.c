// SPDX-License-Identifier: GPL-2.0-only
/* What was measured, and how much of it could be attributed. */
#include <config.h>

#include <inttypes.h>

#include "report/heat-cells.h"
#include "report/phrase.h"
#include "report/report.h"
#include "base/poison.h"

enum { COUNT, SHARE, FATE, KEY, SAMPLES, NR_COLUMNS };

static const struct doc_column columns[NR_COLUMNS] = {
	[COUNT] = { NULL, "samples", DOC_PEOPLE, DOC_COLUMN_RIGHT },
	[SHARE] = { NULL, "share", DOC_PEOPLE, DOC_COLUMN_RIGHT },
	[FATE] = { NULL, "what became of them", DOC_PEOPLE, DOC_COLUMN_WRAP },
	[KEY] = { "fate", "", DOC_MACHINES, 0 },
	[SAMPLES] = { "samples", "", DOC_MACHINES, 0 },
};

static bool is_attributed(enum lay_heat_fate fate)
{
	return fate <= LAY_HEAT_BY_FUNCTION;
}

/* The fate, and for bytes that were copied who did it. */
static const char *fate_text(struct doc *doc, const struct lay_heat_totals *t,
			     enum lay_heat_fate fate)
{
	const char *text = doc_printf(doc, "%s%s", is_attributed(fate) ? "" :
				      "not attributed: ",
				      lay_heat_fate_name(fate));

	if (fate != LAY_HEAT_COPIED)
		return text;
	for (unsigned int i = 0; i < t->nr_copiers; i++)
		text = doc_printf(doc, "%s%s %s", text, i ? "," : ", by",
				  t->copiers[i].name);
	return text;
}

static void add_fates(struct doc *doc, struct doc_section *s,
		      const struct lay_heat_totals *t, unsigned int audience)
{
	struct doc_table *table = doc_add_table(doc, s, "fates", audience,
						columns, NR_COLUMNS);

	for (int i = 0; i < LAY_HEAT_NR_FATES; i++) {
		struct doc_row *row;

		if (!t->fate[i])
			continue;
		row = doc_add_row(doc, table, DOC_ALL);
		row->cell[COUNT] = doc_string(heat_number(doc, t->fate[i]));
		row->cell[SHARE] = doc_string(heat_share(doc, t->fate[i],
							 t->samples));
		row->cell[FATE] = doc_string(fate_text(doc, t, i));
		row->cell[KEY] = doc_string(lay_heat_fate_key(i));
		row->cell[SAMPLES] = doc_uint(t->fate[i]);
		row->tone = is_attributed(i) ? DOC_PLAIN : DOC_MUTED;
	}
}

static const char *build_id_text(const struct lay_heat_totals *t)
{
	if (t->other_build)
		return "of ANOTHER build, taken by --force";
	return t->build_id_checked ? "build-id matches" :
				     "no build-id to check";
}

static uint64_t nr_attributed(const struct lay_heat_totals *t)
{
	uint64_t nr = 0;

	for (int i = 0; i < LAY_HEAT_NR_FATES; i++)
		if (is_attributed(i))
			nr += t->fate[i];
	return nr;
}

static void add_note(struct doc *doc, struct doc_section *s, const char *text)
{
	doc_add_note(doc, s, NULL, DOC_PEOPLE, text);
}

/* Where the kernel had what, as far as samples tell. */
static void add_places(struct doc *doc, struct doc_section *s,
		       const struct lay_heat_totals *t)
{
	bool asked = t->moved && t->samples > t->ip_only;

	if (asked && !t->vmalloc_at)
		add_note(doc, s, "the kernel was moved, and where vmalloc() memory was is not known: stacks there may be taken for objects");
	if (asked && !t->pages_at)
		add_note(doc, s, "the kernel was moved, and where the array of struct page was is not known");
	if (t->areas_against)
		add_note(doc, s, doc_printf(doc, "%s samples contradict others about where that was",
					    heat_number(doc, t->areas_against)));
	if (t->percpu_against)
		add_note(doc, s, doc_printf(doc, "%s samples contradict others about where a CPU has its own variables",
					    heat_number(doc, t->percpu_against)));
	if (t->slide_against)
		add_note(doc, s, doc_printf(doc, "%s symbols contradict the others about where the kernel was",
					    heat_number(doc, t->slide_against)));
}

/* What one must know to read the numbers. */
static void add_notes(struct doc *doc, struct doc_section *s,
		      const struct lay_heat_totals *t)
{
	if (t->no_map)
		add_note(doc, s, doc_printf(doc, "what the code at the samples' IPs touches is not known: %s",
					    t->no_map));
	else if (!t->has_map && t->fate[LAY_HEAT_NO_OPERAND])
		add_note(doc, s, "no sample's instruction is in the code of the build");
	if (t->shares)
		add_note(doc, s, "a text without numbers of samples: hundredths of a percent stand for them");
	if (t->skid)
		add_note(doc, s, doc_printf(doc, "%s samples are of events whose IP may be behind the access: graded inferred at most",
					    heat_number(doc, t->skid)));
	if (t->ip_lost)
		add_note(doc, s, doc_printf(doc, "of %s samples without data address %s are at code that touches no memory that is known: what they stand for is lost",
					    heat_number(doc, t->ip_only),
					    heat_share(doc, t->ip_lost,
						       t->ip_only)));
	if (t->contradictions)
		add_note(doc, s, doc_printf(doc, "%s samples contradict others about what is at an address",
					    heat_number(doc, t->contradictions)));
	add_places(doc, s, t);
	if (t->lost)
		add_note(doc, s, doc_printf(doc, "%s samples were lost while recording",
					    heat_number(doc, t->lost)));
	if (t->unusable)
		add_note(doc, s, doc_printf(doc, "%s records or lines of the input could not be used",
					    heat_number(doc, t->unusable)));
}

static void machine_fields(struct doc *doc, struct doc_record *r,
			   const struct lay_heat_totals *t, const char *side)
{
	doc_add_field(doc, r, DOC_ALL, "side", "", doc_string(side));
	doc_add_field(doc, r, DOC_ALL, "inputs", "",
		      doc_string(doc_copy(doc, t->inputs)));
	doc_add_field(doc, r, DOC_ALL, "samples", "", doc_uint(t->samples));
	doc_add_field(doc, r, DOC_ALL, "attributed", "",
		      doc_uint(nr_attributed(t)));
	doc_add_field(doc, r, DOC_ALL, "build_id_checked", "",
		      doc_bool(t->build_id_checked));
	doc_add_field(doc, r, DOC_ALL, "other_build", "",
		      doc_bool(t->other_build));
	doc_add_field(doc, r, DOC_ALL, "access_map", "", doc_bool(t->has_map));
	doc_add_field(doc, r, DOC_ALL, "shares", "", doc_bool(t->shares));
	doc_add_field(doc, r, DOC_ALL, "slide", "", doc_uint(t->slide));
	doc_add_field(doc, r, DOC_ALL, "slide_against", "",
		      doc_uint(t->slide_against));
	doc_add_field(doc, r, DOC_ALL, "pages_at", "", doc_uint(t->pages_at));
	doc_add_field(doc, r, DOC_ALL, "vmalloc_at", "",
		      doc_uint(t->vmalloc_at));
	doc_add_field(doc, r, DOC_ALL, "areas_against", "",
		      doc_uint(t->areas_against));
	doc_add_field(doc, r, DOC_ALL, "nr_percpu", "",
		      doc_uint(t->nr_percpu));
	doc_add_field(doc, r, DOC_ALL, "percpu_against", "",
		      doc_uint(t->percpu_against));
	doc_add_field(doc, r, DOC_ALL, "contradictions", "",
		      doc_uint(t->contradictions));
	doc_add_field(doc, r, DOC_ALL, "nr_objects", "",
		      doc_uint(t->nr_objects));
	doc_add_field(doc, r, DOC_ALL, "ip_only", "", doc_uint(t->ip_only));
	doc_add_field(doc, r, DOC_ALL, "skid", "", doc_uint(t->skid));
	doc_add_field(doc, r, DOC_ALL, "ip_lost", "", doc_uint(t->ip_lost));
	doc_add_field(doc, r, DOC_ALL, "lost", "", doc_uint(t->lost));
	doc_add_field(doc, r, DOC_ALL, "unusable", "", doc_uint(t->unusable));
}

void lay_report_use_heat(struct lay_report *report, struct lay_heat *heat,
			 bool is_old)
{
	report->heat = heat;
	report->heat_is_old = is_old;
}

int lay_report_add_samples(struct lay_report *report, struct lay_heat *heat,
			   const char *side, struct lay_error *err)
{
	const struct lay_heat_totals *t = lay_heat_totals(heat);
	unsigned int chatter = report_chatter(report);
	struct doc *doc = &report->doc;
	struct doc_section *s = doc_add_section(doc, &doc->root, "samples",
						false);
	struct doc_record *r = doc_add_record(doc, s, DOC_MACHINES);

	report->has_samples = true;
	s->node.audience = chatter;
	machine_fields(doc, r, t, side);
	s->title = doc_printf(doc, "%s samples, %s attributed",
			      heat_number(doc, t->samples),
			      heat_share(doc, nr_attributed(t), t->samples));
	s->aside = doc_printf(doc, "%s%s%s%s, %s", t->inputs,
			      side ? " of the " : "", side ? side : "",
			      side ? " build" : "", build_id_text(t));
	add_fates(doc, s, t, side ? DOC_MACHINES : DOC_ALL);
	add_notes(doc, s, t);
	return doc_status(doc, err);
}
