// SPDX-License-Identifier: GPL-2.0-only
/*
 * Which of a hundred thousand names may have been meant? The distance of two
 * names is how many letters were added, left out, mistaken or swapped with
 * their neighbour (optimal string alignment). A third of the letters wrong is
 * the most that is still a misspelling; a name that the wanted one begins is
 * near as well, for those who typed half of it. Most names are far too long or
 * short, which costs one comparison; the rest are kept short by a bound on
 * their length.
 */
#include <config.h>

#include <stdlib.h>
#include <stdio.h>
#include <string.h>

#include "build/suggest.h"
#include "base/poison.h"

#define MAX_LEN 64

static unsigned int min3(unsigned int a, unsigned int b, unsigned int c)
{
	unsigned int m = a < b ? a : b;

	return m < c ? m : c;
}

/* Both names are at most MAX_LEN long. */
static unsigned int distance(const char *a, size_t a_len, const char *b,
			     size_t b_len)
{
	unsigned int rows[3][MAX_LEN + 1];

	for (size_t j = 0; j <= b_len; j++)
		rows[0][j] = (unsigned int)j;
	for (size_t i = 1; i <= a_len; i++) {
		unsigned int *row = rows[i % 3], *above = rows[(i + 2) % 3];
		unsigned int *two_above = rows[(i + 1) % 3];

		row[0] = (unsigned int)i;
		for (size_t j = 1; j <= b_len; j++) {
			row[j] = min3(above[j] + 1, row[j - 1] + 1,
				      above[j - 1] + (a[i - 1] != b[j - 1]));
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] &&
			    a[i - 2] == b[j - 1] && two_above[j - 2] + 1 < row[j])
				row[j] = two_above[j - 2] + 1;
		}
	}
	return rows[a_len % 3][b_len];
}

/* How far @name is from what was wanted; more than the bound: too far. */
static unsigned int rate(const char *wanted, const char *name,
			 unsigned int bound)
{
	size_t wanted_len = strlen(wanted), len = strlen(name);
	size_t longer = len > wanted_len ? len - wanted_len : wanted_len - len;

	if (wanted_len > MAX_LEN || len > MAX_LEN)
		return bound + 1;
	if (wanted_len >= 3 && len > wanted_len &&
	    !memcmp(wanted, name, wanted_len))
		return bound;
	if (longer > bound)
		return bound + 1;
	return distance(wanted, wanted_len, name, len);
}

/* Put the name where it belongs, if it is not there yet: by distance, then by
 * the alphabet, so that the order in which names come does not matter. */
void suggest_see(void *suggest, const char *name)
{
	struct suggest *s = suggest;
	unsigned int bound = (unsigned int)(strlen(s->wanted) + 2) / 3;
	unsigned int d = rate(s->wanted, name, bound);
	size_t i = 0;
	char *copy;

	if (d > bound)
		return;
	for (; i < s->nr; i++) {
		int order = strcmp(s->name[i], name);

		if (s->distance[i] == d && !order)
			return;
		if (s->distance[i] > d || (s->distance[i] == d && order > 0))
			break;
	}
	if (i == SUGGEST_MAX)
		return;
	copy = strdup(name);
	if (!copy)
		return;	/* one suggestion less */
	if (s->nr == SUGGEST_MAX)
		free(s->name[--s->nr]);
	for (size_t j = s->nr; j > i; j--) {
		s->name[j] = s->name[j - 1];
		s->distance[j] = s->distance[j - 1];
	}
	s->name[i] = copy;
	s->distance[i] = d;
	s->nr++;
}

void suggest_format(const struct suggest *s, char *buf, size_t len)
{
	size_t used = 0;

	if (len)
		buf[0] = '\0';
	for (size_t i = 0; i < s->nr && used < len; i++)
		used += (size_t)snprintf(buf + used, len - used, "%s%s%s",
					 i ? ", " : ": did you mean ",
					 s->name[i], i + 1 == s->nr ? "?" : "");
}

const char *suggest_alias(const char *name)
{
	/* Linux: include/linux/types.h */
	return strcmp(name, "rcu_head") ? NULL : "callback_head";
}

void suggest_deinit(struct suggest *s)
{
	while (s->nr)
		free(s->name[--s->nr]);
}
