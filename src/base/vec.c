// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "base/poison.h"

/* The pointer is read and written as bytes: its type is the caller's. */
int vec_reserve(void *data, size_t nr, size_t *cap, size_t more, size_t size)
{
	size_t want, grown, bytes;
	void *p;

	if (__builtin_add_overflow(nr, more, &want))
		return -1;
	if (want <= *cap)
		return 0;
	grown = *cap < 8 ? 8 : *cap;
	while (grown < want) {
		if (__builtin_mul_overflow(grown, 2, &grown))
			grown = want;
	}
	if (__builtin_mul_overflow(grown, size, &bytes))
		return -1;
	memcpy(&p, data, sizeof(p));
	p = realloc(p, bytes);
	if (!p)
		return -1;
	memcpy(data, &p, sizeof(p));
	*cap = grown;
	return 0;
}
