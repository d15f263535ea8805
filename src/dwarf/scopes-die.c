// SPDX-License-Identifier: GPL-2.0-only
/* DIEs in functions, and what they say by way of others. */
#include <config.h>

#include "dwarf/scopes-internal.h"
#include "base/poison.h"

/* DW_AT_abstract_origin of what itself has one, and so on. */
#define MAX_ORIGINS 8

static const uint8_t attrs[256] = {
	[DW_AT_name] = SCOPE_NAME,
	[DW_AT_linkage_name] = SCOPE_SYMBOL,
	[DW_AT_type] = SCOPE_TYPE,
	[DW_AT_abstract_origin] = SCOPE_ORIGIN,
	[DW_AT_specification] = SCOPE_ORIGIN,
	[DW_AT_low_pc] = SCOPE_LOW_PC,
	[DW_AT_high_pc] = SCOPE_HIGH_PC,
	[DW_AT_ranges] = SCOPE_RANGES,
	[DW_AT_entry_pc] = SCOPE_ENTRY_PC,
	[DW_AT_location] = SCOPE_LOCATION,
	[DW_AT_const_value] = SCOPE_CONST_VALUE,
	[DW_AT_frame_base] = SCOPE_FRAME_BASE,
	[DW_AT_decl_file] = SCOPE_DECL_FILE,
	[DW_AT_decl_line] = SCOPE_DECL_LINE,
	[DW_AT_alignment] = SCOPE_ALIGNMENT,
	[DW_AT_call_file] = SCOPE_CALL_FILE,
	[DW_AT_call_line] = SCOPE_CALL_LINE,
	[DW_AT_call_return_pc] = SCOPE_RETURN_PC,
	[DW_AT_call_pc] = SCOPE_CALL_PC,
	[DW_AT_call_origin] = SCOPE_CALL_ORIGIN,
	[DW_AT_call_target] = SCOPE_CALL_TARGET,
	[DW_AT_call_value] = SCOPE_CALL_VALUE,
	[DW_AT_call_data_value] = SCOPE_CALL_POINTED,
	[DW_AT_inline] = SCOPE_INLINE,
	[DW_AT_sibling] = SCOPE_SIBLING,
	[DW_AT_external] = SCOPE_EXTERNAL,
	[DW_AT_declaration] = SCOPE_DECLARATION,
	[DW_AT_artificial] = SCOPE_ARTIFICIAL,
	[DW_AT_prototyped] = SCOPE_PROTOTYPED,
	[DW_AT_noreturn] = SCOPE_NORETURN,
	[DW_AT_call_tail_call] = SCOPE_TAIL_CALL,
	[DW_AT_call_all_calls] = SCOPE_ALL_CALLS,
	[DW_AT_stmt_list] = SCOPE_STMT_LIST,
	[DW_AT_comp_dir] = SCOPE_COMP_DIR,
	[DW_AT_language] = SCOPE_LANGUAGE,
	[DW_AT_addr_base] = SCOPE_ADDR_BASE,
	[DW_AT_rnglists_base] = SCOPE_RNGLISTS_BASE,
	[DW_AT_loclists_base] = SCOPE_LOCLISTS_BASE,
};

static enum scope_attr attr_of(uint64_t at)
{
	if (at < sizeof(attrs))
		return attrs[at];
	switch (at) {
	case DW_AT_GNU_call_site_value:
		return SCOPE_CALL_VALUE;
	case DW_AT_GNU_call_site_data_value:
		return SCOPE_CALL_POINTED;
	case DW_AT_GNU_call_site_target:
		return SCOPE_CALL_TARGET;
	case DW_AT_GNU_tail_call:
		return SCOPE_TAIL_CALL;
	case DW_AT_GNU_all_call_sites:
		return SCOPE_ALL_CALLS;
	case DW_AT_GNU_addr_base:
		return SCOPE_ADDR_BASE;
	}
	return SCOPE_NONE;
}

static int take_step(struct dw_scope_reader *r, uint64_t off,
		     struct lay_error *err)
{
	if (r->steps_left > 0) {
		r->steps_left--;
		return 0;
	}
	return dw_error_at(r->scopes->file, off, LAY_E_LIMIT, err,
			   "DIEs that refer to each other without end");
}

int scope_die_read(struct dw_scope_reader *r, uint64_t off, uint64_t from,
		   struct scope_die *die, struct lay_error *err)
{
	const struct dw_plan *plan;
	struct dw_value value;
	struct dw_view *view;
	struct dw_attrs it;
	int ret;

	ret = take_step(r, off, err);
	if (ret == 0)
		ret = dw_views_at(&r->views, off, from, &view, err);
	if (ret == 0)
		ret = dw_attrs_begin(view, off, &it, &plan, err);
	if (ret < 0)
		return ret;
	die->off = off;
	die->tag = plan->tag;
	die->opens = plan->flags & DW_PLAN_CHILDREN;
	die->has = 0;
	if (plan->step == DW_STEP_END) {
		die->tag = 0;
		die->opens = false;
		die->next = dw_attrs_end(view, &it);
		return 0;
	}
	while ((ret = dw_attrs_next(view, off, &it, &value, err)) > 0) {
		enum scope_attr attr = attr_of(it.at);

		die->value[attr] = value;
		die->has |= UINT64_C(1) << attr;
	}
	die->next = dw_attrs_end(view, &it);
	return ret;
}

static int read_sibling(struct dw_scope_reader *r, const struct scope_die *die,
			uint64_t *off, struct lay_error *err)
{
	const struct dw_value *value = &die->value[SCOPE_SIBLING];
	const struct dw_unit *unit = dw_file_unit_at(r->scopes->file, die->off);

	if (value->class != DW_VALUE_REFERENCE || value->u < die->next ||
	    value->u >= unit->end)
		return dw_error_at(r->scopes->file, die->off, LAY_E_FORMAT, err,
				   "its sibling is not behind it");
	*off = value->u;
	return 0;
}

int scope_die_after(struct dw_scope_reader *r, const struct scope_die *die,
		    uint64_t *ret_off, struct lay_error *err)
{
	uint64_t off = die->next, depth = die->opens;
	struct scope_die inner;
	int ret = 0;

	if (die->opens && scope_has(die, SCOPE_SIBLING))
		return read_sibling(r, die, ret_off, err);
	while (depth > 0) {
		ret = scope_die_read(r, off, die->off, &inner, err);
		if (ret < 0)
			return ret;
		off = inner.next;
		if (inner.tag == 0)
			depth--;
		else if (inner.opens && scope_has(&inner, SCOPE_SIBLING))
			ret = read_sibling(r, &inner, &off, err);
		else
			depth += inner.opens;
		if (ret < 0)
			return ret;
	}
	*ret_off = off;
	return 0;
}

int scope_die_follow(struct dw_scope_reader *r, const struct scope_die *die,
		     enum scope_attr attr, uint64_t *off, struct lay_error *err)
{
	return dw_views_follow(&r->views, &die->value[attr], die->off, off,
			       err);
}

int scope_die_string(struct dw_scope_reader *r, const struct scope_die *die,
		     enum scope_attr attr, const char **s,
		     struct lay_error *err)
{
	struct dw_view *view;
	int ret;

	*s = NULL;
	if (!scope_has(die, attr))
		return 0;
	ret = dw_views_at(&r->views, die->off, die->off, &view, err);
	if (ret < 0)
		return ret;
	return dw_view_string(view, die->off, &die->value[attr], s, err);
}

uint32_t scope_die_number(const struct scope_die *die, enum scope_attr attr)
{
	const struct dw_value *value = &die->value[attr];

	if (!scope_has(die, attr) || value->u > UINT32_MAX ||
	    (value->class != DW_VALUE_UNSIGNED &&
	     value->class != DW_VALUE_SIGNED))
		return 0;
	return (uint32_t)value->u;
}

/* What @die adds to @facts, which know nothing better. */
static int add_facts(struct dw_scope_reader *r, const struct scope_die *die,
		     struct scope_facts *facts, struct lay_error *err)
{
	int ret = 0;

	facts->origin_off = die->off;
	facts->external |= scope_flag(die, SCOPE_EXTERNAL);
	facts->artificial |= scope_flag(die, SCOPE_ARTIFICIAL);
	if (!facts->name)
		ret = scope_die_string(r, die, SCOPE_NAME, &facts->name, err);
	if (ret == 0 && !facts->symbol)
		ret = scope_die_string(r, die, SCOPE_SYMBOL, &facts->symbol,
				       err);
	if (ret == 0 && !facts->type_off && scope_has(die, SCOPE_TYPE))
		ret = scope_die_follow(r, die, SCOPE_TYPE, &facts->type_off,
				       err);
	if (!facts->decl_line && scope_has(die, SCOPE_DECL_LINE)) {
		facts->decl_line = scope_die_number(die, SCOPE_DECL_LINE);
		facts->decl_file = scope_die_number(die, SCOPE_DECL_FILE);
	}
	if (!facts->align)
		facts->align = scope_die_number(die, SCOPE_ALIGNMENT);
	return ret;
}

int scope_facts_read(struct dw_scope_reader *r, const struct scope_die *die,
		     struct scope_facts *facts, struct lay_error *err)
{
	struct scope_die origin;
	uint64_t off, from;
	int ret;

	*facts = (struct scope_facts){ .name = NULL };
	ret = add_facts(r, die, facts, err);
	for (int i = 0; ret == 0 && scope_has(die, SCOPE_ORIGIN); i++) {
		from = die->off;
		if (i == MAX_ORIGINS)
			return dw_error_at(r->scopes->file, from, LAY_E_LIMIT,
					   err, "an instance of an instance, more than %d times",
					   MAX_ORIGINS);
		ret = scope_die_follow(r, die, SCOPE_ORIGIN, &off, err);
		if (ret == 0)
			ret = scope_die_read(r, off, from, &origin, err);
		if (ret == 0)
			ret = add_facts(r, &origin, facts, err);
		die = &origin;
	}
	return ret;
}
