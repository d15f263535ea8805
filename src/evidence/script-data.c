// SPDX-License-Identifier: GPL-2.0-only
/*
 * The data behind the event: numbers without names. Which is which is told by
 * what surrounds them (the text of data_src, a symbol), by their width (perf
 * pads each to 16 columns, and puts one blank more before the IP), and last by
 * their size: latencies are small, addresses are not.
 */
#include <config.h>

#include <string.h>

#include "evidence/script.h"
#include "base/poison.h"

#define FIELD_WIDTH	16
#define MAX_LATENCY	65535	/* of ins_lat and retire_lat */

static bool is_address(struct word w)
{
	/* longer than any latency, or with letters */
	return w.len >= 6 || !scan_is_digits(w);
}

/* Kernel addresses are 16 digits of which the first are f's. */
static bool is_kernel(struct word w)
{
	return w.len == 16 && word_starts(w, "ff");
}

/* The width of a number but an IP; behind "event: " is a blank already. */
static unsigned int plain_width(const struct script_line *sl, size_t i)
{
	return i == sl->data && !sl->data_first ? FIELD_WIDTH + 1 :
						  FIELD_WIDTH;
}

static bool is_plain(const struct script_line *sl, size_t i)
{
	return sl->word[i].width == plain_width(sl, i);
}

static bool is_wide(const struct script_line *sl, size_t i)
{
	return sl->word[i].width == plain_width(sl, i) + 1;
}

/* Words from @from on that are numbers. */
static size_t run_of_numbers(const struct script_line *sl, size_t from)
{
	size_t i = from;

	while (i < sl->nr && script_is_number(sl->word[i].w))
		i++;
	return i;
}

/* Where the text of data_src ends: behind what follows its last key. */
static size_t end_of_src_text(const struct script_line *sl)
{
	static const char *const keys[] = { "|BLK", "|LCK", "|TLB", "|SNP" };
	const char *last = NULL;
	size_t i = sl->data;

	for (size_t k = 0; k < sizeof(keys) / sizeof(keys[0]) && !last; k++)
		last = strstr(sl->src_text, keys[k]);
	while (i < sl->nr && sl->word[i].w.s + sl->word[i].w.len <= last)
		i++;
	/* the word of the key, and words that are no numbers */
	for (i++; i < sl->nr && !script_is_number(sl->word[i].w); i++) {
		/* "([kernel.kallsyms])" and the like come behind an IP only */
		if (sl->word[i].w.s[0] == '(' || sl->word[i].w.s[0] == '[')
			break;
	}
	return i < sl->nr ? i : sl->nr;
}

/* "4K", "2M", "1G": sizes of pages */
static bool is_page_size(struct word w)
{
	return w.len > 1 && strchr("KMG", w.s[w.len - 1]) &&
	       scan_is_digits((struct word){ w.s, w.len - 1 });
}

/* Registers and branches: "AX:0x1", "ABI:2", "0x1/0x2/P/-/-/0" */
static bool is_noise(struct word w)
{
	return is_page_size(w) || word_starts(w, "ABI:") ||
	       memmem(w.s, w.len, ":0x", 3) ||
	       (word_starts(w, "0x") && memchr(w.s, '/', w.len));
}

/* "(...)" at the end of the text, parentheses within it counted. */
static bool split_dso(struct word *text, struct word *dso)
{
	size_t i, depth = 0;

	if (!word_ends(*text, ")"))
		return false;
	for (i = text->len; i-- > 0;) {
		depth += text->s[i] == ')';
		depth -= text->s[i] == '(';
		if (!depth)
			break;
	}
	if (depth || (i && !scan_blank(text->s[i - 1])))
		return false;
	*dso = (struct word){ text->s + i + 1, text->len - i - 2 };
	*text = word_trim((struct word){ text->s, i });
	return dso->len;
}

void script_symbol(const struct script_line *sl, size_t from,
		   struct evidence_sample *s, struct script_texts *x)
{
	size_t end = sl->nr;
	struct word text, name;
	uint64_t size, phys;

	while (end > from && is_noise(sl->word[end - 1].w))
		end--;
	/* a number behind the symbol is the physical address */
	if (end > from + 1 && scan_hex(sl->word[end - 1].w, &phys)) {
		end--;
		if (phys) {
			s->phys_addr = phys;
			s->has |= EVIDENCE_HAS_PHYS_ADDR;
		}
		while (end > from && is_noise(sl->word[end - 1].w))
			end--;
	}
	if (end == from)
		return;
	text.s = sl->word[from].w.s;
	text.len = sl->word[end - 1].w.s + sl->word[end - 1].w.len - text.s;
	if (word_ends(text, "(inlined)"))
		text = word_trim((struct word){ text.s, text.len - 9 });
	split_dso(&text, &x->dso);
	if (!text.len)
		return;
	if (scan_symbol(text, &name, &s->symbol_off, &size))
		s->has |= EVIDENCE_HAS_SYMBOL_OFF;
	x->symbol = name;
}

/* Does a symbol, or an object in parentheses, follow? '|' begins the text of
 * data_src, broken off. */
static bool text_follows(const struct script_line *sl, size_t i)
{
	return i < sl->nr && !is_noise(sl->word[i].w) &&
	       sl->word[i].w.s[0] != '|';
}

/*
 * The index of the IP among @n numbers from word @from on, or -1. *@sure when
 * nothing else could be it: a symbol follows, or it has the width of an IP.
 */
static int find_ip(const struct script_line *sl, size_t from, size_t n,
		   bool text, bool *sure)
{
	/* the text of data_src is padded: no width behind it */
	size_t measured = sl->src_text ? 1 : 0;

	*sure = true;
	if (text)
		return n - 1;
	for (size_t i = measured; i < n; i++) {
		if (is_wide(sl, from + i))
			return i;
	}
	/* a copy may have lost the widths: the second address is of code, and
	 * so is one of the kernel's behind data_src */
	*sure = false;
	for (size_t i = 0; i < n; i++) {
		struct word w = sl->word[from + i].w;

		if (!is_kernel(w) || (i >= measured && is_plain(sl, from + i)))
			continue;
		if (i || sl->src_text) {
			*sure = true;
			return i;
		}
	}
	return -1;
}

/*
 * What each number is, from what is known of the IP: before it latencies, first
 * the data address where no data_src took that along; behind it the physical
 * address. False where a number could be two things.
 */
static bool lay_out(const struct script_line *sl, size_t from, size_t n,
		    int ip, bool sure, struct script_layout *l)
{
	size_t latencies = ip < 0 ? n : (size_t)ip;

	for (size_t i = 0; i < n; i++) {
		struct word w = sl->word[from + i].w;
		bool plain = is_plain(sl, from + i) && (i || !sl->src_text);

		l->role[i] = (int)i == ip ? SCRIPT_IP :
			     i > latencies ? SCRIPT_PHYS : SCRIPT_LATENCY;
		if (i >= latencies || !is_address(w))
			continue;
		if (!i && !sl->src_text) {
			l->role[i] = SCRIPT_ADDR;
			/* alone, it could be a physical address or an IP */
			if (n == 1 && !(is_kernel(w) && plain))
				return false;
		} else if (ip < 0) {
			/* the last can be the physical address; others, and
			 * that too if it has no width, an IP */
			if (i + 1 < n || !plain)
				return false;
			l->role[i] = SCRIPT_PHYS;
		}
	}
	return sure || ip < 0;
}

static bool take_latency(struct word w, unsigned int nth,
			 struct evidence_sample *s)
{
	uint64_t v;

	if (nth > 2 || !scan_dec(w, &v) || (nth && v > MAX_LATENCY))
		return false;
	if (nth == 0) {
		s->weight = v;
		s->has |= EVIDENCE_HAS_WEIGHT;
	} else if (nth == 1) {
		s->ins_lat = v;
		s->has |= EVIDENCE_HAS_INS_LAT;
	} else {
		s->retire_lat = v;
		s->has |= EVIDENCE_HAS_RETIRE_LAT;
	}
	return true;
}

static bool take_numbers(const struct script_line *sl, size_t from, size_t n,
			 const struct script_layout *l,
			 struct evidence_sample *s)
{
	unsigned int nr_latencies = 0;

	for (size_t i = 0; i < n; i++) {
		struct word w = sl->word[from + i].w;
		uint64_t v;

		if (l->role[i] == SCRIPT_LATENCY) {
			if (!take_latency(w, nr_latencies++, s))
				return false;
			continue;
		}
		if (!scan_hex(w, &v))
			return false;
		if (l->role[i] == SCRIPT_IP) {
			s->ip = v;
			s->has |= EVIDENCE_HAS_IP;
		} else if (l->role[i] == SCRIPT_ADDR) {
			s->addr = v;
			s->has |= v ? EVIDENCE_HAS_ADDR : 0;
		} else {
			s->phys_addr = v;
			s->has |= v ? EVIDENCE_HAS_PHYS_ADDR : 0;
		}
	}
	return true;
}

/* The address and data_src before its text; returns where numbers go on, or nr
 * + 1 when they are not like that. */
static size_t take_src(const struct script_line *sl, struct evidence_sample *s)
{
	size_t end = run_of_numbers(sl, sl->data), n = end - sl->data;
	uint64_t raw;

	if ((n != 1 && n != 2) || !scan_hex(sl->word[end - 1].w, &raw))
		return sl->nr + 1;
	if (n == 2 && scan_hex(sl->word[sl->data].w, &s->addr) && s->addr)
		s->has |= EVIDENCE_HAS_ADDR;
	memsrc_decode(raw, &s->src);
	s->has |= EVIDENCE_HAS_SRC;
	return end_of_src_text(sl);
}

/*
 * Page faults and branches have a symbol behind the data address too: "addr sym
 * (object) ip sym (object)". The word of the IP, or 0 where it is not so.
 */
static size_t find_second(const struct script_line *sl, size_t from)
{
	for (size_t i = from; i + 1 < sl->nr; i++) {
		if (script_is_number(sl->word[i].w) &&
		    is_address(sl->word[i].w) && text_follows(sl, i + 1) &&
		    !script_is_number(sl->word[i + 1].w))
			return i;
	}
	return 0;
}

/* The first number is the data address, the one at @second the IP. */
static enum script_result take_two(const struct script_line *sl, size_t first,
				   size_t second, struct evidence_sample *s,
				   struct script_texts *x)
{
	if (!scan_hex(sl->word[first].w, &s->addr) ||
	    !scan_hex(sl->word[second].w, &s->ip))
		return SCRIPT_NOT;
	s->has |= EVIDENCE_HAS_IP;
	s->has |= s->addr ? EVIDENCE_HAS_ADDR : 0;
	script_symbol(sl, second + 1, s, x);
	return SCRIPT_OK;
}

enum script_result script_data(const struct script_line *sl,
			       struct script_memory *memory,
			       struct evidence_sample *s,
			       struct script_texts *x)
{
	size_t from = sl->data, n, second;
	struct script_layout l = { .known = true }, *kept;
	bool text, sure = true;
	int ip;

	if (sl->src_text) {
		from = take_src(sl, s);
		if (from > sl->nr)
			return SCRIPT_NOT;
	}
	n = run_of_numbers(sl, from) - from;
	text = text_follows(sl, from + n);
	/* tracepoints have text here; without a head it is prose */
	if (!n && text)
		return sl->time < sl->nr && sl->event < sl->nr ? SCRIPT_OK :
								 SCRIPT_NOT;
	if (n > SCRIPT_MAX_NUMBERS)
		return SCRIPT_NOT;
	second = n == 1 && text && !sl->src_text ?
			 find_second(sl, from + 2) : 0;
	if (second)
		return take_two(sl, from, second, s, x);
	kept = &memory->of[n][sl->src_text != NULL][text];
	ip = n ? find_ip(sl, from, n, text, &sure) : -1;
	if (lay_out(sl, from, n, ip, sure, &l)) {
		/* zeros and small numbers tell nothing of who is first */
		if (n && (!kept->known || sl->src_text ||
			  l.role[0] == SCRIPT_ADDR))
			*kept = l;
		else if (n)
			l = *kept;
	} else if (kept->known) {
		l = *kept;
	} else {
		/* with a data address it is of use without the rest */
		return s->has & EVIDENCE_HAS_ADDR ? SCRIPT_OK :
						    SCRIPT_AMBIGUOUS;
	}
	if (!take_numbers(sl, from, n, &l, s))
		return SCRIPT_NOT;
	if (s->has & EVIDENCE_HAS_IP && text)
		script_symbol(sl, from + n, s, x);
	x->padded = ip >= 0 && is_wide(sl, from + ip);
	return SCRIPT_OK;
}
