// SPDX-License-Identifier: GPL-2.0-only
/* What one instruction does to the values in registers and stack slots. */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "access/flow-internal.h"
#include "base/poison.h"

/* Bits that pointers to objects have left for tags. */
#define TAGS_MAX 64

/* Frames are smaller. */
#define ALIGNED_APART (INT64_C(1) << 24)

/* The value of a source operand; VALUE_NONE: not one that is followed. */
static struct value source(struct flow *flow, struct value *state,
			   uint32_t insn, const struct insn_arg *arg)
{
	switch (arg->kind) {
	case INSN_IMM:
		return value_const(arg->imm);
	case INSN_REG:
		return arg->high ? value_of(VALUE_NONE) :
		       reg_value(state, arg->reg);
	default:
		return flow_load(flow, state, insn, arg, FLOW_AUX, false);
	}
}

static struct value computed(struct flow *flow, uint32_t insn, uint8_t reg,
			     enum def_kind kind, struct value a, struct value b,
			     uint32_t scale)
{
	struct value v = flow_fresh(flow, insn, reg, kind);
	struct def *def = &flow->defs[v.id];

	/* by later passes it may be another */
	def->kind = kind;
	def->a = a;
	def->b = b;
	def->scale = scale;
	return v;
}

static int32_t fitting(int64_t off)
{
	return off < INT32_MIN || off > INT32_MAX ? 0 : (int32_t)off;
}

static struct value added(struct flow *flow, uint32_t insn, uint8_t reg,
			  struct value a, struct value b, uint32_t scale)
{
	const int32_t start[2] = { fitting(a.off), fitting(b.off) };
	struct value v;

	if (b.id == VALUE_CONST)
		return moved(a, (int64_t)((uint64_t)b.off * scale));
	if (a.id == VALUE_CONST && scale == 1)
		return moved(b, a.off);
	/* an offset in the per-CPU section, in some CPU's area */
	if (a.id == VALUE_PERCPU && !a.off && scale == 1)
		return b;
	if (b.id == VALUE_PERCPU && !b.off && scale == 1)
		return a;
	a = moved(a, (int64_t)((uint64_t)b.off * scale));
	b.off = 0;
	v = computed(flow, insn, reg, DEF_INDEX, value_of(a.id), b, scale);
	memcpy(flow->defs[v.id].start, start, sizeof(start));
	return moved(v, a.off);
}

/* this_cpu_off + offset of a variable is that variable of this CPU. */
static struct value added_percpu(struct value a, struct value b)
{
	return (struct value){ VALUE_PERCPU, add_wrapped(a.off, b.off) };
}

/* Somebody else may learn the address @v, which a register that is no frame
 * pointer holds. */
static void share(struct flow *flow, const struct insn_arg *to, struct value v)
{
	size_t slot;

	if (v.id != VALUE_CFA || to->reg == flow->machine->stack ||
	    to->reg == flow->machine->frame)
		return;
	slot = flow_slot_at(flow, v.off, true);
	if (slot != SIZE_MAX)
		flow->slots[slot].shared = true;
}

static void set(struct value *state, const struct insn_arg *arg,
		struct value v)
{
	if (arg->reg < INSN_NR_TRACKED)
		state[arg->reg] = v;
}

static struct value other(struct flow *flow, uint32_t insn, uint8_t reg,
			  struct value from)
{
	return computed(flow, insn, reg, DEF_OTHER, from, value_of(VALUE_NONE),
			1);
}

static int64_t narrowed(int64_t number, unsigned int size)
{
	return size == 4 ? (int64_t)(uint32_t)number : number;
}

/*
 * Indices are numbers of 4 bytes, which are extended before they are used: for
 * what is asked here that is the same value.
 */
static void step_move(struct flow *flow, uint32_t i, const struct insn_arg *to,
		      const struct insn_arg *from, struct value *state)
{
	const struct insn *insn = &flow->code->insns[i];
	bool is_signed = insn->op == INSN_MOVE_SIGNED;
	struct value v;

	if (to->kind == INSN_MEM) {
		v = source(flow, state, i, from);
		if (from->size != to->size && from->kind == INSN_REG)
			v = value_of(VALUE_NONE);
		flow_store(flow, state, flow_address_in(flow, state, to), to->size, v);
		return;
	}
	if (to->reg >= INSN_NR_TRACKED)
		return;
	if (from->kind == INSN_MEM) {
		v = flow_load(flow, state, i, from, to->reg, is_signed);
	} else {
		v = source(flow, state, i, from);
		if (v.id == VALUE_CONST && to->size >= 4 && from->size >= 4)
			v.off = narrowed(v.off, to->size);
		else if (to->size < 4 || from->size < 4 ||
			 v.id == VALUE_NONE)
			v = other(flow, i, to->reg, v);
		share(flow, to, v);
		if (to->reg == flow->machine->frame &&
		    from->kind == INSN_REG &&
		    from->reg == flow->machine->stack && !flow->has_frame) {
			flow->has_frame = true;
			flow->frame = v;
		}
	}
	set(state, to, v);
}

/* The second address is that before the first move: what that loads into its
 * base is put there behind. */
static void step_moves(struct flow *flow, uint32_t i, struct value *state)
{
	const struct insn *insn = &flow->code->insns[i];
	const struct insn_arg *arg = insn->arg;
	struct value old, loaded;

	if (insn_nr_moves(insn) < 2) {
		step_move(flow, i, &arg[0], &arg[1], state);
		return;
	}
	if (arg[1].kind != INSN_MEM || arg[0].reg != arg[3].base) {
		step_move(flow, i, &arg[0], &arg[1], state);
		step_move(flow, i, &arg[2], &arg[3], state);
		return;
	}
	old = state[arg[0].reg];
	step_move(flow, i, &arg[0], &arg[1], state);
	loaded = state[arg[0].reg];
	state[arg[0].reg] = old;
	step_move(flow, i, &arg[2], &arg[3], state);
	state[arg[0].reg] = loaded;
}

static void step_lea(struct flow *flow, uint32_t i, struct value *state)
{
	const struct insn *insn = &flow->code->insns[i];
	const struct insn_arg *arg = &insn->arg[1];
	struct value v = arg->base == INSN_NO_REG ? value_const(0) :
		reg_value(state, arg->base);

	if (arg->index != INSN_NO_REG) {
		struct value index = reg_value(state, arg->index);

		if (arg->index_size && abs(arg->index_size) < 4)
			index = other(flow, i, FLOW_AUX, index);
		v = added(flow, i, insn->arg[0].reg, v, index, arg->scale);
	}
	v = moved(v, arg->imm);
	if (insn->arg[0].size < 4)
		v = other(flow, i, insn->arg[0].reg, v);
	share(flow, &insn->arg[0], v);
	set(state, &insn->arg[0], v);
}

/* @a - @b: x * 8 - x is x * 7. */
static struct value less_one(struct flow *flow, uint32_t i, uint8_t reg,
			     struct value a, struct value b)
{
	const struct def def = a.id < flow->nr_defs ? flow->defs[a.id] :
		(struct def){ .kind = DEF_OTHER };

	if (a.id != VALUE_NONE && a.off == 0 && def.scale > 1 &&
	    ((def.kind == DEF_SCALE && same_value(def.a, b)) ||
	     (def.kind == DEF_INDEX && def.a.id == VALUE_CONST &&
	      same_value(def.b, b))))
		return computed(flow, i, reg, DEF_SCALE, b, value_const(0),
				def.scale - 1);
	return other(flow, i, reg, a);
}

static struct value combined(struct flow *flow, uint32_t i, uint8_t reg,
			     enum insn_op op, struct value a, struct value b)
{
	bool numbers = a.id == VALUE_CONST && b.id == VALUE_CONST;

	switch (op) {
	case INSN_ADD:
		if ((a.id == VALUE_CONST && b.id == VALUE_PERCPU) ||
		    (a.id == VALUE_PERCPU && b.id == VALUE_CONST))
			return added_percpu(a, b);
		return added(flow, i, reg, a, b, 1);
	case INSN_SUB:
		if (b.id == VALUE_CONST)
			return moved(a, (int64_t)(0 - (uint64_t)b.off));
		if (a.id == b.id)
			return value_const((int64_t)((uint64_t)a.off -
						     (uint64_t)b.off));
		return less_one(flow, i, reg, a, b);
	case INSN_AND:
		if (numbers)
			return value_const(a.off & b.off);
		if (b.id == VALUE_CONST && b.off < 0 && b.off >= -TAGS_MAX)
			return computed(flow, i, reg, DEF_MASK, a, b, 1);
		return other(flow, i, reg, a);
	case INSN_OR:
		if (b.id == VALUE_CONST && b.off > 0 && b.off < TAGS_MAX)
			return computed(flow, i, reg, DEF_MASK, a, b, 1);
		return other(flow, i, reg, a);
	case INSN_SHL:
		if (b.id == VALUE_CONST && b.off >= 0 && b.off < 32)
			return computed(flow, i, reg, DEF_SCALE, a, b,
					1u << b.off);
		return other(flow, i, reg, a);
	case INSN_MUL:
		if (b.id == VALUE_CONST && b.off > 0 && b.off < INT32_MAX)
			return computed(flow, i, reg, DEF_SCALE, a, b,
					(uint32_t)b.off);
		return other(flow, i, reg, a);
	default:
		return other(flow, i, reg, a);
	}
}

/*
 * The stack pointer, rounded down: how far it went is not known, so what lies
 * there is told by offsets that no other slot has.
 */
static struct value aligned(struct value v, int64_t mask)
{
	v.off &= mask;
	if (v.off > -ALIGNED_APART / 2)
		v.off -= ALIGNED_APART;
	return v;
}

/* arg 0 op= arg 1 (or the last two, of a product). */
static void step_arithmetic(struct flow *flow, uint32_t i, struct value *state)
{
	const struct insn *insn = &flow->code->insns[i];
	const struct insn_arg *to = &insn->arg[0];
	const struct insn_arg *a = to, *b = &insn->arg[1];
	struct value v, left;

	if (to->kind == INSN_MEM) {
		flow_store(flow, state, flow_address_in(flow, state, to), to->size,
		      value_of(VALUE_NONE));
		return;
	}
	if (to->reg >= INSN_NR_TRACKED)
		return;
	if (insn->nr_args == 3) {
		a = &insn->arg[1];
		b = &insn->arg[2];
	}
	if ((insn->op == INSN_XOR || insn->op == INSN_SUB) && to->size >= 4 &&
	    b->kind == INSN_REG && a->kind == INSN_REG && b->reg == a->reg &&
	    !b->high && !to->high) {
		set(state, to, value_const(0));
		return;
	}
	v = source(flow, state, i, b);
	left = a == to ? state[to->reg] : source(flow, state, i, a);
	if (insn->op == INSN_AND && to->reg == flow->machine->stack &&
	    left.id == VALUE_CFA && v.id == VALUE_CONST) {
		state[to->reg] = aligned(left, v.off);
		return;
	}
	if (insn->op == INSN_MUL && insn->nr_args == 3 &&
	    left.id == VALUE_CONST && v.id != VALUE_CONST)
		v = combined(flow, i, to->reg, insn->op, v, left);
	else
		v = combined(flow, i, to->reg, insn->op, left, v);
	if (to->size < 4)
		v = other(flow, i, to->reg, v);
	else if (v.id == VALUE_CONST)
		v.off = narrowed(v.off, to->size);
	set(state, to, v);
}

/* @a + @b * @c, one of which is a number mostly. */
static void step_multiply_add(struct flow *flow, uint32_t i,
			      struct value *state)
{
	const struct insn_arg *arg = flow->code->insns[i].arg;
	struct value a = reg_value(state, arg[1].reg);
	struct value b = source(flow, state, i, &arg[2]);
	struct value c = source(flow, state, i, &arg[3]);
	uint8_t reg = arg[0].reg;

	if (reg >= INSN_NR_TRACKED)
		return;
	if (b.id == VALUE_CONST) {
		struct value number = b;

		b = c;
		c = number;
	}
	if (c.id == VALUE_CONST && c.off > 0 && c.off < INT32_MAX)
		a = added(flow, i, reg, a, b, (uint32_t)c.off);
	else
		a = added(flow, i, reg, a, other(flow, i, FLOW_AUX, b), 1);
	set(state, &arg[0], a);
}

static uint64_t ones(uint64_t nr)
{
	return nr >= 64 ? ~UINT64_C(0) : (UINT64_C(1) << nr) - 1;
}

static void step_field(struct flow *flow, uint32_t i, struct value *state)
{
	const struct insn *insn = &flow->code->insns[i];
	const struct insn_arg *to = &insn->arg[0];
	struct value v = source(flow, state, i, &insn->arg[1]);
	uint64_t low = (uint64_t)insn->arg[2].imm & 63;
	uint64_t field = ones((uint64_t)insn->arg[3].imm);

	if (to->reg >= INSN_NR_TRACKED)
		return;
	if (insn->op == INSN_INSERT && v.id == VALUE_CONST &&
	    state[to->reg].id == VALUE_CONST) {
		uint64_t bits = (uint64_t)state[to->reg].off & ~(field << low);

		v.off = (int64_t)(bits | ((uint64_t)v.off & field) << low);
		v.off = narrowed(v.off, to->size);
	} else if (insn->op == INSN_INSERT) {
		v = other(flow, i, to->reg, state[to->reg]);
	} else if (insn->op == INSN_DEPOSIT && low < 32) {
		/* an index of less bytes than it has */
		v = computed(flow, i, to->reg, DEF_SCALE,
			     other(flow, i, FLOW_AUX, v), value_const(0),
			     1u << low);
	} else {
		v = other(flow, i, to->reg, v);
	}
	set(state, to, v);
}

static void step_exchange(struct flow *flow, uint32_t i, struct value *state)
{
	const struct insn *insn = &flow->code->insns[i];
	const struct insn_arg *a = &insn->arg[0], *b = &insn->arg[1];
	struct value v;

	if (a->kind == INSN_REG && b->kind == INSN_REG) {
		v = reg_value(state, a->reg);
		if (a->size != 8) {
			set(state, a, other(flow, i, a->reg, v));
			set(state, b, other(flow, i, b->reg, v));
			return;
		}
		set(state, a, reg_value(state, b->reg));
		set(state, b, v);
		return;
	}
	if (a->kind == INSN_REG) {
		a = &insn->arg[1];
		b = &insn->arg[0];
	}
	if (b->reg >= INSN_NR_TRACKED) {
		flow_store(flow, state, flow_address_in(flow, state, a), a->size,
		      value_of(VALUE_NONE));
		return;
	}
	v = flow_load(flow, state, i, a, b->reg, false);
	flow_store(flow, state, flow_address_in(flow, state, a), a->size,
	      insn->op == INSN_EXCHANGE ? state[b->reg] : value_of(VALUE_NONE));
	set(state, b, v);
}

static void push(struct flow *flow, struct value *state, struct value v)
{
	struct flow_addr addr = { .index = { VALUE_NONE, 0 } };
	uint8_t stack = flow->machine->stack;

	state[stack] = moved(state[stack], -8);
	addr.base = state[stack];
	flow_store(flow, state, addr, 8, v);
}

static struct value pop(struct flow *flow, uint32_t i, struct value *state,
			uint8_t reg)
{
	uint8_t stack = flow->machine->stack;
	struct insn_arg top = { .kind = INSN_MEM, .size = 8, .base = stack,
		.index = INSN_NO_REG, .scale = 1 };
	struct value v = flow_load(flow, state, i, &top, reg, false);

	state[stack] = moved(state[stack], 8);
	return v;
}

static void kill(struct flow *flow, uint32_t i, struct value *state,
		 uint32_t regs, enum def_kind kind)
{
	for (uint8_t r = 0; r < flow->nr_regs; r++)
		if (regs >> r & 1)
			state[r] = computed(flow, i, r, kind, state[r],
					    value_of(VALUE_NONE), 1);
}

/* Of the registers that a call need not preserve none but its results is read
 * behind it, unless the compiler knew that the call does. */
static void step_call(struct flow *flow, uint32_t i, struct value *state)
{
	const struct machine *machine = flow->machine;
	uint32_t results = 0;

	switch (flow->targets[i].special) {
	case MACHINE_NO_EFFECT:
		return;
	case MACHINE_USER_ACCESS:
		kill(flow, i, state, machine->user_access, DEF_CALL);
		return;
	default:
		for (unsigned int r = 0; r < MACHINE_NR_RESULTS; r++)
			results |= 1u << machine->results[r];
		kill(flow, i, state, results, DEF_CALL);
	}
	for (size_t s = 0; s < flow->nr_slots; s++)
		if (flow->slots[s].shared)
			state[flow->nr_regs + s] = value_of(VALUE_NONE);
}

static void step_string(struct flow *flow, uint32_t i, struct value *state)
{
	const struct insn *insn = &flow->code->insns[i];
	const struct machine *machine = flow->machine;
	struct value count = state[machine->string_count];
	bool known = true;
	int64_t by = insn->arg[0].size;

	if (insn->flags & INSN_REPEATED) {
		known = count.id == VALUE_CONST && count.off >= 0 &&
			count.off < 1 << 20;
		by *= known ? count.off : 0;
		state[machine->string_count] = value_const(0);
	}
	for (unsigned int r = 0; r < 2; r++) {
		uint8_t reg = r ? machine->string_from : machine->string_to;

		if (r && insn->op != INSN_STRING_MOVE)
			break;
		state[reg] = known ? moved(state[reg], by) :
			other(flow, i, reg, state[reg]);
	}
}

/* What memory holds is compared, and comes to be in a register. */
static void step_cmpxchg(struct flow *flow, uint32_t i, struct value *state)
{
	const struct insn *insn = &flow->code->insns[i];
	const struct insn_arg *to = &insn->arg[0];
	uint8_t reg = insn->nr_args == 3 ? insn->arg[2].reg :
		flow->machine->compared;
	struct flow_addr addr = flow_address_in(flow, state, to);

	if (reg < INSN_NR_TRACKED)
		state[reg] = flow_load(flow, state, i, to, reg, false);
	flow_store(flow, state, addr, to->size, value_of(VALUE_NONE));
}

/* arg 0 or what stands behind it, or one of two others. */
static void step_cmov(struct flow *flow, uint32_t i, struct value *state)
{
	const struct insn *insn = &flow->code->insns[i];
	const struct insn_arg *to = &insn->arg[0];
	struct value a, b;

	if (to->reg >= INSN_NR_TRACKED)
		return;
	a = insn->nr_args == 3 ? source(flow, state, i, &insn->arg[1]) :
		state[to->reg];
	b = source(flow, state, i, &insn->arg[insn->nr_args - 1]);
	if (to->size == 8 && b.id != VALUE_NONE)
		b = computed(flow, i, to->reg, DEF_SELECT, a, b, 1);
	else
		b = other(flow, i, to->reg, b);
	set(state, to, b);
}

/* What an instruction does beside moving the bases of its operands. */
static void step(struct flow *flow, uint32_t i, struct value *state)
{
	const struct insn *insn = &flow->code->insns[i];
	struct value v;

	switch (insn->op) {
	case INSN_MOVE:
	case INSN_MOVE_SIGNED:
		step_moves(flow, i, state);
		return;
	case INSN_LEA:
		step_lea(flow, i, state);
		return;
	case INSN_ADD: case INSN_SUB: case INSN_AND: case INSN_OR:
	case INSN_XOR: case INSN_SHL: case INSN_MUL:
		step_arithmetic(flow, i, state);
		return;
	case INSN_CMOV:
		step_cmov(flow, i, state);
		return;
	case INSN_MULTIPLY_ADD:
		step_multiply_add(flow, i, state);
		return;
	case INSN_EXTRACT: case INSN_DEPOSIT: case INSN_INSERT:
		step_field(flow, i, state);
		return;
	case INSN_THIS_CPU:
		set(state, &insn->arg[0], value_of(VALUE_PERCPU));
		return;
	case INSN_THIS_TASK:
		if (insn->arg[0].reg < INSN_NR_TRACKED)
			set(state, &insn->arg[0],
			    flow_fresh(flow, i, insn->arg[0].reg, DEF_TASK));
		return;
	case INSN_EXCHANGE:
	case INSN_XADD:
		step_exchange(flow, i, state);
		return;
	case INSN_CMPXCHG:
		if (insn->arg[0].kind == INSN_MEM) {
			step_cmpxchg(flow, i, state);
			return;
		}
		break;
	case INSN_PUSH:
		push(flow, state, source(flow, state, i, &insn->arg[0]));
		return;
	case INSN_POP:
		if (insn->arg[0].kind != INSN_REG ||
		    insn->arg[0].reg >= INSN_NR_TRACKED)
			break;
		v = pop(flow, i, state, insn->arg[0].reg);
		set(state, &insn->arg[0], v);
		return;
	case INSN_LEAVE:
		state[flow->machine->stack] = state[flow->machine->frame];
		state[flow->machine->frame] = pop(flow, i, state,
						  flow->machine->frame);
		return;
	case INSN_CALL:
		step_call(flow, i, state);
		return;
	case INSN_STRING_MOVE:
	case INSN_STRING_STORE:
		step_string(flow, i, state);
		return;
	default:
		break;
	}
	for (uint8_t r = 0; r < flow->nr_regs; r++)
		if (insn->writes >> r & 1)
			state[r] = other(flow, i, r, state[r]);
	for (unsigned int k = 0; k < insn->nr_args; k++)
		if (insn->arg[k].kind == INSN_MEM &&
		    insn->arg[k].access & INSN_WRITE)
			flow_store(flow, state, flow_address_in(flow, state, &insn->arg[k]),
			      insn->arg[k].size, value_of(VALUE_NONE));
}

void flow_step(struct flow *flow, uint32_t i, struct value *state)
{
	const struct insn_arg *arg = flow->code->insns[i].arg;
	unsigned int nr = flow->code->insns[i].nr_args;
	struct value moving = value_of(VALUE_NONE);
	uint8_t base = INSN_NO_REG;

	for (unsigned int k = 0; k < nr; k++)
		if (arg[k].step && arg[k].base < INSN_NR_TRACKED) {
			base = arg[k].base;
			moving = moved(state[base], arg[k].step);
		}
	step(flow, i, state);
	if (base != INSN_NO_REG)
		state[base] = moving;
}
