// SPDX-License-Identifier: GPL-2.0-only
/*
 * Which old member is which new one.
 *
 * Problem: a name is what tells members apart, but names change, anonymous
 * records have none, and members are wrapped in such records or unwrapped from
 * them while every user in the source goes on to say x->dev.
 *
 * Idea: match as C looks names up. The members of a record and those of the
 * anonymous records in it are one scope, in which each name stands once; so the
 * same name in the same scope is the same member, wherever between anonymous
 * records it moved. Anonymous records are then the same when they share most of
 * their members. Named records that are matched are scopes of their own, which
 * are compared in turn. Only what is left over may have been renamed: that is
 * decided by place (rename.c), after the names of the whole layout are settled,
 * because a name that lives on somewhere was not given up.
 *
 * Last come members that went into records with names or out of them (moved.c).
 *
 * Invariant: partners are mutual; a member has at most one. Two members are
 * only ever matched when both are named or both anonymous, or both records that
 * stand at one place and share members, and when the named records around them
 * are matched, but for those around one of them alone.
 *
 * Cost: n log n in the members of a scope, for sorting; every slot is in one
 * scope.
 */
#include <config.h>

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "diff/work.h"
#include "base/poison.h"

/* What a scope holds: named members, and anonymous ones in preorder. */
struct scope {
	struct named *named;
	size_t nr_named, cap_named;
	uint32_t *anonymous;
	size_t nr_anonymous, cap_anonymous;
};

/* That a member of anonymous record @a was matched with one of @b. */
struct vote {
	uint32_t a, b;
	uint32_t count;
};

struct votes {
	struct vote *vote;
	size_t nr, cap;
};

static int out_of_memory(struct lay_error *err)
{
	return lay_error_set(err, LAY_E_NOMEM,
			     "out of memory for matching members");
}

void pair_up(struct diff *d, uint32_t old_slot, uint32_t new_slot)
{
	assert(!is_matched(&d->old, old_slot));
	assert(!is_matched(&d->new, new_slot));
	d->old.partner[old_slot] = new_slot;
	d->new.partner[new_slot] = old_slot;
}

/*
 * Scopes
 */

static int scope_add(struct scope *s, const struct side *side, uint32_t slot,
		     struct lay_error *err)
{
	if (slot_of(side, slot)->flags & LAY_SLOT_ANONYMOUS) {
		if (VEC_RESERVE(s->anonymous, s->nr_anonymous,
				s->cap_anonymous, 1) < 0)
			return out_of_memory(err);
		s->anonymous[s->nr_anonymous++] = slot;
		return 0;
	}
	if (VEC_RESERVE(s->named, s->nr_named, s->cap_named, 1) < 0)
		return out_of_memory(err);
	s->named[s->nr_named++] = (struct named){
		slot_of(side, slot)->member->name, slot };
	return 0;
}

static int scope_fill(struct scope *s, const struct side *side,
		      uint32_t record, struct lay_error *err)
{
	uint32_t end = end_inside(side, record), i = first_inside(record);

	while (i < end) {
		const struct lay_slot *slot = slot_of(side, i);

		if (slot->kind == LAY_SLOT_MEMBER &&
		    scope_add(s, side, i, err) < 0)
			return -LAY_E_NOMEM;
		/* into anonymous records, over all else */
		i += slot->flags & LAY_SLOT_ANONYMOUS ? 1 : 1 + slot->nr_below;
	}
	if (s->nr_named)
		qsort(s->named, s->nr_named, sizeof(*s->named),
		      named_compare);
	return 0;
}

static void scope_deinit(struct scope *s)
{
	free(s->named);
	free(s->anonymous);
}

static void match_named(struct diff *d, const struct scope *before,
			const struct scope *after)
{
	size_t i = 0, j = 0;

	while (i < before->nr_named && j < after->nr_named) {
		int cmp = strcmp(before->named[i].name, after->named[j].name);

		if (!cmp && !is_matched(&d->old, before->named[i].slot) &&
		    !is_matched(&d->new, after->named[j].slot))
			pair_up(d, before->named[i].slot, after->named[j].slot);
		i += cmp <= 0;
		j += cmp >= 0;
	}
}

/*
 * Anonymous records
 */

/* Could anonymous @a and @b be one and the same, by what they are? */
static bool are_alike(const struct diff *d, uint32_t a, uint32_t b)
{
	const struct lay_slot *sa = slot_of(&d->old, a);
	const struct lay_slot *sb = slot_of(&d->new, b);
	unsigned int base = sa->member->flags ^ sb->member->flags;

	return lay_type_strip(sa->member->type)->kind ==
	       lay_type_strip(sb->member->type)->kind &&
	       !(base & LAY_MEMBER_BASE_CLASS);
}

/* Each matched member of anonymous @a votes for the record it is in now. */
static int cast_votes(const struct diff *d, uint32_t a, struct votes *votes,
		      struct lay_error *err)
{
	for (uint32_t i = first_inside(a); i < end_inside(&d->old, a);
	     i += 1 + slot_of(&d->old, i)->nr_below) {
		uint32_t b = LAY_NO_SLOT;

		if (is_matched(&d->old, i))
			b = slot_of(&d->new, d->old.partner[i])->parent;
		if (b == LAY_NO_SLOT || is_matched(&d->new, b) ||
		    !(slot_of(&d->new, b)->flags & LAY_SLOT_ANONYMOUS) ||
		    !are_alike(d, a, b))
			continue;
		if (VEC_RESERVE(votes->vote, votes->nr, votes->cap, 1) < 0)
			return out_of_memory(err);
		votes->vote[votes->nr++] = (struct vote){ a, b, 1 };
	}
	return 0;
}

static int by_pair(const void *pa, const void *pb)
{
	const struct vote *a = pa, *b = pb;

	if (a->a != b->a)
		return a->a < b->a ? -1 : 1;
	return a->b < b->b ? -1 : a->b > b->b;
}

static int by_count(const void *pa, const void *pb)
{
	const struct vote *a = pa, *b = pb;

	if (a->count != b->count)
		return a->count > b->count ? -1 : 1;
	return by_pair(pa, pb);
}

/* The pairs with most votes first, each record once. */
static void count_votes(struct diff *d, struct votes *votes)
{
	size_t nr = 0;

	if (!votes->nr)
		return;
	qsort(votes->vote, votes->nr, sizeof(*votes->vote), by_pair);
	for (size_t i = 1; i < votes->nr; i++)
		if (!by_pair(&votes->vote[nr], &votes->vote[i]))
			votes->vote[nr].count++;
		else
			votes->vote[++nr] = votes->vote[i];
	qsort(votes->vote, nr + 1, sizeof(*votes->vote), by_count);
	for (size_t i = 0; i <= nr; i++)
		if (!is_matched(&d->old, votes->vote[i].a) &&
		    !is_matched(&d->new, votes->vote[i].b))
			pair_up(d, votes->vote[i].a, votes->vote[i].b);
}

/*
 * Deepest first, so that anonymous records can vote for those around them. The
 * list is in preorder, so one depth is not one piece of it; depths are few.
 */
static int match_anonymous(struct diff *d, const struct scope *before,
			   struct lay_error *err)
{
	struct votes votes = { 0 };
	uint32_t deepest = 0;
	int ret = 0;

	for (size_t i = 0; i < before->nr_anonymous; i++)
		if (slot_of(&d->old, before->anonymous[i])->depth > deepest)
			deepest = slot_of(&d->old, before->anonymous[i])->depth;
	for (uint32_t depth = deepest + 1; depth-- > 0 && ret >= 0;) {
		votes.nr = 0;
		for (size_t i = 0; i < before->nr_anonymous && ret >= 0; i++)
			if (slot_of(&d->old, before->anonymous[i])->depth ==
			    depth)
				ret = cast_votes(d, before->anonymous[i],
						 &votes, err);
		count_votes(d, &votes);
	}
	free(votes.vote);
	return ret;
}

/* Is there nothing in it that could vote: no bits, no place, or no name? */
static bool is_mute(const struct side *side, uint32_t slot)
{
	if (!slot_of(side, slot)->bit_size)
		return true;
	for (uint32_t i = first_inside(slot); i < end_inside(side, slot); i++)
		if (slot_of(side, i)->member &&
		    !(slot_of(side, i)->flags & LAY_SLOT_ANONYMOUS))
			return false;
	return true;
}

/* The first anonymous one from @i on that is mute and has no partner yet. */
static size_t next_mute(const struct side *side, const struct scope *scope,
			size_t i)
{
	for (; i < scope->nr_anonymous; i++)
		if (!is_matched(side, scope->anonymous[i]) &&
		    is_mute(side, scope->anonymous[i]))
			break;
	return i;
}

/* Those that nothing voted for: one after the other, as they stand. */
static void match_mute(struct diff *d, const struct scope *before,
			const struct scope *after)
{
	size_t i = next_mute(&d->old, before, 0);
	size_t j = next_mute(&d->new, after, 0);

	while (i < before->nr_anonymous && j < after->nr_anonymous) {
		uint32_t a = before->anonymous[i], b = after->anonymous[j];

		if (are_alike(d, a, b))
			pair_up(d, a, b);
		i = next_mute(&d->old, before, i + 1);
		j = next_mute(&d->new, after, j + 1);
	}
}

/*
 * The whole
 */

static int match_scope(struct diff *d, uint32_t old_record,
		       uint32_t new_record, struct lay_error *err)
{
	struct scope before = { 0 }, after = { 0 };
	int ret;

	ret = scope_fill(&before, &d->old, old_record, err);
	if (ret >= 0)
		ret = scope_fill(&after, &d->new, new_record, err);
	if (ret >= 0) {
		match_named(d, &before, &after);
		ret = match_anonymous(d, &before, err);
		match_mute(d, &before, &after);
	}
	scope_deinit(&before);
	scope_deinit(&after);
	return ret;
}

static bool opens_scope(const struct diff *d, uint32_t old_slot)
{
	return is_matched(&d->old, old_slot) &&
	       is_record_pair(d, old_slot, d->old.partner[old_slot]) &&
	       !(slot_of(&d->old, old_slot)->flags &
		 slot_of(&d->new, d->old.partner[old_slot])->flags &
		 LAY_SLOT_ANONYMOUS);
}

/* By name, everywhere: slots are in preorder, so a record's partner is known
 * when its turn comes. */
static int match_names(struct diff *d, struct lay_error *err)
{
	int ret = match_scope(d, LAY_NO_SLOT, LAY_NO_SLOT, err);

	for (uint32_t i = 0; i < d->old.layout->nr_slots && ret >= 0; i++)
		if (opens_scope(d, i))
			ret = match_scope(d, i, d->old.partner[i], err);
	return ret;
}

/* In records that have a partner now, and had none, or in @all: by name first
 * where they had none, then by place. */
static int match_inside(struct diff *d, const struct names *names,
			bool *had_partner, bool all, struct lay_error *err)
{
	int ret = 0;

	for (uint32_t i = 0; i < d->old.layout->nr_slots && ret >= 0; i++) {
		bool had = had_partner[i];

		if (!is_matched(&d->old, i))
			continue;
		had_partner[i] = true;
		if ((had && !all) ||
		    !is_record_pair(d, i, d->old.partner[i]))
			continue;
		if (!had && opens_scope(d, i))
			ret = match_scope(d, i, d->old.partner[i], err);
		if (ret >= 0)
			ret = rename_members(d, names, i, d->old.partner[i],
					     err);
	}
	return ret;
}

/* Anonymous records that went with what is in them, wherever to. */
static int match_left_anonymous(struct diff *d, struct lay_error *err)
{
	struct scope left = { 0 };
	int ret = 0;

	for (uint32_t i = 0; i < d->old.layout->nr_slots && ret >= 0; i++)
		if (slot_of(&d->old, i)->kind == LAY_SLOT_MEMBER &&
		    slot_of(&d->old, i)->flags & LAY_SLOT_ANONYMOUS &&
		    !is_matched(&d->old, i))
			ret = scope_add(&left, &d->old, i, err);
	if (ret >= 0 && left.nr_anonymous)
		ret = match_anonymous(d, &left, err);
	scope_deinit(&left);
	return ret;
}

/* By place, what is left; in records that this matched, by name first. Then
 * what went into other records or out of them, and what is in that. */
static int match_places(struct diff *d, struct lay_error *err)
{
	uint32_t nr = d->old.layout->nr_slots;
	bool *had_partner = calloc((size_t)nr + 1, sizeof(*had_partner));
	struct names *names = NULL;
	int ret;

	if (!had_partner)
		return out_of_memory(err);
	for (uint32_t i = 0; i < nr; i++)
		had_partner[i] = is_matched(&d->old, i);
	ret = names_make(d, &names, err);
	if (ret >= 0)
		ret = rename_members(d, names, LAY_NO_SLOT, LAY_NO_SLOT, err);
	if (ret >= 0)
		ret = match_inside(d, names, had_partner, true, err);
	if (ret >= 0)
		ret = match_moved(d, err);
	if (ret >= 0)
		ret = match_inside(d, names, had_partner, false, err);
	if (ret >= 0)
		ret = match_left_anonymous(d, err);
	names_free(names);
	free(had_partner);
	return ret;
}

int match_all(struct diff *d, struct lay_error *err)
{
	int ret = match_names(d, err);

	return ret < 0 ? ret : match_places(d, err);
}
