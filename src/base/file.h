/* SPDX-License-Identifier: GPL-2.0-only */
/* How files begin, and small ones that are read whole. Only regular ones: a FIFO
 * that nobody writes to is not waited for, nor is a pipe robbed of bytes; but "-"
 * is standard input, see stdin.h. */
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include <stddef.h>
#include <sys/types.h>

#include <layoutdiff/error.h>

/* Read up to @max bytes from the start of the file at @path to @buf; how many
 * there were, or -1. */
ssize_t file_peek(const char *path, void *buf, size_t max);

/*
 * All of the file at @path: *@data, of *@len bytes, is the caller's (free()).
 * More than @max bytes are -LAY_E_LIMIT. Errors do not name the file.
 */
int file_read(const char *path, size_t max, char **data, size_t *len,
	      struct lay_error *err);

#endif /* BASE_FILE_H */
