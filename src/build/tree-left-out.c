// SPDX-License-Identifier: GPL-2.0-only
/*
 * What DWARF and BTF are compared of are files that have both. That a type is in
 * none of them does not mean that the tree does not have it.
 */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>

#include "btf/reader.h"
#include "build/debuglink.h"
#include "build/tree.h"
#include "base/poison.h"

/* Has @file, which has one of both at most, what @q names? 1, and from where. */
static int has(struct tree *tree, struct tree_file *file,
	       const struct type_query *q, bool *btf)
{
	struct lay_open_opts opts = tree->opts;
	const bool alone = file->btf_alone;
	struct def_list list = { .nr = 0 };
	struct reader *reader = NULL;
	struct elf_file *elf = NULL;
	int ret = tree_file_open(file, &elf, NULL);

	opts.both = false;
	opts.from = LAY_FROM_BEST;
	if (ret == 0)
		ret = tree_file_reader(tree, file, &opts, elf, &reader, NULL);
	if (ret == 0)
		ret = reader->ops->find(reader, q, &list, NULL);
	if (ret == 0) {
		*btf = btf_reader_set(linked_reader_inner(reader));
		ret = list.nr > 0;
	}
	free(list.def);
	if (reader)
		reader->ops->close(reader);
	elf_close(elf);
	/* that it was looked at is nothing to be told */
	file->btf_alone = alone;
	return ret;
}

int tree_left_out(struct reader *r, const struct type_query *q, char *buf,
		  size_t len, struct lay_error *err)
{
	struct tree *tree = (struct tree *)r;

	for (size_t i = 0; tree->opts.both && i < tree->files.nr; i++) {
		struct tree_file *file = &tree->files.file[i];
		bool btf = false;
		int ret;

		if (file->state != TREE_FILE_NO_DEBUG)
			continue;
		ret = has(tree, file, q, &btf);
		if (ret == -LAY_E_NOMEM)
			return lay_error_set(err, LAY_E_NOMEM,
					     "%s: out of memory", tree->path);
		if (ret <= 0)
			continue;
		snprintf(buf, len, "%s has it, in %s only", file->name,
			 btf ? "BTF" : "DWARF");
		return 1;
	}
	return 0;
}
