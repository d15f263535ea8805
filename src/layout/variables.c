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

/* The first that could share a line with @i: variables lie in others, too. */
static size_t first_of(const struct lay_variables *vars, uint32_t i,
		       uint64_t line_size)
{
	const struct lay_variable *v = vars->variable;
	uint64_t start = v[i].addr / line_size * line_size;
	size_t first = i;

	while (first > 0 && v[first - 1].space == v[i].space &&
	       v[first].reach > start)
		first--;
	return first;
}

int lay_variable_mates(const struct lay_variables *vars, uint32_t i,
		       uint64_t line_size, uint32_t **mates, size_t *nr,
		       struct lay_error *err)
{
	const struct lay_variable *v = &vars->variable[i];
	struct list list = { .item = NULL };
	uint64_t last;

	*mates = NULL;
	*nr = 0;
	if (!v->size)
		return 0;
	last = lines_of(v, line_size).last;
	for (size_t j = first_of(vars, i, line_size); j < vars->nr; j++) {
		const struct lay_variable *m = &vars->variable[j];

		if (m->space != v->space || m->addr / line_size > last)
			break;
		if (j == i || !shares(v, m, line_size))
			continue;
		if (add(&list, j) < 0) {
			free(list.item);
			return lay_error_set(err, LAY_E_NOMEM, "out of memory");
		}
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
