/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef REPORT_TEXT_TABLE_H
#define REPORT_TEXT_TABLE_H

#include "report/text-out.h"

/* Write what people see of @table, its columns from column @left on. */
void text_table(struct text_out *t, const struct doc_table *table,
		unsigned int left);

/* Is there a row for people? */
bool text_table_shown(const struct doc_table *table);

#endif /* REPORT_TEXT_TABLE_H */
