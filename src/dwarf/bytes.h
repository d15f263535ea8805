/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Bytes of DWARF: loads in the file's byte order, and a cursor that never
 * passes its end.
 */
#ifndef DWARF_BYTES_H
#define DWARF_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

static inline uint16_t dw_load16(const uint8_t *p, bool big_endian)
{
	return big_endian ? (uint16_t)(p[0] << 8 | p[1])
			  : (uint16_t)(p[1] << 8 | p[0]);
}

static inline uint32_t dw_load32(const uint8_t *p, bool big_endian)
{
	return big_endian ? (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 |
			    (uint32_t)p[2] << 8 | p[3]
			  : (uint32_t)p[3] << 24 | (uint32_t)p[2] << 16 |
			    (uint32_t)p[1] << 8 | p[0];
}

static inline uint64_t dw_load64(const uint8_t *p, bool big_endian)
{
	uint64_t first = dw_load32(p, big_endian);
	uint64_t second = dw_load32(p + 4, big_endian);

	return big_endian ? first << 32 | second : second << 32 | first;
}

/* @size is 1, 2, 3, 4 or 8. */
static inline uint64_t dw_load(const uint8_t *p, unsigned int size,
			       bool big_endian)
{
	switch (size) {
	case 1:
		return p[0];
	case 2:
		return dw_load16(p, big_endian);
	case 3:
		return big_endian ? (uint32_t)p[0] << 16 | p[1] << 8 | p[2]
				  : (uint32_t)p[2] << 16 | p[1] << 8 | p[0];
	case 4:
		return dw_load32(p, big_endian);
	default:
		return dw_load64(p, big_endian);
	}
}

/* A number of 1 to 8 bytes, whose size is no branch: of the eight bytes at @p,
 * all of which can be read, the last @surplus_bits are not its own. */
static inline uint64_t dw_load_top(const uint8_t *p, unsigned int surplus_bits,
				   bool big_endian)
{
	uint64_t v = dw_load64(p, big_endian);

	return big_endian ? v >> surplus_bits
			  : v << surplus_bits >> surplus_bits;
}

struct dw_cursor {
	const uint8_t *p;
	const uint8_t *end;	/* p <= end, always */
	bool big_endian;
};

static inline size_t dw_left(const struct dw_cursor *c)
{
	return (size_t)(c->end - c->p);
}

/* Each returns false, with the cursor where it was, if the value does not end
 * before the cursor's end. */

static inline bool dw_skip(struct dw_cursor *c, uint64_t size)
{
	if (size > dw_left(c))
		return false;
	c->p += size;
	return true;
}

static inline bool dw_read(struct dw_cursor *c, unsigned int size,
			   uint64_t *value)
{
	if (size > dw_left(c))
		return false;
	*value = dw_load(c->p, size, c->big_endian);
	c->p += size;
	return true;
}

/* LEB128 of more than 64 bits, but for zero or sign bits, is refused too. */
bool dw_read_uleb_long(struct dw_cursor *c, uint64_t *value);
bool dw_read_sleb(struct dw_cursor *c, int64_t *value);

static inline bool dw_read_uleb(struct dw_cursor *c, uint64_t *value)
{
	if (c->p < c->end && *c->p < 0x80) {
		*value = *c->p++;
		return true;
	}
	return dw_read_uleb_long(c, value);
}

/* A string with its NUL; @len without it. */
static inline bool dw_read_string(struct dw_cursor *c, const char **s,
				  size_t *len)
{
	const uint8_t *nul = memchr(c->p, 0, dw_left(c));

	if (!nul)
		return false;
	*s = (const char *)c->p;
	*len = (size_t)(nul - c->p);
	c->p = nul + 1;
	return true;
}

#endif /* DWARF_BYTES_H */
