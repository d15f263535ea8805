/* SPDX-License-Identifier: GPL-2.0-only */
/* Copies of a text as they are found in mails. */
#ifndef TESTS_EVIDENCE_COPIES_H
#define TESTS_EVIDENCE_COPIES_H

#include "collect.h"

/*
 * Read @text, then copies of it that are indented, quoted, numbered, commented,
 * with other ends of lines, with folded blanks and, where @width is not 0, with
 * lines wrapped at @width; call @check for each.
 */
void copies_check(struct collected *c, const char *text, size_t width,
		  void (*check)(struct collected *c));

/* @text with lines wrapped at blanks; free() it. */
char *copies_wrap(const char *text, size_t width);

#endif /* TESTS_EVIDENCE_COPIES_H */
