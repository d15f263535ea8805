// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <layoutdiff/model.h>

#include "dwarf/constants.h"
#include "dwarf/typedef.h"
#include "base/poison.h"

/* Qualifiers in front of a type; C has four. */
#define MAX_QUALIFIERS 8

enum dw_typedef dw_typedef_of_plan(const struct dw_plan *plan)
{
	switch (plan->tag) {
	case DW_TAG_structure_type:
	case DW_TAG_class_type:
	case DW_TAG_union_type:
		return plan->name == DW_NAME_NONE ? DW_TYPEDEF_TAGLESS
						  : DW_TYPEDEF_TAGGED;
	case DW_TAG_enumeration_type:
		return plan->name == DW_NAME_NONE ? DW_TYPEDEF_ENUM
						  : DW_TYPEDEF_TAGGED;
	case DW_TAG_typedef:
		return DW_TYPEDEF_TYPEDEF;
	case DW_TAG_base_type:
	case DW_TAG_pointer_type:
	case DW_TAG_array_type:
	case DW_TAG_subroutine_type:
		return DW_TYPEDEF_OTHER;
	}
	return DW_TYPEDEF_UNSURE;
}

enum dw_typedef dw_typedef_glance(const struct dw_views *views,
				  const struct dw_die *die)
{
	const struct dw_value *type = &die->fact[DW_FACT_TYPE];
	const struct dw_view *view = &views->own;
	const struct dw_plan *plan;
	struct dw_attrs it;

	if (!dw_die_has(die, DW_FACT_TYPE))
		return DW_TYPEDEF_OTHER;
	if (type->class != DW_VALUE_REFERENCE || !dw_view_holds(view, type->u) ||
	    dw_attrs_begin(view, type->u, &it, &plan, NULL) < 0)
		return DW_TYPEDEF_UNSURE;
	return dw_typedef_of_plan(plan);
}

static bool is_qualifier(uint16_t tag)
{
	return tag == DW_TAG_const_type || tag == DW_TAG_volatile_type ||
	       tag == DW_TAG_restrict_type || tag == DW_TAG_atomic_type;
}

/* The DIE that @die's @fact refers to. */
static int follow(struct dw_views *views, const struct dw_die *die,
		  enum dw_fact fact, struct dw_die *to, struct lay_error *err)
{
	struct dw_view *view;
	uint64_t off;
	int ret;

	ret = dw_views_follow(views, &die->fact[fact], die->off, &off, err);
	if (ret == 0)
		ret = dw_views_at(views, off, die->off, &view, err);
	return ret < 0 ? ret : dw_die_read(view, off, to, err);
}

int dw_typedef_of(struct dw_views *views, const struct dw_die *die,
		  struct dw_die *of, struct lay_error *err)
{
	struct dw_die from = *die;
	int ret;

	for (int i = 0; i <= MAX_QUALIFIERS; i++) {
		if (!dw_die_has(&from, DW_FACT_TYPE)) {
			*of = (struct dw_die){ .tag = 0 };
			return 0;
		}
		ret = follow(views, &from, DW_FACT_TYPE, of, err);
		/* a declaration that says which type unit has the rest */
		if (ret == 0 && dw_die_has(of, DW_FACT_SIGNATURE)) {
			from = *of;
			ret = follow(views, &from, DW_FACT_SIGNATURE, of, err);
		}
		if (ret < 0 || !is_qualifier(of->tag))
			return ret;
		from = *of;
	}
	return 0;
}

bool dw_typedef_names_enum(const struct dw_die *of)
{
	return of->kind == LAY_KIND_ENUM && !dw_die_has(of, DW_FACT_NAME);
}
