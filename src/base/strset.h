/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * One copy of each string: equal strings get the same pointer, valid until the
 * set is freed. Not thread-safe.
 */
#ifndef BASE_STRSET_H
#define BASE_STRSET_H

#include <stdint.h>

#include "base/arena.h"

struct strset {
	struct arena arena;
	struct strset_slot *slots;
	size_t nr, cap;
};

void strset_init(struct strset *set);
void strset_free(struct strset *set);

/* The one copy of the @len bytes at @s (no NUL inside); NULL: out of memory. */
const char *strset_add(struct strset *set, const char *s, size_t len);
const char *strset_adds(struct strset *set, const char *s);

#endif /* BASE_STRSET_H */
