/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Texts: what perf or the kernel printed, as it was or as a mail made of it.
 *
 * A line belongs to the reader that has had the lines before, if it wants it,
 * else to the first of the others that recognises it; so a mail with two
 * reports and a lock_stat needs no one to say what begins where. A reader
 * claims a line only when it is sure: what nobody claims is counted and noted.
 */
#ifndef EVIDENCE_TEXT_H
#define EVIDENCE_TEXT_H

#include "evidence/input.h"
#include "evidence/scan.h"

struct text_line {
	const char *raw;	/* as it stands in the file */
	const char *s;		/* without indentation and marks of quoting */
	size_t len;		/* of s */
	uint64_t nr;		/* from 1 */
	bool quoted;		/* so that columns mean nothing */
	bool cut;		/* longer than lines may be */
};

/* What a reader is told and tells. */
struct text {
	struct input *in;
	const struct text_line *line;
	enum evidence_fate fate;	/* of the line, if it is claimed */
};

struct text_reader {
	enum evidence_format format;
	size_t state_size;	/* zeroed memory of its own */
	/*
	 * Is this line yours? 1 yes and t->fate says what became of it, 0 no,
	 * <0 failed. A row that was waiting for more lines must be done with
	 * when the answer is no.
	 */
	int (*line)(struct text *t, void *state, struct lay_error *err);
	/* No more lines for now: be done with what waits. NULL: nothing can. */
	int (*end)(struct text *t, void *state, struct lay_error *err);
	/* A line that nobody knows stood among yours. May be NULL. */
	int (*stranger)(struct text *t, void *state, struct lay_error *err);
	/* Free what the state holds. May be NULL. */
	void (*deinit)(void *state);
};

extern const struct text_reader c2c_reader;
extern const struct text_reader lockstat_reader;
extern const struct text_reader annotate_reader;
extern const struct text_reader annotate_code_reader;
extern const struct text_reader report_reader;
extern const struct text_reader script_reader;
extern const struct text_reader header_reader;

/*
 * text-margin.c: what copies put at the beginning of all lines, numbers or a
 * mark of comment. Told from the first lines of a text, for a single line that
 * begins so may mean it.
 */
struct text_margin {
	bool numbers;
	char mark[3];	/* "//", "*", "#", ...; empty: none */
};

#define TEXT_WINDOW 48	/* lines that are looked at */

void text_margin_find(struct text_margin *m, char *const *lines, size_t nr);
/* @s without the margin; @s itself where this line has none. */
const char *text_margin_strip(const struct text_margin *m, const char *s);

/* Claim the line: "return text_claim(t, EVIDENCE_HEADING);" */
static inline int text_claim(struct text *t, enum evidence_fate fate)
{
	t->fate = fate;
	return 1;
}

/* Claim a line that cannot be used, and say why. */
int text_refuse(struct text *t, enum evidence_fate fate, struct lay_error *err,
		const char *why);

static inline const char *text_string(struct text *t, struct word w,
				      struct lay_error *err)
{
	return input_string(t->in, w.s, w.len, err);
}

/*
 * A row that may go on in the next lines, because a mail wrapped it. Its first
 * line is counted as used and the others as joined when they come; when it
 * cannot be read in the end, that is taken back.
 */
#define TEXT_ROW_SIZE 8192

struct text_row {
	char s[TEXT_ROW_SIZE];	/* lines, joined by two blanks */
	size_t len;
	uint64_t at;		/* its first line; 0: no row */
	unsigned int nr_lines;
	size_t breaks[8];	/* where the first lines were joined */
};

static inline bool text_row_waits(const struct text_row *row)
{
	return row->at;
}

/* Begin a row with the line; claims it. */
int text_row_begin(struct text *t, struct text_row *row);
/* Go on with the line; claims it. Too much of it is left out, and damages. */
int text_row_add(struct text *t, struct text_row *row);
static inline void text_row_done(struct text_row *row)
{
	row->at = 0;
}
/* The row cannot be used: counted as @fate, noted, done. */
int text_row_refuse(struct text *t, struct text_row *row,
		    enum evidence_fate fate, const char *why,
		    struct lay_error *err);

#endif /* EVIDENCE_TEXT_H */
