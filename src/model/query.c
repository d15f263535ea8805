// SPDX-License-Identifier: GPL-2.0-only
/*
 * All readers have this rule from here, so that a build gives the same answer
 * whatever it is read from.
 */
#include <config.h>

#include <string.h>

#include "model/query.h"
#include "model/type.h"
#include "base/poison.h"

/* The kinds whose names are tags. */
#define TAGGED (1u << LAY_KIND_STRUCT | 1u << LAY_KIND_UNION | \
		1u << LAY_KIND_ENUM)

bool query_leaves_out(const struct type_query *q, const char *name,
		      enum lay_kind kind, const char *tag)
{
	if (q->nameless && tag && (TAGGED | 1u << LAY_KIND_TYPEDEF) & 1u << kind)
		return true;
	return !q->all && q->kinds & TAGGED & 1u << kind && tag &&
	       !strcmp(name, tag);
}

bool query_leaves_out_type(const struct type_query *q,
			   const struct lay_type *type)
{
	const struct lay_type *of;

	if (type->kind != LAY_KIND_TYPEDEF)
		return false;
	of = type_target(type);
	for (int i = 0; i < TYPE_CHAIN_MAX && type_is_qualifier(of); i++)
		of = type_target(of);
	return query_leaves_out(q, type->name, of->kind, of->name);
}
