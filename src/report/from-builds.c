// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "base/strset.h"
#include "report/phrase.h"
#include "report/report.h"
#include "base/poison.h"

/*
 * The header: which builds the answers are about. A line for each, and one or
 * two for what they are made of and for, told once where it is the same.
 */

enum { SIDE, RELEASE, BUILD_ID, NR_COLUMNS };

static const struct doc_column columns[NR_COLUMNS] = {
	[SIDE] = { NULL, "", DOC_PEOPLE, 0 },
	[RELEASE] = { NULL, "", DOC_PEOPLE, 0 },
	[BUILD_ID] = { NULL, "", DOC_PEOPLE, DOC_COLUMN_WRAP },
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
	if (!id->config)
		return;
	p = doc_new_record(doc);
	doc_add_field(doc, p, DOC_ALL, "source", "",
		      doc_string(id->config->source));
	doc_add_field(doc, p, DOC_ALL, "nr_options", "",
		      doc_uint(id->config->nr_options));
	doc_add_field(doc, r, DOC_ALL, "config", "", doc_object(p));
}

/* Length of a producer without its options. */
static size_t compiler_len(const char *producer)
{
	const char *options = strstr(producer, " -");

	return options ? (size_t)(options - producer) : strlen(producer);
}

/* Who made most units of a build; units that differ in options alone are of
 * one compiler. */
struct makers {
	const char *compiler;	/* NULL: not known */
	uint64_t nr_units;
	uint64_t nr_others;	/* other compilers */
};

static struct makers makers_of(struct doc *doc, const struct lay_identity *id)
{
	const struct lay_producer *p = id->producers;
	struct makers m = { .compiler = NULL };
	const char *first, *compiler;
	struct strset seen;

	if (!id->nr_producers)
		return m;
	strset_init(&seen);
	first = strset_add(&seen, p[0].text, compiler_len(p[0].text));
	for (size_t i = 0; i < id->nr_producers; i++) {
		compiler = strset_add(&seen, p[i].text,
				      compiler_len(p[i].text));
		if (!compiler)
			doc->failed = true;
		if (compiler == first)
			m.nr_units += p[i].nr_units;
	}
	m.compiler = doc_copy(doc, first ? first : "");
	m.nr_others = seen.nr - 1;
	strset_free(&seen);
	return m;
}

/*
 * "x86_64, 64-byte lines, GNU C11 12.2.0". Raw BTF does not say which machine
 * it is for, and so nothing says how long its lines are, unless the user did;
 * and BTF knows no compilers.
 */
static const char *made_text(struct doc *doc, const struct lay_report_build *b,
			     const struct makers *m)
{
	const struct lay_identity *id = b->identity;
	bool assumed = !id->machine && b->line_size == id->line_size;

	return doc_printf(doc, "%s, %" PRIu64 "-byte lines%s%s%s",
			  id->machine ? id->machine : "machine not known",
			  b->line_size, assumed ? " assumed" : "",
			  m->compiler ? ", " : "",
			  m->compiler ? m->compiler : "");
}

static const char *others_text(struct doc *doc, const struct makers *m)
{
	if (!m->nr_others)
		return "";
	return doc_printf(doc, " and %s",
			  phrase_count(doc, m->nr_others, "other compiler"));
}

/* Of a directory or archive one file tells of compilers. */
static const char *file_text(struct doc *doc, const struct lay_identity *id)
{
	if (id->nr_files <= 1)
		return "";
	return doc_printf(doc, " in one of %" PRIu32 " files", id->nr_files);
}

/* The same with its units: "... GNU C11 12.2.0 (2141 of 2172 units)" */
static const char *one_text(struct doc *doc, const struct lay_report_build *b,
			    const struct makers *m)
{
	const char *s = made_text(doc, b, m);

	if (!m->compiler)
		return s;
	return doc_printf(doc, "%s (%" PRIu64 " of %" PRIu32 " units%s)%s", s,
			  m->nr_units, b->identity->nr_units,
			  file_text(doc, b->identity), others_text(doc, m));
}

static const char *side_of(const struct lay_report_build *builds, size_t nr,
			   size_t i)
{
	if (builds[i].side)
		return builds[i].side;
	return nr == 1 ? "" : i ? "new" : "old";
}

/* Both builds were made alike: told once. */
static const char *both_text(struct doc *doc, const char *made,
			     const struct makers *old,
			     const struct makers *new)
{
	if (!new->compiler)
		return doc_printf(doc, "both %s", made);
	return doc_printf(doc, "both %s (%" PRIu64 " and %" PRIu64 " units)%s",
			  made, old->nr_units, new->nr_units,
			  others_text(doc, new));
}

static void add_made(struct doc *doc, const struct lay_report_build *builds,
		     size_t nr)
{
	struct makers m[2];
	const char *made[2];

	for (size_t i = 0; nr == 2 && i < nr; i++) {
		m[i] = makers_of(doc, builds[i].identity);
		made[i] = made_text(doc, &builds[i], &m[i]);
	}
	if (nr == 2 && strcmp(made[0], made[1]) == 0 &&
	    m[0].nr_others == m[1].nr_others) {
		doc_add_note(doc, &doc->root, NULL, DOC_PEOPLE,
			     both_text(doc, made[0], &m[0], &m[1]));
		return;
	}
	for (size_t i = 0; i < nr; i++) {
		m[0] = makers_of(doc, builds[i].identity);
		doc_add_note(doc, &doc->root, NULL, DOC_PEOPLE,
			     doc_printf(doc, "%s%s%s", side_of(builds, nr, i),
					nr == 1 ? "" : " ",
					one_text(doc, &builds[i], &m[0])));
	}
}

static const char *file_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash && slash[1] ? slash + 1 : path;
}

/* "sit.ko", or "sit.ko.xz": of a release there are thousands. */
static bool is_module(const char *name)
{
	const char *end = strstr(name, ".ko");

	return end && (!end[3] || end[3] == '.');
}

static const char *name_of(struct doc *doc, const struct lay_identity *id)
{
	const char *name = file_name(id->path);

	if (!id->release)
		return name;
	return is_module(name) ? doc_printf(doc, "%s of %s", name, id->release) :
				 id->release;
}

static void add_row(struct doc *doc, struct doc_table *table, const char *side,
		    const struct lay_identity *id)
{
	struct doc_row *row = doc_add_row(doc, table, DOC_PEOPLE);

	row->cell[SIDE] = doc_string(side);
	row->cell[RELEASE] = doc_string(name_of(doc, id));
	if (id->build_id)
		row->cell[BUILD_ID] = doc_string(
			doc_printf(doc, "build %.*s", SHORT_ID, id->build_id));
}

/* Raw BTF does not say which machine it is for, and so nothing says how long
 * its lines are, unless the user did. */
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

	assert(nr_builds <= 2 || builds[0].side);
	for (size_t i = 0; i < nr_builds; i++)
		add_machine_facts(report, &builds[i]);
	if (nr_builds > 2 && report->opts.quiet)
		return doc_status(doc, err);
	if (report->opts.quiet || !nr_builds)
		return report_add_configs(report, builds, nr_builds, err);

	table = doc_add_table(doc, &doc->root, NULL, DOC_PEOPLE, columns,
			      NR_COLUMNS);
	table->bare = true;
	for (size_t i = 0; i < nr_builds; i++)
		add_row(doc, table, side_of(builds, nr_builds, i),
			builds[i].identity);
	add_made(doc, builds, nr_builds);
	add_unknown(report, builds, nr_builds);
	/* configurations are told of one build, or of an old and a new one */
	if (nr_builds > 2)
		return doc_status(doc, err);
	return report_add_configs(report, builds, nr_builds, err);
}
