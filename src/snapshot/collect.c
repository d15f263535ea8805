// SPDX-License-Identifier: GPL-2.0-only
/*
 * A reader leaves out of an answer what adds nothing to it: typedefs of their
 * own tag, where tags are asked for; declarations of what is defined, if only
 * in a function, where functions are looked into. Three questions have it say
 * all that it says to any: tags with functions, typedefs with functions, and
 * tags without, for the declarations alone.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "snapshot/collect.h"
#include "base/poison.h"

#define TYPEDEF (1u << LAY_KIND_TYPEDEF)

static int ask(struct reader *reader, const struct type_query *q,
	       unsigned int kinds, bool local, struct def_list *list,
	       struct lay_error *err)
{
	struct type_query query = *q;

	query.kinds = q->kinds & kinds;
	query.local = local;
	return query.kinds ? reader->ops->find(reader, &query, list, err) : 0;
}

/* Of list[first..] keep the declarations. */
static void keep_declarations(struct def_list *list, size_t first)
{
	size_t kept = first;

	for (size_t i = first; i < list->nr; i++)
		if (list->def[i].flags & LAY_DEF_DECLARATION)
			list->def[kept++] = list->def[i];
	list->nr = kept;
}

int snapshot_collect(struct reader *reader, const struct type_query *q,
		     struct def_list *list, struct lay_error *err)
{
	size_t first;
	int ret = ask(reader, q, ~TYPEDEF, true, list, err);

	if (ret >= 0)
		ret = ask(reader, q, TYPEDEF, true, list, err);
	first = list->nr;
	if (ret >= 0)
		ret = ask(reader, q, ~TYPEDEF, false, list, err);
	keep_declarations(list, first);
	return ret;
}

static int compare(const void *pa, const void *pb)
{
	const struct lay_def *a = pa, *b = pb;

	if (a->file_index != b->file_index)
		return a->file_index < b->file_index ? -1 : 1;
	if (a->source_off != b->source_off)
		return a->source_off < b->source_off ? -1 : 1;
	if (a->kind != b->kind)
		return a->kind < b->kind ? -1 : 1;
	return strcmp(a->name, b->name);
}

void snapshot_order(struct def_list *list)
{
	size_t kept = 0;

	if (!list->nr)
		return;
	qsort(list->def, list->nr, sizeof(*list->def), compare);
	for (size_t i = 1; i < list->nr; i++)
		if (compare(&list->def[kept], &list->def[i]))
			list->def[++kept] = list->def[i];
	list->nr = kept + 1;
}
