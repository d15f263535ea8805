/* SPDX-License-Identifier: GPL-2.0-only */
/* JSON as it is written: without a tree of it, which would take forty times its
 * size. */
#ifndef SNAPSHOT_TEXT_H
#define SNAPSHOT_TEXT_H

#include <stdint.h>

#include "base/json.h"

/* Text that grows. Starts as all zeros; @text is freed by who has it. */
struct snap_text {
	char *text;
	size_t len, cap;
};

/* Append; -1: no memory. */
int snap_put(struct snap_text *out, const char *text);
int snap_put_bytes(struct snap_text *out, const char *bytes, size_t len);
/* @value as text; it is given up, and may be NULL: no memory. */
int snap_put_value(struct snap_text *out, struct json *value);
/* One more row of the list that @out ends in, of @nr cells. */
int snap_put_row(struct snap_text *out, const uint64_t *cells, size_t nr);

#endif /* SNAPSHOT_TEXT_H */
