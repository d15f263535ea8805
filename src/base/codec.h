/* SPDX-License-Identifier: GPL-2.0-only */
/* Compression; the only place that knows zlib, zstd and liblzma. */
#ifndef BASE_CODEC_H
#define BASE_CODEC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <layoutdiff/error.h>

enum codec {
	CODEC_ZLIB,
	CODEC_ZSTD,
	CODEC_GZIP,
	CODEC_XZ,
};

/* Do the @len bytes at @data begin as what @codec packed does? Of all but zlib,
 * which does not say what it is. */
bool codec_has_magic(enum codec codec, const void *data, size_t len);

/* Unpack the first @out_len bytes, or what @in has of them; returns how many: 0
 * where they are damaged. */
size_t codec_peek(enum codec codec, const void *in, size_t in_len, void *out,
		  size_t out_len);

/* The CRC-32 of gzip and of .gnu_debuglink. */
uint32_t codec_crc32(const void *data, size_t len);

/* Pack @in: *@out, of *@out_len bytes, is the caller's (free()). zstd and gzip
 * alone. */
int codec_pack(enum codec codec, const void *in, size_t in_len, void **out,
	       size_t *out_len, struct lay_error *err);

/*
 * Unpack all frames of @in, of which nobody knows how large they get: *@out,
 * of *@out_len bytes, is the caller's. More than @max bytes are -LAY_E_LIMIT,
 * and never allocated; damage is -LAY_E_FORMAT. zstd, gzip and xz.
 */
int codec_unpack_all(enum codec codec, const void *in, size_t in_len,
		     size_t max, void **out, size_t *out_len,
		     struct lay_error *err);

/*
 * Unpack @in into exactly @out_len bytes at @out. More or fewer, or damage, is
 * -LAY_E_FORMAT.
 */
int codec_unpack(enum codec codec, const void *in, size_t in_len, void *out,
		 size_t out_len, struct lay_error *err);

/*
 * Unpacking piece by piece, for streams whose size is not known and that need
 * not fit in memory.
 */
struct codec_stream;

int codec_stream_open(enum codec codec, struct codec_stream **stream,
		      struct lay_error *err);
void codec_stream_close(struct codec_stream *stream);

/*
 * Unpack from the @in_len bytes at @in into at most @out_cap bytes at @out.
 * *@in_used and *@out_len say how far it came: either all input is used, or
 * the output is full and the next call goes on from there; what is inside may
 * then still give output without input. Returns 1 at the end of a frame, behind
 * which another may begin, 0 within one. Damage is -LAY_E_FORMAT.
 */
int codec_stream_run(struct codec_stream *stream, const void *in, size_t in_len,
		     size_t *in_used, void *out, size_t out_cap,
		     size_t *out_len, struct lay_error *err);

/*
 * What stands behind a frame of @codec that ended at byte @at: the @len bytes at
 * @rest. 1: another frame; 0: nothing, or zeros, as on tapes. What nobody packed
 * there may as well stand for something that is lost: -LAY_E_FORMAT.
 */
int codec_goes_on(enum codec codec, const void *rest, size_t len, size_t at,
		  struct lay_error *err);

#endif /* BASE_CODEC_H */
