/* SPDX-License-Identifier: GPL-2.0-only */
/* Which object a sample is of; see heat/objects.h. */
#ifndef HEAT_OBJECTS_ASSIGN_H
#define HEAT_OBJECTS_ASSIGN_H

#include "heat/objects.h"

enum heat_fit {
	HEAT_FITS_NOT,
	HEAT_FITS_MEMBER,	/* the outer one has such a member there */
	HEAT_FITS_BUFFER,	/* it lies in an array of bytes or words, which
				 * may hold anything: skb->cb */
};

enum heat_fit heat_object_fits(struct heat_types *types,
			       const struct heat_object *outer,
			       const struct heat_object *inner);

/* Both in order of address. */
void heat_objects_assign(struct heat_objects *objects,
			 struct heat_types *types, struct heat_sample *samples,
			 size_t nr);

#endif /* HEAT_OBJECTS_ASSIGN_H */
