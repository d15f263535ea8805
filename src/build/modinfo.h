/* SPDX-License-Identifier: GPL-2.0-only */
/* What a kernel module says of itself: section .modinfo. */
#ifndef BUILD_MODINFO_H
#define BUILD_MODINFO_H

#include "elf/elf.h"

/*
 * The value behind the first "@key=", borrowed from @file. Returns 1 found, 0
 * there is none, <0 the section is damaged.
 */
int modinfo_find(struct elf_file *file, const char *key, const char **value,
		 struct lay_error *err);

/* The release a module was built for, the first word of its vermagic: as
 * modinfo_find(), but *@release is the caller's (free()). */
int modinfo_release(struct elf_file *file, char **release,
		    struct lay_error *err);

#endif /* BUILD_MODINFO_H */
