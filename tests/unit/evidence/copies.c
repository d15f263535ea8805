// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "copies.h"
#include "base/poison.h"

/* A growing text. */
struct out {
	char *s;
	size_t len, cap;
};

static void put(struct out *o, const char *s, size_t len)
{
	if (o->len + len + 1 > o->cap) {
		o->cap = 2 * (o->len + len + 1);
		o->s = realloc(o->s, o->cap);
		assert_non_null(o->s);
	}
	memcpy(o->s + o->len, s, len);
	o->len += len;
	o->s[o->len] = '\0';
}

/* Each line with @before in front, its number if @numbers, and @after. */
static char *with_margin(const char *text, const char *before, bool numbers,
			 const char *after)
{
	struct out o = { .s = NULL };
	unsigned int nr = 0;

	while (*text) {
		size_t len = strcspn(text, "\n");
		char number[16] = "";

		if (numbers)
			snprintf(number, sizeof(number), "%5u: ", ++nr);
		put(&o, before, strlen(before));
		put(&o, number, strlen(number));
		put(&o, text, len);
		put(&o, after, strlen(after));
		text += len + (text[len] == '\n');
	}
	return o.s;
}

static char *folded(const char *text)
{
	struct out o = { .s = NULL };

	for (; *text; text++) {
		if (*text == ' ' && (text[1] == ' ' || text[1] == '\n' ||
				     !o.len || o.s[o.len - 1] == '\n'))
			continue;
		put(&o, text, 1);
	}
	return o.s;
}

static bool is_ruler(const char *s, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		if (!strchr("-=.# ", s[i]))
			return false;
	}
	return true;
}

char *copies_wrap(const char *text, size_t width)
{
	struct out o = { .s = NULL };

	while (*text) {
		size_t len = strcspn(text, "\n");

		while (len > width && !is_ruler(text, len)) {
			size_t cut = width;

			while (cut && text[cut] != ' ')
				cut--;
			if (!cut || strspn(text, " ") >= cut)
				break;
			put(&o, text, cut);
			put(&o, "\n", 1);
			while (text[cut] == ' ')
				cut++;
			text += cut;
			len -= cut;
		}
		put(&o, text, len);
		put(&o, "\n", 1);
		text += len + (text[len] == '\n');
	}
	return o.s;
}

static void check_one(struct collected *c, char *copy, const char *what,
		      void (*check)(struct collected *c))
{
	print_message("  %s\n", what);
	if (collect_text(c, copy) < 0)
		fail_msg("%s", c->err.text);
	check(c);
	collect_free(c);
	free(copy);
}

void copies_check(struct collected *c, const char *text, size_t width,
		  void (*check)(struct collected *c))
{
	check_one(c, with_margin(text, "", false, "\n"), "as it is", check);
	check_one(c, with_margin(text, "\t  ", false, "\n"), "indented", check);
	check_one(c, with_margin(text, "> > ", false, "\n"), "quoted", check);
	check_one(c, with_margin(text, "", true, "\n"), "numbered", check);
	check_one(c, with_margin(text, " * ", false, "\n"), "commented", check);
	check_one(c, with_margin(text, "# ", false, "\n"), "commented #",
		  check);
	check_one(c, with_margin(text, "", false, "  \r\n"), "CRLF", check);
	check_one(c, folded(text), "folded", check);
	if (width) {
		char *wrapped = copies_wrap(text, width);

		check_one(c, with_margin(wrapped, "> ", false, "\n"),
			  "wrapped and quoted", check);
		check_one(c, wrapped, "wrapped", check);
	}
}
