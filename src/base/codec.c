// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <limits.h>
#include <stdlib.h>

#include <zlib.h>
#include <zstd.h>

#include "base/codec.h"
#include "base/poison.h"

/* zlib counts in unsigned int: both sides go in pieces of at most this. */
static uInt piece(size_t len)
{
	return len > UINT_MAX ? UINT_MAX : (uInt)len;
}

static int unpack_zlib(const void *in, size_t in_len, void *out, size_t out_len,
		       struct lay_error *err)
{
	z_stream z = { .next_in = (Bytef *)in };
	size_t in_left = in_len, out_left = out_len, out_done;
	Bytef none;
	int rc;

	if (inflateInit(&z) != Z_OK)
		return lay_error_set(err, LAY_E_NOMEM, "out of memory in zlib");
	/* inflate() wants an address even for no room at all. */
	z.next_out = out ? out : &none;
	do {
		uInt in_piece = piece(in_left), out_piece = piece(out_left);

		z.avail_in = in_piece;
		z.avail_out = out_piece;
		rc = inflate(&z, Z_NO_FLUSH);
		in_left -= in_piece - z.avail_in;
		out_left -= out_piece - z.avail_out;
	} while (rc == Z_OK);
	out_done = out_len - out_left;
	inflateEnd(&z);

	if (rc == Z_MEM_ERROR)
		return lay_error_set(err, LAY_E_NOMEM, "out of memory in zlib");
	if (rc == Z_STREAM_END && !out_left)
		return 0;
	if (rc == Z_STREAM_END)
		return lay_error_set(err, LAY_E_FORMAT,
				     "zlib data unpacks to %zu bytes, not %zu",
				     out_done, out_len);
	if (rc == Z_BUF_ERROR && !out_left)
		return lay_error_set(err, LAY_E_FORMAT,
				     "zlib data unpacks to more than %zu bytes",
				     out_len);
	if (rc == Z_BUF_ERROR)
		return lay_error_set(err, LAY_E_FORMAT,
				     "zlib data ends early, after %zu of %zu bytes",
				     out_done, out_len);
	return lay_error_set(err, LAY_E_FORMAT,
			     "damaged zlib data after %zu of %zu bytes",
			     out_done, out_len);
}

static int unpack_zstd(const void *in, size_t in_len, void *out, size_t out_len,
		       struct lay_error *err)
{
	size_t n = ZSTD_decompress(out, out_len, in, in_len);

	if (ZSTD_isError(n))
		return lay_error_set(err, LAY_E_FORMAT,
				     "damaged zstd data for %zu bytes: %s",
				     out_len, ZSTD_getErrorName(n));
	if (n != out_len)
		return lay_error_set(err, LAY_E_FORMAT,
				     "zstd data unpacks to %zu bytes, not %zu",
				     n, out_len);
	return 0;
}

uint32_t codec_crc32(const void *data, size_t len)
{
	const Bytef *p = data;
	uLong crc = crc32(0, NULL, 0);

	while (len > 0) {
		uInt size = piece(len);

		crc = crc32(crc, p, size);
		p += size;
		len -= size;
	}
	return (uint32_t)crc;
}

int codec_unpack(enum codec codec, const void *in, size_t in_len, void *out,
		 size_t out_len, struct lay_error *err)
{
	switch (codec) {
	case CODEC_ZLIB:
		return unpack_zlib(in, in_len, out, out_len, err);
	case CODEC_ZSTD:
		return unpack_zstd(in, in_len, out, out_len, err);
	case CODEC_GZIP:
	case CODEC_XZ:
		break;	/* streams, which do not tell their size */
	}
	return lay_error_set(err, LAY_E_UNSUPPORTED, "unknown compression %d",
			     (int)codec);
}
