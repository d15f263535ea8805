/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Reading numbers of either byte order out of a bounded piece of memory. A
 * cursor that was asked for more than there is turns bad, gives zeros from then
 * on, and is asked once at the end.
 */
#ifndef EVIDENCE_BYTES_H
#define EVIDENCE_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct cursor {
	const uint8_t *p;
	size_t left;
	bool big;	/* endian */
	bool bad;
};

static inline uint64_t bytes_load(const uint8_t *p, unsigned int size, bool big)
{
	uint64_t v = 0;

	for (unsigned int i = 0; i < size; i++)
		v = v << 8 | p[big ? i : size - 1 - i];
	return v;
}

/* Compilers make one load, and a swap, of this. */
static inline uint64_t bytes_u64(const uint8_t *p, bool big)
{
	return big ? bytes_load(p, 8, true) : bytes_load(p, 8, false);
}

/* The @n bytes ahead, passed over; NULL if there are fewer. */
static inline const uint8_t *cursor_take(struct cursor *c, uint64_t n)
{
	const uint8_t *p = c->p;

	if (n > c->left || c->bad) {
		c->bad = true;
		return NULL;
	}
	c->p += n;
	c->left -= n;
	return p;
}

static inline uint64_t cursor_u64(struct cursor *c)
{
	const uint8_t *p = cursor_take(c, 8);

	return p ? bytes_u64(p, c->big) : 0;
}

static inline uint32_t cursor_u32(struct cursor *c)
{
	const uint8_t *p = cursor_take(c, 4);

	return p ? bytes_load(p, 4, c->big) : 0;
}

static inline uint16_t cursor_u16(struct cursor *c)
{
	const uint8_t *p = cursor_take(c, 2);

	return p ? bytes_load(p, 2, c->big) : 0;
}

/* Pass over @n elements of @size bytes. */
static inline void cursor_skip(struct cursor *c, uint64_t n, uint64_t size)
{
	uint64_t bytes;

	if (__builtin_mul_overflow(n, size, &bytes))
		c->bad = true;
	else
		cursor_take(c, bytes);
}

/* Length of the text at @p, which has @max bytes and may lack its NUL. */
static inline size_t bytes_text(const uint8_t *p, size_t max)
{
	return strnlen((const char *)p, max);
}

#endif /* EVIDENCE_BYTES_H */
