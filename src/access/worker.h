/* SPDX-License-Identifier: GPL-2.0-only */
/* What a thread follows functions with, one at a time. */
#ifndef ACCESS_WORKER_H
#define ACCESS_WORKER_H

#include "access/facts.h"

struct worker {
	const struct image *image;	/* borrowed */
	struct dw_scopes *scopes;	/* borrowed */
	struct dw_scope_reader *reader;
	struct types types;
	struct insn_decoder *decoder;
	/* of the function that was followed last */
	struct code code;
	struct flow flow;
	struct facts facts;
	struct code_range *ranges;
	size_t cap_ranges;
};

/* On errors there is nothing to be freed. */
int worker_init(struct worker *w, const struct image *image,
		struct dw_scopes *scopes, struct lay_error *err);
void worker_deinit(struct worker *w);

/* Read unit @index, of which functions are to be followed. */
int worker_read_unit(struct worker *w, size_t index,
		     const struct dw_scope_unit **unit, struct lay_error *err);

/* Decode @function of the unit that was read: into w->code, which has no
 * instructions if there are none. */
int worker_decode(struct worker *w, const struct dw_function *function,
		  struct lay_error *err);
/* The same of what no debug information has. */
int worker_decode_bare(struct worker *w, const struct code_range *range,
		       struct lay_error *err);

/* Follow what was decoded: w->facts has answers then. @function: as it was
 * decoded, or NULL. */
int worker_follow(struct worker *w, const struct dw_function *function,
		  struct lay_error *err);

#endif /* ACCESS_WORKER_H */
