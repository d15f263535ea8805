/* SPDX-License-Identifier: GPL-2.0-only */
/* Where the BTF is that a module's was split from. */
#ifndef BUILD_BTF_BASE_H
#define BUILD_BTF_BASE_H

#include "btf/typeset.h"

/* Is @path a file that is nothing but BTF? What cannot be read is not. */
bool btf_file_is_raw(const char *path);

/* Read the BTF in the ELF file or raw BTF @path; @base may be NULL. */
int btf_open_file(const char *path, struct typeset *base,
		  struct typeset **set, struct lay_error *err);

/*
 * Look for the vmlinux of @release (NULL: not known) that the module at @path
 * belongs to: in the folders above it, as build trees, debug packages and
 * /sys/kernel/btf have it, where distributions install it, and if it runs, in
 * /sys. The first that has BTF is taken. Returns 1 found, 0 not, <0 one is
 * there and cannot be read.
 */
int btf_base_find(const char *path, const char *release,
		  struct typeset **base, struct lay_error *err);

#endif /* BUILD_BTF_BASE_H */
