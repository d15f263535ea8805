// SPDX-License-Identifier: GPL-2.0-only
/*
 * The lines of `perf script`. With call chains a sample has a line without IP,
 * then a line for each frame, innermost first, then perhaps its physical
 * address, then a blank one; so a sample waits until it is clear that no frame
 * comes.
 */
#include <config.h>

#include <string.h>

#include "evidence/script.h"
#include "base/poison.h"

struct script {
	bool waits;		/* sample: for frames, or for the rest of it */
	bool in_chain;		/* frames have come */
	bool headless;		/* chains of -F ip,sym have no head */
	bool began;
	bool headed;		/* lines have heads: all of them, then */
	bool ambiguous;		/* the sample has a number that could be two
				 * things, and no address else */
	struct script_memory memory;
	struct evidence_sample sample;
	struct text_row row;	/* what the sample is read from */
};

static int show(struct text *t, struct script *st, struct lay_error *err)
{
	struct evidence_sample *s = &st->sample;

	st->waits = false;
	st->in_chain = false;
	if (st->ambiguous) {
		st->ambiguous = false;
		return text_row_refuse(t, &st->row, EVIDENCE_AMBIGUOUS,
				       "one address, of data or of code", err);
	}
	text_row_done(&st->row);
	if (s->has & (EVIDENCE_HAS_IP | EVIDENCE_HAS_ADDR))
		return input_show_sample(t->in, s, err);
	input_recount(t->in, EVIDENCE_USED, EVIDENCE_NO_ADDRESS);
	return input_note(t->in, EVIDENCE_NO_ADDRESS, s->at, true, err,
			  "a sample without any address");
}

static int end(struct text *t, void *state, struct lay_error *err)
{
	struct script *st = state;

	st->headless = st->headed = false;
	return st->waits ? show(t, st, err) : 0;
}

static int intern(struct text *t, const struct script_texts *x,
		  struct evidence_sample *s, struct lay_error *err)
{
	const char *event;

	if (x->comm.len && !(s->comm = text_string(t, x->comm, err)))
		return -LAY_E_NOMEM;
	if (x->symbol.len && !(s->symbol = text_string(t, x->symbol, err)))
		return -LAY_E_NOMEM;
	if (x->dso.len && !(s->dso = text_string(t, x->dso, err)))
		return -LAY_E_NOMEM;
	if (!x->event.len)
		return 0;
	event = text_string(t, x->event, err);
	return event ? input_named_event(t->in, event, &s->event, err) :
		       -LAY_E_NOMEM;
}

static bool has_head(const struct script_line *sl)
{
	return sl->time < sl->nr || sl->event < sl->nr;
}

/* A frame: an address, then its symbol. perf begins it with a tab. */
static bool is_frame(const struct script *st, const struct text_line *l,
		     const struct script_line *sl)
{
	if (has_head(sl) || sl->src_text || !sl->nr ||
	    !script_is_number(sl->word[0].w))
		return false;
	if (sl->nr > 1 && (script_is_number(sl->word[1].w) ||
			   sl->word[1].w.s[0] == '|'))
		return false;
	/* without the tab, be sure that it is an address */
	return l->raw[0] == '\t' || (sl->nr > 1 && sl->word[0].w.len >= 8 &&
				     (st->waits || st->headless));
}

/* The first frame is where the sample was taken. */
static int frame(struct text *t, struct script *st,
		 const struct script_line *sl, struct lay_error *err)
{
	struct script_texts x = { .comm = { NULL, 0 } };
	struct evidence_sample *s = &st->sample;
	bool first = !st->waits;
	int rc;

	if (first)
		*s = (struct evidence_sample){
			.at = t->line->nr, .event = UINT32_MAX,
		};
	if (!(s->has & EVIDENCE_HAS_IP)) {
		scan_hex(sl->word[0].w, &s->ip);
		s->has |= EVIDENCE_HAS_IP;
		script_symbol(sl, 1, s, &x);
		rc = intern(t, &x, s, err);
		if (rc < 0)
			return rc;
	}
	st->in_chain = true;
	st->waits = true;
	st->ambiguous = false;
	st->headless |= first;
	return text_claim(t, first ? EVIDENCE_USED : EVIDENCE_JOINED);
}

/* Behind a chain, or wrapped off a line: alone. */
static int phys_addr(struct text *t, struct script *st,
		     const struct script_line *sl)
{
	uint64_t v;

	if (!st->waits || sl->nr != 1 ||
	    !(st->sample.has & EVIDENCE_HAS_IP) ||
	    !scan_hex(sl->word[0].w, &v))
		return 0;
	st->sample.phys_addr = v;
	st->sample.has |= v ? EVIDENCE_HAS_PHYS_ADDR : 0;
	return text_claim(t, EVIDENCE_JOINED);
}

/* Without a time many a text could be one: it must show what others do not. */
static bool is_sure(const struct script *st, const struct script_line *sl,
		    const struct evidence_sample *s,
		    const struct script_texts *x)
{
	return s->has & (EVIDENCE_HAS_SRC | EVIDENCE_HAS_SYMBOL_OFF) ||
	       x->dso.len || word_is(x->symbol, "[unknown]") ||
	       s->ip >> 63 || s->addr >> 63 || x->padded ||
	       (st->began && (sl->event < sl->nr || (sl->nr &&
						    sl->word[0].width >= 16)));
}

/* Read a sample off the line; 1 it is one, 0 not, and -1 it could be two. */
static int parse(struct text *t, struct script *st,
		 const struct script_line *sl, struct evidence_sample *s,
		 struct lay_error *err)
{
	struct script_texts x = { .comm = { NULL, 0 } };
	enum script_result result;
	int rc;

	result = script_data(sl, &st->memory, s, &x);
	if (result == SCRIPT_NOT)
		return 0;
	/* "Before:" looks like an event, but no data follow */
	if (sl->time == sl->nr && sl->event < sl->nr && sl->data == sl->nr)
		return 0;
	/* a lone number may be anything's, where no perf script is */
	if (result == SCRIPT_AMBIGUOUS)
		return sl->time < sl->nr || st->began ? -1 : 0;
	if ((!has_head(sl) && st->headed) ||
	    (sl->time == sl->nr && !is_sure(st, sl, s, &x)))
		return 0;
	script_head(sl, s, &x);
	rc = intern(t, &x, s, err);
	return rc < 0 ? rc : 1;
}

static int sample(struct text *t, struct script *st,
		  const struct script_line *sl, struct lay_error *err)
{
	struct evidence_sample *s = &st->sample;
	int rc;

	*s = (struct evidence_sample){
		.at = t->line->nr, .event = UINT32_MAX,
	};
	rc = parse(t, st, sl, s, err);
	if (rc == 0 || rc < -1)
		return rc;
	st->began = true;
	if (has_head(sl)) {
		st->ambiguous = rc == -1;
		st->waits = st->headed = true;
		return text_row_begin(t, &st->row);
	}
	if (rc == -1)
		return text_refuse(t, EVIDENCE_AMBIGUOUS, err,
				   "one address, of data or of code");
	if (!(s->has & (EVIDENCE_HAS_IP | EVIDENCE_HAS_ADDR)))
		return text_refuse(t, EVIDENCE_NO_ADDRESS, err,
				   "a sample without any address");
	rc = input_show_sample(t->in, s, err);
	return rc < 0 ? rc : text_claim(t, EVIDENCE_USED);
}

/* Could the break have gone through a number? */
static bool is_torn(const struct text_row *row, const char *s)
{
	struct word head = { row->s + row->len, 0 }, tail = { s, 0 };
	uint64_t v;

	while (head.s > row->s && !scan_blank(head.s[-1])) {
		head.s--;
		head.len++;
	}
	tail.len = strcspn(s, " \t");
	return scan_hex(head, &v) && !scan_is_digits(head) &&
	       scan_hex(tail, &v) && head.len + tail.len <= 16;
}

/* All that was known before, and more; but what was taken for something else
 * before data_src was whole may be gone. */
static bool says_more(unsigned int now, unsigned int before)
{
	if (now & ~before & EVIDENCE_HAS_SRC)
		return true;
	return now != before && (now & before) == before;
}

/*
 * A mail may have wrapped the line: is the sample one still, and does it say
 * more, with this line behind it? 1 yes, 0 no.
 */
static int rest(struct text *t, struct script *st, struct lay_error *err)
{
	struct evidence_sample longer = {
		.at = st->sample.at, .event = UINT32_MAX,
	};
	struct text_row *row = &st->row;
	struct text_line whole = { .raw = row->s, .s = row->s, .quoted = true };
	size_t len = row->len;
	unsigned int nr_lines = row->nr_lines;
	struct script_line sl;
	int rc;

	if (!text_row_waits(row) || st->in_chain || nr_lines > 4 ||
	    !t->line->len || is_torn(row, t->line->s))
		return 0;
	text_row_add(t, row);
	whole.len = row->len;
	rc = script_cut(&whole, &sl) ? parse(t, st, &sl, &longer, err) : 0;
	if (rc == 1 && row->nr_lines > nr_lines &&
	    says_more(longer.has, st->sample.has)) {
		st->sample = longer;
		st->ambiguous = false;
		return text_claim(t, EVIDENCE_JOINED);
	}
	row->len = len;
	row->s[len] = '\0';
	row->nr_lines = nr_lines;
	return rc < -1 ? rc : 0;
}

/* "  file.c:123", which -F srcline puts in a line of its own. */
static bool is_source(const struct script *st, const struct script_line *sl)
{
	const char *colon;
	struct word w;

	if (!st->began || sl->nr != 1)
		return false;
	w = sl->word[0].w;
	colon = memchr(w.s, ':', w.len);
	return colon && scan_is_digits((struct word){ colon + 1, w.s + w.len -
								 colon - 1 });
}

/* A line of the sample that waits: 1, or 0 and it is done with. */
static int goes_on(struct text *t, struct script *st,
		   const struct script_line *sl, struct lay_error *err)
{
	int rc;

	if (is_frame(st, t->line, sl))
		return frame(t, st, sl, err);
	rc = phys_addr(t, st, sl);
	if (rc || !st->waits)
		return rc;
	if (is_source(st, sl))
		return text_claim(t, EVIDENCE_ASIDE);
	/* a break before the event leaves the time above */
	if (sl->time == sl->nr &&
	    (sl->event == sl->nr || (st->sample.has & EVIDENCE_HAS_TIME &&
				     st->sample.event == UINT32_MAX))) {
		rc = rest(t, st, err);
		if (rc)
			return rc;
	}
	return show(t, st, err);
}

static int line(struct text *t, void *state, struct lay_error *err)
{
	struct script *st = state;
	struct script_line sl;
	bool cut;
	int rc;

	if (t->line->s[0] == '#')
		return st->waits ? show(t, st, err) : 0;
	cut = script_cut(t->line, &sl);
	rc = goes_on(t, st, &sl, err);
	if (rc)
		return rc;
	if (!sl.nr)
		return st->began || st->headless ?
			text_claim(t, EVIDENCE_HEADING) : 0;
	rc = script_record(t, &sl, err);
	if (rc || t->line->cut)
		return rc;
	if (is_source(st, &sl))
		return text_claim(t, EVIDENCE_ASIDE);
	return cut ? sample(t, st, &sl, err) : 0;
}

const struct text_reader script_reader = {
	.format = EVIDENCE_PERF_SCRIPT,
	.state_size = sizeof(struct script),
	.line = line,
	.end = end,
};
