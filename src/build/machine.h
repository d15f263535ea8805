/* SPDX-License-Identifier: GPL-2.0-only */
/* What follows from the machine that a build is for. */
#ifndef BUILD_MACHINE_H
#define BUILD_MACHINE_H

#include <layoutdiff/build.h>

#include "elf/elf.h"

/*
 * Fill machine, word_size, big_endian, line_size and max_scalar of @id for
 * @file. @name holds the name of a machine that has none here.
 */
void machine_identify(const struct elf_file *file, struct lay_identity *id,
		      char name[16]);

/* Fill machine, line_size and max_scalar of @id for a machine that uname(2)
 * calls @name; one that has none here is not known. */
void machine_by_name(const char *name, struct lay_identity *id);

#endif /* BUILD_MACHINE_H */
