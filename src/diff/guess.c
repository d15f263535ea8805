// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <string.h>

#include "diff/guess.h"
#include "base/poison.h"

/* A name that ends in '*' stands for all that begin like it. */
static const char *const written[] = {
	"arch_spinlock_t", "atomic64_t", "atomic_long_t", "atomic_t",
	"file_ref_t", "kref", "lockref", "mutex", "percpu_ref", "qrwlock",
	"qspinlock", "raw_spinlock*", "rcuref_t", "refcount_t", "rt_mutex*",
	"rw_semaphore", "rwlock_t", "semaphore", "seqcount*", "seqlock_t",
	"spinlock*",
};

static bool matches(const char *name, const char *pattern)
{
	size_t len = strlen(pattern);

	if (pattern[len - 1] == '*')
		return strncmp(name, pattern, len - 1) == 0;
	return strcmp(name, pattern) == 0;
}

static bool is_written(const char *name)
{
	for (size_t i = 0; i < sizeof(written) / sizeof(written[0]); i++)
		if (matches(name, written[i]))
			return true;
	return false;
}

/* Any typedef on the way may say it, and the record at its end. */
const char *guess_written_type(const struct lay_type *type)
{
	const struct lay_type *end = lay_type_strip(type);

	for (;; type = type->target) {
		if (type->name && type->kind != LAY_KIND_POINTER &&
		    is_written(type->name))
			return type->name;
		if (type == end)
			break;
	}
	if (end->kind == LAY_KIND_ARRAY && end->target != end)
		return guess_written_type(end->target);
	return NULL;
}

uint32_t guess_written(const struct lay_diff *diff, uint32_t row,
		       const char **type)
{
	uint32_t found = LAY_NO_ROW;
	const struct lay_slot *slot;
	const struct lay_row *r;
	const char *name;

	for (; row != LAY_NO_ROW; row = r->parent) {
		r = &diff->rows[row];
		slot = r->new_slot != LAY_NO_SLOT ?
		       &diff->after->slots[r->new_slot] :
		       &diff->before->slots[r->old_slot];
		name = guess_written_type(slot->member->type);
		if (!name)
			continue;
		*type = name;
		found = row;
	}
	return found;
}
