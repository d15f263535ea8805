// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <inttypes.h>

#include "dwarf/check.h"
#include "dwarf/constants.h"
#include "base/poison.h"

static int check_reference(const struct dw_view *view, uint64_t off,
			   uint64_t form, uint64_t to, struct lay_error *err)
{
	if (form == DW_FORM_ref_addr) {
		if (dw_file_unit_at(view->file, to))
			return 0;
		return dw_error_at(view->file, off, LAY_E_FORMAT, err,
				   "refers to 0x%" PRIx64 ", which is in no unit",
				   to);
	}
	if (dw_view_holds(view, to))
		return 0;
	return dw_error_at(view->file, off, LAY_E_FORMAT, err,
			   "refers to a place outside of its unit");
}

static int check_value(struct dw_view *view, uint64_t off, uint64_t form,
		       const struct dw_value *value, struct lay_error *err)
{
	const char *s;

	switch (value->class) {
	case DW_VALUE_STRP:
	case DW_VALUE_LINE_STRP:
	case DW_VALUE_STRX:
	case DW_VALUE_SUP_STRP:
		if (value->class == DW_VALUE_SUP_STRP && !view->part->sup)
			return 0;
		return dw_view_string(view, off, value, &s, err);
	case DW_VALUE_REFERENCE:
		return check_reference(view, off, form, value->u, err);
	default:
		return 0;
	}
}

int dw_check_die(struct dw_view *view, uint64_t off, struct dw_die *die,
		 struct lay_error *err)
{
	const struct dw_plan *plan;
	struct dw_value value;
	struct dw_attrs it;
	int ret = dw_attrs_begin(view, off, &it, &plan, err);

	if (ret < 0)
		return ret;
	while (plan->step != DW_STEP_END &&
	       (ret = dw_attrs_next(view, off, &it, &value, err)) > 0) {
		ret = check_value(view, off, it.form, &value, err);
		if (ret < 0)
			break;
	}
	if (ret < 0)
		return ret;
	die->off = off;
	die->next = dw_attrs_end(view, &it);
	die->tag = plan->tag;
	die->kind = plan->kind;
	die->flags = plan->flags;
	die->has = 0;
	return 0;
}
