// SPDX-License-Identifier: GPL-2.0-only
/* What the files of a tree are, and what is to be said of them. */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/pool.h"
#include "build/debuglink.h"
#include "build/identity.h"
#include "build/machine.h"
#include "build/modinfo.h"
#include "build/tree.h"
#include "base/poison.h"

/* Is @elf for the machine that the tree is for? Lines, alignment and order of
 * bytes are those of one. */
static bool same_machine(const struct tree *tree, const struct elf_file *elf)
{
	return elf_machine(elf) == tree->machine &&
	       elf_is_64(elf) == tree->is_64 &&
	       elf_is_big_endian(elf) == tree->big_endian;
}

bool tree_file_belongs(const struct tree *tree, struct tree_file *file,
		       struct elf_file *elf)
{
	struct lay_identity id;
	char name[16];

	if (file->looked_at)
		return file->state == TREE_FILE_GOOD;
	file->looked_at = true;
	if (!same_machine(tree, elf)) {
		file->state = TREE_FILE_FOREIGN;
		machine_identify(elf, &id, name);
		free(file->why);
		file->why = strdup(id.machine);
		return false;
	}
	/* one that is damaged is told when the file is read, if it matters */
	if (modinfo_release(elf, &file->release, NULL) <= 0)
		file->release = NULL;
	return true;
}

static int compare_id(const void *id, const void *file)
{
	return strcmp(id, (*(struct tree_file *const *)file)->build_id);
}

bool tree_file_is_again(const struct tree *tree, struct tree_file *file,
			struct elf_file *elf)
{
	const char *id = elf_build_id(elf);
	struct tree_file **other = NULL;

	if (id && !file->build_id && tree->nr_by_id)
		other = bsearch(id, tree->by_id, tree->nr_by_id,
				sizeof(*tree->by_id), compare_id);
	/* the first of them is the one that is read */
	while (other && other > tree->by_id &&
	       !strcmp(other[-1]->build_id, id))
		other--;
	if (!other || (!(*other)->has_types && !(*other)->stands))
		return false;
	file->state = TREE_FILE_AGAIN;
	return true;
}

/* Find out which files can be read at all, what they are for, and their
 * build-ids. */
static int look_at(void *ctx, unsigned int thread, size_t index,
		   struct lay_error *err)
{
	struct tree *tree = ctx;
	struct tree_file *file = &tree->files.file[index];
	struct elf_file *elf;
	struct lay_error why;
	const char *id;

	(void)thread;
	(void)err;
	if (file->state != TREE_FILE_GOOD || index == tree->main)
		return 0;
	/* what would have to be unpacked for it waits until it is asked */
	if (!file->archive && elf_is_packed(file->path))
		return 0;
	if (tree_file_open(file, &elf, &why) < 0) {
		tree_file_fail(file, &why);
		return 0;
	}
	tree_file_belongs(tree, file, elf);
	id = elf_build_id(elf);
	file->build_id = id ? strdup(id) : NULL;
	file->has_types = tree->opts.from == LAY_FROM_BTF ?
			  elf_find_section(elf, ".BTF") != NULL :
			  debuglink_has_dwarf(elf);
	elf_close(elf);
	return 0;
}

static int by_build_id(const void *pa, const void *pb)
{
	const struct tree_file *a = *(struct tree_file *const *)pa;
	const struct tree_file *b = *(struct tree_file *const *)pb;
	int order = strcmp(a->build_id, b->build_id);

	if (order)
		return order;
	if (a->stands != b->stands)
		return a->stands ? -1 : 1;
	if (a->has_types != b->has_types)
		return a->has_types ? -1 : 1;
	return a < b ? -1 : a > b;
}

/* Is it no loss that @file is not read, where another is the same? */
static bool is_dispensable(const struct tree_file *file,
			   const struct tree_file *other)
{
	switch (file->state) {
	case TREE_FILE_GOOD:
		return true;
	case TREE_FILE_NO_DEBUG:
		return other->has_types || other->stands;
	case TREE_FILE_BROKEN:
		return file->code == LAY_E_NOT_FOUND &&
		       (other->has_types || other->stands);
	default:
		return false;
	}
}

/* Of files with one build-id the first is the build's, or the first that was
 * not stripped; always the one that stands for the tree. */
static int drop_again(struct tree *tree, struct lay_error *err)
{
	struct tree_file **sorted = calloc(tree->files.nr, sizeof(*sorted));
	size_t nr = 0;

	if (!sorted)
		return lay_error_set(err, LAY_E_NOMEM, "%s: out of memory",
				     tree->path);
	for (size_t i = 0; i < tree->files.nr; i++)
		if (tree->files.file[i].build_id)
			sorted[nr++] = &tree->files.file[i];
	qsort(sorted, nr, sizeof(*sorted), by_build_id);
	for (size_t i = 1, first = 0; i < nr; i++) {
		if (strcmp(sorted[first]->build_id, sorted[i]->build_id))
			first = i;
		else if (is_dispensable(sorted[i], sorted[first]))
			sorted[i]->state = TREE_FILE_AGAIN;
	}
	tree->by_id = sorted;
	tree->nr_by_id = nr;
	return 0;
}

int tree_look(struct tree *tree, struct elf_file *main, struct lay_error *err)
{
	struct tree_file *file = &tree->files.file[tree->main];
	const char *id = elf_build_id(main);
	int ret;

	tree->machine = elf_machine(main);
	tree->is_64 = elf_is_64(main);
	tree->big_endian = elf_is_big_endian(main);
	tree_file_belongs(tree, file, main);
	free(file->build_id);
	file->build_id = id ? strdup(id) : NULL;
	file->stands = true;
	ret = identity_find_release(main, &tree->model.arena, &tree->release,
				    err);
	if (ret == 0)
		ret = pool_run(tree->threads, tree->files.nr, look_at, tree,
			       err);
	return ret < 0 ? ret : drop_again(tree, err);
}

/* Files for another machine: they were left out. */
static void note_machines(struct tree *tree)
{
	const struct tree_file *first = NULL;
	size_t nr = 0;

	for (size_t i = 0; i < tree->files.nr; i++) {
		const struct tree_file *f = &tree->files.file[i];

		if (f->state != TREE_FILE_FOREIGN)
			continue;
		first = first ? first : f;
		nr++;
	}
	if (nr)
		tree_note(tree, true,
			  "%s: is of more than one machine: %zu of %zu files are not for that of %s, and were left out; the first is %s%s%s",
			  tree->path, nr, tree->files.nr,
			  tree->files.file[tree->main].name, first->name,
			  first->why ? ", for " : "",
			  first->why ? first->why : "");
}

/* Files of another release than most, or than vmlinux: what was not built again,
 * or two kernels in one folder. They are searched like the others. */
static void note_releases(struct tree *tree)
{
	const struct tree_file *main = &tree->files.file[tree->main];
	const char *release = tree->release ? tree->release : main->release;
	const struct tree_file *first = NULL;
	size_t nr = 0;

	for (size_t i = 0; release && i < tree->files.nr; i++) {
		const struct tree_file *f = &tree->files.file[i];

		if (f->state != TREE_FILE_GOOD || !f->release ||
		    !strcmp(f->release, release))
			continue;
		first = first ? first : f;
		nr++;
	}
	if (nr)
		tree_note(tree, true,
			  "%s: is of more than one release: %s is of %s, and %zu of %zu files are not; the first is %s, of %s",
			  tree->path, main->name, release, nr, tree->files.nr,
			  first->name, first->release);
}

static int note_main(struct tree *tree, struct lay_error *err)
{
	struct reader *main = tree->main_reader;
	const struct lay_note *note;
	size_t nr = 0;
	int ret = 0;

	if (main->ops->notes)
		ret = main->ops->notes(main, &note, &nr, err);
	for (size_t i = 0; i < nr && ret == 0; i++)
		tree_note(tree, note[i].trouble, "%s", note[i].text);
	return ret;
}

/* More than so many files with trouble are counted. */
#define NR_NAMED 8

/* What single files have to say that is trouble. */
static void note_troubles(struct tree *tree)
{
	const struct tree_file *misfit = NULL;
	size_t nr = 0, nr_misfits = 0;

	for (size_t i = 0; i < tree->files.nr; i++) {
		const struct tree_file *f = &tree->files.file[i];
		bool broken = f->state == TREE_FILE_BROKEN;

		if (broken && f->misfit) {
			misfit = misfit ? misfit : f;
			nr_misfits++;
		} else if (broken || (f->trouble && i != tree->main)) {
			if (nr++ < NR_NAMED)
				tree_note(tree, true, "%s", !broken ? f->trouble :
					  f->why ? f->why : f->path);
		}
	}
	if (nr > NR_NAMED)
		tree_note(tree, true,
			  "%s: of %zu files more there is nothing or not all that can be read",
			  tree->path, nr - NR_NAMED);
	if (nr_misfits == 1)
		tree_note(tree, true, "%s", misfit->why ? misfit->why :
			  misfit->path);
	else if (misfit)
		tree_note(tree, true,
			  "%s: the BTF of %zu of %zu files cannot be read over that of %s; the first: %s",
			  tree->path, nr_misfits, tree->files.nr,
			  tree->btf_base ? tree->btf_base->path : "vmlinux",
			  misfit->why ? misfit->why : misfit->path);
}

/* Files that are read in another way than that of the tree. */
static void note_btf_alone(struct tree *tree)
{
	const char *first = NULL;
	size_t nr = 0;

	for (size_t i = 0; i < tree->files.nr; i++) {
		const struct tree_file *f = &tree->files.file[i];

		if (!f->btf_alone || f->trouble || f->state != TREE_FILE_GOOD)
			continue;
		first = first ? first : f->name;
		nr++;
	}
	if (nr == 1)
		tree_note(tree, false, "%s: of %s the BTF is read: it has no DWARF",
			  tree->path, first);
	else if (nr)
		tree_note(tree, false,
			  "%s: of %zu files of %zu the BTF is read: they have no DWARF; the first is %s",
			  tree->path, nr, tree->files.nr, first);
}

static void note_without(struct tree *tree)
{
	static const char *const whats[] = {
		[LAY_FROM_BEST] = "no debug information",
		[LAY_FROM_DWARF] = "no DWARF",
		[LAY_FROM_BTF] = "no BTF",
	};
	const char *what = tree->opts.both ? "not both, DWARF and BTF" :
					     whats[tree->opts.from];
	struct lay_note *note = NULL;
	const char *first = NULL;
	size_t nr = 0;

	for (size_t i = 0; i < tree->files.nr; i++) {
		if (tree->files.file[i].state != TREE_FILE_NO_DEBUG)
			continue;
		first = first ? first : tree->files.file[i].name;
		nr++;
	}
	/* once is enough where the tree is read twice */
	if (tree->opts.both && tree->opts.from == LAY_FROM_BTF)
		return;
	if (nr == 1)
		note = tree_note(tree, false, "%s: %s has %s, and was left out",
				 tree->path, first, what);
	else if (nr)
		note = tree_note(tree, false,
				 "%s: %zu files of %zu have %s, and were left out; the first is %s",
				 tree->path, nr, tree->files.nr, what, first);
	/* two readers of one build leave out the same */
	if (note)
		note->left_out = !tree->opts.both;
}

/* What files cannot be read, and how many have nothing to read. */
int tree_notes(struct reader *r, const struct lay_note **list, size_t *nr,
	       struct lay_error *err)
{
	struct tree *tree = (struct tree *)r;
	int ret;

	tree->nr_notes = tree->nr_scan_notes;
	ret = note_main(tree, err);
	note_troubles(tree);
	note_without(tree);
	note_btf_alone(tree);
	note_machines(tree);
	note_releases(tree);
	*list = tree->notes;
	*nr = tree->nr_notes;
	return ret;
}
