// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <stdarg.h>
#include <stdio.h>

#include "cli/message.h"
#include "base/poison.h"

void message(const char *fmt, ...)
{
	char text[2048];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	/* names in it come from files: nothing a terminal would act on */
	for (char *s = text; *s; s++)
		if ((unsigned char)*s < 0x20 || *s == 0x7f)
			*s = '?';
	fprintf(stderr, "layoutdiff: %s\n", text);
}

void complain_of(const struct lay_error *err)
{
	message("%s", err->text);
}
