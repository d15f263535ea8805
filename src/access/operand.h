/* SPDX-License-Identifier: GPL-2.0-only */
/* Answers to the operands that a map consists of. */
#ifndef ACCESS_OPERAND_H
#define ACCESS_OPERAND_H

#include <layoutdiff/access.h>

#include "access/wanted.h"
#include "base/strset.h"

/* Growing array of one thread. */
struct operands {
	struct lay_operand *list;
	size_t nr, cap;
	struct strset strings;
	struct wanted *wanted;		/* NULL: all operands are */
	struct lay_access_totals totals;
};

/*
 * Append what @facts says of every memory operand of the function that
 * @operands->wanted asks for, and count all of them in @operands->totals. @lines:
 * reader of the unit, or NULL.
 */
int operands_add(struct operands *operands, struct facts *facts,
		 const char *function, struct dw_scope_reader *lines,
		 struct lay_error *err);

#endif /* ACCESS_OPERAND_H */
