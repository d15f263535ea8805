// SPDX-License-Identifier: GPL-2.0-only
/* Who, where, when and what: the fields up to the event. */
#include <config.h>

#include <string.h>

#include "evidence/script.h"
#include "base/poison.h"

/* "1000.000021:", or with nine decimals */
static bool scan_time(struct word w, uint64_t *ns)
{
	if (!word_ends(w, ":"))
		return false;
	w.len--;
	if (scan_fixed(w, 9, ns))
		return true;
	return scan_fixed(w, 6, ns) && !__builtin_mul_overflow(*ns, 1000, ns);
}

/* An event: "cpu/mem-loads,ldlat=30/P:" */
static bool is_event(struct word w)
{
	return w.len > 1 && word_ends(w, ":") && !scan_is_digit(w.s[0]) &&
	       w.s[0] != '(' && w.s[0] != '[';
}

static void split(const struct text_line *l, struct script_line *sl)
{
	struct word w[SCRIPT_MAX_WORDS];
	const char *before = l->quoted ? NULL : l->raw;

	sl->nr = scan_words(l->s, w, SCRIPT_MAX_WORDS);
	for (size_t i = 0; i < sl->nr; i++) {
		const char *end = w[i].s + w[i].len;

		sl->word[i].w = w[i];
		sl->word[i].width = before ? end - before : 0;
		before = end;
	}
}

/* The word before the data of memory: a number, but no period. */
static size_t start_of_data(const struct script_line *sl)
{
	size_t i;

	/* "ffff888104c3a9b0  10669800842 |OP LOAD": up to two before the text */
	if (sl->src_text) {
		for (i = 0; i < sl->nr && sl->word[i].w.s + sl->word[i].w.len <=
					  sl->src_text; i++)
			;
		/* of perf 5.10, "10669800842 L3 or L3 hit|SNP HitM" */
		while (i && !script_is_number(sl->word[i - 1].w))
			i--;
		if (!i)
			return sl->nr;
		i--;
		return i && sl->word[i - 1].w.len >= 5 &&
		       script_is_number(sl->word[i - 1].w) ? i - 1 : i;
	}
	/* an address is longer than process and CPU numbers are */
	for (i = 0; i < sl->nr; i++) {
		if (sl->word[i].w.len >= 8 && script_is_number(sl->word[i].w))
			break;
	}
	/* and latencies before it are padded as those are not */
	while (i && i < sl->nr && sl->word[i - 1].width >= 16 &&
	       scan_is_digits(sl->word[i - 1].w))
		i--;
	return i;
}

bool script_cut(const struct text_line *l, struct script_line *sl)
{
	uint64_t ns;
	size_t i, from = 0;

	split(l, sl);
	sl->time = sl->event = sl->nr;
	sl->has_period = false;
	sl->src_text = strstr(l->s, "|SNP ");
	for (i = 0; i < sl->nr && sl->time == sl->nr; i++) {
		if (scan_time(sl->word[i].w, &ns))
			sl->time = i;
	}
	if (sl->time < sl->nr)
		from = sl->time + 1;
	for (i = from; i < sl->nr && sl->event == sl->nr; i++) {
		/* behind the time is at most the period */
		if (is_event(sl->word[i].w))
			sl->event = i;
		else if (sl->time < sl->nr && i > from)
			break;
	}
	if (sl->event < sl->nr) {
		sl->data = sl->event + 1;
		sl->has_period = sl->time < sl->nr && sl->event > from;
		if (sl->has_period && !scan_is_digits(sl->word[from].w))
			return false;
	} else if (sl->time < sl->nr) {
		sl->data = from;
	} else {
		sl->data = start_of_data(sl);
	}
	sl->data_first = !sl->data;
	return sl->nr && (sl->data < sl->nr || sl->event < sl->nr ||
			  sl->time < sl->nr);
}

static bool take_misc(struct word w, struct evidence_sample *s)
{
	static const struct {
		char letter;
		enum evidence_privilege privilege;
	} modes[] = {
		{ 'K', EVIDENCE_KERNEL }, { 'U', EVIDENCE_USER },
		{ 'H', EVIDENCE_HYPERVISOR }, { 'G', EVIDENCE_GUEST_KERNEL },
		{ 'g', EVIDENCE_GUEST_USER },
	};

	/* the hypervisor's number is both bits of kernel and user */
	if (word_is(w, "KUH")) {
		s->privilege = EVIDENCE_HYPERVISOR;
		return true;
	}
	for (size_t i = 0; i < sizeof(modes) / sizeof(modes[0]); i++) {
		if (w.len <= 2 && w.s[0] == modes[i].letter) {
			s->privilege = modes[i].privilege;
			return true;
		}
	}
	return false;
}

/* "[003]" */
static bool take_cpu(struct word w, struct evidence_sample *s)
{
	uint64_t v;

	if (w.len < 3 || w.s[0] != '[' || w.s[w.len - 1] != ']' ||
	    !scan_dec((struct word){ w.s + 1, w.len - 2 }, &v) ||
	    v > UINT32_MAX)
		return false;
	s->cpu = v;
	s->has |= EVIDENCE_HAS_CPU;
	return true;
}

static bool scan_id(struct word w, uint32_t *id, bool *known)
{
	uint64_t v;

	*known = !word_is(w, "-1");
	if (!*known)
		return true;
	if (!scan_dec(w, &v) || v > UINT32_MAX)
		return false;
	*id = v;
	return true;
}

/* "4242/4243", or one number, which by default is the thread's */
static bool take_ids(struct word w, struct evidence_sample *s)
{
	const char *slash = memchr(w.s, '/', w.len);
	struct word first = w, second = w;
	bool known;

	if (slash) {
		first.len = slash - w.s;
		second.s = slash + 1;
		second.len = w.len - first.len - 1;
		if (!scan_id(first, &s->pid, &known))
			return false;
		s->has |= known ? EVIDENCE_HAS_PID : 0;
	}
	if (!scan_id(second, &s->tid, &known)) {
		s->has &= ~EVIDENCE_HAS_PID;
		return false;
	}
	s->has |= known ? EVIDENCE_HAS_TID : 0;
	return true;
}

/* Without time a number before the event is the period, if there is another
 * before it, or by its width: perf pads it to ten. */
static bool take_loose_period(const struct script_line *sl, size_t *end,
			      struct evidence_sample *s)
{
	const struct script_word *last = &sl->word[*end - 1];
	uint64_t v;
	bool other = *end > 1 &&
		     (sl->word[*end - 2].w.s[0] == '[' ||
		      memchr(sl->word[*end - 2].w.s, '/',
			     sl->word[*end - 2].w.len) ||
		      scan_is_digits(sl->word[*end - 2].w));

	if (!scan_dec(last->w, &v) || !(other || last->width >= 10))
		return false;
	s->period = v;
	s->has |= EVIDENCE_HAS_PERIOD;
	--*end;
	return true;
}

void script_head(const struct script_line *sl, struct evidence_sample *s,
		 struct script_texts *x)
{
	size_t end = sl->time < sl->nr ? sl->time :
		     sl->event < sl->nr ? sl->event : sl->data;
	uint64_t v;

	if (sl->time < sl->nr && scan_time(sl->word[sl->time].w, &s->time_ns))
		s->has |= EVIDENCE_HAS_TIME;
	if (sl->event < sl->nr) {
		x->event = sl->word[sl->event].w;
		x->event.len--;
	}
	if (sl->has_period && scan_dec(sl->word[sl->event - 1].w, &v)) {
		s->period = v;
		s->has |= EVIDENCE_HAS_PERIOD;
	} else if (end && sl->time == sl->nr && sl->event < sl->nr) {
		take_loose_period(sl, &end, s);
	}
	/* two numbers, and nothing that tells which is the thread's */
	if (sl->time == sl->nr && end > 1 &&
	    scan_is_digits(sl->word[end - 1].w) &&
	    scan_is_digits(sl->word[end - 2].w))
		return;
	if (end > 1 && take_misc(sl->word[end - 1].w, s))
		end--;
	if (end && take_cpu(sl->word[end - 1].w, s))
		end--;
	if (end && take_ids(sl->word[end - 1].w, s))
		end--;
	if (end) {
		const struct word *last = &sl->word[end - 1].w;

		x->comm.s = sl->word[0].w.s;
		x->comm.len = last->s + last->len - x->comm.s;
	}
}
