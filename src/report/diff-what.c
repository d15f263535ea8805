// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <inttypes.h>
#include <string.h>

#include "report/diff-fold.h"
#include "report/phrase.h"
#include "base/poison.h"

/* Words for what was done to one member. */

static const char *join(struct doc *doc, const char *s, const char *more)
{
	if (!s)
		return more;
	return doc_printf(doc, "%s, %s", s, more);
}

/* What fits in two lines of a table. */
#define MAX_TYPE 36

/* Types of functions go on and on: "int (*)(...)". */
static const char *short_type(struct doc *doc, const char *s)
{
	const char *params = strstr(s, "(*)(");

	if (params && strlen(s) > MAX_TYPE)
		s = doc_printf(doc, "%.*s(*)(...)", (int)(params - s), s);
	if (strlen(s) > MAX_TYPE)
		s = doc_printf(doc, "%.*s...", MAX_TYPE - 3, s);
	return s;
}

static const char *whole_type(struct doc *doc, const struct lay_slot *slot)
{
	const struct lay_member *m = slot->member;
	const char *s = phrase_type(doc, m->type, NULL);

	if (m->flags & LAY_MEMBER_BITFIELD)
		return doc_printf(doc, "%s:%" PRIu64, s, m->bit_size);
	return s;
}

static const char *type_of(struct doc *doc, const struct lay_slot *slot)
{
	return short_type(doc, whole_type(doc, slot));
}

static const char *came_or_went(const struct diff_view *v, uint32_t row)
{
	const struct lay_row *r = &v->diff->rows[row];
	const char *s = r->what & LAY_ROW_ADDED ? "added" : "removed";
	const struct lay_slot *slot = view_slot(v, row);

	if (r->what & LAY_ROW_WRAPPER)
		return doc_printf(v->doc, "%s around members that %s",
				  s, r->what & LAY_ROW_ADDED ? "were there" :
							       "stay");
	if (!(slot->flags & LAY_SLOT_ANONYMOUS))
		s = doc_printf(v->doc, "%s, %s", s, type_of(v->doc, slot));
	if (!(r->what & LAY_ROW_RESERVE_USED))
		return s;
	return join(v->doc, s, doc_printf(v->doc, "takes the reserve %s",
			view_old(v, r->related)->member->name));
}

/* Enumerators that a line of a table has room for. */
#define MAX_ENUMERATORS 3

/* What an enumeration without a name lists now; NULL: it is none. */
static const char *listed(const struct diff_view *v, uint32_t row)
{
	const struct lay_type *a = view_old(v, row)->member->type;
	const struct lay_type *b = view_new(v, row)->member->type;
	struct lay_diff *diff;
	const char *s;

	if (lay_type_strip(a)->kind != LAY_KIND_ENUM ||
	    lay_type_strip(b)->kind != LAY_KIND_ENUM ||
	    lay_diff_enums(a, b, &diff, NULL) < 0)
		return NULL;
	s = enum_edits(v->doc, diff, MAX_ENUMERATORS);
	lay_diff_free(diff);
	return s;
}

/* Types that look alike differ in what was cut, or in what is behind a name; a
 * size says enough of that. */
static const char *retyped(const struct diff_view *v, uint32_t row,
			   const char *s)
{
	const char *a = whole_type(v->doc, view_old(v, row));
	const char *b = whole_type(v->doc, view_new(v, row));
	bool same_name = strcmp(a, b) == 0;
	const char *what;

	a = short_type(v->doc, a);
	b = short_type(v->doc, b);
	if (strcmp(a, b) != 0)
		return join(v->doc, s, doc_printf(v->doc, "%s -> %s", a, b));
	if (!same_name)
		return join(v->doc, s, doc_printf(v->doc, "another %s", a));
	if (!(v->diff->rows[row].what & LAY_ROW_RETYPED))
		return join(v->doc, s, doc_printf(v->doc, "%s of %s",
			v->diff->rows[row].what &
				(LAY_ROW_QUALIFIED | LAY_ROW_POINTEE) ?
			"other qualifiers" : "other dimensions", a));
	if (v->diff->rows[row].what & LAY_ROW_RESIZED)
		return s;
	what = listed(v, row);
	return join(v->doc, s, what ? what :
		    doc_printf(v->doc, "another type called %s", a));
}

/* By a record that came or went, or from one that stayed to another. */
const char *wrapped_text(const struct diff_view *v, uint32_t row)
{
	const struct lay_row *r = &v->diff->rows[row];
	bool into = r->what & LAY_ROW_WRAPPED;

	if (v->diff->rows[r->related].what & LAY_ROW_WRAPPER)
		return into && r->what & LAY_ROW_UNWRAPPED ?
			"wrapped, unwrapped" : into ? "wrapped" : "unwrapped";
	/* a record can be called by the first member that has a name, itself */
	if (into && view_slot(v, r->related)->flags & LAY_SLOT_ANONYMOUS &&
	    row - r->related == r->depth - v->diff->rows[r->related].depth)
		return doc_printf(v->doc, "moved into the %s",
				  view_kind(view_new(v, r->related)));
	return doc_printf(v->doc, "moved %s %s", into ? "into" : "out of",
			  view_short_name(v, r->related));
}

static const char *named(const struct diff_view *v, uint32_t row)
{
	const struct lay_row *r = &v->diff->rows[row];
	const struct lay_member *old = view_old(v, row)->member;
	struct doc *doc = v->doc;
	const char *s = NULL, *name = old->name ? old->name : "(anonymous)";

	if (r->what & LAY_ROW_RENAMED &&
	    view_new(v, row)->flags & LAY_SLOT_ANONYMOUS)
		s = doc_printf(doc, "lost its name, was %s", name);
	else if (r->what & LAY_ROW_RENAMED &&
		 view_old(v, row)->flags & LAY_SLOT_ANONYMOUS)
		s = "got a name, was anonymous";
	else if (r->what & LAY_ROW_RENAMED)
		s = doc_printf(doc, "%srenamed%s, was %s",
			       r->what & LAY_ROW_GUESSED ? "perhaps " : "",
			       r->what & LAY_ROW_RETYPED ? " and retyped" : "",
			       name);
	if (r->what & LAY_ROW_RESERVE_USED)
		s = join(doc, s, r->related == LAY_NO_ROW ?
			 doc_printf(doc, "takes the reserve %s", name) :
			 doc_printf(doc, "takes the reserve %s",
				    view_path(v, r->related)));
	if (r->what & (LAY_ROW_WRAPPED | LAY_ROW_UNWRAPPED))
		s = join(doc, s, wrapped_text(v, row));
	if (r->what & LAY_ROW_RESERVE_BACK)
		s = join(doc, s, "the reserve is back");
	if (r->what & LAY_ROW_REORDERED)
		s = join(doc, s, "reordered");
	return s;
}

/* What a typedef names can become a union and keep the name. */
static const char *other_kind(const struct diff_view *v, uint32_t row,
			      const char *s)
{
	const struct lay_type *a = view_old(v, row)->member->type;
	const struct lay_type *b = view_new(v, row)->member->type;

	if (v->diff->rows[row].what & LAY_ROW_RETYPED ||
	    !lay_type_is_record(a) || !lay_type_is_record(b) ||
	    lay_type_strip(a)->kind == lay_type_strip(b)->kind)
		return s;
	return join(v->doc, s, doc_printf(v->doc, "a %s, was a %s",
					  view_kind(view_new(v, row)),
					  view_kind(view_old(v, row))));
}

/* 1 is packed, 0 not known. */
static const char *aligned(struct doc *doc, uint64_t old, uint64_t new)
{
	if (new == 1)
		return "packed";
	if (old == 1)
		return "no longer packed";
	if (!new)
		return doc_printf(doc, "no longer aligned to %" PRIu64, old);
	if (!old)
		return doc_printf(doc, "aligned to %" PRIu64, new);
	return doc_printf(doc, "aligned to %" PRIu64 ", was %" PRIu64, new,
			  old);
}

static const char *shaped(const struct diff_view *v, uint32_t row,
			  const char *s)
{
	const struct lay_row *r = &v->diff->rows[row];
	const struct lay_slot *old = view_old(v, row), *new = view_new(v, row);
	struct doc *doc = v->doc;

	if (r->what & (LAY_ROW_RETYPED | LAY_ROW_ARRAY_LEN | LAY_ROW_BITFIELD |
		       LAY_ROW_QUALIFIED | LAY_ROW_POINTEE))
		s = retyped(v, row, s);
	s = other_kind(v, row, s);
	if ((r->what & (LAY_ROW_RESIZED | LAY_ROW_ARRAY_LEN)) ==
	    LAY_ROW_RESIZED)
		s = join(doc, s, doc_printf(doc, "size %s",
				phrase_sizes(doc, old->bit_size,
					     new->bit_size)));
	if (r->what & LAY_ROW_ALIGN)
		s = join(doc, s, aligned(doc, r->old_align, r->new_align));
	if (r->what & LAY_ROW_STRADDLE)
		s = join(doc, s, new->flags & LAY_SLOT_STRADDLES ?
			 "straddles now" : "no longer straddles");
	return s;
}

/* Is the hole in front of a member that stayed in its place another? Of one
 * that went elsewhere it goes without saying. */
static bool has_other_hole(const struct diff_view *v, uint32_t row)
{
	const struct lay_row *r = &v->diff->rows[row];

	return r->old_slot != LAY_NO_SLOT && r->new_slot != LAY_NO_SLOT &&
	       r->old_hole_bits != r->new_hole_bits &&
	       !(r->what & (LAY_ROW_REORDERED | LAY_ROW_WRAPPED |
			    LAY_ROW_UNWRAPPED));
}

static const char *hole(const struct diff_view *v, uint32_t row, const char *s)
{
	const struct lay_row *r = &v->diff->rows[row];
	struct doc *doc = v->doc;

	if (!has_other_hole(v, row))
		return s;
	return join(doc, s, doc_printf(doc, "hole before: %s",
				       phrase_sizes(doc, r->old_hole_bits,
						    r->new_hole_bits)));
}

bool what_tells(const struct diff_view *v, uint32_t row)
{
	return v->diff->rows[row].what & (ROW_EDITS | LAY_ROW_STRADDLE) ||
	       has_other_hole(v, row);
}

const char *what_text(const struct diff_view *v, uint32_t row)
{
	const struct lay_row *r = &v->diff->rows[row];

	if (r->old_slot == LAY_NO_SLOT || r->new_slot == LAY_NO_SLOT)
		return came_or_went(v, row);
	if (r->what & LAY_ROW_MIRROR && r->what & LAY_ROW_INNER)
		return join(v->doc, shaped(v, row, named(v, row)),
			    "the same members again");
	return hole(v, row, shaped(v, row, named(v, row)));
}
