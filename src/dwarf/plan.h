/* SPDX-License-Identifier: GPL-2.0-only */
/* Attribute lists of abbreviations, made to plans. */
#ifndef DWARF_PLAN_H
#define DWARF_PLAN_H

#include "dwarf/abbrev.h"

/*
 * Make the plan of the attribute list at @p in @table, whose form sizes are
 * set; @plan has its tag, children and specs. Returns what follows the list, or
 * NULL if it is cut off.
 */
const uint8_t *dw_plan_make(struct dw_plan *plan,
			    const struct dw_abbrevs *table, const uint8_t *p);

/* Pass over the attribute list at @p; NULL as above. */
const uint8_t *dw_plan_skip(const uint8_t *p, const uint8_t *end);

#endif /* DWARF_PLAN_H */
