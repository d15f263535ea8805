// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "build/debuglink.h"
#include "build/split.h"
#include "dwarf/reader.h"
#include "elf/links.h"
#include "base/poison.h"

/* Open a file of which there may be thousands: 1; 0 if it is not there. */
static int try(struct elf_file **elf, struct lay_error *err, const char *fmt,
	       ...) LAY_PRINTF(3, 4);

static int try(struct elf_file **elf, struct lay_error *err, const char *fmt,
	       ...)
{
	char path[PATH_MAX];
	struct lay_error why;
	va_list ap;
	int len, ret;

	va_start(ap, fmt);
	len = vsnprintf(path, sizeof(path), fmt, ap);
	va_end(ap);
	if (len < 0 || (size_t)len >= sizeof(path))
		return 0;
	ret = elf_open(path, elf, &why);
	if (ret == -LAY_E_NOT_FOUND)
		return 0;
	if (ret < 0) {
		*err = why;
		return ret;
	}
	elf_release(*elf);
	return 1;
}

static int find_sup(void *ctx, struct elf_file *elf, struct elf_file **sup,
		    struct lay_error *err)
{
	return debuglink_find_sup(elf, ctx, sup, err);
}

/* The folder of @path with its slash, as it is written; "" for the one where we
 * are. */
static int folder_len(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? (int)(slash + 1 - path) : 0;
}

static const char *base_name(const char *path)
{
	return path + folder_len(path);
}

/*
 * The compiler names the file as it was told to, from the folder it ran in. A
 * build that was moved has it in the same place below the folder of the linked
 * file, or all in one.
 */
static int find_dwo(void *ctx, struct elf_file *elf, const char *dir,
		    const char *name, struct elf_file **dwo,
		    struct lay_error *err)
{
	const struct lay_open_opts *opts = ctx;
	const char *path = elf_path(elf), *base = base_name(name);
	int len = folder_len(path), ret = 0;

	for (size_t i = 0; i < opts->nr_debug_dirs && ret == 0; i++) {
		const char *given = opts->debug_dirs[i];

		ret = try(dwo, err, "%s/%s", given, name);
		if (ret == 0 && dir && *dir == '/' && *name != '/')
			ret = try(dwo, err, "%s%s/%s", given, dir, name);
		if (ret == 0 && base != name)
			ret = try(dwo, err, "%s/%s", given, base);
	}
	if (ret == 0 && *name == '/')
		ret = try(dwo, err, "%s", name);
	else if (ret == 0 && dir)
		ret = try(dwo, err, "%s/%s", dir, name);
	if (ret == 0 && *name != '/')
		ret = try(dwo, err, "%.*s%s", len, path, name);
	if (ret == 0 && base != name)
		ret = try(dwo, err, "%.*s%s", len, path, base);
	return ret;
}

static int find_dwp(void *ctx, struct elf_file *elf, struct elf_file **dwp,
		    struct lay_error *err)
{
	const struct lay_open_opts *opts = ctx;
	const char *path = elf_path(elf);
	int ret = try(dwp, err, "%s.dwp", path);

	for (size_t i = 0; i < opts->nr_debug_dirs && ret == 0; i++)
		ret = try(dwp, err, "%s/%s.dwp", opts->debug_dirs[i],
			  base_name(path));
	return ret;
}

int split_reader_open(struct elf_file *elf, const struct lay_open_opts *opts,
		      struct reader **reader, struct lay_error *err)
{
	const struct dw_finder finder = {
		.ctx = (void *)opts, .sup = find_sup, .dwo = find_dwo,
		.dwp = find_dwp,
	};

	return dw_reader_open(elf, opts, &finder, reader, err);
}
