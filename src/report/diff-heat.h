/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Samples of one of two builds, on both: a row's are those of its member in the
 * build that was measured, which the diff matched with that of the other.
 */
#ifndef REPORT_DIFF_HEAT_H
#define REPORT_DIFF_HEAT_H

#include "report/diff-view.h"

/* Fill v->heat, if there are samples: diff_heat_end() frees it. */
int diff_heat_begin(struct diff_view *v, struct lay_error *err);
void diff_heat_end(struct diff_view *v);

/* What was counted of a row; nothing where the measured build does not have it,
 * or where there are no samples at all. */
void diff_heat_row(const struct diff_view *v, uint32_t row,
		   struct lay_heat_sum *sum);

/* "W 31% R 4%" of the type's stores and loads, of the rows from @first to @last
 * together; NULL: none. */
const char *diff_heat_mark(const struct diff_view *v, uint32_t first,
			   uint32_t last);

/* "1,204 stores, 9,880 loads" of rows together, "no samples of these"; NULL:
 * nothing was measured. */
const char *diff_heat_evidence(const struct diff_view *v, const uint32_t *rows,
			       size_t nr);

/* Lines before and after, and what could not be carried over. */
void diff_add_heat(struct diff_view *v);

#endif /* REPORT_DIFF_HEAT_H */
