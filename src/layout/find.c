// SPDX-License-Identifier: GPL-2.0-only
/* Finding members by what the user writes. */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include <layoutdiff/layout.h>

#include "build/suggest.h"
#include "base/poison.h"

/* A step of a path: "lru", with the indices behind it counted. */
struct step {
	const char *name;
	size_t len;
};

/* Skip "[3][]", if @slot is an array with so many elements. */
static bool skip_indices(const struct lay_slot *slot, const char **path)
{
	while (**path == '[') {
		char *end = NULL;
		unsigned long long index = 0;

		if (!(slot->flags & LAY_SLOT_ARRAY))
			return false;
		if ((*path)[1] >= '0' && (*path)[1] <= '9')
			index = strtoull(*path + 1, &end, 10);
		if (!end)
			end = (char *)*path + 1;
		if (*end != ']' || (slot->nr_elements &&
				    index >= slot->nr_elements))
			return false;
		*path = end + 1;
	}
	return true;
}

static bool is_named(const struct lay_slot *s, const struct step *step)
{
	return s->member && s->member->name &&
	       !(s->flags & LAY_SLOT_ANONYMOUS) &&
	       !strncmp(s->member->name, step->name, step->len) &&
	       !s->member->name[step->len];
}

/* The member called @step among the slots [@i, @end) of one record; those of
 * anonymous members are its own. */
static uint32_t find_step(const struct lay_layout *l, uint32_t i, uint32_t end,
			  const struct step *step)
{
	while (i < end) {
		if (is_named(&l->slots[i], step))
			return i;
		/* step into what has no name, over what has another */
		i += 1;
		if (!(l->slots[i - 1].flags & LAY_SLOT_ANONYMOUS))
			i += l->slots[i - 1].nr_below;
	}
	return LAY_NO_SLOT;
}

static uint32_t find_steps(const struct lay_layout *l, const char *path)
{
	uint32_t first = 0, end = l->nr_slots;

	for (;;) {
		struct step step = { path, strcspn(path, ".[") };
		uint32_t slot = find_step(l, first, end, &step);

		if (slot == LAY_NO_SLOT)
			return slot;
		path += step.len;
		if (!skip_indices(&l->slots[slot], &path))
			return LAY_NO_SLOT;
		if (!*path)
			return slot;
		if (*path++ != '.')
			return LAY_NO_SLOT;
		first = slot + 1;
		end = first + l->slots[slot].nr_below;
	}
}

uint32_t lay_layout_find(const struct lay_layout *l, const char *path)
{
	/* as it stands in a report, where anonymous members have names too */
	for (uint32_t i = 0; i < l->nr_slots; i++)
		if (l->slots[i].path && !strcmp(l->slots[i].path, path))
			return i;
	return find_steps(l, path);
}

void lay_layout_near(const struct lay_layout *l, const char *path, char *buf,
		     size_t len)
{
	struct suggest suggest = { .wanted = path };

	for (uint32_t i = 0; i < l->nr_slots; i++)
		if (l->slots[i].path &&
		    !(l->slots[i].flags & (LAY_SLOT_ANONYMOUS | LAY_SLOT_MARKER)))
			suggest_see(&suggest, l->slots[i].path);
	suggest_format(&suggest, buf, len);
	suggest_deinit(&suggest);
}
