// SPDX-License-Identifier: GPL-2.0-only
/* Types whose fingerprints differ: do they mean different things, and what of
 * that was done to the type itself? */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "diff/census.h"
#include "base/poison.h"

/* What somebody did to a member; the rest follows from what is around it. */
#define EDITS ((unsigned int)(LAY_ROW_ADDED | LAY_ROW_REMOVED | \
			      LAY_ROW_RETYPED | LAY_ROW_RENAMED | \
			      LAY_ROW_RESERVE_USED | LAY_ROW_WRAPPED | \
			      LAY_ROW_UNWRAPPED | LAY_ROW_REORDERED | \
			      LAY_ROW_ARRAY_LEN | LAY_ROW_BITFIELD | \
			      LAY_ROW_QUALIFIED))

/* Leaves whose mates are asked for, of one type, and mates that these may have
 * together: thousands can share a line in a union. */
#define MAX_ASKED 4096
#define MAX_MATES (1u << 20)

static const struct lay_slot *new_slot(const struct lay_diff *d, uint32_t row)
{
	uint32_t slot = d->rows[row].new_slot;

	return slot == LAY_NO_SLOT ? NULL : &d->after->slots[slot];
}

static const struct lay_slot *old_slot(const struct lay_diff *d, uint32_t row)
{
	uint32_t slot = d->rows[row].old_slot;

	return slot == LAY_NO_SLOT ? NULL : &d->before->slots[slot];
}

static bool is_named(const struct lay_diff *d, uint32_t row)
{
	const struct lay_slot *s = new_slot(d, row);
	enum lay_kind kind;
	const char *name;

	if (!s)
		s = old_slot(d, row);
	return census_name_of(s->member->type, &kind, &name);
}

bool lay_census_row_is_own(const struct lay_diff *d, uint32_t row)
{
	for (row = d->rows[row].parent; row != LAY_NO_ROW;
	     row = d->rows[row].parent)
		if (is_named(d, row))
			return false;
	return true;
}

/* Is @row inside of something that came or went as a whole? */
static bool comes_with_parent(const struct lay_diff *d, uint32_t row)
{
	uint32_t parent = d->rows[row].parent;
	unsigned int what;

	if (parent == LAY_NO_ROW)
		return false;
	what = d->rows[parent].what;
	return what & (LAY_ROW_ADDED | LAY_ROW_REMOVED) &&
	       !(what & LAY_ROW_WRAPPER);
}

/* A number or pointer that is larger now, or aligned otherwise; a record is so
 * for what is in it. */
static bool grew_by_itself(const struct lay_diff *d, uint32_t row)
{
	const struct lay_slot *s = new_slot(d, row);

	return d->rows[row].what & (LAY_ROW_RESIZED | LAY_ROW_ALIGN) && s &&
	       !(s->flags & LAY_SLOT_RECORD) && !is_named(d, row);
}

bool lay_census_row_is_edited(const struct lay_diff *d, uint32_t row)
{
	return (d->rows[row].what & EDITS && !comes_with_parent(d, row)) ||
	       grew_by_itself(d, row);
}

/* Has bits in both. */
static bool is_kept(const struct lay_diff *d, uint32_t row)
{
	const struct lay_slot *a = old_slot(d, row), *b = new_slot(d, row);

	return a && b &&
	       !((a->flags | b->flags) &
		 (LAY_SLOT_MARKER | LAY_SLOT_EMPTY | LAY_SLOT_UNPLACED));
}

/* What the rows add up to. */
struct sums {
	bool moved;	/* a member of the type itself did, or grew */
	bool embeds;	/* it embeds something that differs */
};

static void add_row(const struct lay_diff *d, uint32_t row,
		    struct lay_census_type *t, struct sums *sums)
{
	unsigned int what = d->rows[row].what;

	if (!d->rows[row].nr_below && is_kept(d, row))
		t->nr_moved += !!(what & LAY_ROW_MOVED);
	if (!what || !lay_census_row_is_own(d, row))
		return;
	if (lay_census_row_is_edited(d, row)) {
		t->nr_edited++;
		return;
	}
	sums->moved |= !!(what & (LAY_ROW_MOVED | LAY_ROW_RESIZED));
	if (what & (LAY_ROW_INNER | LAY_ROW_RESIZED | LAY_ROW_ALIGN) &&
	    is_named(d, row))
		sums->embeds = true;
}

/* Lines are told of arrays as wholes: their first element has few of them. */
static void count_lines(const struct lay_diff *d, struct lay_census_type *t)
{
	for (uint32_t i = 0; i < d->nr_rows; i++) {
		bool repeats = d->rows[i].what & LAY_ROW_MIRROR;

		t->nr_line += !repeats && lay_diff_changes_line(d, i);
		if (repeats || lay_diff_stands_as_one(d, i))
			i += d->rows[i].nr_below;
	}
}

static int count_mates(const struct lay_diff *d, struct lay_census_type *t,
		       struct lay_error *err)
{
	uint32_t nr_asked = 0, nr_below;
	size_t nr_mates = 0;

	for (uint32_t i = 0; i < d->nr_rows && nr_asked < MAX_ASKED &&
			     nr_mates < MAX_MATES; i += 1 + nr_below) {
		struct lay_mates mates;
		int ret;

		nr_below = 0;
		if (!lay_diff_stands_as_one(d, i))
			continue;
		nr_below = d->rows[i].nr_below;
		if (!is_kept(d, i))
			continue;
		nr_asked++;
		ret = lay_diff_mates(d, i, &mates, err);
		if (ret < 0)
			return ret;
		t->nr_mates += mates.nr_gained || mates.nr_lost;
		nr_mates += mates.nr_gained + mates.nr_lost + mates.nr_kept;
		lay_mates_free(&mates);
	}
	return 0;
}

static enum lay_census_change change_of(const struct lay_census_type *t,
					const struct sums *sums)
{
	if (t->nr_edited || !sums->embeds)
		return LAY_CENSUS_EDITED;
	return sums->moved || t->size[0] != t->size[1] ? LAY_CENSUS_SHIFTED
							: LAY_CENSUS_INSIDE;
}

static void measure_sizes(struct census *c, struct lay_census_type *t, int side,
			  const struct lay_layout *layout, uint64_t align)
{
	t->is_record = true;
	t->size[side] = layout->size;
	t->align[side] = align;
	t->nr_lines[side] = layout->nr_lines;
	lay_size_steps(&c->rules[side], layout->size, align, t->slab,
		       &t->steps[side]);
}

static int measure_records(struct census *c, struct census_item *item,
			   const struct lay_diff *d, struct lay_error *err)
{
	struct lay_census_type *t = &item->type;
	struct sums sums = { .moved = false };
	struct lay_align align[2];
	int ret;

	lay_layout_pair_aligns(d->before, d->after, align);
	measure_sizes(c, t, 0, d->before, align[0].least);
	measure_sizes(c, t, 1, d->after, align[1].least);
	t->same_align = lay_layout_same_align(d->before, d->after);
	t->crossed = lay_size_steps_crossed(&t->steps[0], &t->steps[1]);
	t->randomised = d->randomised;
	for (uint32_t i = 0; i < d->nr_rows; i++)
		add_row(d, i, t, &sums);
	count_lines(d, t);
	t->change = change_of(t, &sums);
	ret = count_mates(d, t, err);
	if (ret >= 0)
		ret = census_parts(c, item, d, err);
	if (ret >= 0)
		ret = census_rooms(c, t, d, c->side[1].layout.max_scalar, err);
	return ret;
}

static int measure(struct census *c, const struct lay_census_view *view,
		   size_t old, size_t new, struct lay_error *err)
{
	struct census_item *item = census_add(c, (long)old, (long)new);

	if (!item)
		return census_no_memory(err);
	if (view->diff && view->diff->before)
		return measure_records(c, item, view->diff, err);
	item->type.change = LAY_CENSUS_EDITED;
	for (int i = 0; i < 2; i++)
		lay_type_size(view->type[i], &item->type.size[i]);
	if (!view->diff)
		return 0;
	item->type.nr_edited = (uint32_t)view->diff->nr_enum_rows;
	return 0;
}

/* Is @type a typedef of something that has a name of its own? */
static bool is_alias(const struct lay_type *type)
{
	const struct lay_type *target = type;

	if (type->kind != LAY_KIND_TYPEDEF)
		return false;
	do {
		target = target->target;
	} while (target && (target->kind == LAY_KIND_CONST ||
			    target->kind == LAY_KIND_VOLATILE ||
			    target->kind == LAY_KIND_RESTRICT ||
			    target->kind == LAY_KIND_ATOMIC));
	return target && target->name &&
	       (lay_type_is_record(target) || target->kind == LAY_KIND_ENUM ||
		target->kind == LAY_KIND_TYPEDEF);
}

/* Does a typedef in @view name something that is told of by itself? If it named
 * another thing before, that is the typedef's own difference. */
static bool is_same_alias(const struct lay_census_view *view)
{
	enum lay_kind kind[2];
	const char *name[2];

	if (!is_alias(view->type[0]) || !is_alias(view->type[1]))
		return false;
	for (int i = 0; i < 2; i++)
		if (!census_name_of(view->type[i], &kind[i], &name[i]))
			return false;
	return kind[0] == kind[1] && !strcmp(name[0], name[1]);
}

static int lay_out(const struct census *c, int side, const struct lay_def *def,
		   struct lay_census_view *view, struct lay_error *err)
{
	const struct lay_type *stripped;
	int ret;

	pthread_mutex_lock(c->loads);
	ret = lay_build_load(c->side[side].build, def, &view->type[side], err);
	pthread_mutex_unlock(c->loads);
	if (ret < 0)
		return ret;
	stripped = lay_type_strip(view->type[side]);
	if (!lay_type_is_record(stripped) ||
	    stripped->flags & LAY_TYPE_DECLARATION)
		return 0;
	return lay_layout_make(view->type[side], &c->side[side].layout,
			       &view->layout[side], err);
}

static int compare_laid(struct lay_census_view *view, struct lay_error *err)
{
	if (view->layout[0] && view->layout[1])
		return lay_diff_records(view->layout[0], view->layout[1],
					&view->diff, err);
	if (lay_type_strip(view->type[0])->kind == LAY_KIND_ENUM &&
	    lay_type_strip(view->type[1])->kind == LAY_KIND_ENUM)
		return lay_diff_enums(view->type[0], view->type[1],
				      &view->diff, err);
	return 0;
}

void lay_census_unview(struct lay_census_view *view)
{
	lay_diff_free(view->diff);
	lay_layout_free(view->layout[0]);
	lay_layout_free(view->layout[1]);
	*view = (struct lay_census_view){ .diff = NULL };
}

/* What one side does not give is a failure of this type, and @view->type of it
 * is NULL; only what is wrong with the comparison itself is an error. */
static int look(struct census *c, const struct lay_def *a,
		const struct lay_def *b, struct lay_census_view *view,
		struct lay_error *err)
{
	const struct lay_def *def[2] = { a, b };
	struct lay_error why;

	*view = (struct lay_census_view){ .diff = NULL };
	for (int i = 0; i < 2; i++) {
		int ret = lay_out(c, i, def[i], view, &why);

		if (ret == -LAY_E_NOMEM) {
			*err = why;
			return ret;
		}
		if (ret < 0) {
			census_fail(c, i, def[i], &why);
			view->type[i] = NULL;
			return 0;
		}
	}
	return is_same_alias(view) ? 0 : compare_laid(view, err);
}

static bool differ(const struct lay_census_view *view)
{
	if (is_same_alias(view))
		return false;
	if (view->diff)
		return !view->diff->same_object;
	return !lay_type_same(view->type[0], view->type[1]);
}

int census_compare(struct census *c, size_t old, size_t new,
		   struct lay_error *err)
{
	struct lay_census_view view;
	struct lay_error unused;
	int ret;

	ret = look(c, &c->defs[0].def[old], &c->defs[1].def[new], &view,
		   err ? err : &unused);
	if (ret >= 0 && view.type[0] && view.type[1]) {
		if (differ(&view))
			ret = measure(c, &view, old, new, err);
		else
			c->pub.nr_respelt++;
	}
	lay_census_unview(&view);
	return ret < 0 ? ret : 0;
}

int lay_census_view(const struct lay_census *census, uint32_t i,
		    struct lay_census_view *view, struct lay_error *err)
{
	const struct census *c = (const struct census *)census;
	const struct lay_census_type *t = &census->types[i];
	int ret = 0;

	*view = (struct lay_census_view){ .diff = NULL };
	for (int side = 0; side < 2 && ret >= 0; side++)
		ret = lay_out(c, side, t->def[side], view, err);
	if (ret >= 0)
		ret = compare_laid(view, err);
	if (ret < 0)
		lay_census_unview(view);
	return ret < 0 ? ret : 0;
}

/*
 * What one build alone has
 */

static bool same_name(const struct lay_def *a, const struct lay_def *b)
{
	return a->kind == b->kind && !strcmp(a->name, b->name);
}

/* The definitions of @def's name in @defs: their number and the first. */
static size_t find_name(const struct lay_defs *defs, const struct lay_def *def,
			size_t *first)
{
	size_t lo = 0, hi = defs->nr, nr = 0;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;
		int order = strcmp(defs->def[mid].name, def->name);

		if (!order)
			order = (int)defs->def[mid].kind - (int)def->kind;
		if (order < 0)
			lo = mid + 1;
		else
			hi = mid;
	}
	*first = lo;
	while (lo + nr < defs->nr && same_name(&defs->def[lo + nr], def))
		nr++;
	return nr;
}

/* Is @type among the definitions [@first, + @nr) of @side, spelt otherwise? */
static bool is_among(struct census *c, int side, size_t first, size_t nr,
		     const struct lay_type *type)
{
	const struct lay_type *other;

	for (size_t i = first; i < first + nr; i++)
		if (lay_build_load(c->side[side].build, &c->defs[side].def[i],
				   &other, NULL) >= 0 &&
		    lay_type_same(type, other))
			return true;
	return false;
}

/* Add what @view is of, beside @nr definitions of the name in the other. */
static int add_lone(struct census *c, int side, size_t at, size_t nr,
		    const struct lay_census_view *view, struct lay_error *err)
{
	const long none = -1, here = (long)at;
	struct census_item *item = census_add(c, side ? none : here,
					      side ? here : none);

	if (!item)
		return census_no_memory(err);
	item->type.change = side ? LAY_CENSUS_ADDED : LAY_CENSUS_REMOVED;
	item->type.variant = nr > 0;
	item->type.size[side] = c->defs[side].def[at].size;
	if (view->layout[side])
		measure_sizes(c, &item->type, side, view->layout[side],
			      view->layout[side]->align);
	return 0;
}

static int compare_lone(struct census *c, int side, size_t at,
			const struct lay_census_view *view,
			struct lay_error *err)
{
	const struct lay_def *def = &c->defs[side].def[at];
	const struct lay_type *type = view->type[side];
	size_t first, nr = find_name(&c->defs[!side], def, &first);
	int elsewhere;

	/* names for numbers and the like come and go with every macro */
	if ((def->kind == LAY_KIND_TYPEDEF &&
	     (is_alias(type) || !lay_type_is_record(type))) ||
	    (nr && is_among(c, !side, first, nr, type)))
		return 0;
	if (!nr && c->side[!side].identity->partial) {
		c->pub.nr_untold[side]++;
		return 0;
	}
	elsewhere = lay_locals_find(&c->locals[!side], def, type, err);
	c->pub.nr_local += elsewhere == LAY_ELSEWHERE_FUNCTIONS;
	c->pub.nr_untold[side] += elsewhere == LAY_ELSEWHERE_BASE;
	return elsewhere ? elsewhere : add_lone(c, side, at, nr, view, err);
}

int census_lone(struct census *c, int side, size_t at, struct lay_error *err)
{
	const struct lay_def *def = &c->defs[side].def[at];
	struct lay_census_view view = { .diff = NULL };
	struct lay_error why;
	int ret;

	if (def->flags & LAY_DEF_DECLARATION)
		return 0;
	ret = lay_out(c, side, def, &view, &why);
	if (ret < 0) {
		census_fail(c, side, def, &why);
		return 0;
	}
	ret = compare_lone(c, side, at, &view, err);
	lay_census_unview(&view);
	return ret < 0 ? ret : 0;
}
