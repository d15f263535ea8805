/* SPDX-License-Identifier: GPL-2.0-only */
/* The caches that a build says its types have. */
#ifndef CLI_CENSUS_SLABS_H
#define CLI_CENSUS_SLABS_H

#include <layoutdiff/census.h>
#include <layoutdiff/slabs.h>

struct census_slabs {
	struct lay_slabs *slabs;	/* has the strings; NULL: none */
	struct lay_slab *list;
	size_t nr;
};

/* Those of types that are all of an object in @build, then the @nr_given at
 * @given, which count more. */
int census_slabs_find(struct lay_build *build, unsigned int jobs,
		      const struct lay_slab *given, size_t nr_given,
		      struct census_slabs *found, struct lay_error *err);
void census_slabs_free(struct census_slabs *found);

#endif /* CLI_CENSUS_SLABS_H */
