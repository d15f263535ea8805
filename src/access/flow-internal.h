/* SPDX-License-Identifier: GPL-2.0-only */
/* What flow.c and flow-step.c share. */
#ifndef ACCESS_FLOW_INTERNAL_H
#define ACCESS_FLOW_INTERNAL_H

#include "access/flow.h"

/* The def that @where and @reg stand for, made at the first call. */
uint32_t flow_def(struct flow *flow, uint32_t where, uint8_t reg,
		  enum def_kind kind);

/* Let @state be what it is behind instruction @insn. */
void flow_step(struct flow *flow, uint32_t insn, struct value *state);

static inline struct value value_of(uint32_t id)
{
	return (struct value){ id, 0 };
}

static inline struct value value_const(int64_t number)
{
	return (struct value){ VALUE_CONST, number };
}

static inline int64_t add_wrapped(int64_t a, int64_t b)
{
	return (int64_t)((uint64_t)a + (uint64_t)b);
}

static inline struct value reg_value(const struct value *state, uint8_t reg)
{
	return reg < INSN_NR_TRACKED ? state[reg] : value_of(VALUE_NONE);
}

static inline struct value moved(struct value v, int64_t by)
{
	v.off = add_wrapped(v.off, by);
	return v;
}

/*
 * flow-memory.c
 */

/* What the memory operand @arg names in @state. */
struct flow_addr flow_address_in(const struct flow *flow,
				 const struct value *state,
				 const struct insn_arg *arg);

/* The slot at @off, made if @make; SIZE_MAX: none. */
size_t flow_slot_at(struct flow *flow, int64_t off, bool make);

void flow_store(struct flow *flow, struct value *state, struct flow_addr addr,
		unsigned int size, struct value v);

/* The def that @insn leaves in @reg. */
struct value flow_fresh(struct flow *flow, uint32_t insn, uint8_t reg,
			enum def_kind kind);

/* What instruction @insn loads from @arg and leaves in @reg (or FLOW_AUX). */
struct value flow_load(struct flow *flow, struct value *state, uint32_t insn,
		       const struct insn_arg *arg, uint8_t reg, bool is_signed);

#endif /* ACCESS_FLOW_INTERNAL_H */
