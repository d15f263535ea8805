/* SPDX-License-Identifier: GPL-2.0-only */
/* Prints of plain types, for one file: see quick.c. */
#ifndef DWARF_QUICK_H
#define DWARF_QUICK_H

#include "dwarf/plain.h"
#include "dwarf/print-type.h"
#include "dwarf/typedef.h"

/* Are names fed as offsets, and is the DIE at @off one of the unit at hand
 * whose names are offsets of the first part? */
static inline bool dw_quick_may(const struct dw_printer *p, uint64_t off)
{
	return p->names == DW_PRINT_OFFSETS && !(off >> DW_PART_SHIFT) &&
	       dw_view_holds(&p->views->own, off);
}

/*
 * Print the type at @off into @fp, which begins anew; 1, or 0: it has to be read
 * in full, and what was fed is of no use. dw_quick_may() was asked.
 */
int dw_quick_type(struct dw_printer *printer, uint64_t off,
		  enum dw_print_depth depth, struct lay_fingerprint *fp,
		  struct lay_error *err);

/*
 * Print the plain children with @tag that stand at *@off, and go behind them. 1:
 * the list ended there; 0: what stands there has to be read in full.
 */
int dw_quick_children(struct dw_printer *printer, uint64_t from, uint16_t tag,
		      uint64_t *off, struct lay_fingerprint *fp,
		      struct lay_error *err);

/* What the typedef at @off is of, which is in the view's unit. */
enum dw_typedef dw_quick_typedef(struct dw_view *view, uint64_t off);

/*
 * The same as dw_printer_recall() of the DIE at @off, which is one of the kinds
 * of @plan and in the unit at hand; 0: it has to be read in full.
 */
int dw_quick_recall(struct dw_printer *printer, const struct dw_plan *plan,
		    uint64_t off, struct dw_print *print,
		    struct lay_error *err);

#endif /* DWARF_QUICK_H */
