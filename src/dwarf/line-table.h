/* SPDX-License-Identifier: GPL-2.0-only */
/* Lines by address: the program of a line table (DWARF 5 section 6.2.5). The
 * names of its files are in line.h. */
#ifndef DWARF_LINE_TABLE_H
#define DWARF_LINE_TABLE_H

#include "dwarf/unit.h"

struct dw_line_row {
	uint64_t addr;
	uint32_t file;		/* as DW_AT_decl_file counts */
	uint32_t line;		/* 0: not known; also where a sequence ends */
};

struct dw_line_table {
	struct dw_line_row *rows;	/* by address */
	size_t nr, cap;
};

/* Run the program of the table at @off in .debug_line, of @unit. A file without
 * .debug_line has no rows. */
int dw_line_table_read(struct dw_file *file, const struct dw_unit *unit,
		       uint64_t off, struct dw_line_table **table,
		       struct lay_error *err);
void dw_line_table_free(struct dw_line_table *table);

/* The row that tells of @addr, or NULL. */
const struct dw_line_row *dw_line_table_find(const struct dw_line_table *table,
					     uint64_t addr);

#endif /* DWARF_LINE_TABLE_H */
