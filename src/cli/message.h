/* SPDX-License-Identifier: GPL-2.0-only */
/* What goes to standard error, with the program's name in front. */
#ifndef CLI_MESSAGE_H
#define CLI_MESSAGE_H

#include <layoutdiff/error.h>

/* Exit status, as diff(1) has it. */
enum {
	STATUS_SAME = 0,	/* nothing was found, or all went well */
	STATUS_DIFFERENT = 1,
	STATUS_TROUBLE = 2,
};

void message(const char *fmt, ...) LAY_PRINTF(1, 2);
/* The text of @err. */
void complain_of(const struct lay_error *err);

#endif /* CLI_MESSAGE_H */
