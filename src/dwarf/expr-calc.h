/* SPDX-License-Identifier: GPL-2.0-only */
/* Calculating with terms (expr.h), as far as that goes. */
#ifndef DWARF_EXPR_CALC_H
#define DWARF_EXPR_CALC_H

#include "dwarf/expr.h"

/* What stands on the stack of an expression. */
struct dw_item {
	const char *why;	/* not NULL: it is no term, for this reason */
	struct dw_term term;
};

static inline bool dw_item_is_constant(const struct dw_item *item)
{
	return !item->why && item->term.base == DW_BASE_CONSTANT &&
	       !dw_term_is_computed(&item->term);
}

static inline void dw_item_add(struct dw_item *item, uint64_t n)
{
	int64_t *off = dw_term_is_computed(&item->term) ? &item->term.after
							: &item->term.off;

	*off = (int64_t)((uint64_t)*off + n);
}

/* Read @size bytes, 1 to 8, at the address that @item is. */
void dw_item_load(struct dw_item *item, unsigned int size);

/* Numbers and addresses are no wider than an address (DWARF 5 section 2.5.1). */
struct dw_item dw_item_narrow(struct dw_item item, unsigned int addr_size);

/* DW_OP_abs, _neg, _not of @a. */
struct dw_item dw_item_unary(uint8_t code, struct dw_item a,
			     unsigned int addr_size);

/* What the operator DW_OP_* @code makes of @a and @b, which was on top. */
struct dw_item dw_item_binary(uint8_t code, struct dw_item a, struct dw_item b,
			      unsigned int addr_size);

#endif /* DWARF_EXPR_CALC_H */
