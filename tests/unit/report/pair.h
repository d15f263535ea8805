/* SPDX-License-Identifier: GPL-2.0-only */
/* Two versions of a struct, and what is said of them. */
#ifndef UNIT_REPORT_PAIR_H
#define UNIT_REPORT_PAIR_H

#include <layoutdiff/report.h>

#include "unit/model-maker.h"

/* Two versions of struct s, compared. */
struct pair {
	struct maker maker[2];
	struct lay_layout *layout[2];
	struct lay_diff *diff;
};

/* @old and @new are C that declares struct s, and may use atomic_t, rcuref_t
 * and struct lock; pair_forget() what comes of it. */
void pair_compare(struct pair *p, const char *old, const char *new);
void pair_forget(struct pair *p);

/* The report of @p, of the member @path alone unless it is NULL; free(). */
char *pair_report_in(const struct pair *p, const struct lay_report_opts *opts,
		     const char *path, const struct lay_style *style);
/* The same in the usual style. */
char *pair_report(const struct pair *p, const struct lay_report_opts *opts,
		  const char *path);

void assert_says(const char *text, const char *what);
void assert_says_not(const char *text, const char *what);

#endif /* UNIT_REPORT_PAIR_H */
