// SPDX-License-Identifier: GPL-2.0-only
/*
 * What the BTF of a tree's modules was split from: the file that was named, that
 * of vmlinux, or where the tree has none, the one that was found for the first
 * module. It is read once, and not before a file needs it.
 */
#include <config.h>

#include "btf/reader.h"
#include "build/btf-base.h"
#include "build/debuglink.h"
#include "build/open.h"
#include "build/tree.h"
#include "base/poison.h"

int tree_base_init(struct tree *tree, struct elf_file *main,
		   struct lay_error *err)
{
	struct reader *reader = linked_reader_inner(tree->main_reader);
	struct typeset *set = btf_reader_set(reader);
	const char *named = tree->opts.btf_base;

	if (set && set->base && !set->base->distilled)
		tree->btf_base = typeset_ref(set->base);
	else if (named)
		return btf_open_file(named, NULL, &tree->btf_base, err);
	else if (tree->files.file[tree->main].is_vmlinux && set)
		tree->btf_base = typeset_ref(set);
	else if (tree->files.file[tree->main].is_vmlinux)
		tree->base_elf = main;
	return 0;
}

/* The base, if there is one that all modules have; not owned. */
static struct typeset *base_of(struct tree *tree)
{
	struct typeset *base;

	pthread_mutex_lock(&tree->lock);
	if (tree->base_elf && typeset_open_elf(tree->base_elf, NULL,
					       &tree->btf_base, NULL) < 0)
		tree->btf_base = NULL;
	tree->base_elf = NULL;
	base = tree->btf_base;
	pthread_mutex_unlock(&tree->lock);
	return base;
}

/* What a module found for itself will do for the next ones. */
static void keep_base(struct tree *tree, const struct typeset *set)
{
	pthread_mutex_lock(&tree->lock);
	if (!tree->btf_base && set->base && !set->base->distilled)
		tree->btf_base = typeset_ref(set->base);
	pthread_mutex_unlock(&tree->lock);
}

/*
 * A comparison of what DWARF and BTF say has nothing to say of a file that has
 * one of them.
 */
static int check_both(const struct tree_file *file,
		      const struct lay_open_opts *opts, struct elf_file *elf,
		      struct lay_error *err)
{
	const struct elf_section *btf = elf_find_section(elf, ".BTF");
	struct refusals refusals = { .nr = 0 };
	struct elf_file *debug = NULL;
	bool dwarf = debuglink_has_dwarf(elf);
	int ret = dwarf;

	if (btf && !dwarf) {
		ret = debuglink_find(file->path, elf, opts, &refusals, &debug,
				     err);
		elf_close(debug);
		refusals_deinit(&refusals);
	}
	if (ret < 0 || (ret && btf))
		return ret < 0 ? ret : 0;
	return lay_error_set(err, LAY_E_NO_DEBUG,
			     "%s: no %s, so that nothing can be compared",
			     file->path, btf ? "DWARF" : dwarf ? "BTF" :
			     "debug information");
}

int tree_file_reader(struct tree *tree, struct tree_file *file,
		     const struct lay_open_opts *opts, struct elf_file *elf,
		     struct reader **reader, struct lay_error *err)
{
	bool dwarf = opts->from != LAY_FROM_BTF && debuglink_has_dwarf(elf);
	bool stands = tree->main_reader != NULL;
	struct typeset *base = NULL, *set;
	int ret = opts->both ? check_both(file, opts, elf, err) : 0;

	if (ret < 0)
		return ret;
	if (stands && !dwarf && opts->from != LAY_FROM_DWARF &&
	    elf_find_section(elf, ".BTF"))
		base = base_of(tree);
	ret = open_elf_reader(file->path, opts, base, elf, reader, err);
	file->misfit = ret == -LAY_E_FORMAT && !dwarf &&
		       (base || opts->btf_base) && elf_find_section(elf, ".BTF");
	/* a tree without a vmlinux can be of several kernels */
	if (file->misfit && base && !opts->btf_base &&
	    !tree->files.file[tree->main].is_vmlinux) {
		ret = open_elf_reader(file->path, opts, NULL, elf, reader, err);
		file->misfit = false;
	}
	if (ret < 0 || !stands)
		return ret;
	set = btf_reader_set(linked_reader_inner(*reader));
	if (set) {
		btf_reader_leave_base(linked_reader_inner(*reader));
		keep_base(tree, set);
		file->btf_alone = tree->opts.from != LAY_FROM_BTF;
	}
	return 0;
}
