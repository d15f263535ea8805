// SPDX-License-Identifier: GPL-2.0-only
/*
 * Most operands of a build are not in the type that somebody asks for, and most
 * types that are known of their addresses have nothing to do with it: those
 * need not be searched for members. An answer is in a type that a fact names,
 * in what that embeds, or in a record that embeds it (a container).
 */
#include <config.h>

#include <string.h>

#include "access/facts-internal.h"
#include "access/wanted.h"
#include "base/poison.h"

#define DEPTH_MAX 4

/* What is kept of a type that was looked at. */
static const char holds_it = 1, has_nothing = 0;

void wanted_init(struct wanted *wanted, const char *const *names, size_t nr)
{
	wanted->names = names;
	wanted->nr_names = nr;
	map_init(&wanted->holds);
	map_init(&wanted->seen);
	map_init(&wanted->around);
}

void wanted_deinit(struct wanted *wanted)
{
	map_free(&wanted->holds);
	map_free(&wanted->seen);
	map_free(&wanted->around);
}

/* Is @type called @name, "struct x" or "x_t"? */
static bool is_called(const struct lay_type *type, const char *name)
{
	const struct lay_type *t = lay_type_strip(type);
	const char *kind = lay_kind_name(t->kind);
	size_t len = strlen(kind);

	if (!lay_type_is_record(t))
		return false;
	if (t->name)
		return !strncmp(name, kind, len) && name[len] == ' ' &&
		       !strcmp(name + len + 1, t->name);
	while (type->kind != LAY_KIND_TYPEDEF && type != t && type->target)
		type = type->target;
	return type->kind == LAY_KIND_TYPEDEF && type->name &&
	       !strcmp(name, type->name);
}

bool wanted_is(const struct wanted *wanted, const struct lay_type *type)
{
	for (size_t i = 0; i < wanted->nr_names; i++)
		if (is_called(type, wanted->names[i]))
			return true;
	return false;
}

/* A typedef may be asked for, which types_inners() does not tell. */
static bool search(const struct wanted *wanted, const struct lay_type *type,
		   unsigned int depth)
{
	const struct lay_type *t;

	if (wanted_is(wanted, type) || depth > 12)
		return true;
	t = lay_type_strip(type);
	if (t->kind == LAY_KIND_ARRAY)
		return search(wanted, t->target, depth + 1);
	for (size_t i = 0; lay_type_is_record(t) && i < t->nr_members; i++)
		if (search(wanted, t->members[i].type, depth + 1))
			return true;
	return false;
}

bool wanted_holds(struct wanted *wanted, const struct lay_type *type)
{
	uint64_t key = (uint64_t)(uintptr_t)type;
	const char *known = map_get(&wanted->holds, key);

	if (!known) {
		known = search(wanted, type, 0) ? &holds_it : &has_nothing;
		if (map_put(&wanted->holds, key, known) < 0)
			return true;
	}
	return known == &holds_it;
}

/* Remember what each of @records is around that has one of those in it. */
static int see_around(struct wanted *wanted, struct types *types,
		      const struct lay_type *const *records, size_t nr_records)
{
	for (size_t i = 0; i < nr_records; i++) {
		uint64_t key = (uint64_t)(uintptr_t)records[i];
		const struct types_inner *list;
		size_t nr;

		if (map_get(&wanted->seen, key) || !wanted_holds(wanted, records[i]))
			continue;
		if (map_put(&wanted->seen, key, &holds_it) < 0)
			return -1;
		list = types_inners(types, records[i], &nr);
		for (size_t k = 1; k < nr; k++)
			if (map_put(&wanted->around, types_key(list[k].type),
				    &holds_it) < 0)
				return -1;
	}
	return 0;
}

bool wanted_prepare(struct wanted *wanted, const struct facts *facts)
{
	struct types *types = facts->types;

	return see_around(wanted, types, facts->records, facts->nr_records) ==
	       0 &&
	       see_around(wanted, types, types->records, types->nr_records) ==
	       0;
}

static bool on_stack(struct wanted *wanted, const struct facts *facts,
		     int64_t off)
{
	for (size_t i = 0; i < facts->nr_stack_vars; i++) {
		const struct stack_var *var = &facts->stack_vars[i];

		if (off >= var->off && (uint64_t)(off - var->off) < var->size &&
		    wanted_holds(wanted, var->type))
			return true;
	}
	return false;
}

static bool in_global(struct wanted *wanted, const struct facts *facts,
		      int64_t addr)
{
	const struct dw_global *global =
		dw_scopes_global_at(facts->scopes, (uint64_t)addr, false);

	return global &&
	       wanted_holds(wanted, types_whole(facts->types, global->type));
}

static bool may_be(struct wanted *wanted, const struct facts *facts,
		   struct value v, unsigned int depth)
{
	const struct def *def;

	if (v.id == VALUE_CFA)
		return on_stack(wanted, facts, v.off);
	if (v.id == VALUE_CONST || v.id == VALUE_PERCPU)
		return in_global(wanted, facts, v.off);
	if (v.id < VALUE_FIRST || v.id >= facts->flow->nr_defs)
		return false;
	if ((v.off < -0x10000 || v.off > 0x10000) &&
	    in_global(wanted, facts, v.off))
		return true;
	for (uint32_t f = facts_first(facts, v.id); f != CODE_NONE;
	     f = facts->facts[f].next) {
		const struct lay_type *type = facts->facts[f].type;

		if (wanted_holds(wanted, type))
			return true;
		if (lay_type_is_record(type) &&
		    map_get(&wanted->around, types_key(type)))
			return true;
	}
	def = &facts->flow->defs[v.id];
	if (depth == DEPTH_MAX)
		return false;
	if (def->kind != DEF_MASK && def->kind != DEF_INDEX)
		return false;
	return may_be(wanted, facts, def->a, depth + 1) ||
	       (def->kind == DEF_INDEX &&
		may_be(wanted, facts, def->b, depth + 1));
}

bool wanted_may_be(struct wanted *wanted, const struct facts *facts,
		   struct flow_addr addr)
{
	if (addr.foreign || may_be(wanted, facts, addr.base, 0))
		return true;
	return addr.index.id != VALUE_NONE && addr.scale == 1 &&
	       may_be(wanted, facts, addr.index, 0);
}
