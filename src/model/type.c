// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <stdint.h>
#include <stdlib.h>

#include <layoutdiff/model.h>

#include "model/type.h"
#include "base/poison.h"

static const struct lay_type void_type = { .kind = LAY_KIND_VOID };

static const char *const kind_names[] = {
	[LAY_KIND_UNKNOWN] = "unknown",
	[LAY_KIND_VOID] = "void",
	[LAY_KIND_BASE] = "base",
	[LAY_KIND_POINTER] = "pointer",
	[LAY_KIND_STRUCT] = "struct",
	[LAY_KIND_UNION] = "union",
	[LAY_KIND_ENUM] = "enum",
	[LAY_KIND_TYPEDEF] = "typedef",
	[LAY_KIND_ARRAY] = "array",
	[LAY_KIND_FUNCTION] = "function",
	[LAY_KIND_CONST] = "const",
	[LAY_KIND_VOLATILE] = "volatile",
	[LAY_KIND_RESTRICT] = "restrict",
	[LAY_KIND_ATOMIC] = "_Atomic",
};
_Static_assert(sizeof(kind_names) / sizeof(kind_names[0]) == LAY_NR_KINDS,
	       "every kind has a name");

const char *lay_kind_name(enum lay_kind kind)
{
	if ((unsigned int)kind >= LAY_NR_KINDS)
		return kind_names[LAY_KIND_UNKNOWN];
	return kind_names[kind];
}

const struct lay_type *type_target(const struct lay_type *type)
{
	return type->target ? type->target : &void_type;
}

bool type_is_qualifier(const struct lay_type *type)
{
	switch (type->kind) {
	case LAY_KIND_CONST:
	case LAY_KIND_VOLATILE:
	case LAY_KIND_RESTRICT:
	case LAY_KIND_ATOMIC:
		return true;
	default:
		return false;
	}
}

const struct lay_type *lay_type_strip(const struct lay_type *type)
{
	for (unsigned int i = 0; i < TYPE_CHAIN_MAX; i++) {
		if (type->kind != LAY_KIND_TYPEDEF && !type_is_qualifier(type))
			break;
		type = type_target(type);
	}
	return type;
}

bool lay_type_is_record(const struct lay_type *type)
{
	type = lay_type_strip(type);
	return type->kind == LAY_KIND_STRUCT || type->kind == LAY_KIND_UNION;
}

/* The number of elements, of all dimensions together; false: overflow, or not
 * a constant. */
static bool nr_elements(const struct lay_type *array, uint64_t *nr)
{
	*nr = 1;
	for (size_t i = 0; i < array->nr_dims; i++) {
		const struct lay_dim *dim = &array->dims[i];

		if (dim->variable ||
		    __builtin_mul_overflow(*nr, dim->bounded ? dim->count : 0,
					   nr))
			return false;
	}
	return true;
}

bool lay_type_size(const struct lay_type *type, uint64_t *size)
{
	uint64_t nr = 1, inner_nr, all;

	/* arrays of arrays by way of typedefs */
	for (unsigned int i = 0; i < TYPE_DEPTH_MAX; i++) {
		type = lay_type_strip(type);
		if (type->flags & LAY_TYPE_SIZED) {
			if (__builtin_mul_overflow(nr, type->size, &all))
				return false;
			*size = all;
			return true;
		}
		if (type->kind != LAY_KIND_ARRAY ||
		    !nr_elements(type, &inner_nr) ||
		    __builtin_mul_overflow(nr, inner_nr, &nr))
			return false;
		type = type_target(type);
	}
	return false;
}

/* What a record asks for, remembered: a hostile one holds others 2^40 times. */
struct known_align {
	const struct lay_type *record;
	uint64_t align;
};

#define NR_REMEMBERED	256

/* How far a walk has come: see TYPE_STEPS_MAX. */
struct align_walk {
	uint64_t max_scalar;
	bool most;	/* what it can ask for, not what is certain */
	unsigned int depth;
	unsigned int steps;
	struct known_align *known;	/* NULL: no memory for it */
};

static uint64_t align_of(struct align_walk *walk, const struct lay_type *type);

/* The largest power of two that divides @off; for 0 the largest there is. */
static uint64_t align_of_offset(uint64_t off)
{
	return off ? off & -off : UINT64_C(1) << 63;
}

static uint64_t scalar_align(const struct align_walk *walk,
			     const struct lay_type *type)
{
	uint64_t align, size;

	if (!lay_type_size(type, &size) || !size)
		return 0;
	/* of 10 or 12 bytes of an x87 long double, 2 or 4 are certain */
	align = align_of_offset(size);
	if (type->kind == LAY_KIND_BASE &&
	    type->encoding == LAY_ENCODING_COMPLEX && align > 1)
		align /= 2;	/* it aligns as one of its two numbers */
	return align < walk->max_scalar ? align : walk->max_scalar;
}

/* What one larger than any scalar asks for is another matter with each compiler,
 * and with what it may use of the machine; its size at most. */
static uint64_t vector_align(const struct align_walk *walk,
			     const struct lay_type *type)
{
	uint64_t size;

	if (!walk->most)
		return scalar_align(walk, type);
	return lay_type_size(type, &size) && size ? align_of_offset(size) : 0;
}

/*
 * What one member asks of its record. Nothing says that a record is packed, but
 * a member that does not stand on its natural alignment tells; @packed is set
 * then, and natural alignment of the others is not certain either: too little
 * is safe here, too much is not.
 */
static uint64_t member_align(struct align_walk *walk,
			     const struct lay_member *member, bool *packed)
{
	uint64_t natural = align_of(walk, member->type);
	uint64_t align = member->align ? member->align : natural;
	uint64_t off = member->bit_off / 8;

	if (member->flags & LAY_MEMBER_NO_OFFSET)
		return 0;
	if (member->flags & LAY_MEMBER_BITFIELD && natural)
		off -= off % natural;	/* of its storage unit */
	if (align > align_of_offset(off)) {
		*packed |= !member->align;
		return align_of_offset(off);
	}
	return align;
}

static uint64_t members_align(struct align_walk *walk,
			      const struct lay_type *type)
{
	uint64_t align = 1, stated = 1;
	bool packed = false;

	if (type->flags & (LAY_TYPE_DECLARATION | LAY_TYPE_SHALLOW) ||
	    ++walk->depth > TYPE_DEPTH_MAX)
		return 0;
	for (size_t i = 0; i < type->nr_members; i++) {
		uint64_t wants = member_align(walk, &type->members[i], &packed);

		if (wants > align)
			align = wants;
		if (type->members[i].align && wants > stated)
			stated = wants;
		if (++walk->steps > TYPE_STEPS_MAX)
			return 0;
	}
	walk->depth--;
	/* sizes are multiples of the alignment: the last sign of packing */
	if (type->flags & LAY_TYPE_SIZED &&
	    align > align_of_offset(type->size)) {
		packed = true;
		align = align_of_offset(type->size);
	}
	return packed && !walk->most && stated < align ? stated : align;
}

/* Newer ones take the place of older ones. */
static uint64_t record_align(struct align_walk *walk,
			     const struct lay_type *type)
{
	struct known_align *known;
	uint64_t align;

	if (!walk->depth)	/* the outermost comes once */
		return members_align(walk, type);
	if (!walk->known)
		walk->known = calloc(NR_REMEMBERED, sizeof(*walk->known));
	if (!walk->known)
		return members_align(walk, type);
	known = &walk->known[((uintptr_t)type >> 4) * 31 % NR_REMEMBERED];
	if (known->record == type)
		return known->align;
	align = members_align(walk, type);
	*known = (struct known_align){ type, align };
	return align;
}

static uint64_t align_of(struct align_walk *walk, const struct lay_type *type)
{
	for (unsigned int i = 0; i < TYPE_CHAIN_MAX; i++) {
		if (type->align)
			return type->align;
		switch (type->kind) {
		case LAY_KIND_BASE:
		case LAY_KIND_POINTER:
		case LAY_KIND_ENUM:
			return scalar_align(walk, type);
		case LAY_KIND_ARRAY:
			if (type->flags & LAY_TYPE_VECTOR)
				return vector_align(walk, type);
			type = type_target(type);
			break;
		case LAY_KIND_STRUCT:
		case LAY_KIND_UNION:
			return record_align(walk, type);
		case LAY_KIND_UNKNOWN:
		case LAY_KIND_VOID:
		case LAY_KIND_FUNCTION:
			return 0;
		default:
			type = type_target(type);
		}
	}
	return 0;
}

static uint64_t walk_align(struct align_walk *walk, const struct lay_type *type)
{
	uint64_t align = align_of(walk, type);

	free(walk->known);
	if (walk->steps > TYPE_STEPS_MAX || walk->depth > TYPE_DEPTH_MAX)
		return 0;
	return align;
}

uint64_t lay_type_align(const struct lay_type *type, uint64_t max_scalar)
{
	struct align_walk walk = { .max_scalar = max_scalar };

	return walk_align(&walk, type);
}

uint64_t lay_type_align_most(const struct lay_type *type, uint64_t max_scalar)
{
	struct align_walk walk = { .max_scalar = max_scalar, .most = true };

	return walk_align(&walk, type);
}
