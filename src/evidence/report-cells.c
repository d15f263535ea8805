// SPDX-License-Identifier: GPL-2.0-only
/*
 * The cells of a row: percents, numbers, texts, in the order of the columns.
 * Texts are wider than their columns whenever they like, so that places mean
 * nothing; but two blanks are between any two, as long as nobody has folded
 * them. A symbol is known by the mode in front of it ("[k]"), and anchors its
 * column where others are missing; a type with offset by its form.
 */
#include <config.h>

#include <string.h>

#include "evidence/report.h"
#include "base/poison.h"

#define MAX_FIELDS REPORT_MAX_COLUMNS

/* "[k] name" in a text: where the mode starts, or NULL. */
static const char *find_mode(const char *s)
{
	char mode;

	for (const char *p = strchr(s, '['); p; p = strchr(p + 1, '[')) {
		if ((p == s || scan_blank(p[-1]) || p[-1] == ',') &&
		    p[1] && p[2] && scan_blank(p[3]) &&
		    scan_mode((struct word){ p, 3 }, &mode))
			return p;
	}
	return NULL;
}

bool report_symbol(struct word w, char *mode, struct word *name)
{
	if (w.len < 4 || !scan_mode((struct word){ w.s, 3 }, mode))
		return false;
	*name = word_trim((struct word){ w.s + 4, w.len - 4 });
	return name->len;
}

/* What ends a cell: the separator of -t, or blanks. */
static size_t cell_len(const struct report *r, const char *s)
{
	const char stop[3] = { r->separator ? r->separator : ' ',
			       r->separator ? '\0' : '\t', '\0' };

	return strcspn(s, stop);
}

bool report_is_row(const struct report *r, const char *s)
{
	size_t n = cell_len(r, s);
	struct word first = word_trim((struct word){ s, n });
	uint32_t percent;

	if (!scan_percent(first, &percent))
		return false;
	return r->nr_columns || find_mode(s + n);
}

/* The next cell of the row. */
static struct word next_cell(const struct report *r, const char **s)
{
	struct word w;
	size_t n;

	while (scan_blank(**s))
		++*s;
	n = cell_len(r, *s);
	w = word_trim((struct word){ *s, n });
	*s += n;
	if (r->separator && **s)
		++*s;
	return w;
}

static void put_number(struct report_cells *c, enum report_column column,
		       unsigned int event, uint64_t v)
{
	switch (column) {
	case REPORT_SELF:
		c->self[event] = v;
		c->has |= EVIDENCE_HAS_SELF;
		break;
	case REPORT_CHILDREN:
		c->children[event] = v;
		c->has |= EVIDENCE_HAS_CHILDREN;
		break;
	case REPORT_SAMPLES:
		c->samples[event] = v;
		c->has |= EVIDENCE_HAS_SAMPLES;
		break;
	case REPORT_PERIOD:
		c->period[event] = v;
		c->has |= EVIDENCE_HAS_EVENTS;
		break;
	default:
		break;
	}
}

/*
 * Percents and numbers: each such column has a value for each event of the
 * group. Rows without heading have one percent.
 */
static bool take_numbers(const struct report *r, struct report_cells *c,
			 const char **s)
{
	uint32_t percent;
	uint64_t v;

	c->nr_events = r->nr_columns && r->nr_events ? r->nr_events : 1;
	for (size_t i = 0; i < r->nr_columns &&
	     r->columns[i] < REPORT_COMM; i++) {
		for (unsigned int k = 0; k < c->nr_events; k++) {
			struct word w = next_cell(r, s);

			if (r->columns[i] < REPORT_SAMPLES) {
				if (!scan_percent(w, &percent))
					return false;
				v = percent;
			} else if (!scan_dec(w, &v)) {
				return false;
			}
			put_number(c, r->columns[i], k, v);
		}
	}
	if (r->nr_columns)
		return true;
	c->has = EVIDENCE_HAS_SELF;
	return scan_percent(next_cell(r, s), &c->self[0]);
}

/* [samples] [command] object, in front of the symbol, as nearly always. */
static bool guess_texts(struct report_cells *c, const char *s)
{
	const char *mode = find_mode(s);
	struct word f[4], left, last;
	size_t nr;

	if (!mode)
		return false;
	left = word_trim((struct word){ s, mode - s });
	nr = scan_fields(left, f, 4);
	if (nr > 1 && scan_dec(f[0], &c->samples[0])) {
		c->has |= EVIDENCE_HAS_SAMPLES;
		left = word_trim((struct word){ f[0].s + f[0].len,
				left.s + left.len - f[0].s - f[0].len });
		nr--;
	}
	if (nr > 2)
		return false;
	/* the object is the last, and has no blanks */
	last = left;
	while (last.len && !scan_blank(left.s[last.len - 1]))
		last.len--;
	c->text[REPORT_COMM] = word_trim(last);
	c->text[REPORT_DSO] = (struct word){ left.s + last.len,
					     left.len - last.len };
	/* what is behind the symbol is not ours */
	scan_fields(word_of(mode), f, 2);
	c->text[REPORT_SYMBOL] = f[0];
	return true;
}

/* Give the texts to the columns, from the left or from the symbol on. */
static bool take_texts(const struct report *r, struct report_cells *c,
		       const char *s)
{
	struct word f[MAX_FIELDS];
	size_t nr, first = 0, shift = 0;

	while (first < r->nr_columns && r->columns[first] < REPORT_COMM)
		first++;
	nr = r->separator ?
		scan_separated(word_of(s), r->separator, f, MAX_FIELDS) :
		scan_fields(word_of(s), f, MAX_FIELDS);
	if (nr != r->nr_columns - first) {
		size_t at, column = first;

		for (at = 0; at < nr && find_mode(f[at].s) != f[at].s; at++)
			;
		while (column < r->nr_columns &&
		       r->columns[column] != REPORT_SYMBOL)
			column++;
		if (at == nr || column == r->nr_columns ||
		    at > column - first)
			return false;
		shift = column - first - at;
	}
	for (size_t i = 0; i < nr && first + shift + i < r->nr_columns; i++) {
		enum report_column column = r->columns[first + shift + i];

		if (!c->text[column].len)
			c->text[column] = f[i];
	}
	return true;
}

/* Are the columns such that guess_texts() is no guess? */
static bool is_usual(const struct report *r)
{
	for (size_t i = 0; i < r->nr_columns; i++) {
		if (r->columns[i] == REPORT_OTHER_TEXT)
			return false;
		if (r->columns[i] == REPORT_SYMBOL)
			return i + 1 == r->nr_columns;
	}
	return false;
}

/* "[k] name file.c:12", whose blanks were folded. */
static bool take_source(const struct report *r, struct report_cells *c,
			const char *s)
{
	struct word w[4];

	if (r->columns[r->nr_columns - 1] != REPORT_SOURCE ||
	    r->nr_columns < 2 ||
	    r->columns[r->nr_columns - 2] != REPORT_SYMBOL ||
	    (r->nr_columns > 2 && r->columns[r->nr_columns - 3] >= REPORT_COMM) ||
	    scan_words(s, w, 4) != 3)
		return false;
	c->text[REPORT_SYMBOL] = (struct word){ w[0].s,
						w[1].s + w[1].len - w[0].s };
	c->text[REPORT_SOURCE] = w[2];
	return true;
}

/* One text with no runs of blanks in it: the levels of a hierarchy, or a row
 * whose blanks were folded. */
static bool take_one(const struct report *r, struct report_cells *c,
		     const char *s)
{
	struct word w = word_trim(word_of(s));
	bool both = !r->hierarchy && report_has_column(r, REPORT_TYPE) &&
		    report_has_column(r, REPORT_TYPE_OFFSET);
	const char *mode = find_mode(w.s);

	if (report_has_types(r)) {
		bool offset = word_ends(w, ")") && memmem(w.s, w.len, " +", 2);

		c->text[offset ? REPORT_TYPE_OFFSET : REPORT_TYPE] = w;
		return offset || !both;
	}
	if (r->hierarchy) {
		c->text[mode == w.s ? REPORT_SYMBOL : REPORT_OTHER_TEXT] = w;
		return w.len;
	}
	return take_source(r, c, s) || (is_usual(r) && guess_texts(c, s));
}

/* "struct page +8 (lru.next)", "(unknown) +0 (no field)" */
static bool split_type(const struct report *r, struct report_cells *c)
{
	struct word w = c->text[REPORT_TYPE_OFFSET], off;
	size_t plus = w.len, half;

	while (plus > 1 && !(w.s[plus - 1] == '+' && w.s[plus - 2] == ' '))
		plus--;
	if (plus < 2)
		return false;
	off.s = w.s + plus;
	off.len = strcspn(off.s, " ");
	if (off.len + 3 > w.len - plus || !scan_number(off, &c->off) ||
	    off.s[off.len + 1] != '(' || !word_ends(w, ")"))
		return false;
	c->field.s = off.s + off.len + 2;
	c->field.len = w.s + w.len - 1 - c->field.s;
	c->type = word_trim((struct word){ w.s, plus - 2 });
	/* folded blanks: the type stands there twice */
	half = c->type.len / 2;
	if (report_has_column(r, REPORT_TYPE) && !r->hierarchy &&
	    c->type.len % 2 && c->type.s[half] == ' ' &&
	    !memcmp(c->type.s, c->type.s + half + 1, half))
		c->type.len = half;
	c->has_off = true;
	return c->type.len;
}

bool report_cells(const struct report *r, const char *s,
		  struct report_cells *c)
{
	struct word fields[2], name;
	char mode;

	*c = (struct report_cells){ .has = 0 };
	if (!take_numbers(r, c, &s))
		return false;
	if (!r->separator && (r->hierarchy || !r->nr_columns ||
			      scan_fields(word_of(s), fields, 2) < 2)) {
		if (r->nr_columns ? !take_one(r, c, s) : !guess_texts(c, s))
			return false;
	} else if (!take_texts(r, c, s)) {
		return false;
	}
	if (c->text[REPORT_SYMBOL].len ?
	    !report_symbol(c->text[REPORT_SYMBOL], &mode, &name) :
	    report_has_column(r, REPORT_SYMBOL) && !r->hierarchy)
		return false;
	if (c->text[REPORT_TYPE_OFFSET].len)
		return split_type(r, c);
	if (c->text[REPORT_TYPE].len)	/* with an offset it is no type alone */
		return !memmem(c->text[REPORT_TYPE].s,
			       c->text[REPORT_TYPE].len, " +", 2);
	return c->text[REPORT_SYMBOL].len || c->text[REPORT_DSO].len ||
	       c->text[REPORT_COMM].len || r->hierarchy;
}
