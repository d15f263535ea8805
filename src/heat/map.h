/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The access map as heat needs it: what the instruction at an address touches.
 * It is made from the code (code.h), or is what `layoutdiff access --dump` writes,
 * read from a file.
 */
#ifndef HEAT_MAP_H
#define HEAT_MAP_H

#include <layoutdiff/access.h>

#include "heat/types.h"

#define HEAT_READS	0x1
#define HEAT_WRITES	0x2
#define HEAT_ATOMIC	0x4

/* A memory operand. */
struct heat_operand {
	uint64_t addr;		/* of the instruction */
	const char *path;	/* NULL: none; the types' string */
	const char *function;	/* "" not said */
	uint32_t type;		/* HEAT_NO_TYPE: none known */
	uint32_t off;
	uint16_t size;		/* bytes; 0 not known */
	uint8_t access;		/* HEAT_READS, ... */
	uint8_t grade;		/* enum lay_heat_grade */
	bool no_record;		/* it is known to be no record */
	bool element;		/* of an array: which is not known */
	bool checked;		/* whether it is: heat_map_check() */
	/* what samples tell of it: how many, and how many of those begin in
	 * the object that the one before told of */
	uint32_t nr_seen, nr_runs;
	uint64_t last_base;
};

struct heat_map {
	struct heat_operand *op;	/* by address */
	size_t nr, cap;
	/* addresses looked up last, and where they are */
	struct heat_map_found *found;
};

void heat_map_init(struct heat_map *map);
void heat_map_deinit(struct heat_map *map);

/* Read the dump at @path into an empty map. If it names another build than that
 * with @build_id, which may be NULL, it is refused (-LAY_E_CHANGED). */
int heat_map_read(struct heat_map *map, const char *path, const char *build_id,
		  struct heat_types *types, struct lay_error *err);

/* Add operands that are not in the map yet. Pointers and indices into it are
 * then no longer good. */
int heat_map_add(struct heat_map *map, const struct lay_operand *op, size_t nr,
		 struct heat_types *types, struct lay_error *err);

/* The operands of the instruction at @addr: how many, from *@first on. */
size_t heat_map_at(struct heat_map *map, uint64_t addr,
		   struct heat_operand **first);

/* Find out whether the place of @op is in an array, whose index the map leaves
 * out; heat_operand.element is then right. */
void heat_map_check(struct heat_operand *op, struct heat_types *types);

/* The first operand at or behind @addr. */
size_t heat_map_bound(const struct heat_map *map, uint64_t addr);

#endif /* HEAT_MAP_H */
