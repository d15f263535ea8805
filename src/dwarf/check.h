/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Is a unit safe to be given to libdwarf? libdwarf is not built for input that
 * lies: 20210528 crashes on damaged DWARF. So every unit is walked here first,
 * and only what passed is shown to it.
 */
#ifndef DWARF_CHECK_H
#define DWARF_CHECK_H

#include "dwarf/unit.h"

/*
 * Walk all of @unit: every abbreviation and form is known, every value and
 * string ends in its section, every tree of children ends in the unit,
 * references stay in their unit or section, siblings lead forward to where the
 * children end. Whoever opens a libdwarf session on a unit, or follows a
 * reference into another unit, calls this once for it before; 0.1 ms for a unit
 * of a kernel. Any thread may call.
 */
int dw_check_unit(struct dw_file *file, const struct dw_unit *unit,
		  struct lay_error *err);

#endif /* DWARF_CHECK_H */
