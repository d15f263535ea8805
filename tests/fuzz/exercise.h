/* SPDX-License-Identifier: GPL-2.0-only */
/* What the parts of the exercise share. */
#ifndef FUZZ_EXERCISE_H
#define FUZZ_EXERCISE_H

#include <stdio.h>
#include <stdlib.h>

#include <layoutdiff/report.h>

#include "fuzz/fuzz.h"

#define CHECK(what) \
	do { \
		if (!(what)) { \
			fprintf(stderr, "%s:%d: broken promise: %s\n", \
				__FILE__, __LINE__, #what); \
			abort(); \
		} \
	} while (0)

/* What failed says so: a code, and a text that fits in a line and starts with
 * @path if that is not NULL. */
void check_error(const struct lay_error *err, int rc, const char *path);

/* Read every byte. */
void touch(const void *data, size_t len);
void touch_string(const char *s);	/* may be NULL */

/* What can be asked of a type and its layout, which is returned, or NULL. */
struct lay_layout *exercise_type(const struct lay_def *def,
				 const struct lay_type *type,
				 struct fuzz_rng *rng);

/* What can be asked of two layouts. */
void exercise_diff(const struct lay_def *old_def,
		   const struct lay_layout *old_layout,
		   const struct lay_def *new_def,
		   const struct lay_layout *new_layout);

void exercise_elf(const char *path);
void exercise_access(struct lay_build *build, struct fuzz_rng *rng);
void exercise_variables(struct lay_build *build, struct fuzz_rng *rng);
void exercise_scopes(const char *path);
void exercise_build(const char *path, const struct fuzz_intact *intact,
		    struct fuzz_rng *rng);

#endif /* FUZZ_EXERCISE_H */
