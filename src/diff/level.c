// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "diff/level.h"
#include "base/poison.h"

uint64_t record_bits(const struct side *side, uint32_t slot)
{
	const struct lay_slot *s;

	if (slot == LAY_NO_SLOT)
		return side->layout->size * 8;
	s = slot_of(side, slot);
	return s->flags & LAY_SLOT_ARRAY ? s->stride * 8 : s->bit_size;
}

bool record_is_union(const struct side *side, uint32_t slot)
{
	if (slot == LAY_NO_SLOT)
		return lay_type_strip(side->layout->type)->kind ==
		       LAY_KIND_UNION;
	return slot_of(side, slot)->nr_below &&
	       slot_of(side, slot + 1)->flags & LAY_SLOT_IN_UNION;
}

bool is_record_pair(const struct diff *d, uint32_t old_slot, uint32_t new_slot)
{
	if (old_slot == LAY_NO_SLOT || new_slot == LAY_NO_SLOT)
		return old_slot == new_slot;
	return slot_of(&d->old, old_slot)->flags & LAY_SLOT_RECORD &&
	       slot_of(&d->new, new_slot)->flags & LAY_SLOT_RECORD;
}

bool is_wrapper(const struct side *side, uint32_t slot)
{
	for (uint32_t i = first_inside(slot); i < end_inside(side, slot); i++)
		if (is_matched(side, i))
			return true;
	return false;
}

/*
 * Members
 */

static uint32_t list_members(const struct side *side, uint32_t record,
			     uint32_t *list)
{
	uint32_t nr = 0, end = end_inside(side, record);

	for (uint32_t i = first_inside(record); i < end;
	     i += 1 + slot_of(side, i)->nr_below) {
		if (slot_of(side, i)->kind != LAY_SLOT_MEMBER)
			continue;
		if (list)
			list[nr] = i;
		nr++;
	}
	return nr;
}

uint32_t level_index_of(const uint32_t *list, uint32_t nr, uint32_t slot)
{
	uint32_t low = 0, high = nr;

	while (low < high) {
		uint32_t mid = low + (high - low) / 2;

		if (list[mid] < slot)
			low = mid + 1;
		else
			high = mid;
	}
	return low < nr && list[low] == slot ? low : nr;
}

static bool is_placed(const struct side *side, uint32_t slot)
{
	return !(slot_of(side, slot)->flags & LAY_SLOT_UNPLACED);
}

/*
 * What @wrapper, an unmatched record of side @in, holds of @list, members of
 * the record on side @out that its own is matched with: the first of them and
 * those that follow it without a break.
 */
static uint32_t wrapped_run(const struct side *in, const struct side *out,
			    uint32_t wrapper, const uint32_t *list, uint32_t nr,
			    uint32_t *at)
{
	uint32_t first = nr, count = 0;

	for (uint32_t i = first_inside(wrapper); i < end_inside(in, wrapper);
	     i++) {
		uint32_t index;

		if (!is_matched(in, i))
			continue;
		index = level_index_of(list, nr, in->partner[i]);
		if (index < first)
			first = index;
	}
	*at = first;
	while (first + count < nr && is_matched(out, list[first + count]) &&
	       is_placed(out, list[first + count]) &&
	       is_inside(in, out->partner[list[first + count]], wrapper))
		count++;
	return count;
}

/*
 * Anchors
 */

/* Every pair that could be an anchor: members, and wrappers with what they
 * wrap. Appends to level->anchors, which has room for all. */
static void add_candidates(const struct diff *d, struct level *lv)
{
	struct anchor *a = lv->anchors;

	for (uint32_t j = 0; j < lv->nr_news; j++) {
		uint32_t slot = lv->news[j], at;

		*a = (struct anchor){ .new_at = j, .nr_new = 1 };
		if (!is_placed(&d->new, slot))
			continue;
		if (is_matched(&d->new, slot)) {
			at = level_index_of(lv->olds, lv->nr_olds,
				      d->new.partner[slot]);
			a->nr_old = at < lv->nr_olds &&
				    is_placed(&d->old, lv->olds[at]);
		} else {
			a->nr_old = wrapped_run(&d->new, &d->old, slot,
						lv->olds, lv->nr_olds, &at);
		}
		a->old_at = at;
		a += a->nr_old > 0;
	}
	for (uint32_t i = 0; i < lv->nr_olds; i++) {
		uint32_t slot = lv->olds[i];

		*a = (struct anchor){ .old_at = i, .nr_old = 1 };
		if (is_placed(&d->old, slot) && !is_matched(&d->old, slot))
			a->nr_new = wrapped_run(&d->old, &d->new, slot,
						lv->news, lv->nr_news,
						&a->new_at);
		a += a->nr_new > 0;
	}
	lv->nr_anchors = (uint32_t)(a - lv->anchors);
}

static int by_new_place(const void *pa, const void *pb)
{
	const struct anchor *a = pa, *b = pb;

	return a->new_at < b->new_at ? -1 : a->new_at > b->new_at;
}

static void count_pairs(struct level *lv)
{
	const struct anchor *a = lv->anchors;

	lv->nr_pairs = lv->nr_anchors;
	for (uint32_t i = 0; i < lv->nr_anchors; i++, a++) {
		lv->nr_stayed += a->old_at == a->new_at;
		if (!i)
			continue;
		lv->nr_neighbours += a->old_at == a[-1].old_at + a[-1].nr_old;
		lv->nr_swapped += a[-1].old_at == a->old_at + a->nr_old;
	}
}

static struct extent extent_of(const struct side *side, const uint32_t *list,
			       uint32_t nr)
{
	const struct lay_slot *first = slot_of(side, list[0]);
	const struct lay_slot *last = slot_of(side, list[nr - 1]);

	return (struct extent){ first->bit_off,
				last->bit_off + last->bit_size };
}

struct extent anchor_old(const struct diff *d, const struct level *lv,
			 const struct anchor *a)
{
	return extent_of(&d->old, lv->olds + a->old_at, a->nr_old);
}

struct extent anchor_new(const struct diff *d, const struct level *lv,
			 const struct anchor *a)
{
	return extent_of(&d->new, lv->news + a->new_at, a->nr_new);
}

/* The best sequence that ends in an anchor. */
struct sequence {
	uint32_t nr;		/* how many are in it */
	uint32_t nr_stayed;	/* of these, at the same place in their record */
	uint32_t before;	/* the anchor in front, UINT32_MAX: none */
};

static bool stays(const struct diff *d, const struct level *lv,
		  const struct anchor *a)
{
	return anchor_old(d, lv, a).start -
	       record_start(&d->old, lv->old_record) ==
	       anchor_new(d, lv, a).start -
	       record_start(&d->new, lv->new_record);
}

/* Of two anchors that sequences end in (UINT32_MAX: none), that of the longer
 * one; then that of which more stayed; then that which ends nearer the front. */
static uint32_t better(const struct level *lv, const struct sequence *s,
		       uint32_t a, uint32_t b)
{
	if (a == UINT32_MAX || b == UINT32_MAX)
		return a == UINT32_MAX ? b : a;
	if (s[a].nr != s[b].nr)
		return s[a].nr > s[b].nr ? a : b;
	if (s[a].nr_stayed != s[b].nr_stayed)
		return s[a].nr_stayed > s[b].nr_stayed ? a : b;
	return lv->anchors[b].old_at < lv->anchors[a].old_at ? b : a;
}

/* Leave only the anchors of the sequence that ends in @last. */
static void keep_sequence(struct level *lv, struct sequence *s, uint32_t last)
{
	uint32_t nr = 0, next = UINT32_MAX;

	/* turn it round, so that none is overwritten before it was moved */
	while (last != UINT32_MAX) {
		uint32_t before = s[last].before;

		s[last].before = next;
		next = last;
		last = before;
	}
	for (; next != UINT32_MAX; next = s[next].before)
		lv->anchors[nr++] = lv->anchors[next];
	lv->nr_anchors = nr;
}

/*
 * Keep of the anchors, which are in the order of the new record, a longest
 * sequence that is in the order of the old one too; of several, one of which
 * most stayed where they were: of two members that changed places, the one that
 * moved was moved. best[] is a Fenwick tree by old_at: best[k] is the anchor of
 * those in [k - lowest bit of k, k) that the best sequence ends in.
 */
static int keep_longest(const struct diff *d, struct level *lv,
			struct lay_error *err)
{
	size_t room = (size_t)lv->nr_anchors + 1;
	struct sequence *s = calloc(room, sizeof(*s));
	uint32_t *best = malloc(((size_t)lv->nr_olds + 1) * sizeof(*best));
	uint32_t last = UINT32_MAX;

	if (!s || !best) {
		free(s);
		free(best);
		return lay_error_set(err, LAY_E_NOMEM,
				     "out of memory for %zu members", room);
	}
	memset(best, 0xff, ((size_t)lv->nr_olds + 1) * sizeof(*best));
	for (uint32_t i = 0; i < lv->nr_anchors; i++) {
		uint32_t before = UINT32_MAX, old_at = lv->anchors[i].old_at;

		for (uint32_t k = old_at; k; k &= k - 1)
			before = better(lv, s, before, best[k]);
		s[i] = (struct sequence){ 1, 0, before };
		if (before != UINT32_MAX) {
			s[i].nr += s[before].nr;
			s[i].nr_stayed = s[before].nr_stayed;
		}
		s[i].nr_stayed += stays(d, lv, &lv->anchors[i]);
		for (uint32_t k = old_at + 1; k <= lv->nr_olds; k += k & -k)
			best[k] = better(lv, s, best[k], i);
		last = better(lv, s, last, i);
	}
	keep_sequence(lv, s, last);
	free(s);
	free(best);
	return 0;
}

/*
 * The whole
 */

void level_deinit(struct level *lv)
{
	free(lv->olds);
	free(lv->news);
	free(lv->anchors);
	*lv = (struct level){ 0 };
}

int level_make(const struct diff *d, uint32_t old_record, uint32_t new_record,
	       struct level *lv, struct lay_error *err)
{
	bool old_union = record_is_union(&d->old, old_record);
	bool new_union = record_is_union(&d->new, new_record);

	*lv = (struct level){
		.old_record = old_record,
		.new_record = new_record,
		.is_union = old_union && new_union,
		.is_mixed = old_union != new_union,
		.nr_olds = list_members(&d->old, old_record, NULL),
		.nr_news = list_members(&d->new, new_record, NULL),
	};
	lv->olds = calloc((size_t)lv->nr_olds + 1, sizeof(*lv->olds));
	lv->news = calloc((size_t)lv->nr_news + 1, sizeof(*lv->news));
	lv->anchors = calloc((size_t)lv->nr_olds + lv->nr_news + 1,
			     sizeof(*lv->anchors));
	if (!lv->olds || !lv->news || !lv->anchors) {
		level_deinit(lv);
		return lay_error_set(err, LAY_E_NOMEM,
				     "out of memory for members");
	}
	list_members(&d->old, old_record, lv->olds);
	list_members(&d->new, new_record, lv->news);
	add_candidates(d, lv);
	qsort(lv->anchors, lv->nr_anchors, sizeof(*lv->anchors), by_new_place);
	count_pairs(lv);
	if (keep_longest(d, lv, err) < 0) {
		level_deinit(lv);
		return -LAY_E_NOMEM;
	}
	return 0;
}

struct run level_run(const struct level *lv, uint32_t i)
{
	struct run run = { .old_end = lv->nr_olds, .new_end = lv->nr_news };

	if (i > 0) {
		const struct anchor *a = &lv->anchors[i - 1];

		run.old_at = a->old_at + a->nr_old;
		run.new_at = a->new_at + a->nr_new;
	}
	if (i < lv->nr_anchors) {
		run.old_end = lv->anchors[i].old_at;
		run.new_end = lv->anchors[i].new_at;
	}
	return run;
}
