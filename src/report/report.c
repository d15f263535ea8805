// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "report/emit.h"
#include "report/phrase.h"
#include "report/report.h"
#include "base/poison.h"

static const struct {
	const char *name;
	int (*emit)(const struct doc *doc, FILE *out,
		    const struct lay_style *style, struct lay_error *err);
} formats[] = {
	[LAY_FORMAT_TEXT] = { "text", emit_text },
	[LAY_FORMAT_JSON] = { "json", emit_json },
};
_Static_assert(sizeof(formats) / sizeof(formats[0]) == LAY_NR_FORMATS,
	       "every format has its emitter");

const char *lay_format_name(enum lay_format format)
{
	return formats[format].name;
}

int lay_report_create(const char *command, const struct lay_report_opts *opts,
		      struct lay_report **report, struct lay_error *err)
{
	struct lay_report *r = calloc(1, sizeof(*r));
	struct doc_record *head;

	if (!r)
		return lay_error_set(err, LAY_E_NOMEM,
				     "out of memory for the report");
	doc_init(&r->doc);
	if (opts)
		r->opts = *opts;
	head = doc_add_record(&r->doc, &r->doc.root, DOC_MACHINES);
	doc_add_field(&r->doc, head, DOC_MACHINES, "schema", "",
		      doc_string(LAY_REPORT_SCHEMA));
	doc_add_field(&r->doc, head, DOC_MACHINES, "generator", "",
		      doc_string(PACKAGE_STRING));
	doc_add_field(&r->doc, head, DOC_MACHINES, "command", "",
		      doc_string(doc_copy(&r->doc, command)));
	*report = r;
	return 0;
}

void lay_report_destroy(struct lay_report *report)
{
	if (!report)
		return;
	doc_deinit(&report->doc);
	lay_config_diff_free(report->config);
	free(report);
}

struct doc_list *report_list(struct lay_report *report, uint64_t nr_shown)
{
	return doc_new_list(&report->doc, report->opts.all ? 0 : nr_shown);
}

unsigned int report_chatter(const struct lay_report *report)
{
	return report->opts.quiet ? DOC_MACHINES : DOC_ALL;
}

/* Names of a list at the end. */
#define MAX_NAMES 8

void report_tell_later(struct lay_report *report, struct doc_list **list,
		       const char *name)
{
	if (!*list)
		*list = report_list(report, MAX_NAMES);
	doc_add_item(&report->doc, *list, doc_string(name));
}

/* What stands at the right of a type's title: where it is defined. */
static const char *units_aside(struct doc *doc, const struct lay_shown *shown)
{
	const struct lay_def *def = shown->def;
	const char *local = def->flags & LAY_DEF_LOCAL ? "in a function, " : "";

	if (def->nr_files == 1)
		return doc_printf(doc, "%sin %s", local, def->file);
	if (def->nr_files)
		return doc_printf(doc, "%sin %u files, first %s", local,
				  def->nr_files, def->file);
	if (def->flags & LAY_DEF_TYPE_UNIT)
		return doc_printf(doc, "%sin a type unit", local);
	if (!def->nr_units || !def->unit)
		return NULL;
	if (def->nr_units == 1)
		return doc_printf(doc, "%sin %s", local, def->unit);
	if (shown->of_n > 1)
		return doc_printf(doc, "%sin %u units, as %s", local,
				  def->nr_units, def->unit);
	return doc_printf(doc, "%sin %u units", local, def->nr_units);
}

struct doc_section *report_add_type(struct lay_report *report,
				    const struct lay_shown *shown)
{
	struct doc *doc = &report->doc;
	const struct lay_def *def = shown->def;
	struct doc_section *s = doc_add_section(doc, &doc->root, "types",
						true);
	struct doc_record *r;

	report->has_types = true;
	s->title = phrase_def(doc, def);
	if (shown->of_n > 1)
		s->title = doc_printf(doc, "%s (definition %zu of %zu)",
				      s->title, shown->nth, shown->of_n);
	s->aside = units_aside(doc, shown);

	r = doc_add_record(doc, s, DOC_MACHINES);
	doc_add_field(doc, r, DOC_ALL, "name", "", doc_string(def->name));
	doc_add_field(doc, r, DOC_ALL, "kind", "",
		      doc_string(lay_kind_name(def->kind)));
	doc_add_field(doc, r, DOC_ALL, "definition", "",
		      doc_uint(shown->nth));
	doc_add_field(doc, r, DOC_ALL, "nr_definitions", "",
		      doc_uint(shown->of_n));
	doc_add_field(doc, r, DOC_ALL, "unit", "", doc_string(def->unit));
	doc_add_field(doc, r, DOC_ALL, "nr_units", "",
		      phrase_nr_units(def->nr_units));
	if (def->nr_files) {
		doc_add_field(doc, r, DOC_ALL, "file", "",
			      doc_string(def->file));
		doc_add_field(doc, r, DOC_ALL, "nr_files", "",
			      doc_uint(def->nr_files));
	}
	return s;
}

static bool has_type_name(const struct lay_slot *slot)
{
	const struct lay_type *type, *record;

	if (slot->flags & LAY_SLOT_ANONYMOUS)
		return false;
	type = phrase_element(slot->member->type);
	record = lay_type_strip(type);
	while (type != record && !type->name)	/* qualifiers */
		type = type->target;
	return type->name;
}

bool report_opens(const struct lay_report *report,
		  const struct lay_layout *layout, uint32_t slot)
{
	const struct lay_slot *slots = layout->slots;
	unsigned int depth = 0;

	if (!has_type_name(&slots[slot]))
		return true;
	for (uint32_t p = slots[slot].parent; p != LAY_NO_SLOT;
	     p = slots[p].parent)
		depth += has_type_name(&slots[p]);
	return depth < report->opts.depth;
}

void lay_report_tell_partial(struct lay_report *report, bool is_old)
{
	report->partial[!is_old] = true;
}

/* No sample is not the same as no access; and where there is nothing to say
 * but a name, names are told together. */
static void add_end(struct lay_report *report)
{
	struct doc *doc = &report->doc;
	struct doc_section *s = doc_add_section(doc, &doc->root, "end", false);
	const struct {
		const char *label;
		const struct doc_list *list;
	} lists[] = {
		{ report->partial[1] ?
		  "only in the old build, or not read in the new one:" :
		  "only in the old build:", report->only_in[0] },
		{ report->partial[0] ?
		  "only in the new build, or not read in the old one:" :
		  "only in the new build:", report->only_in[1] },
		{ "no difference:", report->same },
	};
	struct doc_record *r;

	s->node.audience = DOC_PEOPLE;
	if (report->has_line_changes && !report->has_samples)
		doc_add_note(doc, s, NULL, report_chatter(report) & DOC_PEOPLE,
			     "no samples: who reads and writes these members is not known");
	for (size_t i = 0; i < sizeof(lists) / sizeof(lists[0]); i++) {
		if (!lists[i].list)
			continue;
		r = doc_add_record(doc, s, DOC_PEOPLE);
		doc_add_field(doc, r, DOC_PEOPLE, NULL, lists[i].label,
			      doc_list(lists[i].list));
	}
}

int lay_report_add_failure(struct lay_report *report, const char *asked,
			   const char *why, struct lay_error *err)
{
	struct doc *doc = &report->doc;
	struct doc_record *r = doc_new_record(doc);

	if (!report->failures)
		report->failures = doc_new_list(doc, 0);
	if (asked)
		doc_add_field(doc, r, DOC_ALL, "asked", "",
			      doc_string(doc_copy(doc, asked)));
	doc_add_field(doc, r, DOC_ALL, "text", "",
		      doc_string(doc_copy(doc, why)));
	doc_add_item(doc, report->failures, doc_object(r));
	return doc_status(doc, err);
}

static void add_failures(struct lay_report *report)
{
	struct doc *doc = &report->doc;

	if (report->failures)
		doc_add_field(doc, doc_add_record(doc, &doc->root,
						  DOC_MACHINES),
			      DOC_MACHINES, "failed", "",
			      doc_list(report->failures));
}

static void close_report(struct lay_report *report)
{
	if (report->closed)
		return;
	report->closed = true;
	report_close_config(report);
	/* programs find the array that they look for, be it empty */
	if (!report->has_types)
		doc_add_table(&report->doc, &report->doc.root, "types",
			      DOC_MACHINES, NULL, 0);
	add_failures(report);
	add_end(report);
}

int lay_report_write(struct lay_report *report, FILE *out,
		     const struct lay_style *style, struct lay_error *err)
{
	static const struct lay_style plain = { .format = LAY_FORMAT_TEXT };
	int r;

	close_report(report);
	r = doc_status(&report->doc, err);
	if (r < 0)
		return r;
	if (!style)
		style = &plain;
	r = formats[style->format].emit(&report->doc, out, style, err);
	if (r < 0)
		return r;
	if (fflush(out) != 0 || ferror(out))
		return lay_error_set(err, LAY_E_IO, "cannot write: %s",
				     strerror(errno));
	return 0;
}
