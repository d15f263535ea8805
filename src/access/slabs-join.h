/* SPDX-License-Identifier: GPL-2.0-only */
/* What single calls say, brought together to caches. */
#ifndef ACCESS_SLABS_JOIN_H
#define ACCESS_SLABS_JOIN_H

#include "access/slabs.h"

/* By one thread. */
struct slab_found {
	struct slab_site *sites;
	size_t nr_sites, cap_sites;
	struct slab_alloc *allocs;
	size_t nr_allocs, cap_allocs;
};

int slab_join_new(struct lay_build *build, struct lay_slabs **slabs,
		  struct lay_error *err);
/* Add what was found; its strings may go when slab_join() is done. */
int slab_join_add(struct lay_slabs *slabs, const struct slab_found *found,
		  struct lay_error *err);
int slab_join(struct lay_slabs *slabs, struct worker *worker,
	      struct lay_error *err);

#endif /* ACCESS_SLABS_JOIN_H */
