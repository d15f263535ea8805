// SPDX-License-Identifier: GPL-2.0-only
/*
 * How the builds were configured: of one that it is known, of two what differs,
 * what is near the types in front.
 */
#include <config.h>

#include <inttypes.h>
#include <string.h>

#include "report/phrase.h"
#include "report/report.h"
#include "base/poison.h"

/* Of options that are named. */
#define MAX_NEAR	12
#define MAX_OTHERS	6

/* Letters of a value that people are shown. */
#define MAX_VALUE	40

/* What is known of one build, or of one of two. */
static const char *one_text(struct doc *doc, const struct lay_config *config)
{
	return doc_printf(doc, "config: %s, of %s",
			  phrase_count(doc, config->nr_options, "option"),
			  config->source);
}

int report_add_configs(struct lay_report *report,
		       const struct lay_report_build *builds,
		       size_t nr_builds, struct lay_error *err)
{
	struct doc *doc = &report->doc;
	const struct lay_config *config[2] = { NULL, NULL };
	const unsigned int people = report_chatter(report) & DOC_PEOPLE;

	for (size_t i = 0; i < nr_builds; i++)
		config[i] = builds[i].identity->config;
	if (config[0] && config[1] && !builds[0].side) {
		report->config_section = doc_add_section(doc, &doc->root,
							 "config", false);
		if (people)
			report->config_note =
				doc_add_note(doc, &doc->root, NULL, people,
					     "config: no option differs");
		return lay_config_diff_make(config[0], config[1],
					    &report->config, err);
	}
	if (nr_builds == 1 && config[0] && people)
		doc_add_note(doc, &doc->root, NULL, people,
			     one_text(doc, config[0]));
	if (nr_builds == 2 && !config[0] != !config[1] && people)
		doc_add_note(doc, &doc->root, NULL, people,
			     doc_printf(doc, "%s; that of the %s build is not known",
					one_text(doc, config[0] ? config[0] :
								  config[1]),
					config[0] ? "new" : "old"));
	return doc_status(doc, err);
}

static const char *value_text(struct doc *doc, const char *value)
{
	if (!value)
		return "n";
	if (strlen(value) <= MAX_VALUE)
		return value;
	return doc_printf(doc, "%.*s...", MAX_VALUE, value);
}

static void tell_people(struct lay_report *report)
{
	const struct lay_config_diff *config = report->config;
	struct doc *doc = &report->doc;
	struct doc_list *near = report_list(report, MAX_NEAR);
	struct doc_list *others = report_list(report, MAX_OTHERS);
	struct doc_record *details = &report->config_note->details;

	if (config->nr_changes)
		report->config_note->text =
			doc_printf(doc, "config: %s",
				   config->nr_changes == 1 ? "1 option differs" :
				   doc_printf(doc, "%zu options differ",
					      config->nr_changes));
	for (size_t i = 0; i < config->nr_changes; i++) {
		const struct lay_option_change *c = &config->changes[i];

		doc_add_item(doc, c->near ? near : others, doc_string(
			     doc_printf(doc, "%s %s -> %s", c->name,
					value_text(doc, c->before),
					value_text(doc, c->after))));
	}
	if (near->nr)
		doc_add_field(doc, details, DOC_PEOPLE, NULL,
			      "near, going by names", doc_list(near));
	if (others->nr)
		doc_add_field(doc, details, DOC_PEOPLE, NULL,
			      near->nr ? "others" : "none near, going by names",
			      doc_list(others));
}

static const char *const near_names[] = {
	[LAY_NEAR_TYPE] = "type",
	[LAY_NEAR_MEMBER] = "member",
};

static struct doc_record *option_record(struct doc *doc,
					const struct lay_option_change *c)
{
	struct doc_record *r = doc_new_record(doc);

	doc_add_field(doc, r, DOC_ALL, "name", "", doc_string(c->name));
	doc_add_field(doc, r, DOC_ALL, "value", "",
		      doc_change(doc, doc_string(c->before),
				 doc_string(c->after)));
	doc_add_field(doc, r, DOC_ALL, "near", "",
		      doc_string(near_names[c->near]));
	doc_add_field(doc, r, DOC_ALL, "word", "", doc_string(c->word));
	return r;
}

static void tell_machines(struct lay_report *report)
{
	const struct lay_config_diff *config = report->config;
	struct doc *doc = &report->doc;
	struct doc_record *r = doc_add_record(doc, report->config_section,
					      DOC_MACHINES);
	struct doc_list *list = doc_new_list(doc, 0);

	for (size_t i = 0; i < config->nr_changes; i++)
		doc_add_item(doc, list, doc_object(
			     option_record(doc, &config->changes[i])));
	doc_add_field(doc, r, DOC_ALL, "nr_differ", "",
		      doc_uint(config->nr_changes));
	doc_add_field(doc, r, DOC_ALL, "options", "", doc_list(list));
}

void report_close_config(struct lay_report *report)
{
	if (!report->config)
		return;
	lay_config_diff_order(report->config);
	if (report->config_note)
		tell_people(report);
	tell_machines(report);
}
