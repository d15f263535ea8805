/* SPDX-License-Identifier: GPL-2.0-only */
/* The columns that every table of heat has, and words for shares. */
#ifndef REPORT_HEAT_CELLS_H
#define REPORT_HEAT_CELLS_H

#include <layoutdiff/heat.h>

#include "report/report.h"

/* The first columns of a table of heat; others follow. */
enum {
	HEAT_LOADS, HEAT_STORES, HEAT_SAMPLES, HEAT_ATOMICS, HEAT_HITM,
	HEAT_HITM_LOCAL, HEAT_HITM_REMOTE, HEAT_PEERS, HEAT_LATENCY,
	HEAT_BY_CODE, HEAT_BY_OBJECT, HEAT_BY_OTHER, HEAT_GUESSES,
	HEAT_NR_COLUMNS
};

#define HEAT_COLUMN_DEFS						\
	[HEAT_LOADS] = { "loads", "loads", DOC_ALL, DOC_COLUMN_RIGHT },	\
	[HEAT_STORES] = { "stores", "stores", DOC_ALL,			\
			  DOC_COLUMN_RIGHT },				\
	[HEAT_SAMPLES] = { "samples", "", DOC_MACHINES, 0 },		\
	[HEAT_HITM] = { NULL, "hitm", DOC_PEOPLE, DOC_COLUMN_RIGHT },	\
	[HEAT_HITM_LOCAL] = { "hitm_local", "", DOC_MACHINES, 0 },	\
	[HEAT_HITM_REMOTE] = { "hitm_remote", "", DOC_MACHINES, 0 },	\
	[HEAT_PEERS] = { "peer", "peer", DOC_ALL, DOC_COLUMN_RIGHT },	\
	[HEAT_LATENCY] = { "latency", "cycles", DOC_ALL,		\
			   DOC_COLUMN_RIGHT },				\
	[HEAT_BY_CODE] = { "by_code", "", DOC_MACHINES, 0 },		\
	[HEAT_BY_OBJECT] = { "by_object", "", DOC_MACHINES, 0 },	\
	[HEAT_BY_OTHER] = { "by_other", "", DOC_MACHINES, 0 },		\
	[HEAT_GUESSES] = { "guessed", "guessed", DOC_ALL, DOC_COLUMN_RIGHT }

/* Fill them. People are shown no zeros. */
void heat_cells(struct doc_row *row, const struct lay_heat_counts *n);

/* "31%", "0.4%", "0" */
const char *heat_share(struct doc *doc, uint64_t part, uint64_t whole);

/* "12,345" */
const char *heat_number(struct doc *doc, uint64_t n);

/* "W 31% R 4%" of all stores and loads of a type; NULL: neither. */
const char *heat_mark(struct doc *doc, uint64_t loads, uint64_t stores,
		      const struct lay_heat_counts *all);

#endif /* REPORT_HEAT_CELLS_H */
