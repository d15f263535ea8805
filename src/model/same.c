// SPDX-License-Identifier: GPL-2.0-only
/*
 * Do two types mean the same object? Types are walked in step, down to base
 * types; typedefs and const, volatile and restrict are looked through, and what
 * a pointer points to counts by its tag, so that the walk ends. It would still
 * be exponential in hostile input, where records share records: pairs of records
 * that are the same are remembered, as many as fit, and depth and steps are
 * bounded; what is beyond the bound is not equal. (Where one pair is not the
 * same the walk is over, so there is nothing else to remember.)
 */
#include <config.h>

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <layoutdiff/model.h>

#include "model/terse.h"
#include "model/type.h"
#include "base/poison.h"

/* Kernels' largest records hold some hundred others. */
#define NR_REMEMBERED	512
#define SAME_STEPS_MAX	(1u << 18)

struct pair {
	const struct lay_type *a, *b;
};

struct same_walk {
	bool terse;		/* one of them leaves things out */
	unsigned int depth;
	unsigned int steps;
	struct pair *same;	/* NULL until there is one */
};

static bool same_type(struct same_walk *walk, const struct lay_type *a,
		      const struct lay_type *b);

static bool same_name(const char *a, const char *b)
{
	if (!a || !b)
		return a == b;
	return a == b || !strcmp(a, b);
}

/* What is behind typedefs and qualifiers. */
struct stripped {
	const struct lay_type *type;
	bool atomic;		/* is part of what an object is */
	const char *name;	/* of a typedef, the last one */
};

static struct stripped strip(const struct lay_type *type)
{
	struct stripped s = { .name = NULL };

	for (unsigned int i = 0; i < TYPE_CHAIN_MAX; i++) {
		if (type->kind != LAY_KIND_TYPEDEF && !type_is_qualifier(type))
			break;
		s.atomic |= type->kind == LAY_KIND_ATOMIC;
		if (type->kind == LAY_KIND_TYPEDEF)
			s.name = type->name;
		type = type_target(type);
	}
	s.type = type;
	return s;
}

static bool same_member(struct same_walk *walk, const struct lay_member *a,
			const struct lay_member *b)
{
	return a->bit_off == b->bit_off && a->bit_size == b->bit_size &&
	       a->flags == b->flags && same_name(a->name, b->name) &&
	       same_type(walk, a->type, b->type);
}

/* Where the pair is remembered, if it is: a newer one takes the place of an
 * older one. NULL: there is no memory. */
static struct pair *place_of(struct same_walk *walk, const struct lay_type *a,
			     const struct lay_type *b)
{
	size_t hash = ((uintptr_t)a >> 4) * 31 + ((uintptr_t)b >> 4);

	if (!walk->same)
		walk->same = calloc(NR_REMEMBERED, sizeof(*walk->same));
	if (!walk->same)
		return NULL;
	return &walk->same[(hash ^ hash >> 9) % NR_REMEMBERED];
}

static bool same_members(struct same_walk *walk, const struct lay_type *a,
			 const struct lay_type *b)
{
	if (!same_name(a->name, b->name) || a->nr_members != b->nr_members)
		return false;
	for (size_t i = 0; i < a->nr_members; i++)
		if (!same_member(walk, &a->members[i], &b->members[i]))
			return false;
	return true;
}

static bool same_record(struct same_walk *walk, const struct lay_type *a,
			const struct lay_type *b)
{
	/* only those that hold others are worth it */
	struct pair *known = walk->depth > 1 ? place_of(walk, a, b) : NULL;

	if (known && known->a == a && known->b == b)
		return true;
	if (!same_members(walk, a, b))
		return false;
	if (known)
		*known = (struct pair){ a, b };
	return true;
}

static bool same_value(const struct same_walk *walk, const struct lay_type *a,
		       const struct lay_type *b, size_t i)
{
	if (walk->terse)
		return terse_value(&a->enumerators[i], a->size) ==
		       terse_value(&b->enumerators[i], b->size);
	return a->enumerators[i].value == b->enumerators[i].value;
}

/* A tag stands for its list, as a record's tag does behind a pointer: that the
 * list grew does not change the objects that are declared with it. The same of a
 * typedef that is all the name it has; but where that has another name, the list
 * tells whether it is the same thing. */
static bool same_enum(const struct same_walk *walk, const struct stripped *sa,
		      const struct stripped *sb)
{
	const struct lay_type *a = sa->type, *b = sb->type;

	if (a->name || b->name)
		return same_name(a->name, b->name);
	if (sa->name && sb->name && same_name(sa->name, sb->name))
		return true;
	if (a->nr_enumerators != b->nr_enumerators)
		return false;
	for (size_t i = 0; i < a->nr_enumerators; i++)
		if (!same_value(walk, a, b, i) ||
		    !same_name(a->enumerators[i].name, b->enumerators[i].name))
			return false;
	return true;
}

static bool alike_array(struct same_walk *walk, const struct lay_type *a,
			const struct lay_type *b)
{
	uint64_t nr_a, nr_b;

	a = terse_elements(a, &nr_a);
	b = terse_elements(b, &nr_b);
	return nr_a == nr_b && nr_a != UINT64_MAX && same_type(walk, a, b);
}

static bool same_array(struct same_walk *walk, const struct lay_type *a,
		       const struct lay_type *b)
{
	if (walk->terse)
		return alike_array(walk, a, b);
	if (a->nr_dims != b->nr_dims)
		return false;
	for (size_t i = 0; i < a->nr_dims; i++)
		if (a->dims[i].bounded != b->dims[i].bounded ||
		    a->dims[i].count != b->dims[i].count ||
		    a->dims[i].variable || b->dims[i].variable)
			return false;
	return same_type(walk, type_target(a), type_target(b));
}

/* What pointers point to: a record's or enum's tag, else the type itself. */
static bool same_pointed(struct same_walk *walk, const struct lay_type *a,
			 const struct lay_type *b)
{
	a = lay_type_strip(a);
	b = lay_type_strip(b);
	if (a->kind == LAY_KIND_STRUCT || a->kind == LAY_KIND_UNION ||
	    a->kind == LAY_KIND_ENUM)
		return a->kind == b->kind && same_name(a->name, b->name);
	return same_type(walk, a, b);
}

static bool same_function(struct same_walk *walk, const struct lay_type *a,
			  const struct lay_type *b)
{
	const unsigned int how = LAY_TYPE_PROTOTYPED | LAY_TYPE_VARIADIC;

	if (walk->terse && !(a->flags & b->flags & LAY_TYPE_PROTOTYPED))
		return same_pointed(walk, type_target(a), type_target(b));
	if (a->nr_params != b->nr_params || (a->flags ^ b->flags) & how)
		return false;
	for (size_t i = 0; i < a->nr_params; i++)
		if (!same_pointed(walk, a->params[i], b->params[i]))
			return false;
	return same_pointed(walk, type_target(a), type_target(b));
}

/* Is it C's char, which has a sign or none as the compiler was told? Linux is
 * built with -funsigned-char since 6.2, and nothing that has a char changed. */
static bool is_char(const struct lay_type *type)
{
	return type->name && !strcmp(type->name, "char");
}

static bool same_base(const struct same_walk *walk, const struct lay_type *a,
		      const struct lay_type *b)
{
	if (walk->terse && terse_same_encoding(a, b))
		return a->bit_width == b->bit_width;
	return (a->encoding == b->encoding || (is_char(a) && is_char(b))) &&
	       a->bit_width == b->bit_width;
}

/* Both of one kind and size. */
static bool same_of_kind(struct same_walk *walk, const struct stripped *sa,
			 const struct stripped *sb)
{
	const struct lay_type *a = sa->type, *b = sb->type;

	switch (a->kind) {
	case LAY_KIND_VOID:
		return true;
	case LAY_KIND_BASE:
		return same_base(walk, a, b);
	case LAY_KIND_POINTER:
		return same_name(a->name, b->name) &&
		       same_pointed(walk, type_target(a), type_target(b));
	case LAY_KIND_STRUCT:
	case LAY_KIND_UNION:
		return same_record(walk, a, b);
	case LAY_KIND_ENUM:
		return same_enum(walk, sa, sb);
	case LAY_KIND_ARRAY:
		return same_array(walk, a, b);
	case LAY_KIND_FUNCTION:
		return same_function(walk, a, b);
	default:
		/* of what could not be read nothing can be said */
		return false;
	}
}

/* Both of one kind. */
static bool same_head(const struct same_walk *walk, const struct lay_type *a,
		      const struct lay_type *b)
{
	const unsigned int how = LAY_TYPE_SIZED | LAY_TYPE_DECLARATION |
				 LAY_TYPE_SHALLOW | LAY_TYPE_PARTIAL |
				 LAY_TYPE_VECTOR | LAY_TYPE_BITS;

	/* elements say it all; to BTF a vector is an array */
	if (walk->terse && a->kind == LAY_KIND_ARRAY)
		return true;
	return a->size == b->size && !((a->flags ^ b->flags) & how);
}

static bool same_type(struct same_walk *walk, const struct lay_type *a,
		      const struct lay_type *b)
{
	struct stripped sa, sb;
	bool same;

	if (walk->depth >= TYPE_DEPTH_MAX || ++walk->steps > SAME_STEPS_MAX)
		return false;
	sa = strip(a);
	sb = strip(b);
	a = sa.type;
	b = sb.type;
	if ((sa.atomic != sb.atomic && !walk->terse) || a->kind != b->kind ||
	    !same_head(walk, a, b))
		return false;
	walk->depth++;
	same = same_of_kind(walk, &sa, &sb);
	walk->depth--;
	return same;
}

bool lay_type_same(const struct lay_type *a, const struct lay_type *b)
{
	struct same_walk walk = { .terse = types_are_terse(a, b) };
	bool same = same_type(&walk, a, b);

	free(walk.same);
	return same;
}
