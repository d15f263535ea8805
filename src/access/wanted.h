/* SPDX-License-Identifier: GPL-2.0-only */
/* Whether an operand can be in one of the types that were asked for: said
 * without looking for the member. One thread's. */
#ifndef ACCESS_WANTED_H
#define ACCESS_WANTED_H

#include "access/facts.h"

struct wanted {
	const char *const *names;	/* "struct x" or "x_t"; borrowed */
	size_t nr_names;
	struct map holds;		/* by lay_type: has it one of those */
	struct map seen;		/* by lay_type: records that have */
	struct map around;		/* by types_key(): what is in those */
};

void wanted_init(struct wanted *wanted, const char *const *names, size_t nr);
void wanted_deinit(struct wanted *wanted);

/* Is @type one of those that were asked for? */
bool wanted_is(const struct wanted *wanted, const struct lay_type *type);

/* Has @type one of those in it? */
bool wanted_holds(struct wanted *wanted, const struct lay_type *type);

/* A function is followed: before wanted_may_be(). False: no memory. */
bool wanted_prepare(struct wanted *wanted, const struct facts *facts);

/* False: no type that is known for @addr is, or has in it or around it, one of
 * those. */
bool wanted_may_be(struct wanted *wanted, const struct facts *facts,
		   struct flow_addr addr);

#endif /* ACCESS_WANTED_H */
