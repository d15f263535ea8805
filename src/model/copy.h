/* SPDX-License-Identifier: GPL-2.0-only */
/* Types that are to outlive the model they were made in. */
#ifndef MODEL_COPY_H
#define MODEL_COPY_H

#include "model/builder.h"

/*
 * Copy @type with all that it is made of. Types that are shared in the original
 * are shared in the copy.
 */
int model_copy_type(struct model *model, const struct lay_type *type,
		    const struct lay_type **copy, struct lay_error *err);

#endif /* MODEL_COPY_H */
