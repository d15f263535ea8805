// SPDX-License-Identifier: GPL-2.0-only
/*
 * The paths of members: as C would write them, so that anonymous records are no
 * step, though they have a name of their own to be told apart by.
 */
#include <config.h>

#include <stdio.h>
#include <string.h>

#include "layout/slots.h"
#include "base/poison.h"

/* "base" for what C++ inherits, else the kind of record: what an anonymous
 * member is called, and counted by among its siblings. */
static const char *what_it_is(const struct lay_member *m, unsigned int *sort)
{
	enum lay_kind kind = lay_type_strip(m->type)->kind;

	if (m->flags & LAY_MEMBER_BASE_CLASS) {
		*sort = LAY_NR_KINDS;
		return "base";
	}
	*sort = kind;
	return lay_kind_name(kind);
}

const char *path_of_member(struct arena *arena, const struct open_record *open,
			   const struct lay_member *m,
			   struct anonymous_count *count)
{
	bool anonymous = member_is_anonymous(m);
	unsigned int sort;
	const char *name = anonymous ? what_it_is(m, &sort) : m->name;
	const char *prefix = anonymous ? open->anonymous_prefix : open->prefix;
	size_t len = strlen(prefix) + strlen(name) + 16;
	char *path = arena_alloc(arena, len);

	if (!path)
		return NULL;
	if (!anonymous)
		snprintf(path, len, "%s%s", prefix, name);
	else if (!count->nr[sort]++)
		snprintf(path, len, "%s{%s}", prefix, name);
	else
		snprintf(path, len, "%s{%s#%u}", prefix, name,
			 count->nr[sort]);
	return path;
}

bool path_open(struct arena *arena, struct open_record *open,
	       const struct lay_slot *slot)
{
	size_t len = strlen(slot->path) + 4;
	char *path = arena_alloc(arena, len);

	if (!path)
		return false;
	snprintf(path, len, "%s%s", slot->path,
		 slot->flags & LAY_SLOT_ARRAY ? "[]." : ".");
	open->anonymous_prefix = path;
	open->prefix = slot->flags & LAY_SLOT_ANONYMOUS ?
		open->outer->prefix : path;
	return true;
}
