// SPDX-License-Identifier: GPL-2.0-only
/*
 * All pairs of a census. Those whose fingerprints differ are compared by
 * several threads, each in a census of its own that has the definitions in
 * common with the others, and at the end they are put together. What differs
 * is ordered by rank, so nothing depends on which thread met what; but for
 * failures, of which the first few are told: where there is any, everything is
 * compared again in order.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/pool.h"
#include "base/vec.h"
#include "diff/census.h"
#include "base/poison.h"

/* Pairs that have to be looked at. */
struct work {
	struct census *c;
	size_t (*pair)[2];
	size_t nr, cap;
};

/* Fewer are not worth a thread. */
#define MIN_PAIRS 32

static void step(const struct census *c, size_t done, size_t total)
{
	const struct lay_progress *p = &c->opts.progress;

	if (p->step && done % 64 == 0)
		p->step(p->ctx, "comparing types", done, total);
}

/* Does the pair have to be looked at? */
static bool see_pair(struct census *c, size_t old, size_t new)
{
	const struct lay_def *a = &c->defs[0].def[old];
	const struct lay_def *b = &c->defs[1].def[new];

	if (census_is_declared(a) || census_is_declared(b)) {
		c->pub.nr_visible += census_is_declared(a) !=
				     census_is_declared(b);
		return false;
	}
	c->pub.count[b->kind].nr_common++;
	return !census_surely_same(a, b);
}

static int list_pairs(struct work *w, const long *pairs, struct lay_error *err)
{
	for (size_t i = 0; i < w->c->defs[0].nr; i++) {
		if (pairs[i] < 0 || !see_pair(w->c, i, (size_t)pairs[i]))
			continue;
		if (VEC_RESERVE(w->pair, w->nr, w->cap, 1) < 0)
			return census_no_memory(err);
		w->pair[w->nr][0] = i;
		w->pair[w->nr++][1] = (size_t)pairs[i];
	}
	return 0;
}

static int compare_one(void *ctx, unsigned int thread, size_t item,
		       struct lay_error *err)
{
	struct work *w = ctx;

	if (thread == 0)
		step(w->c, item, w->nr);
	return census_compare(&w->c->shares[thread], w->pair[item][0],
			      w->pair[item][1], err);
}

static int make_shares(struct census *c, unsigned int nr,
		       struct lay_error *err)
{
	c->shares = calloc(nr, sizeof(*c->shares));
	if (!c->shares)
		return census_no_memory(err);
	for (; c->nr_shares < nr; c->nr_shares++) {
		struct census *share = &c->shares[c->nr_shares];

		*share = (struct census){
			.side = { c->side[0], c->side[1] }, .opts = c->opts,
			.rules = { c->rules[0], c->rules[1] },
			.defs = { c->defs[0], c->defs[1] }, .loads = c->loads,
		};
		arena_init(&share->arena, 0);
		share->failures = arena_array(&share->arena, CENSUS_MAX_FAILURES,
					      sizeof(*share->failures));
		if (!share->failures)
			return census_no_memory(err);
	}
	return 0;
}

/* Have the items of all shares, unless something failed in one. */
static int merge(struct census *c, bool *failed, struct lay_error *err)
{
	for (unsigned int i = 0; i < c->nr_shares; i++)
		*failed |= c->shares[i].pub.nr_failures > 0;
	for (unsigned int i = 0; !*failed && i < c->nr_shares; i++) {
		const struct census *share = &c->shares[i];

		if (VEC_RESERVE(c->items, c->nr_items, c->cap_items,
				share->nr_items + 1) < 0)
			return census_no_memory(err);
		if (share->nr_items)
			memcpy(c->items + c->nr_items, share->items,
			       share->nr_items * sizeof(*c->items));
		c->nr_items += share->nr_items;
		c->pub.nr_respelt += share->pub.nr_respelt;
	}
	return 0;
}

static int compare_in_order(struct work *w, struct lay_error *err)
{
	int ret = 0;

	for (size_t i = 0; ret == 0 && i < w->nr; i++) {
		step(w->c, i, w->nr);
		ret = census_compare(w->c, w->pair[i][0], w->pair[i][1], err);
	}
	return ret;
}

static int compare_all(struct work *w, struct lay_error *err)
{
	unsigned int threads = pool_threads(w->c->opts.jobs);
	bool failed = false;
	int ret;

	if (threads < 2 || w->nr < MIN_PAIRS)
		return compare_in_order(w, err);
	ret = make_shares(w->c, threads, err);
	if (ret == 0)
		ret = pool_run(threads, w->nr, compare_one, w, err);
	if (ret == 0)
		ret = merge(w->c, &failed, err);
	for (unsigned int i = 0; i < w->c->nr_shares; i++)
		free(w->c->shares[i].items);
	return ret == 0 && failed ? compare_in_order(w, err) : ret;
}

/* What only one of the builds has. */
static int take_lone(struct census *c, const long *pairs, struct lay_error *err)
{
	bool *taken = calloc(c->defs[1].nr + 1, sizeof(*taken));
	int ret = taken ? 0 : census_no_memory(err);

	for (size_t i = 0; i < c->defs[0].nr && ret >= 0; i++) {
		if (pairs[i] < 0)
			ret = census_lone(c, 0, i, err);
		else
			taken[pairs[i]] = true;
	}
	for (size_t i = 0; i < c->defs[1].nr && ret >= 0; i++)
		if (!taken[i])
			ret = census_lone(c, 1, i, err);
	free(taken);
	return ret;
}

int census_take(struct census *c, const long *pairs, struct lay_error *err)
{
	struct work w = { .c = c };
	int ret = list_pairs(&w, pairs, err);

	if (ret == 0)
		ret = compare_all(&w, err);
	if (ret == 0)
		ret = take_lone(c, pairs, err);
	free(w.pair);
	return ret;
}
