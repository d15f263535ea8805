/* SPDX-License-Identifier: GPL-2.0-only */
/* What many files define, equal definitions folded as they come. */
#ifndef BUILD_TREE_FOLD_H
#define BUILD_TREE_FOLD_H

#include "base/index.h"
#include "base/strset.h"
#include "model/reader.h"

struct tree_fold {
	struct lay_def *def;
	size_t nr, cap;
	struct index index;	/* of def */
	struct strset *strings;	/* gets the strings */
};

void tree_fold_init(struct tree_fold *fold, struct strset *strings);
void tree_fold_deinit(struct tree_fold *fold);

/*
 * Add @def of file number @file, which is called @name. The result does not
 * depend on the order in which files are added. -1: no memory.
 */
int tree_fold_add(struct tree_fold *fold, const struct lay_def *def,
		  uint32_t file, const char *name);

/* Append all to @out, in the order of the files, without declarations of what
 * is defined in any of them; @all: see struct type_query. -1: no memory. */
int tree_fold_finish(struct tree_fold *fold, bool all, struct def_list *out);

#endif /* BUILD_TREE_FOLD_H */
