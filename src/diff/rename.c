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
 * the member went, or came from. Members that keep a place for later make way
 * for anything of their size.
 *
 * Nothing is guessed from how names look, but that a name says reserve.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "diff/level.h"
#include "base/poison.h"

/* Members at one place of a union, or without size at one of a struct, are
 * tried with each other as far as this: hostile records have 2^20. */
#define MAX_TRIES 64

struct name {
	const char *name;
	uint32_t slot;
};

/* Members that names alone left without a partner, by name. */
struct name_list {
	struct name *name;
	size_t nr, cap;
};

struct names {
	struct name_list old, new;
};

/*
 * Names that live on
 */

static int by_name(const void *pa, const void *pb)
{
	const struct name *a = pa, *b = pb;
	int cmp = strcmp(a->name, b->name);

	if (cmp)
		return cmp;
	return a->slot < b->slot ? -1 : a->slot > b->slot;
}

static int list_names(const struct side *side, struct name_list *list,
		      struct lay_error *err)
{
	for (uint32_t i = 0; i < side->layout->nr_slots; i++) {
		const struct lay_slot *s = slot_of(side, i);

		if (s->kind != LAY_SLOT_MEMBER || is_matched(side, i) ||
		    s->flags & LAY_SLOT_ANONYMOUS)
			continue;
		if (VEC_RESERVE(list->name, list->nr, list->cap, 1) < 0)
			return lay_error_set(err, LAY_E_NOMEM,
					     "out of memory for names");
		list->name[list->nr++] = (struct name){ s->member->name, i };
	}
	if (list->nr)
		qsort(list->name, list->nr, sizeof(*list->name), by_name);
	return 0;
}

int names_make(struct diff *d, struct names **names, struct lay_error *err)
{
	*names = calloc(1, sizeof(**names));
	if (!*names)
		return lay_error_set(err, LAY_E_NOMEM,
				     "out of memory for names");
	if (list_names(&d->old, &(*names)->old, err) < 0 ||
	    list_names(&d->new, &(*names)->new, err) < 0)
		return -LAY_E_NOMEM;
	return 0;
}

void names_free(struct names *names)
{
	if (!names)
		return;
	free(names->old.name);
	free(names->new.name);
	free(names);
}

/* The index of the first name that is not before @name at @slot. */
static size_t lower_bound(const struct name_list *list, const char *name,
			  uint32_t slot)
{
	const struct name key = { name, slot };
	size_t low = 0, high = list->nr;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (by_name(&list->name[mid], &key) < 0)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

static bool stands_in(const struct name_list *list, const char *name,
		      uint32_t first, uint32_t end)
{
	size_t i = lower_bound(list, name, first);

	return i < list->nr && !strcmp(list->name[i].name, name) &&
	       list->name[i].slot < end;
}

/* Does @name stand in @record anywhere but in @slot and below it? */
static bool lives_elsewhere(const struct side *side,
			    const struct name_list *list, const char *name,
			    uint32_t record, uint32_t slot)
{
	return stands_in(list, name, first_inside(record), slot) ||
	       stands_in(list, name, end_inside(side, slot),
			 end_inside(side, record));
}

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
 * The macros that use a kABI reserve put the new member and the reserve into an
 * anonymous union, the reserve in a struct with a made-up name, which C cannot
 * look into. Find it there.
 */
static bool pair_hidden(struct diff *d, uint32_t u, uint32_t v)
{
	const struct lay_slot *before = slot_of(&d->old, u);

	for (uint32_t i = first_inside(v); i < end_inside(&d->new, v); i++) {
		const struct lay_slot *s = slot_of(&d->new, i);

		if (s->kind != LAY_SLOT_MEMBER || is_matched(&d->new, i) ||
		    s->flags & LAY_SLOT_ANONYMOUS ||
		    s->bit_off != slot_of(&d->new, v)->bit_off ||
		    s->bit_size != before->bit_size ||
		    strcmp(s->member->name, before->member->name))
			continue;
		pair_up(d, u, i);
		return true;
	}
	return false;
}

static bool pair_named(struct diff *d, const struct level *lv,
		       const struct names *names, uint32_t u, uint32_t v)
{
	const struct lay_slot *before = slot_of(&d->old, u);
	const struct lay_slot *after = slot_of(&d->new, v);
	bool had = is_reserve(before), has = is_reserve(after);

	if (before->bit_size != after->bit_size ||
	    (before->flags | after->flags) & LAY_SLOT_MARKER || (has && !had))
		return false;
	if (had && !has) {
		d->reserve[v] = u;
		pair_up(d, u, v);
		return true;
	}
	if (!same_leaves(d, u, v) ||
	    lives_elsewhere(&d->new, &names->new, before->member->name,
			    lv->new_record, v) ||
	    lives_elsewhere(&d->old, &names->old, after->member->name,
			    lv->old_record, u))
		return false;
	pair_up(d, u, v);
	return true;
}

static bool try_pair(struct diff *d, const struct level *lv,
		     const struct names *names, uint32_t u, uint32_t v)
{
	bool from_anonymous = slot_of(&d->old, u)->flags & LAY_SLOT_ANONYMOUS;
	bool to_anonymous = slot_of(&d->new, v)->flags & LAY_SLOT_ANONYMOUS;

	if (from_anonymous && to_anonymous)
		return pair_anonymous(d, u, v);
	if (to_anonymous)
		return pair_hidden(d, u, v);
	if (from_anonymous)
		return false;
	return pair_named(d, lv, names, u, v);
}

/*
 * Runs
 */

static bool is_free(const struct side *side, uint32_t slot)
{
	return !is_matched(side, slot) &&
	       !(slot_of(side, slot)->flags & LAY_SLOT_UNPLACED);
}

/* Where a run's members are counted from. */
struct base {
	uint64_t old, new;
};

static struct base base_of(const struct diff *d, const struct level *lv,
			   uint32_t run)
{
	if (!run || lv->is_union || lv->is_mixed)
		return (struct base){
			record_start(&d->old, lv->old_record),
			record_start(&d->new, lv->new_record) };
	return (struct base){
		anchor_old(d, lv, &lv->anchors[run - 1]).end,
		anchor_new(d, lv, &lv->anchors[run - 1]).end };
}

/* Try the old members that stand where the new one @v does. */
static void try_place(struct diff *d, const struct level *lv,
		      const struct names *names, const struct run *run,
		      uint32_t i, uint64_t place, uint32_t v)
{
	for (uint32_t tries = 0; i < run->old_end && tries < MAX_TRIES; i++) {
		uint32_t u = lv->olds[i];

		if (slot_of(&d->old, u)->bit_off != place)
			return;
		if (!is_free(&d->old, u))
			continue;
		if (try_pair(d, lv, names, u, v))
			return;
		tries++;
	}
}

static void rename_in_run(struct diff *d, const struct level *lv,
			  const struct names *names, const struct run *run,
			  uint32_t nr_run)
{
	const struct base base = base_of(d, lv, nr_run);
	uint32_t i = run->old_at;

	for (uint32_t j = run->new_at; j < run->new_end; j++) {
		uint32_t v = lv->news[j];
		uint64_t place;

		if (!is_free(&d->new, v))
			continue;
		/* both counts are below 2^63: this wraps only where there is
		 * no such place, and then finds none */
		place = slot_of(&d->new, v)->bit_off - base.new + base.old;
		while (i < run->old_end &&
		       slot_of(&d->old, lv->olds[i])->bit_off < place)
			i++;
		try_place(d, lv, names, run, i, place, v);
	}
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
		const struct run all = { .old_end = lv.nr_olds,
					 .new_end = lv.nr_news };

		rename_in_run(d, &lv, names, &all, 0);
	} else {
		for (uint32_t i = 0; i <= lv.nr_anchors; i++) {
			const struct run run = level_run(&lv, i);

			rename_in_run(d, &lv, names, &run, i);
		}
	}
	level_deinit(&lv);
	return reserves_used(d, old_record, new_record, err);
}
