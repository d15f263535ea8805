// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <inttypes.h>
#include <string.h>

#include "base/strset.h"
#include "report/phrase.h"
#include "report/report.h"
#include "base/poison.h"

/* The header: which builds the answers are about. */

enum { SIDE, RELEASE, BUILD_ID, PRODUCER, NR_COLUMNS };

static const struct doc_column columns[NR_COLUMNS] = {
	[SIDE] = { NULL, "", DOC_PEOPLE, 0 },
	[RELEASE] = { NULL, "", DOC_PEOPLE, 0 },
	[BUILD_ID] = { NULL, "", DOC_PEOPLE, 0 },
	[PRODUCER] = { NULL, "", DOC_PEOPLE, DOC_COLUMN_WRAP },
};

/* Digits of a build-id that tell builds apart in a mail, as git's do. */
#define SHORT_ID 12

static void add_machine_facts(struct lay_report *report,
			      const struct lay_report_build *build)
{
	const struct lay_identity *id = build->identity;
	struct doc *doc = &report->doc;
	struct doc_section *s = doc_add_section(doc, &doc->root, "builds",
						true);
	struct doc_record *r = doc_add_record(doc, s, DOC_MACHINES);
	struct doc_list *producers = doc_new_list(doc, 0);
	struct doc_record *p;

	doc_add_field(doc, r, DOC_ALL, "path", "", doc_string(id->path));
	doc_add_field(doc, r, DOC_ALL, "release", "", doc_string(id->release));
	doc_add_field(doc, r, DOC_ALL, "build_id", "",
		      doc_string(id->build_id));
	doc_add_field(doc, r, DOC_ALL, "machine", "", doc_string(id->machine));
	doc_add_field(doc, r, DOC_ALL, "word_size", "",
		      doc_uint(id->word_size));
	doc_add_field(doc, r, DOC_ALL, "big_endian", "",
		      doc_bool(id->big_endian));
	doc_add_field(doc, r, DOC_ALL, "line_size", "",
		      doc_uint(build->line_size));
	doc_add_field(doc, r, DOC_ALL, "source", "", doc_string(id->source));
	doc_add_field(doc, r, DOC_ALL, "not_known", "",
		      doc_string(id->not_known));
	doc_add_field(doc, r, DOC_ALL, "nr_units", "",
		      phrase_nr_units(id->nr_units));
	for (size_t i = 0; i < id->nr_producers; i++) {
		p = doc_new_record(doc);
		doc_add_field(doc, p, DOC_ALL, "text", "",
			      doc_string(id->producers[i].text));
		doc_add_field(doc, p, DOC_ALL, "nr_units", "",
			      doc_uint(id->producers[i].nr_units));
		doc_add_item(doc, producers, doc_object(p));
	}
	doc_add_field(doc, r, DOC_ALL, "producers", "", doc_list(producers));
}

/* Length of a producer without its options. */
static size_t compiler_len(const char *producer)
{
	const char *options = strstr(producer, " -");

	return options ? (size_t)(options - producer) : strlen(producer);
}

/*
 * "GNU C11 12.2.0 (2119 of 2160 units) and 1 other": units that differ in
 * options alone are of one compiler.
 */
static const char *compilers(struct doc *doc, const struct lay_identity *id)
{
	const struct lay_producer *p = id->producers;
	const char *first, *compiler, *s;
	uint64_t nr_units = 0, nr_others;
	struct strset seen;

	if (!id->nr_producers)
		return "compiler not known";
	strset_init(&seen);
	first = strset_add(&seen, p[0].text, compiler_len(p[0].text));
	for (size_t i = 0; i < id->nr_producers; i++) {
		compiler = strset_add(&seen, p[i].text,
				      compiler_len(p[i].text));
		if (!compiler)
			doc->failed = true;
		if (compiler == first)
			nr_units += p[i].nr_units;
	}
	nr_others = seen.nr - 1;
	s = doc_printf(doc, "%s (%" PRIu64 " of %" PRIu32 " units)",
		       first ? first : "", nr_units, id->nr_units);
	if (nr_others)
		s = doc_printf(doc, "%s and %s", s,
			       phrase_count(doc, nr_others, "other"));
	strset_free(&seen);
	return s;
}

static const char *file_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash && slash[1] ? slash + 1 : path;
}

static void add_row(struct doc *doc, struct doc_table *table, const char *side,
		    const struct lay_identity *id)
{
	struct doc_row *row = doc_add_row(doc, table, DOC_PEOPLE);

	row->cell[SIDE] = doc_string(side);
	row->cell[RELEASE] = doc_string(id->release ? id->release :
						      file_name(id->path));
	if (id->build_id)
		row->cell[BUILD_ID] = doc_string(
			doc_printf(doc, "build %.*s", SHORT_ID, id->build_id));
	row->cell[PRODUCER] = doc_string(compilers(doc, id));
}

/* Raw BTF does not say which machine it is for, and so nothing says how long
 * its lines are, unless the user did. */
static const char *machine(struct doc *doc, const struct lay_report_build *b)
{
	const struct lay_identity *id = b->identity;
	bool assumed = !id->machine && b->line_size == id->line_size;

	return doc_printf(doc, "%s, %" PRIu64 "-byte lines%s",
			  id->machine ? id->machine : "machine not known",
			  b->line_size, assumed ? " assumed" : "");
}

/* What the sources have no word for, each told once. */
static void add_unknown(struct lay_report *report,
			const struct lay_report_build *builds,
			size_t nr_builds)
{
	struct doc *doc = &report->doc;
	const char *last = NULL;

	for (size_t i = 0; i < nr_builds; i++) {
		const struct lay_identity *id = builds[i].identity;

		if (!id->not_known || (last && !strcmp(last, id->source)))
			continue;
		last = id->source;
		doc_add_note(doc, &doc->root, NULL, DOC_PEOPLE,
			     doc_printf(doc, "%s says nothing of %s",
					id->source, id->not_known));
	}
}

int lay_report_add_builds(struct lay_report *report,
			  const struct lay_report_build *builds,
			  size_t nr_builds, struct lay_error *err)
{
	struct doc *doc = &report->doc;
	struct doc_table *table;
	const char *a, *b;

	for (size_t i = 0; i < nr_builds; i++)
		add_machine_facts(report, &builds[i]);
	if (report->opts.quiet || !nr_builds)
		return doc_status(doc, err);

	table = doc_add_table(doc, &doc->root, NULL, DOC_PEOPLE, columns,
			      NR_COLUMNS);
	table->bare = true;
	for (size_t i = 0; i < nr_builds; i++)
		add_row(doc, table, builds[i].side ? builds[i].side :
			nr_builds == 1 ? "" : i ? "new" : "old",
			builds[i].identity);
	a = machine(doc, &builds[0]);
	b = machine(doc, &builds[nr_builds - 1]);
	if (strcmp(a, b) != 0)
		a = doc_printf(doc, "%s -> %s", a, b);
	doc_add_note(doc, &doc->root, NULL, DOC_PEOPLE, a);
	add_unknown(report, builds, nr_builds);
	return doc_status(doc, err);
}
