// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <string.h>

#include "report/text-table.h"
#include "report/text-value.h"
#include "base/poison.h"

/*
 * Columns are as wide as their widest cell. Where all together are wider than
 * the line, the text columns share what the others leave: one gets what those
 * behind it do not want, and at least three fifths: words that are told of a
 * name can be broken, the name cannot. A cell that is wider than
 * its column pushes the rest of its row to the next line, so that a long
 * name is not torn; the last column wraps.
 */

#define GAP 2
/* A text column is not made narrower than this. */
#define MIN_TEXT 12
/* Of nested rows, a level. */
#define DEPTH_INDENT 2
/* Deeper rows go no further in: the width is bounded, nesting is not. */
#define MAX_INDENT 24
/* Continuation of a C declaration. */
#define CODE_INDENT 4

struct grid {
	const struct doc_table *table;
	unsigned int column[DOC_MAX_COLUMNS];	/* of the table; shown ones */
	unsigned int width[DOC_MAX_COLUMNS];
	unsigned int start[DOC_MAX_COLUMNS];
	unsigned int nr;
	bool whole;		/* no row is ever broken */
};

static const struct doc_column *grid_column(const struct grid *g,
					    unsigned int i)
{
	return &g->table->columns[g->column[i]];
}

static unsigned int cell_indent(const struct doc_column *c,
				const struct doc_row *row)
{
	if (!(c->flags & DOC_COLUMN_INDENT))
		return 0;
	if (row->depth > MAX_INDENT / DEPTH_INDENT)
		return MAX_INDENT;
	return row->depth * DEPTH_INDENT;
}

/* A string cell is returned itself: it may be longer than any buffer. */
static const char *cell_text(const struct doc_value *v, char *buf, size_t len)
{
	if (v->kind == DOC_STRING)
		return v->string;
	text_value(v, buf, len);
	return buf;
}

static unsigned int column_width(const struct doc_table *table, unsigned int c)
{
	char buf[TEXT_VALUE_SIZE];
	unsigned int w, max = 0;

	for (const struct doc_row *r = table->first; r; r = r->next) {
		if (!(r->audience & DOC_PEOPLE))
			continue;
		w = text_columns(cell_text(&r->cell[c], buf, sizeof(buf)));
		if (w)
			w += cell_indent(&table->columns[c], r);
		if (w > max)
			max = w;
	}
	return max;
}

static void choose_columns(struct grid *g)
{
	const struct doc_table *table = g->table;
	unsigned int w, label;

	for (unsigned int c = 0; c < table->nr_columns; c++) {
		if (!(table->columns[c].audience & DOC_PEOPLE))
			continue;
		w = column_width(table, c);
		if (!w)
			continue;
		label = table->bare ? 0 : text_columns(table->columns[c].label);
		g->column[g->nr] = c;
		g->width[g->nr++] = w > label ? w : label;
	}
}

/* What text columns may take of the @room that the others leave. */
static void share_room(struct grid *g, unsigned int room)
{
	unsigned int nr_text = 0, wanted = 0, behind, share;

	for (unsigned int i = 0; i < g->nr; i++) {
		if (!(grid_column(g, i)->flags & DOC_COLUMN_WRAP))
			continue;
		nr_text++;
		wanted += g->width[i];
	}
	for (unsigned int i = 0; i < g->nr; i++) {
		if (!(grid_column(g, i)->flags & DOC_COLUMN_WRAP))
			continue;
		behind = wanted - g->width[i];
		share = nr_text == 1 ? room : room * 3 / 5;
		if (room > behind && room - behind > share)
			share = room - behind;
		if (share < MIN_TEXT)
			share = MIN_TEXT;
		wanted = behind;
		nr_text--;
		if (g->width[i] > share)
			g->width[i] = share;
		room = room > g->width[i] ? room - g->width[i] : 0;
	}
}

static void place_columns(struct grid *g, unsigned int left, unsigned int width)
{
	unsigned int fixed = left, at = left;

	for (unsigned int i = 0; i < g->nr; i++) {
		fixed += i ? GAP : 0;
		if (!(grid_column(g, i)->flags & DOC_COLUMN_WRAP))
			fixed += g->width[i];
	}
	share_room(g, width > fixed ? width - fixed : 0);
	for (unsigned int i = 0; i < g->nr; i++) {
		g->start[i] = at;
		at += g->width[i] + GAP;
	}
}

/* @s in column @i, @indent further in; on a line of its own where the line has
 * come too far for it, and further left where it would not fit there. */
static void put_in_column(struct text_out *t, const struct grid *g,
			  unsigned int i, const char *s, unsigned int indent)
{
	const struct doc_column *c = grid_column(g, i);
	unsigned int start = g->start[i] + indent;
	unsigned int len = text_columns(s);
	bool wraps = c->flags & DOC_COLUMN_WRAP;

	if (!len)
		return;
	if (c->flags & DOC_COLUMN_RIGHT && len < g->width[i])
		start = g->start[i] + g->width[i] - len;
	if (!wraps && !g->whole && start + len > t->width)
		start = len < t->width ? t->width - len : 0;
	if (t->column && t->column >= start)
		text_newline(t);
	text_pad(t, start);
	if (wraps)
		text_wrap(t, s, start + (c->flags & DOC_COLUMN_CODE ?
					 CODE_INDENT : 0));
	else
		text_put(t, s);
}

static void put_cell(struct text_out *t, const struct grid *g, unsigned int i,
		     const struct doc_row *row)
{
	const struct doc_column *c = grid_column(g, i);
	char buf[TEXT_VALUE_SIZE];

	put_in_column(t, g, i,
		      cell_text(&row->cell[g->column[i]], buf, sizeof(buf)),
		      cell_indent(c, row));
}

static void put_headings(struct text_out *t, const struct grid *g)
{
	for (unsigned int i = 0; i < g->nr; i++)
		put_in_column(t, g, i, grid_column(g, i)->label, 0);
	text_newline(t);
}

bool text_table_shown(const struct doc_table *table)
{
	for (const struct doc_row *r = table->first; r; r = r->next)
		if (r->audience & DOC_PEOPLE)
			return true;
	return false;
}

void text_table(struct text_out *t, const struct doc_table *table,
		unsigned int left)
{
	struct grid g = { .table = table, .whole = table->whole_rows };

	choose_columns(&g);
	place_columns(&g, table->bare ? 0 : left, t->width);
	if (!table->bare)
		put_headings(t, &g);
	for (const struct doc_row *r = table->first; r; r = r->next) {
		if (!(r->audience & DOC_PEOPLE))
			continue;
		text_tone(t, r->tone);
		for (unsigned int i = 0; i < g.nr; i++)
			put_cell(t, &g, i, r);
		text_tone(t, DOC_PLAIN);
		text_newline(t);
	}
}
