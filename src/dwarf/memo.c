// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "dwarf/memo.h"
#include "base/poison.h"

#define MIN_SLOTS ((size_t)1024)

#define KEY_SHIFT (64 - DW_MEMO_KEY_BITS)

void dw_memo_deinit(struct dw_memo *memo)
{
	free(memo->slots);
	free(memo->types);
	*memo = (struct dw_memo){ .slots = NULL };
}

void dw_memo_clear(struct dw_memo *memo, size_t expected)
{
	memo->nr = 0;
	memo->cap = 0;
	memo->expected = expected;
}

/* The slot that has @key, or the free one where it belongs. */
static uint64_t *find_slot(const struct dw_memo *memo, uint64_t key)
{
	size_t i = dw_memo_start(memo, key);

	while (memo->slots[i] && memo->slots[i] >> KEY_SHIFT != key)
		i = (i + 1) & (memo->cap - 1);
	return &memo->slots[i];
}

static uint64_t number_of(uint64_t slot)
{
	return slot & (DW_MEMO_ODD - 1);
}

/* The first slots, those of the last unit if they are enough. */
static int begin(struct dw_memo *memo)
{
	size_t cap = MIN_SLOTS;

	while (cap < memo->expected)
		cap *= 2;
	if (cap > memo->alloc) {
		free(memo->slots);
		memo->alloc = 0;
		memo->slots = malloc(cap * sizeof(*memo->slots));
		if (!memo->slots)
			return -1;
		memo->alloc = cap;
	}
	memo->cap = cap;
	memset(memo->slots, 0, cap * sizeof(*memo->slots));
	return 0;
}

static int grow(struct dw_memo *memo)
{
	struct dw_memo bigger = *memo;

	if (!memo->cap)
		return begin(memo);
	bigger.alloc = bigger.cap = memo->cap * 2;
	bigger.slots = calloc(bigger.cap, sizeof(*bigger.slots));
	if (!bigger.slots)
		return -1;
	for (size_t i = 0; i < memo->cap; i++)
		if (memo->slots[i])
			*find_slot(&bigger, memo->slots[i] >> KEY_SHIFT) =
				memo->slots[i];
	free(memo->slots);
	*memo = bigger;
	return 0;
}

long dw_memo_find(struct dw_memo *memo, uint64_t key, bool *is_new)
{
	uint64_t *slot;

	if (memo->nr >= memo->cap / 2 && grow(memo) < 0)
		return -1;
	slot = find_slot(memo, key);
	*is_new = *slot == 0;
	if (!*is_new)
		return (long)number_of(*slot);
	if (memo->nr == memo->cap_types &&
	    VEC_RESERVE(memo->types, memo->nr, memo->cap_types, 1) < 0)
		return -1;
	memo->types[memo->nr] = (struct dw_memo_type){ .begun = true };
	*slot = key << KEY_SHIFT | DW_MEMO_ODD | memo->nr;
	return (long)memo->nr++;
}

void dw_memo_finish(struct dw_memo *memo, uint64_t key, long number,
		    const struct lay_fingerprint *fp, bool unsure)
{
	memo->types[number] = (struct dw_memo_type){
		.fp = *fp, .unsure = unsure,
	};
	if (!unsure)
		*find_slot(memo, key) &= ~DW_MEMO_ODD;
}
