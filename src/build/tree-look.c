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
	file->has_dwarf = debuglink_has_dwarf(elf);
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
	if (a->has_dwarf != b->has_dwarf)
		return a->has_dwarf ? -1 : 1;
	return a < b ? -1 : a > b;
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
	for (size_t i = 1; i < nr; i++)
		if (!strcmp(sorted[i - 1]->build_id, sorted[i]->build_id) &&
		    sorted[i]->state == TREE_FILE_GOOD)
			sorted[i]->state = TREE_FILE_AGAIN;
	free(sorted);
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

/* What files cannot be read, each; and once, how many have nothing to read. */
int tree_notes(struct reader *r, const struct lay_note **list, size_t *nr,
	       struct lay_error *err)
{
	struct tree *tree = (struct tree *)r;
	const char *first = NULL;
	size_t nr_without = 0;
	int ret;

	tree->nr_notes = tree->nr_scan_notes;
	ret = note_main(tree, err);
	for (size_t i = 0; i < tree->files.nr; i++) {
		const struct tree_file *f = &tree->files.file[i];

		if (f->state == TREE_FILE_BROKEN)
			tree_note(tree, true, "%s", f->why ? f->why : f->path);
		else if (f->trouble && i != tree->main)
			tree_note(tree, true, "%s", f->trouble);
		if (f->state != TREE_FILE_NO_DEBUG)
			continue;
		first = first ? first : f->name;
		nr_without++;
	}
	if (nr_without == 1)
		tree_note(tree, false,
			  "%s: %s has no debug information, and was left out",
			  tree->path, first);
	else if (nr_without)
		tree_note(tree, false,
			  "%s: %zu files of %zu have no debug information, and were left out; the first is %s",
			  tree->path, nr_without, tree->files.nr, first);
	note_machines(tree);
	note_releases(tree);
	*list = tree->notes;
	*nr = tree->nr_notes;
	return ret;
}
