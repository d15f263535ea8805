// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <string.h>

#include "base/hash.h"
#include "base/poison.h"

#define K1 HASH_K1
#define K2 HASH_K2
#define K3 HASH_K3
#define K4 HASH_K4

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

void fingerprint_init(struct lay_fingerprint *fp)
{
	fp->hi = K3;
	fp->lo = K4;
}

void fingerprint_bytes(struct lay_fingerprint *fp, const void *data, size_t len)
{
	const unsigned char *p = data;
	size_t left;

	fingerprint_u64(fp, (uint64_t)len ^ K3);
	for (left = len; left >= 8; p += 8, left -= 8)
		fingerprint_u64(fp, load_u64(p));
	if (left)
		fingerprint_u64(fp, load_tail(p, left));
}

void fingerprint_string(struct lay_fingerprint *fp, const char *s)
{
	if (s)
		fingerprint_bytes(fp, s, strlen(s));
	else
		fingerprint_u64(fp, K4);
}

void fingerprint_add(struct lay_fingerprint *fp,
		     const struct lay_fingerprint *inner)
{
	fingerprint_u64(fp, inner->hi);
	fingerprint_u64(fp, inner->lo);
}
