/* SPDX-License-Identifier: GPL-2.0-only */
/* What a typedef is of. */
#ifndef DWARF_TYPEDEF_H
#define DWARF_TYPEDEF_H

#include "dwarf/die.h"

/* What is told of a typedef without reading what it is of. */
enum dw_typedef {
	DW_TYPEDEF_TAGLESS,	/* a record without a tag */
	DW_TYPEDEF_ENUM,	/* an enumeration without a tag */
	DW_TYPEDEF_TAGGED,	/* one or the other with a tag */
	DW_TYPEDEF_TYPEDEF,
	DW_TYPEDEF_OTHER,	/* a number, a pointer, an array, a function */
	DW_TYPEDEF_UNSURE,	/* not easily told */
};

/* Of what has the plan @plan. */
enum dw_typedef dw_typedef_of_plan(const struct dw_plan *plan);
enum dw_typedef dw_typedef_glance(const struct dw_views *views,
				  const struct dw_die *die);

/* Is @of an enumeration for which a typedef is all the name there is? */
bool dw_typedef_names_enum(const struct dw_die *of);

/* The DIE that the typedef @die is of, behind const and the like; its tag is 0
 * for void. */
int dw_typedef_of(struct dw_views *views, const struct dw_die *die,
		  struct dw_die *of, struct lay_error *err);

#endif /* DWARF_TYPEDEF_H */
