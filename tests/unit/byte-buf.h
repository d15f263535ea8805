/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Input for tests, written byte by byte: numbers in the byte order that the
 * buffer was made for, LEB128, strings. A test that runs out of memory aborts.
 *
 *	struct byte_buf info;
 *	size_t unit_len;
 *
 *	byte_buf_init(&info, false);
 *	unit_len = byte_buf_u32(&info, 0);
 *	byte_buf_u16(&info, 4);
 *	...
 *	byte_buf_patch_u32(&info, unit_len, info.len - 4);
 */
#ifndef UNIT_BYTE_BUF_H
#define UNIT_BYTE_BUF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct byte_buf {
	uint8_t *data;
	size_t len, cap;
	bool big_endian;
};

void byte_buf_init(struct byte_buf *b, bool big_endian);
void byte_buf_free(struct byte_buf *b);

/* Append; each returns the offset at which it wrote. */
size_t byte_buf_u8(struct byte_buf *b, uint8_t v);
size_t byte_buf_u16(struct byte_buf *b, uint16_t v);
size_t byte_buf_u32(struct byte_buf *b, uint32_t v);
size_t byte_buf_u64(struct byte_buf *b, uint64_t v);
/* The @size lowest bytes of @v. */
size_t byte_buf_uint(struct byte_buf *b, uint64_t v, size_t size);
size_t byte_buf_uleb(struct byte_buf *b, uint64_t v);
size_t byte_buf_sleb(struct byte_buf *b, int64_t v);
size_t byte_buf_string(struct byte_buf *b, const char *s);	/* with its 0 */
size_t byte_buf_bytes(struct byte_buf *b, const void *data, size_t len);
size_t byte_buf_fill(struct byte_buf *b, uint8_t byte, size_t len);
size_t byte_buf_align(struct byte_buf *b, size_t align);

/* Write over what stands at @off. */
void byte_buf_patch_u32(struct byte_buf *b, size_t off, uint32_t v);
void byte_buf_patch_uint(struct byte_buf *b, size_t off, uint64_t v,
			 size_t size);

#endif /* UNIT_BYTE_BUF_H */
