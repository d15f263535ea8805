// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include <layoutdiff/matrix.h>

#include "base/arena.h"
#include "base/map.h"
#include "base/strset.h"
#include "base/vec.h"
#include "base/poison.h"

/*
 * Rows are in the order of the first build; what a later build has more stands
 * behind the member that it follows there.
 */

struct row {
	struct lay_matrix_row pub;
	const struct lay_slot **slots;
	struct row *next;
};

struct matrix {
	struct lay_matrix pub;
	struct arena arena;
	struct strset paths;	/* of the rows: equal ones are one */
	struct map by_path;	/* rows */
	struct row *first;
	const struct lay_layout **layouts;
	struct lay_matrix_row *rows;
};

static int no_memory(struct lay_error *err)
{
	return lay_error_set(err, LAY_E_NOMEM, "out of memory for a matrix");
}

/* Has the member a place in the table: a name, and is it the type's own? */
static bool has_row(const struct lay_layout *layout, uint32_t slot)
{
	const struct lay_slot *s = &layout->slots[slot];

	if (s->kind != LAY_SLOT_MEMBER ||
	    s->flags & (LAY_SLOT_ANONYMOUS | LAY_SLOT_MARKER))
		return false;
	for (uint32_t p = s->parent; p != LAY_NO_SLOT;
	     p = layout->slots[p].parent)
		if (!(layout->slots[p].flags & LAY_SLOT_ANONYMOUS))
			return false;
	return true;
}

/* The row of @path, or a new one behind @prev (NULL: in front of all). */
static struct row *row_of(struct matrix *m, const char *path, struct row *prev)
{
	struct row **at = prev ? &prev->next : &m->first, *row;

	path = strset_adds(&m->paths, path);
	if (!path)
		return NULL;
	row = (struct row *)map_get(&m->by_path, (uintptr_t)path);
	if (row)
		return row;
	row = arena_alloc(&m->arena, sizeof(*row));
	if (!row)
		return NULL;
	row->pub.path = path;
	row->slots = arena_array(&m->arena, m->pub.nr_builds,
				 sizeof(*row->slots));
	if (!row->slots || map_put(&m->by_path, (uintptr_t)path, row) < 0)
		return NULL;
	row->pub.slots = row->slots;
	row->next = *at;
	*at = row;
	m->pub.nr_rows++;
	return row;
}

static int add_build(struct matrix *m, size_t build, const char *path,
		     struct lay_error *err)
{
	const struct lay_layout *layout = m->layouts[build];
	struct row *row = NULL;

	if (path) {
		uint32_t slot = lay_layout_find(layout, path);

		if (slot == LAY_NO_SLOT)
			return 0;
		row = row_of(m, path, NULL);
		if (!row)
			return no_memory(err);
		row->slots[build] = &layout->slots[slot];
		return 0;
	}
	for (uint32_t i = 0; i < layout->nr_slots; i++) {
		if (!has_row(layout, i))
			continue;
		row = row_of(m, layout->slots[i].path, row);
		if (!row)
			return no_memory(err);
		row->slots[build] = &layout->slots[i];
	}
	return 0;
}

static unsigned int compare(const struct lay_slot *a, const struct lay_slot *b)
{
	unsigned int differs = 0;

	if (a->bit_off != b->bit_off)
		differs |= LAY_MATRIX_OFFSET;
	if (a->first_line != b->first_line || a->last_line != b->last_line)
		differs |= LAY_MATRIX_LINE;
	if (a->bit_size != b->bit_size)
		differs |= LAY_MATRIX_SIZE;
	return differs;
}

static void compare_row(const struct matrix *m, struct row *row)
{
	const struct lay_slot *first = NULL;

	for (size_t i = 0; i < m->pub.nr_builds; i++) {
		const struct lay_slot *s = row->slots[i];

		if (!s && m->layouts[i])
			row->pub.differs |= LAY_MATRIX_ABSENT;
		else if (s && first)
			row->pub.differs |= compare(first, s);
		else if (s)
			first = s;
	}
}

static void compare_sizes(struct matrix *m)
{
	const struct lay_layout *first = NULL;

	for (size_t i = 0; i < m->pub.nr_builds; i++) {
		const struct lay_layout *l = m->layouts[i];

		if (!l)
			continue;
		if (!first)
			first = l;
		m->pub.size_differs |= l->size != first->size;
		m->pub.lines_differ |= l->nr_lines != first->nr_lines;
	}
}

static int finish(struct matrix *m, struct lay_error *err)
{
	size_t nr = 0;

	m->rows = arena_array(&m->arena, m->pub.nr_rows + 1, sizeof(*m->rows));
	if (!m->rows)
		return no_memory(err);
	for (struct row *row = m->first; row; row = row->next) {
		compare_row(m, row);
		m->rows[nr++] = row->pub;
	}
	m->pub.rows = m->rows;
	compare_sizes(m);
	return 0;
}

int lay_matrix_make(const struct lay_layout *const *layouts, size_t nr_builds,
		    const char *path, struct lay_matrix **matrix,
		    struct lay_error *err)
{
	struct matrix *m = calloc(1, sizeof(*m));
	int ret = 0;

	if (!m)
		return no_memory(err);
	arena_init(&m->arena, 0);
	strset_init(&m->paths);
	map_init(&m->by_path);
	m->pub.nr_builds = nr_builds;
	m->layouts = arena_memdup(&m->arena, layouts,
				  nr_builds * sizeof(*layouts));
	if (!m->layouts)
		ret = no_memory(err);
	m->pub.layouts = m->layouts;
	for (size_t i = 0; i < nr_builds && ret == 0; i++)
		if (layouts[i])
			ret = add_build(m, i, path, err);
	if (ret == 0)
		ret = finish(m, err);
	if (ret < 0) {
		lay_matrix_free(&m->pub);
		return ret;
	}
	*matrix = &m->pub;
	return 0;
}

void lay_matrix_free(struct lay_matrix *matrix)
{
	struct matrix *m = (struct matrix *)matrix;

	if (!m)
		return;
	map_free(&m->by_path);
	strset_free(&m->paths);
	arena_free(&m->arena);
	free(m);
}
