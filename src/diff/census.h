/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A census while it is taken; what its files share.
 *
 *	census-pair.c		which definition of one build is which of the
 *				other; what has no partner
 *	census-take.c		goes through all pairs, on several threads
 *	census-compare.c	a pair: does it differ, how, how much
 *	census-room.c		holes that would have taken what was added
 *	containers.c		who embeds whom, and therefore who is to blame
 *	census.c		all of it in order
 */
#ifndef DIFF_CENSUS_H
#define DIFF_CENSUS_H

#include <pthread.h>

#include <layoutdiff/census.h>
#include <layoutdiff/diff.h>

#include "base/arena.h"

/* Texts of failures that are kept. */
#define CENSUS_MAX_FAILURES 8

/* A record that a type embeds directly, whether it differs is not known yet. */
struct census_part {
	enum lay_kind kind;
	const char *name;
	uint64_t stride[2];
	uint64_t nr_elements;
	uint32_t nr_moved, nr_line;
	const char **line_names;
	uint32_t nr_line_names;
};

/* A type of the census with what is needed until all are known. */
struct census_item {
	struct lay_census_type type;
	struct census_part *parts;
	uint32_t nr_parts;
};

struct census {
	struct lay_census pub;
	struct lay_census_side side[2];
	struct lay_census_opts opts;
	struct lay_size_rules rules[2];
	struct lay_defs defs[2];
	struct lay_locals locals[2];
	struct arena arena;
	struct census_item *items;
	size_t nr_items, cap_items;
	struct lay_census_type *types;	/* of the items, in order of rank */
	const char **failures;
	/* a build reads for one thread at a time */
	pthread_mutex_t load_lock, *loads;
	/* what threads took of it; strings of the items are theirs */
	struct census *shares;
	unsigned int nr_shares;
};

int census_no_memory(struct lay_error *err);

static inline bool census_is_declared(const struct lay_def *def)
{
	return def->flags & LAY_DEF_DECLARATION;
}

/* Are their fingerprints the same, and certain? */
bool census_surely_same(const struct lay_def *a, const struct lay_def *b);

/* Something could not be read: remember why, and go on. */
void census_fail(struct census *c, int side, const struct lay_def *def,
		 const struct lay_error *why);

/* A new item, zeroed but for its definitions (-1: none); NULL: no memory. */
struct census_item *census_add(struct census *c, long old, long new);

/* The pairs of defs[0] in defs[1]; see lay_diff_pair(). */
int census_pair(struct census *c, long **pairs, struct lay_error *err);

/* Compare all @pairs, and what is in none. */
int census_take(struct census *c, const long *pairs, struct lay_error *err);

/* A pair of definitions, of which neither is a declaration; a definition that
 * only @side has. Each makes an item where there is something to tell. */
int census_compare(struct census *c, size_t old, size_t new,
		   struct lay_error *err);
int census_lone(struct census *c, int side, size_t at, struct lay_error *err);

/* The name that a member's type is found by, through arrays and typedefs: the
 * tag of a record or enumeration or, if it has none, the typedef of it. False:
 * it has no name, or is neither. */
bool census_name_of(const struct lay_type *type, enum lay_kind *kind,
		    const char **name);

/* Fill item->parts and what concerns embedded records from the diff; rooms. */
int census_parts(struct census *c, struct census_item *item,
		 const struct lay_diff *diff, struct lay_error *err);
int census_rooms(struct census *c, struct lay_census_type *type,
		 const struct lay_diff *diff, uint64_t max_scalar,
		 struct lay_error *err);

/* Fill embeds, outer and roots of all c->types. */
int census_connect(struct census *c, struct lay_error *err);

#endif /* DIFF_CENSUS_H */
