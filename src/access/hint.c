// SPDX-License-Identifier: GPL-2.0-only
/* What the instructions around an access say of the member it means. */
#include <config.h>

#include "access/facts-internal.h"
#include "base/poison.h"

/* Instructions behind a load that are looked at. */
#define USES_MAX 8

/* Of leaves at one place: is it a pointer to what the value is said to point
 * to? Just any pointer is no better than a number: those may hold addresses. */
static int suits(void *ctx, const struct lay_type *leaf)
{
	const struct hint_context *c = ctx;
	struct facts *facts = c->facts;
	const struct lay_type *pointee;

	if (facts_first(facts, c->id) == CODE_NONE)
		return 0;
	pointee = types_pointee(facts->types, leaf);
	for (uint32_t f = facts_first(facts, c->id); f != CODE_NONE;
	     f = facts->facts[f].next) {
		const struct fact *fact = &facts->facts[f];

		if (fact->source != FACT_DECLARED &&
		    fact->source != FACT_PASSED)
			continue;
		if (pointee && fact->off == -c->off &&
		    types_alike(fact->type, pointee))
			return 8;
	}
	return 0;
}

static uint64_t ones(unsigned int bytes)
{
	return bytes >= 8 ? ~UINT64_C(0) : (UINT64_C(1) << bytes * 8) - 1;
}

/* The bits of what was loaded into @reg that the instructions behind use. */
static uint64_t used_bits(const struct code *code, uint32_t i, uint8_t reg,
			  unsigned int size)
{
	const struct code_block *b = &code->blocks[code->block_of[i]];
	uint32_t end = i + USES_MAX < b->end ? i + USES_MAX : b->end;
	uint64_t mask = ones(size);
	unsigned int shift = 0;
	bool any = false;

	for (uint32_t k = i + 1; k < end; k++) {
		const struct insn *insn = &code->insns[k];
		const struct insn_arg *a = &insn->arg[0], *n = &insn->arg[1];

		if (!insn->nr_args || a->kind != INSN_REG || a->reg != reg ||
		    a->high) {
			for (unsigned int j = 0; j < insn->nr_args; j++)
				if (insn->arg[j].kind == INSN_REG &&
				    insn->arg[j].reg == reg)
					return any ? mask : 0;
			continue;
		}
		if (insn->nr_args < 2 || n->kind != INSN_IMM)
			return any ? mask : 0;
		any = true;
		if (insn->op == INSN_SHR || insn->op == INSN_SAR) {
			shift += (unsigned int)n->imm & 63;
			if (shift > 63)
				return 0;
			mask &= ~UINT64_C(0) << shift;
		} else if (insn->op == INSN_AND || insn->op == INSN_TEST) {
			return mask & ones(a->size) &
			       ((uint64_t)n->imm & ones(a->size)) << shift;
		} else {
			return 0;
		}
	}
	return any ? mask : 0;
}

/* The bits of memory that an instruction with a constant is about. */
static uint64_t constant_bits(const struct insn *insn, unsigned int size)
{
	uint64_t imm = (uint64_t)insn->arg[1].imm & ones(size);

	switch (insn->op) {
	case INSN_TEST:
	case INSN_OR:
	case INSN_XOR:
		return imm;
	case INSN_AND:
		return ~imm & ones(size);
	case INSN_BIT:
		return imm < 64 ? UINT64_C(1) << imm : 0;
	default:
		return 0;
	}
}

/* Bytes that a string instruction moves in all, if it is known how often: what
 * is larger than that is told as one step. */
static unsigned int all_bytes(const struct flow *flow, uint32_t i,
			      const struct insn_arg *arg)
{
	const struct insn *insn = &flow->code->insns[i];
	struct value count;

	if (!(insn->flags & INSN_REPEATED) ||
	    (insn->op != INSN_STRING_MOVE && insn->op != INSN_STRING_STORE))
		return arg->size;
	count = flow_before(flow, i, flow->machine->string_count);
	return count.id == VALUE_CONST && count.off > 0 && arg->size &&
	       count.off <= UINT16_MAX / arg->size ?
		(unsigned int)count.off * arg->size : arg->size;
}

void facts_hint(struct facts *facts, uint32_t i, const struct insn_arg *arg,
		struct place_hint *hint, struct hint_context *context)
{
	const struct flow *flow = facts->flow;
	const struct insn *insn = &flow->code->insns[i];
	const struct insn_arg *dst = &insn->arg[0], *src = &insn->arg[1];
	struct value v;

	*hint = (struct place_hint){ .size = all_bytes(flow, i, arg) };
	hint->bulk = hint->size > arg->size;
	*context = (struct hint_context){ .facts = facts, .id = VALUE_NONE };
	if (insn->nr_args >= 2 && dst == arg && src->kind == INSN_IMM)
		hint->bits = constant_bits(insn, arg->size);
	if (insn->op != INSN_MOVE && insn->op != INSN_MOVE_SIGNED)
		return;
	if (src == arg && dst->kind == INSN_REG) {
		if (dst->size > src->size) {
			hint->sign_known = true;
			hint->is_signed = insn->op == INSN_MOVE_SIGNED;
		}
		context->id = flow_def_of(flow, i, dst->reg);
		if (dst->reg < INSN_NR_TRACKED && !dst->high)
			hint->bits = used_bits(flow->code, i, dst->reg,
					       arg->size);
	} else if (dst == arg && src->kind == INSN_REG &&
		   src->reg < INSN_NR_TRACKED && arg->size == 8) {
		v = flow_before(flow, i, src->reg);
		context->id = v.id;
		context->off = v.off;
	}
	if (context->id != VALUE_NONE && arg->size == 8) {
		hint->suits = suits;
		hint->ctx = context;
	}
}
