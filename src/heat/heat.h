/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The inside of a struct lay_heat. Samples are kept in batches: a batch is
 * attributed as a whole, because a sample can tell what others of the batch are
 * of, then folded and forgotten. So memory does not grow with the input; what
 * stays are objects, up to a bound, and one cell for each place that was
 * touched.
 */
#ifndef HEAT_HEAT_H
#define HEAT_HEAT_H

#include "evidence/evidence.h"
#include "heat/areas.h"
#include "heat/code.h"
#include "heat/fold.h"
#include "heat/image.h"
#include "heat/locks.h"
#include "heat/map.h"
#include "heat/objects.h"
#include "heat/percpu.h"
#include "heat/sample.h"
#include "heat/variables.h"

/* Samples of a batch, and objects that are remembered from one to the next. */
#define HEAT_BATCH	((size_t)1 << 20)
#define HEAT_OBJECTS	((size_t)1 << 20)

/* What solves the slide of a text: how often each was seen. */
#define HEAT_NR_SLIDES	8
struct heat_slides {
	uint64_t slide[HEAT_NR_SLIDES];
	uint64_t seen[HEAT_NR_SLIDES];
	uint64_t others;
	uint64_t bad;		/* pairs that tell of no slide */
	const char *last_symbol;
	size_t nr;
};

/* A function in a profile. */
struct heat_function_row {
	const char *name;	/* the types' string */
	uint64_t count;
	uint64_t nr_operands, nr_done;
	bool user;
};

/* A line of the source in a profile, or @at bytes behind a function's start. */
struct heat_line_row {
	const char *function, *file;	/* the types' strings; no directory */
	uint64_t count, at;
	uint32_t line;
	bool has_off;		/* @at is set, else file and line */
	bool user;
	/* what its instructions touch, if all that do touch the same */
	const char *operand;	/* their function, as the map has it */
	uint32_t nr_operands;
	uint32_t type, off;
	uint8_t access;
	bool found;		/* the function, in the build */
	bool several, unknown, no_record;
};

/* What the head of a c2c report says of the loads in it. */
struct heat_c2c_head {
	uint32_t report;
	uint64_t loads, levels, remote_peers;
};

struct lay_heat {
	struct lay_build *build;
	const struct lay_identity *identity;
	struct lay_heat_opts opts;
	struct heat_types types;
	struct heat_image image;
	struct heat_map map;
	bool kept_map;		/* it is all that there is */
	struct heat_code code;	/* what the map is made from, unless kept */
	struct heat_variables variables;
	struct heat_areas areas;
	struct heat_percpu percpu;
	struct heat_objects objects;
	struct heat_fold fold;
	struct lay_heat_totals totals;
	struct strset strings;
	struct heat_locks locks;

	struct heat_sample *batch;
	size_t nr_batch, cap_batch;

	/* of the input at hand */
	bool slide_known;
	struct heat_slides slides;
	unsigned int formats;
	struct heat_c2c_head c2c;
	bool *skids;		/* by event: its IP may be behind the access */
	size_t nr_skids, cap_skids;

	struct heat_function_row *functions;	/* of profiles */
	size_t nr_functions, cap_functions;
	struct heat_line_row *lines;
	size_t nr_lines, cap_lines;

	int (*see_answer)(void *ctx, const struct lay_heat_answer *a,
			  struct lay_error *err);
	void *see_ctx;
};

/* Attribute, fold and forget what the batch holds. */
int heat_batch_done(struct lay_heat *heat, struct lay_error *err);

/* Ask for what the function touches that @addr, as linked, is in, if the map is
 * made from the code: heat_code_answer() then has it. */
int heat_ask_code(struct lay_heat *heat, uint64_t addr, struct lay_error *err);

/* Find the areas of a kernel that was moved, from the batch in order of address,
 * of which the code is known; heat.image then has them. */
void heat_areas_find(struct lay_heat *heat);

/* Tell whoever asked for answers of @count samples like @s. */
int heat_tell(struct lay_heat *heat, const struct heat_sample *s,
	      uint64_t count, struct lay_error *err);

/* Put @s, which stands for s->count samples, into the batch. */
int heat_batch_add(struct lay_heat *heat, const struct heat_sample *s,
		   struct lay_error *err);

/* The same of one in the array of struct page. */
void heat_pages_attribute(struct lay_heat *heat, struct heat_sample *s);

/* Tell those of the batch apart that a function copied or cleared bytes with,
 * after all is known that is known of them. */
void heat_find_copies(struct lay_heat *heat);

/* Find the members that the classes of locks are. */
int heat_locks_resolve(struct lay_heat *heat, struct lay_error *err);
void heat_locks_deinit(struct heat_locks *locks);

/* Take back what is said of instructions that run over memory, after the whole
 * batch was attributed in order of address. */
void heat_refute_runs(struct lay_heat *heat, struct heat_sample *samples,
		      size_t nr);

/* Find fate, type, offset and grade of @s by address and code alone. */
void heat_attribute(struct lay_heat *heat, struct heat_sample *s);

#endif /* HEAT_HEAT_H */
