// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <string.h>

#include "base/hash.h"
#include "base/poison.h"

/* Odd, bits without pattern: the fractions of square roots of 2, 3, 5, 7. */
#define K1 0x6a09e667f3bcc909ull
#define K2 0xbb67ae8584caa73bull
#define K3 0x3c6ef372fe94f82bull
#define K4 0xa54ff53a5f1d36f1ull

/* Little-endian on every machine: fingerprints may be kept in files. */
static inline uint64_t load_u64(const unsigned char *p)
{
	uint64_t v;

	memcpy(&v, p, sizeof(v));
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	v = __builtin_bswap64(v);
#endif
	return v;
}

/* The last @len < 8 bytes, zeros above. */
static inline uint64_t load_tail(const unsigned char *p, size_t len)
{
	uint64_t v = 0;

	for (size_t i = 0; i < len; i++)
		v |= (uint64_t)p[i] << (8 * i);
	return v;
}

uint64_t hash_bytes(const void *data, size_t len)
{
	const unsigned char *p = data;
	uint64_t h = K1 ^ (uint64_t)len * K2;

	for (; len >= 8; p += 8, len -= 8) {
		h = (h ^ load_u64(p)) * K3;
		h ^= h >> 32;
	}
	return hash_u64(h ^ load_tail(p, len) * K4);
}

/*
 * Problem: two sequences of values must have the same 128 bits only if they
 * are the same, at the price of few instructions a value, for tens of millions.
 *
 * Idea: one round of a Feistel network a value. For a given value it maps the
 * state one to one, so nothing that was fed is ever lost; for a given state
 * different values give different results. Sequences that differ therefore
 * meet only by later values that undo a 64-bit difference twice in a row,
 * which is chance of 2^-128 for any that were not made for it. Who could make
 * them writes the debug information, and need not bother to lie in this way.
 */
static inline void feed(struct lay_fingerprint *fp, uint64_t value)
{
	uint64_t x, y;

	x = (fp->hi ^ value) * K1;
	x ^= x >> 32;
	y = (fp->lo + x) * K2;
	y ^= y >> 29;
	fp->hi = y;
	fp->lo = x;
}

void fingerprint_init(struct lay_fingerprint *fp)
{
	fp->hi = K3;
	fp->lo = K4;
}

void fingerprint_u64(struct lay_fingerprint *fp, uint64_t value)
{
	feed(fp, value);
}

void fingerprint_bytes(struct lay_fingerprint *fp, const void *data, size_t len)
{
	const unsigned char *p = data;
	size_t left;

	feed(fp, (uint64_t)len ^ K3);
	for (left = len; left >= 8; p += 8, left -= 8)
		feed(fp, load_u64(p));
	if (left)
		feed(fp, load_tail(p, left));
}

void fingerprint_string(struct lay_fingerprint *fp, const char *s)
{
	if (s)
		fingerprint_bytes(fp, s, strlen(s));
	else
		feed(fp, K4);
}

void fingerprint_add(struct lay_fingerprint *fp,
		     const struct lay_fingerprint *inner)
{
	feed(fp, inner->hi);
	feed(fp, inner->lo);
}
