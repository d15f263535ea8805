// SPDX-License-Identifier: GPL-2.0-only
/*
 * Problem: a kernel has 4,000 modules of debug information, 5 GB, and the answer
 * to one question about one type is wanted in seconds, in memory that does not
 * grow with the tree.
 *
 * Idea: files are opened when they are searched, and closed again; threads take
 * files in turn. One file stays open, vmlinux: it is as large as a thousand
 * modules, so all threads search its units, and most types are its. Files that
 * do not have the name at all are told by their strings, and neither relocated
 * nor walked. Types that are read from a file are copied, so that nothing of it
 * has to stay.
 *
 * Invariant: answers are folded by what they are and by the number of the file,
 * never by the order in which threads came; a file that fails is left out
 * whole, and remembered with what it failed of.
 */
#include <config.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/pool.h"
#include "btf/reader.h"
#include "build/debuglink.h"
#include "build/tree.h"
#include "base/poison.h"

/* Files that types are read from, kept open: lists of types go by name, and
 * meet the files of a subsystem again and again. What they take of memory is
 * their .debug_info, relocated; the largest has 90 MB. */
#define NR_OPEN 8
#define OPEN_MAX ((uint64_t)48 << 20)

struct tree_open {
	size_t index;		/* of the file */
	struct elf_file *elf;	/* NULL: free */
	struct reader *reader;
	uint64_t used;		/* when, counted in loads */
};

static struct tree *of(struct reader *r)
{
	return (struct tree *)r;
}

static void close_file(struct tree_open *o)
{
	if (o->reader)
		o->reader->ops->close(o->reader);
	elf_close(o->elf);
	*o = (struct tree_open){ .elf = NULL };
}

static int open_file(struct tree *tree, size_t index, struct tree_open *o,
		     struct lay_error *err)
{
	struct tree_file *file = &tree->files.file[index];
	int ret;

	*o = (struct tree_open){ .index = index };
	ret = tree_file_open(file, &o->elf, err);
	if (ret == 0)
		ret = tree_file_reader(tree, file, &tree->opts, o->elf,
				       &o->reader, err);
	if (ret < 0)
		close_file(o);
	return ret;
}

/* What an open file takes of memory, about. */
static uint64_t cost_of(const struct tree_open *o)
{
	const struct elf_section *info = o->elf ?
		elf_find_section(o->elf, ".debug_info") : NULL;

	return info ? info->size : 0;
}

/* Close those that were used longest ago, all but @keep, until what is open is
 * little enough. */
static void close_many(struct tree *tree, const struct tree_open *keep)
{
	struct tree_open *oldest;
	uint64_t cost;

	do {
		oldest = NULL;
		cost = 0;
		for (size_t i = 0; i < NR_OPEN; i++) {
			struct tree_open *o = &tree->open[i];

			cost += cost_of(o);
			if (o->elf && o != keep &&
			    (!oldest || o->used < oldest->used))
				oldest = o;
		}
		if (cost > OPEN_MAX && oldest)
			close_file(oldest);
	} while (cost > OPEN_MAX && oldest);
}

/* The file open for reading types, opened in place of the one used longest ago
 * if it was not. */
static int open_for_load(struct tree *tree, size_t index, struct reader **r,
			 struct lay_error *err)
{
	struct tree_open *oldest = &tree->open[0];
	uint64_t now = 0;
	int ret;

	for (size_t i = 0; i < NR_OPEN; i++) {
		struct tree_open *o = &tree->open[i];

		now = o->used >= now ? o->used + 1 : now;
		if (o->used < oldest->used)
			oldest = o;
	}
	for (size_t i = 0; i < NR_OPEN; i++) {
		if (tree->open[i].elf && tree->open[i].index == index)
			oldest = &tree->open[i];
	}
	if (!oldest->elf || oldest->index != index) {
		close_file(oldest);
		ret = open_file(tree, index, oldest, err);
		if (ret < 0)
			return ret;
		close_many(tree, oldest);
	}
	oldest->used = now;
	*r = oldest->reader;
	return 0;
}

/* In the model of the file, which may be closed at the next question. */
static int peek(struct reader *r, const struct lay_def *def,
		const struct lay_type **type, struct lay_error *err)
{
	struct reader *from = of(r)->main_reader;
	int ret = 0;

	if (def->file_index != of(r)->main)
		ret = open_for_load(of(r), def->file_index, &from, err);
	return ret < 0 ? ret : from->ops->load(from, def, type, err);
}

static int load(struct reader *r, const struct lay_def *def,
		const struct lay_type **type, struct lay_error *err)
{
	struct tree *tree = of(r);
	struct tree_file *file = &tree->files.file[def->file_index];
	const struct lay_type *original, *known;
	int ret;

	if (def->file_index == tree->main)
		return peek(r, def, type, err);
	known = map_get(&file->loaded, def->source_off);
	if (known) {
		*type = known;
		return 0;
	}
	ret = peek(r, def, &original, err);
	if (ret == 0)
		ret = model_copy_type(&tree->copies, original, &known, err);
	if (ret < 0)
		return ret;
	if (map_put(&file->loaded, def->source_off, known) < 0)
		return model_full(&tree->model, err);
	*type = known;
	return 0;
}

static int identify(struct reader *r, struct lay_identity *id,
		    struct lay_error *err)
{
	struct reader *main = of(r)->main_reader;
	int ret = main->ops->identify(main, id, err);

	id->nr_files = (uint32_t)of(r)->files.nr;
	return ret;
}

static const char *source(struct reader *r)
{
	return of(r)->source;
}

/* Files that are closed again were asked before they were. */
static int intact(struct reader *r, struct lay_error *err)
{
	struct reader *main = of(r)->main_reader;

	return main->ops->intact ? main->ops->intact(main, err) : 0;
}

static void close(struct reader *r)
{
	struct tree *tree = of(r);

	for (size_t i = 0; tree->open && i < NR_OPEN; i++)
		close_file(&tree->open[i]);
	free(tree->open);
	if (tree->main_reader)
		tree->main_reader->ops->close(tree->main_reader);
	typeset_unref(tree->btf_base);
	tree_files_deinit(&tree->files);
	model_copies_deinit(&tree->copies);
	model_deinit(&tree->model);
	strset_free(&tree->strings);
	pthread_mutex_destroy(&tree->lock);
	pthread_mutex_destroy(&tree->large);
	free(tree->by_id);
	free(tree->notes);
	free(tree->path);
	free(tree);
}

static const struct reader_ops ops = {
	.source = source,
	.find = tree_find,
	.load = load,
	.peek = peek,
	.units = tree_units,
	.identify = identify,
	.names = tree_names,
	.left_out = tree_left_out,
	.notes = tree_notes,
	.intact = intact,
	.close = close,
};

const char *tree_base_of(struct reader *r, const struct lay_def *def)
{
	const struct typeset *base = r->ops == &ops ? of(r)->btf_base : NULL;

	return base && def->file && !strcmp(def->file, base->path) ?
	       base->path : NULL;
}

/* Of one that cannot be read another file may have its debug information. */
static void keep_build_id(struct tree_file *file, struct elf_file *elf)
{
	const char *id = elf ? elf_build_id(elf) : NULL;

	if (id && !file->build_id)
		file->build_id = strdup(id);
}

static int open_one(struct tree *tree, struct tree_file *file,
		    const struct lay_open_opts *opts, struct elf_file **elf,
		    struct lay_error *err)
{
	struct reader *reader = NULL;
	int ret = tree_file_open(file, elf, err);

	if (ret == 0)
		ret = tree_file_reader(tree, file, opts, *elf, &reader, err);
	if (ret == 0) {
		tree->main_reader = reader;
	} else {
		keep_build_id(file, *elf);
		if (reader)
			reader->ops->close(reader);
		elf_close(*elf);
		*elf = NULL;
	}
	return ret;
}

/*
 * The first file that can be read stands for the tree: vmlinux, if there is one.
 * If that is read as BTF, so are the others; therefore a module of which DWARF
 * was refused stands for the tree only if all are such.
 */
static int open_main(struct tree *tree, const struct lay_open_opts *opts,
		     struct elf_file **elf, struct lay_error *err)
{
	struct tree_file *file = tree->files.file, *poor = NULL;
	struct lay_error why = { .text = "" };
	int ret = 0;

	for (size_t i = 0; i < tree->files.nr; i++, file++) {
		ret = open_one(tree, file, opts, elf, &why);
		if (ret < 0) {
			tree_file_fail(file, &why);
			continue;
		}
		tree_file_notes(file, tree->main_reader);
		tree->main = i;
		if (!file->trouble || file->is_vmlinux)
			return 0;
		tree->main_reader->ops->close(tree->main_reader);
		tree->main_reader = NULL;
		elf_close(*elf);
		*elf = NULL;
		poor = poor ? poor : file;
	}
	if (poor) {
		tree->main = (size_t)(poor - tree->files.file);
		return open_one(tree, poor, opts, elf, err);
	}
	if (tree->files.nr == 1) {
		*err = why;
		return ret;
	}
	return lay_error_set(err, LAY_E_NO_DEBUG,
			     "%s: none of its %zu files has debug information that can be read; the last one: %s",
			     tree->path, tree->files.nr, why.text);
}

static void choose_source(struct tree *tree, const struct lay_open_opts *opts)
{
	const char *text = tree->main_reader->ops->source(tree->main_reader);
	const struct tree_file *main = &tree->files.file[tree->main];
	size_t nr_others = tree->files.nr - 1;

	tree->opts = *opts;
	tree->opts.jobs = 1;
	if (btf_reader_set(linked_reader_inner(tree->main_reader)))
		tree->opts.from = LAY_FROM_BTF;
	if (nr_others)
		snprintf(tree->source, sizeof(tree->source),
			 "%s of %s and %zu %s", text,
			 main->is_vmlinux ? "vmlinux" : "a file", nr_others,
			 main->is_vmlinux ? nr_others == 1 ? "module" :
			 "modules" : nr_others == 1 ? "other" : "others");
	else
		snprintf(tree->source, sizeof(tree->source), "%s", text);
}

int tree_open(const char *path, const struct lay_open_opts *opts,
	      struct elf_file **elf, struct reader **reader,
	      struct lay_error *err)
{
	struct tree *tree = calloc(1, sizeof(*tree));
	struct lay_open_opts offline = *opts;
	int ret;

	if (!tree)
		return lay_error_set(err, LAY_E_NOMEM, "%s: out of memory",
				     path);
	/* thousands of files are not fetched for a question */
	offline.offline = true;
	tree->reader.ops = &ops;
	*reader = &tree->reader;
	pthread_mutex_init(&tree->lock, NULL);
	pthread_mutex_init(&tree->large, NULL);
	strset_init(&tree->strings);
	model_init(&tree->model, 0);
	model_copies_init(&tree->copies, &tree->model);
	tree->threads = pool_threads(opts->jobs);
	tree->path = strdup(path);
	tree->open = calloc(NR_OPEN, sizeof(*tree->open));
	if (!tree->path || !tree->open)
		return lay_error_set(err, LAY_E_NOMEM, "%s: out of memory",
				     path);
	if (elf_is_archive(path))
		ret = tree_scan_archive(tree, err);
	else
		ret = tree_scan(tree, err);
	tree->nr_scan_notes = tree->nr_notes;
	if (ret == 0)
		ret = open_main(tree, &offline, elf, err);
	if (ret < 0 && err && tree->nr_scan_notes)
		lay_error_append(err, "; %s", tree->notes[0].text);
	if (ret < 0)
		return ret;
	choose_source(tree, &offline);
	ret = tree_base_init(tree, *elf, err);
	if (ret < 0)
		return ret;
	return tree_look(tree, *elf, err);
}
