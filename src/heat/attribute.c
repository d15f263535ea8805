// SPDX-License-Identifier: GPL-2.0-only
/* What one sample says by itself: where its data lies, what its code touches. */
#include <config.h>

#include "heat/heat.h"
#include "base/poison.h"

/* Is the operand what the sample did, as far as that is known? */
static bool matches(const struct heat_operand *op, const struct heat_sample *s)
{
	unsigned int did = (s->what & HEAT_LOAD ? HEAT_READS : 0) |
			   (s->what & HEAT_STORE ? HEAT_WRITES : 0);

	return !did || !op->access || did & op->access;
}

/* Some instructions have two operands, as a move from memory to memory; the one
 * that was sampled is told by load or store. NULL: by nothing. */
static struct heat_operand *pick(struct heat_operand *op, size_t nr,
				       const struct heat_sample *s,
				       bool *ambiguous)
{
	struct heat_operand *found = NULL;

	*ambiguous = false;
	for (size_t i = 0; i < nr; i++) {
		if (!matches(&op[i], s))
			continue;
		if (found && (found->type != op[i].type ||
			      found->off != op[i].off))
			*ambiguous = true;
		else
			found = &op[i];
	}
	return *ambiguous ? NULL : found;
}

/* Samples are met in order of address. An overlap of a quarter is what is left
 * where less is allocated than the size of a type. */
static void watch(struct lay_heat *heat, struct heat_operand *op, uint64_t base)
{
	uint64_t size = heat->types.type[op->type].size;

	op->nr_seen++;
	if (base != op->last_base && base > op->last_base &&
	    base - op->last_base < size - size / 4)
		op->nr_runs++;
	op->last_base = base;
}

static void take(struct lay_heat *heat, struct heat_sample *s,
		 struct heat_operand *op)
{
	heat_map_check(op, &heat->types);
	s->fate = LAY_HEAT_BY_CODE;
	s->type = op->type;
	s->off = op->off;
	s->grade = op->grade;
	if (op->element)
		s->what |= HEAT_ELEMENT;
	if (s->what & HEAT_SKID && s->grade == LAY_HEAT_EXACT)
		s->grade = LAY_HEAT_INFERRED;
	if (s->what & HEAT_UNSURE)
		s->grade = LAY_HEAT_GUESSED;
	if (!(s->what & HEAT_HAS_ADDR)) {
		/* the instruction was there, the access may have been another's */
		if (op->access & HEAT_READS)
			s->what |= HEAT_LOAD;
		if (op->access & HEAT_WRITES)
			s->what |= HEAT_STORE;
		if (op->access & HEAT_ATOMIC)
			s->what |= HEAT_LOCKED;
		return;
	}
	if (op->access & HEAT_ATOMIC)
		s->what |= HEAT_LOCKED;
	if (op->element || s->addr < s->off)
		return;
	s->base = s->addr - s->off;
	s->what |= HEAT_CERTAIN;
	s->op = (uint32_t)(op - heat->map.op);
	watch(heat, op, s->base);
}

/*
 * An instruction that fills or copies touches many addresses, of which the map
 * says the first. It is found out by its samples: objects that they would tell
 * of overlap each other. What is said of the few where they do not is then no
 * more than chance.
 */
void heat_refute_runs(struct lay_heat *heat, struct heat_sample *samples,
		      size_t nr)
{
	for (size_t i = 0; i < nr; i++) {
		struct heat_sample *s = &samples[i];
		const struct heat_operand *op;

		if (!(s->what & HEAT_CERTAIN) || s->op == HEAT_NO_OPERAND)
			continue;
		op = &heat->map.op[s->op];
		if (!op->nr_runs || op->nr_runs < op->nr_seen / 8)
			continue;
		s->type = HEAT_NO_TYPE;
		s->fate = LAY_HEAT_MISFIT;
		s->what &= (uint16_t)~HEAT_CERTAIN;
	}
}

/* What the map says of the instruction; true: it has an answer. */
static bool by_code(struct lay_heat *heat, struct heat_sample *s)
{
	struct heat_operand *op = NULL, *first;
	bool ambiguous = false;
	size_t nr = heat_map_at(&heat->map, s->ip - heat->image.slide, &first);

	if (nr)
		op = pick(first, nr, s, &ambiguous);
	if (!nr || (!op && !ambiguous))
		s->fate = LAY_HEAT_NO_OPERAND;
	else if (ambiguous)
		s->fate = LAY_HEAT_AMBIGUOUS;
	else if (op->type == HEAT_NO_TYPE)
		s->fate = op->no_record ? LAY_HEAT_NO_RECORD : LAY_HEAT_NO_TYPE;
	else
		take(heat, s, op);
	return s->fate == LAY_HEAT_BY_CODE;
}

/* In the image each variable is where it was linked. */
static void by_variable(struct lay_heat *heat, struct heat_sample *s)
{
	uint64_t addr = s->addr - heat->image.slide;
	const struct heat_variable *v;

	s->fate = LAY_HEAT_IMAGE;
	v = heat_variable_at(&heat->variables.image, addr, true);
	if (v)
		heat_variable_take(v, &heat->types, addr - v->addr,
				   LAY_HEAT_EXACT, s);
}

/* Where the address lies, for those of which the code says nothing. */
static void by_space(struct lay_heat *heat, struct heat_sample *s)
{
	switch (heat_image_space(&heat->image, s->addr)) {
	case HEAT_SPACE_VMALLOC:
	case HEAT_SPACE_ENTRY:
		s->fate = LAY_HEAT_STACK;
		break;
	case HEAT_SPACE_IMAGE:
		by_variable(heat, s);
		break;
	case HEAT_SPACE_MODULES:
		s->fate = LAY_HEAT_IMAGE;
		break;
	case HEAT_SPACE_PAGES:
		heat_pages_attribute(heat, s);
		break;
	default:
		break;
	}
}

void heat_attribute(struct lay_heat *heat, struct heat_sample *s)
{
	enum heat_space space = HEAT_SPACE_OBJECTS;

	if (s->what & HEAT_HAS_ADDR)
		space = heat_image_space(&heat->image, s->addr);
	if (space == HEAT_SPACE_NOTHING) {
		s->fate = LAY_HEAT_UNMAPPED;
		return;
	}
	/* a user's program, or the kernel at a user's data */
	if (space == HEAT_SPACE_USER &&
	    !heat_image_is_program(&heat->image, s->ip)) {
		s->fate = LAY_HEAT_USER;
		return;
	}
	if (!(s->what & HEAT_HAS_ADDR) && s->what & HEAT_USER_MODE &&
	    !heat_image_is_program(&heat->image, s->ip)) {
		s->fate = LAY_HEAT_USER_CODE;
		return;
	}
	if (!by_code(heat, s) && s->what & HEAT_HAS_ADDR)
		by_space(heat, s);
	/* a stack is used again sooner than samples could tell */
	if (space == HEAT_SPACE_VMALLOC || space == HEAT_SPACE_ENTRY)
		s->what &= (uint16_t)~HEAT_CERTAIN;
}
