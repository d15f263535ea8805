// SPDX-License-Identifier: GPL-2.0-only
/* Whole files in memory: packed, and unpacked to a size that nobody stated. */
#include <config.h>

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include <zlib.h>
#include <zstd.h>

#include "base/codec.h"
#include "base/poison.h"

/* zlib's way to ask for the head and the tail of gzip around its data. */
#define GZIP_WINDOW_BITS (16 + MAX_WBITS)

/* More packs a kernel's types by a hundredth, in ten times the time. */
#define ZSTD_LEVEL 12

#define FIRST_ROOM ((size_t)64 << 10)

static int no_memory(struct lay_error *err)
{
	return lay_error_set(err, LAY_E_NOMEM,
			     "out of memory for packed data");
}

static int unsupported(enum codec codec, struct lay_error *err)
{
	return lay_error_set(err, LAY_E_UNSUPPORTED,
			     "no whole files of compression %d", (int)codec);
}

bool codec_has_magic(enum codec codec, const void *data, size_t len)
{
	static const unsigned char gzip[] = { 0x1f, 0x8b, 8 };
	static const unsigned char zstd[] = { 0x28, 0xb5, 0x2f, 0xfd };
	static const unsigned char xz[] = { 0xfd, '7', 'z', 'X', 'Z', 0 };

	switch (codec) {
	case CODEC_GZIP:
		return len >= sizeof(gzip) && !memcmp(data, gzip, sizeof(gzip));
	case CODEC_ZSTD:
		return len >= sizeof(zstd) && !memcmp(data, zstd, sizeof(zstd));
	case CODEC_XZ:
		return len >= sizeof(xz) && !memcmp(data, xz, sizeof(xz));
	default:
		return false;
	}
}

/* A frame of zstd with what others than zstd make of it. */
static bool is_skipped(enum codec codec, const unsigned char *p, size_t len)
{
	return codec == CODEC_ZSTD && len >= 4 && (p[0] & 0xf0) == 0x50 &&
	       p[1] == 0x2a && p[2] == 0x4d && p[3] == 0x18;
}

int codec_goes_on(enum codec codec, const void *rest, size_t len, size_t at,
		  struct lay_error *err)
{
	const unsigned char *p = rest;

	if (codec_has_magic(codec, p, len) || is_skipped(codec, p, len))
		return 1;
	for (size_t i = 0; i < len; i++)
		if (p[i])
			return lay_error_set(err, LAY_E_FORMAT,
					     "%zu bytes stand behind the packed data, which ends at byte %zu, and are none of it",
					     len, at);
	return 0;
}

static int pack_gzip(const void *in, size_t in_len, void **out,
		     size_t *out_len, struct lay_error *err)
{
	z_stream z = { .next_in = (Bytef *)in };
	size_t room;
	int rc;

	if (in_len > UINT_MAX / 2)
		return lay_error_set(err, LAY_E_LIMIT,
				     "%zu bytes are too many for gzip", in_len);
	if (deflateInit2(&z, 9, Z_DEFLATED, GZIP_WINDOW_BITS, 9,
			 Z_DEFAULT_STRATEGY) != Z_OK)
		return no_memory(err);
	room = deflateBound(&z, in_len);
	*out = malloc(room);
	z.avail_in = (uInt)in_len;
	z.next_out = *out;
	z.avail_out = (uInt)room;
	rc = *out ? deflate(&z, Z_FINISH) : Z_MEM_ERROR;
	*out_len = z.total_out;
	deflateEnd(&z);
	if (rc == Z_STREAM_END)
		return 0;
	free(*out);
	return no_memory(err);
}

static int pack_zstd(const void *in, size_t in_len, void **out,
		     size_t *out_len, struct lay_error *err)
{
	size_t room = ZSTD_compressBound(in_len);

	*out = malloc(room);
	*out_len = *out ? ZSTD_compress(*out, room, in, in_len, ZSTD_LEVEL) : 0;
	if (*out && !ZSTD_isError(*out_len))
		return 0;
	free(*out);
	return no_memory(err);
}

int codec_pack(enum codec codec, const void *in, size_t in_len, void **out,
	       size_t *out_len, struct lay_error *err)
{
	switch (codec) {
	case CODEC_GZIP:
		return pack_gzip(in, in_len, out, out_len, err);
	case CODEC_ZSTD:
		return pack_zstd(in, in_len, out, out_len, err);
	default:
		return unsupported(codec, err);
	}
}

/* What has been unpacked so far. */
struct unpacked {
	unsigned char *data;
	size_t len, room, max;
};

/* Make room for more: double, up to @max. */
static int grow(struct unpacked *u, struct lay_error *err)
{
	size_t room = u->room ? u->room * 2 : FIRST_ROOM;
	unsigned char *data;

	if (u->room >= u->max)
		return lay_error_set(err, LAY_E_LIMIT,
				     "unpacks to more than %zu bytes", u->max);
	if (room > u->max)
		room = u->max;
	data = realloc(u->data, room);
	if (!data)
		return no_memory(err);
	u->data = data;
	u->room = room;
	return 0;
}

/* All frames: the stream begins anew behind the end of each. */
static int unpack_frames(struct codec_stream *stream, enum codec codec,
			 const uint8_t *in, size_t in_len, struct unpacked *u,
			 struct lay_error *err)
{
	size_t used = 0, made = 0, size = in_len;
	bool more = true;
	int rc = 0;

	do {
		if (u->len == u->room)
			rc = grow(u, err);
		if (rc == 0)
			rc = codec_stream_run(stream, in, in_len, &used,
					      u->data + u->len,
					      u->room - u->len, &made, err);
		if (rc < 0)
			return rc;
		if (rc == 0 && !used && !made)
			return lay_error_set(err, LAY_E_FORMAT,
					     "packed data ends early, after %zu bytes of what it holds",
					     u->len);
		u->len += made;
		in += used;
		in_len -= used;
		if (rc == 1) {
			rc = codec_goes_on(codec, in, in_len, size - in_len,
					   err);
			more = rc == 1;
			rc = rc < 0 ? rc : 0;
		}
	} while (rc == 0 && more);
	return rc;
}

int codec_unpack_all(enum codec codec, const void *in, size_t in_len,
		     size_t max, void **out, size_t *out_len,
		     struct lay_error *err)
{
	struct unpacked u = { .max = max };
	struct codec_stream *stream;
	int ret = codec_stream_open(codec, &stream, err);

	if (ret == 0) {
		ret = unpack_frames(stream, codec, in, in_len, &u, err);
		codec_stream_close(stream);
	}
	if (ret < 0) {
		free(u.data);
		return ret;
	}
	*out = u.data;
	*out_len = u.len;
	return 0;
}

size_t codec_peek(enum codec codec, const void *in, size_t in_len, void *out,
		  size_t out_len)
{
	struct codec_stream *stream;
	size_t used, made = 0;

	if (codec_stream_open(codec, &stream, NULL) < 0)
		return 0;
	if (codec_stream_run(stream, in, in_len, &used, out, out_len, &made,
			     NULL) < 0)
		made = 0;
	codec_stream_close(stream);
	return made;
}
