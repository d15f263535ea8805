/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The text of `perf c2c report --stdio`: what its parts share.
 *
 * Every version of perf has other columns, and the widths of those differ from
 * line to line, so nothing is taken from its position: rows are read by the
 * form and number of their words.
 */
#ifndef EVIDENCE_C2C_H
#define EVIDENCE_C2C_H

#include "evidence/text.h"

/* In the order in which a report has them. */
enum c2c_section {
	C2C_NONE,
	C2C_TRACE,	/* "Trace Event Information" */
	C2C_GLOBAL,	/* "Global Shared Cache Line Event Information" */
	C2C_DETAILS,	/* "c2c details" */
	C2C_TABLE,	/* "Shared Data Cache Line Table" */
	C2C_PARETO,	/* "Shared Cache Line Distribution Pareto" */
};

enum c2c_row {
	C2C_NO_ROW,
	C2C_TABLE_ROW,
	C2C_LINE_ROW,
	C2C_ACCESS_ROW,
};

struct c2c {
	enum c2c_section section;
	uint32_t report;
	bool began;		/* anything of this report */
	bool peers;		/* sorted by peer snoops, not HITMs */
	bool saw_ruler;		/* the last line was one of dashes */
	bool in_graph;		/* call chains follow the rows */
	const char *key;	/* of the last fact: some have several lines */
	/* columns that the heading of the distribution names: asked where rows
	 * have no code address, else these tell themselves */
	bool headed, has_pid, has_tid, has_place, has_records;
	/* the line whose accesses follow, and its totals */
	bool in_line;
	uint32_t line_index;
	uint64_t line_addr;
	uint64_t remote, local, store_hit, store_miss, store_na;
	bool has_na;
	enum c2c_row kind;
	struct text_row row;
};

/* c2c-table.c: the table of lines */

/* Does the line start a row? */
bool c2c_is_table_row(const char *s);
/* Can it be the rest of one? */
bool c2c_is_table_rest(const char *s);
int c2c_table_row(struct text *t, struct c2c *c, struct lay_error *err);

/* c2c-pareto.c: lines and what accesses them */

/* "0  52  104  30  5  0  0xffff888104c3a980": a line and its totals. */
bool c2c_is_line_row(const char *s);
bool c2c_is_line_rest(const char *s);
bool c2c_line_row(struct c2c *c);
bool c2c_is_access_row(const char *s);
bool c2c_is_access_rest(const struct c2c *c, const char *s);
int c2c_access_row(struct text *t, struct c2c *c, struct lay_error *err);
/* Remember which columns a heading names. */
void c2c_pareto_heading(struct c2c *c, const char *s);

#endif /* EVIDENCE_C2C_H */
