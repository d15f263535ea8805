// SPDX-License-Identifier: GPL-2.0-only
/*
 * Problem: two kernels have 10,000 types each, most of them the same, and what
 * changed in a hundred of them reaches two hundred others that embed these.
 *
 * Idea: fingerprints tell what is the same without reading it. Only where they
 * differ are types built, laid out and compared; a type that embeds one that
 * differs has a fingerprint that differs, so all that a change reaches is among
 * these. What is compared is measured, put in order, and forgotten but for a
 * few numbers; who wants to tell more of a type compares it again.
 *
 * Cost: a pass over the debug information of each build, and then about what
 * the types that differ take.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/glob.h"
#include "base/pool.h"
#include "base/vec.h"
#include "build/inside.h"
#include "diff/census.h"
#include "base/poison.h"

int census_no_memory(struct lay_error *err)
{
	return lay_error_set(err, LAY_E_NOMEM, "out of memory for a census");
}

void census_fail(struct census *c, int side, const struct lay_def *def,
		 const struct lay_error *why)
{
	const char *path = c->side[side].identity->path;
	struct lay_error text = *why;
	size_t len = strlen(path);

	c->pub.nr_failures++;
	if (c->pub.nr_failure_texts == CENSUS_MAX_FAILURES)
		return;
	/* most say themselves which file they are about */
	if (strncmp(text.text, path, len) != 0)
		lay_error_prefix(&text, "%s: %s %s: ", path,
				 lay_kind_name(def->kind), def->name);
	c->failures[c->pub.nr_failure_texts] =
		arena_strndup(&c->arena, text.text, strlen(text.text));
	c->pub.nr_failure_texts += !!c->failures[c->pub.nr_failure_texts];
}

/* Which of how many definitions of its name and kind defs->def[@at] is, but
 * for declarations. */
static void count_definitions(const struct lay_defs *defs, size_t at,
			      size_t *nth, size_t *of_n)
{
	const struct lay_def *def = &defs->def[at];
	size_t first = at, end = at + 1;

	while (first > 0 && defs->def[first - 1].kind == def->kind &&
	       !strcmp(defs->def[first - 1].name, def->name))
		first--;
	while (end < defs->nr && defs->def[end].kind == def->kind &&
	       !strcmp(defs->def[end].name, def->name))
		end++;
	*nth = at - first + 1;
	*of_n = end - first;
}

static bool names_type(const struct lay_slab *slab, const struct lay_def *def)
{
	const char *name = strrchr(slab->type, ' ');

	return !strcmp(name ? name + 1 : slab->type, def->name);
}

struct census_item *census_add(struct census *c, long old, long new)
{
	const long at[2] = { old, new };
	struct census_item *item;

	if (VEC_RESERVE(c->items, c->nr_items, c->cap_items, 1) < 0)
		return NULL;
	item = &c->items[c->nr_items++];
	*item = (struct census_item){ .nr_parts = 0 };
	for (int i = 0; i < 2; i++) {
		const struct lay_def *def;

		if (at[i] < 0)
			continue;
		def = &c->defs[i].def[at[i]];
		item->type.def[i] = def;
		count_definitions(&c->defs[i], (size_t)at[i],
				  &item->type.nth[i], &item->type.of_n[i]);
		for (size_t j = 0; j < c->opts.nr_slabs; j++)
			if (names_type(&c->opts.slabs[j], def))
				item->type.slab = &c->opts.slabs[j];
	}
	return item;
}

bool census_surely_same(const struct lay_def *a, const struct lay_def *b)
{
	return !((a->flags | b->flags) & LAY_DEF_UNSURE) &&
	       a->fingerprint.hi == b->fingerprint.hi &&
	       a->fingerprint.lo == b->fingerprint.lo;
}

/*
 * Both builds at once: what one does alone when its threads are done, the other
 * one's threads fill.
 */

struct both {
	struct census *c;
	const long *pairs;
};

static int run_both(struct census *c, const long *pairs, pool_fn fn,
		    struct lay_error *err)
{
	struct both both = { c, pairs };
	unsigned int threads = pool_threads(c->opts.jobs);

	if (threads > 2)
		threads = 2;
	/* a build answers one question at a time */
	if (c->side[0].build == c->side[1].build)
		threads = 1;
	return pool_run(threads, 2, fn, &both, err);
}

static int find_side(void *ctx, unsigned int thread, size_t side,
		     struct lay_error *err)
{
	struct census *c = ((struct both *)ctx)->c;
	int ret = lay_build_find_all(c->side[side].build, &c->defs[side], err);

	(void)thread;
	return ret < 0 ? ret : 0;
}

/* Bytes that tell how long a build takes to read; 0: not known. */
static uint64_t work_of(const struct lay_build *build)
{
	const struct elf_file *elf = build_elf(build);
	const struct elf_section *info = elf ? elf_find_section(elf,
								".debug_info") :
					       NULL;

	return info ? info->size : 0;
}

/*
 * Each thread finds out for itself what the others know already, so half of the
 * threads for each build cost less than all of them for both. Where one build is
 * much larger than the other its threads would be left with the rest of it.
 */
static unsigned int threads_for_each(const struct census *c)
{
	unsigned int threads = pool_threads(c->opts.jobs);
	uint64_t a = work_of(c->side[0].build), b = work_of(c->side[1].build);
	uint64_t more = a > b ? a : b, less = a > b ? b : a;

	if (threads < 2 || !less || more - less > less / 8 ||
	    c->side[0].build == c->side[1].build)
		return 0;
	return (threads + 1) / 2;
}

static int find_both(struct census *c, struct lay_error *err)
{
	unsigned int threads = threads_for_each(c);
	int ret;

	for (int i = 0; threads && i < 2; i++)
		build_use_threads(c->side[i].build, threads);
	ret = run_both(c, NULL, find_side, err);
	for (int i = 0; threads && i < 2; i++)
		build_use_threads(c->side[i].build, 0);
	return ret;
}

/* Read what is going to be compared; it is kept. Who compares it will hear what
 * is wrong with it. */
static int load_side(void *ctx, unsigned int thread, size_t side,
		     struct lay_error *err)
{
	const struct both *both = ctx;
	const struct lay_defs *defs = both->c->defs;
	const struct lay_type *type;

	(void)thread;
	(void)err;
	for (size_t i = 0; i < defs[0].nr; i++) {
		const struct lay_def *pair[2];

		if (both->pairs[i] < 0)
			continue;
		pair[0] = &defs[0].def[i];
		pair[1] = &defs[1].def[both->pairs[i]];
		if (!census_is_declared(pair[0]) &&
		    !census_is_declared(pair[1]) &&
		    !census_surely_same(pair[0], pair[1]))
			lay_build_load(both->c->side[side].build, pair[side],
				       &type, NULL);
	}
	return 0;
}

static int take(struct census *c, struct lay_error *err)
{
	long *pairs;
	int ret;

	ret = census_pair(c, &pairs, err);
	if (ret < 0)
		return ret;
	run_both(c, pairs, load_side, NULL);
	ret = census_take(c, pairs, err);
	free(pairs);
	return ret;
}

/*
 * Rank
 */

static uint64_t growth(const struct lay_census_type *t)
{
	return t->size[0] > t->size[1] ? t->size[0] - t->size[1]
				       : t->size[1] - t->size[0];
}

/* Objects of a cache of its own count where there is known to be one. */
static int nr_steps(const struct lay_census_type *t)
{
	unsigned int crossed = t->crossed;

	if (!t->slab)
		crossed &= ~(unsigned int)LAY_STEP_OBJECTS;
	return __builtin_popcount(crossed);
}

static uint32_t nr_users(const struct lay_census_type *t)
{
	const struct lay_def *def = t->def[1] ? t->def[1] : t->def[0];

	return def->nr_files > 1 ? def->nr_files : def->nr_units;
}

/* Larger first. */
static int by_number(uint64_t a, uint64_t b)
{
	return a > b ? -1 : a < b;
}

static int by_name(const struct lay_census_type *a,
		   const struct lay_census_type *b)
{
	const struct lay_def *x = a->def[1] ? a->def[1] : a->def[0];
	const struct lay_def *y = b->def[1] ? b->def[1] : b->def[0];
	int order = strcmp(x->name, y->name);

	if (order)
		return order;
	if (x->kind != y->kind)
		return x->kind < y->kind ? -1 : 1;
	return -by_number(a->def[1] ? a->nth[1] : a->nth[0],
			  b->def[1] ? b->nth[1] : b->nth[0]);
}

/* What moved over the edge of a line, what became dearer, what grew; of equal
 * changes those that more of the kernel sees. */
static int by_rank(const void *pa, const void *pb)
{
	const struct lay_census_type *a = &((const struct census_item *)pa)->type;
	const struct lay_census_type *b = &((const struct census_item *)pb)->type;
	const int order[] = {
		(int)a->change - (int)b->change,
		b->is_record - a->is_record,
		/* what nobody meant to do is told as a whole */
		a->randomised - b->randomised,
		by_number(a->nr_line, b->nr_line),
		nr_steps(b) - nr_steps(a),
		by_number(growth(a), growth(b)),
		by_number(a->nr_moved, b->nr_moved),
		by_number(a->nr_mates, b->nr_mates),
		by_number(nr_users(a), nr_users(b)),
		by_number(a->nr_edited, b->nr_edited),
	};

	for (size_t i = 0; i < sizeof(order) / sizeof(order[0]); i++)
		if (order[i])
			return order[i];
	return by_name(a, b);
}

static int rank(struct census *c, struct lay_error *err)
{
	if (c->nr_items >= LAY_NO_TYPE)
		return lay_error_set(err, LAY_E_LIMIT, "too many types differ");
	c->types = calloc(c->nr_items + 1, sizeof(*c->types));
	if (!c->types)
		return census_no_memory(err);
	if (c->nr_items)
		qsort(c->items, c->nr_items, sizeof(*c->items), by_rank);
	for (size_t i = 0; i < c->nr_items; i++) {
		const struct lay_census_type *t = &c->items[i].type;
		const struct lay_def *def = t->def[1] ? t->def[1] : t->def[0];

		c->types[i] = *t;
		c->pub.count[def->kind].nr[t->change]++;
	}
	c->pub.types = c->types;
	c->pub.nr_types = (uint32_t)c->nr_items;
	return 0;
}

static int make(struct census *c, struct lay_error *err)
{
	int ret = 0;

	c->failures = arena_array(&c->arena, CENSUS_MAX_FAILURES,
				  sizeof(*c->failures));
	if (!c->failures)
		return census_no_memory(err);
	c->pub.failures = c->failures;
	for (int i = 0; i < 2; i++) {
		lay_size_rules_of(c->side[i].identity, &c->rules[i]);
		c->rules[i].line_size = c->side[i].layout.line_size;
	}
	ret = find_both(c, err);
	if (ret >= 0)
		ret = take(c, err);
	if (ret >= 0)
		ret = rank(c, err);
	if (ret >= 0)
		ret = census_connect(c, err);
	for (int i = 0; i < 2 && ret >= 0; i++)
		ret = lay_build_partial(c->side[i].build, &c->pub.partial[i],
					err);
	free(c->items);
	c->items = NULL;
	return ret;
}

int lay_census_make(const struct lay_census_side sides[2],
		    const struct lay_census_opts *opts,
		    struct lay_census **census, struct lay_error *err)
{
	struct census *c = calloc(1, sizeof(*c));
	int ret;

	if (!c)
		return census_no_memory(err);
	arena_init(&c->arena, 0);
	pthread_mutex_init(&c->load_lock, NULL);
	c->loads = &c->load_lock;
	for (int i = 0; i < 2; i++) {
		c->side[i] = sides[i];
		lay_locals_init(&c->locals[i], sides[i].build);
	}
	if (opts)
		c->opts = *opts;
	ret = make(c, err);
	if (ret < 0) {
		lay_census_free(&c->pub);
		return ret;
	}
	*census = &c->pub;
	return 0;
}

void lay_census_free(struct lay_census *census)
{
	struct census *c = (struct census *)census;

	if (!c)
		return;
	for (int i = 0; i < 2; i++) {
		lay_defs_free(&c->defs[i]);
		lay_locals_deinit(&c->locals[i]);
	}
	for (unsigned int i = 0; i < c->nr_shares; i++)
		arena_free(&c->shares[i].arena);
	free(c->shares);
	pthread_mutex_destroy(&c->load_lock);
	arena_free(&c->arena);
	free(c->types);
	free(c->items);
	free(c);
}

bool lay_census_matches(const struct lay_census_type *type,
			const char *pattern)
{
	const struct lay_def *def = type->def[1] ? type->def[1] : type->def[0];
	const char *kind = lay_kind_name(def->kind);
	size_t len = strlen(kind);

	if (!strncmp(pattern, kind, len) && pattern[len] == ' ')
		pattern += len + 1;
	return glob_match(pattern, def->name);
}
