/* SPDX-License-Identifier: GPL-2.0-only */
/* Units that do not tell whether alignment was asked for. */
#ifndef DWARF_UNSTATED_H
#define DWARF_UNSTATED_H

#include "dwarf/unit.h"

/* Set dw_unit.no_align of all units of @file. Call before there are threads. */
int dw_find_unstated(struct dw_file *file, struct lay_error *err);

#endif /* DWARF_UNSTATED_H */
