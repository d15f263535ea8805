// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/vec.h"
#include "dwarf/fold.h"
#include "base/poison.h"

#define MIN_SLOTS 64

void dw_fold_init(struct dw_fold *fold)
{
	*fold = (struct dw_fold){ .list = NULL };
	strset_init(&fold->strings);
}

void dw_fold_deinit(struct dw_fold *fold)
{
	free(fold->list);
	free(fold->slots);
	strset_free(&fold->strings);
	dw_fold_init(fold);
}

static bool same_print(const struct lay_fingerprint *a,
		       const struct lay_fingerprint *b)
{
	return a->hi == b->hi && a->lo == b->lo;
}

/* The slot that has @key, or the free one where it belongs. */
static uint32_t *probe(const struct dw_fold *fold,
		       const struct lay_fingerprint *key)
{
	size_t i = key->lo & (fold->nr_slots - 1);

	while (fold->slots[i] &&
	       !same_print(&fold->list[fold->slots[i] - 1].key, key))
		i = (i + 1) & (fold->nr_slots - 1);
	return &fold->slots[i];
}

static int grow(struct dw_fold *fold)
{
	size_t nr_slots = fold->nr_slots ? fold->nr_slots * 2 : MIN_SLOTS;
	uint32_t *slots = calloc(nr_slots, sizeof(*slots));

	if (!slots)
		return -1;
	free(fold->slots);
	fold->slots = slots;
	fold->nr_slots = nr_slots;
	for (size_t i = 0; i < fold->nr; i++)
		*probe(fold, &fold->list[i].key) = (uint32_t)i + 1;
	return 0;
}

struct dw_folded *dw_fold_find(struct dw_fold *fold,
			       const struct lay_fingerprint *key, bool *is_new)
{
	uint32_t *slot;

	if (fold->nr == UINT32_MAX - 1 ||
	    (fold->nr >= fold->nr_slots / 2 && grow(fold) < 0) ||
	    VEC_RESERVE(fold->list, fold->nr, fold->cap, 1) < 0)
		return NULL;
	slot = probe(fold, key);
	*is_new = *slot == 0;
	if (*is_new) {
		fold->list[fold->nr] = (struct dw_folded){ .key = *key };
		*slot = (uint32_t)++fold->nr;
	}
	return &fold->list[*slot - 1];
}

/* Equal definitions together, the first of the file in front; declarations of
 * a name behind its definitions. */
static int compare_defs(const void *pa, const void *pb)
{
	const struct lay_def *a = pa, *b = pb;
	unsigned int decl_a = a->flags & LAY_DEF_DECLARATION;
	unsigned int decl_b = b->flags & LAY_DEF_DECLARATION;
	int order = strcmp(a->name, b->name);

	if (order)
		return order;
	if (a->kind != b->kind)
		return a->kind < b->kind ? -1 : 1;
	if (decl_a != decl_b)
		return decl_a < decl_b ? -1 : 1;
	if (a->flags != b->flags)
		return a->flags < b->flags ? -1 : 1;
	if (a->fingerprint.hi != b->fingerprint.hi)
		return a->fingerprint.hi < b->fingerprint.hi ? -1 : 1;
	if (a->fingerprint.lo != b->fingerprint.lo)
		return a->fingerprint.lo < b->fingerprint.lo ? -1 : 1;
	return a->source_off < b->source_off ? -1 : 1;
}

static bool same_name(const struct lay_def *a, const struct lay_def *b)
{
	return a->kind == b->kind && !strcmp(a->name, b->name);
}

static bool same_def(const struct lay_def *a, const struct lay_def *b)
{
	return same_name(a, b) && a->flags == b->flags &&
	       !(a->flags & LAY_DEF_UNSURE) &&
	       same_print(&a->fingerprint, &b->fingerprint);
}

/*
 * Fold def[0..nr), which is sorted; returns how many remain. @all: see struct
 * type_query.
 */
static size_t fold_sorted(struct lay_def *def, size_t nr, bool all)
{
	bool outside = false;	/* a function is not all that has the name */
	size_t kept = 0;

	for (size_t i = 0; i < nr; i++) {
		struct lay_def *last = kept ? &def[kept - 1] : NULL;
		bool local = def[i].flags & LAY_DEF_LOCAL;

		if (last && same_def(last, &def[i])) {
			last->nr_units += def[i].nr_units;
			continue;
		}
		if (!last || !same_name(last, &def[i]))
			outside = false;
		else if (def[i].flags & LAY_DEF_DECLARATION &&
			 !(all && !outside && !local))
			continue;
		outside |= !local;
		def[kept++] = def[i];
	}
	return kept;
}

static int compare_places(const void *pa, const void *pb)
{
	const struct lay_def *a = pa, *b = pb;

	return a->source_off < b->source_off ? -1
					     : a->source_off > b->source_off;
}

static int append_all(const struct dw_fold *fold, struct def_list *out,
		      struct lay_error *err)
{
	if (VEC_RESERVE(out->def, out->nr, out->cap, fold->nr) < 0)
		return lay_error_set(err, LAY_E_NOMEM,
				     "no memory for %zu definitions", fold->nr);
	for (size_t i = 0; i < fold->nr; i++) {
		if (!fold->list[i].idle)
			out->def[out->nr++] = fold->list[i].def;
	}
	return 0;
}

int dw_fold_merge(const struct dw_fold *folds, size_t nr, bool all,
		  struct strset *strings, struct def_list *out,
		  struct lay_error *err)
{
	size_t first = out->nr;
	int ret;

	for (size_t i = 0; i < nr; i++) {
		ret = append_all(&folds[i], out, err);
		if (ret < 0)
			return ret;
	}
	if (out->nr == first)
		return 0;
	qsort(out->def + first, out->nr - first, sizeof(*out->def),
	      compare_defs);
	out->nr = first + fold_sorted(out->def + first, out->nr - first, all);
	qsort(out->def + first, out->nr - first, sizeof(*out->def),
	      compare_places);
	for (size_t i = first; i < out->nr; i++) {
		struct lay_def *def = &out->def[i];

		def->name = strset_adds(strings, def->name);
		if (def->unit)
			def->unit = strset_adds(strings, def->unit);
		if (!def->name)
			return lay_error_set(err, LAY_E_NOMEM,
					     "no memory for a name");
	}
	return 0;
}
