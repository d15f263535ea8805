/* SPDX-License-Identifier: GPL-2.0-only */
/* Which reader reads what the user named. */
#ifndef BUILD_OPEN_H
#define BUILD_OPEN_H

#include "btf/typeset.h"
#include "elf/elf.h"
#include "model/reader.h"

/*
 * Open @path and a reader of its types. Of a directory *@elf is the file that
 * stands for it. On success the caller owns *@reader and
 * then *@elf, which the reader reads, or NULL where it is no ELF file; both are
 * NULL or to be closed after a failure too.
 */
int open_reader(const char *path, const struct lay_open_opts *opts,
		struct elf_file **elf, struct reader **reader,
		struct lay_error *err);

/* A reader of the types in @elf, opened from @path; of BTF over @base, or where
 * that is NULL, over what is found. */
int open_elf_reader(const char *path, const struct lay_open_opts *opts,
		    struct typeset *base, struct elf_file *elf,
		    struct reader **reader, struct lay_error *err);

#endif /* BUILD_OPEN_H */
