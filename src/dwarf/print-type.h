/* SPDX-License-Identifier: GPL-2.0-only */
/* What fingerprint.c and print-type.c know of each other. */
#ifndef DWARF_PRINT_TYPE_H
#define DWARF_PRINT_TYPE_H

#include "dwarf/fingerprint.h"

/* Types deeper in each other than this are not printed to their ends. */
#define DW_PRINT_MAX_DEPTH 96

/* Is what a type is made of fed too, or what names it only? */
enum dw_print_depth {
	DW_PRINT_DEEP,
	DW_PRINT_SHALLOW,
};

/* Feed the type @die. */
int dw_print_type(struct dw_printer *printer, const struct dw_die *die,
		  enum dw_print_depth depth, struct lay_fingerprint *fp,
		  struct lay_error *err);

/* Feed the print of the type that @user has, or that it has none. */
int dw_print_type_of(struct dw_printer *printer, const struct dw_die *user,
		     enum dw_print_depth depth, struct lay_fingerprint *fp,
		     struct lay_error *err);

/* Feed the print of the type at the DIE offset @off, to which @from refers. */
int dw_print_type_at(struct dw_printer *printer, uint64_t off, uint64_t from,
		     enum dw_print_depth depth, struct lay_fingerprint *fp,
		     struct lay_error *err);

/*
 * Find the type at @off, which is printed if it is new; @known: its DIE, if it
 * was read. A type is unsure if anything in it is, or if it holds itself: no
 * value tells what it is then.
 */
int dw_print_find(struct dw_printer *printer, uint64_t off, uint64_t from,
		  const struct dw_die *known, enum dw_print_depth depth,
		  struct dw_memo_type *found, struct lay_error *err);

/* The key of the type @at bytes from the start of the unit in printer->own. */
static inline uint64_t dw_print_key(uint64_t at, enum dw_print_depth depth)
{
	return at << 1 | (depth == DW_PRINT_SHALLOW);
}

/*
 * Feed the children of the DIE at @from that stand from @off on; 0: it has none.
 * @tag: DW_TAG_member for those of a record, DW_TAG_enumerator, or
 * DW_TAG_formal_parameter.
 */
int dw_print_children(struct dw_printer *printer, uint64_t from, uint64_t off,
		      uint16_t tag, struct lay_fingerprint *fp,
		      struct lay_error *err);

/* Begin with a type that is not part of another. */
void dw_printer_begin(struct dw_printer *printer);

/* Feed the names and values of the enum @die. */
int dw_print_enumerators(struct dw_printer *printer, const struct dw_die *die,
			 struct lay_fingerprint *fp, struct lay_error *err);

#endif /* DWARF_PRINT_TYPE_H */
