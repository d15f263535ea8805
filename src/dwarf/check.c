// SPDX-License-Identifier: GPL-2.0-only
/*
 * One pass over a unit. Each DIE's place is marked in a bitmap, each reference
 * into the unit is kept, and compared with the marks at the end: a reference to
 * the middle of a DIE would have its reader take any bytes for one. The lists
 * of children that are open are a stack, with what the sibling of each said.
 *
 * Two thirds of a unit is code: variables, calls, what was inlined where. None
 * of that is a type or leads to one's reader, so of these DIEs only the place
 * and the length are looked at. That makes it 0.3 ms for a kernel's unit, not
 * 0.8.
 */
#include <config.h>

#include <inttypes.h>
#include <stdlib.h>

#include "base/vec.h"
#include "dwarf/check.h"
#include "dwarf/constants.h"
#include "dwarf/die.h"
#include "base/poison.h"

/* Kernels come to 25; libdwarf and others recurse. */
#define MAX_DEPTH 4096

struct check {
	struct dw_view view;
	uint8_t *starts;	/* one bit a byte of the unit */
	uint32_t *refs;		/* where references lead, from its start */
	size_t nr_refs, cap_refs;
	size_t depth;
	uint64_t siblings[MAX_DEPTH];	/* of open DIEs; 0: they said none */
};

static int no_memory(const struct check *k, struct lay_error *err)
{
	return dw_error_at(k->view.file, k->view.unit->off, LAY_E_NOMEM, err,
			   "no memory to check a unit of %" PRIu64 " bytes",
			   k->view.size);
}

/* A reference into the unit, whose DIE may not have been met yet. */
static int add_ref(struct check *k, uint64_t from, uint64_t to,
		   struct lay_error *err)
{
	const struct dw_unit *unit = k->view.unit;

	if (to < unit->die_off || to >= unit->end)
		return dw_error_at(k->view.file, from, LAY_E_FORMAT, err,
				   "refers to a place outside of its unit");
	if (VEC_RESERVE(k->refs, k->nr_refs, k->cap_refs, 1) < 0)
		return no_memory(k, err);
	k->refs[k->nr_refs++] = (uint32_t)(to - unit->off);
	return 0;
}

static int check_value(struct check *k, uint64_t off, uint64_t form,
		       const struct dw_value *value, struct lay_error *err)
{
	const char *s;

	switch (value->class) {
	case DW_VALUE_STRP:
	case DW_VALUE_LINE_STRP:
	case DW_VALUE_STRX:
		return dw_view_string(&k->view, off, value, &s, err);
	case DW_VALUE_REFERENCE:
		if (form != DW_FORM_ref_addr)
			return add_ref(k, off, value->u, err);
		if (!dw_file_unit_at(k->view.file, value->u))
			return dw_error_at(k->view.file, off, LAY_E_FORMAT,
					   err,
					   "refers to 0x%" PRIx64 ", which is in no unit",
					   value->u);
		return 0;
	default:
		return 0;
	}
}

static int check_attrs(struct check *k, uint64_t off, struct dw_attrs *it,
		       uint64_t *sibling, struct lay_error *err)
{
	struct dw_value value;
	int ret;

	while ((ret = dw_attrs_next(&k->view, off, it, &value, err)) > 0) {
		if (it->at == DW_AT_sibling)
			*sibling = value.u;
		ret = check_value(k, off, it->form, &value, err);
		if (ret < 0)
			break;
	}
	return ret;
}

/* What the DIE before @off said of its sibling must be where it is. */
static int check_sibling(const struct check *k, uint64_t off, uint64_t sibling,
			 struct lay_error *err)
{
	if (sibling == 0 || sibling == off)
		return 0;
	return dw_error_at(k->view.file, off, LAY_E_FORMAT, err,
			   "the DIE before has its sibling at 0x%" PRIx64,
			   sibling & ~DW_OFF_TYPES);
}

static bool is_code(uint16_t tag)
{
	switch (tag) {
	case DW_TAG_variable:
	case DW_TAG_subprogram:
	case DW_TAG_inlined_subroutine:
	case DW_TAG_lexical_block:
	case DW_TAG_label:
	case DW_TAG_call_site:
	case DW_TAG_call_site_parameter:
	case DW_TAG_GNU_call_site:
	case DW_TAG_GNU_call_site_parameter:
		return true;
	}
	return false;
}

/* Go behind the attributes of a DIE that is code, if their length is fixed. */
static bool skip_attrs(struct dw_attrs *it, const struct dw_plan *plan,
		       const struct dw_unit *unit, uint64_t *sibling)
{
	struct dw_cursor c = it->values;

	if ((plan->step != DW_STEP_FIXED && plan->step != DW_STEP_SIBLING) ||
	    !dw_skip(&it->values, plan->size))
		return false;
	if (plan->step == DW_STEP_SIBLING) {
		c.p += plan->sibling_pos;
		*sibling = unit->off + dw_load32(c.p, c.big_endian);
	}
	return true;
}

/* The DIE at *@off, or end of a list; go behind it. */
static int check_die(struct check *k, uint64_t *off, struct lay_error *err)
{
	uint64_t start = *off, at = start - k->view.unit->off, sibling = 0;
	const struct dw_plan *plan;
	struct dw_attrs it;
	int ret;

	ret = dw_attrs_begin(&k->view, start, &it, &plan, err);
	if (ret == 0 && plan->step != DW_STEP_END &&
	    !(is_code(plan->tag) &&
	      skip_attrs(&it, plan, k->view.unit, &sibling)))
		ret = check_attrs(k, start, &it, &sibling, err);
	if (ret < 0)
		return ret;
	*off = dw_attrs_end(&k->view, &it);
	if (plan->step == DW_STEP_END) {
		k->depth--;
		return check_sibling(k, *off, k->siblings[k->depth], err);
	}
	k->starts[at / 8] |= (uint8_t)(1u << at % 8);
	if (!(plan->flags & DW_PLAN_CHILDREN))
		return check_sibling(k, *off, sibling, err);
	if (k->depth == MAX_DEPTH)
		return dw_error_at(k->view.file, start, LAY_E_LIMIT, err,
				   "more than %d DIEs in each other",
				   MAX_DEPTH);
	k->siblings[k->depth++] = sibling;
	return 0;
}

/* Does each reference lead to the start of a DIE? */
static int check_refs(const struct check *k, struct lay_error *err)
{
	for (size_t i = 0; i < k->nr_refs; i++) {
		uint32_t at = k->refs[i];

		if (!(k->starts[at / 8] >> at % 8 & 1))
			return dw_error_at(k->view.file,
					   k->view.unit->off + at, LAY_E_FORMAT,
					   err, "is referred to and no DIE");
	}
	return 0;
}

static int check_unit(struct check *k, struct lay_error *err)
{
	const struct dw_unit *unit = k->view.unit;
	uint64_t off = unit->die_off;
	int ret;

	if (k->view.size > UINT32_MAX)
		return dw_error_at(k->view.file, unit->off, LAY_E_LIMIT, err,
				   "a unit of more than 4 GB");
	if (k->view.root.tag == 0)
		return dw_error_at(k->view.file, unit->off, LAY_E_FORMAT, err,
				   "a unit without a DIE");
	k->starts = calloc(k->view.size / 8 + 1, 1);
	if (!k->starts)
		return no_memory(k, err);
	do {
		ret = check_die(k, &off, err);
	} while (ret == 0 && k->depth > 0);
	return ret < 0 ? ret : check_refs(k, err);
}

int dw_check_unit(struct dw_file *file, const struct dw_unit *unit,
		  struct lay_error *err)
{
	struct check *k = calloc(1, sizeof(*k));
	int ret;

	if (!k)
		return dw_error_at(file, unit->off, LAY_E_NOMEM, err,
				   "no memory to check a unit");
	dw_view_init(&k->view, file);
	ret = dw_view_open(&k->view, unit, err);
	if (ret == 0)
		ret = check_unit(k, err);
	dw_view_deinit(&k->view);
	free(k->starts);
	free(k->refs);
	free(k);
	return ret;
}
