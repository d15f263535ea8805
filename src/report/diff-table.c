// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <inttypes.h>
#include <stdlib.h>

#include "report/diff-fold.h"
#include "report/diff-heat.h"
#include "report/diff-view.h"
#include "report/phrase.h"
#include "base/poison.h"

/*
 * Members before and after, one line each. Programs get every row that is
 * visible, that is not inside a record which moved as a whole, from lines to
 * others too; people get runs of rows that did the same thing folded into one,
 * and what is in a record that only lines cut otherwise from the notes.
 */

enum {
	/* for people */
	OLD, OLD_LINES, NEW, NEW_LINES, MOVE, MARK, MEMBER, HEAT, WHAT, DECL,
	/* for programs */
	DEPTH, OLD_PATH, NEW_PATH, CHANGES, MOVE_BITS, OLD_TYPE, NEW_TYPE,
	OLD_OFF, NEW_OFF, OLD_SIZE, NEW_SIZE, OLD_LINE, NEW_LINE, OLD_LAST,
	NEW_LAST, OLD_HOLE, NEW_HOLE, OLD_ALIGN, NEW_ALIGN, GRADE, OLD_FILE, NEW_FILE,
	LOADS, STORES, SAMPLES,
	NR_COLUMNS
};

static const struct doc_column columns[NR_COLUMNS] = {
	[OLD] = { NULL, "old", DOC_PEOPLE, DOC_COLUMN_RIGHT },
	[OLD_LINES] = { NULL, "line", DOC_PEOPLE, DOC_COLUMN_RIGHT },
	[NEW] = { NULL, "new", DOC_PEOPLE, DOC_COLUMN_RIGHT },
	[NEW_LINES] = { NULL, "line", DOC_PEOPLE, DOC_COLUMN_RIGHT },
	[MOVE] = { NULL, "move", DOC_PEOPLE, DOC_COLUMN_RIGHT },
	[MARK] = { NULL, "", DOC_PEOPLE, 0 },
	[MEMBER] = { NULL, "member", DOC_PEOPLE, DOC_COLUMN_INDENT |
		     DOC_COLUMN_WRAP },
	[HEAT] = { NULL, "heat", DOC_PEOPLE, 0 },
	[WHAT] = { NULL, "", DOC_PEOPLE, DOC_COLUMN_WRAP },
	[DECL] = { NULL, "declared", DOC_PEOPLE, DOC_COLUMN_WRAP },
	[DEPTH] = { "depth", "", DOC_MACHINES, 0 },
	[OLD_PATH] = { "old_path", "", DOC_MACHINES, 0 },
	[NEW_PATH] = { "new_path", "", DOC_MACHINES, 0 },
	[CHANGES] = { "changes", "", DOC_MACHINES, 0 },
	[MOVE_BITS] = { "move_bits", "", DOC_MACHINES, 0 },
	[OLD_TYPE] = { "old_type", "", DOC_MACHINES, 0 },
	[NEW_TYPE] = { "new_type", "", DOC_MACHINES, 0 },
	[OLD_OFF] = { "old_bit_offset", "", DOC_MACHINES, 0 },
	[NEW_OFF] = { "new_bit_offset", "", DOC_MACHINES, 0 },
	[OLD_SIZE] = { "old_bit_size", "", DOC_MACHINES, 0 },
	[NEW_SIZE] = { "new_bit_size", "", DOC_MACHINES, 0 },
	[OLD_LINE] = { "old_line", "", DOC_MACHINES, 0 },
	[NEW_LINE] = { "new_line", "", DOC_MACHINES, 0 },
	[OLD_LAST] = { "old_last_line", "", DOC_MACHINES, 0 },
	[NEW_LAST] = { "new_last_line", "", DOC_MACHINES, 0 },
	[OLD_HOLE] = { "old_hole_before_bits", "", DOC_MACHINES, 0 },
	[NEW_HOLE] = { "new_hole_before_bits", "", DOC_MACHINES, 0 },
	[OLD_ALIGN] = { "old_align", "", DOC_MACHINES, 0 },
	[NEW_ALIGN] = { "new_align", "", DOC_MACHINES, 0 },
	[GRADE] = { "rename_grade", "", DOC_MACHINES, 0 },
	[OLD_FILE] = { "old_declared", "", DOC_MACHINES, 0 },
	[NEW_FILE] = { "new_declared", "", DOC_MACHINES, 0 },
	[LOADS] = { "loads", "", DOC_MACHINES, 0 },
	[STORES] = { "stores", "", DOC_MACHINES, 0 },
	[SAMPLES] = { "samples", "", DOC_MACHINES, 0 },
};

static const struct phrase_flag row_changes[] = {
	{ LAY_ROW_ADDED, "added" },
	{ LAY_ROW_REMOVED, "removed" },
	{ LAY_ROW_MOVED, "moved" },
	{ LAY_ROW_RESIZED, "resized" },
	{ LAY_ROW_RETYPED, "retyped" },
	{ LAY_ROW_RENAMED, "renamed" },
	{ LAY_ROW_GUESSED, "perhaps_renamed" },
	{ LAY_ROW_RESERVE_USED, "reserve_used" },
	{ LAY_ROW_RESERVE_BACK, "reserve_back" },
	{ LAY_ROW_WRAPPED, "wrapped" },
	{ LAY_ROW_UNWRAPPED, "unwrapped" },
	{ LAY_ROW_REORDERED, "reordered" },
	{ LAY_ROW_ARRAY_LEN, "array_length" },
	{ LAY_ROW_BITFIELD, "bitfield" },
	{ LAY_ROW_INNER, "inner" },
	{ LAY_ROW_LINE, "line" },
	{ LAY_ROW_STRADDLE, "straddle" },
	{ LAY_ROW_RESPELT, "respelt" },
	{ LAY_ROW_WRAPPER, "wrapper" },
	{ LAY_ROW_ALIGN, "alignment" },
	{ LAY_ROW_QUALIFIED, "qualifiers" },
	{ LAY_ROW_POINTEE, "pointee_qualifiers" },
	{ LAY_ROW_MIRROR, "mirror" },
};

/* The cells of one side for programs; @base is the first of each pair. */
static void machine_side(struct doc *doc, struct doc_row *row,
			 const struct lay_slot *slot, unsigned int side)
{
	const struct lay_member *m;

	if (!slot)
		return;
	m = slot->member;
	row->cell[OLD_PATH + side] = doc_string(doc_copy(doc, slot->path));
	row->cell[OLD_TYPE + side] = doc_string(phrase_type(doc, m->type,
							    NULL));
	row->cell[OLD_FILE + side] = doc_string(phrase_decl(doc, &m->decl));
	if (slot->flags & LAY_SLOT_UNPLACED)
		return;
	row->cell[OLD_OFF + side] = doc_uint(slot->bit_off);
	row->cell[OLD_SIZE + side] = doc_uint(slot->bit_size);
	row->cell[OLD_LINE + side] = doc_uint(slot->first_line);
	row->cell[OLD_LAST + side] = doc_uint(slot->last_line);
}

static const char *mark(const struct lay_row *r)
{
	if (r->what & LAY_ROW_ADDED)
		return "+";
	if (r->what & LAY_ROW_REMOVED)
		return "-";
	if (r->what & LAY_ROW_LINE)
		return "!";
	return "";
}

static enum doc_tone tone(const struct lay_row *r)
{
	if (r->what & LAY_ROW_ADDED)
		return DOC_ADDED;
	if (r->what & LAY_ROW_REMOVED)
		return DOC_REMOVED;
	if (r->what & LAY_ROW_LINE)
		return DOC_WARNING;
	return DOC_PLAIN;
}

static void people_sides(struct doc *doc, struct doc_row *row,
			 const struct lay_slot *old,
			 const struct lay_slot *new)
{
	row->cell[OLD] = doc_string(old ? phrase_place(doc, old) : "-");
	row->cell[NEW] = doc_string(new ? phrase_place(doc, new) : "-");
	if (old)
		row->cell[OLD_LINES] = doc_string(phrase_lines(doc, old));
	if (new)
		row->cell[NEW_LINES] = doc_string(phrase_lines(doc, new));
}

/* What stands under an anonymous record tells it from others. */
static const char *name_of(const struct diff_view *v, uint32_t row)
{
	const struct lay_slot *slot = view_slot(v, row);

	if (slot->member->name || !view_opens(v, row))
		return view_short_name(v, row);
	return doc_printf(v->doc, "(%s)", view_kind(slot));
}

static void heat_side(struct diff_view *v, struct doc_row *row, uint32_t i)
{
	struct lay_heat_sum sum;

	if (!v->heat)
		return;
	diff_heat_row(v, i, &sum);
	row->cell[HEAT] = doc_string(diff_heat_mark(v, i, i));
	row->cell[LOADS] = doc_uint(sum.n.loads);
	row->cell[STORES] = doc_uint(sum.n.stores);
	row->cell[SAMPLES] = doc_uint(sum.n.samples);
}

static void add_row(struct diff_view *v, struct doc_table *table, uint32_t i,
		    unsigned int depth, unsigned int audience)
{
	const struct lay_row *r = &v->diff->rows[i];
	const struct lay_slot *old = view_old(v, i), *new = view_new(v, i);
	const struct lay_slot *slot = view_slot(v, i);
	struct doc_row *row = doc_add_row(v->doc, table, audience);

	row->depth = depth;
	row->tone = tone(r);
	row->cell[DEPTH] = doc_uint(depth);
	row->cell[CHANGES] = phrase_flags(v->doc, r->what & LAY_ROW_GUESSED ?
					  r->what & ~LAY_ROW_RENAMED : r->what,
					  row_changes,
					  sizeof(row_changes) /
						sizeof(row_changes[0]));
	row->cell[MOVE_BITS] = doc_int(r->move_bits);
	machine_side(v->doc, row, old, 0);
	machine_side(v->doc, row, new, 1);
	heat_side(v, row, i);
	if (old)
		row->cell[OLD_HOLE] = doc_uint(r->old_hole_bits);
	if (new)
		row->cell[NEW_HOLE] = doc_uint(r->new_hole_bits);
	if (r->what & LAY_ROW_GUESSED)
		row->cell[GRADE] = doc_string("guessed");
	if (r->old_align)
		row->cell[OLD_ALIGN] = doc_uint(r->old_align);
	if (r->new_align)
		row->cell[NEW_ALIGN] = doc_uint(r->new_align);
	if (!(audience & DOC_PEOPLE))
		return;
	people_sides(v->doc, row, old, new);
	if (old && new)
		row->cell[MOVE] = doc_string(phrase_move(v->doc,
							 r->move_bits));
	row->cell[MARK] = doc_string(mark(r));
	row->cell[MEMBER] = doc_string(name_of(v, i));
	row->cell[WHAT] = doc_string(what_text(v, i));
	if (v->report->opts.decl)
		row->cell[DECL] = doc_string(phrase_decl(v->doc,
							 &slot->member->decl));
}

/* "2-7" of the lines from the first of @a to the last of @b. */
static const char *line_span(struct doc *doc, const struct lay_slot *a,
			     const struct lay_slot *b)
{
	if (a->first_line == b->last_line)
		return phrase_lines(doc, a);
	return doc_printf(doc, "%" PRIu64 "-%" PRIu64, a->first_line,
			  b->last_line);
}

/* One line for the rows of @f, which did the same thing. */
static void add_fold(struct diff_view *v, struct doc_table *table,
		     const struct fold *f)
{
	const struct lay_slot *first = view_slot(v, f->first);
	const struct lay_slot *last = view_slot(v, f->last);
	struct doc_row *row = doc_add_row(v->doc, table, DOC_PEOPLE);
	const char *s;

	row->depth = f->depth;
	row->tone = f->nr_other_line ? DOC_WARNING : DOC_MUTED;
	people_sides(v->doc, row, view_old(v, f->first),
		     view_new(v, f->first));
	row->cell[OLD_LINES] = doc_string(
		line_span(v->doc, view_old(v, f->first),
			  view_old(v, f->last)));
	row->cell[NEW_LINES] = doc_string(line_span(v->doc, first, last));
	row->cell[MOVE] = doc_string(phrase_move(v->doc, f->move_bits));
	row->cell[MARK] = doc_string(f->nr_other_line ? "!" : "");
	row->cell[MEMBER] = doc_string(
		doc_printf(v->doc, "%s .. %s", view_short_name(v, f->first),
			   view_short_name(v, f->last)));
	s = phrase_count(v->doc, f->nr, "member");
	if (f->nr_other_line && f->nr_other_line < f->nr)
		s = doc_printf(v->doc, "%s, %" PRIu32 " on another line", s,
			       f->nr_other_line);
	row->cell[WHAT] = doc_string(s);
	if (v->heat)
		row->cell[HEAT] = doc_string(diff_heat_mark(v, f->first,
							    f->last));
}

/* What is in @row, which is closed, and at @depth. */
static void add_inside(struct diff_view *v, struct doc_table *table,
		       uint32_t row, unsigned int depth)
{
	const struct lay_row *rows = v->diff->rows;
	uint32_t end = row + rows[row].nr_below;

	if (!view_opens_to_machines(v, row))
		return;
	for (uint32_t i = row + 1; i <= end;) {
		add_row(v, table, i, depth + rows[i].depth - rows[row].depth,
			DOC_MACHINES);
		i += view_opens(v, i) || view_opens_to_machines(v, i) ?
			1 : 1 + rows[i].nr_below;
	}
}

void diff_add_table(struct diff_view *v)
{
	struct doc_table *table = doc_add_table(v->doc, v->section, "members",
						DOC_ALL, columns, NR_COLUMNS);
	struct fold *folds;
	size_t nr;

	if (fold_rows(v, &folds, &nr) < 0) {
		v->doc->failed = true;
		return;
	}
	for (size_t i = 0; i < nr; i++) {
		const struct fold *f = &folds[i];
		uint32_t skip;

		if (f->nr == 1) {
			add_row(v, table, f->first, f->depth, DOC_ALL);
			if (!view_opens(v, f->first))
				add_inside(v, table, f->first, f->depth);
			continue;
		}
		add_fold(v, table, f);
		for (uint32_t r = f->first; r <= f->last; r += 1 + skip) {
			skip = v->diff->rows[r].nr_below;
			add_row(v, table, r, f->depth, DOC_MACHINES);
			add_inside(v, table, r, f->depth);
		}
	}
	free(folds);
}

void diff_add_rows(struct diff_view *v, const uint32_t *rows, size_t nr)
{
	struct doc_table *table = doc_add_table(v->doc, v->section, "members",
						DOC_MACHINES, columns,
						NR_COLUMNS);

	for (size_t i = 0; i < nr; i++)
		add_row(v, table, rows[i], v->diff->rows[rows[i]].depth,
			DOC_MACHINES);
}
