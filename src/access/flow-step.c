// SPDX-License-Identifier: GPL-2.0-only
/* What one instruction does to the values in registers and stack slots. */
#include <config.h>

#include <string.h>

#include "access/flow-internal.h"
#include "base/poison.h"

/* Bits that pointers to objects have left for tags. */
#define TAGS_MAX 64

/* Frames are smaller. */
#define ALIGNED_APART (INT64_C(1) << 24)

static struct value reg_value(const struct value *state, uint8_t reg)
{
	return reg < INSN_NR_TRACKED ? state[reg] : value_of(VALUE_NONE);
}

static struct value moved(struct value v, int64_t by)
{
	v.off = add_wrapped(v.off, by);
	return v;
}

static struct flow_addr address(const struct flow *flow,
				const struct value *state,
				const struct insn_arg *arg)
{
	struct flow_addr addr = { .index = { VALUE_NONE, 0 },
		.scale = arg->scale, .percpu = arg->segment == INSN_SEG_GS,
		.foreign = arg->segment == INSN_SEG_FS };

	(void)flow;
	addr.base = arg->base == INSN_NO_REG ? value_const(arg->imm) :
		moved(reg_value(state, arg->base), arg->imm);
	if (arg->index == INSN_NO_REG)
		goto out;
	addr.index = reg_value(state, arg->index);
	addr.start[0] = (int64_t)((uint64_t)addr.base.off -
				  (uint64_t)arg->imm);
	addr.start[1] = addr.index.off;
	if (addr.index.id == VALUE_CONST) {
		addr.base = moved(addr.base, (int64_t)((uint64_t)
				  addr.index.off * arg->scale));
		addr.index = value_of(VALUE_NONE);
	} else if (addr.index.id != VALUE_NONE) {
		addr.base = moved(addr.base, (int64_t)((uint64_t)
				  addr.index.off * arg->scale));
		addr.index.off = 0;
	}
	if (arg->scale == 1 && addr.base.id == VALUE_CONST &&
	    addr.index.id != VALUE_NONE) {
		/* as good as the other way round: the index is a base */
		addr.base = moved(addr.index, addr.base.off);
		addr.index = value_of(VALUE_NONE);
	}
out:
	/* a pointer to per-CPU data, in some CPU's area */
	if (arg->scale == 1 && addr.index.id == VALUE_PERCPU &&
	    addr.base.id != VALUE_NONE) {
		addr.index = value_of(VALUE_NONE);
	} else if (arg->scale == 1 && addr.base.id == VALUE_PERCPU &&
		   addr.index.id != VALUE_NONE) {
		addr.base = moved(addr.index, addr.base.off);
		addr.index = value_of(VALUE_NONE);
	}
	/* a per-CPU variable: its offset is in its section; of anything else
	 * the type is known as of any pointer */
	if (addr.percpu && addr.base.id == VALUE_CONST)
		addr.base.id = VALUE_PERCPU;
	return addr;
}

struct flow_addr flow_address(const struct flow *flow, uint32_t insn,
			      const struct insn_arg *arg)
{
	return address(flow, flow->before + (size_t)insn * flow->nr_regs,
		       arg);
}

/* The slot at @off, made if @make; SIZE_MAX: none. */
static size_t slot_at(struct flow *flow, int64_t off, bool make)
{
	struct flow_slot slot = { .off = off };

	for (size_t i = 0; i < flow->nr_slots; i++)
		if (flow->slots[i].off == off)
			return i;
	if (!make || flow->nr_slots + flow->nr_regs >= flow->width)
		return SIZE_MAX;
	for (size_t i = 0; i < flow->nr_objects; i++) {
		const struct flow_object *o = &flow->objects[i];

		if (off < o->off || (uint64_t)off - (uint64_t)o->off < o->size)
			slot.shared |= off >= o->off;
	}
	flow->slots[flow->nr_slots] = slot;
	return flow->nr_slots++;
}

static void store(struct flow *flow, struct value *state,
		  struct flow_addr addr, unsigned int size, struct value v)
{
	int64_t off = addr.base.off;
	size_t slot;

	if (addr.base.id != VALUE_CFA || addr.index.id != VALUE_NONE)
		return;
	for (size_t i = 0; i < flow->nr_slots; i++)
		if (flow->slots[i].off < off + (int64_t)size &&
		    flow->slots[i].off + 8 > off)
			state[flow->nr_regs + i] = value_of(VALUE_NONE);
	if (size != 8)
		return;
	slot = slot_at(flow, off, true);
	if (slot != SIZE_MAX)
		state[flow->nr_regs + slot] = v;
}

static struct value fresh(struct flow *flow, uint32_t insn, uint8_t reg,
			  enum def_kind kind)
{
	return value_of(flow_def(flow, insn, reg, kind));
}

/* What instruction @insn loads from @arg and leaves in @reg (or FLOW_AUX). */
static struct value load(struct flow *flow, struct value *state, uint32_t insn,
			 const struct insn_arg *arg, uint8_t reg,
			 bool is_signed)
{
	struct flow_addr addr = address(flow, state, arg);
	struct value v;
	struct def *def;

	if (addr.base.id == VALUE_CFA && addr.index.id == VALUE_NONE &&
	    arg->size == 8) {
		size_t slot = slot_at(flow, addr.base.off, false);

		if (slot != SIZE_MAX && !flow->slots[slot].shared &&
		    state[flow->nr_regs + slot].id != VALUE_NONE)
			return state[flow->nr_regs + slot];
	}
	if ((addr.base.id == VALUE_PERCPU &&
	     (uint64_t)addr.base.off == flow->image->this_cpu_off) ||
	    (addr.base.id == VALUE_CONST &&
	     (uint64_t)addr.base.off == flow->image->per_cpu_offset &&
	     addr.index.id != VALUE_NONE))
		return value_of(VALUE_PERCPU);
	v = fresh(flow, insn, reg, DEF_LOAD);
	def = &flow->defs[v.id];
	def->size = (uint8_t)arg->size;
	def->is_signed = is_signed;
	return v;
}

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
		return load(flow, state, insn, arg, FLOW_AUX, false);
	}
}

static struct value computed(struct flow *flow, uint32_t insn, uint8_t reg,
			     enum def_kind kind, struct value a, struct value b,
			     uint32_t scale)
{
	struct value v = fresh(flow, insn, reg, kind);
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
	slot = slot_at(flow, v.off, true);
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
static void step_move(struct flow *flow, uint32_t i, struct value *state)
{
	const struct insn *insn = &flow->code->insns[i];
	const struct insn_arg *to = &insn->arg[0], *from = &insn->arg[1];
	bool is_signed = insn->op == INSN_MOVE_SIGNED;
	struct value v;

	if (to->kind == INSN_MEM) {
		v = source(flow, state, i, from);
		if (from->size != to->size && from->kind == INSN_REG)
			v = value_of(VALUE_NONE);
		store(flow, state, address(flow, state, to), to->size, v);
		return;
	}
	if (to->reg >= INSN_NR_TRACKED)
		return;
	if (from->kind == INSN_MEM) {
		v = load(flow, state, i, from, to->reg, is_signed);
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

static void step_lea(struct flow *flow, uint32_t i, struct value *state)
{
	const struct insn *insn = &flow->code->insns[i];
	const struct insn_arg *arg = &insn->arg[1];
	struct value v = arg->base == INSN_NO_REG ? value_const(0) :
		reg_value(state, arg->base);

	if (arg->index != INSN_NO_REG)
		v = added(flow, i, insn->arg[0].reg, v,
			  reg_value(state, arg->index), arg->scale);
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
	struct value v;

	if (to->kind == INSN_MEM) {
		store(flow, state, address(flow, state, to), to->size,
		      value_of(VALUE_NONE));
		return;
	}
	if (to->reg >= INSN_NR_TRACKED)
		return;
	if (insn->op == INSN_MUL && insn->nr_args == 3) {
		a = &insn->arg[1];
		b = &insn->arg[2];
	}
	if ((insn->op == INSN_XOR || insn->op == INSN_SUB) && to->size >= 4 &&
	    b->kind == INSN_REG && b->reg == to->reg && !b->high && !to->high) {
		set(state, to, value_const(0));
		return;
	}
	v = source(flow, state, i, b);
	if (insn->op == INSN_AND && to->reg == flow->machine->stack &&
	    state[to->reg].id == VALUE_CFA && v.id == VALUE_CONST) {
		state[to->reg] = aligned(state[to->reg], v.off);
		return;
	}
	if (insn->op == INSN_MUL && insn->nr_args == 3)
		v = combined(flow, i, to->reg, insn->op,
			     source(flow, state, i, a), v);
	else
		v = combined(flow, i, to->reg, insn->op, state[to->reg], v);
	if (to->size < 4)
		v = other(flow, i, to->reg, v);
	else if (v.id == VALUE_CONST)
		v.off = narrowed(v.off, to->size);
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
	if (b->reg >= INSN_NR_TRACKED)
		return;
	v = load(flow, state, i, a, b->reg, false);
	store(flow, state, address(flow, state, a), a->size,
	      insn->op == INSN_EXCHANGE ? state[b->reg] : value_of(VALUE_NONE));
	set(state, b, v);
}

static void push(struct flow *flow, struct value *state, struct value v)
{
	struct flow_addr addr = { .index = { VALUE_NONE, 0 } };
	uint8_t stack = flow->machine->stack;

	state[stack] = moved(state[stack], -8);
	addr.base = state[stack];
	store(flow, state, addr, 8, v);
}

static struct value pop(struct flow *flow, uint32_t i, struct value *state,
			uint8_t reg)
{
	uint8_t stack = flow->machine->stack;
	struct insn_arg top = { .kind = INSN_MEM, .size = 8, .base = stack,
		.index = INSN_NO_REG, .scale = 1 };
	struct value v = load(flow, state, i, &top, reg, false);

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

void flow_step(struct flow *flow, uint32_t i, struct value *state)
{
	const struct insn *insn = &flow->code->insns[i];
	struct value v;

	switch (insn->op) {
	case INSN_MOVE:
	case INSN_MOVE_SIGNED:
		step_move(flow, i, state);
		return;
	case INSN_LEA:
		step_lea(flow, i, state);
		return;
	case INSN_ADD: case INSN_SUB: case INSN_AND: case INSN_OR:
	case INSN_XOR: case INSN_SHL: case INSN_MUL:
		step_arithmetic(flow, i, state);
		return;
	case INSN_CMOV:
		if (insn->arg[0].reg >= INSN_NR_TRACKED)
			return;
		v = source(flow, state, i, &insn->arg[1]);
		if (insn->arg[0].size == 8 && v.id != VALUE_NONE)
			v = computed(flow, i, insn->arg[0].reg, DEF_SELECT,
				     state[insn->arg[0].reg], v, 1);
		else
			v = other(flow, i, insn->arg[0].reg, v);
		set(state, &insn->arg[0], v);
		return;
	case INSN_EXCHANGE:
	case INSN_XADD:
		step_exchange(flow, i, state);
		return;
	case INSN_CMPXCHG:
		if (insn->arg[0].kind == INSN_MEM) {
			uint8_t reg = flow->machine->compared;

			state[reg] = load(flow, state, i, &insn->arg[0], reg,
					  false);
			store(flow, state, address(flow, state, &insn->arg[0]),
			      insn->arg[0].size, value_of(VALUE_NONE));
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
	if (insn->nr_args && insn->arg[0].kind == INSN_MEM &&
	    insn->arg[0].access & INSN_WRITE)
		store(flow, state, address(flow, state, &insn->arg[0]),
		      insn->arg[0].size, value_of(VALUE_NONE));
}
