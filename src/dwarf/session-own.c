// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include "dwarf/constants.h"
#include "dwarf/session-value.h"
#include "base/poison.h"

/* A string is its text from here on, wherever it stands. */
static int read_text(struct dw_view *view, uint64_t off, struct dw_value *value,
		     struct lay_error *err)
{
	const char *text;
	int ret;

	switch (value->class) {
	case DW_VALUE_SUP_STRP:
		/* stays one that cannot be read */
		if (!view->part->sup)
			return 0;
		break;
	case DW_VALUE_STRP:
	case DW_VALUE_LINE_STRP:
	case DW_VALUE_STRX:
		break;
	default:
		return 0;
	}
	ret = dw_view_string(view, off, value, &text, err);
	if (ret < 0)
		return ret;
	value->class = DW_VALUE_STRING;
	value->data = (const uint8_t *)text;
	return 0;
}

int session_read_own(struct dw_view *view, uint64_t off, struct dw_die *die,
		     struct lay_error *err)
{
	const struct dw_plan *plan;
	struct dw_value value;
	struct dw_attrs it;
	int ret = dw_attrs_begin(view, off, &it, &plan, err);

	if (ret < 0)
		return ret;
	die->has = 0;
	while ((ret = dw_attrs_next(view, off, &it, &value, err)) > 0) {
		enum dw_fact fact = dw_fact_of(it.at);

		if (fact == DW_NR_FACTS)
			continue;
		ret = read_text(view, off, &value, err);
		if (ret < 0)
			break;
		die->fact[fact] = value;
		die->has |= 1u << fact;
	}
	return ret;
}
