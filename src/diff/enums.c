// SPDX-License-Identifier: GPL-2.0-only
/*
 * Enumerations: by name, and what is left over by value, in order, as renamed.
 * Two names of one value are common (FIRST, LAST), so a value alone never
 * matches what a name could.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "diff/work.h"
#include "model/terse.h"
#include "base/poison.h"

#define NO_PARTNER SIZE_MAX

struct ordered {
	const struct lay_enumerator *e;
	size_t at;
	uint64_t value;		/* as far as both sides tell it */
	bool is_negative;
};

/* One of the two, with the index of each enumerator's partner in the other. */
struct list {
	const struct lay_type *type;
	bool terse;		/* one of the two does not tell signs */
	struct ordered *ordered;
	size_t *partner;
};

static struct ordered ordered_of(const struct list *list, size_t at)
{
	const struct lay_enumerator *e = &list->type->enumerators[at];

	return (struct ordered){
		.e = e,
		.at = at,
		.value = list->terse ? terse_value(e, list->type->size) :
				       (uint64_t)e->value,
		.is_negative = !list->terse && e->value < 0 && !e->is_unsigned,
	};
}

static int by_name(const void *pa, const void *pb)
{
	const struct ordered *a = pa, *b = pb;
	int cmp = strcmp(a->e->name, b->e->name);

	if (cmp)
		return cmp;
	return a->at < b->at ? -1 : a->at > b->at;
}

static int cmp_value(const struct ordered *a, const struct ordered *b)
{
	if (a->is_negative != b->is_negative)
		return a->is_negative ? -1 : 1;
	if (a->value != b->value)
		return a->value < b->value ? -1 : 1;
	return 0;
}

static int by_value(const void *pa, const void *pb)
{
	const struct ordered *a = pa, *b = pb;
	int cmp = cmp_value(a, b);

	if (cmp)
		return cmp;
	return a->at < b->at ? -1 : a->at > b->at;
}

static int list_init(struct list *list, const struct lay_type *type,
		     struct lay_error *err)
{
	size_t nr;

	list->type = lay_type_strip(type);
	if (list->type->kind != LAY_KIND_ENUM)
		return lay_error_set(err, LAY_E_USAGE,
				     "%s %s is no enumeration",
				     lay_kind_name(list->type->kind),
				     type->name ? type->name : "(anonymous)");
	nr = list->type->nr_enumerators;
	list->ordered = calloc(nr + 1, sizeof(*list->ordered));
	list->partner = calloc(nr + 1, sizeof(*list->partner));
	if (!list->ordered || !list->partner)
		return lay_error_set(err, LAY_E_NOMEM,
				     "out of memory for enumerators");
	for (size_t i = 0; i < nr; i++)
		list->partner[i] = NO_PARTNER;
	return 0;
}

static void list_deinit(struct list *list)
{
	free(list->ordered);
	free(list->partner);
}

/* Those without a partner, in the order of @cmp; returns how many. */
static size_t order_free(struct list *list,
			 int (*cmp)(const void *, const void *))
{
	size_t nr = 0;

	for (size_t i = 0; i < list->type->nr_enumerators; i++)
		if (list->partner[i] == NO_PARTNER)
			list->ordered[nr++] = ordered_of(list, i);
	qsort(list->ordered, nr, sizeof(*list->ordered), cmp);
	return nr;
}

static int cmp_name(const struct ordered *a, const struct ordered *b)
{
	return strcmp(a->e->name, b->e->name);
}

static void match(struct list *before, struct list *after,
		  int (*order)(const void *, const void *),
		  int (*cmp)(const struct ordered *, const struct ordered *))
{
	size_t nr_before = order_free(before, order);
	size_t nr_after = order_free(after, order);
	size_t i = 0, j = 0;

	while (i < nr_before && j < nr_after) {
		int c = cmp(&before->ordered[i], &after->ordered[j]);

		if (!c) {
			before->partner[before->ordered[i].at] =
				after->ordered[j].at;
			after->partner[after->ordered[j].at] =
				before->ordered[i].at;
		}
		i += c <= 0;
		j += c >= 0;
	}
}

struct enum_rows {
	struct lay_enum_row *row;
	size_t nr, cap;
	int ret;
};

static void add_row(struct enum_rows *rows, const struct lay_enumerator *before,
		    const struct lay_enumerator *after, bool renamed,
		    struct lay_error *err)
{
	if (rows->ret < 0)
		return;
	if (VEC_RESERVE(rows->row, rows->nr, rows->cap, 1) < 0) {
		rows->ret = lay_error_set(err, LAY_E_NOMEM,
					  "out of memory for enumerators");
		return;
	}
	rows->row[rows->nr++] = (struct lay_enum_row){ before, after, renamed };
}

/* Add rows for what went of the old enumerators [@at, @end). */
static void add_removed(struct enum_rows *rows, const struct list *before,
			size_t at, size_t end, struct lay_error *err)
{
	for (; at < end; at++)
		if (before->partner[at] == NO_PARTNER)
			add_row(rows, &before->type->enumerators[at], NULL,
				false, err);
}

/* Of partners, [@i] and [@j]. */
static void add_changed(struct enum_rows *rows, const struct list *before,
			size_t i, const struct list *after, size_t j,
			struct lay_error *err)
{
	struct ordered a = ordered_of(before, i), b = ordered_of(after, j);
	bool renamed = cmp_name(&a, &b) != 0;

	if (renamed || cmp_value(&a, &b))
		add_row(rows, a.e, b.e, renamed, err);
}

static void add_rows(struct enum_rows *rows, const struct list *before,
		     const struct list *after, struct lay_error *err)
{
	size_t at = 0;

	for (size_t j = 0; j < after->type->nr_enumerators; j++) {
		size_t i = after->partner[j];

		if (i == NO_PARTNER) {
			add_row(rows, NULL, &after->type->enumerators[j],
				false, err);
			continue;
		}
		add_removed(rows, before, at, i, err);
		if (i >= at)
			at = i + 1;
		add_changed(rows, before, i, after, j, err);
	}
	add_removed(rows, before, at, before->type->nr_enumerators, err);
}

/* Is what an object of it looks like another: size, or type underneath, where
 * both say it? BTF and old compilers do not. */
static bool underlying_differs(const struct lay_type *a,
			       const struct lay_type *b)
{
	return a->size != b->size ||
	       (a->target && b->target && !lay_type_same(a->target, b->target));
}

static int compare(struct lay_diff *diff, struct list *before,
		   struct list *after, struct lay_error *err)
{
	struct enum_rows rows = { 0 };

	before->terse = types_are_terse(before->type, after->type);
	after->terse = before->terse;
	match(before, after, by_name, cmp_name);
	match(before, after, by_value, cmp_value);
	add_rows(&rows, before, after, err);
	diff->enum_rows = rows.row;
	diff->nr_enum_rows = rows.nr;
	diff->underlying_changed = underlying_differs(before->type,
						      after->type);
	diff->same = !rows.nr && !diff->underlying_changed;
	diff->same_object = diff->same;
	return rows.ret;
}

int lay_diff_enums(const struct lay_type *before, const struct lay_type *after,
		   struct lay_diff **diff, struct lay_error *err)
{
	struct list old = { 0 }, new = { 0 };
	struct diff *d = calloc(1, sizeof(*d));
	int ret;

	if (!d)
		return lay_error_set(err, LAY_E_NOMEM,
				     "out of memory for a diff");
	d->pub.old_type = before;
	d->pub.new_type = after;
	ret = list_init(&old, before, err);
	if (ret >= 0)
		ret = list_init(&new, after, err);
	if (ret >= 0)
		ret = compare(&d->pub, &old, &new, err);
	list_deinit(&old);
	list_deinit(&new);
	if (ret < 0) {
		lay_diff_free(&d->pub);
		return ret;
	}
	*diff = &d->pub;
	return 0;
}
