/* SPDX-License-Identifier: GPL-2.0-only */
/* What the parts of finding a lock's member ask of each other. */
#ifndef HEAT_LOCK_FIND_H
#define HEAT_LOCK_FIND_H

#include "heat/heat.h"

struct lock_finder {
	struct lay_heat *heat;
	struct dw_scopes *scopes;	/* NULL: no code that is followed */
	struct dw_scope_reader *reader;
	struct map entries;		/* functions by the hash of their name */
};

typedef int (*lock_variable_fn)(void *ctx, struct lock_finder *f,
				const struct dw_variable *v,
				struct lay_error *err);

/* Call @see for each variable of the function that @symbol is of: 1; 0: it is
 * not known. */
int lock_each_variable(struct lock_finder *f, const char *symbol,
		       lock_variable_fn see, void *ctx, struct lay_error *err);

/* What a variable of @type points to, or, unless it is a @pointer, is; NULL:
 * nothing that is defined. */
const struct lay_type *lock_pointee(struct lock_finder *f,
				    const struct lay_type *type, bool pointer);

/* A text that lives as long as @heat; NULL: no memory. */
const char *lock_text(struct lay_heat *heat, const char *format, ...)
	LAY_PRINTF(2, 3);

/* The definition of "struct @name", if the build has it; @name may have the
 * keyword. */
const struct lay_type *lock_record(struct lay_heat *heat, const char *name);

/* A class of which the name is that of several members, if it is such. */
int lock_by_shared_name(struct lock_finder *f, struct lock_class *c,
			struct lay_error *err);

/* A class of which the name is a key, which says of no member that it is it, by
 * what the functions that wait or hold deal with. */
int lock_by_key(struct lock_finder *f, struct lock_class *c,
		struct lay_error *err);

#endif /* HEAT_LOCK_FIND_H */
