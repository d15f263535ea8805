/* SPDX-License-Identifier: GPL-2.0-only */
/* Which compilers made the units of a file. */
#ifndef DWARF_PRODUCERS_H
#define DWARF_PRODUCERS_H

#include <stdbool.h>

#include <layoutdiff/build.h>

/* More than any build has; a file with one for each unit must not cost the
 * square of their number. What comes after is not counted. */
#define DW_MAX_PRODUCERS 256

/* The producers of units that are not the assembler's, most units first. Starts
 * as all zeros; see dw_find_producers(). */
struct dw_producers {
	bool complete;		/* all units were counted */
	struct lay_producer *list;
	size_t nr, cap;
};

void dw_producers_deinit(struct dw_producers *p);

#endif /* DWARF_PRODUCERS_H */
