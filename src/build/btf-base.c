// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "base/file.h"
#include "btf/check.h"
#include "build/btf-base.h"
#include "base/poison.h"

#define RUNNING_BTF "/sys/kernel/btf/vmlinux"

/*
 * Below each folder above a module, the nearest first. A build tree has vmlinux
 * at its top, Debian's debug packages a link to it beside the modules; others
 * put it beside the modules too (Fedora), or into boot (Debian, Ubuntu, SUSE,
 * Arch).
 */
static const struct place {
	const char *before, *after;	/* the release, if @released */
	bool released;
} places[] = {
	{ "/vmlinux", "", false },
	{ "/vmlinux-", "", true },
	{ "/boot/vmlinux-", "", true },
	{ "/usr/lib/debug/boot/vmlinux-", "", true },
	{ "/usr/lib/debug/lib/modules/", "/vmlinux", true },
};

bool btf_file_is_raw(const char *path)
{
	uint8_t head[2];

	return file_peek(path, head, sizeof(head)) == sizeof(head) &&
	       btf_has_magic(head, sizeof(head));
}

int btf_open_file(const char *path, struct typeset *base,
		  struct typeset **set, struct lay_error *err)
{
	struct elf_file *file;
	int ret;

	if (btf_file_is_raw(path))
		return typeset_open_raw(path, base, set, err);
	ret = elf_open(path, &file, err);
	if (ret < 0)
		return ret;
	ret = typeset_open_elf(file, base, set, err);
	elf_close(file);
	return ret;
}

/* 1 @path has BTF that stands by itself, 0 it is not there or has none. */
static int try_file(const char *path, struct typeset **base,
		    struct lay_error *err)
{
	int ret;

	if (access(path, R_OK) < 0)
		return 0;
	ret = btf_open_file(path, NULL, base, err);
	if (ret == -LAY_E_NO_DEBUG || ret == -LAY_E_NOT_FOUND)
		return 0;
	return ret < 0 ? ret : 1;
}

/* Try all places below @folder. */
static int try_folder(const char *folder, const char *release,
		      struct typeset **base, struct lay_error *err)
{
	char path[PATH_MAX];
	int ret = 0;

	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]) && !ret;
	     i++) {
		const struct place *p = &places[i];
		int len = snprintf(path, sizeof(path), "%s%s%s%s", folder,
				   p->before, p->released && release ? release :
				   "", p->after);

		if ((!p->released || release) && (size_t)len < sizeof(path))
			ret = try_file(path, base, err);
	}
	return ret;
}

static int try_running(const char *release, struct typeset **base,
		       struct lay_error *err)
{
	struct utsname name;

	if (!release || uname(&name) < 0 || strcmp(name.release, release))
		return 0;
	return try_file(RUNNING_BTF, base, err);
}

int btf_base_find(const char *path, const char *release,
		  struct typeset **base, struct lay_error *err)
{
	char folder[PATH_MAX];
	char *slash;
	int ret = 0;

	/* it is a file's word, and becomes part of a path */
	if (release && (strchr(release, '/') || strlen(release) > NAME_MAX))
		release = NULL;
	if (!realpath(path, folder))
		return 0;
	while (!ret && (slash = strrchr(folder, '/'))) {
		*slash = '\0';
		ret = try_folder(folder, release, base, err);
	}
	return ret ? ret : try_running(release, base, err);
}
