// SPDX-License-Identifier: GPL-2.0-only
/*
 * arm64's relocations of instructions: a part of an address, or of a distance,
 * goes to a field of the word. "ELF for the Arm 64-bit Architecture", tables
 * "PC-relative" and "Control-flow relocations" of static AArch64 relocations.
 */
#include <config.h>

#include <elf.h>

#include "elf/reloc.h"
#include "base/poison.h"

enum part {
	PART_DISTANCE,		/* from the place */
	PART_PAGES,		/* from the place's page of 4 KiB to the page */
	PART_IN_PAGE,		/* where in its page */
};

static const struct field {
	uint16_t type;
	uint8_t part;		/* enum part */
	uint8_t shift;		/* low bits that are left out: they are 0 */
	uint8_t low, bits;	/* of the word */
	bool split;		/* the lowest two bits are bits 29 and 30 */
} fields[] = {
	{ R_AARCH64_LD_PREL_LO19, PART_DISTANCE, 2, 5, 19, false },
	{ R_AARCH64_ADR_PREL_LO21, PART_DISTANCE, 0, 5, 21, true },
	{ R_AARCH64_ADR_PREL_PG_HI21, PART_PAGES, 12, 5, 21, true },
	{ R_AARCH64_ADR_PREL_PG_HI21_NC, PART_PAGES, 12, 5, 21, true },
	{ R_AARCH64_ADD_ABS_LO12_NC, PART_IN_PAGE, 0, 10, 12, false },
	{ R_AARCH64_LDST8_ABS_LO12_NC, PART_IN_PAGE, 0, 10, 12, false },
	{ R_AARCH64_LDST16_ABS_LO12_NC, PART_IN_PAGE, 1, 10, 12, false },
	{ R_AARCH64_LDST32_ABS_LO12_NC, PART_IN_PAGE, 2, 10, 12, false },
	{ R_AARCH64_LDST64_ABS_LO12_NC, PART_IN_PAGE, 3, 10, 12, false },
	{ R_AARCH64_LDST128_ABS_LO12_NC, PART_IN_PAGE, 4, 10, 12, false },
	{ R_AARCH64_TSTBR14, PART_DISTANCE, 2, 5, 14, false },
	{ R_AARCH64_CONDBR19, PART_DISTANCE, 2, 5, 19, false },
	{ R_AARCH64_JUMP26, PART_DISTANCE, 2, 0, 26, false },
	{ R_AARCH64_CALL26, PART_DISTANCE, 2, 0, 26, false },
};

#define PAGE_MASK UINT64_C(0xfff)

static uint64_t part_of(const struct field *field, uint64_t value,
			uint64_t place)
{
	switch ((enum part)field->part) {
	case PART_PAGES:
		return (value & ~PAGE_MASK) - (place & ~PAGE_MASK);
	case PART_IN_PAGE:
		return value & PAGE_MASK;
	case PART_DISTANCE:
		break;
	}
	return value - place;
}

/* Instructions are in the order of little endian whatever the data's is. */
static void put(uint8_t *p, uint32_t mask, uint32_t bits)
{
	for (unsigned int i = 0; i < 4; i++) {
		p[i] = (uint8_t)((p[i] & ~mask) | bits);
		mask >>= 8;
		bits >>= 8;
	}
}

void reloc_arm64_apply(uint8_t *p, uint32_t type, uint64_t value,
		       uint64_t place)
{
	const struct field *field = fields;
	uint32_t mask, word;
	uint64_t part;

	while (field->type != type)
		if (++field == fields + sizeof(fields) / sizeof(fields[0]))
			return;
	part = part_of(field, value, place);
	if (part & ((UINT64_C(1) << field->shift) - 1))
		return;
	part = (uint64_t)((int64_t)part >> field->shift);
	if (field->part != PART_IN_PAGE &&
	    (int64_t)part >> (field->bits - 1) != 0 &&
	    (int64_t)part >> (field->bits - 1) != -1)
		return;
	mask = ((UINT32_C(1) << field->bits) - 1);
	word = (uint32_t)part & mask;
	if (field->split)
		put(p, UINT32_C(0x60ffffe0),
		    (word & 3) << 29 | word >> 2 << field->low);
	else
		put(p, mask << field->low, word << field->low);
}
