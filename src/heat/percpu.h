/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Where each CPU has its own variables.
 *
 * Problem: a per-CPU variable is at the start of a CPU's area plus its place in
 * the per-CPU section. The starts are chosen when the kernel comes up, and no
 * recording keeps them.
 *
 * Idea: code that is known to touch a struct rq, of which there is one variable,
 * tells where the area would begin. So do others, of the same or of other CPUs.
 * What two variables tell, and begins on a page, is where an area begins.
 *
 * Invariant: areas do not overlap, and what else is known to be in one is what
 * the build has there; areas of which that is not so for more than a few samples
 * are none. Those that contradict are counted.
 *
 * Cost: of each sample that is certain a look at the variables of its type, of
 * which there are at most MAX_OF_TYPE (percpu.c), and at the areas, by address.
 */
#ifndef HEAT_PERCPU_H
#define HEAT_PERCPU_H

#include "heat/sample.h"
#include "heat/table.h"
#include "heat/variables.h"

struct heat_percpu_area {
	uint64_t start;		/* of its lowest variable */
	uint64_t told;		/* samples */
	uint32_t vote;		/* of percpu.votes */
};

struct heat_percpu {
	uint32_t *by_type;	/* per-CPU variables that are one record */
	size_t nr_by_type;
	bool ready;
	struct heat_table votes;
	struct heat_percpu_area *area;	/* by start */
	size_t nr, cap;
	uint64_t against;	/* samples that contradict what was found */
};

void heat_percpu_init(struct heat_percpu *percpu);
void heat_percpu_deinit(struct heat_percpu *percpu);

/*
 * Learn from the @nr samples, which are in order of address and have what their
 * code tells, and give to those without a type the variables that they fall
 * into. Errors: no memory.
 */
int heat_percpu_resolve(struct heat_percpu *percpu,
			const struct heat_variables *variables,
			struct heat_types *types, struct heat_sample *samples,
			size_t nr, struct lay_error *err);

/* The per-CPU variable that @addr is in; @record: as heat_variable_at(). NULL:
 * none is known. */
const struct heat_variable *
heat_percpu_at(const struct heat_percpu *percpu,
	       const struct heat_variables *variables, uint64_t addr,
	       bool record, uint64_t *off);

#endif /* HEAT_PERCPU_H */
