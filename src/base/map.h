/* SPDX-License-Identifier: GPL-2.0-only */
/* A table from 64-bit keys to pointers. Not thread-safe. */
#ifndef BASE_MAP_H
#define BASE_MAP_H

#include <stddef.h>
#include <stdint.h>

struct map {
	struct map_slot *slots;
	size_t nr, cap;
};

void map_init(struct map *map);
void map_free(struct map *map);

/* What @key stands for, or NULL. */
const void *map_get(const struct map *map, uint64_t key);

/* Let @key stand for @value from now on; NULL makes it stand for nothing again.
 * 0, or -1: out of memory, which cannot be when @key stood for something. */
int map_put(struct map *map, uint64_t key, const void *value);

#endif /* BASE_MAP_H */
