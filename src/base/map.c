// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <stdbool.h>
#include <stdlib.h>

#include "base/hash.h"
#include "base/map.h"
#include "base/poison.h"

/*
 * Open addressing, linear probing; at most half of the slots are taken. A key
 * that stands for nothing again keeps its slot, with a NULL value: it is looked
 * for again soon, or never.
 */
struct map_slot {
	uint64_t key;
	const void *value;
	bool taken;
};

#define MIN_SLOTS ((size_t)64)

void map_init(struct map *map)
{
	*map = (struct map){ .slots = NULL };
}

void map_free(struct map *map)
{
	free(map->slots);
	map_init(map);
}

/* The slot of @key, or the free one where it belongs. */
static struct map_slot *find_slot(struct map_slot *slots, size_t cap,
				  uint64_t key)
{
	size_t i = hash_u64(key) & (cap - 1);

	while (slots[i].taken && slots[i].key != key)
		i = (i + 1) & (cap - 1);
	return &slots[i];
}

static int grow(struct map *map)
{
	size_t cap = map->cap ? map->cap * 2 : MIN_SLOTS;
	struct map_slot *slots = calloc(cap, sizeof(*slots));

	if (!slots)
		return -1;
	for (size_t i = 0; i < map->cap; i++) {
		const struct map_slot *old = &map->slots[i];

		if (old->taken)
			*find_slot(slots, cap, old->key) = *old;
	}
	free(map->slots);
	map->slots = slots;
	map->cap = cap;
	return 0;
}

const void *map_get(const struct map *map, uint64_t key)
{
	const struct map_slot *slot;

	if (!map->cap)
		return NULL;
	slot = find_slot(map->slots, map->cap, key);
	return slot->taken ? slot->value : NULL;
}

int map_put(struct map *map, uint64_t key, const void *value)
{
	struct map_slot *slot = NULL;

	if (map->cap)
		slot = find_slot(map->slots, map->cap, key);
	if (!slot || !slot->taken) {
		if (map->nr >= map->cap / 2 && grow(map) < 0)
			return -1;
		slot = find_slot(map->slots, map->cap, key);
		map->nr++;
	}
	*slot = (struct map_slot){ .key = key, .value = value, .taken = true };
	return 0;
}
