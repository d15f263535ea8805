/* SPDX-License-Identifier: GPL-2.0-only */
/* Debug information that stands elsewhere. */
#ifndef DWARF_SPLIT_H
#define DWARF_SPLIT_H

#include "dwarf/unit.h"

/*
 * To be asked when nothing was found: are all units of @file skeletons, whose
 * types are in .dwo files (-gsplit-dwarf) that are not there? That is the error.
 * 0: they are not.
 */
int dw_check_split(struct dw_file *file, struct lay_error *err);

#endif /* DWARF_SPLIT_H */
