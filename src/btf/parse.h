/* SPDX-License-Identifier: GPL-2.0-only */
/* libbpf's parser, without a word from it. */
#ifndef BTF_PARSE_H
#define BTF_PARSE_H

#include <stddef.h>

struct btf;

/*
 * Parse @size bytes that btf_check() has passed; they are copied. @base may be
 * NULL. Returns NULL with errno set.
 */
struct btf *btf_parse(const void *data, size_t size, struct btf *base);

#endif /* BTF_PARSE_H */
