// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/poison.h"

/*
 * Under the address sanitizer what a block has not given out is poisoned, and
 * a gap stays behind each piece, so that a read past the end of one is caught
 * although it lies inside the block.
 */
#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
#define GAP_SIZE 16
#else
#define ASAN_POISON_MEMORY_REGION(p, n) ((void)(p), (void)(n))
#define ASAN_UNPOISON_MEMORY_REGION(p, n) ((void)(p), (void)(n))
#define GAP_SIZE 0
#endif

#define MIN_BLOCK_SIZE ((size_t)4096)
#define MAX_BLOCK_SIZE ((size_t)256 * 1024)

struct arena_block {
	struct arena_block *next;	/* older */
	size_t size;			/* of data */
	_Alignas(max_align_t) unsigned char data[];
};

void arena_init(struct arena *a, size_t limit)
{
	*a = (struct arena){ .limit = limit };
}

void arena_free(struct arena *a)
{
	struct arena_block *b, *next;

	for (b = a->blocks; b; b = next) {
		next = b->next;
		ASAN_UNPOISON_MEMORY_REGION(b->data, b->size);
		free(b);
	}
	arena_init(a, a->limit);
}

/*
 * The size for a new block that must hold @need bytes: as much as there is
 * already, within bounds, so that blocks are few and waste at most half.
 */
static size_t block_size(const struct arena *a, size_t need)
{
	size_t size = a->total;

	if (size < MIN_BLOCK_SIZE)
		size = MIN_BLOCK_SIZE;
	if (size > MAX_BLOCK_SIZE)
		size = MAX_BLOCK_SIZE;
	if (a->limit && size > a->limit - a->total)
		size = a->limit - a->total;
	return size < need ? need : size;
}

/* A new block with the piece of @need bytes at its start. */
static void *add_block(struct arena *a, size_t need)
{
	struct arena_block *b;
	size_t size;

	if (a->limit && need > a->limit - a->total)
		return NULL;
	size = block_size(a, need);
	if (size > SIZE_MAX - sizeof(*b))
		return NULL;
	b = calloc(1, sizeof(*b) + size);
	if (!b)
		return NULL;
	b->size = size;
	a->total += size;
	ASAN_POISON_MEMORY_REGION(b->data, b->size);

	/* Filled by this one piece: the block in use stays the newest. */
	if (size == need && a->blocks) {
		b->next = a->blocks->next;
		a->blocks->next = b;
	} else {
		b->next = a->blocks;
		a->blocks = b;
		a->used = need;
	}
	return b->data;
}

void *arena_alloc(struct arena *a, size_t size)
{
	const size_t mask = _Alignof(max_align_t) - 1;
	size_t need;
	void *p;

	/* A piece of 0 bytes takes one, so that it has an address of its own. */
	if (size > SIZE_MAX - mask - GAP_SIZE - 1)
		return NULL;
	need = ((size + !size + mask) & ~mask) + GAP_SIZE;

	if (a->blocks && need <= a->blocks->size - a->used) {
		p = a->blocks->data + a->used;
		a->used += need;
	} else {
		p = add_block(a, need);
		if (!p)
			return NULL;
	}
	ASAN_UNPOISON_MEMORY_REGION(p, size);
	return p;
}

void *arena_array(struct arena *a, size_t n, size_t size)
{
	size_t total;

	if (__builtin_mul_overflow(n, size, &total))
		return NULL;
	return arena_alloc(a, total);
}

void *arena_memdup(struct arena *a, const void *data, size_t size)
{
	void *p = arena_alloc(a, size);

	if (p && size)
		memcpy(p, data, size);
	return p;
}

char *arena_strndup(struct arena *a, const char *s, size_t len)
{
	char *p;

	if (len == SIZE_MAX)
		return NULL;
	p = arena_alloc(a, len + 1);
	if (p && len)
		memcpy(p, s, len);
	return p;
}
