/* SPDX-License-Identifier: GPL-2.0-only */
/* What types were found to be, by where they stand. */
#ifndef DWARF_MEMO_H
#define DWARF_MEMO_H

#include <stdbool.h>

#include <layoutdiff/build.h>

enum dw_memo_state {
	DW_MEMO_BEGUN,		/* being read: meeting it again is a cycle */
	DW_MEMO_DONE,
};

struct dw_memo_slot {
	uint64_t key;
	uint32_t generation;	/* an older one than the memo's: free */
	uint8_t state;		/* enum dw_memo_state */
	bool unsure;
	struct lay_fingerprint fp;
};

/* A hash table, at most half full. Starts as all zeros. */
struct dw_memo {
	struct dw_memo_slot *slots;
	size_t nr, cap;
	unsigned int nr_bits;		/* cap is 1 << nr_bits */
	uint32_t generation;
};

void dw_memo_deinit(struct dw_memo *memo);

/* Forget everything, in no time. */
void dw_memo_clear(struct dw_memo *memo);

/* The slot that has @key, or the free one where it belongs; NULL where there
 * is no slot yet. */
static inline struct dw_memo_slot *dw_memo_probe(const struct dw_memo *memo,
						 uint64_t key)
{
	uint64_t i;

	if (!memo->cap)
		return NULL;
	/* Keys are places, each type takes a few bytes, and refers to types
	 * near by: so they stay near each other here, in what the processor
	 * has at hand. The bits at the top tell keys of one place apart. */
	i = (key >> 2 ^ key >> 60) & (memo->cap - 1);
	while (memo->slots[i].generation == memo->generation &&
	       memo->slots[i].key != key)
		i = (i + 1) & (memo->cap - 1);
	return &memo->slots[i];
}

/* The slot of @key if it is DW_MEMO_DONE, else NULL. */
static inline const struct dw_memo_slot *
dw_memo_recall(const struct dw_memo *memo, uint64_t key)
{
	const struct dw_memo_slot *slot = dw_memo_probe(memo, key);

	return slot && slot->generation == memo->generation &&
	       slot->state == DW_MEMO_DONE ? slot : NULL;
}

/*
 * The slot of @key; *@is_new: it was not there, and is DW_MEMO_BEGUN now. NULL:
 * no memory. Good until the next call.
 */
struct dw_memo_slot *dw_memo_find(struct dw_memo *memo, uint64_t key,
				  bool *is_new);

#endif /* DWARF_MEMO_H */
