// SPDX-License-Identifier: GPL-2.0-only
/* What lies in the lines of a variable. */
#include <config.h>

#include <stdlib.h>

#include <layoutdiff/variables.h>

#include "base/vec.h"
#include "base/poison.h"

/* Lines, counted in the space: those of the first and the last byte. */
struct lines {
	uint64_t first, last;
};

static struct lines lines_of(const struct lay_variable *v, uint64_t line_size)
{
	return (struct lines){
		v->addr / line_size,
		(v->addr + v->size - 1) / line_size,
	};
}

static bool shares(const struct lay_variable *a, const struct lay_variable *b,
		   uint64_t line_size)
{
	struct lines la = lines_of(a, line_size), lb = lines_of(b, line_size);

	return b->size && la.first <= lb.last && lb.first <= la.last;
}

struct list {
	uint32_t *item;
	size_t nr, cap;
};

static int add(struct list *list, size_t i)
{
	if (VEC_RESERVE(list->item, list->nr, list->cap, 1) < 0)
		return -1;
	list->item[list->nr++] = (uint32_t)i;
	return 0;
}

/* Is the variable @j, or another of its block in front of it, to be looked at? */
static bool may_reach(const struct lay_variables *vars, size_t j,
		      uint64_t start)
{
	return vars->reach[j / LAY_VARIABLES_BLOCK] > start;
}

/*
 * Those in front of @i that share a line with it, the last one first: they are
 * some that begin in it, and any that reach into it from somewhere.
 */
static int add_before(const struct lay_variables *vars, uint32_t i,
		      uint64_t line_size, struct list *list)
{
	const struct lay_variable *v = vars->variable;
	uint64_t start = v[i].addr / line_size * line_size;

	for (size_t j = i; j > 0 && v[j - 1].space == v[i].space; j--) {
		if (!may_reach(vars, j - 1, start)) {
			j -= (j - 1) % LAY_VARIABLES_BLOCK;
			continue;
		}
		if (shares(&v[i], &v[j - 1], line_size) &&
		    add(list, j - 1) < 0)
			return -1;
	}
	return 0;
}

static int add_behind(const struct lay_variables *vars, uint32_t i,
		      uint64_t line_size, struct list *list)
{
	const struct lay_variable *v = vars->variable;
	uint64_t last = lines_of(&v[i], line_size).last;

	for (size_t j = (size_t)i + 1; j < vars->nr; j++) {
		if (v[j].space != v[i].space || v[j].addr / line_size > last)
			break;
		if (shares(&v[i], &v[j], line_size) && add(list, j) < 0)
			return -1;
	}
	return 0;
}

static void reverse(uint32_t *item, size_t nr)
{
	for (size_t i = 0; i < nr / 2; i++) {
		uint32_t other = item[nr - 1 - i];

		item[nr - 1 - i] = item[i];
		item[i] = other;
	}
}

int lay_variable_mates(const struct lay_variables *vars, uint32_t i,
		       uint64_t line_size, uint32_t **mates, size_t *nr,
		       struct lay_error *err)
{
	struct list list = { .item = NULL };
	int ret;

	*mates = NULL;
	*nr = 0;
	if (!vars->variable[i].size)
		return 0;
	ret = add_before(vars, i, line_size, &list);
	reverse(list.item, list.nr);
	if (ret == 0)
		ret = add_behind(vars, i, line_size, &list);
	if (ret < 0) {
		free(list.item);
		return lay_error_set(err, LAY_E_NOMEM, "out of memory");
	}
	*mates = list.item;
	*nr = list.nr;
	return 0;
}

bool lay_variable_is_placed(const struct lay_variable *variable,
			    uint64_t line_size)
{
	return !variable->space_align ||
	       variable->space_align % line_size == 0;
}

static bool straddles(uint64_t start, uint64_t size, uint64_t line_size)
{
	return size && size <= line_size &&
	       start / line_size != (start + size - 1) / line_size;
}

/* Whether an object does depends on its place in a line, and that comes again
 * after as many objects as a line has bytes. */
uint64_t lay_array_straddles(uint64_t start, uint64_t size, uint64_t nr,
			     uint64_t line_size)
{
	uint64_t period = 0, rest = 0;

	if (!size || size > line_size)
		return 0;
	start %= line_size;
	for (uint64_t i = 0; i < line_size; i++) {
		bool does = straddles(start + i * size, size, line_size);

		period += does;
		rest += does && i < nr % line_size;
	}
	return nr / line_size * period + rest;
}
