// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "snapshot/collect.h"
#include "base/poison.h"

int snapshot_collect(struct reader *reader, const struct type_query *q,
		     struct def_list *list, struct lay_error *err)
{
	struct type_query query = *q;

	query.local = query.all = true;
	return reader->ops->find(reader, &query, list, err);
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
