/* SPDX-License-Identifier: GPL-2.0-only */
/* The operators of location expressions, with their operands. */
#ifndef DWARF_EXPR_OP_H
#define DWARF_EXPR_OP_H

#include "dwarf/bytes.h"
#include "dwarf/unit.h"

struct dw_op {
	uint8_t code;		/* DW_OP_* */
	uint64_t first, second;	/* signed ones as their bit pattern */
	/* operands that are bytes: nr_bytes of them */
	const uint8_t *bytes;
	uint64_t nr_bytes;
};

/* Read the operator at @c. NULL; else why that cannot be done, a constant text:
 * it is unknown, or does not end before the cursor does. */
const char *dw_op_read(struct dw_cursor *c, const struct dw_unit *unit,
		       struct dw_op *op);

#endif /* DWARF_EXPR_OP_H */
