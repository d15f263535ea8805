/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Split DWARF: of most units only a skeleton is linked, which names the .dwo
 * file that has the rest (DWARF 5 sections 3.1.2 and 7.3.2, and before that
 * GNU's DW_AT_GNU_dwo_name).
 */
#ifndef DWARF_DWO_H
#define DWARF_DWO_H

#include "dwarf/finder.h"
#include "dwarf/unit.h"

/*
 * Add to @file the units that its skeletons stand for: from its package, or
 * from .dwo files. Those that are not there are counted in file->missing.
 */
int dw_open_split(struct dw_file *file, const struct dw_finder *finder,
		  struct lay_error *err);

/* Could the debug information of @elf be in other files, or supplemented by
 * one? In doubt yes. */
bool dw_may_be_elsewhere(struct elf_file *elf);

/*
 * The line table of @unit, which says nothing of one itself: that of its
 * skeleton. 1: at *@off, and *@of is the unit that it belongs to; 0: none.
 */
int dw_skeleton_lines(struct dw_file *file, const struct dw_unit *unit,
		      const struct dw_unit **of, uint64_t *off,
		      struct lay_error *err);

/* dwp.c: adjust the units of @part, a package, by its index. */
int dw_package_index(struct dw_file *file, struct dw_part *part,
		     struct lay_error *err);

#endif /* DWARF_DWO_H */
