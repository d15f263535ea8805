// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <stdlib.h>

#include "btf/reader.h"
#include "build/btf-base.h"
#include "build/btf-open.h"
#include "build/modinfo.h"
#include "base/poison.h"

static int open_over(const char *path, struct elf_file *file,
		     struct typeset *base, struct typeset **set,
		     struct lay_error *err)
{
	return file ? typeset_open_elf(file, base, set, err) :
	       typeset_open_raw(path, base, set, err);
}

/* 1 found, 0 not */
static int find_base(const char *path, struct elf_file *file,
		     const char *base_path, struct typeset **base,
		     struct lay_error *err)
{
	char *release = NULL;
	int ret;

	if (base_path) {
		ret = btf_open_file(base_path, NULL, base, err);
		return ret < 0 ? ret : 1;
	}
	ret = file ? modinfo_release(file, &release, err) : 0;
	if (ret < 0)
		return ret;
	ret = btf_base_find(path, release, base, err);
	free(release);
	return ret;
}

int btf_open(const char *path, struct elf_file *file, const char *base_path,
	     struct reader **reader, struct lay_error *err)
{
	struct typeset *base = NULL, *set = NULL;
	int ret = open_over(path, file, NULL, &set, err);

	if (ret == -LAY_E_NOT_FOUND) {
		ret = find_base(path, file, base_path, &base, err);
		if (ret == 0)
			return lay_error_set(err, LAY_E_NOT_FOUND,
					     "%s: its BTF is split from that of its vmlinux, which was not found: name it (--btf-base)",
					     path);
		if (ret < 0)
			return ret;
		ret = open_over(path, file, base, &set, err);
		typeset_unref(base);
	}
	if (ret < 0)
		return ret;
	ret = btf_reader_create(set, false, reader, err);
	typeset_unref(set);
	return ret;
}

int btf_open_beside(struct elf_file *file, struct typeset *base,
		    struct reader **reader, struct lay_error *err)
{
	struct typeset *set;
	int ret = typeset_open_elf(file, base, &set, err);

	if (ret < 0)
		return ret;
	ret = btf_reader_create(set, true, reader, err);
	typeset_unref(set);
	return ret;
}
