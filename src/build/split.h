/* SPDX-License-Identifier: GPL-2.0-only */
/* Where the files are that have the rest of a file's DWARF. */
#ifndef BUILD_SPLIT_H
#define BUILD_SPLIT_H

#include "elf/elf.h"
#include "model/reader.h"

/*
 * A reader of the DWARF of @elf, and of supplementary files, .dwo files and
 * packages of those: where the compiler put them, beside @elf, in the debug
 * directories.
 */
int split_reader_open(struct elf_file *elf, const struct lay_open_opts *opts,
		      struct reader **reader, struct lay_error *err);

#endif /* BUILD_SPLIT_H */
