// SPDX-License-Identifier: GPL-2.0-only
/*
 * fnmatch(3) would do for honest names. It depends on the locale, though, and
 * a name made for a pattern with several stars has it run for ever.
 */
#include <config.h>

#include <stddef.h>
#include <string.h>

#include "base/glob.h"
#include "base/poison.h"

bool glob_is_pattern(const char *s)
{
	return strpbrk(s, "*?[") != NULL;
}

/* Match @c with the set whose first byte is @p; returns what follows the set,
 * NULL if it is not closed. A ']' that comes first belongs to the set. */
static const char *match_set(const char *p, unsigned char c, bool *fits)
{
	bool negated = *p == '!' || *p == '^', in = false;
	const char *first = negated ? ++p : p;

	for (; *p && (*p != ']' || p == first); p++) {
		unsigned char low = (unsigned char)*p, high = low;

		if (p[1] == '-' && p[2] && p[2] != ']') {
			high = (unsigned char)p[2];
			p += 2;
		}
		in |= low <= c && c <= high;
	}
	*fits = in != negated;
	return *p ? p + 1 : NULL;
}

/* Match one byte, which is not a star's; returns the rest of the pattern or
 * NULL. */
static const char *match_byte(const char *p, unsigned char c)
{
	const char *behind;
	bool fits;

	if (*p == '?')
		return p + 1;
	if (*p == '[') {
		behind = match_set(p + 1, c, &fits);
		if (behind)
			return fits ? behind : NULL;
	}
	return (unsigned char)*p == c ? p + 1 : NULL;
}

/* Only the last star met can still have to take more: what stands in front of
 * it fits as early as it can. */
bool glob_match(const char *p, const char *s)
{
	const char *behind_star = NULL, *retry = NULL, *next;

	while (*s) {
		if (*p == '*') {
			behind_star = ++p;
			retry = s;
			continue;
		}
		next = *p ? match_byte(p, (unsigned char)*s) : NULL;
		if (next) {
			p = next;
			s++;
		} else if (behind_star) {
			p = behind_star;
			s = ++retry;
		} else {
			return false;
		}
	}
	while (*p == '*')
		p++;
	return !*p;
}
