// SPDX-License-Identifier: GPL-2.0-only
/* What samples tell of objects, and which of those are parts of others. */
#include <config.h>

#include <stdlib.h>

#include "base/vec.h"
#include "heat/objects.h"
#include "heat/objects-assign.h"
#include "heat/place.h"
#include "base/poison.h"

/* A larger record is no single thing that a sample could tell of. */
#define MAX_SIZE	(UINT64_C(1) << 20)

/* Objects around an address: there are few, unless the input is made up. */
#define MAX_OPEN	64

/* How many times as many samples outvote others that contradict them. */
#define OUTVOTED	16

void heat_objects_init(struct heat_objects *objects)
{
	*objects = (struct heat_objects){ .object = NULL };
}

void heat_objects_deinit(struct heat_objects *objects)
{
	free(objects->object);
	heat_objects_init(objects);
}

static bool tells(struct heat_types *types, struct heat_sample *s)
{
	const struct lay_layout *l;

	if (!(s->what & HEAT_CERTAIN))
		return false;
	l = heat_types_layout(types, s->type);
	if (l && l->align && s->base % l->align) {
		s->type = HEAT_NO_TYPE;
		s->fate = LAY_HEAT_MISFIT;
		return false;
	}
	return l && l->size && l->size <= MAX_SIZE && s->off < l->size;
}

static int learn(struct heat_objects *objects, struct heat_types *types,
		 struct heat_sample *s, struct lay_error *err)
{
	if (!tells(types, s)) {
		s->what &= (uint16_t)~HEAT_CERTAIN;
		return 0;
	}
	if (VEC_RESERVE(objects->object, objects->nr, objects->cap, 1) < 0)
		return lay_error_set(err, LAY_E_NOMEM,
				     "out of memory for objects");
	objects->object[objects->nr++] = (struct heat_object){
		.base = s->base,
		.size = (uint32_t)types->type[s->type].size,
		.first_ns = s->what & HEAT_HAS_TIME ? s->time_ns : 0,
		.last_ns = s->what & HEAT_HAS_TIME ? s->time_ns : UINT64_MAX,
		.count = s->count,
		.type = s->type,
	};
	return 0;
}

static int compare(const void *a, const void *b)
{
	const struct heat_object *x = a, *y = b;

	if (x->base != y->base)
		return x->base < y->base ? -1 : 1;
	if (x->size != y->size)
		return x->size > y->size ? -1 : 1;
	return (x->type > y->type) - (x->type < y->type);
}

/* One entry for each place and type. */
static void merge(struct heat_objects *objects)
{
	struct heat_object *o = objects->object;
	size_t nr = 0;

	if (!objects->nr)
		return;
	qsort(o, objects->nr, sizeof(*o), compare);
	for (size_t i = 0; i < objects->nr; i++) {
		if (!nr || compare(&o[nr - 1], &o[i])) {
			o[nr++] = o[i];
			continue;
		}
		o[nr - 1].count += o[i].count;
		o[nr - 1].counted |= o[i].counted;
		if (o[i].first_ns < o[nr - 1].first_ns)
			o[nr - 1].first_ns = o[i].first_ns;
		if (o[i].last_ns > o[nr - 1].last_ns)
			o[nr - 1].last_ns = o[i].last_ns;
	}
	objects->nr = nr;
}

static bool at_once(const struct heat_object *a, const struct heat_object *b)
{
	return a->first_ns <= b->last_ns && b->first_ns <= a->last_ns;
}

/*
 * The kernel allocates less than the size of some types, as of task_struct,
 * whose last member is as large as the CPU's registers. Where another of the
 * type begins near its end, there it ends.
 */
static bool cuts(const struct heat_object *o, struct heat_object *p)
{
	if (o->type != p->type ||
	    (o->base - p->base) * 4 < (p->end - p->base) * 3)
		return false;
	p->end = o->base;
	return true;
}

/* What object @o is to @p, which reaches beyond its base: a stranger, if neither
 * can be a part of the other. */
enum relation { PART, VIEW, HOLDER, STRANGER };

static enum relation relation_to(struct heat_types *types,
				 const struct heat_object *o,
				 const struct heat_object *p)
{
	switch (heat_object_fits(types, p, o)) {
	case HEAT_FITS_MEMBER:
		return PART;
	case HEAT_FITS_BUFFER:
		return VIEW;
	case HEAT_FITS_NOT:
		break;
	}
	/* of one size, and met in the other order */
	return p->base == o->base && p->size == o->size &&
	       heat_object_fits(types, o, p) == HEAT_FITS_MEMBER ?
	       HOLDER : STRANGER;
}

/* Does object @i contradict any of those @open, which reach beyond its base, the
 * innermost last? */
static void doubt(struct heat_objects *objects, struct heat_types *types,
		  size_t i, const uint32_t *open, size_t nr_open)
{
	struct heat_object *o = &objects->object[i];

	for (size_t k = nr_open; k-- > 0;) {
		struct heat_object *p = &objects->object[open[k]];
		enum relation relation = relation_to(types, o, p);

		if (relation == PART || relation == VIEW)
			return;
		if (relation == HOLDER || cuts(o, p) || !at_once(o, p))
			continue;
		/* a few samples against many are those that are wrong */
		o->contradicted |= o->count < p->count * OUTVOTED;
		p->contradicted |= p->count < o->count * OUTVOTED;
	}
}

/* Find what object @i is a part of among them. What is contradicted is nobody's
 * whole. */
static void nest(struct heat_objects *objects, struct heat_types *types,
		 size_t i, const uint32_t *open, size_t nr_open)
{
	struct heat_object *o = &objects->object[i];

	for (size_t k = nr_open; k-- > 0;) {
		struct heat_object *p = &objects->object[open[k]];
		enum relation relation = relation_to(types, o, p);

		if ((relation == PART || relation == VIEW) &&
		    !p->contradicted) {
			o->outer = p->outer;
			o->view = relation == VIEW;
			return;
		}
		if (relation == HOLDER && !o->contradicted &&
		    p->outer == open[k])
			p->outer = (uint32_t)i;
	}
}

/* Types that claim to hold each other end nowhere. */
#define MAX_STEPS 16

/* A whole that was found to be a part of another has parts of its own. */
static void find_outermost(struct heat_objects *objects)
{
	for (size_t i = 0; i < objects->nr; i++) {
		uint32_t *outer = &objects->object[i].outer;

		for (int step = 0; step < MAX_STEPS; step++)
			*outer = objects->object[*outer].outer;
	}
}

/* @see each object, and those around its base. */
static void sweep(struct heat_objects *objects, struct heat_types *types,
		  void (*see)(struct heat_objects *objects,
			      struct heat_types *types, size_t i,
			      const uint32_t *open, size_t nr_open))
{
	uint32_t open[MAX_OPEN];
	size_t nr_open = 0;

	for (size_t i = 0; i < objects->nr; i++) {
		uint64_t base = objects->object[i].base;
		size_t kept = 0;

		for (size_t k = 0; k < nr_open; k++)
			if (objects->object[open[k]].end > base)
				open[kept++] = open[k];
		nr_open = kept;
		see(objects, types, i, open, nr_open);
		if (nr_open < MAX_OPEN)
			open[nr_open++] = (uint32_t)i;
	}
}

static void nest_all(struct heat_objects *objects, struct heat_types *types)
{
	for (size_t i = 0; i < objects->nr; i++) {
		struct heat_object *o = &objects->object[i];

		o->outer = (uint32_t)i;
		o->contradicted = o->view = false;
		o->end = o->base + types->type[o->type].size;
	}
	sweep(objects, types, doubt);
	sweep(objects, types, nest);
	find_outermost(objects);
}

/* Wholes are told apart by where they are. */
static void count_objects(struct heat_objects *objects,
			  struct heat_types *types)
{
	for (size_t i = 0; i < objects->nr; i++) {
		struct heat_object *o = &objects->object[i];

		if (o->counted || o->outer != i || o->contradicted)
			continue;
		o->counted = true;
		types->type[o->type].nr_objects++;
		objects->nr_told++;
	}
}

int heat_objects_resolve(struct heat_objects *objects,
			 struct heat_types *types, struct heat_sample *samples,
			 size_t nr, struct lay_error *err)
{
	int rc;

	for (size_t i = 0; i < nr; i++) {
		rc = learn(objects, types, &samples[i], err);
		if (rc < 0)
			return rc;
		/* many samples tell the same */
		if (objects->nr == objects->cap && objects->nr > 4096)
			merge(objects);
	}
	merge(objects);
	nest_all(objects, types);
	count_objects(objects, types);
	heat_objects_assign(objects, types, samples, nr);
	return 0;
}

/* Most samples first, then by place. */
static int compare_counts(const void *a, const void *b)
{
	const struct heat_object *x = a, *y = b;

	if (x->count != y->count)
		return x->count > y->count ? -1 : 1;
	return compare(a, b);
}

void heat_objects_trim(struct heat_objects *objects, size_t max)
{
	if (objects->nr <= max)
		return;
	qsort(objects->object, objects->nr, sizeof(*objects->object),
	      compare_counts);
	objects->nr = max / 2;
	qsort(objects->object, objects->nr, sizeof(*objects->object), compare);
}
