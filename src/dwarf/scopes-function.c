// SPDX-License-Identifier: GPL-2.0-only
/*
 * A function with all that is in it: blocks, what is inlined, variables, calls.
 * Its DIEs are a tree; it is gone through with a stack of the blocks that are
 * open, and becomes lists, in which a block comes before what is in it.
 */
#include <config.h>

#include <stdlib.h>

#include "base/vec.h"
#include "dwarf/scopes-internal.h"
#include "base/poison.h"

/* Blocks in each other; real code has fewer than 64. */
#define MAX_OPEN 512

struct body {
	struct dw_scope_reader *r;
	const struct dw_term *frame_base;	/* or NULL */
	uint32_t open[MAX_OPEN];		/* indices of blocks */
	unsigned int nr_open;
};

static uint32_t innermost(const struct body *body)
{
	return body->open[body->nr_open - 1];
}

/* Append the block @die, with what was read to r->ranges. */
static int append_block(struct body *body, const struct scope_die *die,
			enum dw_block_kind kind, struct lay_error *err)
{
	struct dw_scope_reader *r = body->r;
	struct dw_block block = { .kind = kind, .die_off = die->off };
	int ret = 0;

	if (kind != DW_BLOCK_LEXICAL)
		ret = scope_proto(r, die->off, die->off, &block.proto, err);
	if (ret < 0)
		return ret;
	block.nr_ranges = (uint32_t)r->ranges.nr;
	block.ranges = SCOPE_KEEP(r, r->ranges.list, r->ranges.nr);
	if (!block.ranges ||
	    VEC_RESERVE(r->blocks, r->nr_blocks, r->cap_blocks, 1) < 0)
		return scope_no_memory(r, err);
	if (block.nr_ranges)
		block.entry = block.ranges[0].low;
	if (scope_has(die, SCOPE_LOW_PC))
		scope_address(r, &die->value[SCOPE_LOW_PC], &block.entry);
	if (scope_has(die, SCOPE_ENTRY_PC)) {
		const struct dw_value *value = &die->value[SCOPE_ENTRY_PC];

		/* DWARF 5 has it as an offset too */
		if (value->class == DW_VALUE_UNSIGNED)
			block.entry += value->u;
		else
			scope_address(r, value, &block.entry);
	}
	block.call_file = scope_die_number(die, SCOPE_CALL_FILE);
	block.call_line = scope_die_number(die, SCOPE_CALL_LINE);
	if (body->nr_open) {
		block.parent = innermost(body);
		block.depth = body->nr_open;
	}
	r->blocks[r->nr_blocks++] = block;
	return 0;
}

/* A block in the function. */
static int add_block(struct body *body, const struct scope_die *die,
		     enum dw_block_kind kind, struct lay_error *err)
{
	struct dw_scope_reader *r = body->r;
	int ret = scope_ranges_read(r, die, err);

	if (ret < 0) {
		ret = scope_damaged(r, ret, err);
		r->ranges.nr = 0;
	}
	if (ret == 0)
		ret = append_block(body, die, kind, err);
	if (ret < 0 || !die->opens)
		return ret;
	if (body->nr_open == MAX_OPEN)
		return dw_error_at(r->scopes->file, die->off, LAY_E_LIMIT, err,
				   "more than %d blocks in each other",
				   MAX_OPEN);
	body->open[body->nr_open++] = (uint32_t)(r->nr_blocks - 1);
	return 0;
}

/* A copy of r->places, each with its pieces, for @variable. */
static int keep_places(struct dw_scope_reader *r, struct dw_variable *variable,
		       struct lay_error *err)
{
	const struct dw_loc *pieces;
	struct dw_place_at *places;

	if (!r->places.nr)
		return 0;
	places = SCOPE_KEEP(r, r->places.list, r->places.nr);
	pieces = SCOPE_KEEP(r, r->locs.list, r->locs.nr);
	if (!places || !pieces)
		return scope_no_memory(r, err);
	for (size_t i = 0; i < r->places.nr; i++) {
		places[i].pieces = pieces;
		pieces += places[i].nr_pieces;
	}
	variable->places = places;
	variable->nr_places = r->places.nr;
	return 0;
}

/* Which parameter of the prototype it is. Instances may have some of them only,
 * and in another order. */
static uint32_t param_of(const struct dw_scope_reader *r, uint64_t origin_off)
{
	uintptr_t nr = (uintptr_t)map_get(&r->params, origin_off);

	return nr ? (uint32_t)(nr - 1) : DW_PARAM_UNKNOWN;
}

static int add_variable(struct body *body, const struct scope_die *die,
			struct lay_error *err)
{
	struct dw_scope_reader *r = body->r;
	struct dw_variable v = {
		.block = innermost(body), .die_off = die->off,
	};
	struct scope_facts facts;
	bool is_global = false;
	int ret;

	ret = scope_facts_read(r, die, &facts, err);
	if (ret == 0)
		ret = scope_type_at(&r->typist, facts.type_off, die->off,
				    &v.type, err);
	if (ret == 0)
		ret = scope_places_read(r, die, body->frame_base, err);
	if (ret == 0)
		ret = keep_places(r, &v, err);
	if (ret == 0)
		ret = scope_global_add(r, die, true, &is_global, err);
	if (ret < 0)
		return ret;
	v.name = facts.name;
	v.origin_off = facts.origin_off;
	v.decl_line = facts.decl_line;
	if (die->tag == DW_TAG_formal_parameter) {
		v.flags |= DW_VARIABLE_PARAM;
		v.param = param_of(r, facts.origin_off);
	}
	if (is_global)
		v.flags |= DW_VARIABLE_STATIC;
	if (facts.artificial)
		v.flags |= DW_VARIABLE_ARTIFICIAL;
	if (scope_flag(die, SCOPE_DECLARATION))
		v.flags |= DW_VARIABLE_DECLARATION;
	if (VEC_RESERVE(r->variables, r->nr_variables, r->cap_variables, 1) < 0)
		return scope_no_memory(r, err);
	r->variables[r->nr_variables++] = v;
	return 0;
}

/* Where a parameter is passed: one place. */
static int read_where(struct dw_scope_reader *r, const struct scope_die *die,
		      struct dw_loc *where, struct lay_error *err)
{
	int ret = scope_places_read(r, die, NULL, err);

	*where = (struct dw_loc){ .kind = DW_LOC_GONE };
	if (ret == 0 && r->places.nr == 1 && r->locs.nr == 1)
		*where = r->locs.list[0];
	return ret;
}

/* The parameters of the call at @off, up to what stands behind them. */
static int read_call_params(struct body *body, uint64_t *off,
			    struct lay_error *err)
{
	struct dw_scope_reader *r = body->r;
	struct dw_call_param param;
	struct scope_die die;
	int ret;

	r->nr_call_params = 0;
	for (;;) {
		ret = scope_die_read(r, *off, *off, &die, err);
		if (ret < 0)
			return ret;
		if (die.tag == 0) {
			*off = die.next;
			return 0;
		}
		ret = scope_die_after(r, &die, off, err);
		if (ret < 0)
			return ret;
		if (die.tag != DW_TAG_call_site_parameter &&
		    die.tag != DW_TAG_GNU_call_site_parameter)
			continue;
		ret = read_where(r, &die, &param.where, err);
		if (ret < 0)
			return ret;
		scope_value(r, &die, SCOPE_CALL_VALUE, body->frame_base,
			    &param.value);
		scope_value(r, &die, SCOPE_CALL_POINTED, body->frame_base,
			    &param.pointed);
		if (VEC_RESERVE(r->call_params, r->nr_call_params,
				r->cap_call_params, 1) < 0)
			return scope_no_memory(r, err);
		r->call_params[r->nr_call_params++] = param;
	}
}

/* What a call site says of where it is and what is called. Before DWARF 5, the
 * attributes of other DIEs were used for that. */
static int read_call(struct body *body, const struct scope_die *die,
		     struct dw_call *call, struct lay_error *err)
{
	bool gnu = die->tag == DW_TAG_GNU_call_site;
	enum scope_attr pc = gnu ? SCOPE_LOW_PC : SCOPE_RETURN_PC;
	enum scope_attr origin = gnu ? SCOPE_ORIGIN : SCOPE_CALL_ORIGIN;
	struct dw_scope_reader *r = body->r;
	uint64_t off;
	int ret = 0;

	*call = (struct dw_call){
		.block = innermost(body), .die_off = die->off,
	};
	if (scope_flag(die, SCOPE_TAIL_CALL))
		call->flags |= DW_CALL_TAIL;
	if (scope_has(die, pc) &&
	    scope_address(r, &die->value[pc], &call->return_pc))
		call->flags |= DW_CALL_RETURN_PC;
	if (scope_has(die, SCOPE_CALL_PC) &&
	    scope_address(r, &die->value[SCOPE_CALL_PC], &call->pc))
		call->flags |= DW_CALL_PC;
	scope_value(r, die, SCOPE_CALL_TARGET, body->frame_base, &call->target);
	if (scope_has(die, origin)) {
		ret = scope_die_follow(r, die, origin, &off, err);
		if (ret == 0)
			ret = scope_proto(r, off, die->off, &call->callee, err);
	}
	return ret;
}

static int add_call(struct body *body, const struct scope_die *die,
		    uint64_t *next, struct lay_error *err)
{
	struct dw_scope_reader *r = body->r;
	struct dw_call call;
	int ret;

	ret = read_call(body, die, &call, err);
	r->nr_call_params = 0;
	*next = die->next;
	if (ret == 0 && die->opens)
		ret = read_call_params(body, next, err);
	if (ret < 0)
		return ret;
	call.nr_params = r->nr_call_params;
	call.params = SCOPE_KEEP(r, r->call_params, r->nr_call_params);
	if (!call.params ||
	    VEC_RESERVE(r->calls, r->nr_calls, r->cap_calls, 1) < 0)
		return scope_no_memory(r, err);
	r->calls[r->nr_calls++] = call;
	return 0;
}

/* A function in the function is read for itself, later. */
static int set_aside(struct body *body, const struct scope_die *die,
		     uint64_t *next, struct lay_error *err)
{
	struct dw_scope_reader *r = body->r;

	if (VEC_RESERVE(r->nested, r->nr_nested, r->cap_nested, 1) < 0)
		return scope_no_memory(r, err);
	r->nested[r->nr_nested++] = die->off;
	return scope_die_after(r, die, next, err);
}

/* The DIE at *@off, and go to the one behind it, which may be a child. */
static int take(struct body *body, uint64_t *off, struct lay_error *err)
{
	struct scope_die die;
	int ret = scope_die_read(body->r, *off, *off, &die, err);

	if (ret < 0)
		return ret;
	*off = die.next;
	switch (die.tag) {
	case 0:
		body->nr_open--;
		return 0;
	case DW_TAG_lexical_block:
	case DW_TAG_try_block:
	case DW_TAG_catch_block:
		return add_block(body, &die, DW_BLOCK_LEXICAL, err);
	case DW_TAG_inlined_subroutine:
		return add_block(body, &die, DW_BLOCK_INLINED, err);
	case DW_TAG_variable:
	case DW_TAG_formal_parameter:
		ret = add_variable(body, &die, err);
		break;
	case DW_TAG_call_site:
	case DW_TAG_GNU_call_site:
		return add_call(body, &die, off, err);
	case DW_TAG_subprogram:
		return set_aside(body, &die, off, err);
	}
	return ret < 0 ? ret : scope_die_after(body->r, &die, off, err);
}

static int by_return_pc(const void *pa, const void *pb)
{
	const struct dw_call *a = pa, *b = pb;

	if (a->return_pc != b->return_pc)
		return a->return_pc < b->return_pc ? -1 : 1;
	return a->die_off < b->die_off ? -1 : a->die_off > b->die_off;
}

/* Append the function of what was gathered. */
static int finish(struct dw_scope_reader *r, struct dw_function *f,
		  struct lay_error *err)
{
	if (r->nr_calls)
		qsort(r->calls, r->nr_calls, sizeof(*r->calls), by_return_pc);
	f->blocks = SCOPE_KEEP(r, r->blocks, r->nr_blocks);
	f->variables = SCOPE_KEEP(r, r->variables, r->nr_variables);
	f->calls = SCOPE_KEEP(r, r->calls, r->nr_calls);
	if (!f->blocks || !f->variables || !f->calls ||
	    VEC_RESERVE(r->functions, r->nr_functions, r->cap_functions, 1) < 0)
		return scope_no_memory(r, err);
	f->nr_blocks = r->nr_blocks;
	f->nr_variables = r->nr_variables;
	f->nr_calls = r->nr_calls;
	f->proto = f->blocks[0].proto;
	f->entry = f->blocks[0].entry;
	r->functions[r->nr_functions++] = *f;
	return 0;
}

int scope_function_read(struct dw_scope_reader *r, const struct scope_die *die,
			uint64_t *next, struct lay_error *err)
{
	struct dw_function f = { .die_off = die->off };
	struct body body = { .r = r };
	int ret;

	r->nr_blocks = 0;
	r->nr_variables = 0;
	r->nr_calls = 0;
	f.all_calls = scope_flag(die, SCOPE_ALL_CALLS);
	scope_value(r, die, SCOPE_FRAME_BASE, NULL, &f.frame_base);
	if (f.frame_base.kind == DW_LOC_VALUE)
		body.frame_base = &f.frame_base.term;
	ret = append_block(&body, die, DW_BLOCK_FUNCTION, err);
	if (ret < 0)
		return ret;
	*next = die->next;
	if (die->opens)
		body.nr_open = 1;
	while (ret == 0 && body.nr_open > 0)
		ret = take(&body, next, err);
	/* what was read of a damaged function stands */
	if (ret < 0 && !scope_is_fatal(ret)) {
		scope_damaged(r, ret, err);
		ret = finish(r, &f, err);
		return ret < 0 ? ret : 1;
	}
	return ret < 0 ? ret : finish(r, &f, err);
}
