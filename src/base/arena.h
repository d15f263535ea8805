/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Memory that lives as long as its owner: allocate many, free all at once.
 * Not thread-safe: an arena has one owner at a time.
 */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include <stddef.h>

struct arena_block;

struct arena {
	struct arena_block *blocks;	/* newest first */
	size_t used;			/* of the newest block */
	size_t total;			/* bytes of all blocks */
	size_t limit;			/* refuse to grow over this; 0: none */
};

void arena_init(struct arena *a, size_t limit);
void arena_free(struct arena *a);

/* @size zeroed bytes, aligned for any type; NULL when memory or limit is out.
 * A size of 0 gives a valid pointer. */
void *arena_alloc(struct arena *a, size_t size);
/* The same for @n elements of @size bytes, with the product checked. */
void *arena_array(struct arena *a, size_t n, size_t size);
void *arena_memdup(struct arena *a, const void *data, size_t size);
char *arena_strndup(struct arena *a, const char *s, size_t len);

#endif /* BASE_ARENA_H */
