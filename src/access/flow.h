/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which value is where: the flow of values through registers and stack slots
 * of one function, without any types.
 */
#ifndef ACCESS_FLOW_H
#define ACCESS_FLOW_H

#include "access/code.h"

/* A value: what was defined somewhere, plus a number. Two that are equal hold
 * the same bits wherever they are, in one activation of the function and one
 * turn of a loop. */
struct value {
	uint32_t id;		/* index of flow.defs */
	int64_t off;
};

static inline bool same_value(struct value a, struct value b)
{
	return a.id == b.id && a.off == b.off;
}

/* The first defs. */
#define VALUE_CONST	0	/* 0: value.off is the number */
#define VALUE_PERCPU	1	/* start of this or some CPU's area */
#define VALUE_CFA	2	/* the stack pointer before the call of the
				 * function */
#define VALUE_SCRATCH	3	/* what is made when memory is out */
#define VALUE_FIRST	4
#define VALUE_NONE	UINT32_MAX	/* not followed */

enum def_kind {
	DEF_FIXED,	/* one of those above */
	DEF_ENTRY,	/* register @reg at the function's entry */
	DEF_PHI,	/* one of the inputs, by where block @where came from */
	DEF_SELECT,	/* one of the inputs, cmov */
	DEF_LOAD,	/* @size bytes from memory, by instruction @where */
	DEF_CALL,	/* left in @reg by a call, before which it held a */
	DEF_INDEX,	/* a + b * scale */
	DEF_SCALE,	/* a * scale */
	DEF_MASK,	/* a with low bits changed: a pointer with tags */
	DEF_TASK,	/* the task that runs */
	DEF_OTHER,	/* computed, from a if that is not VALUE_NONE */
};

struct def {
	uint8_t kind;		/* enum def_kind */
	uint8_t reg;
	uint8_t size;		/* LOAD: bytes */
	bool is_signed;		/* LOAD: sign extended */
	uint32_t where;
	uint32_t scale;
	struct value a, b;
	union {
		struct {	/* PHI, SELECT: into flow.inputs */
			uint32_t inputs, nr_inputs;
		};
		/* INDEX: the offsets that a and b had when they were added,
		 * where they fit; its value has them both */
		int32_t start[2];
	};
};

/* A stack object that calls may write: [off, off + size) from the CFA. */
struct flow_object {
	int64_t off;
	uint64_t size;
};

struct flow_slot {
	int64_t off;		/* from the CFA; 8 bytes */
	bool shared;		/* somebody else may write it */
};

/* Starts as all zeros; flow_run() again uses the memory again. */
struct flow {
	const struct code *code;
	const struct image *image;
	const struct machine *machine;	/* that of the image */
	unsigned int nr_regs;		/* that are followed */
	struct def *defs;
	size_t nr_defs, cap_defs;
	struct value *inputs;
	size_t nr_inputs, cap_inputs;
	/* what each tracked register holds before each instruction */
	struct value *before;
	size_t cap_before;
	/* by instruction: enum machine_special of a direct target, and its
	 * register */
	struct flow_target {
		uint8_t special, reg;
	} *targets;
	size_t cap_targets;
	struct flow_slot *slots;
	size_t nr_slots, cap_slots;
	const struct flow_object *objects;
	size_t nr_objects;
	/* states at the ends of blocks, and while they are made */
	struct value *out, *state;
	size_t cap_out, cap_state;
	uint32_t *phis;
	uint8_t *block_flags;
	uint32_t *order;
	size_t cap_phis, cap_flags, cap_order, nr_order;
	size_t width;		/* values of a state */
	/* what the frame pointer holds from the beginning of the function to
	 * its end */
	struct value frame;
	bool has_frame;
	struct flow_key *keys;
	size_t nr_keys;
	bool failed;		/* no memory */
};

int flow_run(struct flow *flow, const struct code *code,
	     const struct image *image, const struct flow_object *objects,
	     size_t nr_objects, struct lay_error *err);
void flow_free(struct flow *flow);

/* Before instruction @insn. */
static inline struct value flow_before(const struct flow *flow, uint32_t insn,
				       uint8_t reg)
{
	return flow->before[(size_t)insn * flow->nr_regs + reg];
}

/* An address: base + index * scale, where there is an index. */
struct flow_addr {
	struct value base, index;	/* index.id is VALUE_NONE: none */
	/* the offsets that they had in their registers: base has them now */
	int64_t start[2];
	uint8_t scale;
	bool percpu;			/* an offset from this CPU's area */
	bool foreign;			/* of another segment: not followed */
};

/* What the memory operand @arg of @insn names. */
struct flow_addr flow_address(const struct flow *flow, uint32_t insn,
			      const struct insn_arg *arg);

/* The def of what @insn left in @reg, or loaded without leaving it in a
 * register (FLOW_AUX); VALUE_NONE: there is none. */
#define FLOW_AUX INSN_NR_TRACKED
uint32_t flow_def_of(const struct flow *flow, uint32_t insn, uint8_t reg);

/* What @reg held when the function was entered; VALUE_NONE: nobody asks. */
uint32_t flow_entry_def(const struct flow *flow, uint16_t reg);

/* The number that @value is a multiple of for certain, at least 1. */
uint64_t flow_factor(const struct flow *flow, struct value value);

#endif /* ACCESS_FLOW_H */
