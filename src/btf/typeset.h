/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The types of one BTF, in memory, checked, in the host's byte order. A split
 * BTF (of a module) goes on with numbers and strings where its base (that of
 * vmlinux) ends, and refers to it; many share one base.
 *
 * What typeset_open_*() returns is sound: every number of a type is one, every
 * name is there, nothing contains itself, and what nests does not nest deeper
 * than TYPESET_DEPTH_MAX. Who walks it checks none of this again.
 */
#ifndef BTF_TYPESET_H
#define BTF_TYPESET_H

#include <stdbool.h>
#include <stdint.h>

#include <bpf/btf.h>

#include <layoutdiff/error.h>

#include "elf/elf.h"

/*
 * How deep types may nest, by value or, behind a pointer, in the spelling; a
 * split BTF may nest so deep once more on top of what its base nests. The
 * Linux kernel itself refuses BTF that nests more than 32 deep
 * (MAX_RESOLVE_DEPTH in kernel/bpf/btf.c).
 */
#define TYPESET_DEPTH_MAX	128

struct typeset {
	struct btf *btf;
	struct typeset *base;	/* what it is split from, or NULL; a reference */
	unsigned int refs;
	uint32_t first_id;	/* its own types are [first_id, end_id) */
	uint32_t end_id;	/* and [1, end_id) with those of its base */
	uint32_t end_name;	/* its own strings end here, those of its base
				 * at base->end_name */
	uint32_t types_off;	/* from the first byte of the BTF */
	unsigned int pointer_size;	/* 4, 8; 0: not known */
	bool big_endian;
	bool distilled;		/* a .BTF.base: records without members */
	bool signed_enums;	/* its enums tell signed from unsigned */
	char *path;
	char *where;		/* "vmlinux: .BTF", for messages */
};

/*
 * Read the section .BTF of @file. A file with a .BTF.base of its own is read
 * over that; else a split one goes over @base, which may be NULL: without one
 * it is -LAY_E_NOT_FOUND, and the text says what is missing. Several threads
 * may read over one base. @file is not needed afterwards.
 */
int typeset_open_elf(struct elf_file *file, struct typeset *base,
		     struct typeset **set, struct lay_error *err);

/* The same for a file that is nothing but BTF, such as those below
 * /sys/kernel/btf. */
int typeset_open_raw(const char *path, struct typeset *base,
		     struct typeset **set, struct lay_error *err);

struct typeset *typeset_ref(struct typeset *set);
void typeset_unref(struct typeset *set);

/* The type called @id, of the set or its base; 0 is void. */
static inline const struct btf_type *typeset_type(const struct typeset *set,
						  uint32_t id)
{
	return btf__type_by_id(set->btf, id);
}

/* The string at @off; NULL for the empty one: anonymous. */
static inline const char *typeset_name(const struct typeset *set, uint32_t off)
{
	const char *name = off ? btf__str_by_offset(set->btf, off) : NULL;

	return name && name[0] ? name : NULL;
}

/* The @n-th type that the type @id refers to; false: there are no more. */
bool typeset_target(const struct typeset *set, uint32_t id, uint32_t n,
		    uint32_t *to);

/* Does @id stand in a .BTF.base? */
static inline bool typeset_is_distilled(const struct typeset *set, uint32_t id)
{
	return set->base && set->base->distilled && id < set->first_id;
}

#endif /* BTF_TYPESET_H */
