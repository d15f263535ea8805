/* SPDX-License-Identifier: GPL-2.0-only */
/* The text of `perf report` and `perf mem report --stdio`: inside. */
#ifndef EVIDENCE_REPORT_H
#define EVIDENCE_REPORT_H

#include "evidence/text.h"

#define REPORT_MAX_EVENTS	8
#define REPORT_MAX_COLUMNS	24

enum report_column {
	REPORT_SELF,		/* percents */
	REPORT_CHILDREN,
	REPORT_OTHER_PERCENT,
	REPORT_SAMPLES,		/* numbers */
	REPORT_PERIOD,
	REPORT_OTHER_NUMBER,
	REPORT_COMM,		/* texts */
	REPORT_DSO,
	REPORT_SYMBOL,
	REPORT_SOURCE,
	REPORT_TYPE,
	REPORT_TYPE_OFFSET,
	REPORT_OTHER_TEXT,
};

struct report {
	bool active;		/* a heading was seen */
	bool began;		/* a row too */
	uint32_t report;
	/* the events of a group, or one */
	const char *events[REPORT_MAX_EVENTS];
	unsigned int nr_events;
	enum report_column columns[REPORT_MAX_COLUMNS];
	size_t nr_columns;
	bool hierarchy;		/* one text a row, levels below each other */
	char separator;		/* -t; 0: blanks */
	bool row_above;		/* a row was the last that was read */
	bool in_graph;		/* its call chains are being passed over */
	char heading[512];	/* the columns, as they were named */
	bool in_heading;	/* which a mail may have wrapped */
	/* hierarchy: of the rows above, and where percents of the first level
	 * and of this row end, which tells the level */
	const char *comm, *dso;
	size_t first_end, end;
	struct text_row row;
};

/* What is read of a row before it is known what kind it is. */
struct report_cells {
	uint32_t self[REPORT_MAX_EVENTS], children[REPORT_MAX_EVENTS];
	uint64_t samples[REPORT_MAX_EVENTS], period[REPORT_MAX_EVENTS];
	unsigned int has;
	unsigned int nr_events;
	struct word text[REPORT_OTHER_TEXT + 1];	/* by column */
	/* of TYPE_OFFSET */
	struct word type, field;
	uint64_t off;
	bool has_off;
};

/* report-cells.c: a line to its cells */

/* Does the line begin with percents, and hold what a row must? */
bool report_is_row(const struct report *r, const char *s);
/* Take @s apart; false where it does not fit the columns. */
bool report_cells(const struct report *r, const char *s,
		  struct report_cells *c);
/* "[k] name": the mode and the name. */
bool report_symbol(struct word w, char *mode, struct word *name);

/* report-row.c: cells to what the visitor is shown */

/* Is the row that waits incomplete, so that the line can be the rest of it? */
bool report_is_rest(const struct report *r, const char *s);
int report_row(struct text *t, struct report *r, struct lay_error *err);
static inline bool report_has_column(const struct report *r,
				     enum report_column column)
{
	for (size_t i = 0; i < r->nr_columns; i++) {
		if (r->columns[i] == column)
			return true;
	}
	return false;
}

static inline bool report_has_types(const struct report *r)
{
	return report_has_column(r, REPORT_TYPE) ||
	       report_has_column(r, REPORT_TYPE_OFFSET);
}

#endif /* EVIDENCE_REPORT_H */
