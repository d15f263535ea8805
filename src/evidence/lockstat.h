/* SPDX-License-Identifier: GPL-2.0-only */
/* The text of /proc/lock_stat: inside. */
#ifndef EVIDENCE_LOCKSTAT_H
#define EVIDENCE_LOCKSTAT_H

#include "evidence/text.h"

struct lockstat {
	uint32_t table;
	const char *title;	/* prose over it */
	const char *next_title;	/* prose since its last row */
	bool in_table;		/* rows of this table were seen */
	bool in_heading;	/* which a mail may have wrapped */
	bool new_table;		/* the next row belongs to another */
	const char **seen;	/* classes of this table, as printed */
	size_t nr_seen, cap_seen;
	/* the class whose points follow */
	const char *name;
	uint32_t version, subclass;
	unsigned int nr_rulers;	/* since its row: 1 waiters, 2 holders */
	bool in_class;
	bool point;		/* what waits is a point, else a class */
	struct text_row row;
};

/* lockstat-row.c */

/* Where the name of a class ends: its ':'; NULL: it is none. */
const char *lockstat_colon(const char *s);
/* Nothing but numbers, how many, and whether any has decimals. */
bool lockstat_numbers(const char *s, size_t *nr, bool *decimals);
int lockstat_class(struct text *t, struct lockstat *l, struct lay_error *err);
int lockstat_point(struct text *t, struct lockstat *l, struct lay_error *err);

#endif /* EVIDENCE_LOCKSTAT_H */
