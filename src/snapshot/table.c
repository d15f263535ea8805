// SPDX-License-Identifier: GPL-2.0-only
/*
 * A build says the same types over and over: DWARF has them once a unit, and
 * what two definitions embed was read from two units. A row of numbers says all
 * of a type, by the numbers of the strings and types that it refers to, which
 * were made first. So equal rows are equal types, and of a row that was written
 * only a print is kept (see base/hash.h): memory goes by what is different, and
 * by little of that.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/vec.h"
#include "model/def.h"
#include "snapshot/schema.h"
#include "snapshot/table.h"
#include "base/poison.h"

/* A row while it is made: what it refers to is made meanwhile. After a failure
 * nothing more is added, and @ret is what it was. */
struct row {
	struct snap_table *table;
	uint64_t *cells;
	size_t nr, cap;
	int ret;
	struct lay_error *err;
};

void snap_table_init(struct snap_table *table, struct snap_text *rows)
{
	*table = (struct snap_table){ .rows = rows };
	arena_init(&table->arena, 0);
	map_init(&table->by_type);
}

void snap_table_deinit(struct snap_table *table)
{
	arena_free(&table->arena);
	index_free(&table->by_string);
	index_free(&table->by_print);
	map_free(&table->by_type);
	free(table->string);
	free(table->print);
}

void snap_table_forget_types(struct snap_table *table)
{
	map_free(&table->by_type);
}

static int no_memory(struct lay_error *err)
{
	return lay_error_set(err, LAY_E_NOMEM, "out of memory for a snapshot");
}

static uint64_t key_of(const void *p)
{
	return (uint64_t)(uintptr_t)p;
}

/* Maps hold pointers: a number is one to a place that nobody looks at. */
static const void *from_number(uint64_t nr)
{
	return (const void *)(uintptr_t)nr;
}

static uint64_t number_of(const struct map *map, uint64_t key)
{
	return (uint64_t)(uintptr_t)map_get(map, key);
}

static uint64_t string_hash(const void *strings, uint32_t i)
{
	const char *s = ((const char *const *)strings)[i];

	return hash_bytes(s, strlen(s));
}

static bool is_string(const void *strings, uint32_t i, const void *key)
{
	return !strcmp(((const char *const *)strings)[i], key);
}

int snap_table_string(struct snap_table *table, const char *s, uint64_t *nr,
		      struct lay_error *err)
{
	static const struct index_ops ops = { string_hash, is_string };
	size_t len = s ? strlen(s) : 0;
	uint32_t *slot;
	const char *own;

	*nr = 0;
	if (!s)
		return 0;
	slot = index_find(&table->by_string, &ops, table->string,
			  table->nr_strings, s, hash_bytes(s, len));
	if (!slot)
		return no_memory(err);
	*nr = *slot;
	if (*nr)
		return 0;
	own = arena_strndup(&table->arena, s, len);
	if (!own || VEC_RESERVE(table->string, table->nr_strings,
				table->cap_strings, 1) < 0)
		return no_memory(err);
	table->string[table->nr_strings++] = own;
	*slot = (uint32_t)table->nr_strings;
	*nr = *slot;
	return 0;
}

static void push(struct row *row, uint64_t cell)
{
	if (row->ret < 0)
		return;
	if (VEC_RESERVE(row->cells, row->nr, row->cap, 1) < 0)
		row->ret = no_memory(row->err);
	else
		row->cells[row->nr++] = cell;
}

static void push_string(struct row *row, const char *s)
{
	uint64_t nr = 0;

	if (row->ret == 0)
		row->ret = snap_table_string(row->table, s, &nr, row->err);
	push(row, nr);
}

static void push_type(struct row *row, const struct lay_type *type)
{
	uint64_t nr = 0;

	if (row->ret == 0)
		row->ret = snap_table_type(row->table, type, &nr, row->err);
	push(row, nr);
}

static void push_head(struct row *row, const struct lay_type *type)
{
	push(row, type->kind);
	push(row, type->flags);
	push_string(row, type->name);
	push(row, type->size);
	push(row, type->align);
	push_string(row, type->why);
	push_string(row, type->decl.file);
	push(row, type->decl.line);
	push_type(row, type->target);
}

static void push_members(struct row *row, const struct lay_type *type)
{
	for (size_t i = 0; i < type->nr_members; i++) {
		const struct lay_member *m = &type->members[i];

		push_string(row, m->name);
		push_type(row, m->type);
		push(row, m->bit_off);
		push(row, m->bit_size);
		push(row, m->align);
		push(row, m->flags);
		push_string(row, m->decl.file);
		push(row, m->decl.line);
	}
}

static void push_dims(struct row *row, const struct lay_type *type)
{
	for (size_t i = 0; i < type->nr_dims; i++) {
		const struct lay_dim *dim = &type->dims[i];

		push(row, dim->count);
		push(row, (dim->bounded ? SNAP_DIM_BOUNDED : 0) |
			  (dim->variable ? SNAP_DIM_VARIABLE : 0));
	}
}

static void push_values(struct row *row, const struct lay_type *type)
{
	for (size_t i = 0; i < type->nr_enumerators; i++) {
		const struct lay_enumerator *e = &type->enumerators[i];

		push_string(row, e->name);
		push(row, e->is_unsigned);
		push(row, (uint64_t)e->value);
	}
}

static void push_lists(struct row *row, const struct lay_type *type)
{
	switch (type->kind) {
	case LAY_KIND_BASE:
		push(row, type->encoding);
		push(row, type->bit_width);
		break;
	case LAY_KIND_STRUCT:
	case LAY_KIND_UNION:
		push_members(row, type);
		break;
	case LAY_KIND_ARRAY:
		push_dims(row, type);
		break;
	case LAY_KIND_ENUM:
		push_values(row, type);
		break;
	case LAY_KIND_FUNCTION:
		for (size_t i = 0; i < type->nr_params; i++)
			push_type(row, type->params[i]);
		break;
	default:
		break;
	}
}

static uint64_t print_hash(const void *prints, uint32_t i)
{
	return ((const struct lay_fingerprint *)prints)[i].lo;
}

static bool is_print(const void *prints, uint32_t i, const void *key)
{
	return fingerprint_same((const struct lay_fingerprint *)prints + i,
				key);
}

/* Find @row, or write it. */
static int intern(struct snap_table *table, const struct row *row, uint64_t *nr,
		  struct lay_error *err)
{
	static const struct index_ops ops = { print_hash, is_print };
	struct lay_fingerprint print;
	uint32_t *slot;

	fingerprint_init(&print);
	for (size_t i = 0; i < row->nr; i++)
		fingerprint_u64(&print, row->cells[i]);
	slot = index_find(&table->by_print, &ops, table->print, table->nr_rows,
			  &print, print.lo);
	if (!slot)
		return no_memory(err);
	*nr = *slot;
	if (*nr)
		return 0;
	if (VEC_RESERVE(table->print, table->nr_rows, table->cap_rows, 1) < 0 ||
	    snap_put_row(table->rows, row->cells, row->nr) < 0)
		return no_memory(err);
	table->print[table->nr_rows++] = print;
	*slot = (uint32_t)table->nr_rows;
	*nr = *slot;
	return 0;
}

int snap_table_type(struct snap_table *table, const struct lay_type *type,
		    uint64_t *nr, struct lay_error *err)
{
	struct row row = { .table = table, .err = err };
	int ret;

	*nr = type ? number_of(&table->by_type, key_of(type)) : 0;
	if (!type || *nr)
		return 0;
	if (table->depth >= SNAP_DEPTH_MAX)
		return lay_error_set(err, LAY_E_LIMIT,
				     "types more than %d deep in one another",
				     SNAP_DEPTH_MAX);
	table->depth++;
	push_head(&row, type);
	push_lists(&row, type);
	ret = row.ret;
	if (ret == 0)
		ret = intern(table, &row, nr, err);
	if (ret == 0 && map_put(&table->by_type, key_of(type),
				from_number(*nr)) < 0)
		ret = no_memory(err);
	table->depth--;
	free(row.cells);
	return ret;
}
