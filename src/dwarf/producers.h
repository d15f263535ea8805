/* SPDX-License-Identifier: GPL-2.0-only */
/* Which compilers made the units of a file. */
#ifndef DWARF_PRODUCERS_H
#define DWARF_PRODUCERS_H

#include <layoutdiff/build.h>

#include "base/strset.h"
#include "dwarf/die.h"

/* The producers of units that are not the assembler's. Starts as all zeros. */
struct dw_producers {
	bool complete;		/* all units were noted */
	struct lay_producer *list;
	size_t nr, cap;
};

/* More than any build has; a file with one for each unit must not cost the
 * square of their number. What comes after is not counted. */
#define DW_MAX_PRODUCERS 256

/* Count the unit of @view. The text is borrowed from the file. */
int dw_producers_note(struct dw_producers *p, struct dw_view *view,
		      struct lay_error *err);

/* Add what @from counted, with the texts copied to @strings. */
int dw_producers_add(struct dw_producers *p, const struct dw_producers *from,
		     struct strset *strings, struct lay_error *err);

/* Most units first. */
void dw_producers_sort(struct dw_producers *p);

void dw_producers_deinit(struct dw_producers *p);

#endif /* DWARF_PRODUCERS_H */
