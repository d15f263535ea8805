/* SPDX-License-Identifier: GPL-2.0-only */
/* Functions by the addresses in them. */
#ifndef ACCESS_CHOSEN_H
#define ACCESS_CHOSEN_H

#include "access/code.h"
#include "base/map.h"
#include "dwarf/scopes.h"

/* Starts as all zeros. */
struct chosen {
	uint32_t *units;	/* that have some, each once */
	size_t nr_units, cap_units;
	struct code_range *bare;	/* no debug information has these */
	size_t nr_bare, cap_bare;
	/* by where they are in the file, or the image: what was chosen, ever;
	 * and those of the last time */
	struct map old_functions, old_bare, functions;
};

void chosen_init(struct chosen *chosen);
void chosen_free(struct chosen *chosen);

/* Choose the functions that @addrs are in, anew, but none that was chosen
 * before. */
int chosen_set(struct chosen *chosen, const struct image *image,
	       const struct dw_scopes *scopes, const uint64_t *addrs, size_t nr,
	       struct lay_error *err);

/* Is it among those of the last time? */
bool chosen_has(const struct chosen *chosen, const struct dw_function *fn);

#endif /* ACCESS_CHOSEN_H */
