// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <elf.h>
#include <inttypes.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/vec.h"
#include "build/debuglink.h"
#include "elf/links.h"
#include "base/poison.h"

static const char system_dir[] = "/usr/lib/debug";

/* What is looked for. */
struct search {
	const char *path;	/* of the file; NULL: only its build-id is known */
	struct elf_file *elf;	/* or NULL */
	const char *build_id;	/* or NULL */
	const struct lay_open_opts *opts;
	struct refusals *refusals;
	bool sup;		/* it is a supplementary file */
	bool has_link;
	struct elf_debuglink link;
	struct elf_file *found;
};

void refusals_deinit(struct refusals *r)
{
	for (size_t i = 0; i < r->nr; i++)
		free(r->text[i]);
	free(r->text);
	*r = (struct refusals){ .text = NULL };
}

void refuse(struct refusals *r, const char *fmt, ...)
{
	char text[1024];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	if (VEC_RESERVE(r->text, r->nr, r->cap, 1) < 0)
		return;
	r->text[r->nr] = strdup(text);
	r->nr += r->text[r->nr] != NULL;
}

const char *debug_dir(const struct lay_open_opts *opts, size_t i)
{
	if (i < opts->nr_debug_dirs)
		return opts->debug_dirs[i];
	return i == opts->nr_debug_dirs ? system_dir : NULL;
}

bool debuglink_has_dwarf(const struct elf_file *elf)
{
	static const char *const names[] = { ".debug_info", ".debug_types",
					     ".debug_info.dwo" };

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		const struct elf_section *s = elf_find_section(elf, names[i]);

		if (s && s->type != SHT_NOBITS && (s->size || s->compressed))
			return true;
	}
	return false;
}

/* Is the file at @path the one whose debug information is looked for? */
static bool is_itself(const struct search *s, const char *path)
{
	struct stat a, b;

	return s->path && stat(path, &a) == 0 && stat(s->path, &b) == 0 &&
	       a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

/*
 * Is @elf the debug information that is looked for? @crc: what it should have,
 * or NULL where it was found by build-id alone. The build-id is compared where
 * both files have one, and has to be there where nothing else is known.
 */
static bool is_it(struct search *s, struct elf_file *elf, const uint32_t *crc)
{
	const char *path = elf_path(elf), *id = elf_build_id(elf);
	uint32_t have;

	if (s->build_id && (id || !crc) &&
	    (!id || strcmp(id, s->build_id) != 0)) {
		s->refusals->wrong = true;
		refuse(s->refusals, "%s: its build-id is %s, not %s: not used",
		       path, id ? id : "not there", s->build_id);
		return false;
	}
	if (s->elf && (elf_machine(elf) != elf_machine(s->elf) ||
		       elf_is_64(elf) != elf_is_64(s->elf) ||
		       elf_is_big_endian(elf) != elf_is_big_endian(s->elf))) {
		s->refusals->wrong = true;
		refuse(s->refusals, "%s: is for another machine than %s: not used",
		       path, s->path);
		return false;
	}
	if (!debuglink_has_dwarf(elf)) {
		if (!s->sup || !elf_find_section(elf, ".debug_str")) {
			refuse(s->refusals, "%s: has no debug information itself",
			       path);
			return false;
		}
	}
	if (!crc)
		return true;
	have = elf_crc(elf);
	if (have == *crc)
		return true;
	s->refusals->wrong = true;
	refuse(s->refusals,
	       "%s: its CRC is 0x%08" PRIx32 ", but %s says 0x%08" PRIx32
	       ": not used", path, have, s->path, *crc);
	return false;
}

/* Try the file at @path: 1 it is it, 0 not, or not there. */
static int try(struct search *s, const char *path, const uint32_t *crc,
	       struct lay_error *err)
{
	struct elf_file *elf;
	struct lay_error why;
	int ret;

	if (is_itself(s, path))
		return 0;
	ret = elf_open(path, &elf, &why);
	if (ret == -LAY_E_NOT_FOUND)
		return 0;
	if (ret == -LAY_E_NOMEM) {
		*err = why;
		return ret;
	}
	if (ret < 0) {
		s->refusals->wrong = true;
		refuse(s->refusals, "%s", why.text);
		return 0;
	}
	if (!is_it(s, elf, crc)) {
		elf_close(elf);
		return 0;
	}
	s->found = elf;
	return 1;
}

/* A path too long to be one is not there. */
static int try_at(struct search *s, const uint32_t *crc, struct lay_error *err,
		  const char *fmt, ...) LAY_PRINTF(4, 5);

static int try_at(struct search *s, const uint32_t *crc, struct lay_error *err,
		  const char *fmt, ...)
{
	char path[PATH_MAX];
	va_list ap;
	int len;

	va_start(ap, fmt);
	len = vsnprintf(path, sizeof(path), fmt, ap);
	va_end(ap);
	if (len < 0 || (size_t)len >= sizeof(path))
		return 0;
	return try(s, path, crc, err);
}

static int search_build_id(struct search *s, struct lay_error *err)
{
	const char *dir;
	int ret = 0;

	if (!s->build_id || strlen(s->build_id) < 4)
		return 0;
	for (size_t i = 0; ret == 0 && (dir = debug_dir(s->opts, i)); i++)
		ret = try_at(s, NULL, err, "%s/.build-id/%.2s/%s.debug", dir,
			     s->build_id, s->build_id + 2);
	return ret;
}

/* The folder of @path without symbolic links, "" for that of standard input or
 * one that cannot be had. */
static void folder_of(const char *path, char folder[PATH_MAX])
{
	char *slash;

	folder[0] = '\0';
	if (!realpath(path, folder)) {
		folder[0] = '\0';
		return;
	}
	slash = strrchr(folder, '/');
	if (slash)
		*slash = '\0';
}

/*
 * Below a debug directory, files stand as they do in the system. What is in
 * /usr/lib may be there as in /lib, for which that is a link today.
 */
static int search_below(struct search *s, const char *dir, const char *folder,
			const char *name, const uint32_t *crc,
			struct lay_error *err)
{
	int ret = try_at(s, crc, err, "%s%s/%s", dir, folder, name);

	if (ret == 0 && !strncmp(folder, "/usr/", 5))
		ret = try_at(s, crc, err, "%s%s/%s", dir, folder + 4, name);
	return ret;
}

static int search_link(struct search *s, const char *folder,
		       struct lay_error *err)
{
	const struct elf_debuglink link = s->link;
	const char *dir;
	int ret = 0;

	if (!s->has_link)
		return 0;
	for (size_t i = 0; ret == 0 && i < s->opts->nr_debug_dirs; i++)
		ret = try_at(s, &link.crc, err, "%s/%s",
			     s->opts->debug_dirs[i], link.name);
	if (ret == 0 && *folder)
		ret = try_at(s, &link.crc, err, "%s/%s", folder, link.name);
	if (ret == 0 && *folder)
		ret = try_at(s, &link.crc, err, "%s/.debug/%s", folder,
			     link.name);
	for (size_t i = 0; ret == 0 && *folder &&
			   (dir = debug_dir(s->opts, i)); i++)
		ret = search_below(s, dir, folder, link.name, &link.crc, err);
	return ret;
}

/* The file's name, without what packing it added. */
static void plain_name(const char *path, char name[NAME_MAX + 1])
{
	static const char *const packed[] = { ".xz", ".zst", ".gz" };
	const char *base = strrchr(path, '/');
	size_t len;

	snprintf(name, NAME_MAX + 1, "%s", base ? base + 1 : path);
	len = strlen(name);
	for (size_t i = 0; i < sizeof(packed) / sizeof(packed[0]); i++) {
		size_t end = strlen(packed[i]);

		if (len > end && !strcmp(name + len - end, packed[i])) {
			name[len - end] = '\0';
			return;
		}
	}
}

/* Distributions install modules unstripped below /usr/lib/debug, and name them
 * nowhere. The build-id tells whether it is the one; not for what the link has
 * named, of which the CRC is known too. */
static int search_name(struct search *s, const char *folder,
		       struct lay_error *err)
{
	char name[NAME_MAX + 1], debug[NAME_MAX + 8];
	const char *dir;
	bool linked;
	int ret = 0;

	if (!s->build_id || !*folder)
		return 0;
	plain_name(s->path, name);
	snprintf(debug, sizeof(debug), "%s.debug", name);
	linked = s->has_link && !strcmp(debug, s->link.name);
	if (!linked)
		ret = try_at(s, NULL, err, "%s/%s", folder, debug);
	for (size_t i = 0; ret == 0 && (dir = debug_dir(s->opts, i)); i++) {
		ret = search_below(s, dir, folder, name, NULL, err);
		if (ret == 0 && !linked)
			ret = search_below(s, dir, folder, debug, NULL, err);
	}
	return ret;
}

int debuglink_find(const char *path, struct elf_file *elf,
		   const struct lay_open_opts *opts, struct refusals *refusals,
		   struct elf_file **debug, struct lay_error *err)
{
	struct search s = {
		.path = path, .elf = elf, .build_id = elf_build_id(elf),
		.opts = opts, .refusals = refusals,
	};
	char folder[PATH_MAX];
	struct lay_error why;
	int ret = elf_read_debuglink(elf, &s.link, &why);

	s.has_link = ret == 1;
	if (ret < 0) {
		refusals->wrong = true;
		refuse(refusals, "%s", why.text);
	}
	ret = search_build_id(&s, err);
	folder_of(path, folder);
	if (ret == 0)
		ret = search_link(&s, folder, err);
	if (ret == 0)
		ret = search_name(&s, folder, err);
	if (ret == 1)
		*debug = s.found;
	return ret;
}

int debuglink_find_id(const char *hex, const struct lay_open_opts *opts,
		      struct refusals *refusals, struct elf_file **debug,
		      struct lay_error *err)
{
	struct search s = {
		.build_id = hex, .opts = opts, .refusals = refusals,
	};
	int ret = search_build_id(&s, err);

	if (ret == 1)
		*debug = s.found;
	return ret;
}
