// SPDX-License-Identifier: GPL-2.0-only
/* A reader of a file that was found, not named: as the reader in it, but for the
 * file, which it owns, and what is to be said of the search. */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>

#include "base/vec.h"
#include "build/debuglink.h"
#include "base/poison.h"

struct linked {
	struct reader reader;
	struct reader *inner;
	struct elf_file *debug;
	struct refusals refusals;
	struct lay_note *notes;
	size_t nr_notes, cap_notes;
	char source[512];
};

static struct linked *of(struct reader *r)
{
	return (struct linked *)r;
}

static const char *source(struct reader *r)
{
	return of(r)->source;
}

static int find(struct reader *r, const struct type_query *q,
		struct def_list *out, struct lay_error *err)
{
	return of(r)->inner->ops->find(of(r)->inner, q, out, err);
}

static int load(struct reader *r, const struct lay_def *def,
		const struct lay_type **type, struct lay_error *err)
{
	return of(r)->inner->ops->load(of(r)->inner, def, type, err);
}

static int units(struct reader *r, const struct lay_def *def,
		 const char ***list, size_t *nr, struct lay_error *err)
{
	*list = NULL;
	*nr = 0;
	if (!of(r)->inner->ops->units)
		return 0;
	return of(r)->inner->ops->units(of(r)->inner, def, list, nr, err);
}

static int identify(struct reader *r, struct lay_identity *id,
		    struct lay_error *err)
{
	return of(r)->inner->ops->identify(of(r)->inner, id, err);
}

static int names(struct reader *r, void (*see)(void *ctx, const char *name),
		 void *ctx, struct lay_error *err)
{
	return of(r)->inner->ops->names(of(r)->inner, see, ctx, err);
}

static int add_note(struct linked *l, const char *text, bool trouble,
		    struct lay_error *err)
{
	if (VEC_RESERVE(l->notes, l->nr_notes, l->cap_notes, 1) < 0)
		return lay_error_set(err, LAY_E_NOMEM, "no memory for notes");
	l->notes[l->nr_notes++] = (struct lay_note){
		.text = text, .trouble = trouble,
	};
	return 0;
}

/* What was refused is trouble where nothing better was found. */
static int notes(struct reader *r, const struct lay_note **list, size_t *nr,
		 struct lay_error *err)
{
	struct linked *l = of(r);
	const struct lay_note *inner = NULL;
	size_t nr_inner = 0;
	int ret = 0;

	l->nr_notes = 0;
	if (l->inner->ops->notes)
		ret = l->inner->ops->notes(l->inner, &inner, &nr_inner, err);
	for (size_t i = 0; i < l->refusals.nr && ret == 0; i++)
		ret = add_note(l, l->refusals.text[i], !l->debug, err);
	for (size_t i = 0; i < nr_inner && ret == 0; i++)
		ret = add_note(l, inner[i].text, inner[i].trouble, err);
	*list = l->notes;
	*nr = l->nr_notes;
	return ret;
}

static int intact(struct reader *r, struct lay_error *err)
{
	struct linked *l = of(r);
	int ret = l->debug ? elf_intact(l->debug, err) : 0;

	if (ret < 0 || !l->inner->ops->intact)
		return ret;
	return l->inner->ops->intact(l->inner, err);
}

static void close(struct reader *r)
{
	struct linked *l = of(r);

	l->inner->ops->close(l->inner);
	elf_close(l->debug);
	refusals_deinit(&l->refusals);
	free(l->notes);
	free(l);
}

static void use_threads(struct reader *r, unsigned int threads)
{
	if (of(r)->inner->ops->use_threads)
		of(r)->inner->ops->use_threads(of(r)->inner, threads);
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

struct reader *linked_reader_inner(struct reader *reader)
{
	return reader->ops == &ops ? of(reader)->inner : reader;
}

int linked_reader_create(struct reader *inner, struct elf_file *debug,
			 struct refusals *refusals, struct reader **reader,
			 struct lay_error *err)
{
	struct linked *l = calloc(1, sizeof(*l));
	const char *text = inner->ops->source(inner);

	if (!l)
		return lay_error_set(err, LAY_E_NOMEM, "out of memory");
	l->reader.ops = &ops;
	l->inner = inner;
	l->debug = debug;
	l->refusals = *refusals;
	*refusals = (struct refusals){ .text = NULL };
	if (debug)
		snprintf(l->source, sizeof(l->source), "%s in %s", text,
			 elf_path(debug));
	else
		snprintf(l->source, sizeof(l->source), "%s", text);
	*reader = &l->reader;
	return 0;
}
