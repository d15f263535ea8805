// SPDX-License-Identifier: GPL-2.0-only
/*
 * A pattern finds some thousand definitions in each of some thousand modules,
 * and nearly all of them are those of the file before. So they are folded when
 * they come, and memory grows with what is different.
 */
#include <config.h>

#include <stdlib.h>

#include "base/hash.h"
#include "base/vec.h"
#include "build/tree-fold.h"
#include "model/def.h"
#include "base/poison.h"

void tree_fold_init(struct tree_fold *fold, struct strset *strings)
{
	*fold = (struct tree_fold){ .strings = strings };
}

void tree_fold_deinit(struct tree_fold *fold)
{
	free(fold->def);
	index_free(&fold->index);
	tree_fold_init(fold, NULL);
}

/* Names are interned: the same text is the same pointer. */
static bool same(const struct lay_def *a, const struct lay_def *b)
{
	if (a->name != b->name || a->kind != b->kind || a->flags != b->flags ||
	    !fingerprint_same(&a->fingerprint, &b->fingerprint))
		return false;
	/* what has no certain fingerprint is only equal to itself */
	return !(a->flags & LAY_DEF_UNSURE) ||
	       (a->file_index == b->file_index &&
		a->source_off == b->source_off);
}

static uint64_t hash_of(const struct lay_def *def)
{
	return hash_u64(def->fingerprint.lo ^ (uintptr_t)def->name);
}

static uint64_t hash(const void *defs, uint32_t i)
{
	return hash_of((const struct lay_def *)defs + i);
}

static bool is(const void *defs, uint32_t i, const void *key)
{
	return same((const struct lay_def *)defs + i, key);
}

static int add_new(struct tree_fold *fold, const struct lay_def *def,
		   const char *file)
{
	struct lay_def new = *def;

	if (VEC_RESERVE(fold->def, fold->nr, fold->cap, 1) < 0)
		return -1;
	new.nr_files = 1;
	new.file = strset_adds(fold->strings, file);
	if (def->unit)
		new.unit = strset_adds(fold->strings, def->unit);
	if (!new.file || (def->unit && !new.unit))
		return -1;
	fold->def[fold->nr++] = new;
	return 0;
}

/* One that is known: the first file that has it speaks for it. */
static int add_known(struct tree_fold *fold, struct lay_def *known,
		     const struct lay_def *def, const char *file)
{
	uint32_t nr_units = known->nr_units + def->nr_units;
	uint32_t nr_files = known->nr_files + 1;

	if (def->file_index < known->file_index) {
		*known = *def;
		known->file = strset_adds(fold->strings, file);
		if (def->unit)
			known->unit = strset_adds(fold->strings, def->unit);
		if (!known->file || (def->unit && !known->unit))
			return -1;
	}
	known->nr_units = nr_units;
	known->nr_files = nr_files;
	return 0;
}

int tree_fold_add(struct tree_fold *fold, const struct lay_def *def,
		  uint32_t file, const char *name)
{
	static const struct index_ops ops = { hash, is };
	struct lay_def key = *def;
	uint32_t *slot;

	key.file_index = file;
	/* what another file has in a unit is no other definition */
	key.flags &= ~(unsigned int)LAY_DEF_TYPE_UNIT;
	key.name = strset_adds(fold->strings, def->name);
	if (!key.name)
		return -1;
	slot = index_find(&fold->index, &ops, fold->def, fold->nr, &key,
			  hash_of(&key));
	if (!slot)
		return -1;
	if (*slot)
		return add_known(fold, &fold->def[*slot - 1], &key, name);
	if (add_new(fold, &key, name) < 0)
		return -1;
	*slot = (uint32_t)fold->nr;
	return 0;
}

static int by_place(const void *pa, const void *pb)
{
	const struct lay_def *a = pa, *b = pb;

	if (a->file_index != b->file_index)
		return a->file_index < b->file_index ? -1 : 1;
	return (a->source_off > b->source_off) -
	       (a->source_off < b->source_off);
}

/* Those of a name together, definitions in front of declarations. */
static int by_name(const void *pa, const void *pb)
{
	const struct lay_def *a = pa, *b = pb;
	unsigned int decl_a = a->flags & LAY_DEF_DECLARATION;
	unsigned int decl_b = b->flags & LAY_DEF_DECLARATION;
	int order = def_order_names(a, b);

	if (order)
		return order;
	if (decl_a != decl_b)
		return decl_a < decl_b ? -1 : 1;
	return by_place(a, b);
}

/*
 * Of what is sorted by name, is @def left out behind @last? *@outside: one that
 * was not is in no function.
 */
static bool adds_nothing(const struct lay_def *last, const struct lay_def *def,
			 bool all, bool *outside)
{
	bool local = def->flags & LAY_DEF_LOCAL;

	if (!last || !def_same_name(last, def))
		*outside = false;
	else if (def->flags & LAY_DEF_DECLARATION &&
		 !(all && !*outside && !local))
		return true;
	*outside |= !local;
	return false;
}

int tree_fold_finish(struct tree_fold *fold, bool all, struct def_list *out)
{
	const struct lay_def *last = NULL;
	size_t first = out->nr;
	bool outside = false;

	if (!fold->nr)
		return 0;
	if (VEC_RESERVE(out->def, out->nr, out->cap, fold->nr) < 0)
		return -1;
	qsort(fold->def, fold->nr, sizeof(*fold->def), by_name);
	for (size_t i = 0; i < fold->nr; i++) {
		if (adds_nothing(last, &fold->def[i], all, &outside))
			continue;
		last = &fold->def[i];
		out->def[out->nr++] = *last;
	}
	qsort(out->def + first, out->nr - first, sizeof(*out->def), by_place);
	index_free(&fold->index);
	fold->nr = 0;
	return 0;
}
