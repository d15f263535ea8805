/* SPDX-License-Identifier: GPL-2.0-only */
/* Units by their names. */
#ifndef ACCESS_UNITS_H
#define ACCESS_UNITS_H

#include "dwarf/unit.h"

/* The indices of the units of @file that have one of these names, of all if
 * @nr_names is 0: *@list is to be freed. */
int units_choose(struct dw_file *file, const char *const *names,
		 size_t nr_names, uint32_t **list, size_t *nr,
		 struct lay_error *err);

#endif /* ACCESS_UNITS_H */
