// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include "dwarf/bytes.h"
#include "base/poison.h"

bool dw_read_uleb_long(struct dw_cursor *c, uint64_t *value)
{
	const uint8_t *p = c->p;
	unsigned int shift = 0;
	uint64_t v = 0;
	uint8_t byte;

	do {
		if (p == c->end)
			return false;
		byte = *p++;
		if (shift < 64)
			v |= (uint64_t)(byte & 0x7f) << shift;
		/* the tenth byte has one bit of the 64; padding may follow */
		if ((shift == 63 && (byte & 0x7e)) ||
		    (shift > 63 && (byte & 0x7f)))
			return false;
		shift += 7;
	} while (byte & 0x80);
	c->p = p;
	*value = v;
	return true;
}

bool dw_read_sleb(struct dw_cursor *c, int64_t *value)
{
	const uint8_t *p = c->p;
	unsigned int shift = 0;
	uint64_t v = 0;
	uint8_t byte;

	do {
		uint8_t sign;

		if (p == c->end)
			return false;
		byte = *p++;
		if (shift < 64)
			v |= (uint64_t)(byte & 0x7f) << shift;
		/* from the tenth byte on only copies of the sign may follow */
		sign = v >> 63 ? 0x7f : 0;
		if (shift >= 63 && (byte & 0x7f) != sign)
			return false;
		shift += 7;
	} while (byte & 0x80);
	if (shift < 64 && (byte & 0x40))
		v |= ~UINT64_C(0) << shift;
	c->p = p;
	*value = (int64_t)v;
	return true;
}
