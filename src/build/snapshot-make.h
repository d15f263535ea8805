/* SPDX-License-Identifier: GPL-2.0-only */
/* From the names that a user gives to a snapshot. */
#ifndef BUILD_SNAPSHOT_MAKE_H
#define BUILD_SNAPSHOT_MAKE_H

#include "model/reader.h"

/* As lay_build_snapshot(), of what @reader reads and @id identifies. */
int snapshot_make(struct reader *reader, const struct lay_identity *id,
		  const char *const *specs, size_t nr_specs,
		  enum lay_packing packing, void **data, size_t *size,
		  struct lay_error *err);

#endif /* BUILD_SNAPSHOT_MAKE_H */
