// SPDX-License-Identifier: GPL-2.0-only
/* Rows of a report, once their cells are known: of functions or of types. */
#include <config.h>

#include <string.h>

#include "evidence/report.h"
#include "base/poison.h"

#define LEVEL_INDENT 3	/* that perf moves each level to the right */

/* Which column is a row of a hierarchy of, by how far right it stands? */
static enum report_column level_column(const struct report *r)
{
	size_t first = 0, level = r->end > r->first_end ?
		(r->end - r->first_end) / LEVEL_INDENT : 0;

	while (first < r->nr_columns && r->columns[first] < REPORT_COMM)
		first++;
	return first + level < r->nr_columns ? r->columns[first + level] :
					       REPORT_OTHER_TEXT;
}

/* A level above the symbols: keep its name for them. */
static int take_level(struct text *t, struct report *r,
		      const struct report_cells *c, struct lay_error *err)
{
	const char *name = text_string(t, c->text[REPORT_OTHER_TEXT], err);

	if (!name)
		return -LAY_E_NOMEM;
	switch (level_column(r)) {
	case REPORT_COMM:
		r->comm = name;
		break;
	case REPORT_DSO:
		r->dso = name;
		break;
	default:
		break;
	}
	return 0;
}

static int get_text(struct text *t, const struct report_cells *c,
		    enum report_column column, const char **s,
		    struct lay_error *err)
{
	if (!c->text[column].len)
		return 0;
	*s = text_string(t, c->text[column], err);
	return *s ? 0 : -LAY_E_NOMEM;
}

static int show_types(struct text *t, const struct report *r,
		      const struct report_cells *c, struct lay_error *err)
{
	struct evidence_type ty = {
		.at = r->row.at, .tool = EVIDENCE_PERF_REPORT,
		.report = r->report, .has = c->has & ~EVIDENCE_HAS_CHILDREN,
	};
	struct word name;
	char mode;
	int rc = get_text(t, c, REPORT_DSO, &ty.dso, err);

	ty.type = text_string(t, c->has_off ? c->type : c->text[REPORT_TYPE],
			      err);
	if (c->has_off) {
		ty.off = c->off;
		ty.has |= EVIDENCE_HAS_OFFSET;
		ty.leaf = true;
		ty.depth = 1;
	}
	if (rc < 0 || !ty.type)
		return -LAY_E_NOMEM;
	if (c->field.len && !word_is(c->field, "no field")) {
		ty.field = text_string(t, c->field, err);
		if (!ty.field)
			return -LAY_E_NOMEM;
	}
	if (rc == 0 && report_symbol(c->text[REPORT_SYMBOL], &mode, &name)) {
		ty.symbol = text_string(t, name, err);
		rc = ty.symbol ? 0 : -LAY_E_NOMEM;
	}
	for (unsigned int i = 0; rc == 0 && i < c->nr_events; i++) {
		if (c->nr_events > 1 && !c->self[i] && !c->samples[i])
			continue;
		ty.event = i < r->nr_events ? r->events[i] : NULL;
		ty.self_x100 = c->self[i];
		ty.samples = c->samples[i];
		ty.period = c->period[i];
		rc = input_show_type(t->in, &ty, err);
	}
	return rc < 0 ? rc : 1;
}

static int show_functions(struct text *t, const struct report *r,
			  const struct report_cells *c, struct lay_error *err)
{
	struct evidence_function f = {
		.at = r->row.at, .report = r->report, .has = c->has,
	};
	struct word name;
	int rc = get_text(t, c, REPORT_COMM, &f.comm, err);

	if (rc == 0)
		rc = get_text(t, c, REPORT_DSO, &f.dso, err);
	if (rc == 0)
		rc = get_text(t, c, REPORT_SOURCE, &f.source, err);
	if (r->hierarchy) {
		f.comm = r->comm;
		f.dso = r->dso;
	}
	if (rc == 0 && report_symbol(c->text[REPORT_SYMBOL], &f.mode, &name)) {
		f.symbol = text_string(t, name, err);
		/* perf prints all 16 digits */
		f.has_ip = name.len == 18 && scan_0x(name, &f.ip);
		rc = f.symbol ? 0 : -LAY_E_NOMEM;
	}
	for (unsigned int i = 0; rc == 0 && i < c->nr_events; i++) {
		if (c->nr_events > 1 && !c->self[i] && !c->children[i] &&
		    !c->samples[i])
			continue;
		f.event = i < r->nr_events ? r->events[i] : NULL;
		f.self_x100 = c->self[i];
		f.children_x100 = c->children[i];
		f.samples = c->samples[i];
		f.period = c->period[i];
		rc = input_show_function(t->in, &f, err);
	}
	return rc < 0 ? rc : 1;
}

/*
 * The row with its lines joined. Where they were, a mail may have cut between
 * two columns or within one: two blanks or one.
 */
static bool join(const struct report *r, struct text_row *row,
		 struct report_cells *c)
{
	unsigned int nr_breaks = row->nr_lines ? row->nr_lines - 1 : 0;

	if (!row->nr_lines || nr_breaks > 4)
		return false;
	for (unsigned int mask = 0; mask < 1u << nr_breaks; mask++) {
		char s[TEXT_ROW_SIZE];
		size_t from = 0, len = 0;

		for (unsigned int i = 0; i <= nr_breaks; i++) {
			size_t to = i < nr_breaks ? row->breaks[i] : row->len;

			memcpy(s + len, row->s + from, to - from);
			len += to - from;
			if (i == nr_breaks)
				break;
			from = to + 2;
			s[len++] = ' ';
			if (!(mask & 1u << i))
				s[len++] = ' ';
		}
		s[len] = '\0';
		if (!report_cells(r, s, c))
			continue;
		/* cells point into the row: it is as it was read */
		memcpy(row->s, s, len + 1);
		row->len = len;
		return report_cells(r, row->s, c);
	}
	return false;
}

bool report_is_rest(const struct report *r, const char *s)
{
	struct text_row whole = r->row;
	struct report_cells c;

	if (r->separator || *s == '#' || *s == '|' || !strncmp(s, "--", 2) ||
	    report_is_row(r, s))
		return false;
	/* offset and field, cut off a type that could be a whole row */
	if (report_has_types(r) && *s == '+')
		return true;
	return !join(r, &whole, &c);
}

int report_row(struct text *t, struct report *r, struct lay_error *err)
{
	struct report_cells c;
	int rc;

	if (!join(r, &r->row, &c))
		return text_row_refuse(t, &r->row, EVIDENCE_DAMAGED,
				       "this row does not fit its columns",
				       err);
	if (c.has_off || c.text[REPORT_TYPE].len) {
		rc = show_types(t, r, &c, err);
	} else if (c.text[REPORT_SYMBOL].len || !r->hierarchy) {
		rc = show_functions(t, r, &c, err);
	} else {	/* a level above: its parts come below it */
		input_recount(t->in, EVIDENCE_USED, EVIDENCE_HEADING);
		rc = take_level(t, r, &c, err);
	}
	return rc < 0 ? rc : 0;
}
