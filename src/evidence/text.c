// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "evidence/lines.h"
#include "evidence/text.h"
#include "base/poison.h"

/* Who is asked first when a line is nobody's yet. */
static const struct text_reader *const readers[] = {
	&c2c_reader, &lockstat_reader, &annotate_reader, &annotate_code_reader,
	&report_reader, &script_reader, &header_reader,
};

#define NR_READERS (sizeof(readers) / sizeof(readers[0]))

struct dispatcher {
	struct text t;
	void *states[NR_READERS];
	size_t current;		/* NR_READERS: none yet */
	struct text_margin margin;
	uint64_t nr_lines;
	uint64_t stranger_at;	/* the first line that nobody knew */
	char stranger[80];
};

int text_refuse(struct text *t, enum evidence_fate fate, struct lay_error *err,
		const char *why)
{
	int rc = input_note(t->in, fate, t->line->nr, true, err,
			    "%s: '%.80s'", why, t->line->s);

	t->fate = fate;
	return rc < 0 ? rc : 1;
}

static bool append(struct text_row *row, const struct text_line *l)
{
	if (l->len + 3 > sizeof(row->s) - row->len)
		return false;
	if (row->len) {
		memcpy(row->s + row->len, "  ", 2);
		row->len += 2;
	}
	memcpy(row->s + row->len, l->s, l->len + 1);
	row->len += l->len;
	return true;
}

int text_row_begin(struct text *t, struct text_row *row)
{
	row->at = t->line->nr;
	row->nr_lines = 1;
	row->len = 0;
	row->s[0] = '\0';
	/* a line longer than a row is none that we know */
	if (!append(row, t->line) || t->line->cut)
		row->nr_lines = 0;
	return text_claim(t, EVIDENCE_USED);
}

int text_row_add(struct text *t, struct text_row *row)
{
	const size_t nr_breaks = sizeof(row->breaks) / sizeof(row->breaks[0]);

	if (row->nr_lines && row->nr_lines <= nr_breaks)
		row->breaks[row->nr_lines - 1] = row->len;
	if (!append(row, t->line) || t->line->cut)
		return text_claim(t, EVIDENCE_DAMAGED);
	row->nr_lines++;
	return text_claim(t, EVIDENCE_JOINED);
}

int text_row_refuse(struct text *t, struct text_row *row,
		    enum evidence_fate fate, const char *why,
		    struct lay_error *err)
{
	uint64_t at = row->at;

	input_recount(t->in, EVIDENCE_USED, fate);
	for (unsigned int i = 1; i < row->nr_lines; i++)
		input_recount(t->in, EVIDENCE_JOINED, fate);
	row->nr_lines = 0;
	text_row_done(row);
	return input_note(t->in, fate, at, true, err, "%s: '%.80s'", why,
			  row->s);
}

/* Skip blanks and the '>' of quoted mail. */
static const char *strip_margin(const char *s, bool *quoted)
{
	*quoted = false;
	for (;; s++) {
		if (*s == '>')
			*quoted = true;
		else if (!scan_blank(*s))
			return s;
	}
}

static int end_current(struct dispatcher *d, struct lay_error *err)
{
	const struct text_reader *r;

	if (d->current == NR_READERS)
		return 0;
	r = readers[d->current];
	return r->end ? r->end(&d->t, d->states[d->current], err) : 0;
}

/* Whose is the line? 1 somebody's, 0 nobody's. */
static int offer(struct dispatcher *d, struct text_line *l,
		 struct lay_error *err)
{
	int rc = 0;

	d->t.line = l;
	if (d->current < NR_READERS)
		rc = readers[d->current]->line(&d->t, d->states[d->current],
					       err);
	for (size_t i = 0; rc == 0 && i < NR_READERS; i++) {
		enum evidence_fate fate;

		if (i == d->current)
			continue;
		rc = readers[i]->line(&d->t, d->states[i], err);
		if (rc <= 0)
			continue;
		fate = d->t.fate;
		rc = end_current(d, err);
		if (rc < 0)
			return rc;
		d->t.fate = fate;
		d->current = i;
		rc = 1;
	}
	if (rc > 0 && readers[d->current]->format < EVIDENCE_FORMAT_NR_)
		d->t.in->ev.formats |= 1u << readers[d->current]->format;
	return rc;
}

/* A line that nobody claims. */
static int stranger(struct dispatcher *d, const struct text_line *l,
		    struct lay_error *err)
{
	int rc = 0;

	d->t.line = l;
	if (scan_is_ruler(l->s, "=-.~_*+#", 1) || l->s[0] == '#') {
		d->t.fate = EVIDENCE_HEADING;
		return 0;
	}
	if (!d->stranger_at) {
		d->stranger_at = l->nr;
		strncpy(d->stranger, l->s, sizeof(d->stranger) - 1);
	}
	if (d->current < NR_READERS && readers[d->current]->stranger)
		rc = readers[d->current]->stranger(&d->t,
						   d->states[d->current], err);
	if (rc < 0)
		return rc;
	rc = text_refuse(&d->t, EVIDENCE_UNKNOWN, err, "not understood");
	return rc < 0 ? rc : 0;
}

static int one_line(struct dispatcher *d, const char *raw, bool cut,
		    struct lay_error *err)
{
	struct text_line l = { .raw = raw, .nr = ++d->nr_lines, .cut = cut };
	const char *bare;
	int rc;

	l.s = strip_margin(raw, &l.quoted);
	bare = text_margin_strip(&d->margin, l.s);
	l.quoted |= bare != l.s;
	l.s = bare;
	l.len = strlen(l.s);
	d->t.fate = EVIDENCE_HEADING;
	rc = offer(d, &l, err);
	if (rc == 0 && l.len)
		rc = stranger(d, &l, err);
	input_count(d->t.in, d->t.fate);
	return rc < 0 ? rc : 0;
}

/* The first lines, kept so that their margin can be told. */
struct window {
	char *lines[TEXT_WINDOW];
	bool cut[TEXT_WINDOW];
	size_t nr;
};

static int fill_window(struct lines *l, struct window *w,
		       struct lay_error *err)
{
	struct line raw;
	int rc = 1;

	while (w->nr < TEXT_WINDOW &&
	       (rc = lines_next(l, &raw, err)) > 0) {
		w->lines[w->nr] = strdup(raw.s);
		if (!w->lines[w->nr])
			return lay_error_set(err, LAY_E_NOMEM,
					     "out of memory");
		w->cut[w->nr++] = raw.cut;
	}
	return rc;
}

static void find_margin(struct dispatcher *d, const struct window *w)
{
	char *lines[TEXT_WINDOW];
	bool quoted;

	for (size_t i = 0; i < w->nr; i++)
		lines[i] = w->lines[i] +
			   (strip_margin(w->lines[i], &quoted) - w->lines[i]);
	text_margin_find(&d->margin, lines, w->nr);
}

static int all_lines(struct dispatcher *d, struct lines *l,
		     struct lay_error *err)
{
	struct window w = { .nr = 0 };
	struct line raw;
	int rc = fill_window(l, &w, err), done;

	if (rc >= 0)
		find_margin(d, &w);
	for (size_t i = 0; i < w.nr; i++) {
		if (rc >= 0) {
			done = one_line(d, w.lines[i], w.cut[i], err);
			rc = done < 0 ? done : rc;
		}
		free(w.lines[i]);
	}
	while (rc > 0 && (rc = lines_next(l, &raw, err)) > 0) {
		done = one_line(d, raw.s, raw.cut, err);
		if (done < 0)
			rc = done;
	}
	return rc < 0 ? rc : end_current(d, err);
}

int text_read(struct input *in, struct lay_error *err)
{
	struct dispatcher d = { .t = { .in = in }, .current = NR_READERS };
	struct lines l;
	int rc = lines_init(&l, in->src, err);

	for (size_t i = 0; i < NR_READERS; i++) {
		d.states[i] = calloc(1, readers[i]->state_size);
		if (!d.states[i])
			rc = lay_error_set(err, LAY_E_NOMEM, "out of memory");
	}
	if (rc == 0)
		rc = all_lines(&d, &l, err);
	lines_deinit(&l);
	for (size_t i = 0; i < NR_READERS; i++) {
		if (d.states[i] && readers[i]->deinit)
			readers[i]->deinit(d.states[i]);
		free(d.states[i]);
	}
	if (rc == 0 && !in->ev.formats)
		rc = lay_error_set(err, LAY_E_FORMAT,
				   "of no known format; line %llu is '%s'",
				   (unsigned long long)(d.stranger_at ?
							d.stranger_at : 1),
				   d.stranger);
	return rc;
}
