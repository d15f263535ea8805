/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Plain ASCII text within a width: what the text emitter writes through. Keeps
 * the column, breaks lines at blanks, and inside a word only where the word
 * alone is too long. Names come from files that may be hostile, so no byte that
 * a terminal would act on gets through.
 */
#ifndef REPORT_TEXT_OUT_H
#define REPORT_TEXT_OUT_H

#include <stdbool.h>
#include <stdio.h>

#include "report/doc.h"

struct text_out {
	FILE *out;
	unsigned int width;	/* columns that a line may have */
	unsigned int column;	/* where the next character goes */
	unsigned int blanks;	/* owed before it: none are left at an end */
	bool color;
	enum doc_tone tone;	/* of what is being written */
};

void text_out_init(struct text_out *t, FILE *out, unsigned int width,
		   bool color);

void text_tone(struct text_out *t, enum doc_tone tone);
void text_newline(struct text_out *t);
/* Blanks up to @column; nothing when the line is there already. */
void text_pad(struct text_out *t, unsigned int column);
/* @s as it is, unwrapped. */
void text_put(struct text_out *t, const char *s);
/* The words of @s, broken at the width; further lines start at @left. */
void text_wrap(struct text_out *t, const char *s, unsigned int left);
/* Columns that @s takes. */
unsigned int text_columns(const char *s);

#endif /* REPORT_TEXT_OUT_H */
