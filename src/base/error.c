// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <layoutdiff/error.h>

#include "base/poison.h"

/* Names come from files: what would break the line, or the terminal, goes. */
static void keep_on_a_line(char *text)
{
	for (; *text; text++) {
		if ((unsigned char)*text < ' ' || *text == 0x7f)
			*text = '?';
	}
}

int lay_error_set(struct lay_error *err, enum lay_error_code code,
		  const char *fmt, ...)
{
	va_list ap;

	if (err) {
		err->code = code;
		va_start(ap, fmt);
		vsnprintf(err->text, sizeof(err->text), fmt, ap);
		va_end(ap);
		keep_on_a_line(err->text);
	}
	return -(int)code;
}

int lay_error_prefix(struct lay_error *err, const char *fmt, ...)
{
	char tail[sizeof(err->text)];
	va_list ap;
	int n;

	if (!err)
		return -1;
	memcpy(tail, err->text, sizeof(tail));
	va_start(ap, fmt);
	n = vsnprintf(err->text, sizeof(err->text), fmt, ap);
	va_end(ap);
	if (n >= 0 && (size_t)n < sizeof(err->text))
		snprintf(err->text + n, sizeof(err->text) - n, "%s", tail);
	keep_on_a_line(err->text);
	return -(int)err->code;
}

int lay_error_append(struct lay_error *err, const char *fmt, ...)
{
	size_t len;
	va_list ap;

	if (!err)
		return -1;
	len = strlen(err->text);
	va_start(ap, fmt);
	vsnprintf(err->text + len, sizeof(err->text) - len, fmt, ap);
	va_end(ap);
	keep_on_a_line(err->text);
	return -(int)err->code;
}
