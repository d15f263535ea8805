/* SPDX-License-Identifier: GPL-2.0-only */
/* DWARF behind the reader that build/ knows. */
#ifndef DWARF_READER_H
#define DWARF_READER_H

#include "dwarf/finder.h"
#include "elf/elf.h"
#include "model/reader.h"

/*
 * A reader of the DWARF in @elf, which must outlive it, and in the files that
 * @finder has for it (asked during this call alone); of @opts it takes jobs,
 * progress and no_decl. Errors: those of dw_file_open_all().
 */
int dw_reader_open(struct elf_file *elf, const struct lay_open_opts *opts,
		   const struct dw_finder *finder, struct reader **reader,
		   struct lay_error *err);

#endif /* DWARF_READER_H */
