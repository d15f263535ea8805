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

/* A running fingerprint: order matters, every value is fed with its width. */
void fingerprint_init(struct lay_fingerprint *fp);
void fingerprint_u64(struct lay_fingerprint *fp, uint64_t value);
void fingerprint_bytes(struct lay_fingerprint *fp, const void *data, size_t len);
/* NULL and "" are different. */
void fingerprint_string(struct lay_fingerprint *fp, const char *s);
void fingerprint_add(struct lay_fingerprint *fp,
		     const struct lay_fingerprint *inner);

#endif /* BASE_HASH_H */
