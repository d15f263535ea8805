// SPDX-License-Identifier: GPL-2.0-only
/*
 * What a few bytes of the stack hold before a call: a parameter, or a member of
 * what a parameter points to.
 *
 * Idea: go back from the call over what must have been executed before it, to
 * the last instruction that wrote the bytes. Whoever got the address earlier may
 * have written them too: calls that are passed an address in the frame end the
 * search.
 */
#include <config.h>

#include "access/flow-internal.h"
#include "access/slabs.h"
#include "base/poison.h"

/* Instructions to go back. */
#define BACK_MAX 400

struct search {
	const struct flow *flow;
	int64_t off;
	unsigned int size;
	struct value found;
};

enum step { GOES_ON, FOUND, LOST };

/* The bytes are those from @skip on of @v, of which @size were stored. */
static enum step take(struct search *s, struct value v, int64_t skip,
		      unsigned int size)
{
	if (v.id == VALUE_CONST) {
		uint64_t bits = (uint64_t)v.off >> (skip * 8);

		if (s->size < 8)
			bits &= (UINT64_C(1) << (s->size * 8)) - 1;
		s->found = (struct value){ VALUE_CONST, (int64_t)bits };
		return FOUND;
	}
	if (skip || s->size != size || v.id == VALUE_NONE)
		return LOST;
	s->found = v;
	return FOUND;
}

/* @size bytes at @off of the stack become @v. */
static enum step stored(struct search *s, int64_t off, int64_t size,
			struct value v)
{
	if (off >= s->off + (int64_t)s->size || off + size <= s->off)
		return GOES_ON;
	if (off > s->off || off + size < s->off + (int64_t)s->size || size > 8)
		return LOST;
	return take(s, v, s->off - off, (unsigned int)size);
}

static enum step see_string(struct search *s, uint32_t i)
{
	const struct flow *flow = s->flow;
	const struct insn *insn = &flow->code->insns[i];
	const struct machine *machine = flow->machine;
	struct value to = flow_before(flow, i, machine->string_to);
	struct value count = flow_before(flow, i, machine->string_count);
	struct value v = flow_before(flow, i, machine->string_value);
	int64_t size = insn->arg[0].size;

	if (to.id != VALUE_CFA)
		return GOES_ON;
	if (insn->flags & INSN_REPEATED) {
		if (count.id != VALUE_CONST || count.off < 0 ||
		    count.off > 1 << 16)
			return LOST;
		size *= count.off;
	}
	if (to.off >= s->off + (int64_t)s->size || to.off + size <= s->off)
		return GOES_ON;
	/* all bytes alike */
	if (insn->op != INSN_STRING_STORE || v.id != VALUE_CONST || v.off ||
	    to.off > s->off || to.off + size < s->off + (int64_t)s->size)
		return LOST;
	s->found = value_const(0);
	return FOUND;
}

static struct value source_of(const struct flow *flow, uint32_t i,
			      const struct insn_arg *arg)
{
	if (arg->kind == INSN_IMM)
		return value_const(arg->imm);
	if (arg->kind == INSN_REG && !arg->high && arg->reg < INSN_NR_TRACKED)
		return flow_before(flow, i, arg->reg);
	return value_of(VALUE_NONE);
}

/* Is an address of the frame passed? */
static bool gets_frame(const struct flow *flow, uint32_t i)
{
	const struct machine *machine = flow->machine;

	for (unsigned int r = 0; r < machine->nr_params; r++)
		if (flow_before(flow, i, machine->params[r]).id == VALUE_CFA)
			return true;
	return false;
}

/* Instruction @i writes its operand @k. */
static enum step see_store(struct search *s, uint32_t i, unsigned int k)
{
	const struct flow *flow = s->flow;
	const struct insn *insn = &flow->code->insns[i];
	struct flow_addr addr = flow_address(flow, i, &insn->arg[k]);

	if (addr.base.id != VALUE_CFA)
		return GOES_ON;
	if (addr.index.id != VALUE_NONE)
		return LOST;
	return stored(s, addr.base.off, insn->arg[k].size,
		      insn->op == INSN_MOVE ?
		      source_of(flow, i, &insn->arg[k + 1]) :
		      value_of(VALUE_NONE));
}

static enum step see(struct search *s, uint32_t i)
{
	const struct flow *flow = s->flow;
	const struct insn *insn = &flow->code->insns[i];
	enum step step = GOES_ON;
	struct value v;

	switch (insn->op) {
	case INSN_CALL:
		return gets_frame(flow, i) ? LOST : GOES_ON;
	case INSN_PUSH:
		v = flow_before(flow, i, flow->machine->stack);
		if (v.id != VALUE_CFA)
			return LOST;
		return stored(s, v.off - 8, 8,
			      source_of(flow, i, &insn->arg[0]));
	case INSN_STRING_MOVE:
	case INSN_STRING_STORE:
		return see_string(s, i);
	default:
		break;
	}
	for (unsigned int k = 0; k < insn->nr_args && step == GOES_ON; k++)
		if (insn_memory(insn, k) == &insn->arg[k] &&
		    insn->arg[k].access & INSN_WRITE)
			step = see_store(s, i, k);
	return step;
}

bool slab_stack_value(const struct slab_context *c, uint32_t insn, int64_t off,
		      unsigned int size, struct value *value)
{
	struct search s = { .flow = &c->worker->flow, .off = off,
		.size = size };
	const struct code *code = s.flow->code;
	const struct code_block *b = &code->blocks[code->block_of[insn]];
	enum step step = GOES_ON;

	for (unsigned int n = 0; n < BACK_MAX && step == GOES_ON; n++) {
		if (insn > b->first) {
			step = see(&s, --insn);
		} else if (b->nr_preds == 1) {
			b = &code->blocks[code->preds[b->preds]];
			insn = b->end;
		} else {
			return false;
		}
	}
	*value = s.found;
	return step == FOUND;
}
