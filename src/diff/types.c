// SPDX-License-Identifier: GPL-2.0-only
/* How the types of a member differ before and after. */
#include <config.h>

#include <string.h>

#include "diff/work.h"
#include "model/terse.h"
#include "base/poison.h"

/* Long enough for what people write; longer types are compared by meaning. */
#define SPELLING_LEN 256
/* No C compiler takes as many of either. */
#define MAX_DIMS 64
#define MAX_CHAIN 256

static bool same_spelling(const struct lay_type *a, const struct lay_type *b)
{
	char sa[SPELLING_LEN], sb[SPELLING_LEN];
	size_t la, lb;

	if (a == b)
		return true;
	la = lay_type_format(a, NULL, sa, sizeof(sa));
	lb = lay_type_format(b, NULL, sb, sizeof(sb));
	if (la >= sizeof(sa) || lb >= sizeof(sb))
		return la == lb && lay_type_same(a, b);
	return !strcmp(sa, sb);
}

static bool same_tag(const struct lay_type *a, const struct lay_type *b)
{
	a = lay_type_strip(a);
	b = lay_type_strip(b);
	return a->kind == b->kind && a->name && b->name &&
	       !strcmp(a->name, b->name);
}

const struct lay_type *element_of(const struct lay_type *type)
{
	for (int i = 0; i < LAY_LAYOUT_MAX_DEPTH; i++) {
		const struct lay_type *stripped = lay_type_strip(type);

		if (stripped->kind != LAY_KIND_ARRAY || !stripped->target)
			break;
		type = stripped->target;
	}
	return type;
}

static bool is_unknown(const struct lay_type *type)
{
	return lay_type_strip(type)->kind == LAY_KIND_UNKNOWN;
}

/* What it is like is told where its name is. */
static bool is_named_enum(const struct lay_type *type)
{
	const struct lay_type *of = lay_type_strip(type);

	return of->kind == LAY_KIND_ENUM &&
	       (of->name || type->kind == LAY_KIND_TYPEDEF);
}

/* Of records that are both opened the difference inside is told by the rows
 * below, and is none of the type's. */
static unsigned int compare_named(const struct lay_type *a,
				  const struct lay_type *b, bool opened)
{
	if (same_spelling(a, b)) {
		if (opened || lay_type_same(a, b) ||
		    (is_unknown(a) && is_unknown(b)))
			return 0;
		return (lay_type_is_record(a) && lay_type_is_record(b)) ||
			(is_named_enum(a) && is_named_enum(b)) ?
			LAY_ROW_INNER : LAY_ROW_RETYPED;
	}
	if (lay_type_same(a, b) || (opened && same_tag(a, b)))
		return LAY_ROW_RESPELT;
	return LAY_ROW_RETYPED;
}

/* The dimensions of all arrays on the way to the element. */
struct dims {
	uint64_t count[MAX_DIMS];
	size_t nr;
};

static void list_dims(const struct lay_type *type, struct dims *dims)
{
	dims->nr = 0;
	for (int i = 0; i < MAX_CHAIN; i++) {
		type = lay_type_strip(type);
		if (type->kind != LAY_KIND_ARRAY || !type->target)
			break;
		for (size_t k = 0; k < type->nr_dims && dims->nr < MAX_DIMS; k++)
			dims->count[dims->nr++] = type->dims[k].count;
		type = type->target;
	}
}

/* Readers that keep but one dimension (BTF) have as many elements in it: where
 * one of them is such, numbers of dimensions say nothing. */
static bool same_dims(const struct lay_type *a, const struct lay_type *b,
		      bool terse)
{
	struct dims da, db;

	list_dims(a, &da);
	list_dims(b, &db);
	if (da.nr != db.nr)
		return terse;
	for (size_t i = 0; i < da.nr; i++)
		if (da.count[i] != db.count[i])
			return false;
	return true;
}

/* The qualifiers of @type, of an array of its elements: 1 << kind. */
static unsigned int qualifiers_of(const struct lay_type *type)
{
	const struct lay_type *end = lay_type_strip(element_of(type));
	unsigned int found = 0;

	for (int i = 0; i < MAX_CHAIN && type && type != end; i++) {
		if (type->kind == LAY_KIND_CONST ||
		    type->kind == LAY_KIND_VOLATILE ||
		    type->kind == LAY_KIND_RESTRICT ||
		    type->kind == LAY_KIND_ATOMIC)
			found |= 1u << type->kind;
		type = type->target;
	}
	return found;
}

/* How qualifiers of what is pointed to differ, however far away. */
static unsigned int pointee_qualifiers(const struct lay_type *a,
				       const struct lay_type *b)
{
	unsigned int other = 0;

	for (int i = 0; i < MAX_CHAIN; i++) {
		a = lay_type_strip(element_of(a));
		b = lay_type_strip(element_of(b));
		if (a->kind != LAY_KIND_POINTER || b->kind != a->kind ||
		    !a->target || !b->target)
			break;
		a = a->target;
		b = b->target;
		other |= qualifiers_of(a) ^ qualifiers_of(b);
	}
	return other;
}

static unsigned int compare_meaning(const struct lay_slot *before,
				    const struct lay_slot *after)
{
	const struct lay_type *a = before->member->type;
	const struct lay_type *b = after->member->type;
	bool opened = before->flags & after->flags & LAY_SLOT_RECORD;
	bool terse = types_are_terse(a, b);
	unsigned int what;

	if (a == b)
		return 0;
	if (!(before->flags & after->flags & LAY_SLOT_ARRAY))
		return compare_named(a, b, opened);
	what = compare_named(element_of(a), element_of(b), opened);
	if (what & LAY_ROW_RETYPED)
		return what;
	if (before->nr_elements != after->nr_elements ||
	    (!terse && (before->flags ^ after->flags) & LAY_SLOT_FLEXIBLE) ||
	    !same_dims(a, b, terse))
		what |= LAY_ROW_ARRAY_LEN;
	else if (!same_spelling(a, b))
		what |= LAY_ROW_RESPELT;
	return what;
}

unsigned int compare_types(const struct diff *d, uint32_t old_slot,
			   uint32_t new_slot)
{
	const struct lay_slot *before = slot_of(&d->old, old_slot);
	const struct lay_slot *after = slot_of(&d->new, new_slot);
	unsigned int what = compare_meaning(before, after);
	const struct lay_type *a = before->member->type;
	const struct lay_type *b = after->member->type;
	unsigned int other = qualifiers_of(a) ^ qualifiers_of(b);
	unsigned int pointee = 0;

	/* of what points to another type now that says enough */
	if (!(what & LAY_ROW_RETYPED))
		pointee = pointee_qualifiers(a, b);
	if (types_are_terse(a, b)) {
		other &= ~(1u << LAY_KIND_ATOMIC);
		pointee &= ~(1u << LAY_KIND_ATOMIC);
	}
	return what | (other ? LAY_ROW_QUALIFIED : 0) |
	       (pointee ? LAY_ROW_POINTEE : 0);
}

/*
 * Leaves
 */

/* The slot at @i or behind it that is a leaf with bits; @end if there is none.
 * An array of records counts as one. */
static uint32_t next_leaf(const struct side *side, uint32_t i, uint32_t end)
{
	while (i < end) {
		const struct lay_slot *s = slot_of(side, i);
		bool is_array = s->flags & LAY_SLOT_ARRAY;

		if (s->kind == LAY_SLOT_MEMBER && s->bit_size &&
		    (is_array || !(s->flags & LAY_SLOT_RECORD)))
			return i;
		i++;
	}
	return end;
}

bool same_leaves(const struct diff *d, uint32_t old_slot, uint32_t new_slot)
{
	const struct lay_slot *before = slot_of(&d->old, old_slot);
	const struct lay_slot *after = slot_of(&d->new, new_slot);
	uint32_t old_end = end_inside(&d->old, old_slot);
	uint32_t new_end = end_inside(&d->new, new_slot);
	uint32_t i = old_slot, j = new_slot;

	if (!before->bit_size || !after->bit_size)
		return before->bit_size == after->bit_size &&
		       lay_type_same(before->member->type,
				     after->member->type);
	for (;;) {
		const struct lay_slot *a, *b;

		i = next_leaf(&d->old, i, old_end);
		j = next_leaf(&d->new, j, new_end);
		if (i == old_end || j == new_end)
			return i == old_end && j == new_end;
		a = slot_of(&d->old, i);
		b = slot_of(&d->new, j);
		if (a->bit_off - before->bit_off != b->bit_off - after->bit_off ||
		    a->bit_size != b->bit_size ||
		    !lay_type_same(a->member->type, b->member->type))
			return false;
		i += 1 + a->nr_below;
		j += 1 + b->nr_below;
	}
}
