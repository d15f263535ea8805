/* SPDX-License-Identifier: GPL-2.0-only */
/* Types of a build as the text of a snapshot. */
#ifndef SNAPSHOT_WRITE_H
#define SNAPSHOT_WRITE_H

#include "model/reader.h"

/*
 * Write the definitions @defs of @reader, in the order of snapshot_order(), as
 * the snapshot of a build that is @id. @whole: they are all there are. *@text,
 * of *@len bytes, is the caller's (free()).
 */
int snapshot_write(struct reader *reader, const struct lay_identity *id,
		   const struct def_list *defs, bool whole, char **text,
		   size_t *len, struct lay_error *err);

#endif /* SNAPSHOT_WRITE_H */
