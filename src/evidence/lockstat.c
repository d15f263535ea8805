// SPDX-License-Identifier: GPL-2.0-only
/*
 * /proc/lock_stat, versions 0.3 and 0.4, and what mails make of it.
 *
 *	lock_stat version 0.4
 *	---
 *	     class name    con-bounces    contentions   waittime-min ...
 *	---
 *	       &mm->lock-W:     1    2    0.10 ...	12 numbers, in 0.3 10
 *	       &mm->lock-R:     ...
 *	       ----------
 *	       &mm->lock   2   [<0000000099d3ea35>] do_thing+0x1/0x2 [module]
 *	       ----------
 *	       &mm->lock   1   [<...>] ...		who held it meanwhile
 *	.......
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "evidence/lockstat.h"
#include "base/poison.h"

/* "&mm->mmap_lock-W": what most classes look like, and little else does. */
static bool is_lock_name(const char *s, const char *end)
{
	struct word w = { s, end - s };

	if (memchr(s, ' ', w.len))
		return false;
	return *s == '&' || word_ends(w, "-W") || word_ends(w, "-R") ||
	       word_ends(w, "lock") || word_ends(w, "mutex");
}

static bool is_class_row(const struct lockstat *l, const char *s)
{
	const char *colon = lockstat_colon(s);
	bool decimals;
	size_t nr;

	if (!colon || !lockstat_numbers(colon + 1, &nr, &decimals))
		return false;
	/* outside of a table be sure: nothing else has this beginning */
	return (nr >= 3 && decimals) || is_lock_name(s, colon) ||
	       ((l->in_table || l->new_table) && nr);
}

static int flush(struct text *t, struct lockstat *l, struct lay_error *err)
{
	int rc;

	if (!text_row_waits(&l->row))
		return 0;
	rc = l->point ? lockstat_point(t, l, err) : lockstat_class(t, l, err);
	text_row_done(&l->row);
	return rc;
}

/* Of a class: more numbers. Of a point: address and function, if they lack. */
static bool goes_on(const struct lockstat *l, const char *s)
{
	const char *open = strstr(l->row.s, "[<"), *close;
	struct word w[2];
	bool decimals;
	uint64_t v;
	size_t nr;

	if (!text_row_waits(&l->row) || !*s || scan_is_ruler(s, "-.", 3))
		return false;
	if (!l->point)
		return lockstat_numbers(s, &nr, &decimals) && nr;
	if (!open)
		return !strncmp(s, "[<", 2) ||
		       (scan_is_digit(*s) && (strstr(s, "[<") ||
					      strspn(s, "0123456789") ==
						      strlen(s)));
	close = strstr(open, ">]");
	if (!close)
		return strstr(s, ">]") && !strstr(s, "[<");
	nr = scan_words(close + 2, w, 2);
	/* the function up to its size, then its module */
	if (!nr || !strstr(close, "/0x"))
		return !strstr(s, "[<") && strstr(s, nr ? "0x" : "+0x");
	if (nr == 1 && scan_words(s, w, 2) == 1 && scan_hex(w[0], &v))
		return true;
	return nr == 1 && s[0] == '[' && s[1] != '<';
}

/* In a class, after a ruler: "name  count ..." */
static bool is_point_row(const struct lockstat *l, const char *s)
{
	struct word w[16];
	size_t nr = scan_words(s, w, 16);
	const char *open = strstr(s, "[<");
	uint64_t v;

	if (!l->in_class || !l->nr_rulers)
		return false;
	if (open)
		return true;
	/* wrapped before the address: the class's name, perhaps a number */
	return (nr == 1 || (nr == 2 && scan_dec(w[1], &v))) &&
	       !strncmp(w[0].s, l->name, strlen(l->name));
}

/* The names of columns, as wrapped as can be: no digits, few letters. */
static bool is_heading(struct lockstat *l, const char *s)
{
	static const char *const parts[] = {
		"class", "name", "con-bounces", "contentions", "acq-bounces",
		"acquisitions", "waittime-", "holdtime-", "min", "max",
		"total", "avg",
	};
	struct word w[16];
	size_t nr;

	if (strstr(s, "class name") && strstr(s, "con-bounces")) {
		l->in_heading = true;
		return true;
	}
	if (!l->in_heading)
		return false;
	nr = scan_words(s, w, 16);
	for (size_t i = 0; i < nr; i++) {
		bool known = false;

		for (size_t k = 0; k < sizeof(parts) / sizeof(parts[0]); k++)
			known |= word_starts(w[i], parts[k]) ||
				 (w[i].len > 2 && !strncmp(parts[k], w[i].s,
							   w[i].len));
		/* the second half of a word that was broken */
		if (!known && i)
			return false;
		if (memchr(w[i].s, ':', w[i].len))
			return false;
	}
	return nr;
}

static bool is_version(const char *s)
{
	return !strncmp(s, "lock_stat version", 17);
}

static int line(struct text *t, void *state, struct lay_error *err)
{
	struct lockstat *l = state;
	const char *s = t->line->s;
	int rc;

	if (goes_on(l, s))
		return text_row_add(t, &l->row);
	rc = flush(t, l, err);
	if (rc < 0)
		return rc;
	if (is_version(s) || is_heading(l, s)) {
		l->new_table = true;
		l->in_class = false;
		return text_claim(t, EVIDENCE_HEADING);
	}
	if (is_class_row(l, s)) {
		l->point = false;
		l->in_heading = false;
		return text_row_begin(t, &l->row);
	}
	if (!l->in_table && !l->new_table)
		return 0;
	if (is_point_row(l, s)) {
		l->point = true;
		return text_row_begin(t, &l->row);
	}
	if (l->in_class && scan_is_ruler(s, "-", 3)) {
		l->nr_rulers++;
		return text_claim(t, EVIDENCE_HEADING);
	}
	if (scan_is_ruler(s, ".", 3) || !strncmp(s, "*WARNING*", 9)) {
		l->in_class = false;
		return text_claim(t, EVIDENCE_HEADING);
	}
	return 0;
}

static int end(struct text *t, void *state, struct lay_error *err)
{
	struct lockstat *l = state;
	int rc = flush(t, l, err);

	l->new_table = l->in_table;
	l->in_class = false;
	return rc;
}

/* The kernel prints no prose: it tells what the table below it is. */
static int stranger(struct text *t, void *state, struct lay_error *err)
{
	struct lockstat *l = state;
	struct word w[2];

	if (scan_words(t->line->s, w, 2) < 2)
		return 0;
	l->next_title = input_string(t->in, t->line->s, t->line->len, err);
	l->new_table = true;
	l->in_class = false;
	return l->next_title ? 0 : -LAY_E_NOMEM;
}

static void deinit(void *state)
{
	struct lockstat *l = state;

	free(l->seen);
}

const struct text_reader lockstat_reader = {
	.format = EVIDENCE_LOCK_STAT,
	.state_size = sizeof(struct lockstat),
	.line = line,
	.end = end,
	.stranger = stranger,
	.deinit = deinit,
};
