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
	lay_defs_free(&locals->defs);
}

int lay_locals_have(struct lay_locals *locals, const struct lay_def *def,
		    const struct lay_type *type, struct lay_error *err)
{
	size_t lo = 0, hi;
	int ret;

	if (!(type->flags & LAY_TYPE_TERSE))
		return 0;
	if (!locals->known) {
		ret = build_find_local(locals->build, &locals->defs, err);
		if (ret < 0)
			return ret;
		locals->known = true;
	}
	hi = locals->defs.nr;
	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;
		int order = def_order_names(&locals->defs.def[mid], def);

		if (!order)
			return 1;
		if (order < 0)
			lo = mid + 1;
		else
			hi = mid;
	}
	return 0;
}
