// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "dwarf/memo.h"
#include "base/poison.h"

#define MIN_SLOTS 1024

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

static struct dw_memo_slot *probe(const struct dw_memo *memo, uint64_t key)
{
	size_t i = hash_u64(key) & (memo->cap - 1);

	while (memo->slots[i].generation == memo->generation &&
	       memo->slots[i].key != key)
		i = (i + 1) & (memo->cap - 1);
	return &memo->slots[i];
}

static int grow(struct dw_memo *memo)
{
	struct dw_memo bigger = {
		.cap = memo->cap ? memo->cap * 2 : MIN_SLOTS,
		.nr = memo->nr,
		.generation = 1,
	};

	bigger.slots = calloc(bigger.cap, sizeof(*bigger.slots));
	if (!bigger.slots)
		return -1;
	for (size_t i = 0; i < memo->cap; i++) {
		struct dw_memo_slot *old = &memo->slots[i], *slot;

		if (old->generation != memo->generation)
			continue;
		slot = probe(&bigger, old->key);
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
	slot = probe(memo, key);
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
