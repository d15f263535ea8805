// SPDX-License-Identifier: GPL-2.0-only
/* A call that allocates: from which cache, and what becomes of it. */
#include <config.h>

#include "access/facts-internal.h"
#include "access/flow-internal.h"
#include "access/slabs.h"
#include "base/poison.h"

#define DEPTH_MAX 3

/* Where the cache that is passed was loaded from; of one of several, each. */
static void find_caches(struct slab_context *c, struct value v,
			struct slab_alloc *alloc, unsigned int depth)
{
	const struct flow *flow = &c->worker->flow;
	const struct insn_arg *arg;
	const struct def *def;

	if (v.id < VALUE_FIRST || v.id >= flow->nr_defs || v.off ||
	    alloc->nr_places == SLAB_PLACES_MAX)
		return;
	def = &flow->defs[v.id];
	if (def->kind == DEF_LOAD) {
		arg = insn_loaded(&flow->code->insns[def->where], def->reg);
		if (arg && slab_name_place(c, def->where, arg,
					   &alloc->place[alloc->nr_places]))
			alloc->nr_places++;
	} else if ((def->kind == DEF_PHI || def->kind == DEF_SELECT) &&
		   depth < DEPTH_MAX) {
		for (uint32_t i = 0; i < def->nr_inputs; i++)
			find_caches(c, flow->inputs[def->inputs + i], alloc,
				    depth + 1);
	}
}

static void add_candidate(struct slab_context *c, struct slab_alloc *alloc,
			  const struct lay_type *type, uint8_t source)
{
	uint64_t size;

	if (alloc->nr_candidates == SLAB_CANDIDATES_MAX ||
	    !lay_type_is_record(type) || !lay_type_size(type, &size) || !size)
		return;
	alloc->candidate[alloc->nr_candidates++] = (struct slab_candidate){
		slab_type_name(c->strings, type), size, source };
}

/* What the pointers point to in which it is put. */
static void add_stored(struct slab_context *c, struct slab_alloc *alloc,
		       uint32_t id)
{
	struct facts *facts = &c->worker->facts;
	const struct flow *flow = facts->flow;

	for (uint32_t i = 0; i < flow->code->nr_insns; i++) {
		const struct insn *insn = &flow->code->insns[i];
		const struct lay_type *type;
		struct hint_context context;
		struct place_hint hint;
		struct answer answer;

		if (!slab_is_store_of(flow, i, id))
			continue;
		facts_hint(facts, i, &insn->arg[0], &hint, &context);
		facts_resolve(facts, i, flow_address(flow, i, &insn->arg[0]),
			      &hint, &answer);
		if (answer.grade != ANSWER_EXACT ||
		    answer.place.fit != PLACE_EXACT)
			continue;
		type = types_pointee(&c->worker->types,
				     answer.place.leaf_type);
		if (type)
			add_candidate(c, alloc,
				      types_whole(&c->worker->types, type),
				      FACT_STORED);
	}
}

/* What the functions return that the call is inlined from, and the function
 * itself: good for an address that nobody names. */
static void add_returned(struct slab_context *c, struct slab_alloc *alloc,
			 uint64_t pc, bool tail)
{
	const struct dw_function *fn = c->function;
	const struct dw_block *inner = NULL;
	const struct lay_type *type;

	for (uint32_t i = 1; i < fn->nr_blocks; i++)
		if (fn->blocks[i].kind == DW_BLOCK_INLINED &&
		    fn->blocks[i].proto &&
		    (!inner || fn->blocks[i].depth > inner->depth) &&
		    facts_in_block(&c->worker->facts, i, pc))
			inner = &fn->blocks[i];
	if (inner)
		type = inner->proto->type;
	else if (tail && fn->proto)
		type = fn->proto->type;
	else
		return;
	if (type->kind != LAY_KIND_FUNCTION || !type->target)
		return;
	type = types_pointee(&c->worker->types, type->target);
	if (type)
		add_candidate(c, alloc, types_whole(&c->worker->types, type),
			      FACT_GUESSED);
}

void slab_read_alloc(struct slab_context *c, uint32_t insn,
		     const struct slab_callee *callee, struct slab_alloc *alloc)
{
	const struct facts *facts = &c->worker->facts;
	const struct insn *call = &facts->flow->code->insns[insn];
	uint32_t id = flow_def_of(facts->flow, insn, facts->flow->machine->results[0]);

	*alloc = (struct slab_alloc){ .size = 0 };
	if (callee->role == SLAB_ALLOCATES) {
		find_caches(c, slab_param(c, insn, 0), alloc, 0);
	} else {
		struct value size = slab_param(c, insn, callee->size);

		if (size.id == VALUE_CONST)
			alloc->size = (uint64_t)size.off;
	}
	if (call->op == INSN_CALL && id != VALUE_NONE) {
		for (uint32_t f = facts_first(facts, id); f != CODE_NONE;
		     f = facts->facts[f].next)
			if (!facts->facts[f].off)
				add_candidate(c, alloc, facts->facts[f].type,
					      facts->facts[f].source);
		add_stored(c, alloc, id);
	}
	if (c->function)
		add_returned(c, alloc, call->addr, call->op == INSN_JUMP);
}
