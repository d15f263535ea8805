// SPDX-License-Identifier: GPL-2.0-only
/* The heat of one layout, out of the cells of all types. */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "heat/fields.h"
#include "heat/place.h"
#include "base/poison.h"

static int no_memory(struct lay_error *err)
{
	return lay_error_set(err, LAY_E_NOMEM, "out of memory for heat");
}

/* Where byte @off of type @type is in what is asked for, in first elements. */
static bool within(struct lay_heat_fields *f, uint32_t type, uint64_t off,
		   uint64_t *at)
{
	if (!heat_types_within(&f->heat->types, type & ~HEAT_VIEW, f->layout->type, off, at))
		return false;
	*at = heat_place_first(f->layout, *at);
	return true;
}

static int add_cells(struct lay_heat_fields *f, struct lay_error *err)
{
	const struct heat_table *t = &f->heat->fold.cells;
	const struct heat_cell *cell = t->records;
	uint64_t off;

	for (size_t i = 0; i < t->nr; i++) {
		if (!within(f, cell[i].type, cell[i].off, &off))
			continue;
		if (VEC_RESERVE(f->cell, f->nr_cells, f->cap_cells, 1) < 0)
			return no_memory(err);
		f->cell[f->nr_cells++] = (struct heat_field_cell){
			.off = off, .of = &cell[i],
		};
	}
	return 0;
}

static int add_users(struct lay_heat_fields *f, struct lay_error *err)
{
	const struct heat_table *t = &f->heat->fold.users;
	const struct heat_user *user = t->records;
	uint64_t off;

	for (size_t i = 0; i < t->nr; i++) {
		if (!within(f, user[i].type, user[i].off, &off))
			continue;
		if (VEC_RESERVE(f->user, f->nr_users, f->cap_users, 1) < 0)
			return no_memory(err);
		f->user[f->nr_users++] = (struct heat_field_user){
			.off = off, .of = &user[i],
		};
	}
	return 0;
}

static int compare_cells(const void *a, const void *b)
{
	const struct heat_field_cell *x = a, *y = b;

	return (x->off > y->off) - (x->off < y->off);
}

static int compare_users(const void *a, const void *b)
{
	const struct heat_field_user *x = a, *y = b;
	int order = strcmp(x->of->function, y->of->function);

	return order ? order : (x->off > y->off) - (x->off < y->off);
}

/* Objects of the type, and of those that hold one each at a known place. */
static void count_objects(struct lay_heat_fields *f)
{
	const struct heat_types *types = &f->heat->types;

	for (size_t i = 0; i < types->nr; i++)
		if (types->type[i].layout &&
		    heat_place_is(types->type[i].layout->type,
				  f->layout->type))
			f->nr_objects += types->type[i].nr_objects;
}

int lay_heat_fold(struct lay_heat *heat, const struct lay_layout *layout,
		  struct lay_heat_fields **ret, struct lay_error *err)
{
	struct lay_heat_fields *f = calloc(1, sizeof(*f));
	int rc;

	if (!f)
		return no_memory(err);
	f->heat = heat;
	f->layout = layout;
	count_objects(f);
	rc = add_cells(f, err);
	if (rc == 0)
		rc = add_users(f, err);
	if (rc == 0) {
		if (f->nr_cells)
			qsort(f->cell, f->nr_cells, sizeof(*f->cell),
			      compare_cells);
		if (f->nr_users)
			qsort(f->user, f->nr_users, sizeof(*f->user),
			      compare_users);
		rc = heat_fields_pair(f, err);
	}
	if (rc < 0) {
		lay_heat_fields_free(f);
		return rc;
	}
	*ret = f;
	return 0;
}

void lay_heat_fields_free(struct lay_heat_fields *f)
{
	if (!f)
		return;
	free(f->cell);
	free(f->user);
	free(f->pair);
	free(f);
}

/* Put a function among the first few, most samples first, then by name. */
static void rank_function(struct lay_heat_sum *sum,
			  const struct lay_heat_function *f)
{
	unsigned int i = sum->nr_top;

	sum->nr_functions++;
	while (i > 0 && sum->top[i - 1].samples < f->samples)
		i--;
	if (i == LAY_HEAT_NR_TOP)
		return;
	if (sum->nr_top < LAY_HEAT_NR_TOP)
		sum->nr_top++;
	memmove(&sum->top[i + 1], &sum->top[i],
		(sum->nr_top - i - 1) * sizeof(sum->top[0]));
	sum->top[i] = *f;
}

/* Users are in order of names, so that each function is met once. */
static void sum_users(const struct lay_heat_fields *f, uint64_t first,
		      uint64_t end, struct lay_heat_sum *sum)
{
	for (size_t i = 0, k; i < f->nr_users; i = k) {
		struct lay_heat_function one = {
			.name = f->user[i].of->function,
		};

		for (k = i; k < f->nr_users && !strcmp(f->user[k].of->function,
						       one.name); k++) {
			if (f->user[k].off < first || f->user[k].off >= end)
				continue;
			one.samples += f->user[k].of->samples;
			one.loads += f->user[k].of->loads;
			one.stores += f->user[k].of->stores;
		}
		if (one.samples && one.name[0])
			rank_function(sum, &one);
	}
}

void lay_heat_sum(const struct lay_heat_fields *f, uint64_t first, uint64_t end,
		  struct lay_heat_sum *sum)
{
	*sum = (struct lay_heat_sum){ .nr_top = 0 };
	for (size_t i = 0; i < f->nr_cells; i++) {
		if (f->cell[i].off < first || f->cell[i].off >= end)
			continue;
		heat_counts_join(&sum->n, &f->cell[i].of->n);
		heat_cpus_join(&sum->reading, &f->cell[i].of->reading);
		heat_cpus_join(&sum->writing, &f->cell[i].of->writing);
	}
	sum->nr_reading = heat_cpus_count(&sum->reading);
	sum->nr_writing = heat_cpus_count(&sum->writing);
	if (sum->n.samples)
		sum_users(f, first, end, sum);
}

void lay_heat_slot(const struct lay_heat_fields *f, uint32_t slot,
		   struct lay_heat_sum *sum)
{
	const struct lay_slot *s = &f->layout->slots[slot];
	uint64_t first = s->bit_off / 8;
	uint64_t end = (s->bit_off + s->bit_size + 7) / 8;

	if (s->flags & LAY_SLOT_FLEXIBLE)
		end = UINT64_MAX;
	if (!s->member || s->flags & LAY_SLOT_UNPLACED)
		end = first;
	lay_heat_sum(f, first, end, sum);
}

void lay_heat_all(const struct lay_heat_fields *f, struct lay_heat_sum *sum)
{
	lay_heat_sum(f, 0, UINT64_MAX, sum);
}

const struct lay_heat_pair *lay_heat_pairs(const struct lay_heat_fields *f,
					   size_t *nr)
{
	*nr = f->nr_pairs;
	return f->pair;
}

uint64_t lay_heat_nr_objects(const struct lay_heat_fields *f)
{
	return f->nr_objects;
}
