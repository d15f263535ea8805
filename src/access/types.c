// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "access/types.h"
#include "base/hash.h"
#include "base/vec.h"
#include "base/poison.h"

#define INNERS_MAX	2048
#define INNERS_DEPTH	12
#define ALIKE_DEPTH	6

struct types_inners {
	struct types_inners *next;
	struct types_inner *list;
	size_t nr, cap;
};

void types_init(struct types *types, struct dw_scope_reader *reader)
{
	types->reader = reader;
	map_init(&types->inners);
	map_init(&types->elements);
	map_init(&types->elements_here);
	map_init(&types->is_record);
	types->records = NULL;
	types->nr_records = types->cap_records = 0;
	types->made = NULL;
	types->failed = false;
}

void types_deinit(struct types *types)
{
	while (types->made) {
		struct types_inners *next = types->made->next;

		free(types->made->list);
		free(types->made);
		types->made = next;
	}
	map_free(&types->inners);
	map_free(&types->elements);
	map_free(&types->elements_here);
	map_free(&types->is_record);
	free(types->records);
}

const struct lay_type *types_whole(struct types *types,
				   const struct lay_type *type)
{
	const struct lay_type *whole;

	if (dw_scope_type(types->reader, type, &whole, NULL) < 0) {
		types->failed = true;
		return type;
	}
	return whole;
}

const struct lay_type *types_pointee(struct types *types,
				     const struct lay_type *type)
{
	const struct lay_type *t = lay_type_strip(type);
	const struct lay_type *to;

	if (t->kind != LAY_KIND_POINTER || !t->target)
		return NULL;
	to = lay_type_strip(t->target);
	if (to->kind == LAY_KIND_VOID || to->kind == LAY_KIND_UNKNOWN)
		return NULL;
	return types_whole(types, t->target);
}

bool types_same(struct types *types, const struct lay_type *a,
		const struct lay_type *b)
{
	a = lay_type_strip(a);
	b = lay_type_strip(b);
	if (a == b)
		return true;
	if (a->kind != b->kind)
		return false;
	return lay_type_strip(types_whole(types, a)) ==
	       lay_type_strip(types_whole(types, b));
}

static bool are_alike(const struct lay_type *a, const struct lay_type *b,
		      unsigned int depth);

static bool alike_functions(const struct lay_type *a, const struct lay_type *b,
			    unsigned int depth)
{
	if (a->nr_params != b->nr_params)
		return false;
	for (size_t i = 0; i < a->nr_params; i++)
		if (!are_alike(a->params[i], b->params[i], depth + 1))
			return false;
	return !a->target == !b->target &&
	       (!a->target || are_alike(a->target, b->target, depth + 1));
}

/* Of records without a name, which each unit has anew. */
static bool alike_members(const struct lay_type *a, const struct lay_type *b)
{
	if (a->nr_members != b->nr_members)
		return false;
	for (size_t i = 0; i < a->nr_members; i++) {
		const struct lay_member *x = &a->members[i];
		const struct lay_member *y = &b->members[i];

		if (x->bit_off != y->bit_off || !x->name != !y->name ||
		    (x->name && strcmp(x->name, y->name) != 0))
			return false;
	}
	return true;
}

static bool are_alike(const struct lay_type *a, const struct lay_type *b,
		      unsigned int depth)
{
	a = lay_type_strip(a);
	b = lay_type_strip(b);
	if (a == b)
		return true;
	if (!types_may_be_alike(a, b) || depth == ALIKE_DEPTH)
		return false;
	switch (a->kind) {
	case LAY_KIND_STRUCT: case LAY_KIND_UNION: case LAY_KIND_ENUM:
	case LAY_KIND_BASE:
		if (!a->name && !b->name && lay_type_is_record(a))
			return alike_members(a, b);
		return a->name && b->name && !strcmp(a->name, b->name);
	case LAY_KIND_POINTER:
		return a->target && b->target &&
		       are_alike(a->target, b->target, depth + 1);
	case LAY_KIND_FUNCTION:
		return alike_functions(a, b, depth);
	default:
		return a->kind == LAY_KIND_VOID;
	}
}

bool types_alike(const struct lay_type *a, const struct lay_type *b)
{
	return are_alike(a, b, 0);
}

uint64_t types_key(const struct lay_type *type)
{
	const struct lay_type *t = lay_type_strip(type);
	uint64_t key = t->size ^ (uint64_t)t->nr_members << 32;

	if (t->name)
		return hash_bytes(t->name, strlen(t->name)) ^ t->size;
	for (size_t i = 0; i < t->nr_members; i++) {
		const char *name = t->members[i].name;

		key = hash_u64(key ^ (name ? hash_bytes(name, strlen(name)) : 0));
	}
	return key;
}

static void see(struct types *types, struct map *elements,
		const struct lay_type *type)
{
	const struct lay_type *t = lay_type_strip(type);

	if (t->kind != LAY_KIND_ARRAY || !lay_type_is_record(t->target))
		return;
	t = lay_type_strip(types_whole(types, t->target));
	if (map_put(elements, types_key(t), t) < 0)
		types->failed = true;
}

void types_see(struct types *types, const struct lay_type *type)
{
	see(types, &types->elements, type);
}

void types_see_here(struct types *types, const struct lay_type *type)
{
	see(types, &types->elements_here, type);
}

bool types_is_element(struct types *types, const struct lay_type *type)
{
	uint64_t key = types_key(type);

	return map_get(&types->elements, key) ||
	       map_get(&types->elements_here, key);
}

void types_add_record(struct types *types, const struct lay_type *type)
{
	const struct lay_type *t = lay_type_strip(type);
	uint64_t key = (uint64_t)(uintptr_t)t;

	if (!lay_type_is_record(t) || t->flags & LAY_TYPE_DECLARATION ||
	    map_get(&types->is_record, key))
		return;
	if (map_put(&types->is_record, key, t) < 0 ||
	    VEC_RESERVE(types->records, types->nr_records, types->cap_records,
			1) < 0)
		types->failed = true;
	else
		types->records[types->nr_records++] = t;
}

void types_forget(struct types *types)
{
	map_free(&types->elements);
	map_init(&types->elements);
	map_free(&types->is_record);
	map_init(&types->is_record);
	types->nr_records = 0;
	types_forget_function(types);
}

void types_forget_function(struct types *types)
{
	map_free(&types->elements_here);
	map_init(&types->elements_here);
}

static void add_inners(struct types *types, struct types_inners *inners,
		       const struct lay_type *type, uint64_t off,
		       unsigned int depth)
{
	const struct lay_type *t = lay_type_strip(type);

	while (t->kind == LAY_KIND_ARRAY)
		t = lay_type_strip(t->target);
	if (!lay_type_is_record(t) || depth > INNERS_DEPTH ||
	    inners->nr >= INNERS_MAX)
		return;
	if (VEC_RESERVE(inners->list, inners->nr, inners->cap, 1) < 0) {
		types->failed = true;
		return;
	}
	inners->list[inners->nr++] = (struct types_inner){
		lay_type_strip(types_whole(types, t)), off };
	for (size_t i = 0; i < t->nr_members; i++) {
		const struct lay_member *m = &t->members[i];

		if (!(m->flags & (LAY_MEMBER_NO_OFFSET | LAY_MEMBER_BITFIELD)))
			add_inners(types, inners, m->type,
				   off + m->bit_off / 8, depth + 1);
	}
}

const struct types_inner *types_inners(struct types *types,
				       const struct lay_type *type, size_t *nr)
{
	uint64_t key = (uint64_t)(uintptr_t)type;
	struct types_inners *inners;

	inners = (struct types_inners *)map_get(&types->inners, key);
	*nr = 0;
	if (!inners) {
		inners = calloc(1, sizeof(*inners));
		if (!inners || map_put(&types->inners, key, inners) < 0) {
			free(inners);
			types->failed = true;
			return NULL;
		}
		inners->next = types->made;
		types->made = inners;
		add_inners(types, inners, type, 0, 0);
	}
	*nr = inners->nr;
	return inners->list;
}
