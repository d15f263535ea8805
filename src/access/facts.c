// SPDX-License-Identifier: GPL-2.0-only
/*
 * Problem: of some values it is said what they point to, at some places; of
 * most it follows.
 *
 * Idea: a fact belongs to a value (flow.h), not to a register at a place. What
 * a variable says where it lives in a register holds for the value that is
 * there, so wherever else this value is or was. From facts follow others:
 * what is loaded from a member that is a pointer points to what the member
 * points to; what a function returns, and what is passed to one, is of the type
 * that it declares; what may be one of several values is what they are.
 *
 * Invariant: facts are only added, never changed, and no value has two with
 * the same type and offset but for those of variables; so learning ends.
 *
 * Cost: a few rounds over the loads, calls and joins of a function.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "access/facts-internal.h"
#include "base/vec.h"
#include "base/poison.h"

#define ROUNDS_MAX	8
/* of one value: different ones, and ranges in which a variable says the same */
#define FACTS_OF_VALUE	48
#define RANGES_OF_FACT	8
#define RECORDS_MAX	256

void facts_add_record(struct facts *facts, const struct lay_type *type)
{
	const struct lay_type *t = lay_type_strip(type);

	if (!lay_type_is_record(t) || t->flags & LAY_TYPE_DECLARATION ||
	    facts->nr_records >= RECORDS_MAX)
		return;
	t = lay_type_strip(types_whole(facts->types, t));
	for (size_t i = 0; i < facts->nr_records; i++)
		if (facts->records[i] == t)
			return;
	for (size_t i = 0; i < t->nr_members; i++)
		types_see_here(facts->types, t->members[i].type);
	if (VEC_RESERVE(facts->records, facts->nr_records, facts->cap_records,
			1) < 0)
		facts->failed = true;
	else
		facts->records[facts->nr_records++] = t;
}

static bool same_place(const struct fact *a, const struct fact *b)
{
	return a->off == b->off && a->block == b->block &&
	       lay_type_strip(a->type) == lay_type_strip(b->type);
}

/* Let @range be of @fact too: what a variable says does not end where its
 * location is only told anew. */
static bool extend(struct fact *fact, struct dw_range range, bool anyway)
{
	if (fact->range.low == fact->range.high || range.low == range.high ||
	    (!anyway && (range.low > fact->range.high ||
			 range.high < fact->range.low)))
		return false;
	if (range.low < fact->range.low)
		fact->range.low = range.low;
	if (range.high > fact->range.high)
		fact->range.high = range.high;
	return true;
}

static bool same_fact(const struct fact *a, const struct fact *b)
{
	return a->off == b->off &&
	       lay_type_strip(a->type) == lay_type_strip(b->type) &&
	       a->range.low == b->range.low && a->range.high == b->range.high;
}

void facts_add(struct facts *facts, uint32_t id, const struct lay_type *type,
	       int64_t off, enum fact_source source,
	       const struct fact_origin *origin)
{
	struct fact fact = { .type = type, .off = off, .source = source,
		.block = CODE_NONE, .next = CODE_NONE };
	uint32_t last = CODE_NONE;
	unsigned int nr = 0, nr_ranges = 0;

	if (id < VALUE_FIRST || id >= facts->flow->nr_defs || !type)
		return;
	if (origin) {
		fact.range = origin->range;
		fact.block = origin->block;
		fact.alone = origin->alone;
	}
	for (uint32_t i = facts->heads[id]; i != CODE_NONE;
	     i = facts->facts[i].next) {
		struct fact *f = &facts->facts[i];

		last = i;
		if (origin && same_place(f, &fact) &&
		    extend(f, origin->range, ++nr_ranges == RANGES_OF_FACT))
			return;
		if (same_fact(f, &fact) ||
		    (!origin && f->off == off && f->source >= source &&
		     lay_type_strip(f->type) == lay_type_strip(type)))
			return;
		nr++;
	}
	if (nr >= FACTS_OF_VALUE)
		return;
	if (VEC_RESERVE(facts->facts, facts->nr_facts, facts->cap_facts,
			1) < 0) {
		facts->failed = true;
		return;
	}
	if (last == CODE_NONE)
		facts->heads[id] = (uint32_t)facts->nr_facts;
	else
		facts->facts[last].next = (uint32_t)facts->nr_facts;
	facts->facts[facts->nr_facts++] = fact;
	facts->news[id] = (uint32_t)facts->nr_facts;
	facts->changed = true;
	facts_add_record(facts, type);
}

bool facts_in_block(const struct facts *facts, uint32_t block, uint64_t pc)
{
	const struct dw_block *b;

	if (!facts->function || block >= facts->function->nr_blocks)
		return false;
	b = &facts->function->blocks[block];
	for (uint32_t i = 0; i < b->nr_ranges; i++)
		if (pc >= b->ranges[i].low && pc < b->ranges[i].high)
			return true;
	return false;
}

/* What the pointer points to that a variable says is at @arg: the compiler left
 * it where it was loaded from. NULL: no variable does. */
static const struct lay_type *held_there(struct facts *facts, uint32_t insn,
					 const struct insn_arg *arg)
{
	struct flow_addr addr = flow_address(facts->flow, insn, arg);
	uint64_t pc = facts->flow->code->insns[insn].addr;

	if (addr.index.id != VALUE_NONE || addr.foreign)
		return NULL;
	for (uint32_t f = facts_first(facts, addr.base.id); f != CODE_NONE;
	     f = facts->facts[f].next) {
		const struct fact *fact = &facts->facts[f];

		if (fact->alone && fact->off == -addr.base.off &&
		    lay_type_strip(fact->type)->kind == LAY_KIND_POINTER &&
		    facts_in_block(facts, fact->block, pc))
			return types_pointee(facts->types, fact->type);
	}
	return NULL;
}

/* Was anything learnt of @v, or of what it was computed from, since @then? */
static bool has_news(const struct facts *facts, struct value v, uint32_t then,
		     unsigned int depth)
{
	const struct def *def;

	if (v.id < VALUE_FIRST || v.id >= facts->flow->nr_defs)
		return false;
	def = &facts->flow->defs[v.id];
	if (facts->news[v.id] >= then)
		return true;
	if (depth == ANSWER_DEPTH ||
	    (def->kind != DEF_MASK && def->kind != DEF_INDEX))
		return false;
	return has_news(facts, def->a, then, depth + 1) ||
	       (def->kind == DEF_INDEX &&
		has_news(facts, def->b, then, depth + 1));
}

/* What is loaded from a pointer points to what that points to. */
static void learn_load(struct facts *facts, uint32_t id)
{
	const struct def *def = &facts->flow->defs[id];
	const struct insn *insn = &facts->flow->code->insns[def->where];
	const struct insn_arg *arg = insn_loaded(insn, def->reg);
	const struct lay_type *pointee;
	struct hint_context context;
	struct place_hint hint;
	struct flow_addr addr;
	struct answer answer;
	uint32_t then = facts->learnt[id];

	if (def->size != 8 || !arg || !(arg->access & INSN_READ) ||
	    insn->op == INSN_STRING_MOVE)
		return;
	addr = flow_address(facts->flow, def->where, arg);
	if (then && facts->news[id] < then &&
	    !has_news(facts, addr.base, then, 0) &&
	    !has_news(facts, addr.index, then, 0))
		return;
	then = (uint32_t)facts->nr_facts + 1;
	facts_hint(facts, def->where, arg, &hint, &context);
	facts_resolve(facts, def->where, addr, &hint, &answer);
	facts->learnt[id] = answer.open ? 0 : then;
	if (answer.grade == ANSWER_UNKNOWN || answer.place.fit != PLACE_EXACT)
		return;
	pointee = types_pointee(facts->types, answer.place.leaf_type);
	if (!pointee)
		pointee = held_there(facts, def->where, arg);
	if (pointee)
		facts_add(facts, id, pointee, 0,
			  answer.source < FACT_LOADED ? answer.source :
			  FACT_LOADED, NULL);
}

static bool has_type(const struct facts *facts, uint32_t id,
		     const struct lay_type *type)
{
	for (uint32_t f = facts_first(facts, id); f != CODE_NONE;
	     f = facts->facts[f].next)
		if (lay_type_strip(facts->facts[f].type) ==
		    lay_type_strip(type))
			return true;
	return false;
}

/* All facts of @from hold for @to: that is @from - @by. */
static void pass_on(struct facts *facts, uint32_t from, uint32_t to, int64_t by,
		    bool declared_only)
{
	for (uint32_t f = facts_first(facts, from); f != CODE_NONE;
	     f = facts->facts[f].next) {
		struct fact fact = facts->facts[f];

		if ((declared_only && fact.source != FACT_DECLARED) ||
		    has_type(facts, to, fact.type))
			continue;
		facts_add(facts, to, fact.type,
			  (int64_t)((uint64_t)fact.off + (uint64_t)by),
			  fact.source < FACT_JOINED ? fact.source : FACT_JOINED,
			  NULL);
	}
}

static void learn_fixed(struct facts *facts, uint32_t id, struct value v)
{
	const struct dw_global *global;

	global = dw_scopes_global_at(facts->scopes, (uint64_t)v.off, false);
	if (global && !!(global->flags & DW_GLOBAL_PERCPU) ==
	    (v.id == VALUE_PERCPU) && !has_type(facts, id, global->type))
		facts_add(facts, id, types_whole(facts->types, global->type),
			  (int64_t)((uint64_t)v.off - global->addr),
			  FACT_JOINED, NULL);
}

/* Was anything learnt of @id, or of what it may be, since it was learnt from? */
static bool has_joined_news(const struct facts *facts, uint32_t id,
			    const struct def *def)
{
	uint32_t then = facts->learnt[id];
	bool news = !then || facts->news[id] >= then;

	for (uint32_t i = 0; i < def->nr_inputs && !news; i++) {
		uint32_t of = facts->flow->inputs[def->inputs + i].id;

		news = of >= VALUE_FIRST && of < facts->flow->nr_defs &&
		       facts->news[of] >= then;
	}
	return news;
}

static void learn_join(struct facts *facts, uint32_t id)
{
	const struct flow *flow = facts->flow;
	const struct def def = flow->defs[id];

	if (!has_joined_news(facts, id, &def))
		return;
	facts->learnt[id] = (uint32_t)facts->nr_facts + 1;
	for (uint32_t i = 0; i < def.nr_inputs; i++) {
		struct value v = flow->inputs[def.inputs + i];

		if (v.id == id)
			continue;
		if (v.id == VALUE_PERCPU || (v.id == VALUE_CONST && v.off))
			learn_fixed(facts, id, v);
		if (v.id < VALUE_FIRST || v.id >= flow->nr_defs)
			continue;
		pass_on(facts, v.id, id, v.off, false);
		pass_on(facts, id, v.id, (int64_t)(0 - (uint64_t)v.off), true);
	}
}

/* The type of the function that the call or jump @i goes to, or NULL. */
static const struct lay_type *callee_type(struct facts *facts, uint32_t i)
{
	const struct insn *insn = &facts->flow->code->insns[i];
	const struct insn_arg *arg = &insn->arg[0];
	const struct flow_target *target = &facts->flow->targets[i];
	const struct lay_type *type;
	struct answer answer;
	struct place_hint hint = { .size = 8 };
	struct value v;

	if (arg->kind == INSN_MEM) {
		facts_resolve(facts, i, flow_address(facts->flow, i, arg),
			      &hint, &answer);
		if (answer.grade == ANSWER_UNKNOWN ||
		    answer.place.fit != PLACE_EXACT)
			return NULL;
		type = types_pointee(facts->types, answer.place.leaf_type);
		return type && lay_type_strip(type)->kind ==
			LAY_KIND_FUNCTION ? lay_type_strip(type) : NULL;
	}
	if (arg->kind == INSN_REG && arg->reg < INSN_NR_TRACKED)
		v = flow_before(facts->flow, i, arg->reg);
	else if (target->special == MACHINE_THUNK)
		v = flow_before(facts->flow, i, target->reg);
	else
		return NULL;
	for (uint32_t f = facts_first(facts, v.id); f != CODE_NONE;
	     f = facts->facts[f].next) {
		type = lay_type_strip(facts->facts[f].type);
		if (type->kind == LAY_KIND_FUNCTION &&
		    facts->facts[f].off == -v.off)
			return type;
	}
	return NULL;
}

static const struct dw_call *call_at(const struct facts *facts,
				     uint64_t return_pc)
{
	const struct dw_function *fn = facts->function;
	size_t low = 0, high = fn ? fn->nr_calls : 0;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (fn->calls[mid].return_pc < return_pc)
			low = mid + 1;
		else
			high = mid;
	}
	if (fn && low < fn->nr_calls && fn->calls[low].return_pc == return_pc)
		return &fn->calls[low];
	return NULL;
}

/* The same of a call to a fixed address. */
static const struct lay_type *direct_callee(struct facts *facts, uint32_t i)
{
	const struct insn *insn = &facts->flow->code->insns[i];
	const struct dw_call *call = call_at(facts, insn->addr + insn->len);
	const struct image_symbol *symbol;
	const struct dw_entry *entry;
	const struct dw_proto *proto;
	uint64_t to;

	if (insn->op == INSN_CALL && call && call->callee)
		return call->callee->type;
	if (insn->arg[0].kind != INSN_IMM)
		return NULL;
	to = (uint64_t)insn->arg[0].imm;
	if (code_at(facts->flow->code, to) != CODE_NONE &&
	    insn->op == INSN_JUMP)
		return NULL;
	entry = dw_scopes_entry_at(facts->scopes,
				   image_entry(facts->flow->image, to));
	if (entry)
		return entry->proto.type;
	symbol = image_symbol_of(facts->flow->image, to, false);
	if (!symbol || symbol->addr != to)
		return NULL;
	proto = dw_scopes_proto_named(facts->scopes, symbol->name);
	return proto ? proto->type : NULL;
}

/* How many general registers a parameter takes: 0 if it is on the stack. */
static unsigned int nr_registers(const struct machine *machine,
				 const struct lay_type *type)
{
	const struct lay_type *t = lay_type_strip(type);
	uint64_t size;

	if (t->kind == LAY_KIND_BASE && t->encoding == LAY_ENCODING_FLOAT)
		return 0;
	if (!lay_type_size(t, &size))
		return 0;
	if (size > 16)
		return machine->large_by_reference ? 1 : 0;
	return size > 8 ? 2 : 1;
}

static void learn_params(struct facts *facts, uint32_t i,
			 const struct lay_type *type)
{
	const struct machine *machine = facts->flow->machine;
	unsigned int next = 0;

	for (size_t p = 0; p < type->nr_params; p++) {
		const struct lay_type *pointee =
			types_pointee(facts->types, type->params[p]);
		unsigned int nr = nr_registers(machine, type->params[p]);
		struct value v;

		/* numbers of two registers begin with an even one there */
		if (machine->rest_on_stack && nr == 2 &&
		    !lay_type_is_record(type->params[p]))
			next += next % 2;
		if (next + nr > machine->nr_params) {
			if (machine->rest_on_stack)
				break;
			continue;
		}
		if (pointee && nr == 1) {
			v = flow_before(facts->flow, i, machine->params[next]);
			facts_add(facts, v.id, pointee,
				  (int64_t)(0 - (uint64_t)v.off), FACT_PASSED,
				  NULL);
		}
		next += nr;
	}
}

/* Bytes that a function of this type returns in registers. */
static uint64_t returned_size(const struct lay_type *function)
{
	const struct lay_type *t;
	uint64_t size;

	if (!function->target)
		return 0;
	t = lay_type_strip(function->target);
	return t->kind != LAY_KIND_VOID && lay_type_size(t, &size) ? size : 0;
}

/* Who reads a register behind a call that returns nothing there knows that the
 * call leaves it alone. */
static void learn_left_alone(struct facts *facts, uint32_t i,
			     const struct lay_type *function)
{
	uint64_t size = returned_size(function);

	for (unsigned int r = 0; r < MACHINE_NR_RESULTS; r++) {
		uint32_t id = flow_def_of(facts->flow, i,
					  facts->flow->machine->results[r]);

		if (id != VALUE_NONE && size <= r * 8)
			pass_on(facts, facts->flow->defs[id].a.id, id,
				facts->flow->defs[id].a.off, false);
	}
}

/* What call @i left in the registers that a result takes. */
static void learn_result(struct facts *facts, uint32_t i,
			 const struct lay_type *type)
{
	const uint8_t *regs = facts->flow->machine->results;
	const struct lay_type *pointee = types_pointee(facts->types, type);
	uint64_t size;

	if (pointee) {
		facts_add(facts, flow_def_of(facts->flow, i, regs[0]), pointee, 0, FACT_RETURNED, NULL);
		return;
	}
	if (!lay_type_is_record(type) || !lay_type_size(type, &size) ||
	    size > MACHINE_NR_RESULTS * 8)
		return;
	for (unsigned int r = 0; r * 8 + 8 <= size; r++) {
		struct place_hint hint = { .size = 8 };
		struct place place;

		if (place_find(type, r * 8, &hint, &place) != PLACE_EXACT)
			continue;
		facts_add(facts, flow_def_of(facts->flow, i, regs[r]),
			  types_pointee(facts->types, place.leaf_type), 0,
			  FACT_RETURNED, NULL);
	}
}

static void learn_call(struct facts *facts, uint32_t i, bool first)
{
	const struct insn *insn = &facts->flow->code->insns[i];
	const struct lay_type *type = facts->callees[i];

	if (insn->op != INSN_CALL && insn->op != INSN_JUMP)
		return;
	if (facts->flow->targets[i].special != MACHINE_ORDINARY &&
	    facts->flow->targets[i].special != MACHINE_THUNK)
		return;
	if (type)
		return;
	if (insn->flags & INSN_INDIRECT ||
	    facts->flow->targets[i].special == MACHINE_THUNK)
		type = callee_type(facts, i);
	if (!type && first)
		type = direct_callee(facts, i);
	if (!type || type->kind != LAY_KIND_FUNCTION)
		return;
	type = types_whole(facts->types, type);
	facts->callees[i] = type;
	learn_params(facts, i, type);
	if (insn->op != INSN_CALL)
		return;
	if (type->target)
		learn_result(facts, i, type->target);
	learn_left_alone(facts, i, type);
}

/* Does the record @type embed @part @off bytes from its beginning? */
static bool embeds(struct facts *facts, const struct lay_type *type,
		   uint64_t off, const struct lay_type *part)
{
	const struct types_inner *inner;
	size_t nr;

	if (!lay_type_is_record(type) || !lay_type_is_record(part))
		return false;
	inner = types_inners(facts->types, type, &nr);
	for (size_t i = 0; i < nr; i++)
		if (inner[i].off == off && types_alike(inner[i].type, part))
			return true;
	return false;
}

/* Is nothing else known of @v than some of what a @type at it embeds? */
static bool agrees(struct facts *facts, struct value v,
		   const struct lay_type *type)
{
	for (uint32_t f = facts_first(facts, v.id); f != CODE_NONE;
	     f = facts->facts[f].next) {
		const struct fact *fact = &facts->facts[f];
		uint64_t off = 0 - (uint64_t)fact->off - (uint64_t)v.off;

		if (!embeds(facts, type, off, fact->type))
			return false;
	}
	return true;
}

/* What is stored to a pointer points to what that points to. */
static void learn_store(struct facts *facts, uint32_t i)
{
	const struct insn *insn = &facts->flow->code->insns[i];
	const struct lay_type *pointee;
	struct hint_context context;
	struct place_hint hint;
	struct answer answer;
	struct value v;

	if (insn->op != INSN_MOVE || insn->arg[0].kind != INSN_MEM ||
	    insn->arg[1].kind != INSN_REG || insn->arg[0].size != 8 ||
	    insn->arg[1].reg >= INSN_NR_TRACKED)
		return;
	v = flow_before(facts->flow, i, insn->arg[1].reg);
	if (v.id < VALUE_FIRST)
		return;
	facts_hint(facts, i, &insn->arg[0], &hint, &context);
	facts_resolve(facts, i, flow_address(facts->flow, i, &insn->arg[0]),
		      &hint, &answer);
	if (answer.grade != ANSWER_EXACT || answer.place.fit != PLACE_EXACT)
		return;
	pointee = types_pointee(facts->types, answer.place.leaf_type);
	if (pointee && agrees(facts, v, pointee))
		facts_add(facts, v.id, pointee,
			  (int64_t)(0 - (uint64_t)v.off), FACT_STORED, NULL);
}

/* What is read back from the stack is what was put there (flow.h); if that is a
 * variable now, it says what it points to: once and for all, the variables of
 * the stack do not change. */
static void learn_reload(struct facts *facts, uint32_t i)
{
	const struct code *code = facts->flow->code;
	const struct insn *insn = &code->insns[i];
	const struct lay_type *pointee;
	struct place_hint hint = { .size = 8 };
	struct flow_addr addr;
	struct answer answer;
	struct value v;

	if (insn->op != INSN_MOVE || insn->arg[1].kind != INSN_MEM ||
	    insn->arg[1].size != 8 || insn->arg[0].reg >= INSN_NR_TRACKED ||
	    i + 1 == code->nr_insns || code->block_of[i] !=
	    code->block_of[i + 1])
		return;
	addr = flow_address(facts->flow, i, &insn->arg[1]);
	v = flow_before(facts->flow, i + 1, insn->arg[0].reg);
	if (addr.base.id != VALUE_CFA || addr.index.id != VALUE_NONE ||
	    facts_first(facts, v.id) != CODE_NONE)
		return;
	facts_resolve(facts, i, addr, &hint, &answer);
	if (answer.grade == ANSWER_UNKNOWN || answer.place.fit != PLACE_EXACT)
		return;
	pointee = types_pointee(facts->types, answer.place.leaf_type);
	if (pointee)
		facts_add(facts, v.id, pointee,
			  (int64_t)(0 - (uint64_t)v.off), FACT_DECLARED, NULL);
}

/* What the task that runs is, by the first one; modules, which have no such
 * variable, inline a function that returns it. */
static void learn_task(struct facts *facts, uint32_t id)
{
	const struct dw_function *fn = facts->function;
	const struct dw_global *global = dw_scopes_global_at(facts->scopes,
				facts->flow->image->init_task, false);
	const struct lay_type *type = global ? global->type : NULL;

	for (size_t i = 0; fn && !type && i < fn->nr_blocks; i++) {
		const struct dw_proto *proto = fn->blocks[i].proto;

		if (proto && proto->name && proto->type->target &&
		    !strcmp(proto->name, "get_current"))
			type = types_pointee(facts->types,
					     proto->type->target);
	}
	if (type)
		facts_add(facts, id, types_whole(facts->types, type), 0,
			  FACT_RETURNED, NULL);
}

static void learn_round(struct facts *facts, bool first, bool stores)
{
	const struct flow *flow = facts->flow;

	for (uint32_t id = VALUE_FIRST; id < flow->nr_defs; id++) {
		switch (flow->defs[id].kind) {
		case DEF_LOAD:
			learn_load(facts, id);
			break;
		case DEF_PHI:
		case DEF_SELECT:
			learn_join(facts, id);
			break;
		case DEF_TASK:
			learn_task(facts, id);
			break;
		case DEF_MASK:
			pass_on(facts, flow->defs[id].a.id, id,
				flow->defs[id].a.off, false);
			break;
		default:
			break;
		}
	}
	for (uint32_t i = 0; i < flow->code->nr_insns; i++) {
		learn_call(facts, i, first);
		if (first)
			learn_reload(facts, i);
		if (stores)
			learn_store(facts, i);
	}
}

/* What stores say comes last: of what is known otherwise they are not asked. */
static void learn_all(struct facts *facts)
{
	bool stores = false;

	for (unsigned int i = 0; i < ROUNDS_MAX; i++) {
		facts->changed = false;
		learn_round(facts, i == 0, stores);
		if (!facts->changed && stores)
			return;
		stores = stores || i > 0 || !facts->changed;
	}
}

int facts_learn(struct facts *facts, const struct flow *flow,
		const struct dw_scopes *scopes,
		const struct dw_function *function, struct types *types,
		struct lay_error *err)
{
	facts->flow = flow;
	facts->scopes = scopes;
	facts->function = function;
	facts->types = types;
	facts->nr_facts = facts->nr_stack_vars = facts->nr_records = 0;
	facts->failed = false;
	types_forget_function(types);
	if (!flow->code->nr_blocks)
		return 0;
	if (VEC_RESERVE(facts->heads, 0, facts->cap_heads, flow->nr_defs) < 0 ||
	    VEC_RESERVE(facts->news, 0, facts->cap_news, flow->nr_defs) < 0 ||
	    VEC_RESERVE(facts->learnt, 0, facts->cap_learnt,
			flow->nr_defs) < 0 ||
	    VEC_RESERVE(facts->callees, 0, facts->cap_callees,
			flow->code->nr_insns) < 0)
		return lay_error_set(err, LAY_E_NOMEM, "out of memory");
	memset(facts->heads, 0xff, flow->nr_defs * sizeof(*facts->heads));
	memset(facts->news, 0, flow->nr_defs * sizeof(*facts->news));
	memset(facts->learnt, 0, flow->nr_defs * sizeof(*facts->learnt));
	memset(facts->callees, 0,
	       flow->code->nr_insns * sizeof(*facts->callees));
	facts_seed(facts);
	learn_all(facts);
	if (facts->failed || types->failed)
		return lay_error_set(err, LAY_E_NOMEM, "out of memory");
	return 0;
}

void facts_free(struct facts *facts)
{
	free(facts->heads);
	free(facts->news);
	free(facts->learnt);
	free(facts->facts);
	free(facts->stack_vars);
	free(facts->objects);
	free(facts->records);
	free(facts->callees);
	*facts = (struct facts){ .flow = NULL };
}
