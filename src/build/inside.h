/* SPDX-License-Identifier: GPL-2.0-only */
/* What layers below build/ may ask of one beside its types. */
#ifndef BUILD_INSIDE_H
#define BUILD_INSIDE_H

#include <layoutdiff/build.h>

#include "elf/elf.h"

/* The file that @build is read from; NULL: it is none, or many. */
struct elf_file *build_elf(const struct lay_build *build);

#endif /* BUILD_INSIDE_H */
