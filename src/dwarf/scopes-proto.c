// SPDX-License-Identifier: GPL-2.0-only
/* Prototypes: what a function takes and returns, by the DIE that says it. */
#include <config.h>

#include <stdlib.h>

#include "base/vec.h"
#include "dwarf/scopes-internal.h"
#include "base/poison.h"

#define MAX_ORIGINS 8

struct params {
	const struct lay_type **list;
	size_t nr, cap;
	unsigned int flags;
};

/* Does the body of a function begin here, behind all parameters? Variables may
 * stand in front of them: LLVM has static ones there. */
static bool is_body(uint16_t tag)
{
	switch (tag) {
	case DW_TAG_lexical_block:
	case DW_TAG_inlined_subroutine:
	case DW_TAG_label:
	case DW_TAG_call_site:
	case DW_TAG_GNU_call_site:
		return true;
	}
	return false;
}

static int add_param(struct dw_scope_reader *r, const struct scope_die *child,
		     struct params *params, struct lay_error *err)
{
	struct scope_facts facts;
	int ret;

	if (child->tag == DW_TAG_unspecified_parameters)
		params->flags |= LAY_TYPE_VARIADIC;
	if (child->tag != DW_TAG_formal_parameter)
		return 0;
	if (VEC_RESERVE(params->list, params->nr, params->cap, 1) < 0)
		return scope_no_memory(r, err);
	ret = scope_facts_read(r, child, &facts, err);
	if (ret == 0)
		ret = scope_type_at(&r->typist, facts.type_off, child->off,
				    &params->list[params->nr], err);
	if (ret < 0)
		return ret;
	params->nr++;
	if (map_put(&r->params, child->off,
		    (const void *)(uintptr_t)params->nr) < 0)
		return scope_no_memory(r, err);
	return 0;
}

static int read_params(struct dw_scope_reader *r, const struct scope_die *die,
		       struct params *params, struct lay_error *err)
{
	uint64_t off = die->next;
	struct scope_die child;
	int ret = 0;

	while (ret == 0 && die->opens) {
		ret = scope_die_read(r, off, die->off, &child, err);
		if (ret < 0 || child.tag == 0 || is_body(child.tag))
			break;
		ret = add_param(r, &child, params, err);
		if (ret == 0)
			ret = scope_die_after(r, &child, &off, err);
	}
	return ret;
}

/* Go to the DIE that has the prototype: the one @die is an instance of. What it
 * specifies, as C++ has it, is declared elsewhere, with the parameters too. */
static int find_origin(struct dw_scope_reader *r, struct scope_die *die,
		       struct dw_proto *proto, struct lay_error *err)
{
	uint64_t off, from;
	int ret = 0;

	for (int i = 0; ret == 0; i++) {
		if (scope_flag(die, SCOPE_NORETURN))
			proto->flags |= DW_PROTO_NORETURN;
		/* DW_INL_not_inlined is 0 */
		if (scope_flag(die, SCOPE_INLINE))
			proto->flags |= DW_PROTO_INLINE;
		if (!scope_has(die, SCOPE_ORIGIN) || i == MAX_ORIGINS)
			break;
		from = die->off;
		ret = scope_die_follow(r, die, SCOPE_ORIGIN, &off, err);
		if (ret == 0)
			ret = scope_die_read(r, off, from, die, err);
	}
	return ret;
}

static int read_proto(struct dw_scope_reader *r, uint64_t off, uint64_t from,
		      struct dw_proto *proto, struct lay_error *err)
{
	struct params params = { .list = NULL };
	const struct lay_type *target;
	struct scope_facts facts;
	struct scope_die die;
	int ret;

	ret = scope_die_read(r, off, from, &die, err);
	if (ret == 0)
		ret = scope_facts_read(r, &die, &facts, err);
	if (ret == 0)
		ret = find_origin(r, &die, proto, err);
	if (ret < 0)
		return ret;
	proto->name = facts.name;
	proto->symbol = facts.symbol ? facts.symbol : facts.name;
	proto->die_off = facts.origin_off;
	proto->decl_file = facts.decl_file;
	proto->decl_line = facts.decl_line;
	if (facts.external)
		proto->flags |= DW_PROTO_EXTERNAL;
	if (scope_flag(&die, SCOPE_DECLARATION))
		proto->flags |= DW_PROTO_DECLARATION;
	if (scope_flag(&die, SCOPE_PROTOTYPED))
		params.flags |= LAY_TYPE_PROTOTYPED;
	ret = scope_type_at(&r->typist, facts.type_off, die.off, &target, err);
	if (ret == 0)
		ret = read_params(r, &die, &params, err);
	if (ret == 0)
		ret = scope_type_function(&r->typist, target, params.list,
					  params.nr, params.flags, die.off,
					  &proto->type, err);
	free(params.list);
	return ret;
}

int scope_proto(struct dw_scope_reader *r, uint64_t off, uint64_t from,
		const struct dw_proto **ret_proto, struct lay_error *err)
{
	static const struct lay_type unknown = {
		.kind = LAY_KIND_UNKNOWN,
		.why = "its debug information is damaged",
	};
	struct dw_proto *proto;
	int ret;

	*ret_proto = map_get(&r->protos, off);
	if (*ret_proto)
		return 0;
	proto = arena_alloc(&r->arena, sizeof(*proto));
	if (!proto)
		return scope_no_memory(r, err);
	ret = read_proto(r, off, from, proto, err);
	if (ret < 0) {
		ret = scope_damaged(r, ret, err);
		proto->type = &unknown;
	}
	if (ret == 0 && map_put(&r->protos, off, proto) < 0)
		ret = scope_no_memory(r, err);
	*ret_proto = proto;
	return ret;
}
