// SPDX-License-Identifier: GPL-2.0-only
/*
 * The distribution: for each cache line its totals, then a row for each offset
 * and place in the code. A row is, in this order,
 *
 *	4 or 5 percents, offset, [node, PA count], [pid], [tid], [code address],
 *	3 means of cycles, [records], CPUs, [symbol], [object], [source], CPUs
 *	by node
 *
 * of which numbers are read from the left, and what is behind the symbol's
 * mode ("[k]") by the form of each piece; a C++ symbol has blanks in it.
 */
#include <config.h>

#include <string.h>

#include "evidence/c2c.h"
#include "base/poison.h"

#define MAX_WORDS	64
#define SYMBOL_WIDTH	26	/* unless perf was told --full-symbols */

void c2c_pareto_heading(struct c2c *c, const char *s)
{
	c->headed = true;
	c->has_pid |= strstr(s, " Pid ") != NULL;
	c->has_tid |= strstr(s, "Tid") != NULL;
	c->has_place |= strstr(s, "PA cnt") != NULL;
	c->has_records |= strstr(s, "records") != NULL;
}

bool c2c_is_line_row(const char *s)
{
	struct word w[8];
	uint64_t v;
	size_t nr = scan_words(s, w, 8), n = 0;

	while (n < nr && scan_dec(w[n], &v))
		n++;
	/* complete, or with the address in the next line */
	return (n == 5 || n == 6) && (n == nr || (n + 1 == nr &&
						 scan_0x(w[n], &v)));
}

bool c2c_is_line_rest(const char *s)
{
	struct word w[2];
	uint64_t v;

	return scan_words(s, w, 2) == 1 && scan_0x(w[0], &v);
}

bool c2c_line_row(struct c2c *c)
{
	struct word w[8];
	uint64_t v[7];
	size_t nr = scan_words(c->row.s, w, 8);

	if ((nr != 6 && nr != 7) || !c->row.nr_lines ||
	    !scan_0x(w[nr - 1], &v[nr - 1]))
		return false;
	for (size_t i = 0; i + 1 < nr; i++) {
		if (!scan_dec(w[i], &v[i]))
			return false;
	}
	if (v[0] > UINT32_MAX)
		return false;
	c->in_line = true;
	c->in_graph = false;
	c->line_index = v[0];
	c->remote = v[1];
	c->local = v[2];
	c->store_hit = v[3];
	c->store_miss = v[4];
	c->store_na = nr == 7 ? v[5] : 0;
	c->line_addr = v[nr - 1];
	return true;
}

static size_t nr_percents(const struct word *w, size_t nr)
{
	uint32_t percent;
	size_t n = 0;

	while (n < nr && scan_percent(w[n], &percent))
		n++;
	return n;
}

bool c2c_is_access_row(const char *s)
{
	struct word w[7];
	uint64_t off;
	size_t nr = scan_words(s, w, 7), n = nr_percents(w, nr);

	/* a wrapped row may have its offset in the next line */
	return (n == 4 || n == 5) && (nr == n || scan_0x(w[n], &off));
}

static bool is_tail(struct word w)
{
	const char *colon = memchr(w.s, ':', w.len);
	uint64_t v;

	if (colon)	/* file.c:123 */
		return scan_is_digits((struct word){ colon + 1,
				w.len - (colon + 1 - w.s) });
	return scan_is_digit(w.s[0]) || w.s[0] == '{' || w.s[0] == '[' ||
	       word_ends(w, "}") || word_ends(w, "%") || scan_0x(w, &v) ||
	       word_is(w, "N/A") || word_is(w, "n/a");
}

/*
 * The rest of a wrapped row. One that lacks its symbol takes what comes; one
 * that has it only what can be object, source or nodes, so that prose behind
 * the last row does not get into it.
 */
bool c2c_is_access_rest(const struct c2c *c, const char *s)
{
	struct word w[MAX_WORDS], two[3];
	size_t nr = scan_words(s, w, MAX_WORDS);
	const char *mode = strstr(c->row.s, " [");

	if (*s == '#' || *s == '|' || *s == '-' || *s == '=')
		return false;
	while (mode && !(mode[2] && mode[3] == ']'))
		mode = strstr(mode + 2, " [");
	if (!mode)
		return true;
	if (scan_words(mode + 4, two, 3) < 2)
		return true;	/* symbol or object are missing */
	for (size_t i = 0; i < nr; i++) {
		if (!is_tail(w[i]))
			return false;
	}
	return true;
}

/* A share of the line's total, as a count again. */
static uint64_t share(struct word w, uint64_t total)
{
	uint32_t percent = 0;
	unsigned __int128 n;

	scan_percent(w, &percent);
	n = (unsigned __int128)total * percent + 5000;
	n /= 10000;
	return n > UINT64_MAX ? UINT64_MAX : (uint64_t)n;
}

static void take_shares(const struct c2c *c, struct evidence_c2c_access *a,
			const struct word *w, size_t n)
{
	a->remote = share(w[0], c->remote);
	a->local = share(w[1], c->local);
	a->store_hit = share(w[2], c->store_hit);
	a->store_miss = share(w[3], c->store_miss);
	if (n == 5) {
		a->store_na = share(w[4], c->store_na);
		a->has |= EVIDENCE_C2C_NA;
	}
	if (c->peers)
		a->has |= EVIDENCE_C2C_PEERS;
}

static bool take_id(struct word w, uint32_t *id)
{
	uint64_t v;

	if (!scan_dec(w, &v) || v > UINT32_MAX)
		return false;
	*id = v;
	return true;
}

/*
 * What stands between offset and code address: node and PA count, pid, tid. A
 * thread is "4242:comm", whose name may have blanks.
 */
static bool take_place(struct text *t, struct evidence_c2c_access *a,
		       const struct word *w, size_t nr, struct lay_error *err)
{
	const char *colon = NULL;
	size_t ids = nr;

	for (size_t i = 0; i < nr && !colon; i++) {
		colon = memchr(w[i].s, ':', w[i].len);
		if (colon) {
			ids = i;
			if (!take_id((struct word){ w[i].s, colon - w[i].s },
				     &a->tid))
				return false;
			a->has |= EVIDENCE_C2C_TID;
		}
	}
	if (ids >= 2) {
		if (!scan_dec(w[1], &a->pa_count))
			return false;
		a->node = text_string(t, w[0], err);
		w += 2;
		ids -= 2;
	}
	if (!ids)
		return true;
	a->has |= EVIDENCE_C2C_PID;
	return ids == 1 && take_id(w[0], &a->pid);
}

/* Mean cycles, records and CPUs. Returns how many words they are, 0: not so. */
static size_t take_means(struct evidence_c2c_access *a, const struct word *w,
			 size_t nr, bool has_records)
{
	size_t n = has_records ? 5 : 4;
	uint64_t v[5];

	if (nr < n)
		return 0;
	for (size_t i = 0; i < n; i++) {
		if (!scan_dec(w[i], &v[i]))
			return 0;
	}
	a->remote_cycles = v[0];
	a->local_cycles = v[1];
	a->load_cycles = v[2];
	if (has_records) {
		a->records = v[3];
		a->has |= EVIDENCE_C2C_ROWS;
	}
	if (v[n - 1] > UINT32_MAX)
		return 0;
	a->nr_cpus = v[n - 1];
	return n;
}

/* "file.c:123", "function+19" */
static bool is_source(struct word w)
{
	for (size_t i = w.len; i-- > 0;) {
		if (w.s[i] == ':' || w.s[i] == '+')
			return i && i + 1 < w.len;
		if (!scan_is_digit(w.s[i]))
			return false;
	}
	return false;
}

static struct word rest_after(struct word whole, struct word part)
{
	const char *s = part.s + part.len;

	return word_trim((struct word){ s, whole.s + whole.len - s });
}

/* Symbol, object, source and CPUs, behind the mode. */
static int take_tail(struct text *t, struct evidence_c2c_access *a,
		     struct word tail, struct lay_error *err)
{
	struct word f[3], first[2], rest = { NULL, 0 };
	size_t nr = scan_fields(tail, f, 3);

	if (nr < 2)	/* the copy has lost its runs of blanks */
		nr = scan_words(tail.s, f, 3);
	if (nr < 2)
		return 0;
	a->symbol = text_string(t, f[0], err);
	a->dso = text_string(t, f[1], err);
	if (!a->symbol || !a->dso)
		return -LAY_E_NOMEM;
	if (f[0].len >= SYMBOL_WIDTH)
		a->has |= EVIDENCE_C2C_CUT;
	if (nr > 2)
		rest = rest_after(tail, f[1]);
	if (rest.len && scan_words(rest.s, first, 2) && is_source(first[0])) {
		a->source = text_string(t, first[0], err);
		if (!a->source)
			return -LAY_E_NOMEM;
		rest = rest_after(tail, first[0]);
	}
	if (rest.len && !(a->cpus = text_string(t, rest, err)))
		return -LAY_E_NOMEM;
	return 0;
}

/* The tail of rows that are not split by code address: [object] CPUs */
static int take_cpus(struct text *t, struct evidence_c2c_access *a,
		     struct word tail, struct lay_error *err)
{
	struct word first[2];

	if (tail.len && scan_words(tail.s, first, 2) &&
	    !scan_is_digit(first[0].s[0])) {
		a->dso = text_string(t, first[0], err);
		if (!a->dso)
			return -LAY_E_NOMEM;
		tail = rest_after(tail, first[0]);
	}
	if (tail.len && !(a->cpus = text_string(t, tail, err)))
		return -LAY_E_NOMEM;
	return 0;
}

/* Where the mode stands among the words; nr: nowhere. */
static size_t find_mode(const struct word *w, size_t nr, char *mode)
{
	size_t i;

	for (i = 0; i < nr && !scan_mode(w[i], mode); i++)
		;
	return i;
}

/*
 * The words behind the offset, up to the mode or the end: @nr of them, of which
 * all must be told where a mode ends them.
 */
static bool take_numbers(struct text *t, const struct c2c *c,
			 struct evidence_c2c_access *a, const struct word *w,
			 size_t nr, bool mode, size_t *used,
			 struct lay_error *err)
{
	bool records = !c->headed || c->has_records;
	size_t i = 0, place;

	while (i < nr && !scan_0x(w[i], &a->iaddr))
		i++;
	place = i;
	if (i < nr) {
		a->has |= EVIDENCE_C2C_IADDR;
		i++;
		records = nr - i >= 5;
	} else {	/* no code address: only the heading can tell */
		place = 2 * (!c->headed || c->has_place) + c->has_pid +
			c->has_tid;
		i = place;
	}
	if (place > nr || !take_place(t, a, w, place, err))
		return false;
	*used = i + take_means(a, w + i, nr - i, records);
	return *used > i && (*used == nr || !mode);
}

int c2c_access_row(struct text *t, struct c2c *c, struct lay_error *err)
{
	struct evidence_c2c_access a = {
		.at = c->row.at, .report = c->report,
		.line_index = c->line_index, .line_addr = c->line_addr,
	};
	struct word w[MAX_WORDS];
	size_t nr = scan_words(c->row.s, w, MAX_WORDS);
	size_t n = nr_percents(w, nr), mode = find_mode(w, nr, &a.mode), used;
	struct word row = { c->row.s, c->row.len };
	uint64_t off;
	int rc;

	if (!c->row.nr_lines || n < 4 || n > 5 || n == nr ||
	    !scan_0x(w[n], &off) || off > UINT32_MAX || mode < n + 1 ||
	    !take_numbers(t, c, &a, w + n + 1, mode - n - 1, mode < nr, &used,
			  err))
		return text_row_refuse(t, &c->row, EVIDENCE_DAMAGED,
				       "this row lacks numbers", err);
	a.line_off = off;
	take_shares(c, &a, w, n);
	if (mode < nr)
		rc = take_tail(t, &a, rest_after(row, w[mode]), err);
	else
		rc = take_cpus(t, &a, rest_after(row, w[n + used]), err);
	return rc < 0 ? rc : input_show_c2c_access(t->in, &a, err);
}
