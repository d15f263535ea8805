/* SPDX-License-Identifier: GPL-2.0-only */
/* Tables that a jump takes its target from: what switch becomes. */
#ifndef ACCESS_CODE_TABLE_H
#define ACCESS_CODE_TABLE_H

#include "access/code.h"

struct code_table {
	uint64_t addr;
	uint32_t nr;		/* entries at most */
	/* of an entry: the target is base + entry * scale */
	uint64_t base;
	uint8_t entry_size, scale;
	bool is_signed;
};

/* Of the jump @insn; false: it takes its target from no table that is known.
 * Before blocks are made. */
bool code_table_of(const struct code *code, uint32_t insn,
		   struct code_table *table);

/* False: the image does not have it. */
bool code_table_entry(const struct image *image,
		      const struct code_table *table, uint32_t i,
		      uint64_t *target);

#endif /* ACCESS_CODE_TABLE_H */
