// SPDX-License-Identifier: GPL-2.0-only
/*
 * A report as a whole: what it says of its event, which columns it has, and
 * call graphs, which are passed over.
 */
#include <config.h>

#include <stdio.h>
#include <string.h>

#include "evidence/report.h"
#include "base/poison.h"

static const struct {
	const char *name;
	enum report_column column;
} column_names[] = {
	{ "Overhead", REPORT_SELF },
	{ "Self", REPORT_SELF },
	{ "Children", REPORT_CHILDREN },
	{ "Latency", REPORT_OTHER_PERCENT },
	{ "sys", REPORT_OTHER_PERCENT },
	{ "usr", REPORT_OTHER_PERCENT },
	{ "guest sys", REPORT_OTHER_PERCENT },
	{ "guest usr", REPORT_OTHER_PERCENT },
	{ "Samples", REPORT_SAMPLES },
	{ "Period", REPORT_PERIOD },
	{ "Weight1", REPORT_OTHER_NUMBER },
	{ "Weight2", REPORT_OTHER_NUMBER },
	{ "Weight3", REPORT_OTHER_NUMBER },
	{ "Command", REPORT_COMM },
	{ "Shared Object", REPORT_DSO },
	{ "Symbol", REPORT_SYMBOL },
	{ "Source:Line", REPORT_SOURCE },
	{ "Data Type", REPORT_TYPE },
	{ "Data Type Offset", REPORT_TYPE_OFFSET },
	/* names of two words that are of no use here */
	{ "Data Symbol", REPORT_OTHER_TEXT },
	{ "Data Object", REPORT_OTHER_TEXT },
	{ "Local Weight", REPORT_OTHER_TEXT },
	{ "Memory access", REPORT_OTHER_TEXT },
	{ "TLB access", REPORT_OTHER_TEXT },
	{ "Local INSTR Latency", REPORT_OTHER_TEXT },
};

static enum report_column column_of(struct word w)
{
	for (size_t i = 0; i < sizeof(column_names) / sizeof(column_names[0]);
	     i++) {
		if (word_is(w, column_names[i].name))
			return column_names[i].column;
	}
	return REPORT_OTHER_TEXT;
}

static bool is_column(struct word w)
{
	for (size_t i = 0; i < sizeof(column_names) / sizeof(column_names[0]);
	     i++) {
		if (word_is(w, column_names[i].name))
			return true;
	}
	/* the second half of a name that was broken in two */
	return word_is(w, "Offset") || word_is(w, "Type") ||
	       word_is(w, "Object");
}

static const char *uncomment(const char *s)
{
	while (*s == '#' || scan_blank(*s))
		s++;
	return s;
}

/* "Overhead  Command  Shared Object  Symbol": -t puts something between. */
static bool is_columns(const char *s, char *separator)
{
	size_t n = strcspn(s, " \t,;:|!@^/") ;
	struct word first = { s, n };

	if (!word_is(first, "Overhead") && !word_is(first, "Children"))
		return false;
	*separator = s[n] == ' ' || s[n] == '\t' ? 0 : s[n];
	/* with single blanks it could be prose */
	return s[n] && (*separator || scan_blank(s[n + 1]) ||
			strstr(s, "Symbol") || strstr(s, "Data Type"));
}

/* Headings whose runs of blanks were folded: known names, longest first. */
static size_t folded_columns(struct word line, struct word *f, size_t max)
{
	size_t nr = 0;

	while (nr < max && (line = word_trim(line)).len) {
		struct word name = { line.s, 0 };

		while (name.len < line.len && !scan_blank(line.s[name.len]))
			name.len++;
		for (size_t i = 0; i < sizeof(column_names) /
				       sizeof(column_names[0]); i++) {
			size_t n = strlen(column_names[i].name);

			if (n > name.len && word_starts(line,
							column_names[i].name))
				name.len = n;
		}
		f[nr++] = name;
		line.s += name.len;
		line.len -= name.len;
	}
	return nr;
}

/* @s names columns, all of them, or those behind where a mail broke the line. */
static void set_columns(struct report *r, const char *s)
{
	struct word f[REPORT_MAX_COLUMNS], line;
	size_t nr, len = r->in_heading ? strlen(r->heading) : 0;

	snprintf(r->heading + len, sizeof(r->heading) - len, "%s%s",
		 len ? "  " : "", s);
	r->in_heading = true;
	line = word_of(r->heading);
	nr = r->separator ?
		scan_separated(line, r->separator, f, REPORT_MAX_COLUMNS) :
		scan_fields(line, f, REPORT_MAX_COLUMNS);
	if (nr == 1)
		nr = folded_columns(line, f, REPORT_MAX_COLUMNS);
	r->nr_columns = 0;
	r->hierarchy = false;
	for (size_t i = 0; i < nr; i++) {
		const char *slash = memmem(f[i].s, f[i].len, " / ", 3);

		/* levels of a hierarchy share a column */
		while (slash && r->nr_columns + 1 < REPORT_MAX_COLUMNS) {
			struct word level = { f[i].s, slash - f[i].s };

			r->hierarchy = true;
			r->columns[r->nr_columns++] = column_of(level);
			f[i].len -= slash + 3 - f[i].s;
			f[i].s = slash + 3;
			slash = memmem(f[i].s, f[i].len, " / ", 3);
		}
		if (word_is(f[i], "/"))
			r->hierarchy = true;
		else if (r->nr_columns < REPORT_MAX_COLUMNS)
			r->columns[r->nr_columns++] = column_of(f[i]);
	}
	r->comm = r->dso = NULL;
	r->first_end = 0;
	r->active = true;
}

/* Nothing but names of columns: the rest of a heading. */
static bool is_more_columns(const struct report *r, const char *s)
{
	struct word f[REPORT_MAX_COLUMNS];
	size_t nr = folded_columns(word_of(s), f, REPORT_MAX_COLUMNS);

	if (!r->in_heading || r->separator)
		return false;
	for (size_t i = 0; i < nr; i++) {
		if (!is_column(f[i]) && !word_is(f[i], "/"))
			return false;
	}
	return nr;
}

/* Another report begins; forget what the last one was of. */
static void next_report(struct report *r)
{
	if (r->began)
		r->report++;
	r->began = false;
	r->nr_events = 0;
	r->nr_columns = 0;
	r->active = true;
	r->in_graph = false;
}

/* "53K of event 'cpu-clock'", "277  of events 'mem-loads, dummy:u'" */
static int set_events(struct text *t, struct report *r, const char *s,
		      struct lay_error *err)
{
	const char *open = strchr(s, '\''), *close = strrchr(s, '\'');

	if (!open || close == open)
		return 0;
	for (open++; open < close && r->nr_events < REPORT_MAX_EVENTS;) {
		const char *comma = memmem(open, close - open, ", ", 2);
		const char *end = comma ? comma : close;

		r->events[r->nr_events] =
			input_string(t->in, open, end - open, err);
		if (!r->events[r->nr_events++])
			return -LAY_E_NOMEM;
		open = comma ? comma + 2 : close;
	}
	return 0;
}

/* What stands over a report, "# Event count (approx.): 13442500000" */
static int fact(struct text *t, struct report *r, struct lay_error *err)
{
	static const char *const keys[] = {
		"Samples", "Event count (approx.)", "Total weight",
		"Total Lost Samples", "Sort order",
	};
	const char *s = uncomment(t->line->s), *colon = strchr(s, ':');
	struct evidence_fact f = {
		.at = t->line->nr, .format = EVIDENCE_PERF_REPORT,
	};
	struct word key, text, number;
	size_t i;
	int rc;

	if (!colon)
		return 0;
	key = word_trim((struct word){ s, colon - s });
	for (i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
		if (word_is(key, keys[i]))
			break;
	}
	text = word_trim(word_of(colon + 1));
	if (i == sizeof(keys) / sizeof(keys[0]) || !text.len ||
	    (i == 0 && !strstr(text.s, "of event")))
		return 0;
	if (i == 0) {
		next_report(r);
		rc = set_events(t, r, text.s, err);
		if (rc < 0)
			return rc;
	}
	number = (struct word){ text.s, strcspn(text.s, " \t") };
	f.report = r->report;
	f.section = r->nr_events ? r->events[0] : NULL;
	f.key = keys[i];
	f.text = text_string(t, text, err);
	f.number = scan_count(number, &f.value, &f.approximate);
	if (!f.text)
		return -LAY_E_NOMEM;
	rc = input_show_fact(t->in, &f, err);
	return rc < 0 ? rc : text_claim(t, EVIDENCE_USED);
}

static int flush(struct text *t, struct report *r, struct lay_error *err)
{
	int rc;

	if (!text_row_waits(&r->row))
		return 0;
	r->began = true;
	rc = report_row(t, r, err);
	text_row_done(&r->row);
	return rc;
}

/* "|", "|--12.3%--main", "---main" below a row, then names alone. */
static bool is_graph(struct report *r, const char *s)
{
	size_t dashes = strspn(s, "-");

	if (!r->row_above)
		return false;
	if (*s == '|' || (dashes > 1 && s[dashes] && !scan_blank(s[dashes])))
		r->in_graph = true;
	return r->in_graph;
}

static int line(struct text *t, void *state, struct lay_error *err)
{
	struct report *r = state;
	const char *s = t->line->s;
	char separator;
	int rc;

	if (text_row_waits(&r->row) && *s && report_is_rest(r, s))
		return text_row_add(t, &r->row);
	rc = flush(t, r, err);
	if (rc < 0)
		return rc;
	if (!*s) {
		r->in_graph = false;
		return 0;
	}
	rc = fact(t, r, err);
	if (rc)
		return rc;
	if (is_columns(uncomment(s), &separator)) {
		r->separator = separator;
		r->in_heading = false;
		set_columns(r, uncomment(s));
		return text_claim(t, EVIDENCE_HEADING);
	}
	if (is_more_columns(r, uncomment(s))) {
		set_columns(r, uncomment(s));
		return text_claim(t, EVIDENCE_HEADING);
	}
	r->in_heading = false;
	if (report_is_row(r, s)) {
		r->in_graph = false;
		r->row_above = true;
		r->end = s - t->line->raw + strcspn(s, "%");
		if (!r->first_end)
			r->first_end = r->end;
		return text_row_begin(t, &r->row);
	}
	if (is_graph(r, s))
		return text_claim(t, EVIDENCE_ASIDE);
	if (r->active && scan_is_ruler(uncomment(s), ".", 3))
		return text_claim(t, EVIDENCE_HEADING);
	return 0;
}

static int end(struct text *t, void *state, struct lay_error *err)
{
	struct report *r = state;
	int rc = flush(t, r, err);

	r->in_graph = r->row_above = false;
	r->nr_columns = 0;
	return rc;
}

const struct text_reader report_reader = {
	.format = EVIDENCE_PERF_REPORT,
	.state_size = sizeof(struct report),
	.line = line,
	.end = end,
};
