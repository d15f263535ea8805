// SPDX-License-Identifier: GPL-2.0-only
/*
 * A kernel has 315,000 abbreviations, each used for a unit of 76 kB. Making
 * plans of them is a fifth of a search, so there is no allocation in it,
 * attribute lists are not copied, and an attribute in two bytes is read as such.
 */
#include <config.h>

#include <layoutdiff/model.h>

#include "dwarf/abbrev.h"
#include "dwarf/bytes.h"
#include "dwarf/constants.h"
#include "dwarf/plan.h"
#include "base/poison.h"

/* What a tag means to who looks for types by name. */
struct meaning {
	uint8_t kind;		/* enum lay_kind */
	uint8_t flags;		/* DW_PLAN_* */
};

static const struct meaning meanings[] = {
	[DW_TAG_structure_type] = { LAY_KIND_STRUCT, DW_PLAN_RECORD },
	[DW_TAG_class_type] = { LAY_KIND_STRUCT, DW_PLAN_RECORD },
	[DW_TAG_interface_type] = { LAY_KIND_STRUCT, DW_PLAN_RECORD },
	[DW_TAG_union_type] = { LAY_KIND_UNION, DW_PLAN_RECORD },
	[DW_TAG_enumeration_type] = { LAY_KIND_ENUM, 0 },
	[DW_TAG_typedef] = { LAY_KIND_TYPEDEF, 0 },
	[DW_TAG_base_type] = { LAY_KIND_BASE, 0 },
	[DW_TAG_namespace] = { 0, DW_PLAN_NAMESPACE },
	[DW_TAG_module] = { 0, DW_PLAN_NAMESPACE },
	[DW_TAG_subprogram] = { 0, DW_PLAN_FUNCTION },
	[DW_TAG_lexical_block] = { 0, DW_PLAN_FUNCTION },
};

static void classify(struct dw_plan *plan)
{
	if (plan->tag < sizeof(meanings) / sizeof(meanings[0])) {
		plan->kind = meanings[plan->tag].kind;
		plan->flags |= meanings[plan->tag].flags;
	}
}

/* A form, and where a value of it stands. */
struct place {
	uint32_t form;		/* 0: there is none */
	uint32_t size;		/* bytes in front of it, from the start or from
				 * behind the last value of unknown length */
	uint32_t nr_variable;	/* such values in front of it */
};

/* The attributes of which a plan keeps something. */
enum noted {
	PLAIN,
	NAME,
	SIBLING,
	ORIGIN,
	NR_NOTED,
};

static const uint8_t noted[256] = {
	[DW_AT_name] = NAME,
	[DW_AT_sibling] = SIBLING,
	[DW_AT_abstract_origin] = ORIGIN,
	[DW_AT_specification] = ORIGIN,
};

/* An attribute list as it is read. */
struct measure {
	struct place noted[NR_NOTED];
	struct place variable;	/* the last value of unknown length */
	struct place end;
};

/* An attribute and its form, in however many bytes. */
static const uint8_t *read_long_spec(const uint8_t *p, const uint8_t *end,
				     uint64_t *at, uint64_t *form)
{
	struct dw_cursor c = { p, end, false };

	return dw_read_uleb(&c, at) && dw_read_uleb(&c, form) ? c.p : NULL;
}

/* The value of a DW_FORM_implicit_const. */
static const uint8_t *skip_implicit(const uint8_t *p, const uint8_t *end)
{
	while (p < end && *p >= 0x80)
		p++;
	return p < end ? p + 1 : NULL;
}

/*
 * The attribute list at @p, up to and with its two zeros; NULL if it is cut
 * off. Which attribute comes next is what no processor guesses, so all are
 * noted, without a branch; most of them as PLAIN.
 */
static const uint8_t *measure_specs(const struct dw_abbrevs *table,
				    const uint8_t *p, struct measure *m)
{
	const uint8_t *end = table->end;
	struct place at_hand = { 0 };

	while (end - p >= 2) {
		unsigned int size = table->form_sizes[p[1]];
		unsigned int which = noted[p[0]];
		uint64_t at = p[0], form = p[1];

		p += 2;
		if ((at | form) & 0x80) {
			p = read_long_spec(p - 2, end, &at, &form);
			if (!p)
				break;
			size = form < 0x100 ? table->form_sizes[form]
					    : DW_NOT_FIXED;
			which = at < 0x100 ? noted[at] : PLAIN;
			form = form > UINT32_MAX ? UINT32_MAX : form;
		}
		at_hand.form = (uint32_t)form;
		if ((at | form) == 0) {
			m->end = at_hand;
			return p;
		}
		m->noted[which] = at_hand;
		if (size == DW_NOT_FIXED) {
			m->variable = at_hand;
			at_hand.size = 0;
			at_hand.nr_variable++;
			continue;
		}
		at_hand.size += size;
		if (form == DW_FORM_implicit_const) {
			p = skip_implicit(p, end);
			if (!p)
				break;
		}
	}
	return NULL;
}

static void plan_name(struct dw_plan *plan, const struct measure *m)
{
	uint32_t form = m->noted[NAME].form;

	if (!form) {
		plan->name = m->noted[ORIGIN].form ? DW_NAME_ORIGIN : DW_NAME_NONE;
		return;
	}
	plan->name = DW_NAME_OTHER;
	if (m->noted[NAME].nr_variable || m->noted[NAME].size > DW_PLAN_MAX)
		return;
	plan->name_pos = (uint8_t)m->noted[NAME].size;
	if (form == DW_FORM_strp) {
		plan->name = DW_NAME_STRP;
	} else if (form == DW_FORM_GNU_strp_alt || form == DW_FORM_strp_sup) {
		plan->name = DW_NAME_SUP;
	} else if (form == DW_FORM_string) {
		plan->name = DW_NAME_TEXT;
	} else if (form >= DW_FORM_strx1 && form <= DW_FORM_strx4) {
		plan->name = DW_NAME_STRX;
		plan->name_size = (uint8_t)(form - DW_FORM_strx1 + 1);
	}
}

/* DW_STEP_FORMS, but for the shapes that nearly all DIEs have. */
static void plan_step(struct dw_plan *plan, const struct measure *m)
{
	const unsigned int nr_variable = m->end.nr_variable;

	plan->step = DW_STEP_FORMS;
	if (m->noted[SIBLING].form) {
		plan->flags |= DW_PLAN_SIBLING;
		if (m->noted[SIBLING].form != DW_FORM_ref4 ||
		    m->noted[SIBLING].nr_variable != nr_variable)
			return;
		plan->sibling_pos = (uint8_t)m->noted[SIBLING].size;
	}
	if (m->end.size > DW_PLAN_MAX || m->variable.size > DW_PLAN_MAX)
		return;
	if (nr_variable == 0) {
		plan->size = (uint8_t)m->end.size;
		plan->step = m->noted[SIBLING].form ? DW_STEP_SIBLING : DW_STEP_FIXED;
		return;
	}
	plan->size = (uint8_t)m->variable.size;
	plan->after = (uint8_t)m->end.size;
	if (nr_variable > 1)
		return;
	if (m->variable.form == DW_FORM_string)
		plan->step = DW_STEP_STRING;
	else if (m->variable.form == DW_FORM_exprloc ||
		 m->variable.form == DW_FORM_block1)
		plan->step = DW_STEP_BLOCK;
}

const uint8_t *dw_plan_make(struct dw_plan *plan,
			    const struct dw_abbrevs *table, const uint8_t *p)
{
	struct measure m = { .end = { 0 } };

	p = measure_specs(table, p, &m);
	if (!p)
		return NULL;
	plan_name(plan, &m);
	if ((plan->name == DW_NAME_STRP || plan->name == DW_NAME_SUP) &&
	    table->unit.offset_size != 4)
		plan->name = DW_NAME_OTHER;
	plan_step(plan, &m);
	plan->deeper = (plan->flags & (DW_PLAN_CHILDREN | DW_PLAN_SIBLING)) ==
		       DW_PLAN_CHILDREN;
	classify(plan);
	return p;
}

const uint8_t *dw_plan_skip(const uint8_t *p, const uint8_t *end)
{
	while (p && end - p >= 2) {
		uint64_t at = p[0], form = p[1];

		if ((at | form) & 0x80)
			p = read_long_spec(p, end, &at, &form);
		else
			p += 2;
		if ((at | form) == 0)
			return p;
		if (form == DW_FORM_implicit_const && p)
			p = skip_implicit(p, end);
	}
	return NULL;
}
