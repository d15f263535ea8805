// SPDX-License-Identifier: GPL-2.0-only
/* What is passed to calls, in words where it is no number. */
#include <config.h>

#include <stdio.h>
#include <string.h>

#include "access/facts-internal.h"
#include "access/flow-internal.h"
#include "access/slabs.h"
#include "base/poison.h"

#define TEXT_MAX 256
#define STRING_MAX 128

struct value slab_param(const struct slab_context *c, uint32_t insn,
			uint8_t nr)
{
	const struct flow *flow = &c->worker->flow;
	const struct machine *machine = flow->machine;
	struct value v = flow_before(flow, insn, machine->stack);
	/* a jump leaves the return address between, if that is there */
	int64_t skip = flow->code->insns[insn].op == INSN_JUMP ?
		-machine->entry_off : 0;

	if (nr < machine->nr_params)
		return flow_before(flow, insn, machine->params[nr]);
	/* the first that is no register's */
	if (nr != machine->nr_params || v.id != VALUE_CFA ||
	    !slab_stack_value(c, insn, v.off + skip, 8, &v))
		return value_of(VALUE_NONE);
	return v;
}

bool slab_is_store_of(const struct flow *flow, uint32_t insn, uint32_t id)
{
	const struct insn *store = &flow->code->insns[insn];
	struct value v;

	if (store->op != INSN_MOVE || store->arg[0].kind != INSN_MEM ||
	    store->arg[1].kind != INSN_REG ||
	    store->arg[1].reg >= INSN_NR_TRACKED)
		return false;
	v = flow_before(flow, insn, store->arg[1].reg);
	return v.id == id && !v.off;
}

const char *slab_type_name(struct strset *strings, const struct lay_type *type)
{
	const struct lay_type *t = type;
	char buf[TEXT_MAX];

	while (t->target && (t->kind == LAY_KIND_CONST ||
			     t->kind == LAY_KIND_VOLATILE))
		t = t->target;
	lay_type_format(t, NULL, buf, sizeof(buf));
	return strset_adds(strings, buf);
}

/* "name", "name[3].member", "struct type.member" */
static const char *place_text(struct slab_context *c, const char *name,
			      const struct place *place)
{
	char path[TEXT_MAX], buf[2 * TEXT_MAX];

	place_path(place, path, sizeof(path));
	snprintf(buf, sizeof(buf), "%s%s%s", name,
		 path[0] && path[0] != '[' ? "." : "", path);
	return strset_adds(c->strings, buf);
}

bool slab_name_place(struct slab_context *c, uint32_t insn,
		     const struct insn_arg *arg, struct slab_place *place)
{
	struct facts *facts = &c->worker->facts;
	struct flow_addr addr = flow_address(facts->flow, insn, arg);
	const struct dw_global *global = NULL;
	struct hint_context context;
	struct place_hint hint;
	struct answer answer;

	*place = (struct slab_place){ .text = NULL };
	if (addr.foreign || addr.percpu)
		return false;
	facts_hint(facts, insn, arg, &hint, &context);
	facts_resolve(facts, insn, addr, &hint, &answer);
	if (answer.grade == ANSWER_UNKNOWN || answer.place.fit != PLACE_EXACT)
		return false;
	if (addr.base.id == VALUE_CONST)
		global = dw_scopes_global_at(c->worker->scopes,
					     (uint64_t)addr.base.off, false);
	if (global) {
		place->text = place_text(c, global->name ? global->name : "?",
					 &answer.place);
		if (addr.index.id == VALUE_NONE)
			place->addr = (uint64_t)addr.base.off;
		if (lay_type_is_record(answer.place.type))
			place->member = place_text(c,
				slab_type_name(c->strings, answer.place.type),
				&answer.place);
	} else if (place_member(&answer.place)) {
		place->text = place_text(c, slab_type_name(c->strings,
						answer.place.type),
					 &answer.place);
	}
	return place->text;
}

const char *slab_string(const struct image *image, struct strset *strings,
			uint64_t addr)
{
	size_t left, len;
	const uint8_t *p = image_bytes(image, addr, &left);

	if (!p)
		return NULL;
	len = strnlen((const char *)p, left < STRING_MAX ? left : STRING_MAX);
	if (!len || len == left || len == STRING_MAX)
		return NULL;
	for (size_t i = 0; i < len; i++)
		if (p[i] < ' ' || p[i] > '~')
			return NULL;
	return strset_add(strings, (const char *)p, len);
}

static const char *describe_call(struct slab_context *c, uint32_t insn)
{
	const struct flow *flow = &c->worker->flow;
	const struct insn_arg *arg = &flow->code->insns[insn].arg[0];
	const struct image_symbol *symbol = NULL;
	char buf[TEXT_MAX];

	if (arg->kind == INSN_IMM)
		symbol = image_symbol_of(flow->image, (uint64_t)arg->imm,
					 false);
	if (!symbol)
		return "returned by a call";
	snprintf(buf, sizeof(buf), "returned by %s()", symbol->name);
	return strset_adds(c->strings, buf);
}

/* The parameter of the function itself that is entered in @reg. */
static const char *describe_entry(struct slab_context *c, uint8_t reg)
{
	const struct machine *machine = c->worker->flow.machine;
	const struct dw_function *fn = c->function;

	for (uint32_t p = 0; p < machine->nr_params; p++) {
		char buf[TEXT_MAX];

		if (machine->params[p] != reg)
			continue;
		for (size_t i = 0; fn && i < fn->nr_variables; i++) {
			const struct dw_variable *v = &fn->variables[i];

			if (v->block || !(v->flags & DW_VARIABLE_PARAM) ||
			    v->param != p || !v->name)
				continue;
			snprintf(buf, sizeof(buf), "parameter %s", v->name);
			return strset_adds(c->strings, buf);
		}
		return "a parameter";
	}
	return "computed";
}

const char *slab_describe(struct slab_context *c, struct value v)
{
	const struct flow *flow = &c->worker->flow;
	const struct insn_arg *arg;
	const struct def *def;
	struct slab_place place;

	if (v.id == VALUE_CFA)
		return "made on the stack";
	if (v.id == VALUE_CONST)
		return "an address";
	if (v.id < VALUE_FIRST || v.id >= flow->nr_defs)
		return "computed";
	def = &flow->defs[v.id];
	switch (def->kind) {
	case DEF_ENTRY:
		return v.off ? "computed" : describe_entry(c, def->reg);
	case DEF_PHI:
	case DEF_SELECT:
		return "one of several values";
	case DEF_CALL:
		return v.off ? "computed" : describe_call(c, def->where);
	case DEF_LOAD:
		arg = insn_loaded(&flow->code->insns[def->where], def->reg);
		if (v.off || !arg ||
		    !slab_name_place(c, def->where, arg, &place))
			return v.off ? "computed" : "loaded from memory";
		return place.text;
	default:
		return "computed";
	}
}
