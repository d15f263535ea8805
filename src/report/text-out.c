// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <string.h>

#include "report/text-out.h"
#include "base/poison.h"

static const char *const tone_escape[] = {
	[DOC_PLAIN] = "",
	[DOC_TITLE] = "\033[1m",
	[DOC_ADDED] = "\033[32m",
	[DOC_REMOVED] = "\033[31m",
	[DOC_CHANGED] = "\033[36m",
	[DOC_MUTED] = "\033[2m",
	[DOC_WARNING] = "\033[1;33m",
};
_Static_assert(sizeof(tone_escape) / sizeof(tone_escape[0]) == DOC_NR_TONES_,
	       "every tone has its escape sequence");

/* Less than this cannot hold an offset and a name. */
#define MIN_WIDTH 20

void text_out_init(struct text_out *t, FILE *out, unsigned int width,
		   bool color)
{
	*t = (struct text_out){
		.out = out,
		.width = width < MIN_WIDTH ? MIN_WIDTH : width,
		.color = color,
	};
}

void text_tone(struct text_out *t, enum doc_tone tone)
{
	if (!t->color || tone == t->tone)
		return;
	if (t->tone != DOC_PLAIN)
		fputs("\033[0m", t->out);
	fputs(tone_escape[tone], t->out);
	t->tone = tone;
}

void text_newline(struct text_out *t)
{
	putc('\n', t->out);
	t->column = 0;
	t->blanks = 0;
}

void text_pad(struct text_out *t, unsigned int column)
{
	if (t->column + t->blanks < column)
		t->blanks = column - t->column;
}

static void put_bytes(struct text_out *t, const char *s, size_t len)
{
	if (!len)
		return;
	for (; t->blanks; t->blanks--, t->column++)
		putc(' ', t->out);
	for (size_t i = 0; i < len; i++)
		putc(s[i] >= 0x20 && s[i] < 0x7f ? s[i] : '?', t->out);
	t->column += (unsigned int)len;
}

void text_put(struct text_out *t, const char *s)
{
	put_bytes(t, s, strlen(s));
}

unsigned int text_columns(const char *s)
{
	return (unsigned int)strlen(s);
}

/*
 * A word that does not fit goes to the next line, further left than @left when
 * it must: names stay whole. One that no line can hold is cut at the ends.
 */
static void put_word(struct text_out *t, const char *s, size_t len,
		     unsigned int left)
{
	size_t room;

	if (len <= t->width && left + len > t->width)
		left = t->width - (unsigned int)len;
	if (t->column + t->blanks + len > t->width &&
	    t->column + t->blanks > left) {
		text_newline(t);
		text_pad(t, left);
	}
	while (t->column + t->blanks + len > t->width) {
		room = t->width - t->column - t->blanks;
		put_bytes(t, s, room);
		s += room;
		len -= room;
		text_newline(t);
		text_pad(t, left);
	}
	put_bytes(t, s, len);
}

void text_wrap(struct text_out *t, const char *s, unsigned int left)
{
	bool first = true;
	size_t len, gap;

	if (left > t->width - MIN_WIDTH / 2)
		left = t->width - MIN_WIDTH / 2;
	while (*s) {
		gap = strspn(s, " ");
		s += gap;
		len = strcspn(s, " ");
		if (!first)
			t->blanks += (unsigned int)gap;
		put_word(t, s, len, left);
		s += len;
		first = false;
	}
}
