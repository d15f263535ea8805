/* SPDX-License-Identifier: GPL-2.0-only */
/* Standard input as a file, which "-" names wherever a file is to be read. */
#ifndef BASE_STDIN_H
#define BASE_STDIN_H

#include <stdbool.h>
#include <string.h>

#include <layoutdiff/error.h>

static inline bool path_is_stdin(const char *path)
{
	return !strcmp(path, "-");
}

/* A descriptor of the file on standard input, of a copy where that is a pipe;
 * <0: -code. Where it stands is not said: read by pread(). */
int stdin_open(struct lay_error *err);

#endif /* BASE_STDIN_H */
