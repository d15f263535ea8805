/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Supplementary files: what dwz took out of several files, and the partial units
 * that it makes of what units of one file have in common (DWARF 5 section
 * 7.3.6 and appendix E).
 */
#ifndef DWARF_ALT_H
#define DWARF_ALT_H

#include "dwarf/unit.h"

/* Where the reference of @u bytes into the supplementary file of the DIE @from
 * leads; whether a DIE is there is not checked. */
int dw_sup_reference(const struct dw_file *file, uint64_t from, uint64_t u,
		     uint64_t *off, struct lay_error *err);

#endif /* DWARF_ALT_H */
