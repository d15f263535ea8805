// SPDX-License-Identifier: GPL-2.0-only
/* What variables and parameters say of the values that they are in. */
#include <config.h>

#include "access/facts-internal.h"
#include "base/vec.h"
#include "base/poison.h"

struct seed {
	struct facts *facts;
	const struct dw_variable *variable;
	const struct dw_loc *loc;
	const struct lay_type *type;	/* of the piece */
	const struct lay_type *pointee;	/* or NULL */
};

static void add_stack_var(struct seed *s, int64_t off,
			  const struct lay_type *type, struct dw_range range)
{
	struct facts *facts = s->facts;
	struct stack_var var = { .type = types_whole(facts->types, type),
		.off = off, .range = range, .block = s->variable->block,
		.pointed = s->loc->kind != DW_LOC_MEMORY };

	if (!lay_type_size(type, &var.size) || !var.size)
		return;
	if (VEC_RESERVE(facts->stack_vars, facts->nr_stack_vars,
			facts->cap_stack_vars, 1) < 0)
		facts->failed = true;
	else
		facts->stack_vars[facts->nr_stack_vars++] = var;
}

static int64_t minus(int64_t a, int64_t b)
{
	return (int64_t)(0 - (uint64_t)a - (uint64_t)b);
}

/* The piece is in, or at, what @value holds. */
static void seed_value(struct seed *s, struct value value,
		       const struct fact_origin *origin)
{
	const struct dw_loc *loc = s->loc;
	int64_t off = loc->kind == DW_LOC_REGISTER ? 0 :
		dw_term_is_computed(&loc->term) ? loc->term.after :
		loc->term.off;
	const struct lay_type *type = s->pointee;

	if (loc->kind == DW_LOC_MEMORY)
		type = types_whole(s->facts->types, s->type);
	if (!type || value.id == VALUE_CONST || value.id == VALUE_PERCPU)
		return;
	if (value.id == VALUE_CFA)
		add_stack_var(s, (int64_t)((uint64_t)value.off + (uint64_t)off),
			      type, origin->range);
	else
		facts_add(s->facts, value.id, type, minus(value.off, off),
			  FACT_DECLARED, origin);
}

static struct fact_origin origin_of(const struct seed *s, struct dw_range range)
{
	return (struct fact_origin){ range, s->variable->block,
				     s->loc->kind == DW_LOC_MEMORY };
}

/* The instructions of @range: [*first, *end). */
static void find_range(const struct code *code, struct dw_range range,
		       uint32_t *first, uint32_t *end)
{
	*first = *end = code_from(code, range.low);
	while (*end < code->nr_insns && code->insns[*end].addr >= range.low &&
	       code->insns[*end].addr < range.high)
		++*end;
}

/* Can one of @regs hold what it did not before the instruction in front of @i,
 * of those that begin with @first? */
static bool is_anew(const struct code *code, uint32_t i, uint32_t first,
		    uint64_t regs)
{
	return i == first || code->insns[i - 1].writes & regs ||
	       code->blocks[code->block_of[i]].first == i;
}

/* The piece is told by a register, while the pc is in @range. */
static void seed_register(struct seed *s, uint16_t reg, struct dw_range range)
{
	const struct flow *flow = s->facts->flow;
	const struct fact_origin origin = origin_of(s, range);
	uint32_t first, end;

	if (reg >= flow->nr_regs)
		return;
	find_range(flow->code, range, &first, &end);
	for (uint32_t i = first; i < end; i++)
		if (is_anew(flow->code, i, first, UINT64_C(1) << reg))
			seed_value(s, flow_before(flow, i, (uint8_t)reg),
				   &origin);
}

/* Is def @id what the location's term computes of @start, its base + off? What
 * is added after is not asked for. */
static bool is_computed(const struct seed *s, uint32_t id, struct value start)
{
	const struct flow *flow = s->facts->flow;
	const struct dw_term *term = &s->loc->term;
	struct value v = { id, 0 };
	const struct insn_arg *arg;
	const struct def *def;
	struct flow_addr addr;

	if (term->cleared) {
		def = &flow->defs[id];
		if (def->kind != DEF_MASK || def->b.id != VALUE_CONST ||
		    def->b.off != ~(int64_t)term->cleared)
			return false;
		v = def->a;
	}
	if (!term->load_size)
		return same_value(v, start);
	if (v.off || v.id < VALUE_FIRST || v.id >= flow->nr_defs)
		return false;
	def = &flow->defs[v.id];
	if (def->kind != DEF_LOAD || def->size != term->load_size)
		return false;
	arg = insn_loaded(&flow->code->insns[def->where], def->reg);
	if (!arg)
		return false;
	addr = flow_address(flow, def->where, arg);
	return addr.index.id == VALUE_NONE && !addr.foreign && !addr.percpu &&
	       same_value(addr.base, start);
}

/* What base + off of the location's term is at instruction @i. */
static struct value start_of(const struct seed *s, uint32_t i)
{
	const struct flow *flow = s->facts->flow;
	const struct dw_term *term = &s->loc->term;
	struct value v = { VALUE_NONE, 0 };

	if (term->base == DW_BASE_REGISTER && term->reg < flow->nr_regs)
		v = flow_before(flow, i, (uint8_t)term->reg);
	else if (term->base == DW_BASE_ENTRY)
		v.id = flow_entry_def(flow, term->reg);
	else if (term->base == DW_BASE_ADDRESS)
		v.id = VALUE_CONST;
	v.off = (int64_t)((uint64_t)v.off + (uint64_t)term->off);
	return v;
}

/*
 * Where a variable is a pointer of which the tags were cleared, or where it is
 * still in memory too, compilers may tell how to compute it and not in which
 * register it is: dst, by *(skb + 88) & ~1. The code has computed it all the
 * same, if it uses it.
 */
static void seed_computed(struct seed *s, struct dw_range range)
{
	const struct flow *flow = s->facts->flow;
	const struct fact_origin origin = origin_of(s, range);
	struct value start, v;
	uint32_t first, end;

	find_range(flow->code, range, &first, &end);
	for (uint32_t i = first; i < end; i++) {
		if (!is_anew(flow->code, i, first, UINT64_MAX))
			continue;
		start = start_of(s, i);
		if (start.id == VALUE_NONE)
			continue;
		for (unsigned int r = 0; r < flow->nr_regs; r++) {
			v = flow_before(flow, i, (uint8_t)r);
			if (v.id >= VALUE_FIRST && v.id < flow->nr_defs &&
			    is_computed(s, v.id, start))
				seed_value(s, (struct value){ v.id, 0 },
					   &origin);
		}
	}
}

static void seed_range(struct seed *s, struct dw_range range)
{
	const struct dw_loc *loc = s->loc;
	const struct dw_term *term = &loc->term;
	const struct fact_origin origin = origin_of(s, range);
	uint32_t entry;

	if (dw_term_is_computed(term)) {
		seed_computed(s, range);
		return;
	}
	switch (term->base) {
	case DW_BASE_REGISTER:
		seed_register(s, term->reg, range);
		break;
	case DW_BASE_ENTRY:
		entry = flow_entry_def(s->facts->flow, term->reg);
		if (entry != VALUE_NONE)
			seed_value(s, (struct value){ entry, 0 }, &origin);
		break;
	case DW_BASE_CFA:
		seed_value(s, (struct value){ VALUE_CFA, 0 }, &origin);
		break;
	default:
		break;
	}
}

static void seed_piece(struct seed *s, const struct dw_place_at *at)
{
	const struct dw_block *block;

	if (s->loc->kind != DW_LOC_REGISTER && s->loc->kind != DW_LOC_MEMORY &&
	    s->loc->kind != DW_LOC_VALUE)
		return;
	s->type = s->variable->type;
	if (s->loc->bit_size) {
		struct place_hint hint = {
			.size = (unsigned int)(s->loc->bit_size / 8) };
		struct place place;

		if (hint.size != 8 || s->loc->bit_off % 8 ||
		    place_find(s->type, (int64_t)(s->loc->bit_off / 8), &hint,
			       &place) != PLACE_EXACT)
			return;
		s->type = place.leaf_type;
	}
	s->pointee = types_pointee(s->facts->types, s->type);
	if (!at->all) {
		seed_range(s, at->range);
		return;
	}
	block = &s->facts->function->blocks[s->variable->block];
	for (uint32_t i = 0; i < block->nr_ranges; i++)
		seed_range(s, block->ranges[i]);
}

static void seed_variable(struct facts *facts, const struct dw_variable *v)
{
	struct seed s = { .facts = facts, .variable = v };
	const struct lay_type *pointee = types_pointee(facts->types, v->type);

	facts_add_record(facts, pointee ? pointee : v->type);
	for (size_t i = 0; i < v->nr_places; i++)
		for (uint32_t p = 0; p < v->places[i].nr_pieces; p++) {
			s.loc = &v->places[i].pieces[p];
			seed_piece(&s, &v->places[i]);
		}
}

/* The records that a function, inlined here, deals with. */
static void seed_proto(struct facts *facts, const struct dw_proto *proto)
{
	const struct lay_type *type, *pointee;

	if (!proto || proto->type->kind != LAY_KIND_FUNCTION)
		return;
	type = types_whole(facts->types, proto->type);
	pointee = type->target ? types_pointee(facts->types, type->target) :
		NULL;
	if (pointee)
		facts_add_record(facts, pointee);
	for (size_t i = 0; i < type->nr_params; i++) {
		pointee = types_pointee(facts->types, type->params[i]);
		if (pointee)
			facts_add_record(facts, pointee);
	}
}

/* Is block @outer the block @inner, or around it? */
static bool is_around(const struct facts *facts, uint32_t outer,
		      uint32_t inner)
{
	const struct dw_function *fn = facts->function;

	while (inner > outer && inner < fn->nr_blocks)
		inner = fn->blocks[inner].parent;
	return inner == outer;
}

/*
 * What a pointer points to in the frame is not always there: at the end of a
 * list it points to, or in front of, the list's head as if that were in one of
 * its elements. Of what does not fit the variable that it begins in that much is
 * left, and nothing of what has one behind its beginning. Variables of other
 * blocks may have been in the same place at other times.
 */
static void clip_pointed(const struct facts *facts, struct stack_var *var)
{
	for (size_t i = 0; i < facts->nr_stack_vars; i++) {
		const struct stack_var *own = &facts->stack_vars[i];
		uint64_t begin;

		if (own->pointed || !is_around(facts, own->block, var->block))
			continue;
		begin = (uint64_t)var->off - (uint64_t)own->off;
		if (var->off >= own->off && begin < own->size &&
		    var->size > own->size - begin)
			var->size = own->size - begin;
		begin = (uint64_t)own->off - (uint64_t)var->off;
		if (own->off > var->off && begin < var->size)
			var->size = 0;
	}
}

void facts_seed(struct facts *facts)
{
	const struct dw_function *fn = facts->function;

	for (size_t i = 0; fn && i < fn->nr_blocks; i++)
		seed_proto(facts, fn->blocks[i].proto);

	for (size_t i = 0; fn && i < fn->nr_variables; i++)
		seed_variable(facts, &fn->variables[i]);
	for (size_t i = 0; i < facts->nr_stack_vars; i++)
		if (facts->stack_vars[i].pointed)
			clip_pointed(facts, &facts->stack_vars[i]);
}

int facts_objects(struct facts *facts, const struct dw_function *function,
		  struct types *types, struct lay_error *err)
{
	(void)types;
	facts->nr_objects = 0;
	for (size_t i = 0; function && i < function->nr_variables; i++) {
		const struct dw_variable *v = &function->variables[i];
		const struct lay_type *t = lay_type_strip(v->type);
		const struct dw_loc *loc;
		uint64_t size;

		if ((t->kind != LAY_KIND_ARRAY && !lay_type_is_record(t)) ||
		    !v->nr_places || !lay_type_size(t, &size))
			continue;
		/* what is on the stack for a while only was put aside there */
		if (!v->places[0].all)
			continue;
		loc = &v->places[0].pieces[0];
		if (loc->kind != DW_LOC_MEMORY || loc->bit_size ||
		    loc->term.base != DW_BASE_CFA ||
		    dw_term_is_computed(&loc->term))
			continue;
		if (VEC_RESERVE(facts->objects, facts->nr_objects,
				facts->cap_objects, 1) < 0)
			return lay_error_set(err, LAY_E_NOMEM, "out of memory");
		facts->objects[facts->nr_objects++] =
			(struct flow_object){ loc->term.off, size };
	}
	return 0;
}
