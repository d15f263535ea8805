// SPDX-License-Identifier: GPL-2.0-only
/*
 * Problem: dst_entry grew, and rtable, rt6_info, xfrm_dst and what embeds these
 * differ too. Each is told once, with who is to blame.
 *
 * Idea: a type that embeds one that differs is in the census itself, so it is
 * enough to know of each type which others it embeds directly, outside of
 * anything that has a name of its own. That makes a graph in which arrows lead
 * inwards; C lets no record hold itself, damaged debug information might.
 * Outwards, all that can be reached against the arrows are the containers of a
 * type; inwards, the first edited types that are met are its roots.
 *
 * Cost: for each type the part of the graph that it reaches. That is the square
 * of the number of types at worst, and a few dozen for each in a kernel.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "diff/census.h"
#include "base/poison.h"

/* As deep as layouts go. */
#define MAX_CHAIN LAY_LAYOUT_MAX_DEPTH
/* Names of pushed members that are kept for each embedded record. */
#define MAX_LINE_NAMES 4
/* Kinds of records that one embeds, and members of these that grew or shrank;
 * what damaged debug information has more is passed over. */
#define MAX_PARTS 512
#define MAX_PUSHERS 256

bool census_name_of(const struct lay_type *type, enum lay_kind *kind,
		    const char **name)
{
	const struct lay_type *alias = NULL;

	for (int i = 0; type && i < MAX_CHAIN; i++, type = type->target) {
		switch (type->kind) {
		case LAY_KIND_TYPEDEF:
			alias = type;
			break;
		case LAY_KIND_ARRAY:
			alias = NULL;
			break;
		case LAY_KIND_CONST:
		case LAY_KIND_VOLATILE:
		case LAY_KIND_RESTRICT:
		case LAY_KIND_ATOMIC:
			break;
		case LAY_KIND_STRUCT:
		case LAY_KIND_UNION:
		case LAY_KIND_ENUM:
			if (!type->name && !alias)
				return false;
			*kind = type->name ? type->kind : LAY_KIND_TYPEDEF;
			*name = type->name ? type->name : alias->name;
			return *name;
		default:
			return false;
		}
	}
	return false;
}

/*
 * What a type embeds directly
 */

/* Does a record with a name stand around @slot? */
static bool is_inside(const struct lay_layout *layout, uint32_t slot)
{
	enum lay_kind kind;
	const char *name;

	for (slot = layout->slots[slot].parent; slot != LAY_NO_SLOT;
	     slot = layout->slots[slot].parent)
		if (census_name_of(layout->slots[slot].member->type, &kind,
				   &name))
			return true;
	return false;
}

static struct census_part *find_part(struct census_part *parts, uint32_t nr,
				     enum lay_kind kind, const char *name)
{
	for (uint32_t i = 0; i < nr; i++)
		if (parts[i].kind == kind && !strcmp(parts[i].name, name))
			return &parts[i];
	return NULL;
}

struct part_list {
	struct census_part *part;
	size_t nr, cap;
};

static int list_parts(const struct lay_layout *layout, int side,
		      struct part_list *list, struct lay_error *err)
{
	for (uint32_t i = 0; i < layout->nr_slots; i++) {
		const struct lay_slot *s = &layout->slots[i];
		struct census_part *part;
		enum lay_kind kind;
		const char *name;
		bool is_array = s->flags & LAY_SLOT_ARRAY;

		if (s->kind != LAY_SLOT_MEMBER ||
		    !census_name_of(s->member->type, &kind, &name) ||
		    is_inside(layout, i))
			continue;
		part = find_part(list->part, (uint32_t)list->nr, kind, name);
		if (!part && list->nr == MAX_PARTS)
			continue;
		if (!part) {
			if (VEC_RESERVE(list->part, list->nr, list->cap, 1) < 0)
				return census_no_memory(err);
			part = &list->part[list->nr++];
			*part = (struct census_part){ .kind = kind,
						      .name = name };
		}
		part->stride[side] = is_array ? s->stride : s->bit_size / 8;
		if (is_array && s->nr_elements > part->nr_elements)
			part->nr_elements = s->nr_elements;
		if (!part->nr_elements && !is_array)
			part->nr_elements = 1;
	}
	return 0;
}

/* The part that the member of @row is, if an edit of it pushes what follows. */
static struct census_part *part_of_edit(const struct lay_diff *d,
					const struct lay_edit *e,
					struct part_list *list)
{
	const struct lay_slot *s;
	enum lay_kind kind;
	const char *name;

	if (e->kind != LAY_EDIT_RESIZED || e->row == LAY_NO_ROW ||
	    d->rows[e->row].new_slot == LAY_NO_SLOT)
		return NULL;
	s = &d->after->slots[d->rows[e->row].new_slot];
	if (!census_name_of(s->member->type, &kind, &name))
		return NULL;
	return find_part(list->part, (uint32_t)list->nr, kind, name);
}

static int add_line_name(struct census *c, struct census_part *part,
			 const char *path, struct lay_error *err)
{
	char *copy;

	if (part->nr_line_names == MAX_LINE_NAMES)
		return 0;
	if (!part->line_names)
		part->line_names = arena_array(&c->arena, MAX_LINE_NAMES,
					       sizeof(*part->line_names));
	copy = arena_strndup(&c->arena, path, strlen(path));
	if (!part->line_names || !copy)
		return census_no_memory(err);
	part->line_names[part->nr_line_names++] = copy;
	return 0;
}

/* An embedded record that pushes what stands behind it. */
struct pusher {
	uint32_t edit;
	struct census_part *part;
};

/* Those of @d's own level, in order; of neighbours of one kind the first. */
static uint32_t list_pushers(const struct lay_diff *d, struct part_list *list,
			     struct pusher pushers[MAX_PUSHERS])
{
	uint32_t nr = 0;

	for (uint32_t i = 0; i < d->nr_edits && nr < MAX_PUSHERS; i++) {
		struct census_part *part = part_of_edit(d, &d->edits[i], list);

		if (part && lay_census_row_is_own(d, d->edits[i].row) &&
		    (!nr || pushers[nr - 1].part != part))
			pushers[nr++] = (struct pusher){ i, part };
	}
	return nr;
}

/* A member behind embedded records that grew or shrank: it counts for each. */
static int count_pushed(struct census *c, const struct lay_diff *d,
			uint32_t row, const struct pusher *pushers, uint32_t nr,
			struct lay_error *err)
{
	const struct lay_row *r = &d->rows[row];

	for (uint32_t i = 0; i < nr; i++) {
		struct census_part *part = pushers[i].part;

		if (pushers[i].edit < r->first_edit ||
		    pushers[i].edit >= r->first_edit + r->nr_edits)
			continue;
		part->nr_moved++;
		if (!(r->what & LAY_ROW_LINE))
			continue;
		part->nr_line++;
		if (add_line_name(c, part, d->after->slots[r->new_slot].path,
				  err) < 0)
			return -LAY_E_NOMEM;
	}
	return 0;
}

int census_parts(struct census *c, struct census_item *item,
		 const struct lay_diff *d, struct lay_error *err)
{
	struct pusher pushers[MAX_PUSHERS];
	struct part_list list = { .nr = 0 };
	uint32_t nr_pushers = 0;
	int ret = list_parts(d->before, 0, &list, err);

	if (ret >= 0)
		ret = list_parts(d->after, 1, &list, err);
	if (ret >= 0)
		nr_pushers = list_pushers(d, &list, pushers);
	for (uint32_t i = 0; i < d->nr_rows && ret >= 0; i++) {
		const struct lay_row *r = &d->rows[i];

		if (r->what & LAY_ROW_MOVED && r->old_slot != LAY_NO_SLOT &&
		    r->new_slot != LAY_NO_SLOT && lay_census_row_is_own(d, i))
			ret = count_pushed(c, d, i, pushers, nr_pushers, err);
	}
	if (ret >= 0 && list.nr) {
		item->parts = arena_memdup(&c->arena, list.part,
					   list.nr * sizeof(*list.part));
		item->nr_parts = (uint32_t)list.nr;
		if (!item->parts)
			ret = census_no_memory(err);
	}
	free(list.part);
	return ret;
}

/*
 * The graph
 */

/* Types by name, to be found from what embeds them. */
struct name {
	enum lay_kind kind;
	const char *name;
	uint32_t type;
};

struct graph {
	struct census *c;
	struct name *names;
	uint32_t *nr_in, *first_in;	/* against the arrows: in[first_in[t], */
	uint32_t *in;			/* + nr_in[t]) hold t directly */
	uint32_t *seen;			/* of each type, the walk that met it */
	uint32_t walk;
	uint32_t *queue;
};

static int by_name(const void *pa, const void *pb)
{
	const struct name *a = pa, *b = pb;
	int order = strcmp(a->name, b->name);

	if (order)
		return order;
	if (a->kind != b->kind)
		return a->kind < b->kind ? -1 : 1;
	return a->type < b->type ? -1 : a->type > b->type;
}

static const struct lay_def *def_of(const struct lay_census_type *t)
{
	return t->def[1] ? t->def[1] : t->def[0];
}

/* The type that @part is: of several definitions of its name the one of that
 * size. */
static uint32_t resolve(const struct graph *g, const struct census_part *part)
{
	const struct lay_census_type *types = g->c->types;
	uint32_t nr = g->c->pub.nr_types, lo = 0, hi = nr;
	uint32_t best = LAY_NO_TYPE;

	while (lo < hi) {
		uint32_t mid = lo + (hi - lo) / 2;
		int order = strcmp(g->names[mid].name, part->name);

		if (!order)
			order = (int)g->names[mid].kind - (int)part->kind;
		if (order < 0)
			lo = mid + 1;
		else
			hi = mid;
	}
	for (; lo < nr && g->names[lo].kind == part->kind &&
	       !strcmp(g->names[lo].name, part->name); lo++) {
		const struct lay_census_type *t = &types[g->names[lo].type];

		if ((!t->def[0] || !part->stride[0] ||
		     t->size[0] == part->stride[0]) &&
		    (!t->def[1] || !part->stride[1] ||
		     t->size[1] == part->stride[1]) &&
		    (best == LAY_NO_TYPE || g->names[lo].type < best))
			best = g->names[lo].type;
	}
	return best;
}

/* Enumerators change nothing in what holds one of the enumeration. */
static bool spreads(const struct lay_census_type *t)
{
	return t->is_record || t->size[0] != t->size[1];
}

static int connect_parts(struct graph *g, const struct census_item *item,
			 struct lay_census_type *t, struct lay_error *err)
{
	struct lay_census_embed *embeds;

	if (!item->nr_parts)
		return 0;
	embeds = arena_array(&g->c->arena, item->nr_parts, sizeof(*embeds));
	if (!embeds)
		return census_no_memory(err);
	t->embeds = embeds;
	for (uint32_t i = 0; i < item->nr_parts; i++) {
		const struct census_part *p = &item->parts[i];
		uint32_t to = resolve(g, p);

		if (to == LAY_NO_TYPE || &g->c->types[to] == t ||
		    !spreads(&g->c->types[to]))
			continue;
		embeds[t->nr_embeds++] = (struct lay_census_embed){
			.type = to,
			.nr_elements = p->nr_elements,
			.stride = { p->stride[0], p->stride[1] },
			.nr_moved = p->nr_moved,
			.nr_line = p->nr_line,
			.line_names = p->line_names,
			.nr_line_names = p->nr_line_names,
		};
		g->nr_in[to]++;
	}
	return 0;
}

static int turn_arrows(struct graph *g, struct lay_error *err)
{
	const struct census *c = g->c;
	size_t nr_all = 0;

	for (uint32_t i = 0; i < c->pub.nr_types; i++) {
		g->first_in[i] = (uint32_t)nr_all;
		nr_all += g->nr_in[i];
		g->nr_in[i] = 0;
	}
	if (nr_all >= UINT32_MAX)
		return lay_error_set(err, LAY_E_LIMIT,
				     "too many embedded types differ");
	g->in = calloc(nr_all + 1, sizeof(*g->in));
	if (!g->in)
		return census_no_memory(err);
	for (uint32_t i = 0; i < c->pub.nr_types; i++) {
		const struct lay_census_type *t = &c->types[i];

		for (uint32_t j = 0; j < t->nr_embeds; j++) {
			uint32_t to = t->embeds[j].type;

			g->in[g->first_in[to] + g->nr_in[to]++] = i;
		}
	}
	return 0;
}

static void meet(struct graph *g, uint32_t type, uint32_t *nr)
{
	if (g->seen[type] == g->walk)
		return;
	g->seen[type] = g->walk;
	g->queue[(*nr)++] = type;
}

static int by_index(const void *pa, const void *pb)
{
	const uint32_t *a = pa, *b = pb;

	return *a < *b ? -1 : *a > *b;
}

/* g->queue[0..nr) in order of rank, kept. */
static int keep(struct graph *g, uint32_t nr, const uint32_t **list,
		struct lay_error *err)
{
	if (!nr)
		return 0;
	qsort(g->queue, nr, sizeof(*g->queue), by_index);
	*list = arena_memdup(&g->c->arena, g->queue, nr * sizeof(*g->queue));
	return *list ? 0 : census_no_memory(err);
}

static int walk_out(struct graph *g, uint32_t from, struct lay_error *err)
{
	struct lay_census_type *t = &g->c->types[from];
	uint32_t nr = 0;

	g->walk++;
	g->seen[from] = g->walk;
	for (uint32_t i = 0; i < g->nr_in[from]; i++)
		meet(g, g->in[g->first_in[from] + i], &nr);
	for (uint32_t at = 0; at < nr; at++) {
		uint32_t outer = g->queue[at];

		for (uint32_t i = 0; i < g->nr_in[outer]; i++)
			meet(g, g->in[g->first_in[outer] + i], &nr);
	}
	t->nr_outer = nr;
	return keep(g, nr, &t->outer, err);
}

/* An edited type ends the way inwards: it is a reason of its own. */
static int walk_in(struct graph *g, uint32_t from, struct lay_error *err)
{
	struct lay_census_type *types = g->c->types;
	uint32_t nr = 0, kept = 0;

	if (types[from].change != LAY_CENSUS_SHIFTED &&
	    types[from].change != LAY_CENSUS_INSIDE)
		return 0;
	g->walk++;
	g->seen[from] = g->walk;
	for (uint32_t i = 0; i < types[from].nr_embeds; i++)
		meet(g, types[from].embeds[i].type, &nr);
	for (uint32_t at = 0; at < nr; at++) {
		const struct lay_census_type *t = &types[g->queue[at]];

		for (uint32_t i = 0; t->change != LAY_CENSUS_EDITED &&
				     i < t->nr_embeds; i++)
			meet(g, t->embeds[i].type, &nr);
	}
	for (uint32_t i = 0; i < nr; i++)
		if (types[g->queue[i]].change == LAY_CENSUS_EDITED)
			g->queue[kept++] = g->queue[i];
	types[from].nr_roots = kept;
	return keep(g, kept, &types[from].roots, err);
}

static int connect_all(struct graph *g, struct lay_error *err)
{
	struct census *c = g->c;
	uint32_t nr = c->pub.nr_types;
	int ret = 0;

	for (uint32_t i = 0; i < nr; i++) {
		const struct lay_def *def = def_of(&c->types[i]);

		g->names[i] = (struct name){ def->kind, def->name, i };
	}
	qsort(g->names, nr, sizeof(*g->names), by_name);
	for (uint32_t i = 0; i < nr && ret >= 0; i++)
		ret = connect_parts(g, &c->items[i], &c->types[i], err);
	if (ret >= 0)
		ret = turn_arrows(g, err);
	for (uint32_t i = 0; i < nr && ret >= 0; i++)
		ret = walk_out(g, i, err);
	for (uint32_t i = 0; i < nr && ret >= 0; i++)
		ret = walk_in(g, i, err);
	return ret;
}

int census_connect(struct census *c, struct lay_error *err)
{
	size_t nr = (size_t)c->pub.nr_types + 1;
	struct graph g = {
		.c = c,
		.names = calloc(nr, sizeof(*g.names)),
		.nr_in = calloc(nr, sizeof(*g.nr_in)),
		.first_in = calloc(nr, sizeof(*g.first_in)),
		.seen = calloc(nr, sizeof(*g.seen)),
		.queue = calloc(nr, sizeof(*g.queue)),
	};
	int ret;

	if (!g.names || !g.nr_in || !g.first_in || !g.seen || !g.queue)
		ret = census_no_memory(err);
	else
		ret = connect_all(&g, err);
	free(g.names);
	free(g.nr_in);
	free(g.first_in);
	free(g.seen);
	free(g.queue);
	free(g.in);
	return ret;
}
