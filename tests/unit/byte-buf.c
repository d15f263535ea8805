// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "unit/byte-buf.h"
#include "base/poison.h"

void byte_buf_init(struct byte_buf *b, bool big_endian)
{
	*b = (struct byte_buf){ .big_endian = big_endian };
}

void byte_buf_free(struct byte_buf *b)
{
	free(b->data);
	byte_buf_init(b, b->big_endian);
}

/* Room for @len bytes at the end, which then belong to the buffer. */
static uint8_t *extend(struct byte_buf *b, size_t len)
{
	if (VEC_RESERVE(b->data, b->len, b->cap, len) < 0)
		abort();
	b->len += len;
	return b->data + b->len - len;
}

void byte_buf_patch_uint(struct byte_buf *b, size_t off, uint64_t v,
			 size_t size)
{
	if (off > b->len || size > b->len - off)
		abort();
	for (size_t i = 0; i < size; i++) {
		size_t shift = 8 * (b->big_endian ? size - 1 - i : i);

		b->data[off + i] = shift < 64 ? (uint8_t)(v >> shift) : 0;
	}
}

void byte_buf_patch_u32(struct byte_buf *b, size_t off, uint32_t v)
{
	byte_buf_patch_uint(b, off, v, 4);
}

size_t byte_buf_uint(struct byte_buf *b, uint64_t v, size_t size)
{
	size_t off = b->len;

	extend(b, size);
	byte_buf_patch_uint(b, off, v, size);
	return off;
}

size_t byte_buf_u8(struct byte_buf *b, uint8_t v)
{
	return byte_buf_uint(b, v, 1);
}

size_t byte_buf_u16(struct byte_buf *b, uint16_t v)
{
	return byte_buf_uint(b, v, 2);
}

size_t byte_buf_u32(struct byte_buf *b, uint32_t v)
{
	return byte_buf_uint(b, v, 4);
}

size_t byte_buf_u64(struct byte_buf *b, uint64_t v)
{
	return byte_buf_uint(b, v, 8);
}

size_t byte_buf_uleb(struct byte_buf *b, uint64_t v)
{
	size_t off = b->len;

	for (; v > 0x7f; v >>= 7)
		*extend(b, 1) = (uint8_t)(v | 0x80);
	*extend(b, 1) = (uint8_t)v;
	return off;
}

size_t byte_buf_sleb(struct byte_buf *b, int64_t v)
{
	size_t off = b->len;

	/* Done when what is left is only the sign of the last byte. */
	for (; v < -64 || v > 63; v >>= 7)
		*extend(b, 1) = (uint8_t)(v | 0x80);
	*extend(b, 1) = (uint8_t)(v & 0x7f);
	return off;
}

size_t byte_buf_bytes(struct byte_buf *b, const void *data, size_t len)
{
	size_t off = b->len;

	if (len)
		memcpy(extend(b, len), data, len);
	return off;
}

size_t byte_buf_string(struct byte_buf *b, const char *s)
{
	return byte_buf_bytes(b, s, strlen(s) + 1);
}

size_t byte_buf_fill(struct byte_buf *b, uint8_t byte, size_t len)
{
	size_t off = b->len;

	if (len)
		memset(extend(b, len), byte, len);
	return off;
}

size_t byte_buf_align(struct byte_buf *b, size_t align)
{
	byte_buf_fill(b, 0, (align - b->len % align) % align);
	return b->len;
}
