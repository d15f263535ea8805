// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <string.h>

#include "model/def.h"
#include "base/poison.h"

bool fingerprint_same(const struct lay_fingerprint *a,
		      const struct lay_fingerprint *b)
{
	return a->hi == b->hi && a->lo == b->lo;
}

bool def_same_name(const struct lay_def *a, const struct lay_def *b)
{
	return a->kind == b->kind && (a->name == b->name ||
				      !strcmp(a->name, b->name));
}

int def_order_names(const struct lay_def *a, const struct lay_def *b)
{
	int order = a->name == b->name ? 0 : strcmp(a->name, b->name);

	return order ? order : (int)a->kind - (int)b->kind;
}

int def_order(const void *pa, const void *pb)
{
	const struct lay_def *a = pa, *b = pb;
	unsigned int decl_a = a->flags & LAY_DEF_DECLARATION;
	unsigned int decl_b = b->flags & LAY_DEF_DECLARATION;
	int order = def_order_names(a, b);

	if (order)
		return order;
	if (decl_a != decl_b)
		return decl_a < decl_b ? -1 : 1;
	if (a->flags != b->flags)
		return a->flags < b->flags ? -1 : 1;
	if (a->fingerprint.hi != b->fingerprint.hi)
		return a->fingerprint.hi < b->fingerprint.hi ? -1 : 1;
	if (a->fingerprint.lo != b->fingerprint.lo)
		return a->fingerprint.lo < b->fingerprint.lo ? -1 : 1;
	return (a->source_off > b->source_off) -
	       (a->source_off < b->source_off);
}
