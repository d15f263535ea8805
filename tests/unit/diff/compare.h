/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Two types as C text, their layouts and the diff, and what is in it as text
 * that a test can compare.
 */
#ifndef TESTS_UNIT_DIFF_COMPARE_H
#define TESTS_UNIT_DIFF_COMPARE_H

#include <layoutdiff/diff.h>

#include "unit/model-maker.h"

struct comparison {
	struct maker before, after;
	struct lay_layout *old_layout, *new_layout;
	struct lay_diff *diff;
};

/* Numbers that are the same in each run; state: any but 0. */
struct random {
	uint64_t state;
};

uint32_t next(struct random *r, uint32_t below);

/* @common is in front of both; both define @name. */
void compare_text(struct comparison *c, const char *common, const char *before,
		  const char *after, const char *name);
/* The same, laid out with @opts. */
void compare_with(struct comparison *c, const struct lay_layout_opts *opts,
		  const char *common, const char *before, const char *after,
		  const char *name);
/* The same as other sources would have it: flags of the types before and after. */
void compare_unsaid(struct comparison *c, const unsigned int unsaid[2],
		    const char *before, const char *after, const char *name);
void comparison_deinit(struct comparison *c);

/* The row at @path, which must be there. */
const struct lay_row *row_at(const struct comparison *c, const char *path);

/*
 * What differs at @path, by the names of flags in their order: "moved line".
 * MOVED, LINE and STRADDLE are among them.
 */
void assert_what(const struct comparison *c, const char *path,
		 const char *what);

/* The causes of the move at @path, of the change of size for NULL, in bytes (or
 * "n bits"): "removed b -2, hole before d -2". They must add up. */
void assert_causes(const struct comparison *c, const char *path,
		   const char *causes);

/* Gained and lost line-mates: "a b / c". */
void assert_mates(const struct comparison *c, const char *path,
		  const char *mates);

/* Paths of all rows: "a b -c +d": removed with -, added with +. */
void assert_rows(const struct comparison *c, const char *rows);

/* What must hold in every diff. */
void assert_invariants(const struct lay_diff *diff);

#endif /* TESTS_UNIT_DIFF_COMPARE_H */
