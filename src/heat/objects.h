/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Known objects.
 *
 * Problem: many samples have an address and no type: memset(), copies, saves of
 * registers, hand-written assembler. And code that has a type often knows only
 * a part of the truth: a lock, a list head, a struct sock that is the start of
 * a tcp_sock.
 *
 * Idea: a sample whose instruction is known to touch byte @off of type T tells
 * that a T begins at (address - off). Others that fall into it are of it.
 * Objects that lie where a larger one has just such a member are parts of it;
 * what they tell is told of the whole. Memory is used again: objects that
 * exclude each other, and were not seen at the same time, were there in turn,
 * and a sample between the two is given to neither. Those that were seen at the
 * same time contradict each other, which is counted, and give nothing to
 * anybody, unless one is told by so many more that the other is a mistake of
 * the map.
 *
 * Cost: a sort of the objects and one pass over objects and samples, both by
 * address; the objects that reach beyond an address are few.
 */
#ifndef HEAT_OBJECTS_H
#define HEAT_OBJECTS_H

#include "heat/sample.h"
#include "heat/types.h"

struct heat_object {
	uint64_t base, end;
	uint64_t first_ns, last_ns;	/* when it was seen */
	uint64_t count;			/* samples that tell of it */
	uint32_t type, size;
	uint32_t outer;		/* index of the one that it is part of, at last
				 * its own */
	bool contradicted;
	bool view;		/* of a buffer in the outer one */
	bool counted;		/* in heat_type.nr_objects */
};

struct heat_objects {
	struct heat_object *object;	/* by base, larger ones first */
	size_t nr, cap;
	uint64_t contradictions;	/* samples */
	uint64_t nr_told;		/* objects that were counted */
};

void heat_objects_init(struct heat_objects *objects);
void heat_objects_deinit(struct heat_objects *objects);

/*
 * Learn from the @nr samples, which are in order of address, and give to those
 * without a type the objects that they fall into.
 */
int heat_objects_resolve(struct heat_objects *objects,
			 struct heat_types *types, struct heat_sample *samples,
			 size_t nr, struct lay_error *err);

/* Forget those that the fewest samples tell of, if there are more than @max. */
void heat_objects_trim(struct heat_objects *objects, size_t max);

#endif /* HEAT_OBJECTS_H */
