// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "snapshot/text.h"
#include "base/poison.h"

int snap_put_bytes(struct snap_text *out, const char *bytes, size_t len)
{
	if (VEC_RESERVE(out->text, out->len, out->cap, len + 1) < 0)
		return -1;
	memcpy(out->text + out->len, bytes, len);
	out->len += len;
	out->text[out->len] = '\0';
	return 0;
}

int snap_put(struct snap_text *out, const char *text)
{
	return snap_put_bytes(out, text, strlen(text));
}

int snap_put_value(struct snap_text *out, struct json *value)
{
	char *text;
	size_t len;
	int ret;

	if (!value || json_format_compact(value, &text, &len, NULL) < 0) {
		json_free(value);
		return -1;
	}
	json_free(value);
	ret = snap_put_bytes(out, text, len);
	free(text);
	return ret;
}

/* The number @v, as json_new_uint() gives it. */
static int put_number(struct snap_text *out, uint64_t v)
{
	char text[24];
	int len = snprintf(text, sizeof(text),
			   v <= INT64_MAX ? "%" PRIu64 : "\"%" PRIu64 "\"", v);

	return snap_put_bytes(out, text, (size_t)len);
}

int snap_put_row(struct snap_text *out, const uint64_t *cells, size_t nr)
{
	bool first = !out->len || out->text[out->len - 1] == '[';
	int ret = snap_put(out, first ? "[" : ",[");

	for (size_t i = 0; i < nr && ret == 0; i++) {
		if (i)
			ret = snap_put(out, ",");
		if (ret == 0)
			ret = put_number(out, cells[i]);
	}
	return ret == 0 ? snap_put(out, "]") : ret;
}
