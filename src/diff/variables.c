// SPDX-License-Identifier: GPL-2.0-only
/* What became of variables: of each by itself, and of who shares its lines. */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "diff/guess.h"
#include "diff/variables.h"
#include "base/poison.h"

int variables_no_memory(struct lay_error *err)
{
	return lay_error_set(err, LAY_E_NOMEM, "no memory for variables");
}

static const struct lay_variable *variable_of(const struct variables_diff *d,
					      const struct lay_variable_pair *p,
					      int side)
{
	return p->variable[side] == LAY_NO_VARIABLE ? NULL :
	       &d->pub.side[side].vars->variable[p->variable[side]];
}

static bool same_text(const char *a, const char *b)
{
	return a == b || (a && b && strcmp(a, b) == 0);
}

/* Places are compared where both are certain. */
static unsigned int place_changed(const struct variables_diff *d,
				  const struct lay_variable *a,
				  const struct lay_variable *b)
{
	uint64_t line = d->pub.side[0].line_size;

	if (line != d->pub.side[1].line_size ||
	    !lay_variable_is_placed(a, line) ||
	    !lay_variable_is_placed(b, line))
		return 0;
	if (a->addr % line != b->addr % line)
		return LAY_VARIABLE_PLACE;
	if (lay_variable_is_placed(a, 2 * line) &&
	    lay_variable_is_placed(b, 2 * line) &&
	    a->addr / line % 2 != b->addr / line % 2)
		return LAY_VARIABLE_PARITY;
	return 0;
}

static unsigned int what_changed(const struct variables_diff *d,
				 const struct lay_variable *a,
				 const struct lay_variable *b)
{
	unsigned int changed = place_changed(d, a, b);

	if (a->type && b->type && a->type != b->type &&
	    !lay_type_same(a->type, b->type))
		changed |= LAY_VARIABLE_TYPE;
	if (a->size != b->size)
		changed |= LAY_VARIABLE_SIZE;
	if (a->align && b->align && a->align != b->align)
		changed |= LAY_VARIABLE_ALIGN;
	if (!same_text(a->section, b->section) || !same_text(a->part, b->part))
		changed |= LAY_VARIABLE_SECTION;
	return changed;
}

/* Variables by the pairs that they are in. */
struct mates {
	uint32_t *mate;
	size_t nr;
};

static int find_mates(struct variables_diff *d,
		      const struct lay_variable_pair *p, struct mates mates[2],
		      struct lay_error *err)
{
	int ret = 0;

	for (int i = 0; ret == 0 && i < 2; i++)
		ret = lay_variable_mates(d->pub.side[i].vars, p->variable[i],
					 d->pub.side[i].line_size,
					 &mates[i].mate, &mates[i].nr, err);
	return ret;
}

/* Is the one that @variable of build @side is also in @others? Of what was not
 * paired any of that name will do. */
static bool has_mate(const struct variables_diff *d, int side,
		     uint32_t variable, const struct mates *others)
{
	const struct lay_variables *of = d->pub.side[side].vars;
	const struct lay_variables *in = d->pub.side[!side].vars;
	uint32_t pair = d->pair_of[side][variable];

	for (size_t i = 0; i < others->nr; i++) {
		uint32_t other = others->mate[i];

		if (pair != UINT32_MAX && d->pair_of[!side][other] == pair)
			return true;
		if (pair == UINT32_MAX &&
		    same_text(of->variable[variable].name,
			      in->variable[other].name))
			return true;
	}
	return false;
}

/* The names of those of build @side that @others do not have. */
static int list_names(struct variables_diff *d, int side,
		      const struct mates *mates, const struct mates *others,
		      const char *const **names, uint32_t *nr_names,
		      struct lay_error *err)
{
	const struct lay_variables *vars = d->pub.side[side].vars;
	const char **list;

	if (!mates->nr)
		return 0;
	list = arena_array(&d->arena, mates->nr, sizeof(*list));
	if (!list)
		return variables_no_memory(err);
	for (size_t i = 0; i < mates->nr; i++)
		if (!has_mate(d, side, mates->mate[i], others))
			list[(*nr_names)++] =
				vars->variable[mates->mate[i]].name;
	*names = list;
	return 0;
}

static int compare_mates(struct variables_diff *d, struct lay_variable_pair *p,
			 struct lay_error *err)
{
	struct mates mates[2] = { { .mate = NULL } };
	int ret = find_mates(d, p, mates, err);

	if (ret == 0)
		ret = list_names(d, 1, &mates[1], &mates[0], &p->gained,
				 &p->nr_gained, err);
	if (ret == 0)
		ret = list_names(d, 0, &mates[0], &mates[1], &p->lost,
				 &p->nr_lost, err);
	if (p->nr_gained || p->nr_lost)
		p->changed |= LAY_VARIABLE_MATES;
	free(mates[0].mate);
	free(mates[1].mate);
	return ret;
}

static int compare(struct variables_diff *d, struct lay_variable_pair *p,
		   struct lay_error *err)
{
	const struct lay_variable *a = variable_of(d, p, 0);
	const struct lay_variable *b = variable_of(d, p, 1);
	const struct lay_variable *any = b ? b : a;
	uint64_t line = d->pub.side[0].line_size;

	if (any->type)
		p->written = guess_written_type(any->type);
	if (!a || !b)
		return 0;
	p->changed = what_changed(d, a, b);
	/* lines of two lengths, or of which nobody knows where they begin, have
	 * nothing to be compared by */
	if (line != d->pub.side[1].line_size ||
	    !lay_variable_is_placed(a, line) ||
	    !lay_variable_is_placed(b, line))
		return 0;
	return compare_mates(d, p, err);
}

/* 0: what matters most. */
static int class_of(const struct lay_variable *v)
{
	if (v->flags & LAY_VARIABLE_PERCPU)
		return 0;
	if (v->flags & LAY_VARIABLE_INIT)
		return 3;
	return v->flags & LAY_VARIABLE_WRITABLE ? 1 : 2;
}

/* A pair, and what its place in the order depends on. */
struct ranked {
	struct lay_variable_pair pair;
	const struct lay_variable *any;
	uint32_t mates;
	int class;
};

static int by_rank(const void *pa, const void *pb)
{
	const struct ranked *a = pa, *b = pb;
	int order;

	if (a->class != b->class)
		return a->class - b->class;
	if (!a->mates != !b->mates)
		return a->mates ? -1 : 1;
	if (!a->pair.written != !b->pair.written)
		return a->pair.written ? -1 : 1;
	if (a->mates != b->mates)
		return a->mates > b->mates ? -1 : 1;
	if (!a->pair.changed != !b->pair.changed)
		return a->pair.changed ? -1 : 1;
	order = strcmp(a->any->name, b->any->name);
	if (order)
		return order;
	for (int i = 0; i < 2; i++)
		if (a->pair.variable[i] != b->pair.variable[i])
			return a->pair.variable[i] < b->pair.variable[i] ? -1 :
									   1;
	return 0;
}

static int rank(struct variables_diff *d, struct lay_error *err)
{
	struct ranked *ranked = calloc(d->nr + 1, sizeof(*ranked));

	if (!ranked)
		return variables_no_memory(err);
	for (size_t i = 0; i < d->nr; i++) {
		const struct lay_variable_pair *p = &d->pairs[i];
		const struct lay_variable *new = variable_of(d, p, 1);

		ranked[i].pair = *p;
		ranked[i].any = new ? new : variable_of(d, p, 0);
		ranked[i].mates = p->nr_gained + p->nr_lost;
		ranked[i].class = class_of(ranked[i].any);
	}
	qsort(ranked, d->nr, sizeof(*ranked), by_rank);
	for (size_t i = 0; i < d->nr; i++)
		d->pairs[i] = ranked[i].pair;
	free(ranked);
	return 0;
}

int lay_diff_variables(const struct lay_variables_side sides[2],
		       const struct lay_variables_diff **diff,
		       struct lay_error *err)
{
	struct variables_diff *d = calloc(1, sizeof(*d));
	int ret;

	if (!d)
		return variables_no_memory(err);
	arena_init(&d->arena, 0);
	d->pub.side[0] = sides[0];
	d->pub.side[1] = sides[1];
	ret = variables_pair(d, err);
	for (size_t i = 0; ret == 0 && i < d->nr; i++)
		ret = compare(d, &d->pairs[i], err);
	if (ret == 0)
		ret = rank(d, err);
	free(d->pair_of[0]);
	free(d->pair_of[1]);
	d->pub.pair = d->pairs;
	d->pub.nr = d->nr;
	if (ret < 0)
		lay_variables_diff_free(&d->pub);
	else
		*diff = &d->pub;
	return ret;
}

void lay_variables_diff_free(const struct lay_variables_diff *diff)
{
	struct variables_diff *d = (struct variables_diff *)diff;

	if (!d)
		return;
	arena_free(&d->arena);
	free(d->pairs);
	free(d);
}
