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

static uint64_t field_bits(const struct insn *insn)
{
	uint64_t low = (uint64_t)insn->arg[2].imm;
	uint64_t nr = (uint64_t)insn->arg[3].imm;

	return low > 63 || !nr ? 0 :
	       (nr > 63 ? ~UINT64_C(0) : (UINT64_C(1) << nr) - 1) << low;
}

static bool is_reg(const struct insn_arg *arg, uint8_t reg)
{
	return arg->kind == INSN_REG && arg->reg == reg && !arg->high;
}

/* What is computed of register @reg and a number: into which register; NULL: it
 * is something else. */
static const struct insn_arg *changes_by_number(const struct insn *insn,
						uint8_t reg)
{
	if (insn->nr_args < 2 || insn->arg[insn->nr_args - 1].kind != INSN_IMM)
		return NULL;
	if (insn->nr_args == 3 && insn->op != INSN_BRANCH)
		return is_reg(&insn->arg[1], reg) &&
		       insn->arg[0].reg < INSN_NR_TRACKED ? insn->arg : NULL;
	return insn->nr_args == 2 && is_reg(&insn->arg[0], reg) ? insn->arg :
		NULL;
}

/* Of what is known to be in @reg and has no sign, the bits that @insn is about
 * in the end; 0: it is about something else, or all. */
static uint64_t final_bits(const struct insn *insn, uint8_t reg)
{
	switch (insn->op) {
	case INSN_EXTRACT:
		return is_reg(&insn->arg[1], reg) ? field_bits(insn) : 0;
	case INSN_DEPOSIT:
		return is_reg(&insn->arg[1], reg) ?
			field_bits(insn) >> insn->arg[2].imm : 0;
	case INSN_BRANCH:
		return insn->nr_args == 3 && is_reg(&insn->arg[1], reg) &&
		       insn->arg[2].imm < 64 ?
			UINT64_C(1) << insn->arg[2].imm : 0;
	default:
		return 0;
	}
}

static bool reads(const struct insn *insn, uint8_t reg)
{
	for (unsigned int i = 0; i < insn->nr_args; i++)
		if (insn->arg[i].kind == INSN_REG && insn->arg[i].reg == reg)
			return true;
	return false;
}

/* The bits of what was loaded into @reg that the instructions behind use. */
static uint64_t used_bits(const struct code *code, uint32_t i, uint8_t reg,
			  unsigned int size)
{
	const struct code_block *b = &code->blocks[code->block_of[i]];
	uint32_t end = i + USES_MAX < b->end ? i + USES_MAX : b->end;
	uint64_t mask = ones(size), final;
	unsigned int shift = 0;
	bool any = false;

	for (uint32_t k = i + 1; k < end; k++) {
		const struct insn *insn = &code->insns[k];
		const struct insn_arg *to = changes_by_number(insn, reg), *n;

		final = final_bits(insn, reg);
		if (final)
			return mask & final << shift;
		if (!to && reads(insn, reg))
			return any ? mask : 0;
		if (!to)
			continue;
		any = true;
		n = &insn->arg[insn->nr_args - 1];
		if (insn->op == INSN_SHR || insn->op == INSN_SAR) {
			shift += (unsigned int)n->imm & 63;
			if (shift > 63)
				return 0;
			mask &= ~UINT64_C(0) << shift;
			reg = to->reg;
		} else if (insn->op == INSN_AND || insn->op == INSN_TEST) {
			return mask & ones(to->size) &
			       ((uint64_t)n->imm & ones(to->size)) << shift;
		} else {
			return 0;
		}
	}
	return any ? mask : 0;
}

static bool same_memory(const struct insn_arg *a, const struct insn_arg *b)
{
	return a->kind == INSN_MEM && b->kind == INSN_MEM &&
	       a->size == b->size && a->base == b->base && a->imm == b->imm &&
	       a->index == INSN_NO_REG && b->index == INSN_NO_REG &&
	       a->segment == b->segment && !a->step && !b->step;
}

/* The bits of @reg that @insn changes, if it leaves the others as they are; 0:
 * it does not. */
static uint64_t bits_changed(const struct insn *insn, uint8_t reg)
{
	const struct insn_arg *to = changes_by_number(insn, reg);
	uint64_t number;

	if (insn->op == INSN_INSERT)
		return is_reg(&insn->arg[0], reg) ? field_bits(insn) : 0;
	if (!to)
		return 0;
	number = (uint64_t)insn->arg[insn->nr_args - 1].imm & ones(to->size);
	switch (insn->op) {
	case INSN_AND:
		return ~number & ones(to->size);
	case INSN_OR:
	case INSN_XOR:
		return number;
	default:
		return 0;
	}
}

/*
 * The bits of memory that are changed where load @i is the first instruction of
 * several that change some of what is stored there by @store at last, or by
 * whichever there is (CODE_NONE); 0: it is not.
 */
static uint64_t bits_rewritten(const struct code *code, uint32_t i,
			       uint32_t store)
{
	const struct code_block *b = &code->blocks[code->block_of[i]];
	const struct insn *load = &code->insns[i];
	const struct insn_arg *from = &load->arg[1];
	uint32_t end = i + USES_MAX < b->end ? i + USES_MAX : b->end;
	uint8_t reg = load->arg[0].reg;
	uint64_t bits = 0;

	for (uint32_t k = i + 1; k < end && reg != INSN_NO_REG; k++) {
		const struct insn *insn = &code->insns[k];
		uint64_t changed;

		if (insn_nr_moves(insn) == 1 &&
		    same_memory(&insn->arg[0], from) &&
		    insn->arg[1].kind == INSN_REG)
			return is_reg(&insn->arg[1], reg) &&
			       (store == CODE_NONE || store == k) ?
				bits & ones(from->size) : 0;
		if ((from->base != INSN_NO_REG &&
		     insn->writes >> from->base & 1) ||
		    insn->op == INSN_CALL)
			return 0;
		changed = bits_changed(insn, reg);
		bits |= changed;
		if (changed)
			reg = insn->arg[0].reg;
		else if (insn->op == INSN_OR && reads(insn, reg) &&
			 insn->arg[0].kind == INSN_REG)
			reg = insn->arg[0].reg;	/* with what is put there */
		else if (insn->writes >> reg & 1)
			return 0;
	}
	return 0;
}

/* The same of store @i. */
static uint64_t bits_stored(const struct code *code, uint32_t i)
{
	const struct code_block *b = &code->blocks[code->block_of[i]];
	const struct insn_arg *to = &code->insns[i].arg[0];

	for (uint32_t n = 1; n < USES_MAX && n <= i - b->first; n++) {
		const struct insn *insn = &code->insns[i - n];

		if (insn->op == INSN_MOVE && insn_nr_moves(insn) == 1 &&
		    insn->arg[0].kind == INSN_REG &&
		    insn->arg[0].reg < INSN_NR_TRACKED &&
		    same_memory(&insn->arg[1], to))
			return bits_rewritten(code, i - n, i);
	}
	return 0;
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

static uint64_t bits_of_load(const struct code *code, uint32_t i, uint8_t reg,
			     unsigned int size)
{
	uint64_t bits = 0;

	if (code->insns[i].op == INSN_MOVE &&
	    insn_nr_moves(&code->insns[i]) == 1)
		bits = bits_rewritten(code, i, CODE_NONE);
	return bits ? bits : used_bits(code, i, reg, size);
}

void facts_hint(struct facts *facts, uint32_t i, const struct insn_arg *arg,
		struct place_hint *hint, struct hint_context *context)
{
	const struct flow *flow = facts->flow;
	const struct insn *insn = &flow->code->insns[i];
	const struct insn_arg *dst = &insn->arg[0], *src = &insn->arg[1];
	struct value v;

	if (insn_nr_moves(insn) == 2 && arg >= &insn->arg[2]) {
		dst = &insn->arg[2];
		src = &insn->arg[3];
	}
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
			hint->bits = bits_of_load(flow->code, i, dst->reg,
						  arg->size);
	} else if (dst == arg && src->kind == INSN_REG &&
		   src->reg < INSN_NR_TRACKED && arg->size == 8) {
		v = flow_before(flow, i, src->reg);
		context->id = v.id;
		context->off = v.off;
	}
	if (dst == arg && src->kind == INSN_REG && insn_nr_moves(insn) == 1)
		hint->bits = bits_stored(flow->code, i);
	if (context->id != VALUE_NONE && arg->size == 8) {
		hint->suits = suits;
		hint->ctx = context;
	}
}
