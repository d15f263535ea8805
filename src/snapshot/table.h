/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The strings and types of a snapshot while it is written: each once, however
 * often a build says it, and numbered in the order in which they come.
 */
#ifndef SNAPSHOT_TABLE_H
#define SNAPSHOT_TABLE_H

#include <layoutdiff/fingerprint.h>
#include <layoutdiff/model.h>

#include "base/arena.h"
#include "base/index.h"
#include "base/map.h"
#include "snapshot/text.h"

struct snap_table {
	struct arena arena;	/* of the strings */
	const char **string;	/* number 1 at [0] */
	size_t nr_strings, cap_strings;
	struct index by_string;

	struct snap_text *rows;	/* where types are written; borrowed */
	struct lay_fingerprint *print;	/* of each row; type 1 at [0] */
	size_t nr_rows, cap_rows;
	struct index by_print;
	struct map by_type;	/* numbers of types, by their address */
	unsigned int depth;
};

/* Types are appended to @rows, a list that is open. */
void snap_table_init(struct snap_table *table, struct snap_text *rows);
void snap_table_deinit(struct snap_table *table);

/* The number of @s; of NULL 0. */
int snap_table_string(struct snap_table *table, const char *s, uint64_t *nr,
		      struct lay_error *err);

/* The number of @type, with all that it holds; of NULL 0. */
int snap_table_type(struct snap_table *table, const struct lay_type *type,
		    uint64_t *nr, struct lay_error *err);

/* From now on others may stand where the types did that were seen. */
void snap_table_forget_types(struct snap_table *table);

#endif /* SNAPSHOT_TABLE_H */
