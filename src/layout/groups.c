// SPDX-License-Identifier: GPL-2.0-only
/*
 * Cache-line groups. The kernel marks the ends of a group of members by arrays
 * of no elements, named after it, and pads behind it by an empty aligned
 * struct (Linux kernel commit aa2b2eb39348 ("cacheline: add
 * __cacheline_group_{begin,end}")); CACHELINE_PADDING() and its older name
 * ZONE_PADDING() are such structs too. All take no bits, but are members like
 * any other, so they are in every kernel's debug information.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "layout/slots.h"
#include "base/poison.h"

static const char begin_prefix[] = "__cacheline_group_begin__";
static const char end_prefix[] = "__cacheline_group_end__";
static const char pad_prefix[] = "__cacheline_group_pad__";

static bool starts_with(const char *s, const char *prefix)
{
	return !strncmp(s, prefix, strlen(prefix));
}

unsigned int marker_flags(const struct lay_member *m)
{
	const struct lay_type *type = lay_type_strip(m->type);

	if (m->name && starts_with(m->name, begin_prefix))
		return LAY_SLOT_GROUP_BEGIN;
	if (m->name && starts_with(m->name, end_prefix))
		return LAY_SLOT_GROUP_END;
	if (m->name && starts_with(m->name, pad_prefix))
		return LAY_SLOT_SPACER;
	if (type->kind == LAY_KIND_STRUCT && type->name &&
	    (!strcmp(type->name, "cacheline_padding") ||
	     !strcmp(type->name, "zone_padding")))
		return LAY_SLOT_SPACER;
	return 0;
}

static uint32_t next_sibling(const struct lay_layout *l, uint32_t slot)
{
	return slot + 1 + l->slots[slot].nr_below;
}

/* One past the last slot of the record that @slot is a member of. */
static uint32_t end_of_record(const struct lay_layout *l, uint32_t slot)
{
	uint32_t parent = l->slots[slot].parent;

	return parent == LAY_NO_SLOT ? l->nr_slots : next_sibling(l, parent);
}

static uint64_t end_byte_of_record(const struct lay_layout *l, uint32_t slot)
{
	uint32_t parent = l->slots[slot].parent;
	const struct lay_slot *p;
	uint64_t size;

	if (parent == LAY_NO_SLOT)
		return l->size;
	p = &l->slots[parent];
	slot_record(p, &size);
	return p->bit_off / 8 + size;
}

/* The name in a marker's name, "" where it has none (CACHELINE_PADDING()). */
static const char *group_name(const struct lay_slot *s)
{
	const char *name = s->member->name ? s->member->name : "";

	if (s->flags & LAY_SLOT_GROUP_BEGIN)
		return name + strlen(begin_prefix);
	if (s->flags & LAY_SLOT_GROUP_END)
		return name + strlen(end_prefix);
	return starts_with(name, pad_prefix) ? name + strlen(pad_prefix) : "";
}

/* Find what ends @g. Groups do not nest: the next one ends it, if nothing else
 * does. */
static void close_group(const struct lay_layout *l, struct lay_group *g)
{
	uint32_t end = end_of_record(l, g->begin);

	for (uint32_t i = next_sibling(l, g->begin); i < end;
	     i = next_sibling(l, i)) {
		const struct lay_slot *s = &l->slots[i];
		bool open = g->end == LAY_NO_SLOT;

		if (s->flags & LAY_SLOT_GROUP_BEGIN) {
			if (open)
				g->end_byte = s->bit_off / 8;
			return;
		}
		if (s->flags & LAY_SLOT_MARKER) {
			if (strcmp(group_name(s), g->name))
				continue;
			if (s->flags & LAY_SLOT_SPACER) {
				g->pad = i;
			} else if (open) {
				g->end = i;
				g->end_byte = s->bit_off / 8;
			}
		} else if (s->member && open) {
			g->nr_members++;
		}
	}
}

int groups_find(const struct lay_layout *l, struct lay_group **groups,
		size_t *nr, struct lay_error *err)
{
	size_t cap = 0;

	*groups = NULL;
	*nr = 0;
	for (uint32_t i = 0; i < l->nr_slots; i++) {
		struct lay_group g = { .begin = i, .end = LAY_NO_SLOT,
				       .pad = LAY_NO_SLOT };

		if (!(l->slots[i].flags & LAY_SLOT_GROUP_BEGIN))
			continue;
		g.name = group_name(&l->slots[i]);
		g.first_byte = l->slots[i].bit_off / 8;
		g.end_byte = end_byte_of_record(l, i);
		close_group(l, &g);
		if (VEC_RESERVE(*groups, *nr, cap, 1) < 0)
			return lay_error_set(err, LAY_E_NOMEM,
					     "out of memory for groups");
		(*groups)[(*nr)++] = g;
	}
	return 0;
}
