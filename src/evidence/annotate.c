// SPDX-License-Identifier: GPL-2.0-only
/*
 * `perf annotate --data-type --stdio`: what perf attributed to the members of a
 * type, which it prints as a declaration.
 *
 *	Annotate type: 'struct page' in [kernel.kallsyms] (480 samples):
 *	 event[0] = cpu/mem-loads,ldlat=4/P		(groups only)
 *	 event[1] = cpu/mem-stores/P
 *	=====
 *	          samples     offset       size  field
 *	    447        33          0         64  struct page     {
 *	    108         8          0          8      long unsigned int  flags;
 *	                                         };
 *
 * The first column is called Percent, Samples or Period; there is one for each
 * event of a group. Offsets are hexadecimal in newer versions.
 */
#include <config.h>

#include <string.h>

#include "evidence/text.h"
#include "base/poison.h"

#define MAX_EVENTS	16
#define MAX_DEPTH	32
#define MAX_PATH	512

enum column { PERCENT, SAMPLES, PERIOD };

#define TITLE "Annotate type: '"

struct annotate {
	bool began;
	bool active;		/* within a type */
	bool titled;		/* and the heading came */
	uint32_t report;
	const char *type, *dso;
	uint64_t total;		/* samples of the type */
	enum column column;
	const char *events[MAX_EVENTS];
	unsigned int nr_events;
	/* members that are open, by the length of the path up to them */
	char path[MAX_PATH];
	size_t len_at[MAX_DEPTH];
	unsigned int depth;
	bool lost;		/* a member that opens others was: no paths */
	bool is_title;		/* what waits, else a member */
	struct text_row row;
};

/* "Annotate type: 'struct page' in vmlinux (1 samples):" */
static int title(struct text *t, struct annotate *a, struct lay_error *err)
{
	const char *s = a->row.s + strlen(TITLE), *end = strstr(s, "' "), *p;
	struct word type = { s, 0 }, dso = { NULL, 0 }, total;

	p = end ? strrchr(end, '(') : NULL;
	if (!p || !a->row.nr_lines)
		return text_row_refuse(t, &a->row, EVIDENCE_DAMAGED,
				       "no type and number of samples", err);
	type.len = end - s;
	if (!strncmp(end, "' in ", 5) && p > end + 5)
		dso = word_trim((struct word){ end + 5, p - end - 5 });
	total = (struct word){ p + 1, strcspn(p + 1, " )") };
	a->report += a->began;
	a->began = a->active = true;
	a->titled = a->lost = false;
	a->nr_events = a->depth = 0;
	a->total = 0;
	scan_dec(total, &a->total);
	a->type = text_string(t, type, err);
	a->dso = dso.len ? text_string(t, dso, err) : NULL;
	if (!a->type || (dso.len && !a->dso))
		return -LAY_E_NOMEM;
	input_recount(t->in, EVIDENCE_USED, EVIDENCE_HEADING);
	return 0;
}

/* " event[0] = cpu/mem-loads,ldlat=4/P" */
static int event(struct text *t, struct annotate *a, struct lay_error *err)
{
	const char *equals = strstr(t->line->s, "] = ");

	if (strncmp(t->line->s, "event[", 6) || !equals)
		return 0;
	if (a->nr_events < MAX_EVENTS) {
		struct word name = word_trim(word_of(equals + 4));

		a->events[a->nr_events] = text_string(t, name, err);
		if (!a->events[a->nr_events++])
			return -LAY_E_NOMEM;
	}
	return text_claim(t, EVIDENCE_HEADING);
}

static bool columns(struct annotate *a, const char *s)
{
	static const struct {
		const char *name;
		enum column column;
	} names[] = {
		{ "Percent", PERCENT }, { "samples", SAMPLES },
		{ "Samples", SAMPLES }, { "Period", PERIOD },
	};
	struct word w[5];
	size_t nr = scan_words(s, w, 5);

	if (nr < 4 || !(word_is(w[3], "field") || word_is(w[3], "Field")))
		return false;
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		if (word_is(w[0], names[i].name)) {
			a->column = names[i].column;
			a->titled = true;
			return true;
		}
	}
	return false;
}

/*
 * The declaration behind the numbers: "struct list_head  lru {", "u8[]  pad;".
 * The name is the last word, but for what has none, as "union  {" and the type
 * itself.
 */
static bool declaration(struct word text, struct word *name, bool *opens)
{
	struct word type;

	text = word_trim(text);
	*name = (struct word){ NULL, 0 };
	if (!text.len)
		return false;
	*opens = text.s[text.len - 1] == '{';
	if (!*opens && text.s[text.len - 1] != ';')
		return false;
	text.len--;
	text = word_trim(text);
	while (name->len < text.len &&
	       !scan_blank(text.s[text.len - name->len - 1]))
		name->len++;
	name->s = text.s + text.len - name->len;
	type = word_trim((struct word){ text.s, text.len - name->len });
	/* "union {", and with a tag "struct tag {": no name */
	if (!type.len || ((word_is(type, "struct") || word_is(type, "union")) &&
			  type.s + type.len + 1 == name->s &&
			  name->s[-1] == ' '))
		name->len = 0;
	return true;
}

/* Put a member on the path; false when it is too deep or too long. */
static bool push(struct annotate *a, struct word name, size_t *len)
{
	size_t at = a->depth ? a->len_at[a->depth - 1] : 0;

	*len = at;
	if (!name.len)
		return a->depth < MAX_DEPTH;
	if (a->depth >= MAX_DEPTH || at + 2 + name.len > sizeof(a->path))
		return false;
	if (at)
		a->path[at++] = '.';
	memcpy(a->path + at, name.s, name.len);
	*len = at + name.len;
	return true;
}

static bool value(const struct annotate *a, struct word w,
		  struct evidence_type *ty)
{
	uint64_t v;

	switch (a->column) {
	case PERCENT:
		if (word_ends(w, "%"))
			w.len--;
		if (!scan_fixed(w, 2, &v) || v > UINT32_MAX)
			return false;
		ty->self_x100 = v;
		ty->has |= EVIDENCE_HAS_SELF;
		return true;
	case SAMPLES:
		ty->has |= EVIDENCE_HAS_SAMPLES;
		return scan_dec(w, &ty->samples);
	case PERIOD:
		ty->has |= EVIDENCE_HAS_EVENTS;
		return scan_dec(w, &ty->period);
	}
	return false;
}

/* One row for each event's column; 1, or 0 where no number is. */
static int show(struct text *t, struct annotate *a, struct evidence_type *ty,
		const struct word *values, size_t nr, struct lay_error *err)
{
	for (size_t i = 0; i < nr; i++) {
		int rc;

		ty->event = i < a->nr_events ? a->events[i] : NULL;
		if (!value(a, values[i], ty))
			return 0;
		/* the title counts, where the column does not */
		if (!ty->depth && nr == 1 && a->column != SAMPLES) {
			ty->samples = a->total;
			ty->has |= EVIDENCE_HAS_SAMPLES;
		}
		rc = input_show_type(t->in, ty, err);
		if (rc < 0)
			return rc;
	}
	return 1;
}

static size_t nr_numbers(const struct word *w, size_t nr)
{
	size_t n = 0;
	uint64_t v;

	while (n < nr && (scan_number(w[n], &v) || scan_fixed(w[n], 2, &v)))
		n++;
	return n;
}

/* Values, offset, size, declaration. 1, or 0 where it is not like that. */
static int member(struct text *t, struct annotate *a, struct lay_error *err)
{
	struct evidence_type ty = {
		.at = a->row.at, .tool = EVIDENCE_PERF_ANNOTATE,
		.report = a->report, .type = a->type, .dso = a->dso,
		.has = EVIDENCE_HAS_OFFSET | EVIDENCE_HAS_SIZE,
		.depth = a->depth,
	};
	struct word w[MAX_EVENTS + 3], name;
	size_t nr = scan_words(a->row.s, w, MAX_EVENTS + 3);
	size_t n = nr_numbers(w, nr), len;
	bool opens;

	if (n < 3 || n == nr || !a->row.nr_lines ||
	    !scan_number(w[n - 2], &ty.off) ||
	    !scan_number(w[n - 1], &ty.size) ||
	    !declaration(word_of(w[n].s), &name, &opens))
		return 0;
	if (!a->depth)	/* the type: its own name is no part of a path */
		name.len = 0;
	if (!push(a, name, &len))
		return 0;
	ty.leaf = !opens;
	if (len && !a->lost) {
		ty.field = input_string(t->in, a->path, len, err);
		if (!ty.field)
			return -LAY_E_NOMEM;
	}
	if (opens)
		a->len_at[a->depth++] = len;
	return show(t, a, &ty, w, n - 2, err);
}

/* A member that cannot be read: if it opens others, their paths are lost. */
static void lose(struct annotate *a)
{
	if (a->row.s[a->row.len - 1] != '{')
		return;
	a->lost = true;
	if (a->depth < MAX_DEPTH)
		a->len_at[a->depth++] = 0;
}

static int flush(struct text *t, struct annotate *a, struct lay_error *err)
{
	int rc;

	if (!text_row_waits(&a->row))
		return 0;
	if (a->is_title) {
		rc = title(t, a, err);
		text_row_done(&a->row);
		return rc;
	}
	rc = member(t, a, err);
	if (rc == 0) {
		lose(a);
		return text_row_refuse(t, &a->row, EVIDENCE_DAMAGED,
				       "no member of a type", err);
	}
	text_row_done(&a->row);
	return rc < 0 ? rc : 0;
}

static bool ends_in(const char *s, const char *chars)
{
	return *s && strchr(chars, s[strlen(s) - 1]);
}

/* Declarations end in ';' or '{', titles in "):"; a mail may have wrapped them
 * before that. */
static bool is_open(const struct annotate *a)
{
	return text_row_waits(&a->row) &&
	       !ends_in(a->row.s, a->is_title ? ":)" : ";{");
}

static int end(struct text *t, void *state, struct lay_error *err)
{
	return flush(t, state, err);
}

static int line(struct text *t, void *state, struct lay_error *err)
{
	struct annotate *a = state;
	const char *s = t->line->s;
	bool is_title = !strncmp(s, TITLE, strlen(TITLE));
	struct word w[4];
	int rc;

	if (is_open(a) && *s && *s != '}' && !is_title &&
	    !scan_is_ruler(s, "=", 10))
		return text_row_add(t, &a->row);
	rc = flush(t, a, err);
	if (rc < 0)
		return rc;
	a->is_title = is_title;
	if (is_title)
		return text_row_begin(t, &a->row);
	if (!a->active)
		return 0;
	rc = event(t, a, err);
	if (rc)
		return rc;
	if (columns(a, s) || scan_is_ruler(s, "=", 10))
		return text_claim(t, EVIDENCE_HEADING);
	if (!a->titled)
		return 0;
	if (*s == '}') {
		if (a->depth)
			a->depth--;
		a->active = a->depth;
		return text_claim(t, EVIDENCE_HEADING);
	}
	/* a value, offset and size: the rest may be in the next line */
	return nr_numbers(w, scan_words(s, w, 4)) >= 3 || ends_in(s, ";{") ?
		       text_row_begin(t, &a->row) : 0;
}

const struct text_reader annotate_reader = {
	.format = EVIDENCE_PERF_ANNOTATE,
	.state_size = sizeof(struct annotate),
	.line = line,
	.end = end,
};
