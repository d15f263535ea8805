// SPDX-License-Identifier: GPL-2.0-only
/*
 * A record that is assigned as a whole is loaded and stored member by member:
 * what the source names is the record (inode->i_mtime = now), and that is what
 * is told.
 */
#include <config.h>

#include "access/facts-internal.h"
#include "base/poison.h"

/* Instructions between a load and the store of what it loaded. */
#define DISTANCE_MAX 12
/* Members and bytes of records that are copied so. */
#define MEMBERS_MAX 4
#define RECORD_MAX 32

/* The record that the last step of @place leads into, if it is a member too,
 * has a name and consists of numbers; else NULL. */
static const struct lay_type *record_of(const struct place *place)
{
	const struct lay_type *type, *t;
	uint64_t size;

	if (place->fit != PLACE_EXACT || place->nr_steps < 2 ||
	    !place->step[place->nr_steps - 1].member ||
	    !place->step[place->nr_steps - 2].member)
		return NULL;
	type = place->step[place->nr_steps - 2].type;
	t = lay_type_strip(type);
	if (t->kind != LAY_KIND_STRUCT || t->nr_members > MEMBERS_MAX ||
	    (!t->name && type->kind != LAY_KIND_TYPEDEF) ||
	    !lay_type_size(t, &size) || size > RECORD_MAX)
		return NULL;
	for (size_t i = 0; i < t->nr_members; i++) {
		enum lay_kind kind = lay_type_strip(t->members[i].type)->kind;

		if (kind != LAY_KIND_BASE && kind != LAY_KIND_ENUM)
			return NULL;
	}
	return t;
}

/* The instruction at the other end: that loaded what @i stores, or that stores
 * what @i loads; CODE_NONE: there is none near. */
static uint32_t other_end(const struct facts *facts, uint32_t i)
{
	const struct flow *flow = facts->flow;
	const struct code *code = flow->code;
	const struct insn *insn = &code->insns[i];
	uint32_t end = code->blocks[code->block_of[i]].end, id;
	struct value v;

	if (insn_nr_moves(insn) != 1 || insn->op != INSN_MOVE)
		return CODE_NONE;
	if (insn->arg[0].kind == INSN_MEM) {
		if (insn->arg[1].kind != INSN_REG ||
		    insn->arg[1].reg >= INSN_NR_TRACKED)
			return CODE_NONE;
		v = flow_before(flow, i, insn->arg[1].reg);
		return v.off == 0 && v.id < flow->nr_defs &&
		       flow->defs[v.id].kind == DEF_LOAD &&
		       flow->defs[v.id].size == insn->arg[0].size ?
			flow->defs[v.id].where : CODE_NONE;
	}
	if (insn->arg[0].reg >= INSN_NR_TRACKED)
		return CODE_NONE;
	id = flow_def_of(flow, i, insn->arg[0].reg);
	for (uint32_t k = i + 1; k < end && k <= i + DISTANCE_MAX; k++) {
		const struct insn *store = &code->insns[k];

		if (store->op != INSN_MOVE ||
		    store->arg[0].kind != INSN_MEM ||
		    store->arg[1].kind != INSN_REG ||
		    store->arg[1].reg >= INSN_NR_TRACKED ||
		    store->arg[0].size != insn->arg[1].size)
			continue;
		v = flow_before(flow, k, store->arg[1].reg);
		if (v.id == id && v.off == 0)
			return k;
	}
	return CODE_NONE;
}

void facts_name_copy(struct facts *facts, uint32_t insn, struct place *place)
{
	const struct lay_type *record = record_of(place), *other_record;
	const struct insn_arg *arg;
	struct place_hint hint;
	struct hint_context context;
	struct answer answer;
	uint32_t other;

	if (!record)
		return;
	other = other_end(facts, insn);
	if (other == CODE_NONE)
		return;
	arg = insn_memory(&facts->flow->code->insns[other], 0);
	if (!arg)
		return;
	facts_hint(facts, other, arg, &hint, &context);
	facts_resolve(facts, other, flow_address(facts->flow, other, arg),
		      &hint, &answer);
	if (answer.grade == ANSWER_UNKNOWN)
		return;
	other_record = record_of(&answer.place);
	if (!other_record || !types_same(facts->types, record, other_record) ||
	    place_member(place)->bit_off !=
	    place_member(&answer.place)->bit_off)
		return;
	place->nr_steps--;
	place->leaf_type = place->step[place->nr_steps - 1].type;
	place->leaf = record;
	place->fit = PLACE_WHOLE;
}
