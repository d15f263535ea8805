/* SPDX-License-Identifier: GPL-2.0-only */
/* The lines of a source, one after the other. */
#ifndef EVIDENCE_LINES_H
#define EVIDENCE_LINES_H

#include "evidence/source.h"

/*
 * A line as it was read, without its end and blanks before that; `s` ends in
 * NUL, other NULs are turned into blanks.
 */
struct line {
	char *s;
	size_t len;
	bool cut;	/* longer than a line may be: the rest was dropped */
};

struct lines {
	struct source *src;
	uint64_t off;
	char *buf;
};

int lines_init(struct lines *l, struct source *src, struct lay_error *err);
void lines_deinit(struct lines *l);

/* The next line, valid until the next call: 1, or 0 at the end. */
int lines_next(struct lines *l, struct line *line, struct lay_error *err);

#endif /* EVIDENCE_LINES_H */
