// SPDX-License-Identifier: GPL-2.0-only
/*
 * Matching by place what went into other records, or out of them: records that
 * got a name or lost it, and members that records came around or went from
 * around. These are as far behind a member that stayed as they were, whatever
 * is around them.
 *
 * Cost: n log n in the members that anonymous records have, once for each
 * depth of them.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "diff/guess.h"
#include "diff/rename.h"
#include "base/poison.h"

uint32_t first_at(const struct side *side, const uint32_t *list, uint32_t at,
		  uint32_t end, uint64_t off)
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
 * Members of anonymous records
 */

struct at {
	uint64_t bit_off;
	uint32_t slot;
};

static int by_place(const void *pa, const void *pb)
{
	const struct at *a = pa, *b = pb;

	if (a->bit_off != b->bit_off)
		return a->bit_off < b->bit_off ? -1 : 1;
	return a->slot < b->slot ? -1 : a->slot > b->slot;
}

static int sort_by_place(const struct side *side, struct hidden *h,
			 struct lay_error *err)
{
	struct at *at = calloc(h->nr + 1, sizeof(*at));

	if (!at)
		return lay_error_set(err, LAY_E_NOMEM,
				     "out of memory for members");
	for (size_t i = 0; i < h->nr; i++)
		at[i] = (struct at){ slot_of(side, h->slots[i])->bit_off,
				     h->slots[i] };
	if (h->nr)
		qsort(at, h->nr, sizeof(*at), by_place);
	for (size_t i = 0; i < h->nr; i++)
		h->slots[i] = at[i].slot;
	free(at);
	return 0;
}

int hidden_list(const struct side *side, uint32_t record,
		struct hidden *h, struct lay_error *err)
{
	uint32_t end = end_inside(side, record), i = first_inside(record);

	while (i < end) {
		const struct lay_slot *s = slot_of(side, i);
		bool opened = s->flags & LAY_SLOT_ANONYMOUS;

		if (s->kind == LAY_SLOT_MEMBER && !opened &&
		    s->parent != record && s->bit_size && is_free(side, i)) {
			if (VEC_RESERVE(h->slots, h->nr, h->cap, 1) < 0)
				return lay_error_set(err, LAY_E_NOMEM,
						"out of memory for members");
			h->slots[h->nr++] = i;
		}
		i += opened ? 1 : 1 + s->nr_below;
	}
	return h->nr ? sort_by_place(side, h, err) : 0;
}

void hidden_free(struct hidden hidden[2])
{
	free(hidden[0].slots);
	free(hidden[1].slots);
}

/*
 * Records that got a name, or lost it
 */

/* So many members of each are looked at: enough to know them by. */
#define MAX_SEEN 16

/* The first members of a record that have a name, those of anonymous records in
 * it too. Returns how many. */
static uint32_t list_named(const struct side *side, uint32_t record,
			   uint32_t list[MAX_SEEN])
{
	uint32_t end = end_inside(side, record), i = first_inside(record);
	uint32_t nr = 0;

	while (i < end && nr < MAX_SEEN) {
		const struct lay_slot *s = slot_of(side, i);

		if (s->kind == LAY_SLOT_MEMBER && s->member->name &&
		    !(s->flags & LAY_SLOT_ANONYMOUS))
			list[nr++] = i;
		i += s->flags & LAY_SLOT_ANONYMOUS ? 1 : 1 + s->nr_below;
	}
	return nr;
}

/* Are at least half of the members of one in the other, as large? */
static bool share_members(const struct diff *d, uint32_t u, uint32_t v)
{
	uint32_t a[MAX_SEEN], b[MAX_SEEN], common = 0;
	uint32_t nr_a = list_named(&d->old, u, a);
	uint32_t nr_b = list_named(&d->new, v, b);

	for (uint32_t i = 0; i < nr_a; i++)
		for (uint32_t j = 0; j < nr_b; j++) {
			const struct lay_slot *x = slot_of(&d->old, a[i]);
			const struct lay_slot *y = slot_of(&d->new, b[j]);

			if (is_matched(&d->old, a[i]) ||
			    is_matched(&d->new, b[j]) ||
			    x->bit_size != y->bit_size ||
			    strcmp(x->member->name, y->member->name))
				continue;
			common++;
			break;
		}
	return common && 2 * common >= (nr_a < nr_b ? nr_a : nr_b);
}

bool try_container(struct diff *d, const struct place *p, uint32_t u,
		   uint32_t v)
{
	const struct lay_slot *before = slot_of(&d->old, u);
	const struct lay_slot *after = slot_of(&d->new, v);

	(void)p;
	if (!((before->flags ^ after->flags) & LAY_SLOT_ANONYMOUS) ||
	    !(before->flags & after->flags & LAY_SLOT_RECORD) ||
	    (before->flags | after->flags) & LAY_SLOT_ARRAY ||
	    !before->bit_size || !after->bit_size ||
	    (before->member->flags | after->member->flags) &
		    LAY_MEMBER_BASE_CLASS ||
	    lay_type_strip(before->member->type)->kind !=
		    lay_type_strip(after->member->type)->kind ||
	    guess_written_type(before->member->type) ||
	    guess_written_type(after->member->type) ||
	    !share_members(d, u, v))
		return false;
	pair_up(d, u, v);
	return true;
}

/*
 * Wrapped and unwrapped
 */

/* Which side has a record around members, and which has these alone. */
struct wrapping {
	const struct side *in, *out;
	const uint32_t *list;	/* of the members outside */
	uint32_t at, end;
	const struct hidden *hidden;	/* on that side */
	uint64_t in_base, out_base;
	bool of_lock;		/* the members outside are a lock's or counter's */
};

static bool is_lock(const struct side *side, uint32_t slot)
{
	return slot != LAY_NO_SLOT &&
	       guess_written_type(slot_of(side, slot)->member->type);
}

/* The member of @list[@at, @end) of the name, size and place of @i, which is
 * inside. */
static uint32_t find_in(const struct diff *d, const struct wrapping *w,
			const uint32_t *list, uint32_t at, uint32_t end,
			uint32_t i, bool anonymous)
{
	const struct lay_slot *s = slot_of(w->in, i);
	/* wraps where there is no such place, as in try_place() */
	uint64_t off = s->bit_off - w->in_base + w->out_base;
	uint32_t k = first_at(w->out, list, at, end, off);
	bool is_new = w->in == &d->new;

	for (uint32_t tries = 0; k < end && tries < MAX_TRIES; k++, tries++) {
		uint32_t u = list[k];
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

static uint32_t find_outside(const struct diff *d, const struct wrapping *w,
			     uint32_t i, bool anonymous)
{
	uint32_t u = find_in(d, w, w->list, w->at, w->end, i, anonymous);

	return u != LAY_NO_SLOT ? u :
		find_in(d, w, w->hidden->slots, 0, (uint32_t)w->hidden->nr, i,
			false);
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
void wrap_in_run(struct diff *d, const struct place *p)
{
	const struct level *lv = p->lv;
	struct wrapping to = {
		&d->new, &d->old, lv->olds, p->run.old_at, p->run.old_end,
		&p->hidden[0], p->new_base, p->old_base, is_lock(&d->old, lv->old_record),
	};
	struct wrapping from = {
		&d->old, &d->new, lv->news, p->run.new_at, p->run.new_end,
		&p->hidden[1], p->old_base, p->new_base, is_lock(&d->new, lv->new_record),
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
