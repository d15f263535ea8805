// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <stdlib.h>

#include "base/vec.h"
#include "dwarf/fold.h"
#include "model/def.h"
#include "base/poison.h"

void dw_fold_init(struct dw_fold *fold)
{
	*fold = (struct dw_fold){ .list = NULL };
	strset_init(&fold->strings);
}

void dw_fold_deinit(struct dw_fold *fold)
{
	free(fold->list);
	index_free(&fold->index);
	strset_free(&fold->strings);
	dw_fold_init(fold);
}

static uint64_t hash(const void *list, uint32_t i)
{
	return ((const struct dw_folded *)list)[i].key.lo;
}

static bool is(const void *list, uint32_t i, const void *key)
{
	return fingerprint_same(&((const struct dw_folded *)list)[i].key, key);
}

static const struct index_ops index_ops = { hash, is };

struct dw_folded *dw_fold_find(struct dw_fold *fold,
			       const struct lay_fingerprint *key, bool *is_new)
{
	uint32_t *slot;

	if (VEC_RESERVE(fold->list, fold->nr, fold->cap, 1) < 0)
		return NULL;
	slot = index_find(&fold->index, &index_ops, fold->list, fold->nr, key,
			  key->lo);
	if (!slot)
		return NULL;
	*is_new = *slot == 0;
	if (*is_new) {
		fold->list[fold->nr] = (struct dw_folded){ .key = *key };
		*slot = (uint32_t)++fold->nr;
	}
	return &fold->list[*slot - 1];
}

struct dw_folded *dw_fold_known(struct dw_fold *fold,
				const struct lay_fingerprint *key)
{
	uint32_t at = index_known(&fold->index, &index_ops, fold->list, key,
				  key->lo);

	return at ? &fold->list[at - 1] : NULL;
}

static bool same_def(const struct lay_def *a, const struct lay_def *b)
{
	return def_same_name(a, b) && a->flags == b->flags &&
	       !(a->flags & LAY_DEF_UNSURE) &&
	       fingerprint_same(&a->fingerprint, &b->fingerprint);
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
		if (!last || !def_same_name(last, &def[i]))
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
		if (fold->list[i].idle)
			continue;
		out->def[out->nr] = fold->list[i].def;
		out->def[out->nr++].nr_units = fold->list[i].nr_units;
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
	qsort(out->def + first, out->nr - first, sizeof(*out->def), def_order);
	out->nr = first + fold_sorted(out->def + first, out->nr - first, all);
	qsort(out->def + first, out->nr - first, sizeof(*out->def),
	      compare_places);
	for (size_t i = first; i < out->nr; i++) {
		struct lay_def *def = &out->def[i];

		def->name = strset_adds(strings, def->name);
		if (def->unit)
			def->unit = strset_adds(strings, def->unit);
		/* see dw_unit_weight() */
		if (!def->nr_units)
			def->flags |= LAY_DEF_TYPE_UNIT;
		if (!def->name)
			return lay_error_set(err, LAY_E_NOMEM,
					     "no memory for a name");
	}
	return 0;
}
