/* SPDX-License-Identifier: GPL-2.0-only */
/* Definitions that were found, equal ones folded into one. */
#ifndef DWARF_FOLD_H
#define DWARF_FOLD_H

#include <layoutdiff/build.h>

#include "base/index.h"
#include "base/strset.h"
#include "model/reader.h"

/* A definition, and what told it from others when it was found. */
struct dw_folded {
	/* what every match looks at comes first, in a line */
	struct lay_fingerprint key;
	uint64_t last_unit;	/* where the unit is that had it last */
	uint32_t same_as;	/* an index of the list: what is known of it
				 * stands there */
	uint32_t nr_units;
	bool counted;		/* last_unit says something */
	bool idle;		/* found, but adds nothing to the answer */
	struct lay_def def;	/* but for nr_units */
};

/* One thread's. Starts as all zeros. */
struct dw_fold {
	struct dw_folded *list;
	size_t nr, cap;
	struct index index;	/* of the list, by key */
	struct strset strings;	/* of the definitions */
};

void dw_fold_init(struct dw_fold *fold);
void dw_fold_deinit(struct dw_fold *fold);

/*
 * The definition with this key, or a new one, all zeros but for the key; NULL:
 * no memory. Good until the next call.
 */
struct dw_folded *dw_fold_find(struct dw_fold *fold,
			       const struct lay_fingerprint *key, bool *is_new);

/* The same if it is there, else NULL. */
struct dw_folded *dw_fold_known(struct dw_fold *fold,
				const struct lay_fingerprint *key);

/*
 * Append what @nr threads found to @out: folded across threads by name, kind,
 * flags and fingerprint, in the order of the file, without declarations of what
 * is defined, or with @all defined outside of functions. @strings gets copies
 * of the strings.
 */
int dw_fold_merge(const struct dw_fold *folds, size_t nr, bool all,
		  struct strset *strings, struct def_list *out,
		  struct lay_error *err);

#endif /* DWARF_FOLD_H */
