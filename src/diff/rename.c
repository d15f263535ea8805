// SPDX-License-Identifier: GPL-2.0-only
/*
 * Matching by place what has no partner by name.
 *
 * Between two anchors of a level stand the old members that have no partner and
 * the new ones. An old and a new one that are equally far behind the anchor in
 * front of them may be the same member under another name. They are, when they
 * hold the same leaves in the same places below whatever wraps these (atomic_t
 * and rcuref_t are both one int), unless the old name lives on elsewhere in the
 * new layout, or the new name was elsewhere in the old one: then that is where
 * the member went, or came from. And where more came than went, a place counted
 * from the front is another than one counted from the back: where two would do,
 * the names must look like each other. So must those of flags, of which one is
 * like another: bit-fields and bools. Of what else stands at one place a rename
 * is told as a guess unless the names share words, or, of locks and counters,
 * letters (__refcnt, __rcuref). Members that keep a place for later make way
 * for anything of their size.
 */
#include <config.h>

#include <string.h>

#include "diff/guess.h"
#include "diff/rename.h"
#include "base/poison.h"

/*
 * Pairs
 */

static bool pair_anonymous(struct diff *d, uint32_t u, uint32_t v)
{
	const struct lay_slot *before = slot_of(&d->old, u);
	const struct lay_slot *after = slot_of(&d->new, v);

	if (before->bit_size != after->bit_size ||
	    (before->flags ^ after->flags) & LAY_SLOT_RECORD ||
	    lay_type_strip(before->member->type)->kind !=
	    lay_type_strip(after->member->type)->kind ||
	    is_wrapper(&d->old, u) || is_wrapper(&d->new, v))
		return false;
	pair_up(d, u, v);
	return true;
}

/*
 * Named members
 */

/* Is there a new member, other than @v, that @u could as well be? */
static bool could_be_another(const struct diff *d, const struct place *p,
			     uint32_t u, uint32_t v)
{
	const struct lay_slot *before = slot_of(&d->old, u);
	uint64_t off = p->new_back - (p->old_back - before->bit_off);
	uint32_t j = first_at(&d->new, p->lv->news, p->run.new_at,
			      p->run.new_end, off);

	return j < p->run.new_end && p->lv->news[j] != v &&
	       slot_of(&d->new, p->lv->news[j])->bit_off == off &&
	       is_free(&d->new, p->lv->news[j]) &&
	       same_leaves(d, u, p->lv->news[j]);
}

/* Is there an old member, other than @u, that @v could as well have been? */
static bool could_have_been_another(const struct diff *d, const struct place *p,
				    uint32_t u, uint32_t v)
{
	const struct lay_slot *after = slot_of(&d->new, v);
	uint64_t off = p->old_back - (p->new_back - after->bit_off);
	uint32_t i = first_at(&d->old, p->lv->olds, p->run.old_at,
			      p->run.old_end, off);

	return i < p->run.old_end && p->lv->olds[i] != u &&
	       slot_of(&d->old, p->lv->olds[i])->bit_off == off &&
	       is_free(&d->old, p->lv->olds[i]) &&
	       same_leaves(d, p->lv->olds[i], v);
}

/* Letters that say something: "ref" of refcnt and rcuref. */
#define LETTERS_IN_COMMON 3

bool rename_is_likely(const struct lay_slot *before,
		      const struct lay_slot *after)
{
	const struct lay_member *a = before->member, *b = after->member;

	/* in a union all are at one place */
	if (before->flags & after->flags & LAY_SLOT_IN_UNION)
		return false;
	return names_are_alike(a->name, b->name) ||
	       (guess_written_type(a->type) && guess_written_type(b->type) &&
		names_share_letters(a->name, b->name, LETTERS_IN_COMMON));
}

static bool is_flag(const struct lay_slot *s)
{
	return s->flags & LAY_SLOT_BITFIELD ||
	       lay_type_strip(s->member->type)->encoding == LAY_ENCODING_BOOL;
}

static bool pair_named(struct diff *d, const struct place *p, uint32_t u,
		       uint32_t v)
{
	const struct lay_slot *before = slot_of(&d->old, u);
	const struct lay_slot *after = slot_of(&d->new, v);
	bool had, has;

	if (before->bit_size != after->bit_size ||
	    (before->flags | after->flags) & LAY_SLOT_MARKER ||
	    is_wrapper(&d->old, u) || is_wrapper(&d->new, v))
		return false;
	had = is_reserve(before);
	has = is_reserve(after);
	if (has && !had)
		return false;
	if (had && !has) {
		d->reserve[v] = u;
		pair_up(d, u, v);
		return true;
	}
	if (!same_leaves(d, u, v) ||
	    names_live_on(d, p->names, u, v))
		return false;
	if (is_flag(after) || (p->has_back &&
			       (could_be_another(d, p, u, v) ||
				could_have_been_another(d, p, u, v))))
		if (!names_are_alike(before->member->name, after->member->name))
			return false;
	pair_up(d, u, v);
	return true;
}

static bool try_pair(struct diff *d, const struct place *p, uint32_t u,
		     uint32_t v)
{
	bool from_anonymous = slot_of(&d->old, u)->flags & LAY_SLOT_ANONYMOUS;
	bool to_anonymous = slot_of(&d->new, v)->flags & LAY_SLOT_ANONYMOUS;

	if (from_anonymous && to_anonymous)
		return pair_anonymous(d, u, v);
	return !from_anonymous && !to_anonymous && pair_named(d, p, u, v);
}

/*
 * Runs
 */

/* The index of the first old member that is free and stands at @off; of one
 * that does not, or the end, if there is none. */
static uint32_t first_free_at(const struct diff *d, struct place *p,
			      uint64_t off)
{
	uint32_t i = first_at(&d->old, p->lv->olds, p->run.old_at,
			      p->run.old_end, off);

	if (i < p->free_from)
		i = p->free_from;
	while (i < p->run.old_end && !is_free(&d->old, p->lv->olds[i]) &&
	       slot_of(&d->old, p->lv->olds[i])->bit_off == off)
		p->free_from = ++i;
	return i;
}

/* Try the old members that stand where the new one @v does. */
static void try_place(struct diff *d, struct place *p, uint32_t v,
		      bool (*try_it)(struct diff *, const struct place *,
				     uint32_t, uint32_t))
{
	/* both counts are below 2^63: this wraps only where there is no such
	 * place, and then finds none */
	uint64_t off = slot_of(&d->new, v)->bit_off - p->new_base + p->old_base;
	uint32_t i = first_free_at(d, p, off);

	for (uint32_t tries = 0; i < p->run.old_end && tries < MAX_TRIES;
	     i++, tries++) {
		uint32_t u = p->lv->olds[i];

		if (slot_of(&d->old, u)->bit_off != off ||
		    (is_free(&d->old, u) && try_it(d, p, u, v)))
			return;
	}
}

static void try_places(struct diff *d, struct place *p,
		       bool (*try_it)(struct diff *, const struct place *,
				      uint32_t, uint32_t))
{
	p->free_from = 0;
	for (uint32_t j = p->run.new_at; j < p->run.new_end; j++)
		if (is_free(&d->new, p->lv->news[j]))
			try_place(d, p, p->lv->news[j], try_it);
}

static void rename_in_run(struct diff *d, struct place *p)
{
	try_places(d, p, try_container);
	wrap_in_run(d, p);
	try_places(d, p, try_pair);
}

/* Run @i of a level of structs. */
static struct place place_of(const struct diff *d, const struct level *lv,
			     const struct names *names, uint32_t i)
{
	struct place p = {
		.lv = lv,
		.names = names,
		.run = level_run(lv, i),
		.old_base = record_start(&d->old, lv->old_record),
		.new_base = record_start(&d->new, lv->new_record),
		.has_back = i < lv->nr_anchors,
	};

	if (i > 0) {
		p.old_base = anchor_old(d, lv, &lv->anchors[i - 1]).end;
		p.new_base = anchor_new(d, lv, &lv->anchors[i - 1]).end;
	}
	if (p.has_back) {
		p.old_back = anchor_old(d, lv, &lv->anchors[i]).start;
		p.new_back = anchor_new(d, lv, &lv->anchors[i]).start;
	}
	return p;
}

int rename_members(struct diff *d, const struct names *names,
		   uint32_t old_record, uint32_t new_record,
		   struct lay_error *err)
{
	struct hidden hidden[2] = { { .nr = 0 } };
	struct level lv;

	if (level_make(d, old_record, new_record, &lv, err) < 0)
		return -LAY_E_NOMEM;
	if (hidden_list(&d->old, old_record, &hidden[0], err) < 0 ||
	    hidden_list(&d->new, new_record, &hidden[1], err) < 0) {
		hidden_free(hidden);
		level_deinit(&lv);
		return -LAY_E_NOMEM;
	}
	if (lv.is_union || lv.is_mixed) {
		/* everything is at one place: order says nothing */
		struct place all = {
			.lv = &lv,
			.names = names,
			.hidden = hidden,
			.run = { .old_end = lv.nr_olds, .new_end = lv.nr_news },
			.old_base = record_start(&d->old, old_record),
			.new_base = record_start(&d->new, new_record),
		};

		rename_in_run(d, &all);
	} else {
		for (uint32_t i = 0; i <= lv.nr_anchors; i++) {
			struct place p = place_of(d, &lv, names, i);

			p.hidden = hidden;
			rename_in_run(d, &p);
		}
	}
	hidden_free(hidden);
	level_deinit(&lv);
	return reserves_used(d, old_record, new_record, err);
}
