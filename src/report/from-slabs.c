// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <inttypes.h>

#include "report/phrase.h"
#include "report/report.h"
#include "base/poison.h"

/* The slab caches of a kernel, a line each. */

enum { NAME, SIZE, ALIGN, FLAGS, TYPE, GRADE, VARIABLE, SOURCE, CTOR, WHERE,
       CACHE_NAME, NAME_UNKNOWN, SIZE_BYTES, SIZE_UNKNOWN, ALIGN_BYTES,
       ALIGN_UNKNOWN, FLAG_BITS, FLAG_NAMES, FLAGS_UNKNOWN, CTOR_NAME,
       CTOR_UNKNOWN, TYPE_NAME, TYPE_SIZE, GRADE_NAME, ALLOCS, FUNCTION,
       SOURCE_FILE, SOURCE_LINE, ADDR, NR_COLUMNS };

static const struct doc_column columns[NR_COLUMNS] = {
	[NAME] = { NULL, "cache", DOC_PEOPLE, 0 },
	[SIZE] = { NULL, "size", DOC_PEOPLE, DOC_COLUMN_RIGHT },
	[ALIGN] = { NULL, "align", DOC_PEOPLE, DOC_COLUMN_RIGHT },
	[FLAGS] = { NULL, "flags", DOC_PEOPLE, 0 },
	[TYPE] = { NULL, "type", DOC_PEOPLE, 0 },
	[GRADE] = { NULL, "how sure", DOC_PEOPLE, 0 },
	[VARIABLE] = { "variable", "kept in", DOC_ALL, 0 },
	[SOURCE] = { "source", "as said by", DOC_ALL, 0 },
	[CTOR] = { NULL, "constructor", DOC_PEOPLE, 0 },
	[WHERE] = { NULL, "created by", DOC_PEOPLE, 0 },
	[CACHE_NAME] = { "name", "", DOC_MACHINES, 0 },
	[NAME_UNKNOWN] = { "name_unknown", "", DOC_MACHINES, 0 },
	[SIZE_BYTES] = { "size", "", DOC_MACHINES, 0 },
	[SIZE_UNKNOWN] = { "size_unknown", "", DOC_MACHINES, 0 },
	[ALIGN_BYTES] = { "align", "", DOC_MACHINES, 0 },
	[ALIGN_UNKNOWN] = { "align_unknown", "", DOC_MACHINES, 0 },
	[FLAG_BITS] = { "flags", "", DOC_MACHINES, 0 },
	[FLAG_NAMES] = { "flag_names", "", DOC_MACHINES, 0 },
	[FLAGS_UNKNOWN] = { "flags_unknown", "", DOC_MACHINES, 0 },
	[CTOR_NAME] = { "ctor", "", DOC_MACHINES, 0 },
	[CTOR_UNKNOWN] = { "ctor_unknown", "", DOC_MACHINES, 0 },
	[TYPE_NAME] = { "type", "", DOC_MACHINES, 0 },
	[TYPE_SIZE] = { "type_size", "", DOC_MACHINES, 0 },
	[GRADE_NAME] = { "grade", "", DOC_MACHINES, 0 },
	[ALLOCS] = { "nr_allocs", "", DOC_MACHINES, 0 },
	[FUNCTION] = { "function", "", DOC_MACHINES, 0 },
	[SOURCE_FILE] = { "file", "", DOC_MACHINES, 0 },
	[SOURCE_LINE] = { "file_line", "", DOC_MACHINES, 0 },
	[ADDR] = { "addr", "", DOC_MACHINES, 0 },
};

enum { K_TYPE, K_TYPE_SIZE, K_SIZE, K_ALLOCS, NR_K_COLUMNS };

static const struct doc_column kmalloc_columns[NR_K_COLUMNS] = {
	[K_TYPE] = { "type", "", DOC_MACHINES, 0 },
	[K_TYPE_SIZE] = { "type_size", "", DOC_MACHINES, 0 },
	[K_SIZE] = { "size", "", DOC_MACHINES, 0 },
	[K_ALLOCS] = { "nr_allocs", "", DOC_MACHINES, 0 },
};

static struct doc_value text_of(struct doc *doc, const char *text)
{
	return text ? doc_string(doc_copy(doc, text)) : doc_none();
}

/* "?": and why, in parentheses */
static struct doc_value unknown(struct doc *doc, const char *why)
{
	return doc_string(doc_printf(doc, "? (%s)", why ? why : "not known"));
}

static struct doc_value number(struct doc *doc, const struct lay_slab_value *v)
{
	return v->unknown ? unknown(doc, v->unknown) : doc_uint(v->value);
}

static struct doc_value flags(struct doc *doc,
			      const struct lay_slab_cache *cache)
{
	if (!cache->flags.unknown)
		return text_of(doc, cache->flags_text[0] ? cache->flags_text :
			       "-");
	return doc_string(doc_printf(doc, "%s%s? (%s)", cache->flags_text,
				     cache->flags_text[0] ? "|" : "",
				     cache->flags.unknown));
}

/* How much of an object the type is, where that is not all of it. */
static struct doc_value type(struct doc *doc,
			     const struct lay_slab_cache *cache)
{
	if (!cache->type)
		return doc_string("?");
	if (!cache->size.unknown && cache->size.value != cache->type_size)
		return doc_string(doc_printf(doc, "%s (%" PRIu64 " of %" PRIu64
					     ")", cache->type,
					     cache->type_size,
					     cache->size.value));
	return text_of(doc, cache->type);
}

static void fill_for_people(struct doc *doc, struct doc_row *row,
			    const struct lay_slab_cache *cache)
{
	struct lay_decl decl = { cache->file, cache->line };
	const char *where = phrase_decl(doc, &decl);

	row->cell[NAME] = cache->name ? text_of(doc, cache->name) :
		unknown(doc, cache->name_unknown);
	row->cell[SIZE] = number(doc, &cache->size);
	row->cell[ALIGN] = number(doc, &cache->align);
	row->cell[FLAGS] = flags(doc, cache);
	row->cell[TYPE] = type(doc, cache);
	if (cache->type && cache->grade != LAY_ACCESS_EXACT)
		row->cell[GRADE] = doc_string(lay_access_grade_name(
						      cache->grade));
	row->cell[CTOR] = cache->ctor_unknown ?
		unknown(doc, cache->ctor_unknown) : text_of(doc, cache->ctor);
	row->cell[WHERE] = doc_string(where ?
		doc_printf(doc, "%s %s", cache->function, where) :
		doc_copy(doc, cache->function));
}

static void fill_for_machines(struct doc *doc, struct doc_row *row,
			      const struct lay_slab_cache *cache)
{
	row->cell[CACHE_NAME] = text_of(doc, cache->name);
	row->cell[NAME_UNKNOWN] = text_of(doc, cache->name_unknown);
	if (!cache->size.unknown)
		row->cell[SIZE_BYTES] = doc_uint(cache->size.value);
	row->cell[SIZE_UNKNOWN] = text_of(doc, cache->size.unknown);
	if (!cache->align.unknown)
		row->cell[ALIGN_BYTES] = doc_uint(cache->align.value);
	row->cell[ALIGN_UNKNOWN] = text_of(doc, cache->align.unknown);
	row->cell[FLAG_BITS] = doc_uint(cache->flags.value);
	row->cell[FLAG_NAMES] = text_of(doc, cache->flags_text);
	row->cell[FLAGS_UNKNOWN] = text_of(doc, cache->flags.unknown);
	row->cell[CTOR_NAME] = text_of(doc, cache->ctor);
	row->cell[CTOR_UNKNOWN] = text_of(doc, cache->ctor_unknown);
	if (cache->type) {
		row->cell[TYPE_NAME] = text_of(doc, cache->type);
		row->cell[TYPE_SIZE] = doc_uint(cache->type_size);
		row->cell[GRADE_NAME] = doc_string(lay_access_grade_name(
							   cache->grade));
	}
	row->cell[ALLOCS] = doc_uint(cache->nr_allocs);
	row->cell[FUNCTION] = text_of(doc, cache->function);
	row->cell[SOURCE_FILE] = text_of(doc, cache->file);
	if (cache->line)
		row->cell[SOURCE_LINE] = doc_uint(cache->line);
	row->cell[ADDR] = doc_string(doc_printf(doc, "0x%" PRIx64,
						cache->addr));
}

static void add_kmallocs(struct doc *doc, struct doc_section *s,
			 const struct lay_slabs *slabs)
{
	struct doc_table *table = doc_add_table(doc, s, "kmallocs",
						DOC_MACHINES, kmalloc_columns,
						NR_K_COLUMNS);
	size_t nr;
	const struct lay_slab_kmalloc *k = lay_slabs_kmallocs(slabs, &nr);

	for (size_t i = 0; i < nr; i++, k++) {
		struct doc_row *row = doc_add_row(doc, table, DOC_MACHINES);

		row->cell[K_TYPE] = text_of(doc, k->type);
		row->cell[K_TYPE_SIZE] = doc_uint(k->type_size);
		row->cell[K_SIZE] = doc_uint(k->size);
		row->cell[K_ALLOCS] = doc_uint(k->nr_allocs);
	}
}

int lay_report_add_slabs(struct lay_report *report,
			 const struct lay_slabs *slabs, struct lay_error *err)
{
	struct doc *doc = &report->doc;
	struct doc_section *s = doc_add_section(doc, &doc->root, "slabs",
						false);
	struct doc_record *sums = doc_add_record(doc, s, DOC_ALL);
	struct doc_table *table;
	size_t nr;
	const struct lay_slab_cache *cache = lay_slabs_caches(slabs, &nr);

	s->title = report->opts.quiet ? NULL : "slab caches";
	doc_add_field(doc, sums, DOC_MACHINES | report_chatter(report),
		      "nr_sites", "calls that create caches",
		      doc_uint(lay_slabs_nr_sites(slabs)));
	doc_add_field(doc, sums, DOC_MACHINES | report_chatter(report),
		      "nr_allocs", "calls that allocate",
		      doc_uint(lay_slabs_nr_allocs(slabs)));
	table = doc_add_table(doc, s, "caches", DOC_ALL, columns, NR_COLUMNS);
	table->bare = report->opts.quiet;
	table->whole_rows = true;
	for (size_t i = 0; i < nr; i++, cache++) {
		struct doc_row *row = doc_add_row(doc, table, DOC_ALL);

		row->cell[VARIABLE] = text_of(doc, cache->variable);
		row->cell[SOURCE] = text_of(doc, cache->source);
		fill_for_people(doc, row, cache);
		fill_for_machines(doc, row, cache);
	}
	add_kmallocs(doc, s, slabs);
	return doc_status(doc, err);
}
