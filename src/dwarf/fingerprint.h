/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Fingerprints of definitions: 128 bits over all that a layout depends on, so
 * that a definition which every unit repeats is told to be the same without
 * being built. See lay_def in build.h for what counts.
 */
#ifndef DWARF_FINGERPRINT_H
#define DWARF_FINGERPRINT_H

#include <layoutdiff/build.h>

#include "base/map.h"
#include "dwarf/die.h"
#include "dwarf/memo.h"

struct dw_print {
	struct lay_fingerprint fp;
	bool unsure;		/* not all could be read: types in each other
				 * without end, or too deep. Equal prints then
				 * say nothing. */
	uint32_t nr_members;	/* of a record; enumerators of an enum */
	bool sized;
	uint64_t size;		/* bytes; of a typedef what its target has */
};

/* Names that a printer feeds. */
enum dw_print_names {
	DW_PRINT_TEXT,		/* as text: the same in any file */
	DW_PRINT_OFFSETS,	/* as offsets of strings where they are such:
				 * faster, and equal only if the texts are; good
				 * for one file */
};

/* One thread's. */
struct dw_printer {
	struct dw_views *views;		/* borrowed */
	enum dw_print_names names;
	struct dw_memo own;		/* types in views->own, by twice their
					 * place in the unit */
	struct map others;		/* numbers of @elsewhere + 1, by where */
	struct dw_memo_type *elsewhere;
	size_t nr_elsewhere, cap_elsewhere;
	/* of the print that is being made */
	unsigned int depth;
	uint32_t nr_members;
	bool unsure;
};

void dw_printer_init(struct dw_printer *printer, struct dw_views *views,
		     enum dw_print_names names);
void dw_printer_deinit(struct dw_printer *printer);

/* views->own is at another unit now. */
void dw_printer_next_unit(struct dw_printer *printer);

/* The print of the struct, union, enum, typedef or base type @die. */
int dw_printer_print(struct dw_printer *printer, const struct dw_die *die,
		     struct dw_print *print, struct lay_error *err);

/*
 * The same, but for the counts and sizes, without reading what was a part of
 * something else already.
 */
int dw_printer_recall(struct dw_printer *printer, const struct dw_die *die,
		      struct dw_print *print, struct lay_error *err);

#endif /* DWARF_FINGERPRINT_H */
