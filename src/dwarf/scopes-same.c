// SPDX-License-Identifier: GPL-2.0-only
/* Types found in others: what stands for them. */
#include <config.h>

#include "dwarf/scopes-type.h"
#include "base/poison.h"

/* Is what @type leads to only named there? */
static bool is_shallow(const struct lay_type *type)
{
	for (unsigned int i = 0; i < SCOPE_TYPE_DEPTH && type->target &&
	     type->kind != LAY_KIND_FUNCTION; i++)
		type = type->target;
	return type->flags & LAY_TYPE_SHALLOW;
}

/*
 * What stands for a record of whose name there are several: that of the unit at
 * hand. If it has none then a record that was only named by another (@shallow)
 * is one of them, whichever unit that other was read from: its name is all that
 * is known.
 */
static int choose_here(struct scope_typist *t, const struct lay_type *type,
		       uint64_t key, bool shallow,
		       const struct lay_type **whole, struct lay_error *err)
{
	const struct lay_type declared = {
		.kind = type->kind,
		.name = type->name,
		.flags = LAY_TYPE_DECLARATION,
	};
	uint64_t off;
	int ret = scope_definition_here(t, key, &off, err);

	t->depends = true;
	if (ret < 0)
		return ret;
	if (off)
		return scope_type_at(t, off, off, whole, err);
	if (shallow && !(type->flags & LAY_TYPE_DECLARATION))
		return scope_type_by_parts(t->types, &declared, whole, err);
	return 0;
}

/* What stands for a record or enum. */
static int find_definition(struct scope_typist *t, const struct lay_type *type,
			   bool shallow, const struct lay_type **found,
			   struct lay_error *err)
{
	const struct scope_definition *def;
	uint64_t key;

	if (!type->name)
		return 0;
	key = scope_definition_key(type->kind, type->name);
	def = scope_definition_find(&t->types->definitions, key);
	if (def && def->several)
		return choose_here(t, type, key, shallow, found, err);
	if (!def || !(type->flags & LAY_TYPE_DECLARATION))
		return 0;
	return scope_type_at(t, def->off, def->off, found, err);
}

/* @type, with definitions in the place of declarations. */
static int complete(struct scope_typist *t, const struct lay_type *type,
		    bool shallow, unsigned int depth,
		    const struct lay_type **whole, struct lay_error *err)
{
	struct lay_type made = *type;
	int ret;

	*whole = type;
	switch (type->kind) {
	case LAY_KIND_STRUCT:
	case LAY_KIND_UNION:
	case LAY_KIND_ENUM:
		return find_definition(t, type, shallow, whole, err);
	case LAY_KIND_POINTER:
	case LAY_KIND_TYPEDEF:
	case LAY_KIND_CONST:
	case LAY_KIND_VOLATILE:
	case LAY_KIND_RESTRICT:
	case LAY_KIND_ATOMIC:
		if (!type->target || depth == SCOPE_TYPE_DEPTH)
			return 0;
		ret = complete(t, type->target, shallow, depth + 1,
			       &made.target, err);
		if (ret < 0 || made.target == type->target)
			return ret;
		return scope_type_by_parts(t->types, &made, whole, err);
	default:
		return 0;
	}
}

int scope_type_same(struct scope_typist *t, const struct lay_type *type,
		    const struct lay_type **same, struct lay_error *err)
{
	const struct lay_type *chosen;
	int ret = 0;

	*same = map_get(&t->same, (uintptr_t)type);
	if (!*same)
		*same = map_get(&t->same_here, (uintptr_t)type);
	if (*same)
		return 0;
	pthread_mutex_lock(&t->types->lock);
	chosen = map_get(&t->types->chosen, (uintptr_t)type);
	pthread_mutex_unlock(&t->types->lock);
	if (!chosen && type->source_off)
		ret = scope_type_at(t, type->source_off, type->source_off,
				    &chosen, err);
	else if (!chosen)
		chosen = type;
	t->depends = false;
	if (ret == 0)
		ret = complete(t, chosen, is_shallow(type), 0, same, err);
	if (ret == 0 && map_put(t->depends ? &t->same_here : &t->same,
				(uintptr_t)type, *same) < 0)
		return lay_error_set(err, LAY_E_NOMEM, "no memory for types");
	return ret;
}
