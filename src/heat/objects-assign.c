// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include "heat/objects-assign.h"
#include "heat/place.h"
#include "base/poison.h"

#define MAX_OPEN	64

/* The object under the sample at hand, and the candidates for one. */
struct sweep {
	struct heat_objects *objects;
	struct heat_types *types;
	size_t next;			/* object whose base was not reached */
	uint32_t open[MAX_OPEN];
	size_t nr_open;
};

struct buffer {
	const struct lay_layout *layout;
	uint64_t off, size;
};

/* An array of bytes or of words that holds all of it? */
static bool see_buffer(void *ctx, uint32_t slot, uint64_t rest)
{
	const struct buffer *b = ctx;
	const struct lay_slot *s = &b->layout->slots[slot];

	(void)rest;
	if (!(s->flags & LAY_SLOT_ARRAY) || s->flags & LAY_SLOT_RECORD ||
	    (s->stride != 1 && s->stride != 8))
		return false;
	return s->flags & LAY_SLOT_FLEXIBLE ||
	       b->off + b->size <= (s->bit_off + s->bit_size) / 8;
}

enum heat_fit heat_object_fits(struct heat_types *types,
			       const struct heat_object *outer,
			       const struct heat_object *inner)
{
	struct buffer b = {
		.layout = heat_types_layout(types, outer->type),
		.off = inner->base - outer->base,
		.size = inner->end - inner->base,
	};

	if (heat_types_hold(types, outer->type, inner->type, b.off))
		return HEAT_FITS_MEMBER;
	if (b.layout && inner->end <= outer->end &&
	    heat_place_each(b.layout, b.off, see_buffer, &b))
		return HEAT_FITS_BUFFER;
	return HEAT_FITS_NOT;
}

/* Let the open objects be those that reach beyond @addr. */
static void advance(struct sweep *w, uint64_t addr)
{
	const struct heat_object *o = w->objects->object;
	size_t kept = 0;

	for (; w->next < w->objects->nr && o[w->next].base <= addr; w->next++) {
		if (w->nr_open == MAX_OPEN) {
			for (size_t k = 0; k < w->nr_open; k++)
				if (o[w->open[k]].end > addr)
					w->open[kept++] = w->open[k];
			w->nr_open = kept;
			kept = 0;
		}
		if (w->nr_open < MAX_OPEN && o[w->next].end > addr)
			w->open[w->nr_open++] = (uint32_t)w->next;
	}
	for (size_t k = 0; k < w->nr_open; k++)
		if (o[w->open[k]].end > addr)
			w->open[kept++] = w->open[k];
	w->nr_open = kept;
}

/* Is @o a whole that could be what the sample fell into? */
static bool is_candidate(const struct sweep *w, uint32_t i)
{
	const struct heat_object *o = &w->objects->object[i];

	return o->outer == i && !o->contradicted;
}

/* Is there one that contradiction left standing? */
static bool stands_one(const struct sweep *w)
{
	for (size_t k = 0; k < w->nr_open; k++)
		if (is_candidate(w, w->open[k]))
			return true;
	return false;
}

/* How far @t is from when @o was seen; 0 within. */
static uint64_t distance(const struct heat_object *o, uint64_t t)
{
	if (t < o->first_ns)
		return o->first_ns - t;
	return t > o->last_ns ? t - o->last_ns : 0;
}

/*
 * The object at the time of @s. Of several that were there in turn the one that
 * was then, or that came first or last if @s is before or after them all.
 * HEAT_NO_TYPE: none, or (*reused) it cannot be told which.
 */
static uint32_t choose(const struct sweep *w, const struct heat_sample *s,
		       bool *reused)
{
	const struct heat_object *o = w->objects->object, *best = NULL, *p;
	bool before = false, after = false, unsure = false;

	for (size_t k = 0; k < w->nr_open; k++) {
		p = &o[w->open[k]];
		unsure |= p->contradicted && p->outer == w->open[k] &&
			  !stands_one(w);
		if (!is_candidate(w, w->open[k]))
			continue;
		/* inside the buffer of a larger one */
		if (best && best->base <= p->base && best->end >= p->end &&
		    heat_object_fits(w->types, best, p) == HEAT_FITS_BUFFER)
			continue;
		before |= p->first_ns > s->time_ns;
		after |= p->last_ns < s->time_ns;
		if (best && (!(s->what & HEAT_HAS_TIME) ||
			     (!distance(best, s->time_ns) &&
			      !distance(p, s->time_ns))))
			unsure = true;
		if (!best || distance(p, s->time_ns) <
				     distance(best, s->time_ns))
			best = p;
	}
	if (best && distance(best, s->time_ns) && before && after)
		unsure = true;
	*reused = unsure;
	return best && !unsure ? (uint32_t)(best - o) : HEAT_NO_TYPE;
}

static void give(struct sweep *w, struct heat_sample *s, uint32_t object)
{
	const struct heat_object *o = &w->objects->object[object];

	s->type = o->type;
	s->base = o->base;
	s->off = (uint32_t)(s->addr - o->base);
	s->what &= (uint16_t)~HEAT_ELEMENT;
}

/* The open object that @s tells of. */
static uint32_t own_object(const struct sweep *w, const struct heat_sample *s)
{
	const struct heat_object *o = w->objects->object;

	for (size_t k = 0; k < w->nr_open; k++)
		if (o[w->open[k]].base == s->base &&
		    o[w->open[k]].type == s->type)
			return w->open[k];
	return HEAT_NO_TYPE;
}

static void assign_untyped(struct sweep *w, struct heat_sample *s)
{
	bool reused;
	uint32_t i = choose(w, s, &reused);

	if (i != HEAT_NO_TYPE) {
		give(w, s, i);
		s->fate = LAY_HEAT_BY_OBJECT;
		s->grade = LAY_HEAT_INFERRED;
	} else if (reused && s->type == HEAT_NO_TYPE) {
		s->fate = LAY_HEAT_REUSED;
	}
}

/* What many others contradict was a mistake of the map. */
static void assign_typed(struct sweep *w, struct heat_sample *s)
{
	const struct heat_object *o = w->objects->object;
	uint32_t own = own_object(w, s);

	if (own == HEAT_NO_TYPE)
		return;
	if (o[own].contradicted) {
		w->objects->contradictions += s->count;
		assign_untyped(w, s);
		return;
	}
	if (o[own].view) {
		s->view_type = s->type;
		s->view_off = s->off;
	}
	if (o[own].outer != own)
		give(w, s, o[own].outer);
}

/* An array's element: an object of the type tells which one it is, or one that
 * has a part of the type there. */
static void assign_element(struct sweep *w, struct heat_sample *s)
{
	const struct heat_object *o = w->objects->object;
	const struct lay_layout *l;
	uint64_t off, rest;
	bool reused;
	uint32_t i = choose(w, s, &reused);

	if (i == HEAT_NO_TYPE)
		return;
	off = s->addr - o[i].base;
	if (o[i].type != s->type) {
		l = heat_types_layout(w->types, s->type);
		if (l && heat_types_within(w->types, o[i].type, l->type, off,
					   &rest))
			give(w, s, i);
		return;
	}
	if (heat_place_leaf(heat_types_layout(w->types, s->type), off) ==
	    heat_place_leaf(heat_types_layout(w->types, s->type), s->off))
		give(w, s, i);
}

/* Could an object tell more of such a sample? */
static bool is_open_question(const struct heat_sample *s)
{
	switch (s->fate) {
	case LAY_HEAT_NO_RECORD:
	case LAY_HEAT_NO_TYPE:
	case LAY_HEAT_NO_OPERAND:
	case LAY_HEAT_AMBIGUOUS:
	case LAY_HEAT_MISFIT:
		return true;
	default:
		return false;
	}
}

void heat_objects_assign(struct heat_objects *objects,
			 struct heat_types *types, struct heat_sample *samples,
			 size_t nr)
{
	struct sweep w = { .objects = objects, .types = types };

	for (size_t i = 0; i < nr; i++) {
		struct heat_sample *s = &samples[i];

		if (!(s->what & HEAT_HAS_ADDR))
			continue;
		advance(&w, s->addr);
		if (s->what & HEAT_CERTAIN)
			assign_typed(&w, s);
		else if (s->fate == LAY_HEAT_BY_CODE &&
			 s->what & HEAT_ELEMENT)
			assign_element(&w, s);
		else if (is_open_question(s))
			assign_untyped(&w, s);
	}
}
