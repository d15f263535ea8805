/* SPDX-License-Identifier: GPL-2.0-only */
/* A map that is made piece by piece: of the functions that are asked for. */
#ifndef ACCESS_MAP_H
#define ACCESS_MAP_H

#include <layoutdiff/access.h>

#include "dwarf/scopes.h"

/* Make ready to follow code of @build; none is followed yet. Errors: as
 * lay_access_make(). */
int access_open(struct lay_build *build, const struct lay_access_opts *opts,
		struct lay_access **map, struct lay_error *err);

/*
 * Follow the functions that one of @addrs is in, but those that were followed
 * before. lay_access_operands() are then of these alone; the strings of all
 * stay. Addresses in no function are passed over. Errors: no memory.
 */
int access_follow_at(struct lay_access *map, const uint64_t *addrs, size_t nr,
		     struct lay_error *err);

/* Variables and functions of the file, by address. */
struct dw_scopes *access_scopes(const struct lay_access *map);

#endif /* ACCESS_MAP_H */
