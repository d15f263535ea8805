/* SPDX-License-Identifier: GPL-2.0-only */
/* Decompression; the only place that knows zlib and zstd. */
#ifndef BASE_CODEC_H
#define BASE_CODEC_H

#include <stddef.h>

#include <layoutdiff/error.h>

enum codec {
	CODEC_ZLIB,
	CODEC_ZSTD,
};

/*
 * Unpack @in into exactly @out_len bytes at @out. More or fewer, or damage, is
 * -LAY_E_FORMAT.
 */
int codec_unpack(enum codec codec, const void *in, size_t in_len, void *out,
		 size_t out_len, struct lay_error *err);

#endif /* BASE_CODEC_H */
