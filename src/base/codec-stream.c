// SPDX-License-Identifier: GPL-2.0-only
/* Streams: one state, and three libraries that differ in words alone. */
#include <config.h>

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include <lzma.h>
#include <zlib.h>
#include <zstd.h>

#include "base/codec.h"
#include "base/poison.h"

/* Dictionaries of xz -9 take 64 MB; what asks for more is no build. */
#define XZ_MAX_MEMORY ((uint64_t)96 << 20)

struct codec_stream {
	enum codec codec;
	ZSTD_DStream *zstd;
	z_stream zlib;
	lzma_stream xz;
	bool begun;	/* zlib and xz have something to end */
};

/* Where a call is. */
struct piece {
	const uint8_t *in;
	size_t in_len;
	uint8_t *out;
	size_t out_cap;
};

static int begin(struct codec_stream *s)
{
	switch (s->codec) {
	case CODEC_ZSTD:
		s->zstd = ZSTD_createDStream();
		return s->zstd ? 0 : -LAY_E_NOMEM;
	case CODEC_GZIP:
		/* 16 more than the largest window: the gzip format alone */
		s->begun = inflateInit2(&s->zlib, MAX_WBITS + 16) == Z_OK;
		return s->begun ? 0 : -LAY_E_NOMEM;
	case CODEC_XZ:
		s->begun = lzma_stream_decoder(&s->xz, XZ_MAX_MEMORY, 0) ==
			   LZMA_OK;
		return s->begun ? 0 : -LAY_E_NOMEM;
	case CODEC_ZLIB:
		break;
	}
	return -LAY_E_UNSUPPORTED;
}

int codec_stream_open(enum codec codec, struct codec_stream **stream,
		      struct lay_error *err)
{
	struct codec_stream *s = calloc(1, sizeof(*s));
	int rc = -LAY_E_NOMEM;

	if (s) {
		s->codec = codec;
		rc = begin(s);
	}
	if (rc == 0) {
		*stream = s;
		return 0;
	}
	codec_stream_close(s);
	if (rc == -LAY_E_UNSUPPORTED)
		return lay_error_set(err, LAY_E_UNSUPPORTED,
				     "no streams of compression %d",
				     (int)codec);
	return lay_error_set(err, LAY_E_NOMEM, "out of memory to unpack");
}

void codec_stream_close(struct codec_stream *stream)
{
	if (!stream)
		return;
	ZSTD_freeDStream(stream->zstd);
	if (stream->begun && stream->codec == CODEC_GZIP)
		inflateEnd(&stream->zlib);
	if (stream->begun && stream->codec == CODEC_XZ)
		lzma_end(&stream->xz);
	free(stream);
}

static int run_zstd(struct codec_stream *s, struct piece *p,
		    struct lay_error *err)
{
	ZSTD_inBuffer src = { p->in, p->in_len, 0 };
	ZSTD_outBuffer dst = { p->out, p->out_cap, 0 };
	size_t left = 1;

	while (dst.pos < dst.size) {
		size_t before = dst.pos, used = src.pos;

		left = ZSTD_decompressStream(s->zstd, &dst, &src);
		if (ZSTD_isError(left))
			return lay_error_set(err, LAY_E_FORMAT,
					     "damaged zstd stream: %s",
					     ZSTD_getErrorName(left));
		if (!left || (dst.pos == before && src.pos == used))
			break;
	}
	p->in_len -= src.pos;
	p->out_cap -= dst.pos;
	return left == 0;
}

static int run_gzip(struct codec_stream *s, struct piece *p,
		    struct lay_error *err)
{
	uInt in = p->in_len > UINT_MAX ? UINT_MAX : (uInt)p->in_len;
	uInt out = p->out_cap > UINT_MAX ? UINT_MAX : (uInt)p->out_cap;
	int rc;

	s->zlib.next_in = (Bytef *)(uintptr_t)p->in;
	s->zlib.avail_in = in;
	s->zlib.next_out = p->out;
	s->zlib.avail_out = out;
	rc = inflate(&s->zlib, Z_NO_FLUSH);
	p->in_len -= in - s->zlib.avail_in;
	p->out_cap -= out - s->zlib.avail_out;
	if (rc == Z_STREAM_END) {
		inflateReset(&s->zlib);
		return 1;
	}
	if (rc == Z_OK || rc == Z_BUF_ERROR)
		return 0;
	return lay_error_set(err, rc == Z_MEM_ERROR ? LAY_E_NOMEM :
			     LAY_E_FORMAT, "damaged gzip stream");
}

static int run_xz(struct codec_stream *s, struct piece *p,
		  struct lay_error *err)
{
	lzma_ret rc;

	s->xz.next_in = p->in;
	s->xz.avail_in = p->in_len;
	s->xz.next_out = p->out;
	s->xz.avail_out = p->out_cap;
	rc = lzma_code(&s->xz, LZMA_RUN);
	p->in_len = s->xz.avail_in;
	p->out_cap = s->xz.avail_out;
	switch (rc) {
	case LZMA_STREAM_END:
		/* from the beginning again, with the memory that it has */
		return begin(s) == 0 ? 1 :
		       lay_error_set(err, LAY_E_NOMEM, "out of memory in xz");
	case LZMA_OK:
	case LZMA_BUF_ERROR:
		return 0;
	case LZMA_MEM_ERROR:
		return lay_error_set(err, LAY_E_NOMEM, "out of memory in xz");
	case LZMA_MEMLIMIT_ERROR:
		return lay_error_set(err, LAY_E_LIMIT,
				     "xz stream wants more than %u MB to be unpacked",
				     (unsigned int)(XZ_MAX_MEMORY >> 20));
	default:
		return lay_error_set(err, LAY_E_FORMAT, "damaged xz stream");
	}
}

int codec_stream_run(struct codec_stream *stream, const void *in, size_t in_len,
		     size_t *in_used, void *out, size_t out_cap,
		     size_t *out_len, struct lay_error *err)
{
	struct piece p = { in, in_len, out, out_cap };
	int rc;

	if (stream->codec == CODEC_ZSTD)
		rc = run_zstd(stream, &p, err);
	else if (stream->codec == CODEC_GZIP)
		rc = run_gzip(stream, &p, err);
	else
		rc = run_xz(stream, &p, err);
	if (rc < 0)
		return rc;
	*in_used = in_len - p.in_len;
	*out_len = out_cap - p.out_cap;
	return rc;
}
