// SPDX-License-Identifier: GPL-2.0-only
/* A call that creates a cache. */
#include <config.h>

#include <string.h>

#include "access/facts-internal.h"
#include "access/flow-internal.h"
#include "access/slabs.h"
#include "base/poison.h"

#define DEPTH_MAX 6
#define ARGS_TYPE "kmem_cache_args"

/* Of 4 bytes: all of them are unsigned int. */
static struct lay_slab_value number_of(struct slab_context *c, struct value v)
{
	if (v.id == VALUE_CONST)
		return (struct lay_slab_value){ .value = (uint32_t)v.off };
	return (struct lay_slab_value){ .unknown = slab_describe(c, v) };
}

static void gather_flags(struct slab_context *c, struct value v,
			 struct lay_slab_value *flags, unsigned int depth);

/* The bits that or sets, in the whole register. */
static uint32_t immediate(const struct insn *insn, const struct insn_arg *arg)
{
	uint32_t bits = (uint32_t)arg->imm;

	switch (insn->arg[0].size) {
	case 1:
		return (bits & 0xff) << (insn->arg[0].high ? 8 : 0);
	case 2:
		return bits & 0xffff;
	default:
		return bits;
	}
}

/* Is @def one of two things by or? Then @a and @b are those. */
static bool is_or(const struct flow *flow, const struct def *def,
		  struct value *a, struct value *b)
{
	const struct insn *insn = &flow->code->insns[def->where];
	const struct insn_arg *arg = &insn->arg[1];
	uint8_t reg = def->reg;

	if ((def->kind != DEF_OTHER && def->kind != DEF_MASK) ||
	    insn->op != INSN_OR || insn->arg[0].kind != INSN_REG)
		return false;
	if (insn->nr_args == 3) {
		if (arg->kind != INSN_REG || arg->reg >= INSN_NR_TRACKED)
			return false;
		reg = arg->reg;
		arg = &insn->arg[2];
	}
	*a = flow_before(flow, def->where, reg);
	if (arg->kind == INSN_IMM)
		*b = value_const((int64_t)immediate(insn, arg));
	else if (insn->arg[0].size < 4)
		return false;
	else if (arg->kind == INSN_REG && arg->reg < INSN_NR_TRACKED)
		*b = flow_before(flow, def->where, arg->reg);
	else
		*b = value_of(flow_def_of(flow, def->where, FLOW_AUX));
	return true;
}

/* What it always is, of one of several. */
static void gather_common(struct slab_context *c, const struct def *def,
			  struct lay_slab_value *flags)
{
	const struct flow *flow = &c->worker->flow;
	uint64_t common = UINT32_MAX;

	for (uint32_t i = 0; i < def->nr_inputs; i++) {
		struct value v = flow->inputs[def->inputs + i];
		struct lay_slab_value one = { .value = 0 };

		gather_flags(c, v, &one, DEPTH_MAX);
		common &= one.value;
	}
	flags->value |= def->nr_inputs ? common : 0;
	flags->unknown = "more at times";
}

static void gather_flags(struct slab_context *c, struct value v,
			 struct lay_slab_value *flags, unsigned int depth)
{
	const struct flow *flow = &c->worker->flow;
	const struct def *def;
	struct value a, b;

	if (v.id == VALUE_CONST) {
		flags->value |= (uint32_t)v.off;
		return;
	}
	if (v.id < VALUE_FIRST || v.id >= flow->nr_defs || v.off ||
	    depth >= DEPTH_MAX) {
		flags->unknown = "computed";
		return;
	}
	def = &flow->defs[v.id];
	if (def->kind == DEF_PHI || def->kind == DEF_SELECT) {
		gather_common(c, def, flags);
	} else if (is_or(flow, def, &a, &b)) {
		gather_flags(c, a, flags, depth + 1);
		gather_flags(c, b, flags, depth + 1);
	} else {
		flags->unknown = slab_describe(c, v);
	}
}

static void read_name(struct slab_context *c, struct value v,
		      struct lay_slab_cache *cache)
{
	if (v.id == VALUE_CONST)
		cache->name = slab_string(c->worker->image, c->strings,
					  (uint64_t)v.off);
	if (!cache->name)
		cache->name_unknown = slab_describe(c, v);
}

static void read_ctor(struct slab_context *c, struct value v,
		      struct lay_slab_cache *cache)
{
	const struct image_symbol *symbol = NULL;

	if (v.id == VALUE_CONST && !v.off)
		return;
	if (v.id == VALUE_CONST)
		symbol = image_symbol_of(c->worker->image, (uint64_t)v.off,
					 false);
	if (symbol)
		cache->ctor = strset_adds(c->strings, symbol->name);
	else
		cache->ctor_unknown = slab_describe(c, v);
}

/* Member @name of what @args, a struct kmem_cache_args, is. */
static struct value args_member(struct slab_context *c, uint32_t insn,
				struct value args, const struct lay_type *type,
				const char *name)
{
	const struct lay_member *m = NULL;
	struct value v = value_of(VALUE_NONE);
	uint64_t size, number = 0;
	const uint8_t *p;
	size_t left;

	for (size_t i = 0; i < type->nr_members && !m; i++)
		if (type->members[i].name &&
		    !strcmp(type->members[i].name, name))
			m = &type->members[i];
	if (!m || !lay_type_size(m->type, &size) || size > 8)
		return v;
	args.off = add_wrapped(args.off, (int64_t)(m->bit_off / 8));
	if (args.id == VALUE_CFA) {
		slab_stack_value(c, insn, args.off, (unsigned int)size, &v);
	} else if (args.id == VALUE_CONST) {
		p = image_bytes(c->worker->image, (uint64_t)args.off, &left);
		if (!p || left < size)
			return v;
		memcpy(&number, p, size);
		v = value_const((int64_t)number);
	}
	return v;
}

/* The record that parameter @nr of the callee points to, if it is @name. */
static const struct lay_type *param_record(struct slab_context *c,
					   uint32_t insn, uint8_t nr,
					   const char *name)
{
	const struct lay_type *type = c->worker->facts.callees[insn];

	if (!type || nr >= type->nr_params)
		return NULL;
	type = types_pointee(&c->worker->types, type->params[nr]);
	type = type ? lay_type_strip(type) : NULL;
	return type && type->name && !strcmp(type->name, name) ? type : NULL;
}

static void read_args(struct slab_context *c, uint32_t insn,
		      const struct slab_callee *callee,
		      struct lay_slab_cache *cache)
{
	struct value args = slab_param(c, insn, callee->args);
	const struct lay_type *type = param_record(c, insn, callee->args,
						   ARGS_TYPE);

	if (args.id == VALUE_CONST && !args.off)
		return;		/* nothing was asked for */
	if (!type) {
		cache->align.unknown = cache->ctor_unknown =
			"in what has no type";
		return;
	}
	cache->align = number_of(c, args_member(c, insn, args, type, "align"));
	read_ctor(c, args_member(c, insn, args, type, "ctor"), cache);
}

/* Where the value that the call @insn returned is stored. */
static void find_place(struct slab_context *c, uint32_t insn,
		       struct slab_place *place)
{
	const struct flow *flow = &c->worker->flow;
	uint32_t id = flow_def_of(flow, insn, flow->machine->results[0]);

	for (uint32_t i = 0; i < flow->code->nr_insns && id != VALUE_NONE;
	     i++) {
		const struct insn *store = &flow->code->insns[i];

		if (slab_is_store_of(flow, i, id) &&
		    flow_address(flow, i, &store->arg[0]).base.id !=
		    VALUE_CFA &&
		    slab_name_place(c, i, &store->arg[0], place))
			return;
	}
}

/* @addr is in this record, unless there is another in @*type already: its
 * offset there; else -1. */
static int64_t place_off(struct slab_context *c, uint32_t where,
			 struct flow_addr addr, const struct place_hint *hint,
			 const struct lay_type **type)
{
	const struct lay_type *record;
	struct answer answer;

	if (addr.base.id < VALUE_FIRST || addr.index.id != VALUE_NONE)
		return -1;
	facts_resolve(&c->worker->facts, where, addr, hint, &answer);
	if (answer.grade < ANSWER_INFERRED || answer.place.fit != PLACE_EXACT)
		return -1;
	record = lay_type_strip(answer.place.type);
	if (!lay_type_is_record(record) || (*type && *type != record))
		return -1;
	*type = record;
	return answer.place.off;
}

/* Where in a record @v was loaded from. */
static int64_t loaded_off(struct slab_context *c, struct value v,
			  const struct lay_type **type)
{
	const struct flow *flow = &c->worker->flow;
	const struct insn_arg *arg;
	struct hint_context context;
	struct place_hint hint;
	uint32_t where;

	if (v.id < VALUE_FIRST || v.id >= flow->nr_defs || v.off ||
	    flow->defs[v.id].kind != DEF_LOAD)
		return -1;
	where = flow->defs[v.id].where;
	arg = insn_loaded(&flow->code->insns[where], flow->defs[v.id].reg);
	if (!arg)
		return -1;
	facts_hint(&c->worker->facts, where, arg, &hint, &context);
	return place_off(c, where, flow_address(flow, where, arg), &hint,
			 type);
}

/* The part of @v that was loaded, where constants were added by or. */
static struct value loaded_part(const struct flow *flow, struct value v)
{
	struct value a, b;

	for (unsigned int i = 0; i < DEPTH_MAX && v.id >= VALUE_FIRST &&
	     v.id < flow->nr_defs; i++) {
		if (!is_or(flow, &flow->defs[v.id], &a, &b))
			break;
		v = a.id == VALUE_CONST ? b : a;
	}
	return v;
}

/* Is everything of the cache in a record, as proto_register() is passed one? */
static void find_source(struct slab_context *c, uint32_t insn,
			struct slab_site *site, struct value name,
			struct value size, struct value flags)
{
	const struct place_hint letter = { .size = 1 };
	struct flow_addr addr = { .base = name,
		.index = value_of(VALUE_NONE) };

	site->name_off = loaded_off(c, name, &site->source);
	if (site->name_off < 0) {
		/* an array of letters in it */
		site->name_off = place_off(c, insn, addr, &letter,
					   &site->source);
		site->name_inside = true;
	}
	if (site->name_off < 0) {
		site->source = NULL;
		return;
	}
	site->size_off = loaded_off(c, size, &site->source);
	site->flags_off = loaded_off(c, loaded_part(&c->worker->flow, flags),
				     &site->source);
}

/* The innermost function whose call is written in a source file, not in a
 * header: that is where the cache is created for whoever reads it. */
static int find_line(struct slab_context *c, uint64_t pc,
		     struct lay_slab_cache *cache, struct lay_error *err)
{
	const struct dw_function *fn = c->function;
	struct dw_scope_reader *reader = c->worker->reader;
	struct lay_decl line = { NULL, 0 };
	uint32_t depth = UINT32_MAX;
	int rc = dw_scope_line(reader, pc, &line, err);

	if (rc < 0)
		return rc;
	for (;;) {
		const struct dw_block *inner = NULL;
		size_t len = line.file ? strlen(line.file) : 0;

		for (uint32_t i = 1; i < fn->nr_blocks; i++) {
			const struct dw_block *b = &fn->blocks[i];

			if (b->kind == DW_BLOCK_INLINED && b->depth < depth &&
			    (!inner || b->depth > inner->depth) &&
			    facts_in_block(&c->worker->facts, i, pc))
				inner = b;
		}
		cache->file = line.file ? strset_adds(c->strings, line.file) :
			NULL;
		cache->line = line.line;
		cache->function = inner && inner->proto ? inner->proto->name :
			fn->proto ? fn->proto->name : NULL;
		if (!inner || !inner->call_line || len < 2 ||
		    strcmp(line.file + len - 2, ".h") != 0)
			break;
		depth = inner->depth;
		line.file = dw_scope_file(reader, inner->call_file);
		line.line = inner->call_line;
	}
	cache->function = strset_adds(c->strings, cache->function ?
				      cache->function : "");
	return 0;
}

int slab_read_site(struct slab_context *c, uint32_t insn,
		   const struct slab_callee *callee, struct slab_site *site,
		   struct lay_error *err)
{
	const struct insn *call = &c->worker->flow.code->insns[insn];
	struct lay_slab_cache *cache = &site->cache;
	struct value name = slab_param(c, insn, 0);
	struct value size = slab_param(c, insn, callee->size);
	struct value flags = slab_param(c, insn, callee->flags);

	*site = (struct slab_site){ .cache = { .addr = call->addr } };
	read_name(c, name, cache);
	cache->size = number_of(c, size);
	gather_flags(c, flags, &cache->flags, 0);
	if (callee->args != SLAB_NO_PARAM) {
		read_args(c, insn, callee, cache);
	} else {
		cache->align = number_of(c, slab_param(c, insn,
						       callee->align));
		read_ctor(c, slab_param(c, insn, callee->ctor), cache);
	}
	if (!cache->name)
		find_source(c, insn, site, name, size, flags);
	if (call->op == INSN_CALL)
		find_place(c, insn, &site->place);
	cache->variable = site->place.text;
	return find_line(c, call->addr, cache, err);
}
