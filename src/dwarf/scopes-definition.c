// SPDX-License-Identifier: GPL-2.0-only
/* Where records are defined, for units that only declare them. */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "dwarf/scopes-type.h"
#include "base/poison.h"

uint64_t scope_definition_key(enum lay_kind kind, const char *name)
{
	uint64_t key = hash_bytes(name, strlen(name)) + kind;

	return key ? key : 1;
}

static struct scope_definition *find_slot(const struct scope_definitions *table,
					  uint64_t key)
{
	size_t i = hash_u64(key) & (table->cap - 1);

	while (table->slots[i].key && table->slots[i].key != key)
		i = (i + 1) & (table->cap - 1);
	return &table->slots[i];
}

static int grow(struct scope_definitions *table)
{
	struct scope_definitions bigger = {
		.nr = table->nr,
		.cap = table->cap ? table->cap * 2 : 1024,
	};

	bigger.slots = calloc(bigger.cap, sizeof(*bigger.slots));
	if (!bigger.slots)
		return -1;
	for (size_t i = 0; i < table->cap; i++)
		if (table->slots[i].key)
			*find_slot(&bigger, table->slots[i].key) =
				table->slots[i];
	free(table->slots);
	*table = bigger;
	return 0;
}

int scope_definition_add(struct scope_definitions *table,
			 const struct scope_definition *def)
{
	struct scope_definition *slot;
	bool several;

	if (table->nr >= table->cap / 2 && grow(table) < 0)
		return -1;
	slot = find_slot(table, def->key);
	if (!slot->key) {
		*slot = *def;
		table->nr++;
		return 0;
	}
	several = slot->several || def->several || slot->size != def->size;
	if (def->off < slot->off)
		*slot = *def;
	slot->several = several;
	return 0;
}

const struct scope_definition *
scope_definition_find(const struct scope_definitions *table, uint64_t key)
{
	const struct scope_definition *slot;

	if (!table->cap)
		return NULL;
	slot = find_slot(table, key);
	return slot->key ? slot : NULL;
}
