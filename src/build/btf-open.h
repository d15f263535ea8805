/* SPDX-License-Identifier: GPL-2.0-only */
/* BTF of a file that the user named, with what it needs besides. */
#ifndef BUILD_BTF_OPEN_H
#define BUILD_BTF_OPEN_H

#include "btf/typeset.h"
#include "elf/elf.h"
#include "model/reader.h"

/*
 * A reader of the BTF of the file at @path, opened as @file, or NULL where it
 * is raw BTF. What is split is read over @base_path, or where that is NULL,
 * over what btf_base_find() finds.
 */
int btf_open(const char *path, struct elf_file *file, const char *base_path,
	     struct reader **reader, struct lay_error *err);

/* A reader of what @file adds to @base, which is asked by itself. */
int btf_open_beside(struct elf_file *file, struct typeset *base,
		    struct reader **reader, struct lay_error *err);

#endif /* BUILD_BTF_OPEN_H */
