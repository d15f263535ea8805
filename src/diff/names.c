// SPDX-License-Identifier: GPL-2.0-only
/* Names of members that were given up, or live on, or look like others. */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "diff/guess.h"
#include "diff/work.h"
#include "base/poison.h"

/* Longer names are like none: comparing words is quadratic. */
#define MAX_ALIKE 256

/* Members that names alone left without a partner, by name. */
struct name_list {
	struct named *name;
	size_t nr, cap;
};

struct names {
	struct name_list old, new;
};

int named_compare(const void *pa, const void *pb)
{
	const struct named *a = pa, *b = pb;
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
		list->name[list->nr++] = (struct named){ s->member->name, i };
	}
	if (list->nr)
		qsort(list->name, list->nr, sizeof(*list->name), named_compare);
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
	const struct named key = { name, slot };
	size_t low = 0, high = list->nr;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (named_compare(&list->name[mid], &key) < 0)
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

/* Does @name stand anywhere but in @slot and below it? */
static bool lives_elsewhere(const struct side *side,
			    const struct name_list *list, const char *name,
			    uint32_t slot)
{
	return stands_in(list, name, 0, slot) ||
	       stands_in(list, name, end_inside(side, slot),
			 side->layout->nr_slots);
}

/* Does anything in @slot, which @other is no record like, stand elsewhere? What
 * a lock or counter is made of has names that say nothing. */
static bool content_lives(const struct side *side, uint32_t slot,
			  const struct side *in, const struct name_list *list,
			  uint32_t other)
{
	const struct lay_slot *s = slot_of(side, slot);

	if (!(s->flags & ~slot_of(in, other)->flags & LAY_SLOT_RECORD) ||
	    guess_written_type(s->member->type))
		return false;
	for (uint32_t i = first_inside(slot); i < end_inside(side, slot); i++) {
		const struct lay_slot *m = slot_of(side, i);

		if (m->kind == LAY_SLOT_MEMBER && !is_matched(side, i) &&
		    !(m->flags & LAY_SLOT_ANONYMOUS) &&
		    lives_elsewhere(in, list, m->member->name, other))
			return true;
	}
	return false;
}

bool names_live_on(const struct diff *d, const struct names *names,
		   uint32_t old_slot, uint32_t new_slot)
{
	return lives_elsewhere(&d->new, &names->new,
			       slot_of(&d->old, old_slot)->member->name,
			       new_slot) ||
	       lives_elsewhere(&d->old, &names->old,
			       slot_of(&d->new, new_slot)->member->name,
			       old_slot) ||
	       content_lives(&d->old, old_slot, &d->new, &names->new,
			     new_slot) ||
	       content_lives(&d->new, new_slot, &d->old, &names->old,
			     old_slot);
}

/* How many words has @name, and how many of those are also in @other? */
static size_t shared_words(const char *name, const char *other, size_t *nr)
{
	size_t shared = 0;

	*nr = 0;
	for (;;) {
		size_t len;

		name += strspn(name, "_");
		len = strcspn(name, "_");
		if (!len)
			return shared;
		++*nr;
		for (const char *o = other; *(o += strspn(o, "_"));
		     o += strcspn(o, "_"))
			if (strcspn(o, "_") == len && !strncmp(o, name, len)) {
				shared++;
				break;
			}
		name += len;
	}
}

bool names_are_alike(const char *a, const char *b)
{
	size_t nr_a, nr_b, of_a, of_b;

	if (strnlen(a, MAX_ALIKE) == MAX_ALIKE ||
	    strnlen(b, MAX_ALIKE) == MAX_ALIKE)
		return false;
	of_a = shared_words(a, b, &nr_a);
	of_b = shared_words(b, a, &nr_b);
	return (nr_a && 2 * of_a >= nr_a) || (nr_b && 2 * of_b >= nr_b);
}

bool name_is_of_words(const char *name, const char *other)
{
	size_t nr;

	if (strnlen(name, MAX_ALIKE) == MAX_ALIKE ||
	    strnlen(other, MAX_ALIKE) == MAX_ALIKE)
		return false;
	return shared_words(name, other, &nr) == nr && nr;
}

bool names_share_letters(const char *a, const char *b, size_t nr)
{
	size_t len = strnlen(a, MAX_ALIKE);

	if (len == MAX_ALIKE || strnlen(b, MAX_ALIKE) == MAX_ALIKE)
		return false;
	for (; len >= nr; a++, len--)
		if (memmem(b, strlen(b), a, nr))
			return true;
	return false;
}
