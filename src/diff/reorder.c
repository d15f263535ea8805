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
/* The first anchor that has a place in front of it: what is in an anchor is in
 * front for those behind it alone. */
#define FIRST_BEHIND(place)	(((place) + 1) / 2)

/* A member passed the anchors [from, to): those behind run @to have it on the
 * same side in both records, or in an anchor there. */
struct crossing {
	uint32_t from, to;
};

struct mover {
	struct crossing way;
	uint32_t old_at, new_at;	/* of one that crossed: its slots */
	bool behind;		/* it went behind those that it passed */
	bool crossed;		/* from one record to another, */
	bool in_anchor;		/* both in the anchor @way.from */
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

static void add_crossing(struct edit_list *l, uint32_t from, uint32_t to)
{
	struct orders *o = l->orders;
	struct crossing c = { FIRST_BEHIND(from), FIRST_BEHIND(to) };

	if (c.from > c.to)
		c = (struct crossing){ c.to, c.from };
	if (c.from == c.to || l->ret < 0)
		return;
	if (VEC_RESERVE(o->crossings, o->nr_crossings, o->cap_crossings, 1) < 0)
		l->ret = no_memory(l);
	else
		o->crossings[o->nr_crossings++] = c;
}

static void push_mover(struct edit_list *l, struct mover m)
{
	struct orders *o = l->orders;

	if (l->ret < 0)
		return;
	if (VEC_RESERVE(o->movers, o->nr_movers, o->cap_movers, 1) < 0)
		l->ret = no_memory(l);
	else
		o->movers[o->nr_movers++] = m;
}

static void add_mover(struct edit_list *l, uint32_t old_at, uint32_t new_at)
{
	struct orders *o = l->orders;
	uint32_t from = o->olds[old_at].place / 2;
	uint32_t to = o->news[new_at].place / 2;

	if (from == to)
		return;
	push_mover(l, (struct mover){
		.way = { from < to ? from : to, from < to ? to : from },
		.old_at = old_at,
		.new_at = new_at,
		.behind = from < to,
	});
}

static bool is_unplaced(const struct side *side, uint32_t slot)
{
	return slot_of(side, slot)->flags & LAY_SLOT_UNPLACED;
}

/* The old members of run @i that are in the record in both layouts. */
static void see_olds(struct edit_list *l, uint32_t i, const struct run *run)
{
	const struct level *lv = l->lv;
	const struct diff *d = l->d;

	for (uint32_t at = run->old_at; at < run->old_end; at++) {
		uint32_t slot = lv->olds[at], partner, new_at;

		if (!is_matched(&d->old, slot) || is_unplaced(&d->old, slot))
			continue;
		partner = d->old.partner[slot];
		if (slot_of(&d->new, partner)->parent != lv->new_record)
			continue;
		new_at = level_index_of(lv->news, lv->nr_news, partner);
		add_crossing(l, OF_RUN(i), l->orders->news[new_at].place);
		if (!is_unplaced(&d->new, partner))
			add_mover(l, at, new_at);
	}
}

/* Those that went from one record to another, in this one. */
static void see_crossers(struct edit_list *l)
{
	const struct level *lv = l->lv;
	const struct diff *d = l->d;
	struct orders *o = l->orders;
	const struct crosser *c;
	size_t nr;

	c = crossers_of(d, lv->new_record, &nr);
	for (size_t i = 0; i < nr && l->ret >= 0; i++) {
		uint32_t u = c[i].old_slot, v = c[i].new_slot;
		uint32_t from = place_of(&d->old, lv->old_record, lv->olds,
					 lv->nr_olds, o->olds, u);
		uint32_t to = place_of(&d->new, lv->new_record, lv->news,
				       lv->nr_news, o->news, v);

		if (from == UINT32_MAX || to == UINT32_MAX)
			continue;
		add_crossing(l, from, to);
		push_mover(l, (struct mover){
			.way = { (from < to ? from : to) / 2,
				 FIRST_BEHIND(from > to ? from : to) },
			.old_at = u,
			.new_at = v,
			.crossed = true,
			.in_anchor = from == to && from % 2,
		});
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
	size_t nr_crossers;

	*o = (struct orders){ .first_passed = l->d->nr_passed };
	l->orders = o;
	crossers_of(l->d, lv->new_record, &nr_crossers);
	if (!nr_crossers && !has_matched(lv, l->d))
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
	}
	see_crossers(l);
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

/* The slot behind the members of anchor @run - 1, and where they end. */
static uint32_t slot_behind(const struct edit_list *l, uint32_t run,
			    bool is_new, uint64_t *start)
{
	const struct level *lv = l->lv;
	const struct side *side = is_new ? &l->d->new : &l->d->old;
	uint32_t record = is_new ? lv->new_record : lv->old_record, last;
	const struct anchor *a;

	if (!run) {
		*start = record_start(side, record);
		return first_inside(record);
	}
	a = &lv->anchors[run - 1];
	*start = is_new ? anchor_new(l->d, lv, a).end :
			  anchor_old(l->d, lv, a).end;
	last = is_new ? lv->news[a->new_at + a->nr_new - 1] :
			lv->olds[a->old_at + a->nr_old - 1];
	return last + 1 + slot_of(side, last)->nr_below;
}

/* Told are the edits up to anchor @run - 1, the last that is in front of both. */
static void start_behind(struct edit_list *l, uint32_t run, struct reorder *m)
{
	struct lay_row *r = &l->d->rows[m->row];
	uint32_t end = l->first;

	m->old_from = slot_behind(l, run, false, &m->old_start);
	m->new_from = slot_behind(l, run, true, &m->new_start);
	r->first_edit = l->first;
	if (run) {
		m->front = anchor_row(l, &l->lv->anchors[run - 1]);
		r->first_edit = window_of(l, run);
		end = l->orders->ends[run - 1];
	}
	r->nr_edits = end - r->first_edit;
}

/* Those in front of anchor @i, which both are in. */
static void start_in(struct edit_list *l, uint32_t i, struct reorder *m)
{
	const struct level *lv = l->lv;
	const struct anchor *a = &lv->anchors[i];
	const struct lay_row *around = &l->d->rows[anchor_row(l, a)];
	struct lay_row *r = &l->d->rows[m->row];

	m->old_from = lv->olds[a->old_at];
	m->new_from = lv->news[a->new_at];
	m->old_start = anchor_old(l->d, lv, a).start;
	m->new_start = anchor_new(l->d, lv, a).start;
	r->nr_edits = around->first_edit + around->nr_edits;
	r->first_edit = window_of(l, i + 1);
	r->nr_edits -= r->first_edit;
}

/* One that went from a record into another; what is behind those edits that are
 * told of all is in cross.c. */
static void note_crosser(struct edit_list *l, const struct mover *by)
{
	struct diff *d = l->d;
	uint32_t row = d->new.row[by->new_at];
	struct reorder m = {
		.row = row,
		.crossed = true,
		.old_record = l->lv->old_record,
		.new_record = l->lv->new_record,
		.front = LAY_NO_ROW,
	};

	/* it has none of its own below what is a record in one layout alone */
	if (d->rows[row].new_slot != by->new_at ||
	    d->rows[row].old_slot != by->old_at)
		return;
	if (by->in_anchor)
		start_in(l, by->way.from, &m);
	else
		start_behind(l, by->way.from, &m);
	if (VEC_RESERVE(d->reorders, d->nr_reorders, d->cap_reorders, 1) < 0) {
		l->ret = no_memory(l);
		return;
	}
	d->reorders[d->nr_reorders++] = m;
}

void orders_without_anchors(struct edit_list *l)
{
	size_t nr;
	const struct crosser *c = crossers_of(l->d, l->lv->new_record, &nr);

	for (size_t i = 0; i < nr && l->ret >= 0; i++)
		note_crosser(l, &(struct mover){ .old_at = c[i].old_slot,
						 .new_at = c[i].new_slot });
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
	       o->movers[o->next_mover].way.to == i; o->next_mover++) {
		const struct mover *m = &o->movers[o->next_mover];

		if (m->crossed)
			note_crosser(l, m);
		else
			note_mover(l, m);
	}
}

void orders_stayed(struct edit_list *l, uint32_t i)
{
	struct orders *o = l->orders;

	l->window = (uint32_t)l->d->nr_edits;
	if (o->nr_crossings || o->nr_movers)
		o->stays[o->nr_stays++] = (struct stay){ i, l->window };
}

/* Whom one passed that passed @a: of one member that has a record around it now
 * that member, for the others in there were not passed. */
static uint32_t row_passed(const struct edit_list *l, const struct anchor *a)
{
	const struct side *old = &l->d->old;
	uint32_t slot = l->lv->olds[a->old_at];

	return a->nr_old == 1 && is_matched(old, slot) ?
		l->d->new.row[old->partner[slot]] : anchor_row(l, a);
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
		.row = row_passed(l, &l->lv->anchors[i]),
		.bits = (int64_t)(e.end - e.start),
	};
}
