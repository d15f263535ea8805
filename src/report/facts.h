/* SPDX-License-Identifier: GPL-2.0-only */
/* What is said of a layout as a whole. */
#ifndef REPORT_FACTS_H
#define REPORT_FACTS_H

#include "report/report.h"

/* Size, lines, alignment, totals, and what is not certain about them. */
void layout_facts(struct lay_report *report, struct doc_section *s,
		  const struct lay_layout *layout);

/* The same of two layouts, old -> new. */
void layout_pair_facts(struct lay_report *report, struct doc_section *s,
		       const struct lay_layout *before,
		       const struct lay_layout *after);

/* The groups that markers make, if there are any. */
void layout_groups(struct lay_report *report, struct doc_section *s,
		   const struct lay_layout *layout);

#endif /* REPORT_FACTS_H */
