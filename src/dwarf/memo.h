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

/* Starts as all zeros. */
struct dw_memo {
	struct dw_memo_slot *slots;
	size_t nr, cap;
	uint32_t generation;
};

void dw_memo_deinit(struct dw_memo *memo);

/* Forget everything, in no time. */
void dw_memo_clear(struct dw_memo *memo);

/*
 * The slot of @key; *@is_new: it was not there, and is DW_MEMO_BEGUN now. NULL:
 * no memory. Good until the next call.
 */
struct dw_memo_slot *dw_memo_find(struct dw_memo *memo, uint64_t key,
				  bool *is_new);

#endif /* DWARF_MEMO_H */
