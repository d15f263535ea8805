/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The types that samples were attributed to, by number. Names come from maps
 * and texts ("struct sk_buff", "pgd_t"); layouts are made when they are needed.
 */
#ifndef HEAT_TYPES_H
#define HEAT_TYPES_H

#include <layoutdiff/heat.h>

#include "base/map.h"
#include "base/strset.h"

#define HEAT_NO_TYPE	UINT32_MAX

struct heat_type {
	const char *name;
	const struct lay_def *def;	/* NULL: the build has no such record */
	uint64_t size;			/* bytes; 0 not known */
	struct lay_layout *layout;	/* NULL: not asked for, or none */
	bool asked;
	uint64_t nr_objects;	/* that were told apart */
};

struct heat_types {
	struct lay_build *build;
	struct lay_layout_opts opts;
	struct lay_defs defs;		/* everything that has a name */
	struct strset strings;
	struct heat_type *type;
	size_t nr, cap;
	struct map by_name;		/* interned name -> number + 1 */
	struct map holds;		/* memo of heat_types_hold() */
};

int heat_types_init(struct heat_types *types, struct lay_build *build,
		    const struct lay_layout_opts *opts, struct lay_error *err);
void heat_types_deinit(struct heat_types *types);

/* One copy of a text; NULL: out of memory. */
const char *heat_types_string(struct heat_types *types, const char *s,
			      size_t len);

/* The number of the record called @name, of @len bytes, which may be new.
 * HEAT_NO_TYPE for what is no record by its name ("int", "struct page *").
 * <0 only when memory is out. */
int heat_types_number(struct heat_types *types, const char *name, size_t len,
		      uint32_t *number, struct lay_error *err);

/* The layout, or NULL: the build has none. */
const struct lay_layout *heat_types_layout(struct heat_types *types,
					   uint32_t number);

/* Is there an object of type @inner at byte @off of one of type @outer? */
bool heat_types_hold(struct heat_types *types, uint32_t outer, uint32_t inner,
		     uint64_t off);

/*
 * If one of type @inner contains byte @off of @outer, where in it that is; of
 * several the outermost. False: none does.
 */
bool heat_types_within(struct heat_types *types, uint32_t outer,
		       const struct lay_type *inner, uint64_t off,
		       uint64_t *rest);

#endif /* HEAT_TYPES_H */
