/* SPDX-License-Identifier: GPL-2.0-only */
/* Which typedefs a question leaves out, going by what they are of. */
#ifndef MODEL_QUERY_H
#define MODEL_QUERY_H

#include "model/reader.h"

/*
 * Does @q leave out a typedef named @name of something of @kind (void:
 * LAY_KIND_VOID) whose tag is @tag, or NULL? That is looked at without const and
 * the like, but not through other typedefs.
 */
bool query_leaves_out(const struct type_query *q, const char *name,
		      enum lay_kind kind, const char *tag);

/* The same of @type, which may be no typedef: then it stays. */
bool query_leaves_out_type(const struct type_query *q,
			   const struct lay_type *type);

#endif /* MODEL_QUERY_H */
