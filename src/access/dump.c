// SPDX-License-Identifier: GPL-2.0-only
/* A whole map as text, to be kept: layoutdiff-access(1) has the format. */
#include <config.h>

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <layoutdiff/access.h>

#include "base/codec.h"
#include "base/file.h"
#include "base/vec.h"
#include "base/poison.h"

#define FIRST_LINE "# layoutdiff access 1\n"
#define BUILD_ID_LINE "# build-id "
#define COLUMNS "# addr\ttype\toffset\tpath\taccess\tsize\tfunction\tgrade\talternatives, further members or reason\n"

/* Of a file that is asked what it is. */
#define HEAD_MAX 512
/* A block of zstd, which is unpacked as a whole, is not larger. */
#define PACKED_MAX (160u << 10)

struct text {
	char *s;
	size_t len, cap;
};

static const char *const grades[LAY_ACCESS_NR_GRADES] = {
	[LAY_ACCESS_UNKNOWN] = "unknown",
	[LAY_ACCESS_AMBIGUOUS] = "ambiguous",
	[LAY_ACCESS_INFERRED] = "inferred",
	[LAY_ACCESS_EXACT] = "exact",
};

const char *lay_access_grade_name(enum lay_access_grade grade)
{
	return grades[grade];
}

const char *lay_access_flags_name(unsigned int flags)
{
	if (flags & LAY_ACCESS_ATOMIC)
		return "atomic";
	if (!(flags & LAY_ACCESS_WRITE))
		return "r";
	return flags & LAY_ACCESS_READ ? "rw" : "w";
}

static const char *or_dash(const char *text)
{
	return text ? text : "-";
}

LAY_PRINTF(2, 3)
static int add(struct text *text, const char *fmt, ...)
{
	va_list args, again;
	int len;

	va_start(args, fmt);
	va_copy(again, args);
	len = vsnprintf(text->s + text->len, text->cap - text->len, fmt, args);
	va_end(args);
	if (len >= 0 && (size_t)len >= text->cap - text->len) {
		if (VEC_RESERVE(text->s, text->len, text->cap,
				(size_t)len + 1) < 0)
			len = -1;
		else
			vsnprintf(text->s + text->len, text->cap - text->len,
				  fmt, again);
	}
	va_end(again);
	if (len < 0)
		return -1;
	text->len += (size_t)len;
	return 0;
}

static int add_operand(struct text *text, const struct lay_operand *op)
{
	return add(text, "%" PRIx64 "\t%s\t%" PRId64 "\t%s\t%s\t%u\t%s\t%s\t%s\n",
		   op->addr, or_dash(op->type), op->off, or_dash(op->path),
		   lay_access_flags_name(op->flags), op->size, op->function,
		   lay_access_grade_name(op->grade),
		   or_dash(op->others ? op->others :
			   op->also ? op->also : op->reason));
}

static int write_all(struct text *text, const struct lay_access *map,
		     const char *build_id)
{
	size_t nr;
	const struct lay_operand *op = lay_access_operands(map, &nr);

	if (VEC_RESERVE(text->s, 0, text->cap, 4096) < 0 ||
	    add(text, "%s", FIRST_LINE) < 0 ||
	    (build_id && add(text, BUILD_ID_LINE "%s\n", build_id) < 0) ||
	    add(text, "%s", COLUMNS) < 0)
		return -1;
	for (size_t i = 0; i < nr; i++)
		if (add_operand(text, &op[i]) < 0)
			return -1;
	return 0;
}

int lay_access_dump(const struct lay_access *map, const char *build_id,
		    bool packed, void **data, size_t *size,
		    struct lay_error *err)
{
	struct text text = { .s = NULL };
	int rc;

	if (write_all(&text, map, build_id) < 0) {
		free(text.s);
		return lay_error_set(err, LAY_E_NOMEM, "out of memory");
	}
	if (!packed) {
		*data = text.s;
		*size = text.len;
		return 0;
	}
	rc = codec_pack(CODEC_ZSTD, text.s, text.len, data, size, err);
	free(text.s);
	return rc;
}

/* How the file at @path begins, unpacked: a string; false: it cannot be read. */
static bool read_head(const char *path, char head[HEAD_MAX])
{
	char *raw = malloc(PACKED_MAX);
	ssize_t len = raw ? file_peek(path, raw, PACKED_MAX) : -1;
	size_t nr = 0;

	if (len > 0 && codec_has_magic(CODEC_ZSTD, raw, (size_t)len)) {
		nr = codec_peek(CODEC_ZSTD, raw, (size_t)len, head,
				HEAD_MAX - 1);
	} else if (len > 0) {
		nr = (size_t)len < HEAD_MAX - 1 ? (size_t)len : HEAD_MAX - 1;
		memcpy(head, raw, nr);
	}
	head[nr] = '\0';
	free(raw);
	return len >= 0;
}

int lay_access_kept(const char *path, const char *build_id,
		    struct lay_error *err)
{
	const size_t first = sizeof(FIRST_LINE) - 1;
	const size_t id = sizeof(BUILD_ID_LINE) - 1;
	char head[HEAD_MAX];
	struct stat st;

	if (stat(path, &st) < 0)
		return errno == ENOENT ? 0 :
			lay_error_set(err, LAY_E_IO, "%s: cannot open: %s",
				      path, strerror(errno));
	if (!st.st_size)
		return 0;
	if (!read_head(path, head) || strncmp(head, FIRST_LINE, first) != 0)
		return lay_error_set(err, LAY_E_USAGE,
				     "%s: is there, and is no access map",
				     path);
	if (strncmp(head + first, BUILD_ID_LINE, id) != 0 || !build_id)
		return 0;
	head[first + id + strcspn(head + first + id, "\n")] = '\0';
	if (!strcmp(head + first + id, build_id))
		return 1;
	return lay_error_set(err, LAY_E_USAGE,
			     "%s: is the map of another build: its build-id is %s, not %s",
			     path, head + first + id, build_id);
}
