/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The text of `perf script`: inside. -F chooses fields, but perf prints those
 * that were chosen in one order:
 *
 *	comm pid/tid [cpu] misc time: period event: addr data_src weight ins_lat
 *	retire_lat ip symbol+off (object) phys_addr page sizes
 *
 * A line is cut into a head, up to the event, and the data behind it.
 */
#ifndef EVIDENCE_SCRIPT_H
#define EVIDENCE_SCRIPT_H

#include <string.h>

#include "evidence/text.h"

#define SCRIPT_MAX_WORDS 48

/* A word, and the columns it takes with the blanks before it. perf pads
 * numbers, which tells fields apart that look alike; 0 where nobody knows. */
struct script_word {
	struct word w;
	unsigned int width;
};

struct script_line {
	struct script_word word[SCRIPT_MAX_WORDS];
	size_t nr;
	size_t time, event;	/* index of these words; nr: there is none */
	size_t data;		/* the first word behind the head */
	bool data_first;	/* nothing stands before the data on the line */
	bool has_period;	/* the word before event */
	const char *src_text;	/* "|OP LOAD|LVL ..." or NULL */
};

/* What a sample has as text, before it is interned. */
struct script_texts {
	struct word comm, event, symbol, dso;
	bool padded;	/* the IP stands just where perf puts it */
};

enum script_result {
	SCRIPT_OK,
	SCRIPT_NOT,		/* no line of perf script */
	SCRIPT_AMBIGUOUS,	/* an address, and no telling whose */
};

/*
 * What the numbers of a line are, in order. All lines of one text have the
 * same, so one that can be read in two ways is read as the last was that could
 * not.
 */
#define SCRIPT_MAX_NUMBERS 6

enum script_role {
	SCRIPT_ADDR,
	SCRIPT_LATENCY,
	SCRIPT_IP,
	SCRIPT_PHYS,
};

struct script_layout {
	bool known;
	enum script_role role[SCRIPT_MAX_NUMBERS];
};

/* By how many numbers there are, and whether data_src stands before them and
 * text behind them. */
struct script_memory {
	struct script_layout of[SCRIPT_MAX_NUMBERS + 1][2][2];
};

/* Hexadecimal, and no name of a function: "add" has no digit. */
static inline bool script_is_number(struct word w)
{
	uint64_t v;

	return scan_hex(w, &v) && w.len != 0 &&
	       strcspn(w.s, "0123456789") < w.len;
}

/* script-head.c: cut the line; false when it cannot be a sample. */
bool script_cut(const struct text_line *l, struct script_line *sl);
void script_head(const struct script_line *sl, struct evidence_sample *s,
		 struct script_texts *x);

/* script-data.c */
enum script_result script_data(const struct script_line *sl,
			       struct script_memory *memory,
			       struct evidence_sample *s,
			       struct script_texts *x);
/* Symbol and object of an address, from word @from on. */
void script_symbol(const struct script_line *sl, size_t from,
		   struct evidence_sample *s, struct script_texts *x);

/* script-record.c: "PERF_RECORD_MMAP2 ...": as text_reader.line */
int script_record(struct text *t, const struct script_line *sl,
		  struct lay_error *err);

#endif /* EVIDENCE_SCRIPT_H */
