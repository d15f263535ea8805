// SPDX-License-Identifier: GPL-2.0-only
/*
 * Rows of lock_stat. Those of classes are read by the form of their numbers,
 * whole and with two decimals by turns; that form also tells where a mail broke
 * a number in two.
 */
#include <config.h>

#include <string.h>

#include "base/vec.h"
#include "evidence/lockstat.h"
#include "base/poison.h"

#define MAX_NUMBERS	16
/* The kernel keeps 39 bytes of a name, less what #version and /subclass need. */
#define NAME_SIZE	37
#define MAX_CLASSES	65536	/* lockdep has no more than 8192 */

/* The numbers of a row: 'i' whole, 'd' with decimals. */
static const char shape_0_3[] = "iidddiiddd";
static const char shape_0_4[] = "iiddddiidddd";

static bool fits(const struct word *w, size_t nr, const char *shape,
		 uint64_t *v)
{
	if (nr != strlen(shape))
		return false;
	for (size_t i = 0; i < nr; i++) {
		if (shape[i] == 'i' ? !scan_dec(w[i], &v[i]) :
				      !scan_fixed(w[i], 2, &v[i]))
			return false;
	}
	return true;
}

/* Does the word end where a line was joined to the next? */
static bool at_break(const struct text_row *row, struct word w)
{
	size_t end = w.s + w.len - row->s;

	for (unsigned int i = 0; i + 1 < row->nr_lines &&
	     i < sizeof(row->breaks) / sizeof(row->breaks[0]); i++) {
		if (row->breaks[i] == end)
			return true;
	}
	return false;
}

/* Join the words at the breaks that @mask names; returns how many are left. */
static size_t glue(const struct text_row *row, const struct word *w, size_t nr,
		   unsigned int mask, char *buf, size_t size, struct word *out)
{
	size_t n = 0, used = 0;
	bool join = false;

	for (size_t i = 0; i < nr; i++) {
		struct word *last = n ? &out[n - 1] : NULL;
		bool at = at_break(row, w[i]);

		if (w[i].len > size - used)
			return 0;
		memcpy(buf + used, w[i].s, w[i].len);
		if (join)
			last->len += w[i].len;
		else
			out[n++] = (struct word){ buf + used, w[i].len };
		used += w[i].len;
		join = at && mask & 1;
		mask >>= at;
	}
	return n;
}

/*
 * Numbers that were cut in two at the end of a line have one word too many
 * there. Every break is a candidate; only one way fits the form.
 */
static const char *mend_and_fit(const struct text_row *row,
				const struct word *w, size_t nr, uint64_t *v)
{
	static const char *const shapes[] = { shape_0_4, shape_0_3 };
	unsigned int nr_breaks = row->nr_lines - 1;

	if (nr_breaks > 4)
		return NULL;
	for (unsigned int mask = 0; mask < 1u << nr_breaks; mask++) {
		struct word less[MAX_NUMBERS];
		char buf[MAX_NUMBERS * 24];
		size_t n = glue(row, w, nr, mask, buf, sizeof(buf), less);

		for (size_t k = 0; k < 2; k++) {
			if (fits(less, n, shapes[k], v))
				return shapes[k];
		}
	}
	return NULL;
}

/* Where the name of a class ends: the last ':' with blanks or nothing after. */
const char *lockstat_colon(const char *s)
{
	const char *found = NULL;

	for (const char *p = strchr(s, ':'); p; p = strchr(p + 1, ':')) {
		if (!p[1] || scan_blank(p[1]))
			found = p;
	}
	/* the kernel puts it right behind; a '#' begins perf's headings */
	return found && found > s && !scan_blank(found[-1]) && *s != '#' ?
		       found : NULL;
}

static bool is_fragment(struct word w)
{
	for (size_t i = 0; i < w.len; i++) {
		if (!scan_is_digit(w.s[i]) && w.s[i] != '.')
			return false;
	}
	return true;
}

bool lockstat_numbers(const char *s, size_t *nr, bool *decimals)
{
	struct word w[MAX_NUMBERS];
	uint64_t v;

	*nr = scan_words(s, w, MAX_NUMBERS);
	*decimals = false;
	for (size_t i = 0; i < *nr; i++) {
		if (scan_dec(w[i], &v))
			continue;
		/* first and last may be halves of what was broken in two */
		if (!scan_fixed(w[i], 2, &v) &&
		    !((!i || i + 1 == *nr) && is_fragment(w[i])))
			return false;
		*decimals = true;
	}
	return true;
}

/* "&sb->s_type->i_lock_key#3/1-W": version, subclass, mode off the end. */
static struct word take_name(struct word w, uint32_t *version,
			     uint32_t *subclass, char *mode)
{
	static const char marks[] = "/#";
	uint32_t *out[] = { subclass, version };

	*mode = 0;
	*version = *subclass = 0;
	if (word_ends(w, "-W") || word_ends(w, "-R")) {
		*mode = w.s[w.len - 1];
		w.len -= 2;
	}
	for (size_t k = 0; k < 2; k++) {
		size_t i = w.len;
		uint64_t v;

		while (i && scan_is_digit(w.s[i - 1]))
			i--;
		if (i > 1 && w.s[i - 1] == marks[k] &&
		    scan_dec((struct word){ w.s + i, w.len - i }, &v) &&
		    v <= UINT32_MAX) {
			*out[k] = v;
			w.len = i - 1;
		}
	}
	return w;
}

/* A class that comes again is of another table: before and after. */
static int enter_class(struct lockstat *l, const char *printed,
		       struct lay_error *err)
{
	bool again = l->new_table && l->in_table;

	for (size_t i = 0; !again && i < l->nr_seen; i++)
		again = l->seen[i] == printed;
	if (again) {
		l->table++;
		l->nr_seen = 0;
	}
	if (again || !l->in_table) {
		l->title = l->next_title;
		l->next_title = NULL;
	}
	l->new_table = false;
	l->in_table = true;
	if (l->nr_seen >= MAX_CLASSES)
		return lay_error_set(err, LAY_E_LIMIT,
				     "lock_stat with more than %d classes",
				     MAX_CLASSES);
	if (VEC_RESERVE(l->seen, l->nr_seen, l->cap_seen, 1) < 0)
		return lay_error_set(err, LAY_E_NOMEM, "out of memory");
	l->seen[l->nr_seen++] = printed;
	return 0;
}

/* Hundredths of a microsecond to nanoseconds. */
static uint64_t ns(uint64_t v)
{
	return v > UINT64_MAX / 10 ? UINT64_MAX : v * 10;
}

static struct evidence_lock_times times(const uint64_t *v, bool has_avg)
{
	return (struct evidence_lock_times){
		.min_ns = ns(v[0]), .max_ns = ns(v[1]), .total_ns = ns(v[2]),
		.avg_ns = has_avg ? ns(v[3]) : 0,
	};
}

int lockstat_class(struct text *t, struct lockstat *l, struct lay_error *err)
{
	struct evidence_lock lock = { .at = l->row.at };
	const char *colon = lockstat_colon(l->row.s), *shape, *printed;
	struct word w[MAX_NUMBERS], name;
	uint64_t v[MAX_NUMBERS];
	size_t nr, half;
	int rc;

	nr = scan_words(colon + 1, w, MAX_NUMBERS);
	shape = l->row.nr_lines ? mend_and_fit(&l->row, w, nr, v) : NULL;
	l->in_class = shape;
	if (!shape)
		return text_row_refuse(t, &l->row, EVIDENCE_DAMAGED,
				       "a class needs 10 or 12 numbers", err);
	name = (struct word){ l->row.s, colon - l->row.s };
	printed = text_string(t, name, err);
	name = take_name(name, &lock.version, &lock.subclass, &lock.mode);
	lock.name = text_string(t, name, err);
	if (!printed || !lock.name)
		return -LAY_E_NOMEM;
	rc = enter_class(l, printed, err);
	if (rc < 0)
		return rc;
	half = strlen(shape) / 2;
	lock.table = l->table;
	lock.table_title = l->title;
	lock.cut = name.len == (size_t)NAME_SIZE - 2 * !!lock.version -
				       2 * !!lock.subclass;
	lock.has_avg = half == 6;
	lock.bounced_contentions = v[0];
	lock.contentions = v[1];
	lock.wait = times(v + 2, lock.has_avg);
	lock.bounced_acquisitions = v[half];
	lock.acquisitions = v[half + 1];
	lock.hold = times(v + half + 2, lock.has_avg);
	l->name = lock.name;
	l->version = lock.version;
	l->subclass = lock.subclass;
	l->nr_rulers = 0;
	return input_show_lock(t->in, &lock, err);
}

/* The address in "[<...>]", which a break may have gone through. */
static bool take_address(const char *s, const char *end, uint64_t *ip)
{
	char buf[20];
	struct word w = { buf, 0 };

	for (; s < end; s++) {
		if (scan_blank(*s))
			continue;
		if (w.len == sizeof(buf))
			return false;
		buf[w.len++] = *s;
	}
	return scan_hex(w, ip) || scan_0x(w, ip);
}

/* The number in front of @end. */
static bool take_count(const char *s, const char *end, uint64_t *count)
{
	struct word w = { s, end - s };
	size_t n = 0;

	w = word_trim(w);
	while (n < w.len && scan_is_digit(w.s[w.len - 1 - n]))
		n++;
	return scan_dec((struct word){ w.s + w.len - n, n }, count);
}

/* "exit_notify+0x82/0x900 [mod]", or as printed where there is no symbol */
static int take_function(struct text *t, const struct text_row *row,
			 const char *s, struct evidence_lock_point *p,
			 struct lay_error *err)
{
	struct word w[3], name, mod;
	size_t nr = scan_words(s, w, 3), i = 1;
	char whole[256];

	if (!nr)
		return 0;
	if (nr > 1 && at_break(row, w[0]) && w[1].s[0] != '[' &&
	    w[0].len + w[1].len <= sizeof(whole)) {
		memcpy(whole, w[0].s, w[0].len);
		memcpy(whole + w[0].len, w[1].s, w[1].len);
		w[0] = (struct word){ whole, w[0].len + w[1].len };
		i = 2;
	}
	/* the kernel always prints a size: without, something was cut off */
	if (!scan_symbol(w[0], &name, &p->symbol_off, &p->symbol_size) ||
	    !p->symbol_size)
		if (!word_starts(w[0], "0x"))
			return 0;
	p->symbol = text_string(t, name, err);
	if (!p->symbol)
		return -LAY_E_NOMEM;
	if (i >= nr || w[i].len < 3 || w[i].s[0] != '[' ||
	    !word_ends(w[i], "]"))
		return 1;
	mod = (struct word){ w[i].s + 1, w[i].len - 2 };
	p->module = text_string(t, mod, err);
	return p->module ? 1 : -LAY_E_NOMEM;
}

/* "name  44594  [<0000000099d3ea35>] exit_notify+0x82/0x900 [mod]" */
int lockstat_point(struct text *t, struct lockstat *l, struct lay_error *err)
{
	struct evidence_lock_point p = {
		.at = l->row.at, .table = l->table, .name = l->name,
		.version = l->version, .subclass = l->subclass,
		.holder = l->nr_rulers > 1,
	};
	const char *open = strstr(l->row.s, "[<");
	const char *close = open ? strstr(open, ">]") : NULL;
	int rc = 0;

	if (close && l->row.nr_lines &&
	    take_count(l->row.s, open, &p.count) &&
	    take_address(open + 2, close, &p.ip))
		rc = take_function(t, &l->row, close + 2, &p, err);
	if (rc == 0)
		return text_row_refuse(t, &l->row, EVIDENCE_DAMAGED,
				       "a contention point needs count, address and function",
				       err);
	return rc < 0 ? rc : input_show_lock_point(t->in, &p, err);
}
