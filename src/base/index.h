/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which element of an array has a key. The array is the caller's and only
 * grows; the index has the elements' numbers alone, and asks for the rest. Not
 * thread-safe.
 */
#ifndef BASE_INDEX_H
#define BASE_INDEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Starts as all zeros. */
struct index {
	uint32_t *slots;	/* numbers + 1; 0: free */
	size_t nr_slots;
};

/* What is asked of element @i of @array. */
struct index_ops {
	uint64_t (*hash)(const void *array, uint32_t i);
	bool (*is)(const void *array, uint32_t i, const void *key);
};

void index_free(struct index *index);

/*
 * The slot of the element of @array that is @key, whose hash is @hash: *slot is
 * its number + 1, or 0, when there is none, to be set by who adds it. @nr:
 * elements so far. NULL: no memory, or too many. Good until the next call.
 */
uint32_t *index_find(struct index *index, const struct index_ops *ops,
		     const void *array, size_t nr, const void *key,
		     uint64_t hash);

/* The number + 1 of the element that is @key, or 0. */
uint32_t index_known(const struct index *index, const struct index_ops *ops,
		     const void *array, const void *key, uint64_t hash);

#endif /* BASE_INDEX_H */
