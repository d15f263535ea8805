/* SPDX-License-Identifier: GPL-2.0-only */
/* Types that are to outlive the models they were made in. */
#ifndef MODEL_COPY_H
#define MODEL_COPY_H

#include "base/map.h"
#include "model/builder.h"

/* A model, and what was copied into it so far. */
struct model_copies {
	struct model *model;	/* borrowed */
	struct map prints;	/* copies, by a part of what they are */
};

void model_copies_init(struct model_copies *copies, struct model *model);
void model_copies_deinit(struct model_copies *copies);

/*
 * Copy @type with all that it is made of. What is equal in all but the unit and
 * the place it was read from is copied once.
 */
int model_copy_type(struct model_copies *copies, const struct lay_type *type,
		    const struct lay_type **copy, struct lay_error *err);

#endif /* MODEL_COPY_H */
