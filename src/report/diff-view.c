// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include "report/diff-view.h"
#include "base/poison.h"

const struct lay_slot *view_old(const struct diff_view *v, uint32_t row)
{
	uint32_t slot = v->diff->rows[row].old_slot;

	return slot == LAY_NO_SLOT ? NULL : &v->diff->before->slots[slot];
}

const struct lay_slot *view_new(const struct diff_view *v, uint32_t row)
{
	uint32_t slot = v->diff->rows[row].new_slot;

	return slot == LAY_NO_SLOT ? NULL : &v->diff->after->slots[slot];
}

const struct lay_slot *view_slot(const struct diff_view *v, uint32_t row)
{
	const struct lay_slot *slot = view_new(v, row);

	return slot ? slot : view_old(v, row);
}

const char *view_path(const struct diff_view *v, uint32_t row)
{
	return view_slot(v, row)->path;
}

const char *view_kind(const struct lay_slot *slot)
{
	return lay_kind_name(lay_type_strip(slot->member->type)->kind);
}

/* The first member of the anonymous record @slot itself that has a name, else
 * of those that it is made of: it is in no other. */
static const struct lay_slot *first_named(const struct diff_view *v,
					  const struct lay_slot *slot)
{
	const struct lay_layout *l = v->diff->after;
	const struct lay_slot *inner = NULL;

	if (slot < l->slots || slot >= l->slots + l->nr_slots)
		l = v->diff->before;
	for (const struct lay_slot *s = slot + 1, *end = s + slot->nr_below;
	     s < end; s++) {
		if (!s->member || s->flags & LAY_SLOT_ANONYMOUS)
			continue;
		if (s->parent == (uint32_t)(slot - l->slots))
			return s;
		if (!inner)
			inner = s;
		s += s->nr_below;
	}
	return inner;
}

const char *view_name(const struct diff_view *v, uint32_t row)
{
	const struct lay_slot *slot = view_slot(v, row), *named;

	if (!(slot->flags & LAY_SLOT_ANONYMOUS))
		return slot->path;
	named = first_named(v, slot);
	if (!named)
		return slot->path;
	return doc_printf(v->doc, "%s of %s", view_kind(slot), named->path);
}

const char *view_short_name(const struct diff_view *v, uint32_t row)
{
	const struct lay_slot *slot = view_slot(v, row), *named;

	if (slot->member->name)
		return slot->member->name;
	named = first_named(v, slot);
	if (!named)
		return doc_printf(v->doc, "(%s)", view_kind(slot));
	return doc_printf(v->doc, "(%s of %s)", view_kind(slot),
			  named->member->name);
}

bool view_has_data(const struct diff_view *v, uint32_t row)
{
	return !(view_slot(v, row)->flags &
		 (LAY_SLOT_MARKER | LAY_SLOT_EMPTY | LAY_SLOT_UNPLACED));
}

bool view_is_leaf(const struct diff_view *v, uint32_t row)
{
	return !v->diff->rows[row].nr_below && view_has_data(v, row);
}

/* Does @row stand behind @nr of the @rows that follow, all in it that has
 * lines of its own? */
static bool holds_exactly(const struct diff_view *v, uint32_t row,
			  const uint32_t *rows, size_t nr, size_t *ret_taken)
{
	uint32_t end = row + v->diff->rows[row].nr_below;
	size_t taken = 0;

	for (uint32_t i = row + 1; i <= end; i++) {
		if (v->diff->rows[i].what & LAY_ROW_MIRROR) {
			i += v->diff->rows[i].nr_below;
			continue;
		}
		if (!lay_diff_stands_as_one(v->diff, i))
			continue;
		if (view_has_data(v, i)) {
			if (taken == nr || rows[taken] != i)
				return false;
			taken++;
		}
		i += v->diff->rows[i].nr_below;
	}
	*ret_taken = taken;
	return taken > 0;
}

static bool same_lines(const struct lay_slot *a, const struct lay_slot *b)
{
	return a->first_line == b->first_line && a->last_line == b->last_line;
}

bool view_lies_as(const struct diff_view *v, uint32_t a, uint32_t b)
{
	return view_old(v, a) && view_new(v, a) &&
	       same_lines(view_old(v, a), view_old(v, b)) &&
	       same_lines(view_new(v, a), view_new(v, b));
}

/*
 * The outermost embedded record with a name whose leaves are the first of
 * @rows and nothing else; else the first row itself. One that came around
 * members or went from around them is not what they are in both layouts, and
 * none that stays is among its rows when it went. With its padding a record may
 * reach a line that its leaves do not: @together, all @rows lie in the same, and
 * it has to.
 */
static uint32_t outermost(const struct diff_view *v, const uint32_t *rows,
			  size_t nr, bool together, size_t *ret_taken)
{
	uint32_t best = rows[0], p;
	size_t taken;

	*ret_taken = 1;
	for (p = v->diff->rows[rows[0]].parent; p != LAY_NO_ROW;
	     p = v->diff->rows[p].parent) {
		if (!holds_exactly(v, p, rows, nr, &taken))
			break;
		if (together && !view_lies_as(v, p, rows[0]))
			continue;
		if (view_slot(v, p)->flags & LAY_SLOT_ANONYMOUS ||
		    v->diff->rows[p].what & LAY_ROW_WRAPPER)
			continue;
		best = p;
		*ret_taken = taken;
	}
	return best;
}

bool view_stands_for(const struct diff_view *v, uint32_t row,
		     const uint32_t *rows, size_t nr)
{
	size_t taken;

	return holds_exactly(v, row, rows, nr, &taken);
}

static bool is_around(const struct diff_view *v, uint32_t row, uint32_t inside)
{
	return inside != LAY_NO_ROW && inside > row &&
	       inside - row <= v->diff->rows[row].nr_below;
}

static struct doc_list *list_names(const struct diff_view *v,
				   const uint32_t *rows, size_t nr,
				   uint32_t mate, uint64_t nr_shown,
				   const char *(*name_of)(
						const struct diff_view *v,
						uint32_t row))
{
	struct doc_list *list = report_list(v->report, nr_shown);
	const char *name;
	size_t taken;

	for (size_t i = 0; i < nr; i += taken) {
		if (is_around(v, rows[i], mate)) {
			taken = 1;
			name = doc_printf(v->doc, "other elements of %s",
					  name_of(v, rows[i]));
		} else {
			name = doc_copy(v->doc,
					name_of(v, outermost(v, rows + i,
							     nr - i,
							     mate == LAY_NO_ROW,
							     &taken)));
		}
		doc_add_item(v->doc, list, doc_string(name));
	}
	return list;
}

struct doc_list *view_names(const struct diff_view *v, const uint32_t *rows,
			    size_t nr, uint32_t mate, uint64_t nr_shown)
{
	return list_names(v, rows, nr, mate, nr_shown, view_name);
}

struct doc_list *view_paths(const struct diff_view *v, const uint32_t *rows,
			    size_t nr)
{
	return list_names(v, rows, nr, LAY_NO_ROW, 0, view_path);
}

uint32_t view_array_around(const struct diff_view *v, uint32_t row)
{
	do {
		row = v->diff->rows[row].parent;
	} while (row != LAY_NO_ROW && !lay_diff_stands_as_one(v->diff, row));
	return row;
}

/* Nobody knows how many elements it has. */
static bool is_flexible(const struct lay_slot *slot)
{
	return slot->flags & LAY_SLOT_ARRAY && !slot->nr_elements;
}

uint32_t view_flexible_around(const struct diff_view *v, uint32_t row)
{
	do {
		row = v->diff->rows[row].parent;
	} while (row != LAY_NO_ROW && !is_flexible(view_slot(v, row)));
	return row;
}

/*
 * Is a record that could lie in one line cut by lines in another way than
 * before? For a lock that tells who shares a line with its count; a larger
 * record is cut anyhow, and the notes on lines tell of its leaves.
 */
static bool cut_differently(const struct diff_view *v, uint32_t row)
{
	const struct lay_slot *a, *b;
	uint32_t end = row + v->diff->rows[row].nr_below;
	int64_t by, first = 0;
	bool any = false;

	b = view_new(v, row);
	if (!view_old(v, row) || !b ||
	    v->diff->before->line_size != v->diff->after->line_size ||
	    b->bit_size > v->diff->after->line_size * 8)
		return false;
	for (uint32_t i = row + 1; i <= end; i++) {
		a = view_old(v, i);
		b = view_new(v, i);
		if (!a || !b || !view_is_leaf(v, i))
			continue;
		by = (int64_t)(b->first_line - a->first_line);
		if (any && by != first)
			return true;
		first = by;
		any = true;
	}
	return false;
}

/* What a type that got a wrapper, as refcount_t is one of atomic_t, does to what
 * is in it: the names of the types say so. */
#define ROW_WRAPS ((unsigned int)(LAY_ROW_WRAPPED | LAY_ROW_UNWRAPPED | \
				  LAY_ROW_INNER))

/*
 * Does something in the record @row differ, beyond moving with it? Of one that
 * has another type now and shares no member with the one that it had, what is
 * in it goes without saying.
 */
static bool differs_inside(const struct diff_view *v, uint32_t row)
{
	const struct lay_row *rows = v->diff->rows;
	bool retyped = rows[row].what & LAY_ROW_RETYPED;
	bool differs = false, shares = !retyped;

	for (uint32_t i = row + 1; i <= row + rows[row].nr_below; i++) {
		bool in_both = view_old(v, i) && view_new(v, i);
		unsigned int edits = rows[i].what & ROW_EDITS;

		if (retyped)
			edits = edits & LAY_ROW_WRAPPER ? 0 :
				edits & ~ROW_WRAPS;
		shares |= in_both && !(rows[i].what & LAY_ROW_GUESSED);
		differs |= edits ||
			   (in_both && rows[i].move_bits != rows[row].move_bits);
		if (shares && differs)
			return true;
	}
	return false;
}

/* Of a member that came what is in it goes without saying, but for an anonymous
 * record, which in C is its members; and of what only shifted it is told where
 * it straddles, not how. */
bool view_opens(const struct diff_view *v, uint32_t row)
{
	const struct lay_row *r = &v->diff->rows[row];

	if (!r->nr_below)
		return false;
	if (r->old_slot == LAY_NO_SLOT || r->new_slot == LAY_NO_SLOT)
		return r->what & LAY_ROW_WRAPPER ||
		       view_slot(v, row)->flags & LAY_SLOT_ANONYMOUS;
	if (!v->is_whole && row == v->first_row &&
	    v->end_row == row + 1 + r->nr_below)
		return true;
	if (r->what & LAY_ROW_MIRROR)
		return false;
	return differs_inside(v, row) ||
	       (!v->terse && !(r->what & LAY_ROW_RETYPED) &&
		cut_differently(v, row));
}

/* What is in one that went as a whole from lines to others is told of by the
 * name of that, if it has one. */
bool view_opens_to_machines(const struct diff_view *v, uint32_t row)
{
	const struct lay_row *rows = v->diff->rows;
	bool changes = false, parts = false, is_leaf;
	uint32_t first = LAY_NO_ROW;

	if (!view_old(v, row) || !view_new(v, row) ||
	    rows[row].what & LAY_ROW_MIRROR ||
	    lay_diff_stands_as_one(v->diff, row))
		return false;
	for (uint32_t i = row + 1, end = row + rows[row].nr_below; i <= end;
	     i += is_leaf ? 1 + rows[i].nr_below : 1) {
		is_leaf = rows[i].what & LAY_ROW_MIRROR ||
			  lay_diff_stands_as_one(v->diff, i);
		if (rows[i].what & LAY_ROW_MIRROR || !view_old(v, i) ||
		    !view_new(v, i))
			continue;
		changes |= rows[i].what & LAY_ROW_LINE;
		if (!is_leaf || !view_has_data(v, i)) {
			parts |= lay_diff_changes_line(v->diff, i);
			continue;
		}
		/* an array that is opened has its first element told of */
		if (view_opens(v, i))
			return true;
		if (first == LAY_NO_ROW)
			first = i;
		parts |= !view_lies_as(v, i, first);
	}
	return changes &&
	       (parts || view_slot(v, row)->flags & LAY_SLOT_ANONYMOUS);
}
