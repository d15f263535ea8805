// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/glob.h"
#include "base/vec.h"
#include "model/query.h"
#include "snapshot/file.h"
#include "snapshot/parse.h"
#include "snapshot/reader.h"
#include "base/poison.h"

/* Bytes of types: what a hostile snapshot of SNAPSHOT_MAX can ask for. */
#define MODEL_MAX ((size_t)4 << 30)

struct snapshot_reader {
	struct reader reader;
	struct snapshot snap;
	const char *source;
};

static struct snapshot_reader *of(struct reader *r)
{
	return (struct snapshot_reader *)r;
}

static const char *source(struct reader *r)
{
	return of(r)->source;
}

/* As readers of what was snapped leave it out: see struct type_query. */
static bool adds_nothing(const struct snap_def *d, const struct type_query *q)
{
	if (!q->all && d->def.flags & LAY_DEF_LOCAL && !q->local)
		return true;
	if (!q->all && d->hidden && q->local)
		return true;
	return d->type && query_leaves_out_type(q, d->type);
}

static int find(struct reader *r, const struct type_query *q,
		struct def_list *out, struct lay_error *err)
{
	const struct snapshot *snap = &of(r)->snap;

	for (size_t i = 0; i < snap->nr_defs && q->only != QUERY_BASE; i++) {
		const struct snap_def *d = &snap->def[i];

		if (!(q->kinds & 1u << d->def.kind) ||
		    (q->glob ? !glob_match(q->name, d->def.name) :
		     strcmp(q->name, d->def.name) != 0) ||
		    adds_nothing(d, q))
			continue;
		if (VEC_RESERVE(out->def, out->nr, out->cap, 1) < 0)
			return lay_error_set(err, LAY_E_NOMEM,
					     "out of memory for definitions");
		out->def[out->nr++] = d->def;
	}
	return 0;
}

static int load(struct reader *r, const struct lay_def *def,
		const struct lay_type **type, struct lay_error *err)
{
	const struct snap_def *d = &of(r)->snap.def[def->source_off];

	if (!d->type)
		return lay_error_set(err, LAY_E_FORMAT, "%s", d->why);
	*type = d->type;
	return 0;
}

static int identify(struct reader *r, struct lay_identity *id,
		    struct lay_error *err)
{
	const char *path = id->path;

	(void)err;
	*id = of(r)->snap.identity;
	id->path = path;
	id->source = of(r)->source;
	id->partial = !of(r)->snap.whole;
	if (id->partial)
		id->lacks = "the snapshot has only some types of its build";
	else if (strstr(id->source, "split BTF"))
		id->lacks = "the snapshot has of split BTF what the module adds, not its base";
	id->partial |= strstr(id->source, "split BTF") != NULL;
	return 0;
}

static int notes(struct reader *r, const struct lay_note **notes, size_t *nr,
		 struct lay_error *err)
{
	(void)err;
	*notes = of(r)->snap.notes;
	*nr = of(r)->snap.nr_notes;
	return 0;
}

static int names(struct reader *r, void (*see)(void *ctx, const char *name),
		 void *ctx, struct lay_error *err)
{
	const struct snapshot *snap = &of(r)->snap;

	(void)err;
	for (size_t i = 0; i < snap->nr_defs; i++) {
		const struct lay_def *def = &snap->def[i].def;

		if (!(def->flags & LAY_DEF_LOCAL) &&
		    def->kind != LAY_KIND_BASE)
			see(ctx, def->name);
	}
	return 0;
}

static void close(struct reader *r)
{
	model_deinit(&of(r)->snap.model);
	free(r);
}

static const struct reader_ops ops = {
	.source = source,
	.find = find,
	.load = load,
	.identify = identify,
	.names = names,
	.notes = notes,
	.close = close,
};

/* "snapshot of DWARF 5"; that a type is not in it says little of the build
 * where only some were taken. */
static int name_source(struct snapshot_reader *r, struct lay_error *err)
{
	struct arena *arena = &r->snap.model.arena;
	const char *of_what = r->snap.identity.source;
	char text[256];
	int len = snprintf(text, sizeof(text), "snapshot of %s%.200s",
			   r->snap.whole ? "" : "some types of ", of_what);

	r->source = arena_strndup(arena, text, (size_t)len);
	return r->source ? 0 : model_full(&r->snap.model, err);
}

int snapshot_reader_create(const void *text, size_t len,
			   struct reader **reader, struct lay_error *err)
{
	struct snapshot_reader *r = calloc(1, sizeof(*r));
	int ret;

	if (!r)
		return lay_error_set(err, LAY_E_NOMEM,
				     "out of memory for a snapshot");
	r->reader.ops = &ops;
	model_init(&r->snap.model, MODEL_MAX);
	ret = snapshot_parse(&r->snap, text, len, err);
	if (ret == 0)
		ret = name_source(r, err);
	if (ret < 0) {
		close(&r->reader);
		return ret;
	}
	*reader = &r->reader;
	return 0;
}

int snapshot_reader_open(const char *path, struct reader **reader,
			 struct lay_error *err)
{
	char *text = NULL;
	size_t len;
	int ret = snapshot_file_read(path, &text, &len, err);

	if (ret == 0) {
		ret = snapshot_reader_create(text, len, reader, err);
		free(text);
	}
	if (ret < 0)
		lay_error_prefix(err, "%s: ", path);
	return ret;
}
