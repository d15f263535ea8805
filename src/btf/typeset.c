// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/stdin.h"
#include "btf/check.h"
#include "btf/parse.h"
#include "btf/typeset.h"
#include "btf/verify.h"
#include "base/vec.h"
#include "base/poison.h"

struct typeset *typeset_ref(struct typeset *set)
{
	if (set)
		__atomic_add_fetch(&set->refs, 1, __ATOMIC_RELAXED);
	return set;
}

void typeset_unref(struct typeset *set)
{
	while (set && !__atomic_sub_fetch(&set->refs, 1, __ATOMIC_ACQ_REL)) {
		struct typeset *base = set->base;

		btf__free(set->btf);
		free(set->path);
		free(set->where);
		free(set);
		set = base;
	}
}

bool typeset_target(const struct typeset *set, uint32_t id, uint32_t n,
		    uint32_t *to)
{
	const struct btf_type *t = typeset_type(set, id);

	switch (btf_kind(t)) {
	case BTF_KIND_PTR:
	case BTF_KIND_TYPEDEF:
	case BTF_KIND_VOLATILE:
	case BTF_KIND_CONST:
	case BTF_KIND_RESTRICT:
	case BTF_KIND_TYPE_TAG:
		*to = t->type;
		return n < 1;
	case BTF_KIND_ARRAY:
		*to = btf_array(t)->type;
		return n < 1;
	case BTF_KIND_STRUCT:
	case BTF_KIND_UNION:
		if (n >= btf_vlen(t))
			return false;
		*to = btf_members(t)[n].type;
		return true;
	case BTF_KIND_FUNC_PROTO:
		if (n > btf_vlen(t))
			return false;
		*to = n ? btf_params(t)[n - 1].type : t->type;
		return true;
	default:
		return false;
	}
}

/*
 * Linux kernel commit 6089fb325cf7 ("bpf: Add btf enum64 support") (in v6.0)
 * gave enums a flag for signed values; what was written before has none, and
 * its values are signed.
 */
static bool has_signed_enums(const struct typeset *set)
{
	if (set->base && !set->base->distilled)
		return set->base->signed_enums;
	for (uint32_t id = 1; id < set->end_id; id++) {
		const struct btf_type *t = typeset_type(set, id);

		if (btf_is_enum64(t) || (btf_is_enum(t) && btf_kflag(t)))
			return true;
	}
	return false;
}

/* Let libbpf parse what btf_check() has passed. */
static int parse(struct typeset *set, const uint8_t *data, size_t size,
		 const struct btf_extent *extent, struct lay_error *err)
{
	set->btf = btf_parse(data, size, set->base ? set->base->btf : NULL);
	if (!set->btf)
		return lay_error_set(err, errno == ENOMEM ? LAY_E_NOMEM :
				     LAY_E_FORMAT,
				     ": libbpf does not read it: %s",
				     strerror(errno));
	set->end_id = btf__type_cnt(set->btf);
	set->first_id = set->end_id - extent->nr_types;
	set->end_name = extent->strings_size +
			(set->base ? set->base->end_name : 0);
	set->types_off = extent->types_off;
	set->big_endian = extent->big_endian;
	if (set->first_id != (set->base ? set->base->end_id : 1))
		return lay_error_set(err, LAY_E_FORMAT,
				     ": libbpf reads other types than there are");
	return typeset_verify(set, err);
}

/* Does what is split have a base, and one that it can have? */
static int check_base(struct typeset *base, const struct btf_extent *extent,
		      struct lay_error *err)
{
	if (!extent->split)
		return 0;
	if (!base)
		return lay_error_set(err, LAY_E_NOT_FOUND,
				     ": is split from the BTF of vmlinux, and that was not given");
	if (base->big_endian != extent->big_endian)
		return lay_error_set(err, LAY_E_FORMAT,
				     ": has not the byte order of its base %s",
				     base->where);
	if (base->base)
		return lay_error_set(err, LAY_E_UNSUPPORTED,
				     ": its base %s is split itself",
				     base->where);
	return 0;
}

static int open_checked(struct typeset *set, const uint8_t *data, size_t size,
			struct typeset *base, struct lay_error *err)
{
	struct btf_extent extent;
	int ret = btf_check(data, size, &extent, err);

	if (ret == 0)
		ret = check_base(base, &extent, err);
	if (ret < 0)
		return ret;
	if (extent.split)
		set->base = typeset_ref(base);
	ret = parse(set, data, size, &extent, err);
	if (ret == 0)
		set->signed_enums = has_signed_enums(set);
	return ret;
}

/* Errors carry @path and @section; what follows begins with "+0x" or ":". */
static int open_bytes(const char *path, const char *section,
		      const uint8_t *data, size_t size, struct typeset *base,
		      struct typeset **ret_set, struct lay_error *err)
{
	struct typeset *set = calloc(1, sizeof(*set));
	int ret;

	if (set)
		set->path = strdup(path);
	if (!set || !set->path ||
	    asprintf(&set->where, "%s: %s", path, section) < 0) {
		free(set ? set->path : NULL);
		free(set);
		return lay_error_set(err, LAY_E_NOMEM, "%s: out of memory",
				     path);
	}
	set->refs = 1;
	ret = open_checked(set, data, size, base, err);
	if (ret < 0) {
		lay_error_prefix(err, "%s", set->where);
		typeset_unref(set);
		return ret;
	}
	*ret_set = set;
	return 0;
}

/* 1 read, 0 there is no such section. */
static int open_section(struct elf_file *file, const char *name,
			struct typeset *base, struct typeset **ret_set,
			struct lay_error *err)
{
	const struct elf_section *section = elf_find_section(file, name);
	struct elf_data data;
	int ret;

	if (!section)
		return 0;
	ret = elf_section_data(file, section, &data, err);
	if (ret < 0)
		return ret;
	ret = open_bytes(elf_path(file), name, data.data, data.size, base,
			 ret_set, err);
	return ret < 0 ? ret : 1;
}

int typeset_open_elf(struct elf_file *file, struct typeset *base,
		     struct typeset **ret_set, struct lay_error *err)
{
	struct typeset *own_base = NULL, *set;
	int ret = open_section(file, ".BTF.base", NULL, &own_base, err);

	if (ret < 0)
		return ret;
	if (own_base) {
		own_base->distilled = true;
		base = own_base;
	}
	ret = open_section(file, BTF_ELF_SEC, base, &set, err);
	typeset_unref(own_base);
	if (ret == 0)
		return lay_error_set(err, LAY_E_NO_DEBUG,
				     "%s: has no section .BTF", elf_path(file));
	if (ret < 0)
		return ret;
	set->pointer_size = elf_is_64(file) ? 8 : 4;
	*ret_set = set;
	return 0;
}

/* Read @fd to its end, at most one byte more than btf_check() takes. Files of
 * sysfs state a size, but need not be mappable. Returns 0 or an errno. */
static int read_all(int fd, uint8_t **data, size_t *nr)
{
	size_t cap = 0;
	ssize_t n;

	do {
		if (VEC_RESERVE(*data, *nr, cap, 65536) < 0)
			return ENOMEM;
		n = pread(fd, *data + *nr, cap - *nr, (off_t)*nr);
		if (n > 0)
			*nr += (size_t)n;
	} while (n > 0 && *nr <= BTF_SIZE_MAX);
	return n < 0 ? errno : 0;
}

static int read_file(const char *path, uint8_t **data, size_t *nr,
		     struct lay_error *err)
{
	int fd = path_is_stdin(path) ? stdin_open(NULL) :
		 open(path, O_RDONLY | O_CLOEXEC);
	int failed;

	*data = NULL;
	*nr = 0;
	if (fd < 0)
		return lay_error_set(err, LAY_E_IO, "%s: %s", path,
				     strerror(errno));
	failed = read_all(fd, data, nr);
	close(fd);
	if (!failed)
		return 0;
	free(*data);
	return lay_error_set(err, LAY_E_IO, "%s: %s", path, strerror(failed));
}

int typeset_open_raw(const char *path, struct typeset *base,
		     struct typeset **ret_set, struct lay_error *err)
{
	struct typeset *set;
	uint8_t *data;
	size_t size;
	int ret = read_file(path, &data, &size, err);

	if (ret < 0)
		return ret;
	ret = open_bytes(path, "BTF", data, size, base, &set, err);
	free(data);
	if (ret < 0)
		return ret;
	set->pointer_size = (unsigned int)btf__pointer_size(set->btf);
	*ret_set = set;
	return 0;
}
