// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/strset.h"
#include "base/poison.h"

/* Open addressing, linear probing; at most half of the slots are taken. */
struct strset_slot {
	const char *s;		/* NULL: free */
	size_t len;
	uint64_t hash;
};

#define MIN_SLOTS ((size_t)64)

void strset_init(struct strset *set)
{
	*set = (struct strset){ .slots = NULL };
	arena_init(&set->arena, 0);
}

void strset_free(struct strset *set)
{
	free(set->slots);
	arena_free(&set->arena);
	strset_init(set);
}

/* The slot of the string, or the free one where it belongs. */
static struct strset_slot *find_slot(struct strset_slot *slots, size_t cap,
				     const char *s, size_t len, uint64_t hash)
{
	struct strset_slot *slot;
	size_t i = hash & (cap - 1);

	for (;; i = (i + 1) & (cap - 1)) {
		slot = &slots[i];
		if (!slot->s)
			return slot;
		if (slot->hash == hash && slot->len == len &&
		    !memcmp(slot->s, s, len))
			return slot;
	}
}

static int grow(struct strset *set)
{
	size_t cap = set->cap ? set->cap * 2 : MIN_SLOTS;
	struct strset_slot *slots = calloc(cap, sizeof(*slots));

	if (!slots)
		return -1;
	for (size_t i = 0; i < set->cap; i++) {
		const struct strset_slot *old = &set->slots[i];

		if (old->s)
			*find_slot(slots, cap, old->s, old->len, old->hash) =
				*old;
	}
	free(set->slots);
	set->slots = slots;
	set->cap = cap;
	return 0;
}

const char *strset_add(struct strset *set, const char *s, size_t len)
{
	uint64_t hash = hash_bytes(s, len);
	struct strset_slot *slot;
	char *copy;

	if (set->nr >= set->cap / 2 && grow(set) < 0)
		return NULL;
	slot = find_slot(set->slots, set->cap, s, len, hash);
	if (slot->s)
		return slot->s;
	copy = arena_strndup(&set->arena, s, len);
	if (!copy)
		return NULL;
	*slot = (struct strset_slot){ .s = copy, .len = len, .hash = hash };
	set->nr++;
	return copy;
}

const char *strset_adds(struct strset *set, const char *s)
{
	return strset_add(set, s, strlen(s));
}
