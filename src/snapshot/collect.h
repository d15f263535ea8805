/* SPDX-License-Identifier: GPL-2.0-only */
/* Which definitions of a build a snapshot of it holds. */
#ifndef SNAPSHOT_COLLECT_H
#define SNAPSHOT_COLLECT_H

#include "model/reader.h"

/*
 * Append to @list what @reader has to find for any question about the names
 * that @q has and its kinds: definitions in functions, declarations and
 * typedefs of their own tag too, so that what reads a snapshot can answer with
 * them or without. q->local counts for nothing.
 */
int snapshot_collect(struct reader *reader, const struct type_query *q,
		     struct def_list *list, struct lay_error *err);

/* In the order of the file, each once. */
void snapshot_order(struct def_list *list);

#endif /* SNAPSHOT_COLLECT_H */
