/* SPDX-License-Identifier: GPL-2.0-only */
/* How people read a value. */
#ifndef REPORT_TEXT_VALUE_H
#define REPORT_TEXT_VALUE_H

#include <stddef.h>

#include "report/text-out.h"

/* Room for every value but a long string or list, which are cut here. */
#define TEXT_VALUE_SIZE 256

/* One word or phrase: "112", "112 -> 136 (+24)", "yes". */
void text_value(const struct doc_value *v, char *buf, size_t len);

/* The same straight to @t, strings and lists whole, broken over lines. */
void text_wrap_value(struct text_out *t, const struct doc_value *v,
		     unsigned int left);

#endif /* REPORT_TEXT_VALUE_H */
