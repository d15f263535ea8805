/* SPDX-License-Identifier: GPL-2.0-only */
/* What makes definitions equal, and which stands in front. */
#ifndef MODEL_DEF_H
#define MODEL_DEF_H

#include <layoutdiff/build.h>

bool fingerprint_same(const struct lay_fingerprint *a,
		      const struct lay_fingerprint *b);

/* Do @a and @b have one name, and are they of one kind? */
bool def_same_name(const struct lay_def *a, const struct lay_def *b);

/* By name and kind; 0 where def_same_name(). Names that are interned are
 * compared without being read. */
int def_order_names(const struct lay_def *a, const struct lay_def *b);

/* For qsort(): those of a name and kind together, declarations behind
 * definitions, equal ones together, the first of the file in front. */
int def_order(const void *a, const void *b);

#endif /* MODEL_DEF_H */
