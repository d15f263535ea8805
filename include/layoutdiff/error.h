/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Errors are values. Every function that can fail takes a caller-owned
 * struct lay_error as its last parameter (NULL when the caller does not care),
 * returns a negative number and leaves a text that names file, section and
 * offset, so that the caller can print it or put more in front of it. The
 * library itself never prints and never exits.
 */
#ifndef LAYOUTDIFF_ERROR_H
#define LAYOUTDIFF_ERROR_H

#if defined(__GNUC__)
#define LAY_API __attribute__((visibility("default")))
#define LAY_PRINTF(fmt, args) __attribute__((format(printf, fmt, args)))
#else
#define LAY_API
#define LAY_PRINTF(fmt, args)
#endif

/* What kind of failure; returned negated. Values are stable. */
enum lay_error_code {
	LAY_E_NONE		= 0,
	LAY_E_NOMEM		= 1,	/* an allocation failed */
	LAY_E_IO		= 2,	/* open, read, map or write failed */
	LAY_E_FORMAT		= 3,	/* the input contradicts its format */
	LAY_E_UNSUPPORTED	= 4,	/* well formed, but not handled */
	LAY_E_LIMIT		= 5,	/* a bound against hostile input was hit */
	LAY_E_NOT_FOUND		= 6,	/* no such type, member or file */
	LAY_E_NO_DEBUG		= 7,	/* the file has no debug information */
	LAY_E_CHANGED		= 8,	/* the file changed while it was read */
	LAY_E_USAGE		= 9,	/* the caller asked for something void */
};

struct lay_error {
	enum lay_error_code code;
	char text[1024];	/* lower case, no full stop, no newline */
};

/*
 * Fill @err (may be NULL) with @code and the formatted text.
 * Returns -code, so that a failure is one line: return lay_error_set(...).
 */
LAY_API int lay_error_set(struct lay_error *err, enum lay_error_code code,
			  const char *fmt, ...) LAY_PRINTF(3, 4);

/*
 * Put formatted context ("vmlinux: ") in front of the text of @err.
 * Returns -err->code, or -1 when @err is NULL, so that a caller can add context
 * and return in one line.
 */
LAY_API int lay_error_prefix(struct lay_error *err, const char *fmt, ...)
	LAY_PRINTF(2, 3);

/* The same behind it. */
LAY_API int lay_error_append(struct lay_error *err, const char *fmt, ...)
	LAY_PRINTF(2, 3);

#endif /* LAYOUTDIFF_ERROR_H */
