// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <layoutdiff/diff.h>

#include "build/inside.h"
#include "model/def.h"
#include "base/poison.h"

void lay_locals_init(struct lay_locals *locals, struct lay_build *build)
{
	*locals = (struct lay_locals){ .build = build };
}

void lay_locals_deinit(struct lay_locals *locals)
{
	lay_defs_free(&locals->functions);
	lay_defs_free(&locals->base);
}

static bool has_name(const struct lay_defs *defs, const struct lay_def *def)
{
	size_t lo = 0, hi = defs->nr;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;
		int order = def_order_names(&defs->def[mid], def);

		if (!order)
			return true;
		if (order < 0)
			lo = mid + 1;
		else
			hi = mid;
	}
	return false;
}

static int find(struct lay_locals *locals, enum query_only only, bool *known,
		struct lay_defs *defs, struct lay_error *err)
{
	int ret = *known ? 0 : build_find_only(locals->build, only, defs, err);

	*known |= ret == 0;
	return ret;
}

int lay_locals_find(struct lay_locals *locals, const struct lay_def *def,
		    const struct lay_type *type, struct lay_error *err)
{
	int ret = find(locals, QUERY_BASE, &locals->knows_base, &locals->base,
		       err);

	if (ret < 0 || has_name(&locals->base, def))
		return ret < 0 ? ret : LAY_ELSEWHERE_BASE;
	/* both of DWARF leave out the same */
	if (!(type->flags & LAY_TYPE_TERSE))
		return LAY_ELSEWHERE_NOT;
	ret = find(locals, QUERY_FUNCTIONS, &locals->knows_functions,
		   &locals->functions, err);
	if (ret < 0)
		return ret;
	return has_name(&locals->functions, def) ? LAY_ELSEWHERE_FUNCTIONS :
						   LAY_ELSEWHERE_NOT;
}
