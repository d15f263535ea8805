/* SPDX-License-Identifier: GPL-2.0-only */
/* Snapshots as files. */
#ifndef SNAPSHOT_FILE_H
#define SNAPSHOT_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include <layoutdiff/error.h>

/* Unpacked; a whole kernel's is 4 MB, that of one with 4,000 modules 33. */
#define SNAPSHOT_MAX ((size_t)64 << 20)

/* Does the file at @path begin as JSON does, if need be unpacked? What cannot
 * be read does not. */
bool snapshot_file_is(const char *path);

/* The text in the file at @path, unpacked: *@text, of *@len bytes, is the
 * caller's (free()). */
int snapshot_file_read(const char *path, char **text, size_t *len,
		       struct lay_error *err);

#endif /* SNAPSHOT_FILE_H */
