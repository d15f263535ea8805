// SPDX-License-Identifier: GPL-2.0-only
/*
 * Address to member: everything that is known of the base of an operand offers
 * a type and an offset in it; the one is taken that fits the access, then the
 * one that is known best.
 */
#include <config.h>

#include <string.h>

#include "access/facts-internal.h"
#include "base/poison.h"

/* Elements that a constant may step over. */
#define ELEMENTS_MAX 8

struct query {
	struct facts *facts;
	uint64_t pc;
	struct place_hint hint;
	struct answer *answer;
	bool outside;		/* some type was known, not its neighbours */
	int64_t start;		/* how far behind the value at hand an index was
				 * added; INT64_MIN: none was */
};

/* A type that the operand may be in. */
struct offer {
	const struct lay_type *type;
	int64_t off;
	enum fact_source source;
	const struct fact *fact;	/* or NULL */
	bool guessed;
	bool beside;			/* of several of the type, another */
};

static int fit_rank(const struct place *place)
{
	switch (place->fit) {
	case PLACE_EXACT:
		return 6;
	case PLACE_PART:
		return 5;
	case PLACE_WHOLE:
	case PLACE_SEVERAL:
		return 3;
	case PLACE_OPAQUE:
		return 2;
	case PLACE_ACROSS:
		return 1;
	default:
		return 0;
	}
}

static int score_of(const struct query *q, const struct offer *offer,
		    const struct place *place)
{
	int score = fit_rank(place) * 1000 + (int)offer->source * 20;

	if (lay_type_is_record(offer->type) && place->nr_steps)
		score += 2500;
	if (offer->fact && offer->fact->range.low <= q->pc &&
	    q->pc < offer->fact->range.high)
		score += 1120;	/* more than any fit of what is guessed */
	else if (offer->fact && offer->fact->block != CODE_NONE &&
		 facts_in_block(q->facts, offer->fact->block, q->pc))
		score += 60;
	if (place->behind)
		score -= 1500;
	/* what begins there is meant rather than the next of what ends there */
	return offer->beside ? score - 300 : score;
}

/* Is @inner a part of @outer, at the same place? */
static bool is_part(const struct place *inner, const struct place *outer)
{
	if (!lay_type_is_record(inner->type))
		return false;
	for (unsigned int i = 0; i < outer->nr_steps; i++)
		if (outer->off - outer->step[i].at == inner->off &&
		    types_alike(outer->step[i].type, inner->type))
			return true;
	return false;
}

static void take(struct query *q, const struct offer *offer,
		 const struct place *place)
{
	struct answer *answer = q->answer;
	int score = score_of(q, offer, place);

	/* what says only which member it is agrees with what says of what */
	if (answer->grade != ANSWER_UNKNOWN && !offer->guessed &&
	    is_part(&answer->place, place))
		score = score > answer->score ? score : answer->score + 1;
	if (answer->grade != ANSWER_UNKNOWN &&
	    (score <= answer->score || (answer->source > FACT_GUESSED &&
					is_part(place, &answer->place))))
		return;
	answer->place = *place;
	answer->score = score;
	answer->source = offer->source;
	answer->grade = offer->guessed || offer->source <= FACT_JOINED ?
		ANSWER_INFERRED : ANSWER_EXACT;
}

/* The remainder of division that rounds down. */
static int64_t modulo(int64_t a, int64_t b)
{
	int64_t r = a % b;

	return r < 0 ? r + b : r;
}

static bool is_scalar(const struct lay_type *type)
{
	enum lay_kind kind = lay_type_strip(type)->kind;

	return kind == LAY_KIND_BASE || kind == LAY_KIND_POINTER ||
	       kind == LAY_KIND_ENUM;
}

static bool is_element(struct query *q, const struct lay_type *type)
{
	q->answer->open = true;
	return types_is_element(q->facts->types, type);
}

/*
 * Was the index added behind the end of what the fact is about, and some bytes
 * taken off then, as the tail of a copy to there is addressed? Only the arrays
 * that a record ends with are still its own.
 */
static bool begins_behind(const struct query *q, const struct fact *fact,
			  const struct offer *asked, const struct place *place)
{
	int64_t start;
	uint64_t size;

	return lay_type_is_record(asked->type) &&
	       lay_type_size(asked->type, &size) && size < INT64_MAX &&
	       !__builtin_add_overflow(fact->off, q->start, &start) &&
	       start >= (int64_t)size && asked->off < start &&
	       place->off < (int64_t)size;
}

static void consider(struct query *q, const struct offer *asked)
{
	struct offer stepped = *asked;
	const struct offer *offer = &stepped;
	struct place_hint hint = q->hint;
	struct place place;
	uint64_t size;
	int64_t off = offer->off;
	bool inside;

	if (lay_type_strip(offer->type)->kind == LAY_KIND_FUNCTION ||
	    !lay_type_size(offer->type, &size))
		return;
	/* a variable that is there is alone: only pointers step over several */
	if (size && size < INT64_MAX && is_scalar(offer->type) &&
	    !(offer->fact && offer->fact->alone)) {
		off = modulo(off, (int64_t)size);
		hint.indexed = false;
	}
	inside = off >= 0 && (uint64_t)off < size;
	place_find(offer->type, off, &hint, &place);
	if (place.fit == PLACE_OUTSIDE && size && size < INT64_MAX &&
	    hint.indexed && hint.stride && hint.stride % size == 0 &&
	    (inside || is_element(q, offer->type))) {
		/* one of several of the type itself */
		stepped.beside = !inside;
		off = modulo(off, (int64_t)size);
		hint.indexed = false;
		place_find(offer->type, off, &hint, &place);
	}
	if (place.fit == PLACE_OUTSIDE && hint.indexed && hint.stride <= 1) {
		hint.indexed = false;
		place_find(offer->type, off, &hint, &place);
		if (place.fit < PLACE_PART)
			place.fit = PLACE_OUTSIDE;
	}
	if (place.fit == PLACE_OUTSIDE ||
	    (offer->fact && begins_behind(q, offer->fact, asked, &place))) {
		q->outside = true;
		return;
	}
	take(q, offer, &place);
}

static void consider_global(struct query *q, uint64_t addr, bool percpu)
{
	const struct dw_global *global =
		dw_scopes_global_at(q->facts->scopes, addr, false);
	struct offer offer = { .source = FACT_DECLARED };

	if (!global || !!(global->flags & DW_GLOBAL_PERCPU) != percpu)
		return;
	offer.type = types_whole(q->facts->types, global->type);
	offer.off = (int64_t)(addr - global->addr);
	consider(q, &offer);
}

/* @off: in each thread's storage. */
static void consider_tls(struct query *q, uint64_t off)
{
	const struct dw_global *global =
		dw_scopes_global_at(q->facts->scopes, off, true);
	struct offer offer = { .source = FACT_DECLARED };

	if (!global)
		return;
	offer.type = types_whole(q->facts->types, global->type);
	offer.off = (int64_t)(off - global->addr);
	consider(q, &offer);
}

static void consider_stack(struct query *q, int64_t off)
{
	const struct facts *facts = q->facts;

	for (size_t i = 0; i < facts->nr_stack_vars; i++) {
		const struct stack_var *var = &facts->stack_vars[i];
		struct fact fact = { .range = var->range, .block = var->block };
		struct offer offer = { .type = var->type,
			.off = off - var->off, .source = FACT_DECLARED,
			.fact = &fact };

		if (off >= var->off && (uint64_t)(off - var->off) < var->size)
			consider(q, &offer);
	}
}

/* Does the image have something at @addr, not by chance? */
static bool is_address(const struct query *q, int64_t addr)
{
	return (addr < -0x10000 || addr > 0x10000) &&
	       image_section_of(q->facts->flow->image, (uint64_t)addr, false);
}

static void index_by(struct query *q, uint64_t stride)
{
	if (q->hint.indexed && q->hint.stride != stride)
		stride = 0;
	q->hint.indexed = true;
	q->hint.stride = stride;
}

static int64_t later(int64_t a, int64_t b)
{
	return a > b ? a : b;
}

/* Offer everything that is known of @v. */
static void collect(struct query *q, struct value v, unsigned int depth)
{
	const struct facts *facts = q->facts;
	const struct place_hint hint = q->hint;
	const int64_t start = q->start;
	const struct def *def;

	if (v.id == VALUE_CONST || v.id == VALUE_PERCPU) {
		consider_global(q, (uint64_t)v.off, v.id == VALUE_PERCPU);
		return;
	}
	if (v.id == VALUE_CFA) {
		consider_stack(q, v.off);
		return;
	}
	if (v.id < VALUE_FIRST || v.id >= facts->flow->nr_defs)
		return;
	for (uint32_t f = facts_first(facts, v.id); f != CODE_NONE;
	     f = facts->facts[f].next) {
		const struct fact *fact = &facts->facts[f];
		struct offer offer = { .type = fact->type,
			.off = (int64_t)((uint64_t)fact->off +
					 (uint64_t)v.off),
			.source = fact->source, .fact = fact };

		consider(q, &offer);
	}
	if (is_address(q, v.off)) {
		index_by(q, flow_factor(facts->flow, (struct value){ v.id, 0 }));
		consider_global(q, (uint64_t)v.off, false);
		q->hint = hint;
	}
	def = &facts->flow->defs[v.id];
	if (depth == ANSWER_DEPTH)
		return;
	if (def->kind == DEF_MASK) {
		collect(q, (struct value){ def->a.id, def->a.off + v.off },
			depth + 1);
	} else if (def->kind == DEF_INDEX) {
		index_by(q, def->scale * flow_factor(facts->flow, def->b));
		q->start = later(start, def->start[0]);
		collect(q, (struct value){ def->a.id, def->a.off + v.off },
			depth + 1);
		q->hint = hint;
		q->start = start;
		if (def->scale != 1)
			return;
		index_by(q, flow_factor(facts->flow, def->a));
		q->start = later(start, def->start[1]);
		collect(q, (struct value){ def->b.id, def->b.off + v.off },
			depth + 1);
		q->hint = hint;
		q->start = start;
	}
}

static bool is_same_member(const struct lay_member *a,
			   const struct lay_member *b)
{
	return a == b || (a && b && a->bit_off == b->bit_off && a->name &&
			  b->name && !strcmp(a->name, b->name) &&
			  types_alike(a->type, b->type));
}

/* The one container among @records that has a member where a @fact->type that
 * it embeds is accessed at @off. */
static void consider_containers(struct query *q, const struct fact *fact,
				int64_t off,
				const struct lay_type *const *records,
				size_t nr_records)
{
	struct facts *facts = q->facts;
	const struct lay_type *inner = lay_type_strip(fact->type);
	struct place first = { .fit = PLACE_OUTSIDE };
	struct offer offer = { .source = FACT_GUESSED, .guessed = true };
	bool differ = false;

	if (!lay_type_is_record(inner))
		return;
	inner = lay_type_strip(types_whole(facts->types, inner));
	for (size_t i = 0; i < nr_records && !differ; i++) {
		size_t nr;
		const struct types_inner *list =
			types_inners(facts->types, records[i], &nr);

		for (size_t k = 1; k < nr; k++) {
			struct place place;

			if (!types_may_be_alike(list[k].type, inner) ||
			    !types_alike(list[k].type, inner) ||
			    place_find(records[i],
				       (int64_t)list[k].off + off, &q->hint,
				       &place) < PLACE_SEVERAL)
				continue;
			if (first.fit == PLACE_OUTSIDE)
				first = place;
			else if (!is_same_member(place_member(&first),
						 place_member(&place)))
				differ = true;
		}
	}
	if (first.fit == PLACE_OUTSIDE || differ)
		return;
	offer.type = first.type;
	take(q, &offer, &first);
}

/* When no type that is known has the offset: a container, or an element before
 * or behind. */
static void guess(struct query *q, struct value v)
{
	const struct facts *facts = q->facts;
	const struct types *types = facts->types;
	uint64_t size;

	if (facts_first(facts, v.id) == CODE_NONE)
		return;
	q->answer->open = true;
	for (unsigned int tier = 0; tier < 2; tier++) {
		for (uint32_t f = facts_first(facts, v.id); f != CODE_NONE;
		     f = facts->facts[f].next) {
			const struct fact fact = facts->facts[f];

			consider_containers(q, &fact,
				(int64_t)((uint64_t)fact.off +
					  (uint64_t)v.off),
				tier ? types->records : facts->records,
				tier ? types->nr_records : facts->nr_records);
		}
		if (q->answer->grade != ANSWER_UNKNOWN)
			return;
	}
	for (uint32_t f = facts_first(facts, v.id); f != CODE_NONE;
	     f = facts->facts[f].next) {
		const struct fact *fact = &facts->facts[f];
		struct offer offer = { .type = fact->type,
			.source = FACT_GUESSED, .guessed = true };
		int64_t off = (int64_t)((uint64_t)fact->off + (uint64_t)v.off);

		if (!types_is_element(facts->types, fact->type) ||
		    !lay_type_size(fact->type, &size) || !size ||
		    size > INT64_MAX / ELEMENTS_MAX ||
		    off >= (int64_t)size * ELEMENTS_MAX ||
		    off < -(int64_t)size * ELEMENTS_MAX)
			continue;
		offer.off = modulo(off, (int64_t)size);
		consider(q, &offer);
	}
}

static enum answer_reason number_or_void(struct types *types,
					 const struct lay_type *type)
{
	const struct lay_type *t = lay_type_strip(type);
	const struct lay_type *to = types_pointee(types, type);

	if (to && lay_type_strip(to)->flags & LAY_TYPE_DECLARATION)
		return REASON_UNDEFINED;
	if (t->kind == LAY_KIND_POINTER)
		return REASON_VOID;
	return t->kind == LAY_KIND_BASE ? REASON_NUMBER : REASON_LOADED;
}

/* Why nothing is known of @v. */
static enum answer_reason reason_of(const struct query *q, struct value v)
{
	const struct flow *flow = q->facts->flow;
	struct answer answer;
	struct place_hint hint = { .size = 8 };
	const struct def *def;
	const struct insn_arg *arg;

	if (v.id == VALUE_CONST || v.id == VALUE_PERCPU)
		return REASON_NO_SYMBOL;
	if (v.id == VALUE_CFA)
		return REASON_STACK;
	if (v.id >= flow->nr_defs)
		return REASON_COMPUTED;
	def = &flow->defs[v.id];
	switch (def->kind) {
	case DEF_ENTRY:
		return REASON_ENTRY;
	case DEF_PHI:
	case DEF_SELECT:
		return REASON_JOINED;
	case DEF_CALL:
		return REASON_CALL;
	case DEF_LOAD:
		arg = insn_loaded(&flow->code->insns[def->where], def->reg);
		if (!arg)
			return REASON_LOADED;
		facts_resolve(q->facts, def->where,
			      flow_address(flow, def->where, arg), &hint,
			      &answer);
		return answer.grade == ANSWER_UNKNOWN || !answer.place.leaf ?
			REASON_LOADED :
			number_or_void(q->facts->types, answer.place.leaf);
	default:
		return REASON_COMPUTED;
	}
}

void facts_resolve(struct facts *facts, uint32_t insn, struct flow_addr addr,
		   const struct place_hint *hint, struct answer *answer)
{
	struct query q = { .facts = facts, .hint = *hint, .answer = answer,
		.pc = facts->flow->code->insns[insn].addr,
		.start = INT64_MIN };
	const struct flow *flow = facts->flow;

	answer->grade = ANSWER_UNKNOWN;
	answer->reason = REASON_NONE;
	answer->score = 0;
	answer->open = false;
	answer->nr_others = 0;
	answer->source = FACT_GUESSED;
	if (addr.foreign) {
		if (addr.base.id == VALUE_CONST && flow->image->tls_size)
			consider_tls(&q, (uint64_t)addr.base.off +
				     flow->image->tls_size);
		if (answer->grade == ANSWER_UNKNOWN)
			answer->reason = REASON_SEGMENT;
		return;
	}
	if (addr.index.id != VALUE_NONE) {
		index_by(&q, addr.scale * flow_factor(flow, addr.index));
		q.start = addr.start[0];
	}
	collect(&q, addr.base, 0);
	if (addr.index.id != VALUE_NONE && addr.scale == 1) {
		q.hint = *hint;
		index_by(&q, flow_factor(flow, addr.base));
		q.start = addr.start[1];
		addr.index.off += addr.base.off;
		collect(&q, addr.index, 0);
	}
	q.hint = *hint;
	q.start = INT64_MIN;
	if (answer->grade == ANSWER_UNKNOWN && addr.index.id == VALUE_NONE)
		guess(&q, addr.base);
	if (answer->grade == ANSWER_UNKNOWN && q.outside)
		answer->reason = REASON_OUTSIDE;
}

/* Does what @insn reads say where a jump goes? */
static bool is_jump_table(const struct facts *facts, uint32_t insn)
{
	const struct flow *flow = facts->flow;
	const struct code *code = flow->code;

	if (code->insns[insn].op == INSN_JUMP)
		return true;
	for (uint32_t i = 0; i < code->nr_insns; i++) {
		const struct insn_arg *to = &code->insns[i].arg[0];
		struct value v;

		if (code->insns[i].op != INSN_JUMP || to->kind != INSN_REG ||
		    to->reg >= INSN_NR_TRACKED)
			continue;
		v = flow_before(flow, i, to->reg);
		if (v.id < flow->nr_defs &&
		    flow->defs[v.id].kind == DEF_LOAD &&
		    flow->defs[v.id].where == insn)
			return true;
	}
	return false;
}

static bool add_other(void *ctx, const struct place *place)
{
	struct answer *answer = ctx;

	if (place->score < answer->place.score ||
	    place_member(place) == place_member(&answer->place))
		return true;
	answer->others[answer->nr_others++] = *place;
	return answer->nr_others < ANSWER_OTHERS_MAX;
}

void facts_answer(struct facts *facts, uint32_t insn,
		  const struct insn_arg *arg, struct answer *answer)
{
	struct flow_addr addr = flow_address(facts->flow, insn, arg);
	struct query q = { .facts = facts };
	struct hint_context context;
	struct place_hint hint;

	facts_hint(facts, insn, arg, &hint, &context);
	answer->size = hint.size;
	facts_resolve(facts, insn, addr, &hint, answer);
	if (answer->grade == ANSWER_UNKNOWN) {
		if (answer->reason == REASON_NONE)
			answer->reason = reason_of(&q, addr.base);
		if (answer->reason == REASON_NO_SYMBOL &&
		    is_jump_table(facts, insn))
			answer->reason = REASON_JUMP_TABLE;
		return;
	}
	if (answer->place.fit == PLACE_HOLE) {
		answer->grade = ANSWER_UNKNOWN;
		answer->reason = REASON_HOLE;
		return;
	}
	if (answer->place.nr_ties)
		place_each(answer->place.type, answer->place.off, &hint,
			   add_other, answer);
	if (answer->nr_others && answer->grade == ANSWER_EXACT)
		answer->grade = ANSWER_AMBIGUOUS;
	if (!answer->nr_others)
		facts_name_copy(facts, insn, &answer->place);
}
