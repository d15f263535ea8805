// SPDX-License-Identifier: GPL-2.0-only
/*
 * Which definition of a name in one build belongs to which in another. Names
 * are mostly defined once in each; where several things have one name ("struct
 * state"), like must be compared with like. Each step looks at what the one
 * before it left: equal fingerprints, then the same unit, then the most members
 * in common. Only the last has to read the definitions, and only where there
 * still is a choice.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include <layoutdiff/diff.h>

#include "base/poison.h"

/* Nearest of all is tried for so many pairs of one name; beyond that there is
 * no telling them apart, and order decides. */
#define MAX_PAIRS ((size_t)1 << 20)

struct item {
	const struct lay_def *def;
	size_t at;		/* in its lay_defs */
	bool paired;
	const char **names;	/* of its members, sorted */
	size_t nr_names;
};

struct builds {
	struct lay_build *before, *after;
};

/* Definitions of one name and kind. */
struct group {
	struct item *before, *after;
	size_t nr_before, nr_after;
};

static int cmp_size(size_t a, size_t b)
{
	return a < b ? -1 : a > b;
}

static int by_fingerprint(const struct lay_def *a, const struct lay_def *b)
{
	if (a->fingerprint.hi != b->fingerprint.hi)
		return a->fingerprint.hi < b->fingerprint.hi ? -1 : 1;
	if (a->fingerprint.lo != b->fingerprint.lo)
		return a->fingerprint.lo < b->fingerprint.lo ? -1 : 1;
	return 0;
}

/* Sources without units (BTF) have NULL, which equals nothing. */
static int by_unit(const struct lay_def *a, const struct lay_def *b)
{
	if (!a->unit || !b->unit)
		return a->unit ? 1 : -1;
	return strcmp(a->unit, b->unit);
}

static int order_by_fingerprint(const void *pa, const void *pb)
{
	const struct item *a = pa, *b = pb;
	int cmp = by_fingerprint(a->def, b->def);

	return cmp ? cmp : cmp_size(a->at, b->at);
}

static int order_by_unit(const void *pa, const void *pb)
{
	const struct item *a = pa, *b = pb;
	int cmp = 0;

	if (a->def->unit || b->def->unit)
		cmp = by_unit(a->def, b->def);
	return cmp ? cmp : cmp_size(a->at, b->at);
}

static void join(struct item *a, struct item *b, long *pairs)
{
	a->paired = b->paired = true;
	pairs[a->at] = (long)b->at;
}

/* Join those that are equal by @cmp, of which @order is the order. */
static void join_equal(struct group *g, long *pairs,
		       int (*order)(const void *, const void *),
		       int (*cmp)(const struct lay_def *,
				  const struct lay_def *))
{
	size_t i = 0, j = 0;

	qsort(g->before, g->nr_before, sizeof(*g->before), order);
	qsort(g->after, g->nr_after, sizeof(*g->after), order);
	while (i < g->nr_before && j < g->nr_after) {
		int c;

		if (g->before[i].paired || g->after[j].paired) {
			i += g->before[i].paired;
			j += g->after[j].paired;
			continue;
		}
		c = cmp(g->before[i].def, g->after[j].def);
		if (!c)
			join(&g->before[i], &g->after[j], pairs);
		i += c <= 0;
		j += c >= 0;
	}
}

/*
 * What is left
 */

static int by_text(const void *pa, const void *pb)
{
	return strcmp(*(const char *const *)pa, *(const char *const *)pb);
}

/* The names of what @type lists: members, or enumerators. */
static int list_names(struct item *item, const struct lay_type *type)
{
	size_t nr = type->nr_members + type->nr_enumerators;

	item->names = calloc(nr + 1, sizeof(*item->names));
	if (!item->names)
		return -1;
	for (size_t i = 0; i < type->nr_members; i++)
		if (type->members[i].name)
			item->names[item->nr_names++] = type->members[i].name;
	for (size_t i = 0; i < type->nr_enumerators; i++)
		item->names[item->nr_names++] = type->enumerators[i].name;
	qsort(item->names, item->nr_names, sizeof(*item->names), by_text);
	return 0;
}

/* A definition that cannot be read has no names; who wants to show it will
 * hear why. */
static int read_names(struct item *items, size_t nr, struct lay_build *build,
		      struct lay_error *err)
{
	const struct lay_type *type;

	for (size_t i = 0; i < nr && build; i++)
		if (lay_build_load(build, items[i].def, &type, NULL) >= 0 &&
		    list_names(&items[i], lay_type_strip(type)) < 0)
			return lay_error_set(err, LAY_E_NOMEM,
					     "out of memory for pairs");
	return 0;
}

static void free_names(struct item *items, size_t nr)
{
	for (size_t i = 0; i < nr; i++)
		free(items[i].names);
}

/* A possible pair of what is left: names in common, and how far apart they
 * are otherwise. */
struct candidate {
	size_t shared;
	uint32_t members;
	uint64_t size;
	struct item *before, *after;
};

static int by_distance(const void *pa, const void *pb)
{
	const struct candidate *a = pa, *b = pb;

	if (a->shared != b->shared)
		return a->shared > b->shared ? -1 : 1;
	if (a->members != b->members)
		return a->members < b->members ? -1 : 1;
	if (a->size != b->size)
		return a->size < b->size ? -1 : 1;
	if (a->before->at != b->before->at)
		return cmp_size(a->before->at, b->before->at);
	return cmp_size(a->after->at, b->after->at);
}

static size_t nr_shared(const struct item *a, const struct item *b)
{
	size_t i = 0, j = 0, shared = 0;

	while (i < a->nr_names && j < b->nr_names) {
		int cmp = strcmp(a->names[i], b->names[j]);

		shared += !cmp;
		i += cmp <= 0;
		j += cmp >= 0;
	}
	return shared;
}

static struct candidate candidate_of(struct item *a, struct item *b)
{
	struct candidate c = { .before = a, .after = b,
			       .shared = nr_shared(a, b) };

	c.members = a->def->nr_members > b->def->nr_members ?
		a->def->nr_members - b->def->nr_members :
		b->def->nr_members - a->def->nr_members;
	c.size = a->def->size > b->def->size ?
		a->def->size - b->def->size : b->def->size - a->def->size;
	return c;
}

/* Move what has a partner out of @items; returns how many are left. */
static size_t keep_single(struct item *items, size_t nr)
{
	size_t kept = 0;

	for (size_t i = 0; i < nr; i++)
		if (!items[i].paired)
			items[kept++] = items[i];
	return kept;
}

static int join_nearest(struct group *g, long *pairs, struct lay_error *err)
{
	size_t nr = 0;
	struct candidate *list = calloc(g->nr_before * g->nr_after,
					sizeof(*list));

	if (!list)
		return lay_error_set(err, LAY_E_NOMEM,
				     "out of memory for pairs");
	for (size_t i = 0; i < g->nr_before; i++)
		for (size_t j = 0; j < g->nr_after; j++)
			list[nr++] = candidate_of(&g->before[i], &g->after[j]);
	qsort(list, nr, sizeof(*list), by_distance);
	for (size_t i = 0; i < nr; i++)
		if (!list[i].before->paired && !list[i].after->paired)
			join(list[i].before, list[i].after, pairs);
	free(list);
	return 0;
}

static int join_rest(struct group *g, struct builds *builds, long *pairs,
		     struct lay_error *err)
{
	size_t all;
	int ret;

	g->nr_before = keep_single(g->before, g->nr_before);
	g->nr_after = keep_single(g->after, g->nr_after);
	if (!g->nr_before || !g->nr_after)
		return 0;
	if (__builtin_mul_overflow(g->nr_before, g->nr_after, &all) ||
	    all > MAX_PAIRS || all == 1) {
		for (size_t i = 0; i < g->nr_before && i < g->nr_after; i++)
			join(&g->before[i], &g->after[i], pairs);
		return 0;
	}
	ret = read_names(g->before, g->nr_before, builds->before, err);
	if (ret >= 0)
		ret = read_names(g->after, g->nr_after, builds->after, err);
	if (ret >= 0)
		ret = join_nearest(g, pairs, err);
	free_names(g->before, g->nr_before);
	free_names(g->after, g->nr_after);
	return ret;
}

/*
 * Groups
 */

static int cmp_key(const struct lay_def *a, const struct lay_def *b)
{
	int cmp = strcmp(a->name, b->name);

	if (cmp)
		return cmp;
	return a->kind < b->kind ? -1 : a->kind > b->kind;
}

/* The definitions of the name and kind of defs->def[@at], from there on. */
static size_t take_group(const struct lay_defs *defs, size_t at,
			 struct item *items)
{
	size_t nr = 0;

	while (at + nr < defs->nr &&
	       !cmp_key(&defs->def[at], &defs->def[at + nr])) {
		items[nr] = (struct item){ .def = &defs->def[at + nr],
					   .at = at + nr };
		nr++;
	}
	return nr;
}

static int pair_groups(const struct lay_defs *before,
		       const struct lay_defs *after, struct group *g,
		       struct builds *builds, long *pairs,
		       struct lay_error *err)
{
	size_t i = 0, j = 0;

	while (i < before->nr && j < after->nr) {
		int cmp = cmp_key(&before->def[i], &after->def[j]);

		if (cmp) {
			i += cmp < 0;
			j += cmp > 0;
			continue;
		}
		g->nr_before = take_group(before, i, g->before);
		g->nr_after = take_group(after, j, g->after);
		i += g->nr_before;
		j += g->nr_after;
		join_equal(g, pairs, order_by_fingerprint, by_fingerprint);
		join_equal(g, pairs, order_by_unit, by_unit);
		if (join_rest(g, builds, pairs, err) < 0)
			return -LAY_E_NOMEM;
	}
	return 0;
}

int lay_diff_pair(struct lay_build *old_build, const struct lay_defs *before,
		  struct lay_build *new_build, const struct lay_defs *after,
		  long **ret_pairs, struct lay_error *err)
{
	struct builds builds = { old_build, new_build };
	struct group g = { 0 };
	long *pairs = calloc(before->nr + 1, sizeof(*pairs));
	int ret;

	g.before = calloc(before->nr + 1, sizeof(*g.before));
	g.after = calloc(after->nr + 1, sizeof(*g.after));
	if (!pairs || !g.before || !g.after) {
		ret = lay_error_set(err, LAY_E_NOMEM,
				    "out of memory for pairs");
	} else {
		for (size_t i = 0; i < before->nr; i++)
			pairs[i] = -1;
		ret = pair_groups(before, after, &g, &builds, pairs, err);
	}
	free(g.before);
	free(g.after);
	if (ret < 0) {
		free(pairs);
		return ret;
	}
	*ret_pairs = pairs;
	return 0;
}
