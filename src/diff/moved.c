// SPDX-License-Identifier: GPL-2.0-only
/*
 * Matching by name what went into a record with a name, or out of it.
 *
 * Problem: u->m became u->r.m, and what is in front of it was edited too: in C
 * the names are two, and the place is another. Told as removed and added, one
 * member would look like two, and share a line with itself.
 *
 * Idea: a name that stands once in the whole of either layout says who it is,
 * when its type is the same and the one place is inside the record that has the
 * other, or was. From one record with a name to another next to it nothing
 * went: "next" of a list that was removed is not "next" of one that was added.
 * Nor is what a lock or counter is made of anybody else. And a name that says
 * no more than the type does, as "rcu" in a struct rcu_work, says who it is
 * only where others went the same way.
 *
 * Invariant: what has several candidates has none.
 *
 * Cost: n log n in the members, where both layouts have some without a partner;
 * leaves are compared once for each depth.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "diff/guess.h"
#include "diff/rename.h"
#include "base/poison.h"

static bool has_name(const struct lay_slot *s)
{
	return s->kind == LAY_SLOT_MEMBER && s->member->name &&
	       !(s->flags & LAY_SLOT_ANONYMOUS);
}

/* Is @slot in a member that is no record in the other layout, and is told of as
 * one? */
static bool is_closed(const struct side *side, const struct side *other,
		      uint32_t slot)
{
	for (slot = slot_of(side, slot)->parent; slot != LAY_NO_SLOT;
	     slot = slot_of(side, slot)->parent)
		if (is_matched(side, slot) &&
		    !(slot_of(other, side->partner[slot])->flags &
		      LAY_SLOT_RECORD))
			return true;
	return false;
}

/* Is it one that may have gone, or come, whose name says something? */
static bool may_move(const struct side *side, const struct side *other,
		     uint32_t slot)
{
	const struct lay_slot *s = slot_of(side, slot);

	return has_name(s) && s->bit_size && is_free(side, slot) &&
	       !(s->flags & LAY_SLOT_MARKER) && !is_reserve(s) &&
	       !is_wrapper(side, slot) && !is_closed(side, other, slot);
}

static bool any_may_move(const struct side *side)
{
	for (uint32_t i = 0; i < side->layout->nr_slots; i++)
		if (has_name(slot_of(side, i)) && is_free(side, i))
			return true;
	return false;
}

/* All names, of members with partners too. Returns how many. */
static uint32_t list_names(const struct side *side, struct named *list)
{
	uint32_t nr = 0;

	for (uint32_t i = 0; i < side->layout->nr_slots; i++)
		if (has_name(slot_of(side, i)))
			list[nr++] = (struct named){
				slot_of(side, i)->member->name, i };
	if (nr)
		qsort(list, nr, sizeof(*list), named_compare);
	return nr;
}

/* The innermost record with a name around @slot, LAY_NO_SLOT: the outermost. */
static uint32_t named_around(const struct side *side, uint32_t slot)
{
	do
		slot = slot_of(side, slot)->parent;
	while (slot != LAY_NO_SLOT &&
	       slot_of(side, slot)->flags & LAY_SLOT_ANONYMOUS);
	return slot;
}

/* Of the records in @record that @slot is in the outermost one, LAY_NO_SLOT if
 * there is no way: through an array, a lock or counter, or what became another
 * type. */
static uint32_t way_into(const struct diff *d, const struct side *side,
			 uint32_t record, uint32_t slot)
{
	uint32_t top = LAY_NO_SLOT;

	while ((slot = slot_of(side, slot)->parent) != record) {
		const struct lay_slot *s;

		if (slot == LAY_NO_SLOT)
			return LAY_NO_SLOT;
		s = slot_of(side, slot);
		if (s->flags & (LAY_SLOT_ARRAY | LAY_SLOT_UNPLACED) ||
		    guess_written_type(s->member->type) ||
		    (is_matched(side, slot) &&
		     compare_types(d, side == &d->old ? slot :
						       d->new.partner[slot],
				   side == &d->new ? slot :
						       d->old.partner[slot]) &
			     LAY_ROW_RETYPED))
			return LAY_NO_SLOT;
		top = slot;
	}
	return top;
}

/* That the member @outer of side @out is @inner of side @in, which is inside
 * the record that has the other. */
struct way {
	const struct side *out, *in;
	uint32_t outer, inner, top;
};

static bool find_way(const struct diff *d, struct way *w)
{
	uint32_t record = named_around(w->out, w->outer);

	if (record != LAY_NO_SLOT) {
		record = w->out->partner[record];
		if (record == LAY_NO_SLOT)
			return false;
	}
	w->top = way_into(d, w->in, record, w->inner);
	return w->top != LAY_NO_SLOT;
}

static bool way_of(const struct diff *d, uint32_t u, uint32_t v, struct way *w)
{
	*w = (struct way){ &d->old, &d->new, u, v, LAY_NO_SLOT };
	if (find_way(d, w))
		return true;
	*w = (struct way){ &d->new, &d->old, v, u, LAY_NO_SLOT };
	return find_way(d, w);
}

/* The name of a record's type, or NULL. */
static const char *tag_of(const struct lay_slot *s)
{
	const struct lay_type *type =
		lay_type_strip(element_of(s->member->type));

	return lay_type_is_record(type) ? type->name : NULL;
}

/* Does the name say no more than what such a thing is called anywhere: rcu in a
 * rcu_work, lock of a spinlock_t? */
static bool says_little(const struct way *w)
{
	const struct lay_slot *s = slot_of(w->in, w->inner);
	const char *name = s->member->name;

	if (guess_written_type(s->member->type) && !strchr(name, '_'))
		return true;
	for (uint32_t i = w->inner;; i = slot_of(w->in, i)->parent) {
		const char *tag = tag_of(slot_of(w->in, i));

		if (tag && name_is_of_words(name, tag))
			return true;
		if (i == w->top)
			return false;
	}
}

static bool same_type(const struct diff *d, uint32_t u, uint32_t v)
{
	const struct lay_type *a = slot_of(&d->old, u)->member->type;

	if (slot_of(&d->old, u)->bit_size == slot_of(&d->new, v)->bit_size &&
	    same_leaves(d, u, v))
		return true;
	/* a record that was edited is known by its name */
	return is_record_pair(d, u, v) && lay_type_strip(element_of(a))->name &&
	       !(compare_types(d, u, v) & (LAY_ROW_RETYPED | LAY_ROW_ARRAY_LEN));
}

/* The candidate of each old slot, which is the only one. */
static void find_candidates(const struct side *old, const struct side *new,
			    struct named *olds, struct named *news,
			    uint32_t *candidates)
{
	uint32_t nr_olds = list_names(old, olds), i = 0;
	uint32_t nr_news = list_names(new, news), j = 0;

	while (i < nr_olds && j < nr_news) {
		const char *name = olds[i].name;
		uint32_t u = olds[i].slot, v = news[j].slot;
		int cmp = strcmp(name, news[j].name);
		uint32_t first_i = i, first_j = j;

		if (cmp > 0)
			name = news[j].name;
		while (i < nr_olds && !strcmp(olds[i].name, name))
			i++;
		while (j < nr_news && !strcmp(news[j].name, name))
			j++;
		if (i - first_i == 1 && j - first_j == 1 &&
		    may_move(old, new, u) && may_move(new, old, v))
			candidates[u] = v;
	}
}

/* How many that are sure of their ways, or not, took each. */
struct counts {
	uint32_t *old, *new;
};

/* Leave only those who went somewhere. */
static void count_ways(const struct diff *d, uint32_t *candidates,
		       const struct counts *counts)
{
	for (uint32_t u = 0; u < d->old.layout->nr_slots; u++) {
		uint32_t v = candidates[u];
		struct way w;

		if (v == LAY_NO_SLOT)
			continue;
		if (way_of(d, u, v, &w) && same_type(d, u, v))
			(w.in == &d->old ? counts->old : counts->new)[w.top]++;
		else
			candidates[u] = LAY_NO_SLOT;
	}
}

/* Did others go the same way, or are known by their places to have gone? */
static bool others_took(const struct diff *d, const struct way *w,
			const struct counts *counts)
{
	const uint32_t *nr = w->in == &d->old ? counts->old : counts->new;

	return nr[w->top] > 1 ||
	       (!is_matched(w->in, w->top) && is_wrapper(w->in, w->top));
}

static void pair_candidates(struct diff *d, uint32_t *candidates,
			    const struct counts *counts)
{
	count_ways(d, candidates, counts);
	for (uint32_t u = 0; u < d->old.layout->nr_slots; u++) {
		uint32_t v = candidates[u];
		struct way w;

		if (v == LAY_NO_SLOT || !way_of(d, u, v, &w))
			continue;
		if (!says_little(&w) || others_took(d, &w, counts))
			pair_up(d, u, v);
	}
}

int match_moved(struct diff *d, struct lay_error *err)
{
	size_t nr_old = (size_t)d->old.layout->nr_slots + 1;
	size_t nr_new = (size_t)d->new.layout->nr_slots + 1;
	struct named *olds, *news;
	struct counts counts;
	uint32_t *candidates;
	int ret = 0;

	if (!any_may_move(&d->old) || !any_may_move(&d->new))
		return 0;
	olds = calloc(nr_old, sizeof(*olds));
	news = calloc(nr_new, sizeof(*news));
	candidates = malloc(nr_old * sizeof(*candidates));
	counts.old = calloc(nr_old, sizeof(*counts.old));
	counts.new = calloc(nr_new, sizeof(*counts.new));
	if (olds && news && candidates && counts.old && counts.new) {
		memset(candidates, 0xff, nr_old * sizeof(*candidates));
		find_candidates(&d->old, &d->new, olds, news, candidates);
		pair_candidates(d, candidates, &counts);
	} else {
		ret = lay_error_set(err, LAY_E_NOMEM,
				    "out of memory for matching members");
	}
	free(olds);
	free(news);
	free(candidates);
	free(counts.old);
	free(counts.new);
	return ret;
}
