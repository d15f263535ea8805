// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "snapshot/parse.h"
#include "snapshot/schema.h"
#include "base/poison.h"

#define DEF_FLAGS_MAX (2 * LAY_DEF_TYPE_UNIT - 1)

static int bad_def(size_t number, const char *what, struct lay_error *err)
{
	return lay_error_set(err, LAY_E_FORMAT, "definitions[%zu]: %s", number,
			     what);
}

static int read_numbers(const struct snapshot *snap, const struct snap_cells *c,
			uint64_t v[SNAP_DEF_CELLS], struct lay_error *err)
{
	const uint64_t max[SNAP_DEF_CELLS] = {
		[SNAP_DEF_NAME] = snap->nr_strings,
		[SNAP_DEF_KIND] = LAY_NR_KINDS - 1,
		[SNAP_DEF_FLAGS] = DEF_FLAGS_MAX,
		[SNAP_DEF_SIZE] = UINT64_MAX,
		[SNAP_DEF_NR_MEMBERS] = UINT32_MAX,
		[SNAP_DEF_NR_UNITS] = UINT32_MAX,
		[SNAP_DEF_UNIT] = snap->nr_strings,
		[SNAP_DEF_NR_FILES] = UINT32_MAX,
		[SNAP_DEF_FILE] = snap->nr_strings,
		[SNAP_DEF_PRINT_HI] = UINT64_MAX,
		[SNAP_DEF_PRINT_LO] = UINT64_MAX,
		[SNAP_DEF_TYPE] = snap->nr_types,
		[SNAP_DEF_WHY] = snap->nr_strings,
	};

	for (size_t i = 0; i < SNAP_DEF_CELLS; i++) {
		int ret = snap_cell(c, i, max[i], &v[i], err);

		if (ret < 0)
			return ret;
	}
	return 0;
}

static int read_def(struct snapshot *snap, const struct snap_cells *c,
		    struct lay_error *err)
{
	size_t i = c->number - 1;
	struct snap_def *d = &snap->def[i];
	uint64_t v[SNAP_DEF_CELLS];
	int ret;

	if (c->numbers.nr != SNAP_DEF_CELLS)
		return bad_def(c->number,
			       "is of another length than definitions are",
			       err);
	ret = read_numbers(snap, c, v, err);
	if (ret < 0)
		return ret;
	d->def = (struct lay_def){
		.name = snap->string[v[SNAP_DEF_NAME]],
		.kind = (enum lay_kind)v[SNAP_DEF_KIND],
		.flags = (unsigned int)v[SNAP_DEF_FLAGS],
		.size = v[SNAP_DEF_SIZE],
		.nr_members = (uint32_t)v[SNAP_DEF_NR_MEMBERS],
		.nr_units = (uint32_t)v[SNAP_DEF_NR_UNITS],
		.unit = snap->string[v[SNAP_DEF_UNIT]],
		.fingerprint = { v[SNAP_DEF_PRINT_HI], v[SNAP_DEF_PRINT_LO] },
		.nr_files = (uint32_t)v[SNAP_DEF_NR_FILES],
		.file = snap->string[v[SNAP_DEF_FILE]],
		.source_off = i,
	};
	d->type = snap->type[v[SNAP_DEF_TYPE]];
	d->why = snap->string[v[SNAP_DEF_WHY]];
	if (!d->def.name)
		return bad_def(i + 1, "has no name", err);
	if (d->type && d->type->kind != d->def.kind)
		return bad_def(i + 1, "is of another kind than its type", err);
	if (d->type && d->type->kind == LAY_KIND_TYPEDEF && !d->type->name)
		return bad_def(i + 1, "is a typedef, and its type has no name",
			       err);
	if (!d->type && !d->why)
		return bad_def(i + 1, "has neither type nor reason", err);
	return 0;
}

/* Definitions of a name in front of its declarations. */
static int compare(const void *pa, const void *pb)
{
	const struct snap_def *a = *(struct snap_def *const *)pa;
	const struct snap_def *b = *(struct snap_def *const *)pb;
	unsigned int decl_a = a->def.flags & LAY_DEF_DECLARATION;
	unsigned int decl_b = b->def.flags & LAY_DEF_DECLARATION;
	int order = strcmp(a->def.name, b->def.name);

	if (order)
		return order;
	if (a->def.kind != b->def.kind)
		return a->def.kind < b->def.kind ? -1 : 1;
	return (decl_a > decl_b) - (decl_a < decl_b);
}

static bool same_name(const struct snap_def *a, const struct snap_def *b)
{
	return a->def.kind == b->def.kind && !strcmp(a->def.name, b->def.name);
}

/* Where a name is both declared and defined, it is defined in functions. */
static int find_hidden(struct snapshot *snap, struct lay_error *err)
{
	struct snap_def **sorted = calloc(snap->nr_defs + 1, sizeof(*sorted));
	const struct snap_def *first = NULL;

	if (!sorted)
		return lay_error_set(err, LAY_E_NOMEM,
				     "out of memory for definitions");
	for (size_t i = 0; i < snap->nr_defs; i++)
		sorted[i] = &snap->def[i];
	if (snap->nr_defs)
		qsort(sorted, snap->nr_defs, sizeof(*sorted), compare);
	for (size_t i = 0; i < snap->nr_defs; i++) {
		struct snap_def *d = sorted[i];

		if (!first || !same_name(first, d))
			first = d;
		d->hidden = d->def.flags & LAY_DEF_DECLARATION &&
			    !(first->def.flags & LAY_DEF_DECLARATION);
	}
	free(sorted);
	return 0;
}

int snapshot_parse_defs(struct snapshot *snap, const struct json_span *list,
			struct lay_error *err)
{
	struct snap_cells cells;
	int ret;

	snap->def = arena_array(&snap->model.arena, list->nr,
				sizeof(*snap->def));
	if (!snap->def)
		return model_full(&snap->model, err);
	ret = snap_rows_begin(&cells, "definitions", list, err);
	while (ret == 0 && (ret = snap_rows_next(&cells, err)) > 0)
		ret = read_def(snap, &cells, err);
	snap->nr_defs = cells.number;
	snap_rows_end(&cells);
	return ret < 0 ? ret : find_hidden(snap, err);
}
