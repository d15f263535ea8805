// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <string.h>

#include "evidence/text.h"
#include "base/poison.h"

static const char *skip_blanks(const char *s)
{
	while (scan_blank(*s))
		s++;
	return s;
}

/* "  12: text": the number, and where the text is; NULL: not so. */
static const char *take_number(const char *s, uint64_t *number)
{
	struct word w;

	s = skip_blanks(s);
	w = (struct word){ s, strspn(s, "0123456789") };
	if (!scan_dec(w, number))
		return NULL;
	s += w.len;
	if (*s && strchr(":|.)", *s))
		s++;
	return !*s || scan_blank(*s) ? s : NULL;
}

/*
 * Each line is numbered one more than the line before. The tables of c2c are
 * so too, but for them an address follows.
 */
static bool are_numbered(char *const *lines, size_t nr)
{
	uint64_t first = 0, number;

	if (nr < 3)
		return false;
	for (size_t i = 0; i < nr; i++) {
		const char *s = take_number(lines[i], &number);

		if (!s || !strncmp(skip_blanks(s), "0x", 2))
			return false;
		if (!i)
			first = number;
		if (number != first + i)
			return false;
	}
	return true;
}

/* How many lines with something on them there are, and how many begin with
 * @mark. */
static size_t count_marked(char *const *lines, size_t nr, const char *mark,
			   size_t *filled)
{
	size_t marked = 0;

	*filled = 0;
	for (size_t i = 0; i < nr; i++) {
		const char *s = skip_blanks(lines[i]);

		*filled += *s != '\0';
		marked += *s && !strncmp(s, mark, strlen(mark));
	}
	return marked;
}

/* "6.73%  tbench ...", "swapper 0 [000] 5.405500: ...": rows, of perf report and
 * script. */
static bool is_row(const char *s)
{
	struct word w[8];
	size_t nr = scan_words(s, w, 8);
	uint32_t percent;
	uint64_t v;

	if (nr && scan_percent(w[0], &percent))
		return true;
	for (size_t i = 0; i + 1 < nr; i++) {
		if (!word_ends(w[i], ":"))
			continue;
		w[i].len--;
		if (scan_fixed(w[i], 6, &v) || scan_fixed(w[i], 9, &v))
			return true;
	}
	return false;
}

/* perf itself puts '#' before headings, but not before these. */
static bool are_commented(char *const *lines, size_t nr)
{
	static const char *const plain[] = {
		"Trace Event Information", "Cache Line Event Information",
		"Shared Data Cache Line Table", "Distribution Pareto",
		"lock_stat version", "con-bounces", "Annotate type: ",
		"Source code & Disassembly of ",
	};

	for (size_t i = 0; i < nr; i++) {
		if (is_row(lines[i] + strspn(lines[i], "# \t")))
			return true;
		for (size_t k = 0; k < sizeof(plain) / sizeof(plain[0]); k++) {
			if (strstr(lines[i], plain[k]))
				return true;
		}
	}
	return false;
}

void text_margin_find(struct text_margin *m, char *const *lines, size_t nr)
{
	static const char *const marks[] = { "//", "*", ";", "#" };

	*m = (struct text_margin){ .numbers = are_numbered(lines, nr) };
	for (size_t i = 0; !m->numbers && i < sizeof(marks) / sizeof(marks[0]);
	     i++) {
		size_t filled, marked = count_marked(lines, nr, marks[i],
						     &filled);

		if (marked < 3 || marked < filled ||
		    (marks[i][0] == '#' && !are_commented(lines, nr)))
			continue;
		memcpy(m->mark, marks[i], strlen(marks[i]) + 1);
		return;
	}
}

const char *text_margin_strip(const struct text_margin *m, const char *s)
{
	size_t n = strlen(m->mark);
	uint64_t number;
	const char *p;

	if (m->numbers) {
		p = take_number(s, &number);
		return p ? skip_blanks(p) : s;
	}
	p = skip_blanks(s);
	return n && !strncmp(p, m->mark, n) ? skip_blanks(p + n) : s;
}
