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

	switch (codec) {
	case CODEC_GZIP:
		return len >= sizeof(gzip) && !memcmp(data, gzip, sizeof(gzip));
	case CODEC_ZSTD:
		return len >= sizeof(zstd) && !memcmp(data, zstd, sizeof(zstd));
	default:
		return false;
	}
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

static int ends_early(const struct unpacked *u, struct lay_error *err)
{
	return lay_error_set(err, LAY_E_FORMAT,
			     "packed data ends early, after %zu bytes of what it holds",
			     u->len);
}

static int damaged(const struct unpacked *u, const char *why,
		   struct lay_error *err)
{
	return lay_error_set(err, LAY_E_FORMAT,
			     "damaged packed data after %zu bytes of what it holds: %s",
			     u->len, why);
}

/* One more step of inflate(); 1 at the end of all members. */
static int step_gzip(z_stream *z, struct unpacked *u, struct lay_error *err)
{
	size_t room = u->room - u->len;
	int rc;

	z->next_out = u->data + u->len;
	z->avail_out = room > UINT_MAX ? UINT_MAX : (uInt)room;
	room = z->avail_out;
	rc = inflate(z, Z_NO_FLUSH);
	u->len += room - z->avail_out;
	if (rc == Z_STREAM_END) {
		if (!z->avail_in)
			return 1;
		return inflateReset(z) == Z_OK ? 0 : no_memory(err);
	}
	if (rc == Z_BUF_ERROR || (rc == Z_OK && z->avail_out && !z->avail_in))
		return ends_early(u, err);
	if (rc == Z_MEM_ERROR)
		return no_memory(err);
	if (rc != Z_OK)
		return damaged(u, z->msg ? z->msg : "not gzip", err);
	return 0;
}

static int unpack_gzip(const void *in, size_t in_len, struct unpacked *u,
		       struct lay_error *err)
{
	z_stream z = { .next_in = (Bytef *)in };
	int ret = 0;

	if (in_len > UINT_MAX)
		return lay_error_set(err, LAY_E_LIMIT,
				     "%zu bytes are too many for gzip", in_len);
	if (inflateInit2(&z, GZIP_WINDOW_BITS) != Z_OK)
		return no_memory(err);
	z.avail_in = (uInt)in_len;
	while (ret == 0) {
		if (u->len == u->room)
			ret = grow(u, err);
		if (ret == 0)
			ret = step_gzip(&z, u, err);
	}
	inflateEnd(&z);
	return ret < 0 ? ret : 0;
}

/* One more step of zstd; 1 at the end of all frames. */
static int step_zstd(ZSTD_DStream *z, ZSTD_inBuffer *in, struct unpacked *u,
		     struct lay_error *err)
{
	ZSTD_outBuffer out = { u->data, u->room, u->len };
	size_t used = in->pos;
	size_t left = ZSTD_decompressStream(z, &out, in);
	bool moved = out.pos != u->len || in->pos != used;

	u->len = out.pos;
	if (ZSTD_isError(left))
		return damaged(u, ZSTD_getErrorName(left), err);
	if (!left && in->pos == in->size)
		return 1;
	if (!moved || (in->pos == in->size && out.pos < out.size))
		return ends_early(u, err);
	return 0;
}

static int unpack_zstd(const void *in, size_t in_len, struct unpacked *u,
		       struct lay_error *err)
{
	ZSTD_inBuffer src = { in, in_len, 0 };
	ZSTD_DStream *z = ZSTD_createDStream();
	int ret = z ? 0 : no_memory(err);

	while (ret == 0) {
		if (u->len == u->room)
			ret = grow(u, err);
		if (ret == 0)
			ret = step_zstd(z, &src, u, err);
	}
	ZSTD_freeDStream(z);
	return ret < 0 ? ret : 0;
}

int codec_unpack_all(enum codec codec, const void *in, size_t in_len,
		     size_t max, void **out, size_t *out_len,
		     struct lay_error *err)
{
	struct unpacked u = { .max = max };
	int ret;

	if (codec == CODEC_GZIP)
		ret = unpack_gzip(in, in_len, &u, err);
	else if (codec == CODEC_ZSTD)
		ret = unpack_zstd(in, in_len, &u, err);
	else
		ret = unsupported(codec, err);
	if (ret < 0) {
		free(u.data);
		return ret;
	}
	*out = u.data;
	*out_len = u.len;
	return 0;
}

static size_t peek_gzip(const void *in, size_t in_len, void *out,
			size_t out_len)
{
	z_stream z = { .next_in = (Bytef *)in };

	if (inflateInit2(&z, GZIP_WINDOW_BITS) != Z_OK)
		return 0;
	z.avail_in = in_len > UINT_MAX ? UINT_MAX : (uInt)in_len;
	z.next_out = out;
	z.avail_out = out_len > UINT_MAX ? UINT_MAX : (uInt)out_len;
	inflate(&z, Z_SYNC_FLUSH);
	inflateEnd(&z);
	return z.total_out;
}

static size_t peek_zstd(const void *in, size_t in_len, void *out,
			size_t out_len)
{
	ZSTD_inBuffer src = { in, in_len, 0 };
	ZSTD_outBuffer dst = { out, out_len, 0 };
	ZSTD_DStream *z = ZSTD_createDStream();
	size_t used;

	if (!z)
		return 0;
	do {
		used = src.pos + dst.pos;
		if (ZSTD_isError(ZSTD_decompressStream(z, &dst, &src)))
			break;
	} while (dst.pos < dst.size && src.pos + dst.pos != used);
	ZSTD_freeDStream(z);
	return dst.pos;
}

size_t codec_peek(enum codec codec, const void *in, size_t in_len, void *out,
		  size_t out_len)
{
	switch (codec) {
	case CODEC_GZIP:
		return peek_gzip(in, in_len, out, out_len);
	case CODEC_ZSTD:
		return peek_zstd(in, in_len, out, out_len);
	default:
		return 0;
	}
}
