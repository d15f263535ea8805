// SPDX-License-Identifier: GPL-2.0-only
/*
 * Matching by place what has no partner by name.
 *
 * Between two anchors of a level stand the old members that have no partner and
 * the new ones. An old and a new one that are equally far behind the anchor in
 * front of them may be the same member under another name. They are, when they
 * hold the same leaves in the same places below whatever wraps these (atomic_t
 * and rcuref_t are both one int), unless the old name lives on elsewhere in the
 * new record, or the new name was elsewhere in the old one: then that is where
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
#include "diff/level.h"
#include "base/poison.h"

/* Members at one place of a union, or without size at one of a struct, are
 * tried with each other as far as this: hostile records have 2^20. */
#define MAX_TRIES 64

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

/* Where pairs are looked for: a run, and where its members are counted from,
 * from in front and from behind. */
struct place {
	const struct level *lv;
	const struct names *names;
	struct run run;
	uint64_t old_base, new_base;
	uint64_t old_back, new_back;
	bool has_back;
	uint32_t free_from;	/* old members before it at the same place are
				 * taken */
};

static bool is_free(const struct side *side, uint32_t slot)
{
	return !is_matched(side, slot) &&
	       !(slot_of(side, slot)->flags & LAY_SLOT_UNPLACED);
}

/* The first of @list[@at, @end) that does not start before @off. */
static uint32_t first_at(const struct side *side, const uint32_t *list,
			 uint32_t at, uint32_t end, uint64_t off)
{
	while (at < end) {
		uint32_t mid = at + (end - at) / 2;

		if (slot_of(side, list[mid])->bit_off < off)
			at = mid + 1;
		else
			end = mid;
	}
	return at;
}

/*
 * Wrapped and unwrapped
 */

/* Which side has a record around members, and which has these alone. */
struct wrapping {
	const struct side *in, *out;
	const uint32_t *list;	/* of the members outside */
	uint32_t at, end;
	uint64_t in_base, out_base;
	bool of_lock;		/* the members outside are a lock's or counter's */
};

static bool is_lock(const struct side *side, uint32_t slot)
{
	return slot != LAY_NO_SLOT &&
	       guess_written_type(slot_of(side, slot)->member->type);
}

/* The member outside of the name, size and place of @i, which is inside. */
static uint32_t find_outside(const struct diff *d, const struct wrapping *w,
			     uint32_t i, bool anonymous)
{
	const struct lay_slot *s = slot_of(w->in, i);
	/* wraps where there is no such place, as in try_place() */
	uint64_t off = s->bit_off - w->in_base + w->out_base;
	uint32_t k = first_at(w->out, w->list, w->at, w->end, off);
	bool is_new = w->in == &d->new;

	for (uint32_t tries = 0; k < w->end && tries < MAX_TRIES; k++, tries++) {
		uint32_t u = w->list[k];
		const struct lay_slot *o = slot_of(w->out, u);

		if (o->bit_off != off)
			break;
		if (is_free(w->out, u) && o->bit_size == s->bit_size &&
		    o->member->name &&
		    !strcmp(o->member->name, s->member->name) &&
		    (anonymous || (is_new ? same_leaves(d, u, i) :
					    same_leaves(d, i, u))))
			return u;
	}
	return LAY_NO_SLOT;
}

/*
 * What has a name in C is not looked for inside a record with another: u->a
 * became u->w.a. The macros that use a kABI reserve do that, too: they put the
 * new member and the reserve into an anonymous union, the reserve in a struct
 * with a made-up name. So what stands inside @wrapper, which has no partner,
 * under the name and in the place of a member outside is that one; where the
 * wrapper has a name the types must be the same, too, since any two pointers
 * can be called next and prev. A lock or counter is no wrapper, but of what is
 * one itself: what it is made of has names that say nothing.
 */
static bool pair_wrapped(struct diff *d, const struct wrapping *w,
			 uint32_t wrapper)
{
	const struct lay_slot *around = slot_of(w->in, wrapper);
	bool anonymous = around->flags & LAY_SLOT_ANONYMOUS, any = false;
	uint32_t i = first_inside(wrapper);

	if (!(around->flags & LAY_SLOT_RECORD) ||
	    around->flags & LAY_SLOT_ARRAY || !around->bit_size ||
	    (!w->of_lock && guess_written_type(around->member->type)))
		return false;
	while (i < end_inside(w->in, wrapper)) {
		const struct lay_slot *s = slot_of(w->in, i);
		bool is_array = s->flags & LAY_SLOT_ARRAY;
		uint32_t u = LAY_NO_SLOT;

		if (s->kind == LAY_SLOT_MEMBER && s->member->name &&
		    s->bit_size && is_free(w->in, i))
			u = find_outside(d, w, i, anonymous);
		if (u != LAY_NO_SLOT) {
			if (w->in == &d->new)
				pair_up(d, u, i);
			else
				pair_up(d, i, u);
			any = true;
		}
		i += u != LAY_NO_SLOT || is_array ? 1 + s->nr_below : 1;
	}
	return any;
}

/* Both ways, from the front and from the back. */
static void wrap_in_run(struct diff *d, const struct place *p)
{
	const struct level *lv = p->lv;
	struct wrapping to = {
		&d->new, &d->old, lv->olds, p->run.old_at, p->run.old_end,
		p->new_base, p->old_base, is_lock(&d->old, lv->old_record),
	};
	struct wrapping from = {
		&d->old, &d->new, lv->news, p->run.new_at, p->run.new_end,
		p->old_base, p->new_base, is_lock(&d->new, lv->new_record),
	};

	for (int back = 0; back <= p->has_back; back++) {
		for (uint32_t j = p->run.new_at; j < p->run.new_end; j++)
			if (is_free(&d->new, lv->news[j]))
				pair_wrapped(d, &to, lv->news[j]);
		for (uint32_t i = p->run.old_at; i < p->run.old_end; i++)
			if (is_free(&d->old, lv->olds[i]))
				pair_wrapped(d, &from, lv->olds[i]);
		to.in_base = from.out_base = p->new_back;
		to.out_base = from.in_base = p->old_back;
	}
}

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
	    names_live_on(d, p->names, p->lv->old_record, u, p->lv->new_record,
			  v))
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
static void try_place(struct diff *d, struct place *p, uint32_t v)
{
	/* both counts are below 2^63: this wraps only where there is no such
	 * place, and then finds none */
	uint64_t off = slot_of(&d->new, v)->bit_off - p->new_base + p->old_base;
	uint32_t i = first_free_at(d, p, off);

	for (uint32_t tries = 0; i < p->run.old_end && tries < MAX_TRIES;
	     i++, tries++) {
		uint32_t u = p->lv->olds[i];

		if (slot_of(&d->old, u)->bit_off != off ||
		    (is_free(&d->old, u) && try_pair(d, p, u, v)))
			return;
	}
}

static void rename_in_run(struct diff *d, struct place *p)
{
	wrap_in_run(d, p);
	for (uint32_t j = p->run.new_at; j < p->run.new_end; j++)
		if (is_free(&d->new, p->lv->news[j]))
			try_place(d, p, p->lv->news[j]);
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
	struct level lv;

	if (level_make(d, old_record, new_record, &lv, err) < 0)
		return -LAY_E_NOMEM;
	if (lv.is_union || lv.is_mixed) {
		/* everything is at one place: order says nothing */
		struct place all = {
			.lv = &lv,
			.names = names,
			.run = { .old_end = lv.nr_olds, .new_end = lv.nr_news },
			.old_base = record_start(&d->old, old_record),
			.new_base = record_start(&d->new, new_record),
		};

		rename_in_run(d, &all);
	} else {
		for (uint32_t i = 0; i <= lv.nr_anchors; i++) {
			struct place p = place_of(d, &lv, names, i);

			rename_in_run(d, &p);
		}
	}
	level_deinit(&lv);
	return reserves_used(d, old_record, new_record, err);
}
