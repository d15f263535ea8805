// SPDX-License-Identifier: GPL-2.0-only
/* Addresses, and what is put in slots of the stack and got from memory. */
#include <config.h>

#include "access/flow-internal.h"
#include "base/poison.h"

struct flow_addr flow_address_in(const struct flow *flow,
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
	return flow_address_in(flow, flow->before + (size_t)insn * flow->nr_regs,
		       arg);
}

/* The slot at @off, made if @make; SIZE_MAX: none. */
size_t flow_slot_at(struct flow *flow, int64_t off, bool make)
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

void flow_store(struct flow *flow, struct value *state,
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
	slot = flow_slot_at(flow, off, true);
	if (slot != SIZE_MAX)
		state[flow->nr_regs + slot] = v;
}

struct value flow_fresh(struct flow *flow, uint32_t insn, uint8_t reg,
			  enum def_kind kind)
{
	return value_of(flow_def(flow, insn, reg, kind));
}

/* What instruction @insn loads from @arg and leaves in @reg (or FLOW_AUX). */
struct value flow_load(struct flow *flow, struct value *state, uint32_t insn,
			 const struct insn_arg *arg, uint8_t reg,
			 bool is_signed)
{
	struct flow_addr addr = flow_address_in(flow, state, arg);
	struct value v;
	struct def *def;

	if (addr.base.id == VALUE_CFA && addr.index.id == VALUE_NONE &&
	    arg->size == 8) {
		size_t slot = flow_slot_at(flow, addr.base.off, false);

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
	v = flow_fresh(flow, insn, reg, DEF_LOAD);
	def = &flow->defs[v.id];
	def->size = (uint8_t)arg->size;
	def->is_signed = is_signed;
	return v;
}
