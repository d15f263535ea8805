/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What samples add up to: cells of a type and a byte offset; for each the
 * functions; and pairs of members on a line that different CPUs read and wrote.
 */
#ifndef HEAT_FOLD_H
#define HEAT_FOLD_H

#include "heat/sample.h"
#include "heat/table.h"
#include "heat/types.h"

/* With a cell's type: the samples stand at another place too, as what a buffer
 * there is used for. They count where the type is asked for, not in all. */
#define HEAT_VIEW	0x80000000u

/* One place of a type; or a variable, by its place in a heat_variable_list. */
struct heat_cell {
	union {
		struct {
			uint32_t type, off;
		};
		struct {
			uint32_t variable, percpu;
		};
	};
	struct lay_heat_counts n;
	struct lay_heat_cpus reading, writing;
};

/* What one function (by its name, interned) did there. */
struct heat_user {
	uint32_t type, off;
	const char *function;
	uint64_t loads, stores, samples;
};

/* Two members of a type, by slots of its layout, in single objects. */
struct heat_pair {
	uint32_t type, read_slot, write_slot, pad;
	uint64_t nr_objects, nr_reads, nr_writes;
};

struct heat_fold {
	struct heat_table cells, variables;	/* of struct heat_cell */
	struct heat_table users, pairs;
	bool full;	/* some had no room */
	/* work space: places of the object at hand */
	struct heat_seen *seen;
	size_t nr_seen, cap_seen;
};

void heat_fold_init(struct heat_fold *fold);
void heat_fold_deinit(struct heat_fold *fold);

/* Add @s, which has a type (a view's with HEAT_VIEW); @function is the interned name of what it was in.
 * False: there was no room for another place. <0: no memory. */
int heat_fold_add(struct heat_fold *fold, const struct heat_sample *s,
		  const char *function, bool *room, struct lay_error *err);

/* Add @s to a variable. <0: no memory. */
int heat_fold_variable(struct heat_fold *fold, const struct heat_sample *s,
		       bool percpu, size_t variable, struct lay_error *err);

/* Add the pairs of a batch, of which the order is changed. */
int heat_fold_pairs(struct heat_fold *fold, struct heat_types *types,
		    uint64_t line_size, struct heat_sample *samples, size_t nr,
		    struct lay_error *err);

/* Is a CPU in @a and another one in @b? */
bool heat_cpus_differ(const struct lay_heat_cpus *a,
		      const struct lay_heat_cpus *b);
unsigned int heat_cpus_count(const struct lay_heat_cpus *cpus);
void heat_cpus_add(struct lay_heat_cpus *cpus, uint32_t cpu);
void heat_cpus_join(struct lay_heat_cpus *cpus,
		    const struct lay_heat_cpus *more);
void heat_counts_join(struct lay_heat_counts *n,
		      const struct lay_heat_counts *more);

#endif /* HEAT_FOLD_H */
