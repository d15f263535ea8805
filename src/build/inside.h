/* SPDX-License-Identifier: GPL-2.0-only */
/* What layers below build/ may ask of one beside its types. */
#ifndef BUILD_INSIDE_H
#define BUILD_INSIDE_H

#include <layoutdiff/build.h>

#include "elf/elf.h"
#include "model/reader.h"

/* The file that @build is read from; NULL: it is none, or many. */
struct elf_file *build_elf(const struct lay_build *build);

/* Answer with so many threads from now on, if that is known to be of use; 0: as
 * many as the build was opened for. */
void build_use_threads(struct lay_build *build, unsigned int threads);

/*
 * As lay_build_find_all(), of what that leaves out: of @only. Sorted by name,
 * then kind, as all lay_defs are.
 */
int build_find_only(struct lay_build *build, enum query_only only,
		    struct lay_defs *defs, struct lay_error *err);

/* The path of what the BTF of @build, or of the file that has @def, is split
 * from, if that is what has @def; else NULL. */
const char *build_base_of(const struct lay_build *build,
			  const struct lay_def *def);

#endif /* BUILD_INSIDE_H */
