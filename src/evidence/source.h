/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The bytes of an input, through a window that moves forward: a file, standard
 * input, memory, or any of them packed with zstd. Never mapped, so that a file
 * that shrinks is an early end, not a signal.
 */
#ifndef EVIDENCE_SOURCE_H
#define EVIDENCE_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <layoutdiff/error.h>

struct source;

int source_open(const char *path, struct source **src, struct lay_error *err);
int source_open_bytes(const void *data, size_t len, struct source **src,
		      struct lay_error *err);
void source_close(struct source *src);

/* Can one go back, and is the size known? */
bool source_is_seekable(const struct source *src);
uint64_t source_size(const struct source *src);

/*
 * Make the source seekable: what is left of it, and what was read of it so far,
 * goes to a temporary file that has no name. Possible only while the beginning
 * is still in the window.
 */
int source_spool(struct source *src, struct lay_error *err);

/*
 * The @len bytes at @off, valid until the next call. Returns 1, or 0 when the
 * input ends before; then *@have says how many there are (NULL: who cares).
 * Where the source is not seekable, @off must not be before the window.
 */
int source_get(struct source *src, uint64_t off, size_t len,
	       const uint8_t **data, size_t *have, struct lay_error *err);

#endif /* EVIDENCE_SOURCE_H */
