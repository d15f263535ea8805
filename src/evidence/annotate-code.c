// SPDX-License-Identifier: GPL-2.0-only
/*
 * `perf annotate --stdio`: functions, disassembled, with what was sampled at
 * each instruction.
 *
 *	 Percent |	Source code & Disassembly of vmlinux for cycles (375 samples, percent: local period)
 *	-----------------------------------------------------------------------
 *	         : 3   Disassembly of section .text:
 *	         : 5   ffffffff8185c490 <tcp_recvmsg_locked>:
 *	    5.87 :   ffffffff8185c490:       call   ffffffff8106b730 <__fentry__>
 *	         : 21  net/ipv4/tcp.c:2470
 *	    0.00 :   ffffffff8185c4ba:       movl   $0x0,0x44(%rsp)
 *
 * The first column is called Percent, Samples or Period; there is one for each
 * event of a group. Percents are of the function's own samples (local) or of
 * all (global), which the title tells, and are made counts again: exactly, as
 * long as a function has less than 10,000 samples. Of a group it counts those of
 * the leader alone, so that percents of the others stand for no number: they
 * are left out. Rows wait until their function ends, for what they are shares
 * of may be known only then.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "evidence/text.h"
#include "base/poison.h"

#define MAX_EVENTS	16
#define MAX_ROWS	((size_t)1 << 20)	/* instructions of a function */

#define TITLE "Source code & Disassembly of "

enum column { PERCENT, SAMPLES, PERIOD };

/* What one event has at an instruction. */
struct share {
	uint64_t at, ip, value;
	unsigned int event;
};

struct code {
	bool active;		/* within a function */
	bool summary;		/* of lines, over it */
	uint32_t nr_functions;	/* reports are counted by them */
	enum column column;
	bool global;		/* percents are of all samples */
	uint64_t total;		/* samples of the function */
	bool has_total;
	const char *dso, *symbol;
	uint64_t symbol_addr;	/* if there is a symbol */
	const char *events[MAX_EVENTS];
	unsigned int nr_events;
	struct share *shares;
	size_t nr, cap;
	uint64_t sum;		/* of the leader's */
};

/* The number behind a percent or a period; @left were not given away yet. */
static uint64_t count_of(const struct code *c, uint64_t value, uint64_t left)
{
	uint64_t whole = c->column == PERCENT && !c->global ? 10000 : c->sum;
	unsigned __int128 n;

	if (!whole)
		return 0;
	n = (unsigned __int128)c->total * value + whole / 2;
	n /= whole;
	return n < left ? (uint64_t)n : left;
}

static int show(struct text *t, const struct code *c, const struct share *s,
		uint64_t *left, struct lay_error *err)
{
	struct evidence_function f = {
		.at = s->at, .report = c->nr_functions - 1,
		.event = s->event < c->nr_events ? c->events[s->event] : NULL,
		.dso = c->dso, .symbol = c->symbol,
		.ip = s->ip, .has_ip = true,
	};

	if (c->symbol && s->ip >= c->symbol_addr) {
		f.symbol_off = s->ip - c->symbol_addr;
		f.has_symbol_off = true;
	}
	if (c->column == SAMPLES || c->has_total) {
		f.has = EVIDENCE_HAS_SAMPLES;
		f.samples = c->column == SAMPLES ? s->value :
						   count_of(c, s->value, *left);
		*left -= f.samples < *left ? f.samples : *left;
	} else if (c->column == PERCENT) {
		f.has = EVIDENCE_HAS_SELF;
		f.self_x100 = (uint32_t)s->value;
	} else {
		f.has = EVIDENCE_HAS_EVENTS;
		f.period = s->value;
	}
	return input_show_function(t->in, &f, err);
}

static int flush(struct text *t, struct code *c, struct lay_error *err)
{
	uint64_t left = c->total;
	int rc = 0;

	for (size_t i = 0; i < c->nr && rc >= 0; i++)
		rc = show(t, c, &c->shares[i], &left, err);
	c->nr = 0;
	c->sum = 0;
	c->active = c->summary = false;
	return rc < 0 ? rc : 0;
}

/* "cycles", "anon group { cycles, cpu/mem-loads,ldlat=30/P }" */
static int set_events(struct text *t, struct code *c, struct word name,
		      struct lay_error *err)
{
	const char *open = memchr(name.s, '{', name.len);
	const char *end = name.s + name.len, *s = open ? open + 1 : name.s;

	c->nr_events = 0;
	if (open && word_ends(name, "}"))
		end--;
	while (s < end && c->nr_events < MAX_EVENTS) {
		const char *comma = open ? memmem(s, end - s, ", ", 2) : NULL;
		struct word one = { s, (comma ? comma : end) - s };

		one = word_trim(one);
		s = comma ? comma + 2 : end;
		if (!one.len)
			continue;
		c->events[c->nr_events] = text_string(t, one, err);
		if (!c->events[c->nr_events++])
			return -LAY_E_NOMEM;
	}
	return 0;
}

static bool is_title(const char *s, enum column *column)
{
	static const char *const names[] = { "Percent", "Samples", "Period" };
	const char *bar = strchr(s, '|');
	struct word w = { s, strcspn(s, " \t|") };

	if (!bar || strncmp(bar + 1 + strspn(bar + 1, " \t"), TITLE,
			    strlen(TITLE)))
		return false;
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		if (word_is(w, names[i])) {
			*column = (enum column)i;
			return true;
		}
	}
	return false;
}

/* " for cycles (375 samples, percent: local period)": older ones end sooner. */
static int title_rest(struct text *t, struct code *c, const char *s,
		      struct lay_error *err)
{
	const char *open = strrchr(s, '('), *samples;
	struct word name = { s, strlen(s) }, number;

	samples = open ? strstr(open, " sample") : NULL;
	if (samples) {
		number = (struct word){ open + 1, samples - open - 1 };
		c->has_total = scan_dec(number, &c->total);
		c->global = strstr(samples, "percent: global");
		name.len = open - s;
	}
	return set_events(t, c, word_trim(name), err);
}

static int title(struct text *t, struct code *c, enum column column,
		 struct lay_error *err)
{
	const char *s = strstr(t->line->s, TITLE) + strlen(TITLE);
	const char *name = strstr(s, " for ");
	struct word dso;
	int rc = flush(t, c, err);

	if (rc < 0)
		return rc;
	dso = word_trim((struct word){ s, name ? (size_t)(name - s) :
						 strlen(s) });
	c->active = true;
	c->nr_functions++;
	c->column = column;
	c->global = c->has_total = false;
	c->total = 0;
	c->nr_events = 0;
	c->symbol = c->dso = NULL;
	if (dso.len) {
		c->dso = text_string(t, dso, err);
		if (!c->dso)
			return -LAY_E_NOMEM;
	}
	rc = name ? title_rest(t, c, name + 5, err) : 0;
	return rc < 0 ? rc : text_claim(t, EVIDENCE_HEADING);
}

/* ": 5   ffffffff8185c490 <tcp_recvmsg_locked>:", ": int x;", ":" */
static int source(struct text *t, struct code *c, struct lay_error *err)
{
	struct word w[4];
	size_t nr = scan_words(t->line->s + 1, w, 4), first = 0, line;
	uint64_t addr;

	/* newer ones number these lines */
	if (nr == 3 && scan_dec(w[0], &line))
		first = 1;
	if (nr == first + 2 && scan_hex(w[first], &addr) &&
	    w[first].len >= 8 && word_starts(w[first + 1], "<") &&
	    word_ends(w[first + 1], ">:")) {
		struct word name = { w[first + 1].s + 1, w[first + 1].len - 3 };

		c->symbol = text_string(t, name, err);
		c->symbol_addr = addr;
		if (!c->symbol)
			return -LAY_E_NOMEM;
		return text_claim(t, EVIDENCE_HEADING);
	}
	return text_claim(t, EVIDENCE_ASIDE);
}

static bool value(const struct code *c, struct word w, uint64_t *v)
{
	return c->column == PERCENT ?
	       scan_fixed(w, 2, v) && *v <= 10000 :
	       scan_dec(w, v) && *v <= UINT64_MAX >> 1;
}

/* What the events have there. <0: no memory; 1: too much of it. */
static int keep(struct text *t, struct code *c, const struct word *values,
		size_t nr, uint64_t ip, struct lay_error *err)
{
	for (size_t i = 0; i < nr; i++) {
		struct share s = { .at = t->line->nr, .ip = ip,
				   .event = (unsigned int)i };

		if (!value(c, values[i], &s.value))
			return 1;
		if (!s.value || (i && c->column != SAMPLES))
			continue;
		if (!i && __builtin_add_overflow(c->sum, s.value, &c->sum))
			return 1;
		if (c->nr >= MAX_ROWS)
			return 1;
		if (VEC_RESERVE(c->shares, c->nr, c->cap, 1) < 0)
			return lay_error_set(err, LAY_E_NOMEM,
					     "out of memory for a function");
		c->shares[c->nr++] = s;
	}
	return 0;
}

/* " 5.87 :   ffffffff8185c490:  call ..."; 0: it is not like that at all. */
static int row(struct text *t, struct code *c, struct lay_error *err)
{
	struct word w[MAX_EVENTS + 4], addr;
	size_t nr = scan_words(t->line->s, w, MAX_EVENTS + 4), n = 0, at;
	uint64_t v, ip;
	int rc;

	while (n < nr && n < MAX_EVENTS && value(c, w[n], &v))
		n++;
	/* older ones have the source's line in front of the colon */
	for (at = n; at < nr && at < n + 2 && !word_is(w[at], ":"); at++)
		;
	if (!n || at + 1 >= nr || !word_is(w[at], ":"))
		return 0;
	addr = (struct word){ w[at + 1].s, strcspn(w[at + 1].s, ": \t") };
	if (addr.s[addr.len] != ':' || !scan_hex(addr, &ip) || t->line->cut)
		return text_refuse(t, EVIDENCE_DAMAGED, err,
				   "no address of an instruction");
	rc = keep(t, c, w, n, ip, err);
	if (rc > 0)
		return text_refuse(t, EVIDENCE_DAMAGED, err,
				   "no numbers for an instruction");
	return rc < 0 ? rc : text_claim(t, EVIDENCE_USED);
}

/* `perf annotate -l` tells, over a function, its lines in order of heat. */
static int summary(struct text *t, struct code *c, struct lay_error *err)
{
	struct word w[2];
	uint64_t v;
	int rc;

	if (!strncmp(t->line->s, "Sorted summary for file ", 24)) {
		rc = flush(t, c, err);
		c->summary = true;
		return rc < 0 ? rc : text_claim(t, EVIDENCE_ASIDE);
	}
	if (!c->summary)
		return 0;
	if (scan_is_ruler(t->line->s, "-", 10) ||
	    !strncmp(t->line->s, "Nothing higher than ", 20) ||
	    (scan_words(t->line->s, w, 2) == 2 && scan_fixed(w[0], 2, &v)))
		return text_claim(t, EVIDENCE_ASIDE);
	return 0;
}

static int line(struct text *t, void *state, struct lay_error *err)
{
	struct code *c = state;
	enum column column;
	int rc;

	if (is_title(t->line->s, &column))
		return title(t, c, column, err);
	rc = summary(t, c, err);
	if (rc || !c->active)
		return rc;
	if (t->line->s[0] == ':')
		return source(t, c, err);
	if (scan_is_ruler(t->line->s, "-", 10))
		return text_claim(t, EVIDENCE_HEADING);
	return row(t, c, err);
}

static int end(struct text *t, void *state, struct lay_error *err)
{
	return flush(t, state, err);
}

static void deinit(void *state)
{
	struct code *c = state;

	free(c->shares);
}

const struct text_reader annotate_code_reader = {
	.format = EVIDENCE_PERF_ANNOTATE,
	.state_size = sizeof(struct code),
	.line = line,
	.end = end,
	.deinit = deinit,
};
