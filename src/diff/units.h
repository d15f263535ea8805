/* SPDX-License-Identifier: GPL-2.0-only */
/* Names of units, where two builds are compared. */
#ifndef DIFF_UNITS_H
#define DIFF_UNITS_H

#include <stddef.h>

/*
 * How much of all absolute names of units is the same directory. @unit gives
 * the name of each of @nr, which may be NULL.
 */
size_t units_common_directory(const char *(*unit)(const void *ctx, size_t i),
			      const void *ctx, size_t nr);

#endif /* DIFF_UNITS_H */
