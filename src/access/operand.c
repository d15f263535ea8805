// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <stdio.h>
#include <string.h>

#include "access/facts-internal.h"
#include "access/operand.h"
#include "base/vec.h"
#include "base/poison.h"

#define TEXT_MAX 512

static const char *const reasons[NR_REASONS] = {
	[REASON_STACK] = "stack",
	[REASON_SEGMENT] = "segment",
	[REASON_JUMP_TABLE] = "jump table",
	[REASON_NO_SYMBOL] = "address without a variable",
	[REASON_VOID] = "pointer to void",
	[REASON_UNDEFINED] = "type without one definition",
	[REASON_NUMBER] = "number",
	[REASON_OUTSIDE] = "outside of the type",
	[REASON_JOINED] = "one of several values",
	[REASON_CALL] = "result of a call",
	[REASON_LOADED] = "loaded from an unknown place",
	[REASON_COMPUTED] = "computed",
	[REASON_ENTRY] = "parameter without a type",
	[REASON_HOLE] = "no member there",
	[REASON_NO_MEMORY_TYPE] = "variable without a type",
};

static const char *keep(struct operands *operands, const char *text)
{
	return strset_adds(&operands->strings, text);
}

/* The name under which people know @type: its tag, or what it was called when
 * it has none. */
static const char *type_name(struct operands *operands,
			     const struct lay_type *type)
{
	const struct lay_type *t = type;
	char buf[TEXT_MAX];

	while (t->target && (t->kind == LAY_KIND_CONST ||
			     t->kind == LAY_KIND_VOLATILE ||
			     t->kind == LAY_KIND_ATOMIC ||
			     (t->kind == LAY_KIND_TYPEDEF &&
			      lay_type_strip(t)->name &&
			      lay_type_is_record(t))))
		t = t->target;
	lay_type_format(t, NULL, buf, sizeof(buf));
	return keep(operands, buf);
}

/* Of an array the element is told: the first step is left out. */
static void enter_array(struct place *place)
{
	const struct lay_type *t = lay_type_strip(place->type);
	uint64_t size;

	while (t->kind == LAY_KIND_ARRAY && place->nr_steps &&
	       !place->step[0].member && lay_type_size(t->target, &size) &&
	       size && size < INT64_MAX) {
		place->type = t->target;
		place->off %= (int64_t)size;
		memmove(place->step, place->step + 1,
			--place->nr_steps * sizeof(place->step[0]));
		t = lay_type_strip(place->type);
	}
}

static const char *path_text(struct operands *operands,
			     const struct place *place)
{
	char buf[TEXT_MAX];

	if (!place_member(place))
		return NULL;
	place_path(place, buf, sizeof(buf));
	return keep(operands, buf);
}

static const char *others_text(struct operands *operands,
			       const struct answer *answer)
{
	char buf[TEXT_MAX];
	size_t at = 0;

	buf[0] = '\0';
	for (unsigned int i = 0; i < answer->nr_others; i++) {
		struct place place = answer->others[i];

		enter_array(&place);
		if (at && at + 2 < sizeof(buf)) {
			memcpy(buf + at, ", ", 3);
			at += 2;
		}
		if (at < sizeof(buf))
			at += place_path(&place, buf + at, sizeof(buf) - at);
	}
	return keep(operands, buf);
}

/* Further members that an access covers which begins with one of them and names
 * no record that all of them are in; NULL: there are none. */
static const char *covered_text(struct operands *operands,
				const struct place *place, unsigned int size)
{
	const struct place_step *last = &place->step[place->nr_steps - 1];
	const struct lay_type *record;
	char buf[TEXT_MAX];
	size_t at = 0;

	if (place->fit != PLACE_SEVERAL || !place->nr_steps || !last->member)
		return NULL;
	record = lay_type_strip(place->nr_steps > 1 ? last[-1].type :
				place->type);
	for (size_t i = 0; record->kind == LAY_KIND_STRUCT &&
	     i < record->nr_members && at + 2 < sizeof(buf); i++) {
		const struct lay_member *m = &record->members[i];
		struct place also = *place;

		if (!m->name || m->bit_off / 8 <= last->member->bit_off / 8 ||
		    m->bit_off / 8 >= last->member->bit_off / 8 + size)
			continue;
		also.step[also.nr_steps - 1].member = m;
		if (at) {
			memcpy(buf + at, ", ", 3);
			at += 2;
		}
		at += place_path(&also, buf + at, sizeof(buf) - at);
	}
	return at ? keep(operands, buf) : NULL;
}

static const enum lay_access_grade grades[] = {
	[ANSWER_UNKNOWN] = LAY_ACCESS_UNKNOWN,
	[ANSWER_AMBIGUOUS] = LAY_ACCESS_AMBIGUOUS,
	[ANSWER_INFERRED] = LAY_ACCESS_INFERRED,
	[ANSWER_EXACT] = LAY_ACCESS_EXACT,
};

static int append(struct operands *operands, const struct lay_operand *op,
		  struct lay_error *err)
{
	if (VEC_RESERVE(operands->list, operands->nr, operands->cap, 1) < 0)
		return lay_error_set(err, LAY_E_NOMEM, "out of memory");
	operands->list[operands->nr++] = *op;
	return 0;
}

static int add_place(struct operands *operands, const struct answer *answer,
		     const struct place *found, const struct lay_operand *like,
		     struct lay_error *err)
{
	struct lay_operand op = *like;
	struct place place = *found;

	enter_array(&place);
	op.type = type_name(operands, place.type);
	op.off = place.off;
	if (place.fit >= PLACE_SEVERAL)
		op.path = path_text(operands, &place);
	if (answer->nr_others)
		op.others = others_text(operands, answer);
	else
		op.also = covered_text(operands, &place, op.size);
	if (place.fit == PLACE_WHOLE && !op.path)
		op.flags |= LAY_ACCESS_WHOLE;
	return append(operands, &op, err);
}

/* Of the types that were asked for, those that the place is in. */
static int add_wanted(struct operands *operands, const struct answer *answer,
		      const struct lay_operand *op, struct lay_error *err)
{
	const struct place *place = &answer->place;
	int rc = 0;

	if (wanted_is(operands->wanted, place->type))
		rc = add_place(operands, answer, place, op, err);
	for (unsigned int i = 0; i < place->nr_steps && rc == 0; i++) {
		struct place inner = *place;

		if (!wanted_is(operands->wanted, place->step[i].type))
			continue;
		inner.type = place->step[i].type;
		inner.off = place->off - place->step[i].at;
		inner.nr_steps = place->nr_steps - i - 1;
		memmove(inner.step, place->step + i + 1,
			inner.nr_steps * sizeof(inner.step[0]));
		rc = add_place(operands, answer, &inner, op, err);
	}
	return rc;
}

static int add_operand(struct operands *operands, struct facts *facts,
		       uint32_t i, const struct insn_arg *arg,
		       struct lay_operand *op, struct lay_error *err)
{
	const struct insn *insn = &facts->flow->code->insns[i];
	struct answer answer;

	operands->totals.nr_operands++;
	if (operands->wanted &&
	    !wanted_may_be(operands->wanted, facts,
			   flow_address(facts->flow, i, arg)))
		return 0;
	op->addr = insn->addr;
	op->flags = arg->access;
	if (insn->flags & INSN_LOCKED)
		op->flags |= LAY_ACCESS_ATOMIC;
	facts_answer(facts, i, arg, &answer);
	op->size = (uint16_t)answer.size;
	op->grade = (uint8_t)grades[answer.grade];
	operands->totals.nr_grades[op->grade]++;
	if (answer.grade != ANSWER_UNKNOWN)
		return operands->wanted ? add_wanted(operands, &answer, op, err) :
			add_place(operands, &answer, &answer.place, op, err);
	op->reason = reasons[answer.reason];
	return operands->wanted ? 0 : append(operands, op, err);
}

/* The outermost of the functions that are inlined at @pc, or NULL. */
static const struct dw_block *inlined_at(const struct facts *facts,
					 uint64_t pc)
{
	const struct dw_function *fn = facts->function;
	const struct dw_block *found = NULL;

	for (uint32_t i = 0; i < fn->nr_blocks; i++)
		if (fn->blocks[i].kind == DW_BLOCK_INLINED &&
		    fn->blocks[i].call_line &&
		    (!found || fn->blocks[i].depth < found->depth) &&
		    facts_in_block(facts, i, pc))
			found = &fn->blocks[i];
	return found;
}

/* Where the source has what was appended behind @from. */
static int add_line(struct operands *operands, const struct facts *facts,
		    size_t from, uint64_t pc, struct dw_scope_reader *lines,
		    struct lay_error *err)
{
	const struct dw_block *inlined;
	const char *name = NULL;
	struct lay_decl line = { NULL, 0 };
	int rc = 0;

	if (!lines || from == operands->nr)
		return 0;
	inlined = inlined_at(facts, pc);
	if (inlined) {
		line.file = dw_scope_file(lines, inlined->call_file);
		line.line = inlined->call_line;
		name = inlined->proto ? inlined->proto->name : NULL;
	} else {
		rc = dw_scope_line(lines, pc, &line, err);
	}
	if (rc < 0)
		return rc;
	for (size_t i = from; i < operands->nr; i++) {
		operands->list[i].line = line.line;
		if (line.file)
			operands->list[i].file = keep(operands, line.file);
		if (name)
			operands->list[i].inlined = keep(operands, name);
	}
	return 0;
}

int operands_add(struct operands *operands, struct facts *facts,
		 const char *function, struct dw_scope_reader *lines,
		 struct lay_error *err)
{
	const struct code *code = facts->flow->code;
	const char *name = keep(operands, function);
	int rc = 0;

	if (operands->wanted && !wanted_prepare(operands->wanted, facts))
		return lay_error_set(err, LAY_E_NOMEM, "out of memory");
	for (uint32_t i = 0; i < code->nr_insns && rc == 0; i++) {
		const struct insn *insn = &code->insns[i];
		size_t from = operands->nr;

		for (const struct insn_arg *arg = insn_memory(insn, 0);
		     arg && rc == 0;
		     arg = insn_memory(insn, (unsigned int)(arg -
							insn->arg) + 1)) {
			struct lay_operand op = { .function = name };

			rc = add_operand(operands, facts, i, arg, &op, err);
		}
		if (rc == 0)
			rc = add_line(operands, facts, from, insn->addr, lines,
				      err);
	}
	return rc;
}
