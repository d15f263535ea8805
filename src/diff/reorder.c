// SPDX-License-Identifier: GPL-2.0-only
/*
 * Members that changed their order.
 *
 * Problem: a member stood in front of five others and stands behind them, and
 * two were added there as well. Its move is 48 bytes, of which 24 are due to the
 * two that were added: that it was moved in the source is the cause of the rest
 * alone.
 *
 * Idea: what stands in front of a member is a set, and its move is the
 * difference of two sums over that set, before and now. So what moved it is
 * what came into the set or left it, and what of it changed its size. Anchors
 * keep their order, so all in front of the member in both records but for a
 * stretch is common to both: the edits up to an anchor, as of every other
 * member; and in the stretch, from that anchor to the member, it has passed the
 * anchors of the way from its old run to its new one. Each that it went behind
 * adds the size that it had, and what that grew by is an edit; each that it
 * went in front of takes off the size that it had.
 *
 * The same set decides from where the edits in front of a member need to be
 * told. One that kept its place makes those in front of it no matter, but only
 * where nobody that stands in front of the member in both records passed it:
 * else that would be told as one that came in front, where it always was.
 *
 * Invariant: whom is noted for a member, and the holes in the stretch, add up
 * with the edits to its move.
 *
 * Cost: n log n in the members of the level, and nothing where none changed
 * its order. What a member passed is listed when it is asked for (causes.c).
 */
#include <config.h>

#include <stdlib.h>

#include "base/vec.h"
#include "diff/reorder.h"
#include "base/poison.h"

/* A place on the way through a level: runs have even numbers, anchors odd. */
#define OF_RUN(i)	(2 * (i))
#define OF_ANCHOR(i)	(2 * (i) + 1)

/* A member passed the anchors [from, to): those behind run @to have it on the
 * same side in both records, or in an anchor there. */
struct crossing {
	uint32_t from, to;
};

struct mover {
	struct crossing way;
	uint32_t old_at, new_at;
	bool behind;		/* it went behind those that it passed */
	uint64_t inner;		/* how deep in the old member it was */
};

struct stay {
	uint32_t anchor;
	uint32_t edit;		/* the first behind its start */
};

/* A member of a side: where it is on the way, and what stands in front of it:
 * bits of holes, and of members; anchors as a whole. */
struct point {
	uint32_t place;
	int64_t gaps, sum;
};

static int no_memory(struct edit_list *l)
{
	return lay_error_set(l->err, LAY_E_NOMEM, "out of memory for moves");
}

/*
 * Places
 */

static struct point *points_of(const struct level *lv, bool is_new)
{
	uint32_t nr = is_new ? lv->nr_news : lv->nr_olds;
	struct point *points = calloc((size_t)nr + 1, sizeof(*points));

	for (uint32_t i = 0; points && i <= lv->nr_anchors; i++) {
		struct run run = level_run(lv, i);
		uint32_t at = is_new ? run.new_at : run.old_at;
		uint32_t end = is_new ? run.new_end : run.old_end;
		uint32_t behind;

		for (; at < end; at++)
			points[at].place = OF_RUN(i);
		if (i == lv->nr_anchors)
			break;
		behind = is_new ? lv->anchors[i].nr_new : lv->anchors[i].nr_old;
		for (behind += end; at < behind; at++)
			points[at].place = OF_ANCHOR(i);
	}
	return points;
}

/* Of the member of @record that @slot is or is in: the place, or UINT32_MAX if
 * there is none. */
static uint32_t place_of(const struct side *side, uint32_t record,
			 const uint32_t *list, uint32_t nr,
			 const struct point *points, uint32_t slot)
{
	uint32_t at;

	while (slot != LAY_NO_SLOT && slot_of(side, slot)->parent != record)
		slot = slot_of(side, slot)->parent;
	if (slot == LAY_NO_SLOT)
		return UINT32_MAX;
	at = level_index_of(list, nr, slot);
	return at < nr ? points[at].place : UINT32_MAX;
}

static void add(struct edit_list *l, int64_t *sum, uint64_t bits)
{
	if (__builtin_add_overflow(*sum, (int64_t)bits, sum))
		edits_fail(l);
}

static void sum_up(struct edit_list *l, struct point *points, bool is_new)
{
	const struct level *lv = l->lv;
	const struct side *side = is_new ? &l->d->new : &l->d->old;
	uint32_t record = is_new ? lv->new_record : lv->old_record;
	uint32_t end = end_inside(side, record), at = 0;
	int64_t gaps = 0, sum = 0;

	for (uint32_t i = first_inside(record); i < end;
	     i += 1 + slot_of(side, i)->nr_below) {
		const struct lay_slot *s = slot_of(side, i);
		uint32_t place = points[at].place;
		bool inner = at && place % 2 && points[at - 1].place == place;

		if (s->kind == LAY_SLOT_MEMBER) {
			points[at].gaps = gaps;
			points[at].sum = sum;
			at++;
			if (place % 2 && !inner) {
				const struct anchor *a =
					&lv->anchors[place / 2];
				struct extent e = is_new ?
					anchor_new(l->d, lv, a) :
					anchor_old(l->d, lv, a);

				add(l, &sum, e.end - e.start);
			} else if (!(place % 2) &&
				   !(s->flags & LAY_SLOT_UNPLACED)) {
				add(l, &sum, s->bit_size);
			}
		} else if ((s->kind == LAY_SLOT_HOLE ||
			    s->kind == LAY_SLOT_BIT_HOLE) && !inner) {
			add(l, &gaps, s->bit_size);
		}
	}
}

/*
 * Who passed whom
 */

/* From run @run on one side to @place on the other. What went into an anchor is
 * in it for those behind it alone. */
static struct crossing crossing_of(uint32_t run, uint32_t place)
{
	uint32_t other = place / 2;

	if (place % 2 && run <= other)
		return (struct crossing){ run, other + 1 };
	if (place % 2)
		return (struct crossing){ other + 1, run };
	if (run <= other)
		return (struct crossing){ run, other };
	return (struct crossing){ other, run };
}

static void add_crossing(struct edit_list *l, uint32_t run, uint32_t place)
{
	struct orders *o = l->orders;
	struct crossing c;

	if (place == UINT32_MAX || l->ret < 0)
		return;
	c = crossing_of(run, place);
	if (c.from == c.to)
		return;
	if (VEC_RESERVE(o->crossings, o->nr_crossings, o->cap_crossings, 1) < 0)
		l->ret = no_memory(l);
	else
		o->crossings[o->nr_crossings++] = c;
}

static void add_mover(struct edit_list *l, uint32_t old_at, uint32_t new_at)
{
	struct orders *o = l->orders;
	uint32_t from = o->olds[old_at].place / 2;
	uint32_t to = o->news[new_at].place / 2;

	if (l->ret < 0 || from == to)
		return;
	if (VEC_RESERVE(o->movers, o->nr_movers, o->cap_movers, 1) < 0) {
		l->ret = no_memory(l);
		return;
	}
	o->movers[o->nr_movers++] = (struct mover){
		.way = crossing_of(from, OF_RUN(to)),
		.old_at = old_at,
		.new_at = new_at,
		.behind = from < to,
	};
}

/*
 * The new member came out of the old one @old_at, a record in which @slot was:
 * as the place of that is known, so is what it passed. Not where it was behind
 * others in a record that went as well.
 */
static void add_unwrapped(struct edit_list *l, uint32_t old_at, uint32_t new_at,
			  uint32_t slot)
{
	const struct level *lv = l->lv;
	struct orders *o = l->orders;
	const struct side *old = &l->d->old;
	const struct lay_slot *around = slot_of(old, lv->olds[old_at]);
	uint32_t place = o->olds[old_at].place, to = o->news[new_at].place / 2;
	struct mover m = {
		.way = { place / 2, to },
		.old_at = old_at,
		.new_at = new_at,
		.behind = place / 2 < to,
		.inner = slot_of(old, slot)->bit_off - around->bit_off,
	};

	if (l->ret < 0 || around->flags & (LAY_SLOT_ARRAY | LAY_SLOT_UNPLACED))
		return;
	if (m.inner && !(place % 2 && m.behind))
		return;
	if (place % 2 && lv->anchors[place / 2].old_at != old_at)
		return;
	if (!m.behind)
		m.way = (struct crossing){ to, place / 2 };
	if (VEC_RESERVE(o->movers, o->nr_movers, o->cap_movers, 1) < 0)
		l->ret = no_memory(l);
	else
		o->movers[o->nr_movers++] = m;
}

static bool is_unplaced(const struct side *side, uint32_t slot)
{
	return slot_of(side, slot)->flags & LAY_SLOT_UNPLACED;
}

/* The old members of run @i. */
static void see_olds(struct edit_list *l, uint32_t i, const struct run *run)
{
	const struct level *lv = l->lv;
	const struct diff *d = l->d;

	for (uint32_t at = run->old_at; at < run->old_end; at++) {
		uint32_t slot = lv->olds[at], partner;

		if (!is_matched(&d->old, slot) || is_unplaced(&d->old, slot))
			continue;
		partner = d->old.partner[slot];
		add_crossing(l, i, place_of(&d->new, lv->new_record, lv->news,
					    lv->nr_news, l->orders->news,
					    partner));
		if (slot_of(&d->new, partner)->parent == lv->new_record &&
		    !is_unplaced(&d->new, partner))
			add_mover(l, at, level_index_of(lv->news, lv->nr_news,
							partner));
	}
}

/* The old member that @slot is inside, or UINT32_MAX. */
static uint32_t index_around(const struct edit_list *l, uint32_t slot)
{
	const struct level *lv = l->lv;
	const struct side *old = &l->d->old;
	uint32_t at;

	while (slot != LAY_NO_SLOT &&
	       slot_of(old, slot)->parent != lv->old_record) {
		slot = slot_of(old, slot)->parent;
		if (slot != LAY_NO_SLOT &&
		    slot_of(old, slot)->flags & LAY_SLOT_ARRAY)
			return UINT32_MAX;
	}
	if (slot == LAY_NO_SLOT)
		return UINT32_MAX;
	at = level_index_of(lv->olds, lv->nr_olds, slot);
	return at < lv->nr_olds ? at : UINT32_MAX;
}

/* The new ones, those that come from inside others. */
static void see_news(struct edit_list *l, uint32_t i, const struct run *run)
{
	const struct level *lv = l->lv;
	const struct diff *d = l->d;

	for (uint32_t at = run->new_at; at < run->new_end; at++) {
		uint32_t slot = lv->news[at], partner, around;

		if (!is_matched(&d->new, slot) || is_unplaced(&d->new, slot))
			continue;
		partner = d->new.partner[slot];
		if (slot_of(&d->old, partner)->parent == lv->old_record ||
		    is_unplaced(&d->old, partner))
			continue;
		around = index_around(l, partner);
		if (around != UINT32_MAX)
			add_unwrapped(l, around, at, partner);
		if (l->ret >= 0)
			add_crossing(l, i, place_of(&d->old, lv->old_record,
						    lv->olds, lv->nr_olds,
						    l->orders->olds, partner));
	}
}

static bool has_matched(const struct level *lv, const struct diff *d)
{
	for (uint32_t i = 0; i <= lv->nr_anchors; i++) {
		struct run run = level_run(lv, i);

		for (uint32_t at = run.old_at; at < run.old_end; at++)
			if (is_matched(&d->old, lv->olds[at]))
				return true;
		for (uint32_t at = run.new_at; at < run.new_end; at++)
			if (is_matched(&d->new, lv->news[at]))
				return true;
	}
	return false;
}

static int by_end(const void *pa, const void *pb)
{
	const struct crossing *a = pa, *b = pb;

	return a->to < b->to ? -1 : a->to > b->to;
}

static int movers_by_end(const void *pa, const void *pb)
{
	const struct mover *a = pa, *b = pb;

	if (a->way.to != b->way.to)
		return a->way.to < b->way.to ? -1 : 1;
	return a->new_at < b->new_at ? -1 : a->new_at > b->new_at;
}

int orders_make(struct edit_list *l, struct orders *o)
{
	const struct level *lv = l->lv;

	*o = (struct orders){ .first_passed = l->d->nr_passed };
	l->orders = o;
	if (!has_matched(lv, l->d))
		return 0;
	o->olds = points_of(lv, false);
	o->news = points_of(lv, true);
	o->ends = calloc((size_t)lv->nr_anchors + 1, sizeof(*o->ends));
	o->stays = calloc((size_t)lv->nr_anchors + 1, sizeof(*o->stays));
	if (!o->olds || !o->news || !o->ends || !o->stays)
		return l->ret = no_memory(l);
	for (uint32_t i = 0; i <= lv->nr_anchors; i++) {
		struct run run = level_run(lv, i);

		see_olds(l, i, &run);
		see_news(l, i, &run);
	}
	if (o->nr_movers) {
		sum_up(l, o->olds, false);
		sum_up(l, o->news, true);
		qsort(o->movers, o->nr_movers, sizeof(*o->movers),
		      movers_by_end);
	}
	if (o->nr_crossings)
		qsort(o->crossings, o->nr_crossings, sizeof(*o->crossings),
		      by_end);
	return l->ret;
}

void orders_deinit(struct orders *o)
{
	free(o->olds);
	free(o->news);
	free(o->ends);
	free(o->stays);
	free(o->crossings);
	free(o->movers);
}

/*
 * On the way
 */

/* What a side has between the anchor in front of run @run and member @at. */
struct stretch {
	uint32_t from;		/* slot */
	int64_t gaps, sum, bits;
};

static struct stretch stretch_of(const struct edit_list *l, uint32_t run,
				 uint32_t at, bool is_new)
{
	const struct level *lv = l->lv;
	const struct side *side = is_new ? &l->d->new : &l->d->old;
	const struct point *points = is_new ? l->orders->news : l->orders->olds;
	const uint32_t *list = is_new ? lv->news : lv->olds;
	uint64_t start = record_start(side, is_new ? lv->new_record :
						     lv->old_record);
	struct stretch s = { .gaps = points[at].gaps, .sum = points[at].sum };
	uint32_t first = 0;

	if (run) {
		const struct anchor *a = &lv->anchors[run - 1];

		first = is_new ? a->new_at + a->nr_new : a->old_at + a->nr_old;
		start = is_new ? anchor_new(l->d, lv, a).end :
				 anchor_old(l->d, lv, a).end;
		s.gaps -= points[first - 1].gaps;
		s.sum -= points[first].sum;
	}
	s.from = list[first];
	s.bits = (int64_t)slot_of(side, list[at])->bit_off - (int64_t)start;
	return s;
}

/* The edits that are causes for all behind anchor @run - 1: of the members that
 * kept their place the last that nobody passed. */
static uint32_t window_of(const struct edit_list *l, uint32_t run)
{
	const struct orders *o = l->orders;
	uint32_t low = 0, high = o->nr_stays;

	while (low < high) {
		uint32_t mid = low + (high - low) / 2;

		if (o->stays[mid].anchor < run)
			low = mid + 1;
		else
			high = mid;
	}
	return low ? o->stays[low - 1].edit : l->first;
}

static void note_mover(struct edit_list *l, const struct mover *m)
{
	const struct level *lv = l->lv;
	struct orders *o = l->orders;
	struct diff *d = l->d;
	uint32_t run = m->way.from, row = d->new.row[lv->news[m->new_at]];
	uint32_t end = run ? o->ends[run - 1] : l->first;
	struct stretch before = stretch_of(l, run, m->old_at, false);
	struct stretch after = stretch_of(l, run, m->new_at, true);
	int64_t old_rest = edits_less(l, edits_less(l, before.bits, before.sum),
				      before.gaps);
	int64_t new_rest = edits_less(l, edits_less(l, after.bits, after.sum),
				      after.gaps);

	if (VEC_RESERVE(d->reorders, d->nr_reorders, d->cap_reorders, 1) < 0) {
		l->ret = no_memory(l);
		return;
	}
	d->reorders[d->nr_reorders++] = (struct reorder){
		.row = row,
		.behind = m->behind,
		.old_end = lv->olds[m->old_at],
		.inner_bits = (int64_t)m->inner,
		.old_from = before.from,
		.new_from = after.from,
		.front = run ? anchor_row(l, &lv->anchors[run - 1]) :
			       LAY_NO_ROW,
		.first_passed = o->first_passed + run,
		.nr_passed = m->way.to - run,
		.end_resized = m->behind ? o->ends[m->way.to - 1] : end,
		.old_gap_bits = before.gaps,
		.new_gap_bits = after.gaps,
		.rest_bits = edits_less(l, new_rest, old_rest),
	};
	d->rows[row].first_edit = window_of(l, run);
	d->rows[row].nr_edits = end - d->rows[row].first_edit;
}

void orders_enter_run(struct edit_list *l, uint32_t i)
{
	struct orders *o = l->orders;

	for (; o->next_crossing < o->nr_crossings &&
	       o->crossings[o->next_crossing].to == i; o->next_crossing++)
		while (o->nr_stays && o->stays[o->nr_stays - 1].anchor >=
				      o->crossings[o->next_crossing].from)
			o->nr_stays--;
	if (o->nr_crossings)
		l->window = o->nr_stays ? o->stays[o->nr_stays - 1].edit :
					  l->first;
	for (; o->next_mover < o->nr_movers && l->ret >= 0 &&
	       o->movers[o->next_mover].way.to == i; o->next_mover++)
		note_mover(l, &o->movers[o->next_mover]);
}

void orders_stayed(struct edit_list *l, uint32_t i)
{
	struct orders *o = l->orders;

	l->window = (uint32_t)l->d->nr_edits;
	if (o->nr_crossings)
		o->stays[o->nr_stays++] = (struct stay){ i, l->window };
}

void orders_leave_anchor(struct edit_list *l, uint32_t i)
{
	struct orders *o = l->orders;
	struct diff *d = l->d;
	struct extent e;

	if (!o->nr_movers || l->ret < 0)
		return;
	e = anchor_old(d, l->lv, &l->lv->anchors[i]);
	o->ends[i] = (uint32_t)d->nr_edits;
	if (VEC_RESERVE(d->passed, d->nr_passed, d->cap_passed, 1) < 0) {
		l->ret = no_memory(l);
		return;
	}
	d->passed[d->nr_passed++] = (struct passed){
		.row = anchor_row(l, &l->lv->anchors[i]),
		.bits = (int64_t)(e.end - e.start),
	};
}
