// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <stdio.h>
#include <stdlib.h>

#include "dwarf/abbrev.h"
#include "dwarf/constants.h"
#include "dwarf/find.h"
#include "dwarf/load.h"
#include "dwarf/reader.h"
#include "dwarf/split.h"
#include "dwarf/unstated.h"
#include "base/poison.h"

struct dw_reader {
	struct reader reader;
	struct dw_file *file;
	struct dw_loader *loader;
	struct strset strings;
	struct dw_asker asker;
	unsigned int jobs;	/* as it was opened for */
	char source[32];
	char not_known[64];
	struct lay_note note;
	char note_text[1024];
};

static struct dw_reader *of(struct reader *r)
{
	return (struct dw_reader *)r;
}

/* Units of the assembler and of other compilers may have other versions. */
static void name_source(struct dw_reader *r)
{
	unsigned int low = 5, high = 2;

	for (size_t i = 0; i < r->file->nr_units; i++) {
		unsigned int version = r->file->units[i].version;

		if (r->file->units[i].idle)
			continue;
		low = version < low ? version : low;
		high = version > high ? version : high;
	}
	if (low >= high)
		snprintf(r->source, sizeof(r->source), "DWARF %u", high);
	else
		snprintf(r->source, sizeof(r->source), "DWARF %u to %u", low,
			 high);
}

static const char *source(struct reader *r)
{
	return of(r)->source;
}

static int find(struct reader *r, const struct type_query *q,
		struct def_list *out, struct lay_error *err)
{
	size_t nr = out->nr;
	int ret;

	if (q->only == QUERY_BASE)
		return 0;
	ret = dw_find(&of(r)->asker, q, out, err);
	if (ret == 0 && out->nr == nr)
		ret = dw_check_split(of(r)->file, err);
	return ret;
}

static int load(struct reader *r, const struct lay_def *def,
		const struct lay_type **type, struct lay_error *err)
{
	return dw_loader_load(of(r)->loader, def->source_off, type, err);
}

static int units(struct reader *r, const struct lay_def *def,
		 const char ***list, size_t *nr, struct lay_error *err)
{
	return dw_find_units(&of(r)->asker, def, list, nr, err);
}

/* What the source was compiled to; what other units have in common is none. */
static bool is_counted(const struct dw_unit *unit)
{
	return !unit->idle && !(unit->unit_type == DW_UT_partial &&
				unit->nr_importers);
}

/* See unstated.h; NULL: all units say it. */
static const char *not_known(struct dw_reader *r)
{
	uint32_t nr = 0, all = 0;

	for (size_t i = 0; i < r->file->nr_units; i++) {
		const struct dw_unit *unit = &r->file->units[i];

		all += is_counted(unit);
		nr += is_counted(unit) && unit->no_align;
	}
	if (!nr)
		return NULL;
	if (nr == all)
		return "requested alignment";
	snprintf(r->not_known, sizeof(r->not_known),
		 "requested alignment in %u of %u units", nr, all);
	return r->not_known;
}

static int identify(struct reader *r, struct lay_identity *id,
		    struct lay_error *err)
{
	struct dw_asker *asker = &of(r)->asker;
	int ret = dw_find_producers(asker, err);

	if (ret < 0)
		return ret;
	id->not_known = not_known(of(r));
	id->producers = asker->producers.list;
	id->nr_producers = asker->producers.nr;
	id->nr_units = 0;
	for (size_t i = 0; i < asker->file->nr_units; i++)
		id->nr_units += is_counted(&asker->file->units[i]);
	return 0;
}

static int names(struct reader *r, void (*see)(void *ctx, const char *name),
		 void *ctx, struct lay_error *err)
{
	return dw_find_names(&of(r)->asker, see, ctx, err);
}

static int notes(struct reader *reader, const struct lay_note **list,
		 size_t *nr, struct lay_error *err)
{
	struct dw_reader *r = of(reader);
	const struct dw_missing *m = &r->file->missing;

	(void)err;
	*list = &r->note;
	*nr = m->nr > 0;
	if (!m->nr)
		return 0;
	snprintf(r->note_text, sizeof(r->note_text),
		 "%s: the types of %zu of %zu units are in other files that %s, the first '%s'%s%s",
		 elf_path(r->file->elf), m->nr, r->file->nr_skeletons,
		 m->why ? "cannot be used" : "are not there",
		 m->first ? m->first : "", m->why ? ": " : "",
		 m->why ? m->why : "");
	r->note = (struct lay_note){
		.text = r->note_text, .trouble = true,
	};
	return 0;
}

static void use_threads(struct reader *r, unsigned int threads)
{
	of(r)->asker.jobs = threads ? threads : of(r)->jobs;
}

static int intact(struct reader *r, struct lay_error *err)
{
	return dw_file_intact(of(r)->file, err);
}

static void close(struct reader *reader)
{
	struct dw_reader *r = of(reader);

	dw_loader_free(r->loader);
	dw_producers_deinit(&r->asker.producers);
	strset_free(&r->strings);
	dw_file_close(r->file);
	free(r);
}

static const struct reader_ops ops = {
	.source = source,
	.find = find,
	.load = load,
	.units = units,
	.identify = identify,
	.names = names,
	.use_threads = use_threads,
	.notes = notes,
	.intact = intact,
	.close = close,
};

int dw_reader_open(struct elf_file *elf, const struct lay_open_opts *opts,
		   const struct dw_finder *finder, struct reader **reader,
		   struct lay_error *err)
{
	struct dw_reader *r = calloc(1, sizeof(*r));
	int ret;

	if (!r)
		return lay_error_set(err, LAY_E_NOMEM, "%s: out of memory",
				     elf_path(elf));
	r->reader.ops = &ops;
	strset_init(&r->strings);
	ret = dw_file_open_all(elf, finder, &r->file, err);
	if (ret == 0)
		ret = dw_find_unstated(r->file, err);
	if (ret == 0)
		ret = dw_loader_new(r->file, !opts->no_decl, &r->loader, err);
	if (ret < 0) {
		close(&r->reader);
		return ret;
	}
	name_source(r);
	r->asker.file = r->file;
	r->jobs = opts->jobs;
	r->asker.jobs = opts->jobs;
	r->asker.strings = &r->strings;
	r->asker.progress = opts->progress;
	*reader = &r->reader;
	return 0;
}
