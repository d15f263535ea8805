// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <stdlib.h>

#include "base/index.h"
#include "base/poison.h"

/* Open addressing, linear probing; at most half of the slots are taken. */
#define MIN_SLOTS ((size_t)64)

void index_free(struct index *index)
{
	free(index->slots);
	*index = (struct index){ .slots = NULL };
}

/* The elements differ: each takes the first slot that is free. */
static int grow(struct index *index, const struct index_ops *ops,
		const void *array, size_t nr)
{
	size_t nr_slots = index->nr_slots ? index->nr_slots * 2 : MIN_SLOTS;
	uint32_t *slots = calloc(nr_slots, sizeof(*slots));

	if (!slots)
		return -1;
	for (uint32_t i = 0; i < nr; i++) {
		size_t at = ops->hash(array, i) & (nr_slots - 1);

		while (slots[at])
			at = (at + 1) & (nr_slots - 1);
		slots[at] = i + 1;
	}
	free(index->slots);
	index->slots = slots;
	index->nr_slots = nr_slots;
	return 0;
}

/* The slot of @key, or the free one where it belongs. */
static size_t find_slot(const struct index *index, const struct index_ops *ops,
			const void *array, const void *key, uint64_t hash)
{
	size_t at = hash & (index->nr_slots - 1);

	while (index->slots[at] &&
	       !ops->is(array, index->slots[at] - 1, key))
		at = (at + 1) & (index->nr_slots - 1);
	return at;
}

uint32_t *index_find(struct index *index, const struct index_ops *ops,
		     const void *array, size_t nr, const void *key,
		     uint64_t hash)
{
	if (nr >= UINT32_MAX - 1 ||
	    (nr >= index->nr_slots / 2 && grow(index, ops, array, nr) < 0))
		return NULL;
	return &index->slots[find_slot(index, ops, array, key, hash)];
}

uint32_t index_known(const struct index *index, const struct index_ops *ops,
		     const void *array, const void *key, uint64_t hash)
{
	if (!index->nr_slots)
		return 0;
	return index->slots[find_slot(index, ops, array, key, hash)];
}
