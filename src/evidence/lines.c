// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "evidence/lines.h"
#include "base/poison.h"

#define MAX_LINE	((size_t)16 << 10)

/* 1 a newline was found, 0 the line is longer than allowed or the last. */
static int find_line(struct lines *l, size_t *len, struct lay_error *err)
{
	const uint8_t *p, *nl;
	size_t have;
	int rc;

	/* Ask for little first: a pipe's writer may be waiting for us. */
	for (size_t want = 256;; want *= 4) {
		if (want > MAX_LINE)
			want = MAX_LINE;
		rc = source_get(l->src, l->off, want, &p, &have, err);
		if (rc < 0)
			return rc;
		nl = have ? memchr(p, '\n', have) : NULL;
		*len = nl ? (size_t)(nl - p) : have;
		if (nl)
			return 1;
		if (!rc || want == MAX_LINE)
			return 0;
	}
}

/* Skip the rest of a line that is too long. */
static int drop_line(struct lines *l, struct lay_error *err)
{
	size_t len;
	int rc;

	do {
		rc = find_line(l, &len, err);
		if (rc < 0)
			return rc;
		l->off += len + rc;
	} while (!rc && len);
	return 0;
}

int lines_init(struct lines *l, struct source *src, struct lay_error *err)
{
	*l = (struct lines){ .src = src, .buf = malloc(MAX_LINE + 1) };
	if (!l->buf)
		return lay_error_set(err, LAY_E_NOMEM, "out of memory");
	return 0;
}

void lines_deinit(struct lines *l)
{
	free(l->buf);
	l->buf = NULL;
}

int lines_next(struct lines *l, struct line *line, struct lay_error *err)
{
	const uint8_t *p;
	size_t len;
	int rc = find_line(l, &len, err), got;

	if (rc < 0 || (!rc && !len))
		return rc;
	*line = (struct line){ .s = l->buf, .cut = !rc && len == MAX_LINE };
	got = source_get(l->src, l->off, len, &p, NULL, err);
	if (got < 0)
		return got;
	memcpy(l->buf, p, len);
	for (char *nul = memchr(l->buf, 0, len); nul;
	     nul = memchr(nul, 0, l->buf + len - nul))
		*nul = ' ';
	l->off += len + rc;
	while (len && strchr(" \t\r", l->buf[len - 1]))
		len--;
	l->buf[len] = '\0';
	line->len = len;
	if (!line->cut)
		return 1;
	rc = drop_line(l, err);
	return rc < 0 ? rc : 1;
}
