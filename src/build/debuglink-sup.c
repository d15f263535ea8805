// SPDX-License-Identifier: GPL-2.0-only
/* Supplementary files: what dwz took out of several files. */
#include <config.h>

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "build/debuglink.h"
#include "elf/links.h"
#include "base/poison.h"

struct search {
	struct elf_suplink link;
	struct elf_file *found;
	char refused[PATH_MAX + 64];	/* what was there instead; "": nothing */
};

/* Try @before@middle@name: 1, or 0 if it is not it. */
static int try(struct search *s, const char *before, const char *middle,
	       const char *name, struct lay_error *err)
{
	char path[PATH_MAX], own[ELF_BUILD_ID_HEX];
	const char *id;
	int len = snprintf(path, sizeof(path), "%s%s%s", before, middle, name);
	int ret;

	if (len < 0 || (size_t)len >= sizeof(path))
		return 0;
	ret = elf_open(path, &s->found, err);
	if (ret == -LAY_E_NOT_FOUND)
		return 0;
	if (ret < 0)
		return ret;
	id = s->link.is_build_id ? elf_build_id(s->found) :
				   elf_sup_id(s->found, own);
	if (id && !strcmp(id, s->link.id))
		return 1;
	snprintf(s->refused, sizeof(s->refused),
		 "; %s is another one: it has %s", path, id ? id : "none");
	elf_close(s->found);
	s->found = NULL;
	return 0;
}

/* A name that is no path from the root is one from the file's folder. */
static int search_name(struct search *s, struct elf_file *elf,
		       struct lay_error *err)
{
	char folder[PATH_MAX], *slash;

	if (*s->link.name == '/')
		return try(s, s->link.name, "", "", err);
	if (!realpath(elf_path(elf), folder))
		return 0;
	slash = strrchr(folder, '/');
	if (slash)
		*slash = '\0';
	return try(s, folder, "/", s->link.name, err);
}

static int search_dirs(struct search *s, const struct lay_open_opts *opts,
		       struct lay_error *err)
{
	const char *base = strrchr(s->link.name, '/');
	char id_path[ELF_BUILD_ID_HEX + 32];
	const char *dir;
	int ret = 0;

	base = base ? base + 1 : s->link.name;
	snprintf(id_path, sizeof(id_path), "%.2s/%s.debug", s->link.id,
		 strlen(s->link.id) > 2 ? s->link.id + 2 : "");
	for (size_t i = 0; ret == 0 && (dir = debug_dir(opts, i)); i++) {
		ret = try(s, dir, "/.build-id/", id_path, err);
		if (ret == 0)
			ret = try(s, dir, "/.dwz/", base, err);
		if (ret == 0)
			ret = try(s, dir, "/", base, err);
		if (ret == 0 && *s->link.name == '/')
			ret = try(s, dir, "", s->link.name, err);
	}
	return ret;
}

int debuglink_find_sup(struct elf_file *elf, const struct lay_open_opts *opts,
		       struct elf_file **sup, struct lay_error *err)
{
	struct search s = { .found = NULL };
	int ret = elf_read_suplink(elf, &s.link, err);

	if (ret <= 0)
		return ret;
	ret = search_name(&s, elf, err);
	if (ret == 0)
		ret = search_dirs(&s, opts, err);
	if (ret < 0)
		return ret;
	if (ret == 0)
		return lay_error_set(err, LAY_E_NOT_FOUND,
				     "%s: a part of its debug information is in the file '%s' (%s), which is not there: name its folder by --debug-dir%s",
				     elf_path(elf), s.link.name, s.link.id,
				     s.refused);
	*sup = s.found;
	return 1;
}
