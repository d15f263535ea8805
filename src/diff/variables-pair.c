// SPDX-License-Identifier: GPL-2.0-only
/*
 * Which variable of one build is which of the other. Static ones of many units
 * have one name, and static ones of many functions of one unit: so first those
 * of the same name and unit are paired, in their order if there are as many of
 * them in both builds; and then what is the only one of its name that is left,
 * as a variable that moved to another file is. Where a unit has more or fewer
 * of a name than before nobody can say which came or went, and none is paired.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "diff/units.h"
#include "diff/variables.h"
#include "base/poison.h"

#define NR_SIDES 2

struct item {
	const char *name;
	size_t len;		/* of what the source has of it */
	const char *unit;	/* "": not known */
	uint32_t variable;
};

struct items {
	struct item *item;
	size_t nr;
};

static int by_name(const struct item *a, const struct item *b)
{
	size_t len = a->len < b->len ? a->len : b->len;
	int order = memcmp(a->name, b->name, len);

	return order ? order : (a->len > b->len) - (a->len < b->len);
}

static int by_unit(const struct item *a, const struct item *b)
{
	int order = by_name(a, b);

	return order ? order : strcmp(a->unit, b->unit);
}

static int by_order(const void *pa, const void *pb)
{
	const struct item *a = pa, *b = pb;
	int order = by_unit(a, b);

	return order ? order : (a->variable > b->variable) -
			       (a->variable < b->variable);
}

static const char *unit_of(const void *list, size_t i)
{
	const struct lay_variables *vars = list;

	return vars->variable[i].unit;
}

static int list_items(const struct lay_variables *vars, struct items *items,
		      struct lay_error *err)
{
	size_t common = units_common_directory(unit_of, vars, vars->nr);

	items->nr = vars->nr;
	items->item = calloc(vars->nr + 1, sizeof(*items->item));
	if (!items->item)
		return variables_no_memory(err);
	for (size_t i = 0; i < vars->nr; i++) {
		const struct lay_variable *v = &vars->variable[i];
		const char *unit = v->unit ? v->unit : "";

		items->item[i] = (struct item){
			.name = v->name,
			.len = v->name[0] == '.' ? strlen(v->name) :
						   strcspn(v->name, "."),
			.unit = unit[0] == '/' ? unit + common : unit,
			.variable = (uint32_t)i,
		};
	}
	qsort(items->item, items->nr, sizeof(*items->item), by_order);
	return 0;
}

static int add_pair(struct variables_diff *d, uint32_t old, uint32_t new,
		    struct lay_error *err)
{
	const uint32_t variable[NR_SIDES] = { old, new };

	if (VEC_RESERVE(d->pairs, d->nr, d->cap, 1) < 0)
		return variables_no_memory(err);
	for (int i = 0; i < NR_SIDES; i++)
		if (variable[i] != LAY_NO_VARIABLE)
			d->pair_of[i][variable[i]] = (uint32_t)d->nr;
	d->pairs[d->nr++] = (struct lay_variable_pair){
		.variable = { old, new },
	};
	return 0;
}

/* How many behind @from are the same to @compare. */
static size_t run(const struct items *items, size_t from,
		  int (*compare)(const struct item *a, const struct item *b))
{
	size_t to = from;

	while (to < items->nr &&
	       compare(&items->item[from], &items->item[to]) == 0)
		to++;
	return to - from;
}

/* Of one unit, or of one name: pair them, or leave them in @left. */
static int match_runs(struct variables_diff *d, struct items items[NR_SIDES],
		      const size_t at[NR_SIDES], const size_t nr[NR_SIDES],
		      bool last, struct items left[NR_SIDES],
		      struct lay_error *err)
{
	int ret = 0;

	if (nr[0] == nr[1] && (!last || nr[0] == 1)) {
		for (size_t i = 0; ret == 0 && i < nr[0]; i++)
			ret = add_pair(d, items[0].item[at[0] + i].variable,
				       items[1].item[at[1] + i].variable, err);
		return ret;
	}
	if (last && nr[0] && nr[1])
		d->pub.nr_unsure += nr[0] + nr[1];
	for (int side = 0; side < NR_SIDES; side++)
		for (size_t i = 0; ret == 0 && i < nr[side]; i++) {
			const struct item *item = &items[side].item[at[side] + i];

			if (!last)
				left[side].item[left[side].nr++] = *item;
			else if (!(nr[0] && nr[1]))
				ret = add_pair(d, side ? LAY_NO_VARIABLE :
							 item->variable,
					       side ? item->variable :
						      LAY_NO_VARIABLE, err);
		}
	return ret;
}

/* Walk both lists, which are in the order of @compare. What is left in place
 * of @items: it never comes before what is being looked at. */
static int match(struct variables_diff *d, struct items items[NR_SIDES],
		 int (*compare)(const struct item *a, const struct item *b),
		 bool last, struct lay_error *err)
{
	struct items left[NR_SIDES] = { { items[0].item, 0 },
					{ items[1].item, 0 } };
	size_t at[NR_SIDES] = { 0, 0 };
	int ret = 0;

	while (ret == 0 && (at[0] < items[0].nr || at[1] < items[1].nr)) {
		size_t nr[NR_SIDES] = { 0, 0 };
		int order = at[0] == items[0].nr ? 1 :
			    at[1] == items[1].nr ? -1 :
			    compare(&items[0].item[at[0]],
				    &items[1].item[at[1]]);

		if (order <= 0)
			nr[0] = run(&items[0], at[0], compare);
		if (order >= 0)
			nr[1] = run(&items[1], at[1], compare);
		ret = match_runs(d, items, at, nr, last, left, err);
		at[0] += nr[0];
		at[1] += nr[1];
	}
	items[0].nr = left[0].nr;
	items[1].nr = left[1].nr;
	return ret;
}

int variables_pair(struct variables_diff *d, struct lay_error *err)
{
	struct items items[NR_SIDES] = { { .item = NULL } };
	int ret = 0;

	for (int i = 0; ret == 0 && i < NR_SIDES; i++) {
		size_t nr = d->pub.side[i].vars->nr;

		d->pair_of[i] = malloc((nr + 1) * sizeof(*d->pair_of[i]));
		if (!d->pair_of[i])
			ret = variables_no_memory(err);
		for (size_t j = 0; ret == 0 && j < nr; j++)
			d->pair_of[i][j] = UINT32_MAX;
		if (ret == 0)
			ret = list_items(d->pub.side[i].vars, &items[i], err);
	}
	if (ret == 0)
		ret = match(d, items, by_unit, false, err);
	if (ret == 0)
		ret = match(d, items, by_name, true, err);
	free(items[0].item);
	free(items[1].item);
	return ret;
}
