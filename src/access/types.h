/* SPDX-License-Identifier: GPL-2.0-only */
/* Questions about types of the build; one thread's. */
#ifndef ACCESS_TYPES_H
#define ACCESS_TYPES_H

#include "base/map.h"
#include "dwarf/scopes.h"

/* A record in another: @type, as types_whole() has it, at byte @off. */
struct types_inner {
	const struct lay_type *type;
	uint64_t off;
};

struct types {
	struct dw_scope_reader *reader;	/* borrowed */
	struct map inners;		/* by lay_type: struct types_inners */
	struct map elements;		/* by types_key(): arrays of the unit
					 * have it */
	struct map elements_here;	/* the same of the function at hand */
	struct types_inners *made;
	/* records that variables of the unit are, or point to */
	const struct lay_type **records;
	size_t nr_records, cap_records;
	struct map is_record;
	bool failed;			/* no memory: what was said before is
					 * not all */
};

void types_init(struct types *types, struct dw_scope_reader *reader);
void types_deinit(struct types *types);

/* The type that stands for @type: as dw_scope_type(). */
const struct lay_type *types_whole(struct types *types,
				   const struct lay_type *type);

/* What @type, if it is a pointer, points to; NULL: it is none, or points to
 * void or what is nowhere defined. */
const struct lay_type *types_pointee(struct types *types,
				     const struct lay_type *type);

/* Are these one type, but for typedefs and qualifiers? */
bool types_same(struct types *types, const struct lay_type *a,
		const struct lay_type *b);

/* The same, or two that units define or declare each for itself: of one name
 * and size. Which of them stands for a member depends on who asked first. */
bool types_alike(const struct lay_type *a, const struct lay_type *b);
/* Can they be that? Said at a glance of two that lay_type_strip() gave. */
static inline bool types_may_be_alike(const struct lay_type *a,
				      const struct lay_type *b)
{
	return a->kind == b->kind &&
	       (a->size == b->size ||
		((a->flags | b->flags) & LAY_TYPE_DECLARATION));
}

/* One for all records that are alike. */
uint64_t types_key(const struct lay_type *type);

/* Is @type one that an array is made of, which was seen in this unit or, so far,
 * in this function? Not in others: what is said of one function must not depend
 * on which were followed before. */
bool types_is_element(struct types *types, const struct lay_type *type);
/* @type, if an array, was seen in the unit; in the function. */
void types_see(struct types *types, const struct lay_type *type);
void types_see_here(struct types *types, const struct lay_type *type);
/* Add @type, if a record that is defined, to types->records. */
void types_add_record(struct types *types, const struct lay_type *type);
/* A new unit begins: forget the elements and records of the last one. */
void types_forget(struct types *types);
/* A new function of it begins. */
void types_forget_function(struct types *types);

/* The records that the record @type embeds, itself first. */
const struct types_inner *types_inners(struct types *types,
				       const struct lay_type *type, size_t *nr);

#endif /* ACCESS_TYPES_H */
