/* SPDX-License-Identifier: GPL-2.0-only */
/* What names of types let one guess. */
#ifndef DIFF_GUESS_H
#define DIFF_GUESS_H

#include <layoutdiff/diff.h>

/*
 * Is the member @row, or one around it, likely to be written often, as locks,
 * counters and references are? The outermost row of which its type's name says
 * so, with that name in *@type; LAY_NO_ROW when nothing does. A guess from
 * names, not a fact: no sample and no code was looked at.
 */
uint32_t guess_written(const struct lay_diff *diff, uint32_t row,
		       const char **type);

/* The name that says so of @type, or NULL. */
const char *guess_written_type(const struct lay_type *type);

#endif /* DIFF_GUESS_H */
