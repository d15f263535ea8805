// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include "dwarf/constants.h"
#include "dwarf/fields.h"
#include "dwarf/plain.h"
#include "base/poison.h"

#define BIT(fact)	(1u << DW_FACT_##fact)

/* No number: there is no fact with this bit. */
#define NONE		0u

/* What a DIE must say to be plain, and what it may say. */
struct rule {
	uint32_t must, may;
	bool declared;			/* or a name and DW_AT_declaration */
	bool typed;			/* its type matters */
	uint32_t first, second;		/* the facts that are its numbers */
	uint32_t other_first, other_second;	/* of DW_SHAPE_OTHER */
};

/*
 * What is in no rule makes a DIE one that is read in full: expressions, names
 * that stand in another DIE, members that have no place.
 */
static bool find_rule(uint16_t tag, struct rule *rule)
{
	switch (tag) {
	case DW_TAG_member:
		*rule = (struct rule){
			.must = BIT(TYPE),
			.may = BIT(NAME) | BIT(MEMBER_LOCATION) |
			       BIT(ALIGNMENT) | BIT(DATA_BIT_OFFSET) |
			       BIT(BIT_SIZE),
			.typed = true,
			.first = BIT(MEMBER_LOCATION),
			.second = BIT(ALIGNMENT),
			.other_first = BIT(DATA_BIT_OFFSET),
			.other_second = BIT(BIT_SIZE),
		};
		return true;
	case DW_TAG_enumerator:
		*rule = (struct rule){
			.must = BIT(NAME) | BIT(CONST_VALUE),
			.first = BIT(CONST_VALUE),
		};
		return true;
	case DW_TAG_formal_parameter:
		*rule = (struct rule){ .must = BIT(TYPE), .typed = true };
		return true;
	case DW_TAG_subrange_type:
		*rule = (struct rule){
			.may = BIT(TYPE) | BIT(COUNT) | BIT(UPPER_BOUND),
			.first = BIT(COUNT), .other_first = BIT(UPPER_BOUND),
		};
		return true;
	case DW_TAG_structure_type:
	case DW_TAG_union_type:
		*rule = (struct rule){
			.must = BIT(BYTE_SIZE), .declared = true,
			.may = BIT(NAME) | BIT(ALIGNMENT) | BIT(SIBLING),
			.first = BIT(BYTE_SIZE), .second = BIT(ALIGNMENT),
		};
		return true;
	case DW_TAG_enumeration_type:
		/* its type and encoding change nothing of what it takes */
		*rule = (struct rule){
			.must = BIT(BYTE_SIZE), .declared = true,
			.may = BIT(NAME) | BIT(TYPE) | BIT(ENCODING) |
			       BIT(ALIGNMENT) | BIT(SIBLING),
			.first = BIT(BYTE_SIZE), .second = BIT(ALIGNMENT),
		};
		return true;
	case DW_TAG_pointer_type:
		*rule = (struct rule){
			.may = BIT(TYPE) | BIT(BYTE_SIZE),
			.typed = true, .first = BIT(BYTE_SIZE),
		};
		return true;
	case DW_TAG_typedef:
		*rule = (struct rule){
			.must = BIT(NAME), .may = BIT(TYPE) | BIT(ALIGNMENT),
			.typed = true, .second = BIT(ALIGNMENT),
		};
		return true;
	case DW_TAG_const_type:
	case DW_TAG_volatile_type:
	case DW_TAG_restrict_type:
		*rule = (struct rule){ .may = BIT(TYPE), .typed = true };
		return true;
	case DW_TAG_array_type:
		*rule = (struct rule){
			.must = BIT(TYPE), .may = BIT(ALIGNMENT) | BIT(SIBLING),
			.typed = true, .second = BIT(ALIGNMENT),
		};
		return true;
	case DW_TAG_subroutine_type:
		*rule = (struct rule){
			.may = BIT(TYPE) | BIT(SIBLING), .typed = true,
		};
		return true;
	case DW_TAG_base_type:
		*rule = (struct rule){
			.must = BIT(NAME) | BIT(BYTE_SIZE) | BIT(ENCODING),
			.first = BIT(BYTE_SIZE), .second = BIT(ENCODING),
		};
		return true;
	}
	return false;
}

/* Only an enumerator or parameter has no children for sure. */
static bool may_open(uint16_t tag)
{
	switch (tag) {
	case DW_TAG_structure_type:
	case DW_TAG_union_type:
	case DW_TAG_enumeration_type:
	case DW_TAG_array_type:
	case DW_TAG_subroutine_type:
		return true;
	}
	return false;
}

/* A number of up to @max_bits. */
static bool place_number(const struct dw_field *f, unsigned int max_bits,
			 uint8_t *pos, uint32_t *mask, uint64_t *constant)
{
	unsigned int bits;

	switch (f->form) {
	case DW_FORM_data1:
		bits = 8;
		break;
	case DW_FORM_data2:
		bits = 16;
		break;
	case DW_FORM_data4:
		bits = 32;
		break;
	case DW_FORM_implicit_const:
		*constant = (uint64_t)f->constant;
		return *constant >> max_bits == 0;
	default:
		return false;
	}
	*pos = f->pos;
	*mask = UINT32_MAX >> (32 - bits);
	return bits <= max_bits;
}

static bool place_first(const struct dw_plan *plan, const struct dw_field *f,
			struct dw_shape *shape)
{
	unsigned int max_bits = plan->tag == DW_TAG_member ?
				DW_MEMBER_FIRST_BITS : 32;
	uint64_t constant = 0;

	shape->has |= DW_SHAPE_FIRST;
	if (!place_number(f, max_bits, &shape->first_pos, &shape->first_mask,
			  &constant))
		return false;
	shape->constant |= constant;
	return true;
}

static bool place_second(const struct dw_field *f, struct dw_shape *shape)
{
	uint64_t constant = 0;
	uint32_t mask = 0;

	shape->has |= DW_SHAPE_SECOND;
	if (!place_number(f, DW_MEMBER_SECOND_BITS, &shape->second_pos, &mask,
			  &constant))
		return false;
	shape->second_mask = (uint8_t)mask;
	shape->constant |= constant << 32;
	return true;
}

/* Add the value @f to @shape. */
static bool add_field(const struct rule *rule, const struct dw_plan *plan,
		      const struct dw_field *f, struct dw_shape *shape)
{
	bool placed = f->behind == (shape->name == DW_NAME_TEXT) ||
		      f->form == DW_FORM_implicit_const;
	uint32_t bit = 1u << f->fact;

	if (bit & (rule->first | rule->other_first))
		return placed && place_first(plan, f, shape);
	if (bit & (rule->second | rule->other_second))
		return placed && place_second(f, shape);
	if (bit == BIT(TYPE) && rule->typed) {
		shape->has_type = true;
		shape->type_pos = f->pos;
		return placed && f->form == DW_FORM_ref4;
	}
	return true;
}

/* Does the name stand where it is easily told? */
static bool is_name_plain(const struct dw_plan *plan)
{
	switch (plan->step) {
	case DW_STEP_FIXED:
	case DW_STEP_SIBLING:
		return plan->name == DW_NAME_NONE || plan->name == DW_NAME_STRP;
	case DW_STEP_STRING:
		return plan->name == DW_NAME_TEXT;
	}
	return false;
}

/* Has a DIE with @fields what @rule says? */
static bool fits(const struct rule *rule, const struct dw_fields *fields)
{
	uint32_t other = rule->other_first | rule->other_second;

	return fields->nr == __builtin_popcount(fields->has) &&
	       (fields->has & rule->must) == rule->must &&
	       !(fields->has & ~(rule->must | rule->may)) &&
	       !(fields->has & other &&
		 fields->has & (rule->first | rule->second));
}

static bool find_shape(struct dw_abbrevs *table, const struct dw_plan *plan,
		       struct dw_shape *shape)
{
	const struct dw_fields *fields;
	struct rule rule;

	if (!find_rule(plan->tag, &rule) || !is_name_plain(plan) ||
	    (plan->flags & DW_PLAN_CHILDREN && !may_open(plan->tag)))
		return false;
	fields = dw_fields_of(table, plan);
	if (fields->state != DW_FIELDS_READY)
		return false;
	shape->declared = rule.declared &&
			  fields->has == (BIT(NAME) | BIT(DECLARATION));
	if (shape->declared)
		rule = (struct rule){ .must = fields->has };
	if (!fits(&rule, fields))
		return false;
	if (fields->has & (rule.other_first | rule.other_second))
		shape->has = DW_SHAPE_OTHER;
	shape->name = plan->name;
	shape->name_pos = plan->name_pos;
	shape->size = plan->size;
	shape->after = plan->after;
	shape->opens = plan->flags & DW_PLAN_CHILDREN;
	for (unsigned int i = 0; i < fields->nr; i++)
		if (!add_field(&rule, plan, &table->fields[fields->first + i],
			       shape))
			return false;
	return true;
}

static uint64_t member_constant(const struct dw_shape *shape)
{
	return (shape->constant & UINT32_MAX) << DW_MEMBER_FIRST_SHIFT |
	       shape->constant >> 32 << DW_MEMBER_SECOND_SHIFT |
	       (uint64_t)shape->has << DW_MEMBER_HAS_SHIFT;
}

void dw_shape_tell(struct dw_abbrevs *table, const struct dw_plan *plan)
{
	struct dw_shape shape = { .tag = 0 };

	if (find_shape(table, plan, &shape))
		shape.tag = plan->tag;
	if (shape.tag == DW_TAG_member)
		shape.constant = member_constant(&shape);
	shape.told = true;
	table->shapes[plan - table->plans] = shape;
}
