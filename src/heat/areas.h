/* SPDX-License-Identifier: GPL-2.0-only */
/* Where the areas of a kernel are that was moved. */
#ifndef HEAT_AREAS_H
#define HEAT_AREAS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Of memory that is used there are few of 1 GB; of a machine with more the areas
 * stay unknown. */
#define HEAT_NR_BLOCKS 4096

struct heat_block {
	uint64_t number;	/* address / 1 GB */
	uint64_t samples, stacks, pages;
};

struct heat_areas {
	struct heat_block *block;	/* in order */
	size_t nr, cap;
	size_t last;		/* that was looked at */
	bool full;		/* there are more */
	uint64_t against;	/* samples that contradict what was found */
};

void heat_areas_deinit(struct heat_areas *areas);

#endif /* HEAT_AREAS_H */
