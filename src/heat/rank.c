// SPDX-License-Identifier: GPL-2.0-only
/* Types, their lines, and variables, hottest first. */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "heat/heat.h"
#include "base/poison.h"

/* A load of what another CPU had modified takes as long as this many from a cache
 * of its own: some 150 cycles against 5. */
#define HITM_WEIGHT 32

static uint64_t weight(const struct lay_heat_counts *n)
{
	return n->samples + (HITM_WEIGHT - 1) * (n->hitm_local +
						 n->hitm_remote + n->peer);
}

static int compare_counts(const struct lay_heat_counts *a,
			  const struct lay_heat_counts *b)
{
	uint64_t weight_a = weight(a), weight_b = weight(b);

	return weight_a > weight_b ? -1 : weight_a < weight_b;
}

/* By weight, then by name. */
static int compare_types(const void *a, const void *b)
{
	const struct lay_heat_ranked *x = a, *y = b;
	int order = compare_counts(&x->n, &y->n);

	return order ? order : strcmp(x->type, y->type);
}

static int compare_lines(const void *a, const void *b)
{
	const struct lay_heat_ranked_line *x = a, *y = b;
	int order = compare_counts(&x->n, &y->n);

	if (!order)
		order = strcmp(x->type, y->type);
	return order ? order : (x->line > y->line) - (x->line < y->line);
}

int lay_heat_rank(struct lay_heat *heat, struct lay_heat_ranked **ret,
		  size_t *ret_nr, struct lay_error *err)
{
	const struct heat_cell *cell = heat->fold.cells.records;
	struct lay_heat_ranked *r;
	size_t nr = 0;

	r = calloc(heat->types.nr + 1, sizeof(*r));
	if (!r)
		return lay_error_set(err, LAY_E_NOMEM, "out of memory");
	for (size_t i = 0; i < heat->types.nr; i++) {
		r[i].type = heat->types.type[i].name;
		r[i].size = heat->types.type[i].size;
		r[i].nr_objects = heat->types.type[i].nr_objects;
	}
	for (size_t i = 0; i < heat->fold.cells.nr; i++)
		if (!(cell[i].type & HEAT_VIEW))
			heat_counts_join(&r[cell[i].type].n, &cell[i].n);
	for (size_t i = 0; i < heat->types.nr; i++)
		if (r[i].n.samples)
			r[nr++] = r[i];
	qsort(r, nr, sizeof(*r), compare_types);
	*ret = r;
	*ret_nr = nr;
	return 0;
}

static int compare_places(const void *a, const void *b)
{
	const struct lay_heat_ranked_line *x = a, *y = b;
	int order = strcmp(x->type, y->type);

	return order ? order : (x->line > y->line) - (x->line < y->line);
}

int lay_heat_rank_lines(struct lay_heat *heat,
			struct lay_heat_ranked_line **ret, size_t *ret_nr,
			struct lay_error *err)
{
	const struct heat_cell *cell = heat->fold.cells.records;
	size_t nr_cells = 0, nr = 0;
	struct lay_heat_ranked_line *r;

	r = calloc(heat->fold.cells.nr + 1, sizeof(*r));
	if (!r)
		return lay_error_set(err, LAY_E_NOMEM, "out of memory");
	for (size_t i = 0; i < heat->fold.cells.nr; i++) {
		if (cell[i].type & HEAT_VIEW)
			continue;
		r[nr_cells++] = (struct lay_heat_ranked_line){
			.type = heat->types.type[cell[i].type].name,
			.line = cell[i].off / heat->opts.line_size,
			.n = cell[i].n,
		};
	}
	qsort(r, nr_cells, sizeof(*r), compare_places);
	for (size_t i = 0; i < nr_cells; i++) {
		if (nr && !compare_places(&r[nr - 1], &r[i]))
			heat_counts_join(&r[nr - 1].n, &r[i].n);
		else
			r[nr++] = r[i];
	}
	qsort(r, nr, sizeof(*r), compare_lines);
	*ret = r;
	*ret_nr = nr;
	return 0;
}

static int compare_variables(const void *a, const void *b)
{
	const struct lay_heat_ranked_variable *x = a, *y = b;
	int order = compare_counts(&x->n, &y->n);

	if (!order)
		order = strcmp(x->name, y->name);
	return order ? order : (x->addr > y->addr) - (x->addr < y->addr);
}

int lay_heat_rank_variables(struct lay_heat *heat,
			    struct lay_heat_ranked_variable **ret,
			    size_t *ret_nr, struct lay_error *err)
{
	const struct heat_cell *cell = heat->fold.variables.records;
	size_t nr = heat->fold.variables.nr;
	struct lay_heat_ranked_variable *r = calloc(nr + 1, sizeof(*r));

	if (!r)
		return lay_error_set(err, LAY_E_NOMEM, "out of memory");
	for (size_t i = 0; i < nr; i++) {
		const struct heat_variable *v = cell[i].percpu ?
			&heat->variables.percpu.variable[cell[i].variable] :
			&heat->variables.image.variable[cell[i].variable];

		r[i] = (struct lay_heat_ranked_variable){
			.name = v->name, .addr = v->addr, .size = v->size,
			.percpu = cell[i].percpu, .n = cell[i].n,
			.type = v->type == HEAT_NO_TYPE ? NULL :
				heat->types.type[v->type].name,
			.nr_reading = heat_cpus_count(&cell[i].reading),
			.nr_writing = heat_cpus_count(&cell[i].writing),
		};
	}
	qsort(r, nr, sizeof(*r), compare_variables);
	*ret = r;
	*ret_nr = nr;
	return 0;
}
