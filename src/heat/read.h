/* SPDX-License-Identifier: GPL-2.0-only */
/* What the parts of reading an input ask of each other. */
#ifndef HEAT_READ_H
#define HEAT_READ_H

#include "heat/heat.h"

/*
 * The kernel that ran had @symbol at @addr; or, not @exact, at some bytes below
 * it. KASLR moves the image by whole megabytes.
 */
void heat_slide_pair(struct lay_heat *heat, uint64_t addr, const char *symbol,
		     bool exact);
/* Take the slide that most pairs tell. Errors: they are of another kernel. */
int heat_slide_solve(struct lay_heat *heat, struct lay_error *err);

/* What is behind the last slash. */
const char *heat_base_name(const char *path);

/* Visitors (evidence_visitor). */
int heat_see_type(void *ctx, const struct evidence_type *t,
		  struct lay_error *err);
int heat_see_function(void *ctx, const struct evidence_function *f,
		      struct lay_error *err);

/* What @s stands for is attributed as it says; @function did it. */
int heat_fold_one(struct lay_heat *heat, const struct heat_sample *s,
		  const char *function, struct lay_error *err);

int heat_see_lock(void *ctx, const struct evidence_lock *l,
		  struct lay_error *err);
int heat_see_lock_point(void *ctx, const struct evidence_lock_point *p,
			struct lay_error *err);

/* Spread the profiles over what functions touch. */
int heat_functions_spread(struct lay_heat *heat, struct lay_error *err);

/* Does the event so called say exactly which instruction it was? */
bool heat_is_precise(const char *event);

/* Keep a row that has a line of the source, or stands for one: 1; 0: it says
 * nothing of one. */
int heat_lines_add(struct lay_heat *heat, const struct evidence_function *f,
		   uint64_t count, struct lay_error *err);
/* Find what such rows touched. */
int heat_lines_place(struct lay_heat *heat, struct lay_error *err);

/* heat->c2c, and the rows of a c2c report. */
int heat_see_c2c_fact(void *ctx, const struct evidence_fact *f,
		      struct lay_error *err);
int heat_see_c2c_access(void *ctx, const struct evidence_c2c_access *a,
			struct lay_error *err);

#endif /* HEAT_READ_H */
