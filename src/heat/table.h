/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A table of records that begin with their key: find one or make it. Records
 * keep their places in the array, in the order in which they were made.
 */
#ifndef HEAT_TABLE_H
#define HEAT_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct heat_table {
	void *records;
	size_t nr, cap;
	size_t size, key_size;	/* bytes of a record, and of its key */
	size_t max;		/* records */
	uint32_t *slots;	/* index + 1 */
	size_t nr_slots;
};

void heat_table_init(struct heat_table *table, size_t size, size_t key_size,
		     size_t max);
void heat_table_deinit(struct heat_table *table);

/*
 * The record whose key is that of @key: 1 if it was there, 0 if it is new, all
 * zeros behind the key; -1: no memory. *@record is NULL where that would be
 * more than there may be. Good until the next call.
 */
int heat_table_get(struct heat_table *table, const void *key, void **record);

#endif /* HEAT_TABLE_H */
