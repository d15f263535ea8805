/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Who knows where the other files are that a file's debug information is in.
 * DWARF names them; where they are looked for is not its matter.
 */
#ifndef DWARF_FINDER_H
#define DWARF_FINDER_H

#include "elf/elf.h"

/*
 * Each function: 1, and the file is the caller's; 0 there is none; <0 the one
 * that is there cannot be used. A function that is NULL finds none.
 */
struct dw_finder {
	void *ctx;
	/* the supplementary file of @elf: 0 if it names none, but one that it
	 * names and that is not there is an error */
	int (*sup)(void *ctx, struct elf_file *elf, struct elf_file **sup,
		   struct lay_error *err);
	/* the .dwo file @name, which the compiler wrote when it ran in @dir
	 * (NULL: not said) */
	int (*dwo)(void *ctx, struct elf_file *elf, const char *dir,
		   const char *name, struct elf_file **dwo,
		   struct lay_error *err);
	/* the package of .dwo files of @elf */
	int (*dwp)(void *ctx, struct elf_file *elf, struct elf_file **dwp,
		   struct lay_error *err);
};

#endif /* DWARF_FINDER_H */
