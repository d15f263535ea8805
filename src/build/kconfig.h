/* SPDX-License-Identifier: GPL-2.0-only */
/* The configuration of a kernel, as a file or in its image. */
#ifndef BUILD_KCONFIG_H
#define BUILD_KCONFIG_H

#include <layoutdiff/build.h>

#include "base/arena.h"
#include "elf/elf.h"

/*
 * Read the lines that Kconfig writes. @source says where they are from, and is
 * copied; all of the result stands in @arena. What is no such line is an error,
 * with its number; so is a text that sets no option.
 */
int config_parse(const char *text, size_t len, const char *source,
		 struct arena *arena, const struct lay_config **config,
		 struct lay_error *err);

/* The same of the file at @path, which xz, gzip or zstd may have packed. */
int config_read(const char *path, struct arena *arena,
		const struct lay_config **config, struct lay_error *err);

/*
 * The configuration that CONFIG_IKCONFIG puts into the image, or into the
 * module "configs". Returns 1 found, 0 there is none, <0 it is damaged.
 */
int config_find(struct elf_file *elf, struct arena *arena,
		const struct lay_config **config, struct lay_error *err);

#endif /* BUILD_KCONFIG_H */
