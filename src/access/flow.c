// SPDX-License-Identifier: GPL-2.0-only
/*
 * Problem: to know which object an operand touches one must know what its base
 * register holds, over joins, loops, spills and copies.
 *
 * Idea: values, not types, flow. Whatever an instruction computes that cannot
 * be expressed by what is there is a new value with a name of its own; copies
 * are the same value, additions of constants the same with another offset. At
 * a join where the predecessors' values differ a value is made that is one of
 * them (the phi of SSA form). What is known of a value, wherever it is learnt,
 * before or behind, then holds for all its uses (facts.h).
 *
 * Invariant: a place of a block's entry that needed a phi once keeps it, so
 * that every place changes finitely often and the iteration ends.
 *
 * Cost: two or three passes over the instructions of a function, each in time
 * that is proportional to the values of a state only at joins.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "access/flow-internal.h"
#include "base/hash.h"
#include "base/vec.h"
#include "base/poison.h"

/* of registers and slots: what a key has room for */
#define PLACES_MAX	255
#define PASSES_MAX	64
#define FACTOR_DEPTH	6

/* def.where of phis is a block: apart from instructions. */
#define KEY_BLOCK	(UINT64_C(1) << 40)

struct flow_key {
	uint64_t key;		/* 0: free */
	uint32_t id;
};

/* ENTERED: can be reached from where the function is entered. */
enum {
	BLOCK_DONE = 1,
	BLOCK_DIRTY = 2,
	BLOCK_ORDERED = 4,
	BLOCK_ENTERED = 8,
};

static struct flow_key *find_key(const struct flow *flow, uint64_t key)
{
	size_t i = hash_u64(key) & (flow->nr_keys - 1);

	while (flow->keys[i].key && flow->keys[i].key != key)
		i = (i + 1) & (flow->nr_keys - 1);
	return &flow->keys[i];
}

static int grow_keys(struct flow *flow)
{
	size_t nr = flow->nr_keys ? flow->nr_keys * 2 : 1024;
	struct flow_key *old = flow->keys;
	size_t nr_old = flow->nr_keys;

	flow->keys = calloc(nr, sizeof(*flow->keys));
	if (!flow->keys) {
		flow->keys = old;
		return -1;
	}
	flow->nr_keys = nr;
	for (size_t i = 0; i < nr_old; i++)
		if (old[i].key)
			*find_key(flow, old[i].key) = old[i];
	free(old);
	return 0;
}

static uint32_t def_by_key(struct flow *flow, uint64_t key, uint32_t where,
			   uint8_t reg, enum def_kind kind)
{
	struct flow_key *k = find_key(flow, key);

	if (k->key)
		return k->id;
	if (flow->nr_defs * 2 >= flow->nr_keys) {
		if (grow_keys(flow) < 0) {
			flow->failed = true;
			return VALUE_SCRATCH;
		}
		k = find_key(flow, key);
	}
	if (VEC_RESERVE(flow->defs, flow->nr_defs, flow->cap_defs, 1) < 0) {
		flow->failed = true;
		return VALUE_SCRATCH;
	}
	k->key = key;
	k->id = (uint32_t)flow->nr_defs;
	flow->defs[flow->nr_defs++] = (struct def){ .kind = kind, .reg = reg,
		.where = where, .scale = 1, .a = { VALUE_NONE, 0 },
		.b = { VALUE_NONE, 0 } };
	return k->id;
}

static uint64_t key_of(uint32_t where, uint8_t reg)
{
	return ((uint64_t)where << 6 | reg) + 1;
}

uint32_t flow_def(struct flow *flow, uint32_t where, uint8_t reg,
		  enum def_kind kind)
{
	return def_by_key(flow, key_of(where, reg), where, reg, kind);
}

uint32_t flow_def_of(const struct flow *flow, uint32_t insn, uint8_t reg)
{
	const struct flow_key *k = find_key(flow, key_of(insn, reg));

	return k->key ? k->id : VALUE_NONE;
}

uint32_t flow_entry_def(const struct flow *flow, uint16_t reg)
{
	const struct flow_key *k;

	if (reg >= flow->nr_regs)
		return VALUE_NONE;
	k = find_key(flow, KEY_BLOCK << 1 | reg);
	return k->key ? k->id : VALUE_NONE;
}

static uint32_t phi_of(struct flow *flow, uint32_t block, size_t place)
{
	uint64_t key = KEY_BLOCK | (uint64_t)block * 256 | place;

	return def_by_key(flow, key, block, (uint8_t)place, DEF_PHI);
}

static uint32_t entry_of(struct flow *flow, uint8_t reg)
{
	return def_by_key(flow, KEY_BLOCK << 1 | reg, 0, reg, DEF_ENTRY);
}

/* What @place holds when the function is entered. */
static struct value at_entry(struct flow *flow, size_t place)
{
	if (place >= flow->nr_regs)
		return value_of(VALUE_NONE);
	if (place == flow->machine->stack)
		return (struct value){ VALUE_CFA, flow->machine->entry_off };
	return value_of(entry_of(flow, (uint8_t)place));
}

/* What @place holds when @block is entered. */
static struct value join(struct flow *flow, uint32_t block, size_t place)
{
	const struct code_block *b = &flow->code->blocks[block];
	struct value v = value_of(VALUE_NONE);
	bool known = block == flow->code->entry, differ = false;
	/* however a block is entered that nothing seems to lead to, the frame
	 * is there */
	bool is_frame = place == flow->machine->stack ||
		place >= flow->nr_regs ||
		(place == flow->machine->frame && flow->has_frame);

	if (flow->phis[block * flow->width + place])
		return value_of(phi_of(flow, block, place));
	if (known)
		v = at_entry(flow, place);
	for (uint32_t i = 0; i < b->nr_preds; i++) {
		uint32_t pred = flow->code->preds[b->preds + i];
		struct value w;

		if (!(flow->block_flags[pred] & BLOCK_DONE) ||
		    (is_frame && !(flow->block_flags[pred] & BLOCK_ENTERED) &&
		     flow->block_flags[block] & BLOCK_ENTERED))
			continue;
		w = flow->out[pred * flow->width + place];
		if (known && !same_value(v, w))
			differ = true;
		if (known && (v.id == VALUE_NONE || w.id == VALUE_NONE)) {
			v = value_of(VALUE_NONE);
			differ = false;
			break;
		}
		v = w;
		known = true;
	}
	if (known && !differ)
		return v;
	if (!known && place == flow->machine->frame && flow->has_frame)
		return flow->frame;
	/* slots of unknown contents are read as any memory is */
	if (!known && place >= flow->nr_regs)
		return value_of(VALUE_NONE);
	flow->phis[block * flow->width + place] = 1;
	return value_of(phi_of(flow, block, place));
}

static void run_block(struct flow *flow, uint32_t block)
{
	const struct code_block *b = &flow->code->blocks[block];
	struct value *out = flow->out + block * flow->width;

	for (size_t i = 0; i < flow->width; i++)
		flow->state[i] = join(flow, block, i);
	for (uint32_t i = b->first; i < b->end; i++) {
		memcpy(flow->before + (size_t)i * flow->nr_regs, flow->state,
		       flow->nr_regs * sizeof(*flow->before));
		flow_step(flow, i, flow->state);
	}
	flow->block_flags[block] &= (uint8_t)~BLOCK_DIRTY;
	if (flow->block_flags[block] & BLOCK_DONE &&
	    !memcmp(out, flow->state, flow->width * sizeof(*out)))
		return;
	memcpy(out, flow->state, flow->width * sizeof(*out));
	flow->block_flags[block] |= BLOCK_DONE;
	for (uint32_t i = 0; i < b->nr_succs; i++)
		flow->block_flags[flow->code->succs[b->succs + i]] |=
			BLOCK_DIRTY;
}

/* Blocks that can be reached from @root, each after its successors but for
 * loops: appended to flow.order. flow.phis serves as the stack. */
static void order_from(struct flow *flow, uint32_t root)
{
	uint32_t *stack = flow->phis, nr = 0;

	if (flow->block_flags[root] & BLOCK_ORDERED)
		return;
	flow->block_flags[root] |= BLOCK_ORDERED;
	stack[nr++] = root;
	stack[nr++] = 0;
	while (nr) {
		const struct code_block *b =
			&flow->code->blocks[stack[nr - 2]];
		uint32_t next;

		if (stack[nr - 1] == b->nr_succs) {
			flow->order[flow->nr_order++] = stack[nr - 2];
			nr -= 2;
			continue;
		}
		next = flow->code->succs[b->succs + stack[nr - 1]++];
		if (flow->block_flags[next] & BLOCK_ORDERED)
			continue;
		flow->block_flags[next] |= BLOCK_ORDERED;
		stack[nr++] = next;
		stack[nr++] = 0;
	}
}

static int prepare(struct flow *flow)
{
	const struct code *code = flow->code;
	size_t nr_slots = 8;

	for (size_t i = 0; i < code->nr_insns; i++) {
		const struct insn *insn = &code->insns[i];
		const struct insn_arg *arg = insn_memory(insn, 0);

		if (arg && arg->access & INSN_WRITE &&
		    (arg->base == flow->machine->stack ||
		     arg->base == flow->machine->frame))
			nr_slots += insn_nr_moves(insn) > 1 ? 2 : 1;
		else
			nr_slots += insn->op == INSN_PUSH;
	}
	if (nr_slots > PLACES_MAX - flow->nr_regs)
		nr_slots = PLACES_MAX - flow->nr_regs;
	flow->width = flow->nr_regs + nr_slots;
	flow->nr_slots = flow->nr_inputs = flow->nr_order = 0;
	flow->nr_defs = VALUE_FIRST;
	flow->failed = flow->has_frame = false;
	if (VEC_RESERVE(flow->defs, 0, flow->cap_defs, 64) < 0 ||
	    VEC_RESERVE(flow->before, 0, flow->cap_before,
			code->nr_insns * flow->nr_regs) < 0 ||
	    VEC_RESERVE(flow->targets, 0, flow->cap_targets,
			code->nr_insns) < 0 ||
	    VEC_RESERVE(flow->slots, 0, flow->cap_slots, nr_slots) < 0 ||
	    VEC_RESERVE(flow->out, 0, flow->cap_out,
			code->nr_blocks * flow->width) < 0 ||
	    VEC_RESERVE(flow->state, 0, flow->cap_state, flow->width) < 0 ||
	    VEC_RESERVE(flow->phis, 0, flow->cap_phis,
			code->nr_blocks * flow->width) < 0 ||
	    VEC_RESERVE(flow->block_flags, 0, flow->cap_flags,
			code->nr_blocks) < 0 ||
	    VEC_RESERVE(flow->order, 0, flow->cap_order, code->nr_blocks) < 0)
		return -1;
	if (!flow->keys && grow_keys(flow) < 0)
		return -1;
	memset(flow->keys, 0, flow->nr_keys * sizeof(*flow->keys));
	memset(flow->block_flags, BLOCK_DIRTY, code->nr_blocks);
	for (uint32_t i = 0; i < VALUE_FIRST; i++)
		flow->defs[i] = (struct def){ .kind = DEF_FIXED,
			.a = { VALUE_NONE, 0 }, .b = { VALUE_NONE, 0 } };
	return 0;
}

static void find_targets(struct flow *flow)
{
	for (size_t i = 0; i < flow->code->nr_insns; i++) {
		const struct insn *insn = &flow->code->insns[i];

		flow->targets[i] = (struct flow_target){ MACHINE_ORDINARY,
			INSN_NO_REG };
		if ((insn->op == INSN_CALL || insn->op == INSN_JUMP) &&
		    insn->arg[0].kind == INSN_IMM &&
		    code_at(flow->code, (uint64_t)insn->arg[0].imm) ==
		    CODE_NONE)
			flow->targets[i].special = image_special_at(
				flow->image, (uint64_t)insn->arg[0].imm,
				&flow->targets[i].reg);
	}
}

static void add_input(struct flow *flow, struct value v)
{
	if (VEC_RESERVE(flow->inputs, flow->nr_inputs, flow->cap_inputs, 1) < 0)
		flow->failed = true;
	else
		flow->inputs[flow->nr_inputs++] = v;
}

/* What the phis are made of, now that it does not change any more. */
static void fill_inputs(struct flow *flow)
{
	for (size_t i = VALUE_FIRST; i < flow->nr_defs; i++) {
		struct def *def = &flow->defs[i];
		const struct code_block *b;

		if (def->kind != DEF_SELECT && def->kind != DEF_PHI)
			continue;
		def->inputs = (uint32_t)flow->nr_inputs;
		if (def->kind == DEF_SELECT) {
			add_input(flow, def->a);
			add_input(flow, def->b);
		} else {
			b = &flow->code->blocks[def->where];
			if (def->where == flow->code->entry)
				add_input(flow, at_entry(flow, def->reg));
			for (uint32_t p = 0; p < b->nr_preds; p++)
				add_input(flow, flow->out[
					flow->code->preds[b->preds + p] *
					flow->width + def->reg]);
		}
		/* at_entry() may have moved them */
		def = &flow->defs[i];
		def->nr_inputs = (uint32_t)flow->nr_inputs - def->inputs;
	}
}

int flow_run(struct flow *flow, const struct code *code,
	     const struct image *image, const struct flow_object *objects,
	     size_t nr_objects, struct lay_error *err)
{
	bool again = true;

	flow->code = code;
	flow->image = image;
	flow->machine = image->machine;
	flow->nr_regs = flow->machine->nr_regs;
	flow->objects = objects;
	flow->nr_objects = nr_objects;
	if (!code->nr_blocks)
		return 0;
	if (prepare(flow) < 0)
		return lay_error_set(err, LAY_E_NOMEM, "out of memory");
	find_targets(flow);
	if (code->entry != CODE_NONE)
		order_from(flow, code->entry);
	for (size_t i = 0; i < flow->nr_order; i++)
		flow->block_flags[flow->order[i]] |= BLOCK_ENTERED;
	for (uint32_t i = 0; i < code->nr_blocks; i++)
		if (!code->blocks[i].nr_preds)
			order_from(flow, i);
	for (uint32_t i = 0; i < code->nr_blocks; i++)
		order_from(flow, i);
	memset(flow->phis, 0, code->nr_blocks * flow->width *
	       sizeof(*flow->phis));
	for (unsigned int pass = 0; again && pass < PASSES_MAX; pass++) {
		again = false;
		for (size_t i = flow->nr_order; i-- > 0;) {
			if (!(flow->block_flags[flow->order[i]] & BLOCK_DIRTY))
				continue;
			run_block(flow, flow->order[i]);
			again = true;
		}
	}
	fill_inputs(flow);
	if (flow->failed)
		return lay_error_set(err, LAY_E_NOMEM, "out of memory");
	return 0;
}

void flow_free(struct flow *flow)
{
	free(flow->defs);
	free(flow->inputs);
	free(flow->before);
	free(flow->targets);
	free(flow->slots);
	free(flow->out);
	free(flow->state);
	free(flow->phis);
	free(flow->block_flags);
	free(flow->order);
	free(flow->keys);
	*flow = (struct flow){ .code = NULL };
}

static uint64_t common_divisor(uint64_t a, uint64_t b)
{
	while (b) {
		uint64_t r = a % b;

		a = b;
		b = r;
	}
	return a;
}

static uint64_t magnitude(int64_t number)
{
	return number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
}

static uint64_t factor_of(const struct flow *flow, struct value v,
			  unsigned int depth);

/* Of a value that is one of several: by what a loop adds to it, too. */
static uint64_t factor_of_inputs(const struct flow *flow, uint32_t id,
				 unsigned int depth)
{
	const struct def *def = &flow->defs[id];
	uint64_t factor = 0;

	for (uint32_t i = 0; i < def->nr_inputs && factor != 1; i++) {
		struct value v = flow->inputs[def->inputs + i];

		factor = common_divisor(factor, v.id == id ? magnitude(v.off) :
					factor_of(flow, v, depth));
	}
	return factor;
}

/* 0 is a multiple of everything. */
static uint64_t factor_of(const struct flow *flow, struct value v,
			  unsigned int depth)
{
	uint64_t off = magnitude(v.off), factor = 1;
	const struct def *def;

	if (v.id == VALUE_CONST)
		return off;
	if (v.id >= flow->nr_defs || depth == FACTOR_DEPTH)
		return 1;
	def = &flow->defs[v.id];
	switch (def->kind) {
	case DEF_SCALE:
		if (__builtin_mul_overflow(factor_of(flow, def->a, depth + 1),
					   def->scale, &factor))
			return 1;
		break;
	case DEF_INDEX:
		if (same_value(def->a, def->b)) {
			factor = factor_of(flow, def->a, depth + 1) *
				((uint64_t)def->scale + 1);
			break;
		}
		factor = common_divisor(
			factor_of(flow, def->a, depth + 1),
			factor_of(flow, def->b, depth + 1) * def->scale);
		break;
	case DEF_PHI:
	case DEF_SELECT:
		factor = factor_of_inputs(flow, v.id, depth + 1);
		break;
	default:
		break;
	}
	return common_divisor(factor, off);
}

uint64_t flow_factor(const struct flow *flow, struct value value)
{
	uint64_t factor = factor_of(flow, value, 0);

	return factor ? factor : 1;
}
