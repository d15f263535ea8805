/* SPDX-License-Identifier: GPL-2.0-only */
/* Variables of two builds while they are compared. */
#ifndef DIFF_VARIABLES_H
#define DIFF_VARIABLES_H

#include <layoutdiff/variables.h>

#include "base/arena.h"

struct variables_diff {
	struct lay_variables_diff pub;
	struct arena arena;
	struct lay_variable_pair *pairs;
	size_t nr, cap;
	uint32_t *pair_of[2];	/* by index of a variable: its pair */
};

/* variables-pair.c: which is which; what only one build has is a pair, too. */
int variables_pair(struct variables_diff *d, struct lay_error *err);

int variables_no_memory(struct lay_error *err);

#endif /* DIFF_VARIABLES_H */
