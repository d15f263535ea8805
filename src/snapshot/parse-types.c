// SPDX-License-Identifier: GPL-2.0-only
/*
 * Rows to types. A type holds types in front of it alone, so each is made of
 * what is there already, in one pass, and none can hold itself. Who walks a
 * type later may go as deep as readers of DWARF let him: that is checked here.
 */
#include <config.h>

#include <inttypes.h>

#include "snapshot/parse.h"
#include "snapshot/schema.h"
#include "base/poison.h"

#define TYPE_FLAGS_MAX (2 * LAY_TYPE_TERSE - 1)
#define MEMBER_FLAGS_MAX (2 * LAY_MEMBER_ARTIFICIAL - 1)

_Static_assert(SNAP_DEPTH_MAX < UINT8_MAX, "depths are kept in bytes");

/* A row being read, and the type that it becomes. After a failure @ret is what
 * it was, and what is read is 0. */
struct making {
	struct snapshot *snap;
	const struct snap_cells *cells;
	unsigned int depth;
	int ret;
	struct lay_error *err;
};

static uint64_t get(struct making *m, size_t i, uint64_t max)
{
	uint64_t v = 0;

	if (m->ret == 0)
		m->ret = snap_cell(m->cells, i, max, &v, m->err);
	return m->ret < 0 ? 0 : v;
}

static const char *get_string(struct making *m, size_t i)
{
	const char *s = NULL;

	if (m->ret == 0)
		m->ret = snap_cell_string(m->snap, m->cells, i, &s, m->err);
	return s;
}

static const struct lay_type *get_type(struct making *m, size_t i)
{
	uint64_t nr = get(m, i, m->cells->number - 1);

	if (m->snap->depth[nr] >= m->depth)
		m->depth = m->snap->depth[nr] + 1u;
	return m->snap->type[nr];
}

/* A type that must be there. */
static const struct lay_type *get_some_type(struct making *m, size_t i)
{
	const struct lay_type *type = get_type(m, i);

	if (!type && m->ret == 0)
		m->ret = lay_error_set(m->err, LAY_E_FORMAT,
				       "%s[%zu]: number %zu is of a type, and 0",
				       m->cells->name, m->cells->number, i);
	return type;
}

static void get_decl(struct making *m, size_t file, struct lay_decl *decl)
{
	decl->file = get_string(m, file);
	decl->line = (uint32_t)get(m, file + 1, UINT32_MAX);
}

static void *new_list(struct making *m, size_t nr, size_t size)
{
	void *list = arena_array(&m->snap->model.arena, nr, size);

	if (!list && m->ret == 0)
		m->ret = model_full(&m->snap->model, m->err);
	return m->ret < 0 ? NULL : list;
}

static void read_base(struct making *m, struct lay_type *type, size_t nr)
{
	if (nr != 1) {
		if (m->ret == 0)
			m->ret = lay_error_set(m->err, LAY_E_FORMAT,
					       "types[%zu]: a base type has %d numbers",
					       m->cells->number, SNAP_TYPE_CELLS
					       + SNAP_BASE_CELLS);
		return;
	}
	type->encoding = (enum lay_encoding)
		get(m, SNAP_TYPE_CELLS + SNAP_BASE_ENCODING,
		    LAY_ENCODING_COMPLEX);
	type->bit_width = (uint32_t)
		get(m, SNAP_TYPE_CELLS + SNAP_BASE_WIDTH, UINT32_MAX);
}

static void read_members(struct making *m, struct lay_type *type, size_t nr)
{
	struct lay_member *list = new_list(m, nr, sizeof(*list));
	size_t at = SNAP_TYPE_CELLS;

	for (size_t i = 0; list && i < nr && m->ret == 0; i++) {
		list[i] = (struct lay_member){
			.name = get_string(m, at + SNAP_MEMBER_NAME),
			.type = get_some_type(m, at + SNAP_MEMBER_TYPE),
			.bit_off = get(m, at + SNAP_MEMBER_BIT_OFF, UINT64_MAX),
			.bit_size = get(m, at + SNAP_MEMBER_BIT_SIZE,
					UINT64_MAX),
			.align = get(m, at + SNAP_MEMBER_ALIGN, UINT64_MAX),
			.flags = (unsigned int)get(m, at + SNAP_MEMBER_FLAGS,
						   MEMBER_FLAGS_MAX),
		};
		get_decl(m, at + SNAP_MEMBER_FILE, &list[i].decl);
		at += SNAP_MEMBER_CELLS;
	}
	type->members = list;
	type->nr_members = nr;
}

static void read_dims(struct making *m, struct lay_type *type, size_t nr)
{
	struct lay_dim *list = new_list(m, nr, sizeof(*list));
	size_t at = SNAP_TYPE_CELLS;
	uint64_t flags;

	for (size_t i = 0; list && i < nr; i++, at += SNAP_DIM_CELLS) {
		flags = get(m, at + SNAP_DIM_FLAGS,
			    SNAP_DIM_BOUNDED | SNAP_DIM_VARIABLE);
		list[i].count = get(m, at + SNAP_DIM_COUNT, UINT64_MAX);
		list[i].bounded = flags & SNAP_DIM_BOUNDED;
		list[i].variable = flags & SNAP_DIM_VARIABLE;
	}
	type->dims = list;
	type->nr_dims = nr;
}

static void read_values(struct making *m, struct lay_type *type, size_t nr)
{
	struct lay_enumerator *list = new_list(m, nr, sizeof(*list));
	size_t at = SNAP_TYPE_CELLS;

	for (size_t i = 0; list && i < nr; i++, at += SNAP_VALUE_CELLS) {
		list[i].name = get_string(m, at + SNAP_VALUE_NAME);
		list[i].is_unsigned = get(m, at + SNAP_VALUE_UNSIGNED, 1);
		list[i].value = (int64_t)get(m, at + SNAP_VALUE_VALUE,
					     UINT64_MAX);
	}
	type->enumerators = list;
	type->nr_enumerators = nr;
}

static void read_params(struct making *m, struct lay_type *type, size_t nr)
{
	const struct lay_type **list = new_list(m, nr, sizeof(*list));

	for (size_t i = 0; list && i < nr; i++)
		list[i] = get_some_type(m, SNAP_TYPE_CELLS + i);
	type->params = list;
	type->nr_params = nr;
}

/* What follows the head of a row: so many numbers for each item. */
static const struct list {
	void (*read)(struct making *m, struct lay_type *type, size_t nr);
	size_t cells;
} lists[LAY_NR_KINDS] = {
	[LAY_KIND_BASE] = { read_base, SNAP_BASE_CELLS },
	[LAY_KIND_STRUCT] = { read_members, SNAP_MEMBER_CELLS },
	[LAY_KIND_UNION] = { read_members, SNAP_MEMBER_CELLS },
	[LAY_KIND_ENUM] = { read_values, SNAP_VALUE_CELLS },
	[LAY_KIND_ARRAY] = { read_dims, SNAP_DIM_CELLS },
	[LAY_KIND_FUNCTION] = { read_params, 1 },
};

static void read_lists(struct making *m, struct lay_type *type)
{
	const struct list *list = &lists[type->kind];
	size_t nr = m->cells->numbers.nr - SNAP_TYPE_CELLS;

	if (list->cells ? nr % list->cells : nr)
		m->ret = lay_error_set(m->err, LAY_E_FORMAT,
				       "types[%zu]: %zu numbers are none of a %s",
				       m->cells->number, m->cells->numbers.nr,
				       lay_kind_name(type->kind));
	else if (list->cells)
		list->read(m, type, nr / list->cells);
}

static void read_head(struct making *m, struct lay_type *type)
{
	type->flags = (unsigned int)get(m, SNAP_TYPE_FLAGS, TYPE_FLAGS_MAX);
	type->name = get_string(m, SNAP_TYPE_NAME);
	type->size = get(m, SNAP_TYPE_SIZE, UINT64_MAX);
	type->align = get(m, SNAP_TYPE_ALIGN, UINT64_MAX);
	type->why = get_string(m, SNAP_TYPE_WHY);
	get_decl(m, SNAP_TYPE_FILE, &type->decl);
	type->target = get_type(m, SNAP_TYPE_TARGET);
	type->source_off = m->cells->number;
}

static int read_type(struct snapshot *snap, const struct snap_cells *cells,
		     struct lay_error *err)
{
	struct making m = { .snap = snap, .cells = cells, .err = err };
	struct lay_type *type;
	enum lay_kind kind;

	if (cells->numbers.nr < SNAP_TYPE_CELLS)
		m.ret = lay_error_set(err, LAY_E_FORMAT,
				      "types[%zu]: %zu numbers, and a type has %d at least",
				      cells->number, cells->numbers.nr,
				      SNAP_TYPE_CELLS);
	kind = (enum lay_kind)get(&m, SNAP_TYPE_KIND, LAY_NR_KINDS - 1);
	if (m.ret < 0)
		return m.ret;
	type = model_add_type(&snap->model, kind);
	if (!type)
		return model_full(&snap->model, err);
	read_head(&m, type);
	if (m.ret == 0)
		read_lists(&m, type);
	if (m.ret == 0 && m.depth > SNAP_DEPTH_MAX)
		return lay_error_set(err, LAY_E_LIMIT,
				     "types[%zu]: types more than %d deep in one another",
				     cells->number, SNAP_DEPTH_MAX);
	snap->type[cells->number] = type;
	snap->depth[cells->number] = (uint8_t)m.depth;
	return m.ret;
}

int snapshot_parse_types(struct snapshot *snap, const struct json_span *list,
			 struct lay_error *err)
{
	struct arena *arena = &snap->model.arena;
	struct snap_cells cells;
	int ret;

	snap->type = arena_array(arena, list->nr + 1, sizeof(*snap->type));
	snap->depth = arena_array(arena, list->nr + 1, sizeof(*snap->depth));
	if (!snap->type || !snap->depth)
		return model_full(&snap->model, err);
	ret = snap_rows_begin(&cells, "types", list, err);
	while (ret == 0 && (ret = snap_rows_next(&cells, err)) > 0)
		ret = read_type(snap, &cells, err);
	snap->nr_types = cells.number;
	snap_rows_end(&cells);
	return ret;
}
