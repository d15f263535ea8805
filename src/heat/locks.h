/* SPDX-License-Identifier: GPL-2.0-only */
/* Classes of locks, as lock_stat has them, and the members that they are. */
#ifndef HEAT_LOCKS_H
#define HEAT_LOCKS_H

#include "evidence/evidence.h"
#include "heat/code.h"

#define LOCK_NR_FUNCTIONS 8

/* A class, taken apart: "&(&zone->lock)->rlock" is lock of what zone points to. */
struct lock_name {
	char var[96];		/* "zone"; "" none: "a->b" of "a->b->lock" is
				 * no variable */
	char path[160];		/* "lock"; "" the variable is the lock */
	const char *type;	/* known by the class alone: "struct sock" */
	const char *why;	/* it is no such expression; NULL: it is */
	bool pointer;		/* @var points to it */
};

struct lock_class {
	struct lay_heat_lock told;
	struct lock_name name;
	const char *functions[LOCK_NR_FUNCTIONS];	/* that wait or hold */
	size_t nr_functions;
	/* records that have such a member */
	char **others;
	size_t nr_others, cap_others;
	uint64_t off;		/* in the first of them */
	bool cut;
	bool seen;		/* the code of one of the functions */
	const char *without;	/* what @var is there, and has no such member;
				 * or NULL */
	bool done;
};

struct heat_locks {
	struct lock_class *list;	/* in the order of the input */
	size_t nr, cap;
	struct lay_heat_lock *told;	/* of all */
	uint32_t first_table, nr_tables;
	bool resolved;
};

/* Take the name of a class apart. */
void lock_name_parse(const char *text, struct lock_name *name);

/* Is @path a member of @record, at byte *@off, and a lock? */
bool lock_member(const struct lay_type *record, const char *path,
		 uint64_t *off);

/* Does the member @path of @record only point to a lock? */
bool lock_is_elsewhere(const struct lay_type *record, const char *path);

#endif /* HEAT_LOCKS_H */
