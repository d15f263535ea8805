/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The types of scopes: one lay_type for each that there is in a build, whichever
 * unit and thread meets it. See scopes.h for what that means.
 */
#ifndef DWARF_SCOPES_TYPE_H
#define DWARF_SCOPES_TYPE_H

#include <pthread.h>

#include "base/map.h"
#include "dwarf/fingerprint.h"
#include "dwarf/load.h"
#include "model/builder.h"

struct scope_type_slot {
	struct lay_fingerprint key;
	const struct lay_type *type;	/* NULL: free */
};

/* A record or enum of some name, where the build first defines it. */
struct scope_definition {
	uint64_t key;			/* of its kind and name; 0: free */
	uint64_t off;
	uint64_t shape;			/* of its size, and the names of its first
					 * members and where they are */
	bool several;			/* others have another shape */
};

/* A hash table of them. Starts as all zeros. */
struct scope_definitions {
	struct scope_definition *slots;
	size_t nr, cap;
};

/* Of all threads. */
struct scope_types {
	struct dw_file *file;
	pthread_mutex_t lock;		/* of what follows */
	struct scope_type_slot *slots;
	size_t nr, cap;
	struct map chosen;		/* the types in @slots, by address */
	struct model model;
	pthread_mutex_t load_lock;	/* of the loader; taken before @lock */
	struct dw_loader *loader;
	struct scope_definitions definitions;	/* const once threads start */
};

/* Of one thread. */
struct scope_typist {
	struct scope_types *types;
	struct dw_views *views;		/* borrowed */
	struct dw_printer quick, exact;
	struct map own, others;		/* by DIE offset: of the unit at hand,
					 * of others */
	struct map same;		/* by address of a type: the chosen one */
	struct map same_here;		/* where that depends on the unit */
	struct map defined;		/* by scope_definition_key(): the DIE
					 * offsets of what the unit at hand
					 * defines, of several definitions */
	bool defined_read;
	bool depends;			/* on the unit: what complete() said */
	unsigned int depth;
};

int scope_types_init(struct scope_types *types, struct dw_file *file,
		     struct lay_error *err);
void scope_types_deinit(struct scope_types *types);

void scope_typist_init(struct scope_typist *typist, struct scope_types *types,
		       struct dw_views *views);
void scope_typist_deinit(struct scope_typist *typist);
/* views->own is at another unit now. */
void scope_typist_next_unit(struct scope_typist *typist);

/* The type of the DIE at @off, to which @from refers; 0: void. What cannot be
 * read is of kind UNKNOWN. Errors: no memory. */
int scope_type_at(struct scope_typist *typist, uint64_t off, uint64_t from,
		  const struct lay_type **type, struct lay_error *err);

/* The function type with these parts, which are chosen types themselves. */
int scope_type_function(struct scope_typist *typist,
			const struct lay_type *target,
			const struct lay_type *const *params, size_t nr_params,
			unsigned int flags, uint64_t source_off,
			const struct lay_type **type, struct lay_error *err);

/* Types are made of others to this depth. */
#define SCOPE_TYPE_DEPTH	64

/* The type in the table that is made as @type is, of parts in the table. */
int scope_type_by_parts(struct scope_types *types, const struct lay_type *type,
			const struct lay_type **chosen, struct lay_error *err);

/* scopes-same.c: as dw_scope_type(). */
int scope_type_same(struct scope_typist *typist, const struct lay_type *type,
		    const struct lay_type **same, struct lay_error *err);

/* Is it of this kind that memory is out, and not that a file is damaged? */
static inline bool scope_is_fatal(int ret)
{
	return ret == -LAY_E_NOMEM;
}

/* scopes-definition.c */

uint64_t scope_definition_key(enum lay_kind kind, const char *name);
/* Enter a definition; the one with the lowest offset stays. */
int scope_definition_add(struct scope_definitions *table,
			 const struct scope_definition *def);
/* The definition, or NULL. */
const struct scope_definition *
scope_definition_find(const struct scope_definitions *table, uint64_t key);

/* Where the unit at hand defines what has @key, of which the build has several
 * definitions; *@off is 0 if it does not. */
int scope_definition_here(struct scope_typist *typist, uint64_t key,
			  uint64_t *off, struct lay_error *err);

#endif /* DWARF_SCOPES_TYPE_H */
