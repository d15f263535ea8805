/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef HEAT_FIELDS_H
#define HEAT_FIELDS_H

#include "heat/heat.h"

/* A cell or a user of the fold, by its place in the layout. */
struct heat_field_cell {
	uint64_t off;
	const struct heat_cell *of;
};

struct heat_field_user {
	uint64_t off;
	const struct heat_user *of;
};

struct lay_heat_fields {
	struct lay_heat *heat;
	const struct lay_layout *layout;
	struct heat_field_cell *cell;	/* by offset */
	size_t nr_cells, cap_cells;
	struct heat_field_user *user;	/* by function */
	size_t nr_users, cap_users;
	struct lay_heat_pair *pair;
	size_t nr_pairs, cap_pairs;
	uint64_t nr_objects;
};

/* Find the pairs, confirmed by objects and suspected by sums. */
int heat_fields_pair(struct lay_heat_fields *f, struct lay_error *err);

#endif /* HEAT_FIELDS_H */
