/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Two hashes: a fast 64-bit one for tables, and a 128-bit one that stands for
 * what was fed to it (fingerprints).
 */
#ifndef BASE_HASH_H
#define BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

#include <layoutdiff/fingerprint.h>

/* Odd, bits without pattern: the fractions of square roots of 2, 3, 5, 7. */
#define HASH_K1 0x6a09e667f3bcc909ull
#define HASH_K2 0xbb67ae8584caa73bull
#define HASH_K3 0x3c6ef372fe94f82bull
#define HASH_K4 0xa54ff53a5f1d36f1ull

uint64_t hash_bytes(const void *data, size_t len);

/* Mix all bits of @x; for integer keys. */
static inline uint64_t hash_u64(uint64_t x)
{
	x ^= x >> 30;
	x *= 0xbf58476d1ce4e5b9ull;
	x ^= x >> 27;
	x *= 0x94d049bb133111ebull;
	return x ^ (x >> 31);
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
static inline void fingerprint_u64(struct lay_fingerprint *fp, uint64_t value)
{
	uint64_t x, y;

	x = (fp->hi ^ value) * HASH_K1;
	x ^= x >> 32;
	y = (fp->lo + x) * HASH_K2;
	y ^= y >> 29;
	fp->hi = y;
	fp->lo = x;
}

/*
 * Feed a value and a fingerprint, in one round. What is fed in this way must be
 * as good as drawn by lot, as a whole fingerprint is: it is laid over the state.
 */
static inline void fingerprint_join(struct lay_fingerprint *fp, uint64_t value,
				    const struct lay_fingerprint *inner)
{
	fp->hi ^= inner->hi;
	fp->lo ^= inner->lo;
	fingerprint_u64(fp, value);
}

/* A running fingerprint: order matters, every value is fed with its width. */
void fingerprint_init(struct lay_fingerprint *fp);
void fingerprint_bytes(struct lay_fingerprint *fp, const void *data, size_t len);
/* NULL and "" are different. */
void fingerprint_string(struct lay_fingerprint *fp, const char *s);
void fingerprint_add(struct lay_fingerprint *fp,
		     const struct lay_fingerprint *inner);

#endif /* BASE_HASH_H */
