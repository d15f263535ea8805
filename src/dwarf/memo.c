// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "dwarf/memo.h"
#include "base/poison.h"

#define MIN_BITS 10

void dw_memo_deinit(struct dw_memo *memo)
{
	free(memo->slots);
	*memo = (struct dw_memo){ .slots = NULL };
}

void dw_memo_clear(struct dw_memo *memo)
{
	memo->nr = 0;
	memo->generation++;
	if (memo->generation == 0 && memo->slots) {
		memset(memo->slots, 0, memo->cap * sizeof(*memo->slots));
		memo->generation = 1;
	}
}

static int grow(struct dw_memo *memo)
{
	struct dw_memo bigger = {
		.nr_bits = memo->cap ? memo->nr_bits + 1 : MIN_BITS,
		.nr = memo->nr,
		.generation = 1,
	};

	bigger.cap = (size_t)1 << bigger.nr_bits;
	bigger.slots = calloc(bigger.cap, sizeof(*bigger.slots));
	if (!bigger.slots)
		return -1;
	for (size_t i = 0; i < memo->cap; i++) {
		struct dw_memo_slot *old = &memo->slots[i], *slot;

		if (old->generation != memo->generation)
			continue;
		slot = dw_memo_probe(&bigger, old->key);
		*slot = *old;
		slot->generation = bigger.generation;
	}
	free(memo->slots);
	*memo = bigger;
	return 0;
}

struct dw_memo_slot *dw_memo_find(struct dw_memo *memo, uint64_t key,
				  bool *is_new)
{
	struct dw_memo_slot *slot;

	if (memo->nr >= memo->cap / 2 && grow(memo) < 0)
		return NULL;
	slot = dw_memo_probe(memo, key);
	*is_new = slot->generation != memo->generation;
	if (*is_new) {
		*slot = (struct dw_memo_slot){
			.key = key,
			.generation = memo->generation,
		};
		memo->nr++;
	}
	return slot;
}
