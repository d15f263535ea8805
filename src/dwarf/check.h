/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Is a DIE safe to be given to libdwarf? libdwarf is not built for input that
 * lies: 20210528 crashes on damaged DWARF. What it is asked to read is read
 * here first, DIE by DIE: to walk a unit of a kernel whole takes up to 8 ms,
 * and all of them 1.4 s, to load what stands in a few hundred DIEs.
 */
#ifndef DWARF_CHECK_H
#define DWARF_CHECK_H

#include "dwarf/die.h"

/*
 * Check the DIE at @off, which is in the view's unit: its abbreviation and all
 * forms are known, every value ends in the unit and every string in its
 * section, references lead into its unit or some other. (The table of
 * abbreviations was checked when the view was opened.) Sets off, next, tag,
 * kind and flags of @die, but no facts; tag 0: a list of children ends there.
 *
 * That is all that libdwarf touches when it reads this one DIE. It must not be
 * asked for a child or sibling, which it finds by reading others:
 * dw_die_after().
 */
int dw_check_die(struct dw_view *view, uint64_t off, struct dw_die *die,
		 struct lay_error *err);

#endif /* DWARF_CHECK_H */
