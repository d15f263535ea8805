/* SPDX-License-Identifier: GPL-2.0-only */
/* What types were found to be, by where they stand. */
#ifndef DWARF_MEMO_H
#define DWARF_MEMO_H

#include <stdbool.h>

#include <layoutdiff/build.h>

/* A type that was found, or is being read: meeting it again is a cycle. */
struct dw_memo_type {
	struct lay_fingerprint fp;
	bool begun;
	bool unsure;
};

/*
 * A hash table of numbers of types, at most half full. What is asked for most is
 * all in eight bytes, so that the table of a unit stays near the processor: the
 * key, whether the type is DW_MEMO_ODD, and its number. Starts as all zeros.
 */
struct dw_memo {
	uint64_t *slots;	/* 0: free */
	size_t cap, alloc;	/* slots in use, a power of two; that are there */
	struct dw_memo_type *types;
	size_t nr, cap_types;
	size_t expected;	/* how many slots it begins with, about */
};

#define DW_MEMO_KEY_BITS	40
#define DW_MEMO_NUMBER_BITS	23
#define DW_MEMO_MAX_TYPES	((size_t)1 << DW_MEMO_NUMBER_BITS)
/* Begun, or unsure. */
#define DW_MEMO_ODD		(UINT64_C(1) << DW_MEMO_NUMBER_BITS)

/* Keys are less than this, and not 0. */
#define DW_MEMO_MAX_KEY		((UINT64_C(1) << DW_MEMO_KEY_BITS) - 1)

void dw_memo_deinit(struct dw_memo *memo);

/* Forget everything. @expected: how many slots will do. */
void dw_memo_clear(struct dw_memo *memo, size_t expected);

/* Keys are places, each type takes a few bytes: neighbours get slots that are
 * near each other and do not meet. The lowest bit tells keys of one place
 * apart. */
static inline size_t dw_memo_start(const struct dw_memo *memo, uint64_t key)
{
	return (key >> 3 ^ key << 9) & (memo->cap - 1);
}

/* What is known of the type with @key; NULL: nothing, or it is DW_MEMO_ODD, or
 * not at its place. */
static inline const struct lay_fingerprint *
dw_memo_recall(const struct dw_memo *memo, uint64_t key)
{
	uint64_t number;

	if (!memo->cap)
		return NULL;
	number = memo->slots[dw_memo_start(memo, key)] ^
		 key << (64 - DW_MEMO_KEY_BITS);
	return number < DW_MEMO_ODD ? &memo->types[number].fp : NULL;
}

/*
 * The number of the type with @key; *@is_new: it was not there, and is begun
 * now. Below 0: no memory. Who asks sees to it that memo->nr stays below
 * DW_MEMO_MAX_TYPES.
 */
long dw_memo_find(struct dw_memo *memo, uint64_t key, bool *is_new);

/* The type with @key and @number is read. */
void dw_memo_finish(struct dw_memo *memo, uint64_t key, long number,
		    const struct lay_fingerprint *fp, bool unsure);

#endif /* DWARF_MEMO_H */
