// SPDX-License-Identifier: GPL-2.0-only
/* Questions to all files of a tree: see tree.c. */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/pool.h"
#include "base/vec.h"
#include "btf/reader.h"
#include "build/debuglink.h"
#include "build/tree.h"
#include "base/poison.h"

/* The units of one file that have a definition. */
struct file_units {
	size_t index;		/* of the file */
	const char **unit;
	size_t nr;
};

/* A question that is asked of every file. */
struct question {
	struct tree *tree;
	const struct type_query *query;
	struct tree_fold fold;
	void (*see)(void *ctx, const char *name);
	void *ctx;
	const struct lay_def *wanted;
	struct file_units *units;
	size_t nr_units, cap_units;
	int (*ask)(struct question *q, struct reader *r, size_t index,
		   struct lay_error *err);
};

static int ask_defs(struct question *q, struct reader *r, size_t index,
		    struct lay_error *err)
{
	struct tree *tree = q->tree;
	struct def_list list = { 0 };
	int ret = r->ops->find(r, q->query, &list, err);

	pthread_mutex_lock(&tree->lock);
	for (size_t i = 0; ret == 0 && i < list.nr; i++) {
		/* a name is looked for in what a module is split from too */
		const char *base = btf_reader_base_of(
					linked_reader_inner(r), &list.def[i]);

		if (tree_fold_add(&q->fold, &list.def[i], (uint32_t)index,
				  base ? base :
				  tree->files.file[index].name) < 0)
			ret = lay_error_set(err, LAY_E_NOMEM,
					    "%s: out of memory", tree->path);
	}
	pthread_mutex_unlock(&tree->lock);
	free(list.def);
	return ret;
}

static void see_locked(void *ctx, const char *name)
{
	struct question *q = ctx;

	pthread_mutex_lock(&q->tree->lock);
	q->see(q->ctx, name);
	pthread_mutex_unlock(&q->tree->lock);
}

static int ask_names(struct question *q, struct reader *r, size_t index,
		     struct lay_error *err)
{
	(void)index;
	return r->ops->names(r, see_locked, q, err);
}

static bool may_have(const struct question *q, struct elf_file *elf)
{
	return !q->query || q->query->glob ||
	       tree_file_may_have(elf, q->query->name);
}

/* Its section of DIEs is read whole, with relocations applied. */
#define LARGE_BYTES ((uint64_t)24 << 20)

static bool is_large(const struct elf_file *elf)
{
	const struct elf_section *s = elf_find_section(elf, ".debug_info");

	return s && s->size >= LARGE_BYTES;
}

/* What one file answers. That it cannot is no error: it is remembered. */
static int ask_file(void *ctx, unsigned int thread, size_t index,
		    struct lay_error *err)
{
	struct question *q = ctx;
	struct tree *tree = q->tree;
	struct tree_file *file = &tree->files.file[index];
	struct elf_file *elf = NULL;
	struct reader *reader = NULL;
	struct lay_error why;
	bool large = false;
	int ret;

	if (thread == 0 && tree->opts.progress.step)
		tree->opts.progress.step(tree->opts.progress.ctx, "files",
					 index, tree->files.nr);
	if (index == tree->main || file->state != TREE_FILE_GOOD)
		return 0;
	ret = tree_file_open(file, &elf, &why);
	if (ret == 0 && tree_file_belongs(tree, file, elf) &&
	    !tree_file_is_again(tree, file, elf) && may_have(q, elf)) {
		large = is_large(elf);
		if (large)
			pthread_mutex_lock(&tree->large);
		ret = tree_file_reader(tree, file, &tree->opts, elf, &reader,
				       &why);
		if (ret == 0) {
			ret = q->ask(q, reader, index, &why);
			tree_file_notes(file, reader);
		}
	}
	if (ret == 0)
		ret = elf_intact(elf, &why);
	if (ret == 0 && reader && reader->ops->intact)
		ret = reader->ops->intact(reader, &why);
	if (reader)
		reader->ops->close(reader);
	elf_close(elf);
	if (large)
		pthread_mutex_unlock(&tree->large);
	if (ret == -LAY_E_NOMEM || ret == -LAY_E_CHANGED) {
		if (err)
			*err = why;
		return ret;
	}
	if (ret < 0)
		tree_file_fail(file, &why);
	return 0;
}

static int ask_all(struct question *q, struct lay_error *err)
{
	struct tree *tree = q->tree;
	int ret = q->ask(q, tree->main_reader, tree->main, err);

	return ret < 0 ? ret : pool_run(tree->threads, tree->files.nr,
					ask_file, q, err);
}

int tree_find(struct reader *r, const struct type_query *query,
	      struct def_list *out, struct lay_error *err)
{
	struct tree *tree = (struct tree *)r;
	struct question q = { .tree = tree, .query = query, .ask = ask_defs };
	int ret;

	tree_fold_init(&q.fold, &tree->strings);
	ret = ask_all(&q, err);
	if (ret == 0 && tree_fold_finish(&q.fold, query->all, out) < 0)
		ret = lay_error_set(err, LAY_E_NOMEM, "%s: out of memory",
				    tree->path);
	tree_fold_deinit(&q.fold);
	return ret;
}

int tree_names(struct reader *r, void (*see)(void *ctx, const char *name),
	       void *ctx, struct lay_error *err)
{
	struct question q = {
		.tree = (struct tree *)r, .see = see, .ctx = ctx, .ask = ask_names,
	};

	return ask_all(&q, err);
}

/* Does a file's @def say what the tree's @wanted does? */
static bool is_wanted(const struct lay_def *def, const struct lay_def *wanted,
		      size_t index)
{
	if (def->kind != wanted->kind ||
	    (def->flags & ~(unsigned int)LAY_DEF_TYPE_UNIT) != wanted->flags ||
	    strcmp(def->name, wanted->name))
		return false;
	if (wanted->flags & LAY_DEF_UNSURE)
		return index == wanted->file_index &&
		       def->source_off == wanted->source_off;
	return def->fingerprint.hi == wanted->fingerprint.hi &&
	       def->fingerprint.lo == wanted->fingerprint.lo;
}

/* Keep the @nr names at @unit, which are the reader's, with the tree's. */
static int keep_units(struct question *q, size_t index, const char **unit,
		      size_t nr)
{
	if (VEC_RESERVE(q->units, q->nr_units, q->cap_units, 1) < 0)
		return -1;
	for (size_t i = 0; i < nr; i++) {
		unit[i] = strset_adds(&q->tree->strings, unit[i]);
		if (!unit[i])
			return -1;
	}
	q->units[q->nr_units++] = (struct file_units){ index, unit, nr };
	return 0;
}

static int ask_units_of(struct question *q, struct reader *r,
			const struct lay_def *def, size_t index,
			struct lay_error *err)
{
	const char **unit = NULL;
	size_t nr;
	int ret = r->ops->units(r, def, &unit, &nr, err);

	if (ret < 0)
		return ret;
	pthread_mutex_lock(&q->tree->lock);
	if (keep_units(q, index, unit, nr) < 0)
		ret = lay_error_set(err, LAY_E_NOMEM, "%s: out of memory",
				    q->tree->path);
	pthread_mutex_unlock(&q->tree->lock);
	if (ret < 0)
		free(unit);
	return ret;
}

static int ask_units(struct question *q, struct reader *r, size_t index,
		     struct lay_error *err)
{
	struct def_list list = { 0 };
	int ret;

	if (!r->ops->units)
		return 0;
	ret = r->ops->find(r, q->query, &list, err);
	for (size_t i = 0; ret == 0 && i < list.nr; i++)
		if (is_wanted(&list.def[i], q->wanted, index))
			ret = ask_units_of(q, r, &list.def[i], index, err);
	free(list.def);
	return ret;
}

static int by_file(const void *pa, const void *pb)
{
	const struct file_units *a = pa, *b = pb;

	return a->index < b->index ? -1 : a->index > b->index;
}

/* All of them in one array, in the order of the files. */
static int join_units(struct question *q, const char ***units, size_t *nr,
		      struct lay_error *err)
{
	size_t sum = 0;

	for (size_t i = 0; i < q->nr_units; i++)
		sum += q->units[i].nr;
	*units = calloc(sum + 1, sizeof(**units));
	if (!*units)
		return lay_error_set(err, LAY_E_NOMEM, "%s: out of memory",
				     q->tree->path);
	if (q->nr_units)
		qsort(q->units, q->nr_units, sizeof(*q->units), by_file);
	*nr = 0;
	for (size_t i = 0; i < q->nr_units; i++)
		for (size_t j = 0; j < q->units[i].nr; j++)
			(*units)[(*nr)++] = q->units[i].unit[j];
	return 0;
}

int tree_units(struct reader *r, const struct lay_def *def,
	       const char ***units, size_t *nr, struct lay_error *err)
{
	const struct type_query query = {
		.kinds = 1u << def->kind, .name = def->name,
		.local = def->flags & LAY_DEF_LOCAL,
	};
	struct question q = {
		.tree = (struct tree *)r, .query = &query, .wanted = def,
		.ask = ask_units,
	};
	int ret = ask_all(&q, err);

	if (ret == 0)
		ret = join_units(&q, units, nr, err);
	for (size_t i = 0; i < q.nr_units; i++)
		free(q.units[i].unit);
	free(q.units);
	return ret;
}
