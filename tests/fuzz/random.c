// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include "base/hash.h"
#include "fuzz/fuzz.h"
#include "base/poison.h"

uint64_t fuzz_next(struct fuzz_rng *rng)
{
	rng->state += 0x9e3779b97f4a7c15ull;
	return hash_u64(rng->state);
}

uint64_t fuzz_below(struct fuzz_rng *rng, uint64_t n)
{
	return fuzz_next(rng) % n;
}
