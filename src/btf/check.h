/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Bytes that claim to be BTF, before libbpf sees them: its parser (that of
 * Debian 12 at least) trusts the lengths in the header and in the types.
 * Afterwards verify.c looks at what the types say.
 */
#ifndef BTF_CHECK_H
#define BTF_CHECK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <layoutdiff/error.h>

/* In bytes. A kernel's has some 5 MB; libbpf counts in int. */
#define BTF_SIZE_MAX	((size_t)1 << 28)

/* The parts of one BTF; offsets are from its first byte. */
struct btf_extent {
	uint32_t types_off, types_size;
	uint32_t strings_off, strings_size;
	uint32_t nr_types;	/* without void */
	bool big_endian;
	bool split;		/* goes on where another one ends */
};

/* Do the bytes begin as BTF does, in either byte order? */
bool btf_has_magic(const uint8_t *data, size_t size);

/*
 * Check the header, that types and strings lie inside @size, and that every
 * type is of a known kind and ends inside the types. The error's text begins
 * with "+0x..: ", for the caller to put file and section in front.
 */
int btf_check(const uint8_t *data, size_t size, struct btf_extent *extent,
	      struct lay_error *err);

#endif /* BTF_CHECK_H */
