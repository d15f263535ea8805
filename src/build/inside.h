/* SPDX-License-Identifier: GPL-2.0-only */
/* What layers below build/ may ask of one beside its types. */
#ifndef BUILD_INSIDE_H
#define BUILD_INSIDE_H

#include <layoutdiff/build.h>

#include "elf/elf.h"

/* The file that @build is read from; NULL: it is none, or many. */
struct elf_file *build_elf(const struct lay_build *build);

/* Answer with so many threads from now on, if that is known to be of use; 0: as
 * many as the build was opened for. */
void build_use_threads(struct lay_build *build, unsigned int threads);

#endif /* BUILD_INSIDE_H */
