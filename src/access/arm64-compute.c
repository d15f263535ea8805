// SPDX-License-Identifier: GPL-2.0-only
/*
 * What A64 computes, by numbers and by registers: "Data Processing" in "A64
 * Instruction Set Encoding" of the Arm Architecture Reference Manual.
 */
#include <config.h>

#include "access/arm64.h"
#include "base/poison.h"

#define R INSN_READ
#define W INSN_WRITE

static uint32_t rd_of(uint32_t word)
{
	return arm64_bits(word, 0, 5);
}

static uint32_t rn_of(uint32_t word)
{
	return arm64_bits(word, 5, 5);
}

static uint32_t rm_of(uint32_t word)
{
	return arm64_bits(word, 16, 5);
}

static unsigned int size_of(uint32_t word)
{
	return word >> 31 ? 8 : 4;
}

bool arm64_computed(struct insn *insn, uint32_t rd, unsigned int size)
{
	insn->op = INSN_OTHER;
	arm64_to(insn, rd, size);
	return true;
}

static bool constant(struct insn *insn, uint32_t rd, unsigned int size,
		     int64_t number)
{
	insn->op = INSN_MOVE;
	arm64_to(insn, rd, size);
	arm64_number(insn, number, size);
	return true;
}

static bool address(struct insn *insn, uint32_t word)
{
	int64_t off = arm64_signed(word, 5, 19) * 4 + arm64_bits(word, 29, 2);
	uint64_t pc = insn->addr;

	if (word >> 31) {	/* adrp */
		off = (int64_t)((uint64_t)off << 12);
		pc &= ~UINT64_C(0xfff);
	}
	return constant(insn, rd_of(word), 8, (int64_t)(pc + (uint64_t)off));
}

/* The flags of a difference alone, or a sum with an address's mode. */
static bool add_number(struct insn *insn, uint32_t word)
{
	int64_t number = (int64_t)arm64_bits(word, 10, 12) <<
		(arm64_bits(word, 22, 1) ? 12 : 0);
	bool minus = arm64_bits(word, 30, 1), flags = arm64_bits(word, 29, 1);
	uint32_t rd = rd_of(word), rn = rn_of(word);
	unsigned int size = size_of(word);

	if (flags && rd == ARM64_SP) {
		insn->op = minus ? INSN_COMPARE : INSN_OTHER;
		arm64_reg(insn, rn, size, R);
		arm64_number(insn, number, size);
		return true;
	}
	if (!number && !minus && !flags && (rd == ARM64_SP || rn == ARM64_SP)) {
		insn->op = INSN_MOVE;
		arm64_reg(insn, rd, size, W);
		arm64_reg(insn, rn, size, R);
		return true;
	}
	if (size == 8) {
		insn->op = INSN_LEA;
		arm64_reg(insn, rd, size, W);
		arm64_memory(insn, rn, minus ? -number : number, size, R);
		return true;
	}
	insn->op = minus ? INSN_SUB : INSN_ADD;
	arm64_reg(insn, rd, size, W);
	arm64_reg(insn, rn, size, R);
	arm64_number(insn, number, size);
	return true;
}

/* DecodeBitMasks() of the manual, for immediates; false: there is none. */
static bool bit_mask(uint32_t word, uint64_t *mask)
{
	uint32_t n = arm64_bits(word, 22, 1), imms = arm64_bits(word, 10, 6);
	uint32_t immr = arm64_bits(word, 16, 6);
	uint32_t combined = n << 6 | (~imms & 0x3f);
	unsigned int size = 64, ones, turn;
	uint64_t element;

	if (combined < 2)
		return false;
	while (!(combined & size))
		size /= 2;
	ones = (imms & (size - 1)) + 1;
	turn = immr & (size - 1);
	if (ones == size)
		return false;
	element = (UINT64_C(1) << ones) - 1;
	if (turn) {
		element = element >> turn | element << (size - turn);
		if (size < 64)
			element &= (UINT64_C(1) << size) - 1;
	}
	for (; size < 64; size *= 2)
		element |= element << size;
	*mask = element;
	return true;
}

/* By opc of logical instructions. */
static const uint8_t logical_ops[] = { INSN_AND, INSN_OR, INSN_XOR, INSN_AND };

static bool logical_number(struct insn *insn, uint32_t word)
{
	uint32_t opc = arm64_bits(word, 29, 2), rd = rd_of(word);
	unsigned int size = size_of(word);
	uint64_t mask;

	if (!bit_mask(word, &mask) || (size == 4 && arm64_bits(word, 22, 1)))
		return false;
	if (size == 4)
		mask &= UINT32_MAX;
	if (opc == 1 && rn_of(word) == 31) {
		insn->op = INSN_MOVE;
		arm64_reg(insn, rd, size, W);
		arm64_number(insn, (int64_t)mask, size);
		return true;
	}
	insn->op = logical_ops[opc];
	if (opc == 3 && rd == 31)
		insn->op = INSN_TEST;
	else if (opc == 3)
		arm64_to(insn, rd, size);
	else
		arm64_reg(insn, rd, size, W);
	arm64_from(insn, rn_of(word), size);
	arm64_number(insn, (int64_t)mask, size);
	return true;
}

static bool move_wide(struct insn *insn, uint32_t word)
{
	uint32_t opc = arm64_bits(word, 29, 2), shift;
	uint64_t number = arm64_bits(word, 5, 16);
	unsigned int size = size_of(word);

	shift = arm64_bits(word, 21, 2) * 16;
	if (opc == 1 || (size == 4 && shift > 16))
		return false;
	if (opc == 3) {		/* movk */
		insn->op = INSN_INSERT;
		arm64_to(insn, rd_of(word), size);
		arm64_number(insn, (int64_t)number, size);
		arm64_number(insn, shift, 1);
		arm64_number(insn, 16, 1);
		return true;
	}
	number <<= shift;
	if (!opc)
		number = ~number;
	if (size == 4)
		number &= UINT32_MAX;
	return constant(insn, rd_of(word), size, (int64_t)number);
}

static bool field(struct insn *insn, uint8_t op, uint32_t word, uint32_t low,
		  uint32_t nr)
{
	insn->op = op;
	arm64_to(insn, rd_of(word), size_of(word));
	arm64_from(insn, rn_of(word), size_of(word));
	arm64_number(insn, low, 1);
	arm64_number(insn, nr, 1);
	return true;
}

static bool shifted(struct insn *insn, uint8_t op, uint32_t word, uint32_t by)
{
	insn->op = op;
	arm64_to(insn, rd_of(word), size_of(word));
	arm64_from(insn, rn_of(word), size_of(word));
	arm64_number(insn, by, 1);
	return true;
}

/* sbfm, bfm, ubfm, by the names that their aliases have */
static bool bit_field(struct insn *insn, uint32_t word)
{
	uint32_t opc = arm64_bits(word, 29, 2), width = size_of(word) * 8;
	uint32_t immr = arm64_bits(word, 16, 6), imms = arm64_bits(word, 10, 6);

	if (opc == 3 || arm64_bits(word, 22, 1) != word >> 31 ||
	    immr >= width || imms >= width)
		return false;
	if (opc == 1)		/* bfi, bfxil */
		return imms < immr ?
			field(insn, INSN_INSERT, word, width - immr, imms + 1) :
			field(insn, INSN_INSERT, word, 0, imms - immr + 1);
	if (imms == width - 1)
		return shifted(insn, opc ? INSN_SHR : INSN_SAR, word, immr);
	if (opc == 2 && imms + 1 == immr)
		return shifted(insn, INSN_SHL, word, width - immr);
	if (!opc && !immr && imms == 31) {	/* sxtw */
		insn->op = INSN_MOVE_SIGNED;
		arm64_to(insn, rd_of(word), 8);
		arm64_from(insn, rn_of(word), 4);
		return true;
	}
	if (imms >= immr)
		return field(insn, INSN_EXTRACT, word, immr, imms - immr + 1);
	/* of indices, 4 bytes are all */
	if (imms >= 31)
		return shifted(insn, INSN_SHL, word, width - immr);
	return field(insn, INSN_DEPOSIT, word, width - immr, imms + 1);
}

bool arm64_decode_number(struct insn *insn, uint32_t word)
{
	switch (arm64_bits(word, 23, 3)) {
	case 0:
	case 1:
		return address(insn, word);
	case 2:
		return add_number(insn, word);
	case 3:			/* addg, subg */
		insn->op = INSN_OTHER;
		arm64_reg(insn, rd_of(word), 8, W);
		return true;
	case 4:
		return logical_number(insn, word);
	case 5:
		return move_wide(insn, word);
	case 6:
		return bit_field(insn, word);
	default:		/* extr */
		return arm64_computed(insn, rd_of(word), size_of(word));
	}
}

static bool logical_registers(struct insn *insn, uint32_t word)
{
	uint32_t opc = arm64_bits(word, 29, 2), rd = rd_of(word);
	bool plain = !arm64_bits(word, 10, 6) && !arm64_bits(word, 21, 1);
	unsigned int size = size_of(word);

	if (opc == 1 && plain && rn_of(word) == 31) {
		insn->op = INSN_MOVE;
		arm64_to(insn, rd, size);
		arm64_from(insn, rm_of(word), size);
		return true;
	}
	insn->op = plain ? logical_ops[opc] : INSN_OTHER;
	if (plain && opc == 3 && rd == 31)
		insn->op = INSN_TEST;
	else
		arm64_to(insn, rd, size);
	arm64_from(insn, rn_of(word), size);
	arm64_from(insn, rm_of(word), size);
	return true;
}

/* Sums are what lea computes where the shift is one of its; @base may be the
 * stack pointer with extended operands only. */
static bool sum(struct insn *insn, uint32_t word, uint32_t shift,
		int8_t index_size, bool extended)
{
	uint32_t rd = rd_of(word), rn = rn_of(word), rm = rm_of(word);
	unsigned int size = size_of(word);
	struct insn_arg *arg;

	insn->op = INSN_LEA;
	if (extended && !arm64_bits(word, 29, 1))
		arm64_reg(insn, rd, size, W);
	else
		arm64_to(insn, rd, size);
	if (shift > 7) {
		insn->op = INSN_OTHER;
		return true;
	}
	arg = arm64_memory(insn, rn == 31 && !extended ? INSN_NO_REG : rn, 0,
			   size, R);
	if (rm == 31)
		return true;
	arg->index = (uint8_t)rm;
	arg->scale = (uint8_t)(1u << shift);
	arg->index_size = index_size;
	return true;
}

static bool difference(struct insn *insn, uint32_t word, bool plain,
		       bool extended)
{
	uint32_t rd = rd_of(word), rn = rn_of(word);
	bool flags = arm64_bits(word, 29, 1);
	unsigned int size = size_of(word);

	insn->op = plain ? INSN_SUB : INSN_OTHER;
	if (flags && rd == 31)
		insn->op = plain ? INSN_COMPARE : INSN_OTHER;
	else if (extended && !flags)
		arm64_reg(insn, rd, size, W);
	else
		arm64_to(insn, rd, size);
	if (extended)
		arm64_reg(insn, rn, size, R);
	else
		arm64_from(insn, rn, size);
	arm64_from(insn, rm_of(word), size);
	return true;
}

static bool add_registers(struct insn *insn, uint32_t word)
{
	bool minus = arm64_bits(word, 30, 1), extended = arm64_bits(word, 21, 1);
	uint32_t how = arm64_bits(word, 22, 2), by = arm64_bits(word, 10, 6);
	uint32_t option = arm64_bits(word, 13, 3);
	int8_t index_size = 0;

	if (extended) {
		by = arm64_bits(word, 10, 3);
		if (how || by > 4)
			return false;
		index_size = (int8_t)((option & 3) == 3 ? 0 :
				      1 << (option & 3));
		if (option & 4)
			index_size = (int8_t)-index_size;
	} else if (how == 3 || (!(word >> 31) && by > 31)) {
		return false;
	}
	if (minus)
		return difference(insn, word, !by && !index_size, extended);
	if (rd_of(word) == 31 && arm64_bits(word, 29, 1)) {
		insn->op = INSN_OTHER;		/* cmn */
		return true;
	}
	return sum(insn, word, extended || !how || !by ? by : 64, index_size,
		   extended);
}

static bool select_one(struct insn *insn, uint32_t word)
{
	unsigned int size = size_of(word);
	bool plain = !arm64_bits(word, 30, 1) && !arm64_bits(word, 10, 2);

	if (arm64_bits(word, 29, 1) || arm64_bits(word, 11, 1))
		return false;
	insn->op = plain ? INSN_CMOV : INSN_OTHER;
	arm64_to(insn, rd_of(word), size);
	arm64_from(insn, rn_of(word), size);
	arm64_from(insn, rm_of(word), size);
	return true;
}

/* rd = ra + rn * rm, where the factors may be numbers of 4 bytes */
static bool three_sources(struct insn *insn, uint32_t word)
{
	uint32_t kind = arm64_bits(word, 21, 3), ra = arm64_bits(word, 10, 5);
	bool minus = arm64_bits(word, 15, 1);
	unsigned int size = size_of(word);
	unsigned int narrow = kind == 1 || kind == 5 ? 4 : size;

	if (minus || kind == 2 || kind == 6)
		return arm64_computed(insn, rd_of(word), size);
	insn->op = ra == 31 ? INSN_MUL : INSN_MULTIPLY_ADD;
	arm64_to(insn, rd_of(word), size);
	if (ra != 31)
		arm64_reg(insn, ra, size, R);
	arm64_from(insn, rn_of(word), narrow);
	arm64_from(insn, rm_of(word), narrow);
	return true;
}

/* ccmp, ccmn: flags */
static bool compare_if(struct insn *insn, uint32_t word)
{
	unsigned int size = size_of(word);

	insn->op = INSN_OTHER;
	arm64_from(insn, rn_of(word), size);
	if (arm64_bits(word, 11, 1))
		arm64_number(insn, rm_of(word), size);
	else
		arm64_from(insn, rm_of(word), size);
	return true;
}

bool arm64_decode_registers(struct insn *insn, uint32_t word)
{
	uint32_t op = arm64_bits(word, 21, 4);

	if (!arm64_bits(word, 28, 1))
		return op & 8 ? add_registers(insn, word) :
		       logical_registers(insn, word);
	switch (op) {
	case 0:			/* adc, sbc; or flags alone */
		insn->op = INSN_OTHER;
		if (!arm64_bits(word, 10, 6))
			arm64_to(insn, rd_of(word), size_of(word));
		return true;
	case 2:
		return compare_if(insn, word);
	case 4:
		return select_one(insn, word);
	case 6:			/* of one source, or of two */
		return arm64_computed(insn, rd_of(word), size_of(word));
	default:
		return op & 8 && three_sources(insn, word);
	}
}
