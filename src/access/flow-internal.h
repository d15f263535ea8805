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

static inline bool same_value(struct value a, struct value b)
{
	return a.id == b.id && a.off == b.off;
}

#endif /* ACCESS_FLOW_INTERNAL_H */
