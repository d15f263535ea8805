/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The strings and types of a snapshot while it is written: each once, however
 * often a build says it, and numbered in the order in which they come.
 */
#ifndef SNAPSHOT_TABLE_H
#define SNAPSHOT_TABLE_H

#include <layoutdiff/model.h>

#include "base/map.h"
#include "base/strset.h"

struct snap_row {
	size_t first, nr;	/* cells */
};

struct snap_table {
	struct strset strings;
	struct map numbers;	/* of strings, by their address in the set */
	const char **string;	/* number 1 at [0] */
	size_t nr_strings, cap_strings;

	uint64_t *cells;
	size_t nr_cells, cap_cells;
	struct snap_row *rows;	/* type 1 at [0] */
	size_t nr_rows, cap_rows;
	struct map by_type;	/* rows by the type's address */
	struct map by_hash;	/* the first row with this hash */
	unsigned int depth;
};

void snap_table_init(struct snap_table *table);
void snap_table_deinit(struct snap_table *table);

/* The number of @s; of NULL 0. */
int snap_table_string(struct snap_table *table, const char *s, uint64_t *nr,
		      struct lay_error *err);

/* The number of @type, with all that it holds; of NULL 0. */
int snap_table_type(struct snap_table *table, const struct lay_type *type,
		    uint64_t *nr, struct lay_error *err);

#endif /* SNAPSHOT_TABLE_H */
