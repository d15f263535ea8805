/* SPDX-License-Identifier: GPL-2.0-only */
/* What a build says of itself. */
#ifndef BUILD_IDENTITY_H
#define BUILD_IDENTITY_H

#include "base/arena.h"
#include "elf/elf.h"
#include "model/reader.h"

/*
 * Fill @id for the build at @path; strings that are made go into @arena. @file
 * is NULL where the build is no ELF file: then the machine is known if it runs
 * here and shows its types itself; else its numbers are those of most machines.
 */
int identity_fill(const char *path, struct elf_file *file,
		  struct reader *reader, struct arena *arena,
		  struct lay_identity *id, struct lay_error *err);

/* The release that @file says it is of, copied to @arena; what says none leaves
 * *@release as it is. */
int identity_find_release(struct elf_file *file, struct arena *arena,
			  const char **release, struct lay_error *err);

#endif /* BUILD_IDENTITY_H */
