// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <string.h>

#include "evidence/scan.h"
#include "base/poison.h"

bool scan_is_digit(char c)
{
	return c >= '0' && c <= '9';
}

bool scan_is_digits(struct word w)
{
	for (size_t i = 0; i < w.len; i++) {
		if (!scan_is_digit(w.s[i]))
			return false;
	}
	return w.len;
}

bool word_is(struct word w, const char *s)
{
	return w.len == strlen(s) && !memcmp(w.s, s, w.len);
}

bool word_starts(struct word w, const char *s)
{
	size_t n = strlen(s);

	return w.len >= n && !memcmp(w.s, s, n);
}

bool word_ends(struct word w, const char *s)
{
	size_t n = strlen(s);

	return w.len >= n && !memcmp(w.s + w.len - n, s, n);
}

struct word word_trim(struct word w)
{
	while (w.len && scan_blank(w.s[0])) {
		w.s++;
		w.len--;
	}
	while (w.len && scan_blank(w.s[w.len - 1]))
		w.len--;
	return w;
}

struct word word_of(const char *s)
{
	return (struct word){ s, strlen(s) };
}

size_t scan_words(const char *s, struct word *words, size_t max)
{
	size_t nr = 0;

	while (nr < max) {
		while (scan_blank(*s))
			s++;
		if (!*s)
			break;
		words[nr].s = s;
		while (*s && !scan_blank(*s))
			s++;
		words[nr].len = s - words[nr].s;
		nr++;
	}
	if (nr && nr == max)
		words[nr - 1] = word_trim(word_of(words[nr - 1].s));
	return nr;
}

size_t scan_fields(struct word line, struct word *fields, size_t max)
{
	const char *end = line.s + line.len, *s = line.s;
	size_t nr = 0;

	while (nr < max) {
		const char *stop;

		while (s < end && scan_blank(*s))
			s++;
		if (s == end)
			break;
		stop = s;
		while (stop < end && *stop != '\t' &&
		       !(*stop == ' ' && stop + 1 < end &&
			 scan_blank(stop[1])))
			stop++;
		if (nr + 1 == max)
			stop = end;
		fields[nr++] = word_trim((struct word){ s, stop - s });
		s = stop;
	}
	return nr;
}

size_t scan_separated(struct word line, char separator, struct word *fields,
		      size_t max)
{
	const char *end = line.s + line.len, *s = line.s;
	size_t nr = 0;

	while (nr < max) {
		const char *stop = nr + 1 == max ? NULL :
						   memchr(s, separator, end - s);

		if (!stop)
			stop = end;
		fields[nr++] = word_trim((struct word){ s, stop - s });
		if (stop == end)
			break;
		s = stop + 1;
	}
	return nr;
}

static int digit_value(char c)
{
	if (scan_is_digit(c))
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return 16;
}

static bool scan_base(struct word w, unsigned int base, uint64_t *v)
{
	uint64_t sum = 0;

	if (!w.len)
		return false;
	for (size_t i = 0; i < w.len; i++) {
		unsigned int d = digit_value(w.s[i]);

		if (d >= base || __builtin_mul_overflow(sum, base, &sum) ||
		    __builtin_add_overflow(sum, d, &sum))
			return false;
	}
	*v = sum;
	return true;
}

bool scan_dec(struct word w, uint64_t *v)
{
	return scan_base(w, 10, v);
}

bool scan_hex(struct word w, uint64_t *v)
{
	return scan_base(w, 16, v);
}

bool scan_0x(struct word w, uint64_t *v)
{
	if (!word_starts(w, "0x"))
		return false;
	return scan_base((struct word){ w.s + 2, w.len - 2 }, 16, v);
}

bool scan_number(struct word w, uint64_t *v)
{
	return scan_0x(w, v) || scan_dec(w, v);
}

bool scan_fixed(struct word w, unsigned int decimals, uint64_t *v)
{
	const char *dot = w.len ? memchr(w.s, '.', w.len) : NULL;
	struct word whole, part;
	uint64_t scale = 1, a, b;

	if (!dot)
		return false;
	whole = (struct word){ w.s, dot - w.s };
	part = (struct word){ dot + 1, w.len - whole.len - 1 };
	if (part.len != decimals || !scan_dec(whole, &a) || !scan_dec(part, &b))
		return false;
	for (unsigned int i = 0; i < decimals; i++)
		scale *= 10;
	return !__builtin_mul_overflow(a, scale, &a) &&
	       !__builtin_add_overflow(a, b, v);
}

bool scan_percent(struct word w, uint32_t *percent_x100)
{
	uint64_t v;

	if (!word_ends(w, "%"))
		return false;
	w.len--;
	if (word_is(w, "nan") || word_is(w, "-nan"))
		v = 0;
	else if (!scan_fixed(w, 2, &v) || v > UINT32_MAX)
		return false;
	*percent_x100 = v;
	return true;
}

bool scan_count(struct word w, uint64_t *v, bool *rounded)
{
	static const char suffixes[] = "KMGT";
	const char *suffix = w.len ? strchr(suffixes, w.s[w.len - 1]) : NULL;
	uint64_t scale = 1;

	*rounded = suffix && *suffix;
	if (*rounded) {
		w.len--;
		for (const char *p = suffixes; p <= suffix; p++)
			scale *= 1000;
	}
	return scan_dec(w, v) && !__builtin_mul_overflow(*v, scale, v);
}

bool scan_symbol(struct word w, struct word *name, uint64_t *off,
		 uint64_t *size)
{
	*name = w;
	*off = *size = 0;
	for (size_t i = w.len; i-- > 0;) {
		struct word tail = { w.s + i + 1, w.len - i - 1 };
		const char *slash;
		uint64_t v = 0;

		if (w.s[i] != '+' || !word_starts(tail, "0x"))
			continue;
		slash = memchr(tail.s, '/', tail.len);
		if (slash) {
			struct word s = { slash + 1,
					  tail.len - (slash + 1 - tail.s) };

			if (!scan_0x(s, &v))
				return false;
			tail.len = slash - tail.s;
		}
		if (!scan_0x(tail, off))
			return false;
		*size = v;
		name->len = i;
		return true;
	}
	return false;
}

bool scan_mode(struct word w, char *mode)
{
	/* kernel, user, guest kernel, guest user, hypervisor, other */
	if (w.len != 3 || w.s[0] != '[' || w.s[2] != ']' ||
	    !strchr("k.guHh", w.s[1]))
		return false;
	*mode = w.s[1];
	return true;
}

bool scan_is_ruler(const char *s, const char *chars, size_t min)
{
	size_t nr = 0;

	for (; *s; s++) {
		if (scan_blank(*s))
			continue;
		if (!strchr(chars, *s))
			return false;
		nr++;
	}
	return nr >= min;
}
