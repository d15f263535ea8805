// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/vec.h"
#include "heat/table.h"
#include "base/poison.h"

#define MIN_SLOTS ((size_t)64)

void heat_table_init(struct heat_table *table, size_t size, size_t key_size,
		     size_t max)
{
	*table = (struct heat_table){
		.size = size, .key_size = key_size, .max = max,
	};
}

void heat_table_deinit(struct heat_table *table)
{
	free(table->records);
	free(table->slots);
	table->records = NULL;
	table->slots = NULL;
	table->nr = table->cap = table->nr_slots = 0;
}

static char *record_at(const struct heat_table *table, size_t i)
{
	return (char *)table->records + i * table->size;
}

/* The slot of @key, or the free one where it belongs. */
static uint32_t *find_slot(const struct heat_table *table, const void *key)
{
	size_t i = hash_bytes(key, table->key_size) & (table->nr_slots - 1);

	while (table->slots[i] &&
	       memcmp(record_at(table, table->slots[i] - 1), key,
		      table->key_size))
		i = (i + 1) & (table->nr_slots - 1);
	return &table->slots[i];
}

static int grow_slots(struct heat_table *table)
{
	size_t nr = table->nr_slots ? table->nr_slots * 2 : MIN_SLOTS;
	uint32_t *slots = calloc(nr, sizeof(*slots));

	if (!slots)
		return -1;
	free(table->slots);
	table->slots = slots;
	table->nr_slots = nr;
	for (size_t i = 0; i < table->nr; i++)
		*find_slot(table, record_at(table, i)) = (uint32_t)i + 1;
	return 0;
}

int heat_table_get(struct heat_table *table, const void *key, void **record)
{
	uint32_t *slot;

	if (table->nr * 2 >= table->nr_slots && grow_slots(table) < 0)
		return -1;
	slot = find_slot(table, key);
	if (*slot) {
		*record = record_at(table, *slot - 1);
		return 1;
	}
	*record = NULL;
	if (table->nr == table->max)
		return 0;
	if (vec_reserve(&table->records, table->nr, &table->cap, 1,
			table->size) < 0)
		return -1;
	*record = record_at(table, table->nr++);
	memset(*record, 0, table->size);
	memcpy(*record, key, table->key_size);
	*slot = (uint32_t)table->nr;
	return 0;
}
