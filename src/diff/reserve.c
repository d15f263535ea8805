// SPDX-License-Identifier: GPL-2.0-only
/*
 * Members that keep a place for later: the reserves of distributions that
 * promise a stable kABI, and padding that somebody declared. A member that came
 * into such a place did not make anything grow, which is what a reader wants to
 * know of it first.
 */
#include <config.h>

#include <string.h>

#include "diff/level.h"
#include "base/poison.h"

static const struct {
	const char *prefix;
	bool any;	/* any name goes on from it; else numbers alone */
} reserves[] = {
	{ "rh_reserved", true },		/* RH_KABI_RESERVE() */
	{ "__kabi_reserved", true },
	{ "kabi_reserved", true },
	{ "suse_kabi_padding", true },
	{ "android_kabi_reserved", true },	/* ANDROID_KABI_RESERVE() */
	{ "android_backport_reserved", true },
	{ "android_vendor_data", true },	/* ANDROID_VENDOR_DATA() */
	{ "android_oem_data", true },
	{ "__pad", true },
	{ "_pad", true },
	{ "pad", false },
	{ "padding", false },
	{ "__reserved", false },
	{ "_reserved", false },
	{ "reserved", false },
	{ "__resv", false },
	{ "resv", false },
	{ "resvd", false },
	{ "__rsvd", false },
	{ "_rsvd", false },
	{ "rsvd", false },
	{ "__unused", false },
	{ "unused", false },
};

/* Nothing but numbers, as in "reserved_0x1e0" and "_pad1_". */
static bool is_number(const char *s)
{
	while (*s) {
		s += strspn(s, "_");
		if (s[0] == '0' && s[1] == 'x')
			s += 2 + strspn(s + 2, "0123456789abcdef");
		else if (*s >= '0' && *s <= '9')
			s += strspn(s, "0123456789");
		else
			return !*s;
	}
	return true;
}

bool is_reserve(const struct lay_slot *slot)
{
	const char *name;

	if (slot->flags & LAY_SLOT_ANONYMOUS || !slot->member->name)
		return false;
	name = slot->member->name;
	for (size_t i = 0; i < sizeof(reserves) / sizeof(reserves[0]); i++) {
		size_t len = strlen(reserves[i].prefix);

		if (strncmp(name, reserves[i].prefix, len))
			continue;
		if (reserves[i].any || is_number(name + len))
			return true;
	}
	return false;
}

/* Did the old reserve @u make room: is it gone, smaller, or wrapped? */
static bool made_room(const struct diff *d, const struct level *lv, uint32_t u)
{
	const struct lay_slot *now;

	if (!is_reserve(slot_of(&d->old, u)))
		return false;
	if (!is_matched(&d->old, u))
		return true;
	now = slot_of(&d->new, d->old.partner[u]);
	return d->reserve[d->old.partner[u]] == LAY_NO_SLOT &&
	       (now->parent != lv->new_record ||
		now->bit_size < slot_of(&d->old, u)->bit_size);
}

static uint64_t end_of(const struct diff *d, uint32_t u)
{
	return slot_of(&d->old, u)->bit_off + slot_of(&d->old, u)->bit_size;
}

/*
 * The old reserve at index @at or behind it that the bits [@start, @end), of
 * the old record, lie in, alone or with reserves that follow it directly.
 */
static uint32_t reserve_at(const struct diff *d, const struct level *lv,
			   uint32_t at, uint64_t start, uint64_t end)
{
	uint32_t first = lv->olds[at];
	uint64_t reached;

	if (!made_room(d, lv, first) ||
	    slot_of(&d->old, first)->bit_off > start)
		return LAY_NO_SLOT;
	reached = end_of(d, first);
	while (reached < end && ++at < lv->nr_olds &&
	       made_room(d, lv, lv->olds[at]) &&
	       slot_of(&d->old, lv->olds[at])->bit_off == reached &&
	       end_of(d, lv->olds[at]) > reached)
		reached = end_of(d, lv->olds[at]);
	return reached >= end ? first : LAY_NO_SLOT;
}

/* How far new members of run @i have moved, by what is in front of it. */
static uint64_t shift_of_run(const struct diff *d, const struct level *lv,
			     uint32_t i)
{
	const struct anchor *a;

	if (!i)
		return record_start(&d->new, lv->new_record) -
		       record_start(&d->old, lv->old_record);
	a = &lv->anchors[i - 1];
	/* what follows a reserve that shrank stands in it */
	if (made_room(d, lv, lv->olds[a->old_at]))
		return anchor_new(d, lv, a).start - anchor_old(d, lv, a).start;
	return anchor_new(d, lv, a).end - anchor_old(d, lv, a).end;
}

static void find_in_run(struct diff *d, const struct level *lv, uint32_t i)
{
	struct run run = level_run(lv, i);
	uint64_t shift = shift_of_run(d, lv, i);
	/* from the member in front to the one behind: either may be a reserve
	 * that shrank */
	uint32_t at = run.old_at ? run.old_at - 1 : 0;

	for (uint32_t j = run.new_at; j < run.new_end; j++) {
		uint32_t v = lv->news[j];
		const struct lay_slot *s = slot_of(&d->new, v);
		uint64_t start = s->bit_off - shift;

		if (is_matched(&d->new, v) || !s->bit_size || is_reserve(s))
			continue;
		while (at < lv->nr_olds && at < run.old_end &&
		       end_of(d, lv->olds[at]) <= start)
			at++;
		if (at < lv->nr_olds)
			d->reserve[v] = reserve_at(d, lv, at, start,
						   start + s->bit_size);
	}
}

/* The reserve among the old members of @a that the new one @slot starts in. */
static uint32_t reserve_around(const struct diff *d, const struct level *lv,
			       const struct anchor *a, uint32_t slot)
{
	uint64_t start = slot_of(&d->new, slot)->bit_off -
			 anchor_new(d, lv, a).start +
			 anchor_old(d, lv, a).start;

	for (uint32_t k = 0; k < a->nr_old; k++) {
		uint32_t u = lv->olds[a->old_at + k];

		if (start >= slot_of(&d->old, u)->bit_off &&
		    start < end_of(d, u))
			return made_room(d, lv, u) ? u : LAY_NO_SLOT;
	}
	return LAY_NO_SLOT;
}

/* New members beside reserves in the anonymous record around these. */
static void find_in_wrapper(struct diff *d, const struct level *lv,
			    const struct anchor *a)
{
	uint32_t wrapper = lv->news[a->new_at], i = first_inside(wrapper);

	while (i < end_inside(&d->new, wrapper)) {
		const struct lay_slot *s = slot_of(&d->new, i);
		bool anonymous = s->flags & LAY_SLOT_ANONYMOUS;

		/* a record beside them which holds one is a wrapper */
		if (s->kind == LAY_SLOT_MEMBER && !anonymous && s->bit_size &&
		    !is_matched(&d->new, i) && !is_wrapper(&d->new, i))
			d->reserve[i] = reserve_around(d, lv, a, i);
		i += anonymous ? 1 : 1 + s->nr_below;
	}
}

static bool any_made_room(const struct diff *d, const struct level *lv)
{
	for (uint32_t i = 0; i < lv->nr_olds; i++)
		if (made_room(d, lv, lv->olds[i]))
			return true;
	return false;
}

int reserves_used(struct diff *d, uint32_t old_record, uint32_t new_record,
		  struct lay_error *err)
{
	struct level lv;

	if (level_make(d, old_record, new_record, &lv, err) < 0)
		return -LAY_E_NOMEM;
	if (lv.is_union || lv.is_mixed || !any_made_room(d, &lv)) {
		level_deinit(&lv);
		return 0;
	}
	for (uint32_t i = 0; i <= lv.nr_anchors; i++) {
		const struct anchor *a = &lv.anchors[i];

		find_in_run(d, &lv, i);
		if (i < lv.nr_anchors &&
		    !is_matched(&d->new, lv.news[a->new_at]) &&
		    slot_of(&d->new, lv.news[a->new_at])->flags &
			    LAY_SLOT_ANONYMOUS)
			find_in_wrapper(d, &lv, a);
	}
	level_deinit(&lv);
	return 0;
}
