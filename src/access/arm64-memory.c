// SPDX-License-Identifier: GPL-2.0-only
/*
 * Loads and stores of A64: "Loads and Stores" in "A64 Instruction Set Encoding"
 * of the Arm Architecture Reference Manual.
 *
 * A pair is two moves, of two operands: they are mostly of two members. Hints
 * to prefetch are no access. What changes allocation tags is none either.
 */
#include <config.h>

#include "access/arm64.h"
#include "base/poison.h"

#define R INSN_READ
#define W INSN_WRITE

#define LOAD	(UINT32_C(1) << 22)	/* of pairs, exclusives, structures */
#define VECTOR	(UINT32_C(1) << 26)

static uint32_t target(uint32_t word)
{
	return arm64_bits(word, 0, 5);
}

static uint32_t base_of(uint32_t word)
{
	return arm64_bits(word, 5, 5);
}

static bool nothing(struct insn *insn)
{
	insn->op = INSN_NOP;
	return true;
}

static void vector(struct insn *insn, uint32_t reg, unsigned int size,
		   uint8_t access)
{
	arm64_arg(insn, INSN_REG, size, access)->reg =
		(uint8_t)(INSN_VECTOR + reg);
}

/* The base is moved by @step as well. */
static void write_back(struct insn *insn, struct insn_arg *arg, int64_t step)
{
	arg->step = (int16_t)step;
	insn->writes |= UINT32_C(1) << arg->base;
}

/* How a register is loaded or stored: size and opc of most encodings. */
struct form {
	unsigned int size;	/* in memory */
	unsigned int reg_size;
	bool load, is_signed, vector, prefetch;
};

static bool form_of(uint32_t word, struct form *form)
{
	uint32_t log = arm64_bits(word, 30, 2), opc = arm64_bits(word, 22, 2);

	*form = (struct form){ .vector = word & VECTOR };
	if (form->vector) {
		if (opc & 2 && log)
			return false;
		log += opc & 2 ? 4 : 0;
		form->load = opc & 1;
		form->size = form->reg_size = 1u << log;
		return true;
	}
	form->size = 1u << log;
	form->load = opc != 0;
	form->is_signed = opc >= 2;
	form->reg_size = opc == 2 || log == 3 ? 8 : 4;
	form->prefetch = log == 3 && opc == 2;
	return log < 2 || opc < 2 || (opc == 2 && log <= 3);
}

/* The register, then the memory, of a load; the other way round of a store. */
static struct insn_arg *move(struct insn *insn, const struct form *form,
			     uint32_t reg, uint32_t base, int64_t off)
{
	struct insn_arg *arg;

	insn->op = form->vector ? INSN_OTHER :
		form->is_signed ? INSN_MOVE_SIGNED : INSN_MOVE;
	if (form->load) {
		if (form->vector)
			vector(insn, reg, form->size, W);
		else
			arm64_to(insn, reg, form->reg_size);
		return arm64_memory(insn, base, off, form->size, R);
	}
	arg = arm64_memory(insn, base, off, form->size, W);
	if (form->vector)
		vector(insn, reg, form->size, R);
	else
		arm64_from(insn, reg, form->size);
	return arg;
}

/* [base, index, extended or shifted] */
static bool by_register(struct insn *insn, uint32_t word,
			const struct form *form)
{
	uint32_t option = arm64_bits(word, 13, 3);
	uint32_t index = arm64_bits(word, 16, 5);
	struct insn_arg *arg;

	if (!(option & 2))
		return false;
	if (form->prefetch)
		return nothing(insn);
	arg = move(insn, form, target(word), base_of(word), 0);
	if (index == ARM64_SP)
		return true;
	arg->index = (uint8_t)index;
	arg->scale = (uint8_t)(arm64_bits(word, 12, 1) ? form->size : 1);
	arg->index_size = option == 2 ? 4 : option == 6 ? -4 : 0;
	return true;
}

/* LSE: memory and a register are changed at once. */
static bool atomic(struct insn *insn, uint32_t word)
{
	unsigned int size = 1u << arm64_bits(word, 30, 2);
	unsigned int reg_size = size == 8 ? 8 : 4;
	uint32_t opc = arm64_bits(word, 12, 4), rs = arm64_bits(word, 16, 5);
	uint32_t rt = target(word);

	if (word & VECTOR || opc > 12 || (opc > 8 && opc < 12))
		return false;
	if (opc == 12) {	/* ldapr */
		struct form form = { .size = size, .reg_size = reg_size,
			.load = true };

		move(insn, &form, rt, base_of(word), 0);
		return rs == 31 && arm64_bits(word, 22, 2) == 2;
	}
	insn->flags |= INSN_LOCKED;
	/* swp stores what it is given, the others what they compute: as little
	 * known as a sum is */
	insn->op = rt == ARM64_SP ? INSN_OTHER : INSN_XADD;
	arm64_memory(insn, base_of(word), 0, size, R | W);
	if (rt != ARM64_SP)
		arm64_to(insn, rt, reg_size);
	arm64_from(insn, rs, reg_size);
	return true;
}

/* ldraa, ldrab: the pointer is checked, and used without its code. */
static bool checked_load(struct insn *insn, uint32_t word)
{
	struct form form = { .size = 8, .reg_size = 8, .load = true };
	int64_t off = (int64_t)(arm64_bits(word, 12, 9)) * 8;
	struct insn_arg *arg;

	if (word >> 30 != 3 || word & VECTOR)
		return false;
	off -= arm64_bits(word, 22, 1) ? 512 * 8 : 0;
	arg = move(insn, &form, target(word), base_of(word), off);
	if (arm64_bits(word, 11, 1))
		write_back(insn, arg, off);
	return true;
}

static bool one_register(struct insn *insn, uint32_t word)
{
	uint32_t how = arm64_bits(word, 10, 2);
	bool by_offset = arm64_bits(word, 24, 1);
	int64_t off = arm64_signed(word, 12, 9);
	struct insn_arg *arg;
	struct form form;

	if (!by_offset && arm64_bits(word, 21, 1) && how == 0)
		return atomic(insn, word);
	if (!by_offset && arm64_bits(word, 21, 1) && how != 2)
		return checked_load(insn, word);
	if (!form_of(word, &form))
		return false;
	if (!by_offset && arm64_bits(word, 21, 1))
		return by_register(insn, word, &form);
	if (form.prefetch)
		return (by_offset || how == 0) && nothing(insn);
	if (by_offset) {
		move(insn, &form, target(word), base_of(word),
		     (int64_t)arm64_bits(word, 10, 12) * form.size);
		return true;
	}
	if (how == 2 && form.vector)
		return false;
	/* 0: off, 1: behind, 2: as user mode may, 3: in front */
	arg = move(insn, &form, target(word), base_of(word),
		   how == 1 ? 0 : off);
	if (how & 1)
		write_back(insn, arg, off);
	return true;
}

static bool pair(struct insn *insn, uint32_t word)
{
	uint32_t opc = word >> 30, how = arm64_bits(word, 23, 2);
	struct form form = { .load = word & LOAD, .vector = word & VECTOR };
	uint32_t base = base_of(word);
	struct insn_arg *arg;
	int64_t off;

	if (opc == 3 || (opc == 1 && !form.vector && form.load && how == 0))
		return false;
	form.is_signed = opc == 1 && !form.vector && form.load;
	form.size = form.vector ? 4u << opc : opc == 2 ? 8 : 4;
	form.reg_size = form.is_signed ? 8 : form.size;
	off = arm64_signed(word, 15, 7);
	if (opc == 1 && !form.vector && !form.load) {
		/* stgp: the tag of 16 bytes too */
		form.size = form.reg_size = 8;
		off *= 2;
	}
	off *= form.size;
	arg = move(insn, &form, target(word), base, how == 1 ? 0 : off);
	if (how & 1)
		write_back(insn, arg, off);
	move(insn, &form, arm64_bits(word, 10, 5), base,
	     (how == 1 ? 0 : off) + form.size);
	return true;
}

static bool literal(struct insn *insn, uint32_t word)
{
	uint32_t opc = word >> 30;
	struct form form = { .load = true, .vector = word & VECTOR };
	struct insn_arg *arg;

	if (opc == 3)
		return !form.vector && nothing(insn);
	form.size = form.vector ? 4u << opc : opc == 1 ? 8 : 4;
	form.is_signed = opc == 2 && !form.vector;
	form.reg_size = opc ? 8 : 4;
	arg = move(insn, &form, target(word), INSN_NO_REG,
		   (int64_t)(insn->addr + (uint64_t)(arm64_signed(word, 5, 19) *
						     4)));
	arg->pc_relative = true;
	return true;
}

/* ldapur, stlur */
static bool ordered(struct insn *insn, uint32_t word)
{
	struct form form;

	if (arm64_bits(word, 21, 1) || arm64_bits(word, 10, 2) ||
	    !form_of(word, &form) || form.prefetch)
		return false;
	move(insn, &form, target(word), base_of(word),
	     arm64_signed(word, 12, 9));
	return true;
}

/* Of allocation tags: ldg and ldgm load them into a register. */
static bool tags(struct insn *insn, uint32_t word)
{
	uint32_t opc = arm64_bits(word, 22, 2), how = arm64_bits(word, 10, 2);

	insn->op = INSN_OTHER;
	if (how == 0 && opc & 1)
		arm64_to(insn, target(word), 8);
	if (how & 1)
		insn->writes |= UINT32_C(1) << base_of(word);
	return true;
}

/* cas: what is compared is where what was there is put. */
static bool compare_and_swap(struct insn *insn, uint32_t word,
			     unsigned int size)
{
	uint32_t rs = arm64_bits(word, 16, 5);
	unsigned int reg_size = size == 8 ? 8 : 4;

	insn->op = INSN_CMPXCHG;
	insn->flags |= INSN_LOCKED;
	arm64_memory(insn, base_of(word), 0, size, R | W);
	arm64_from(insn, target(word), reg_size);
	arm64_to(insn, rs, reg_size);
	return arm64_bits(word, 10, 5) == 31;
}

static bool compare_and_swap_pair(struct insn *insn, uint32_t word)
{
	unsigned int size = arm64_bits(word, 30, 1) ? 8 : 4;
	uint32_t rs = arm64_bits(word, 16, 5);

	insn->flags |= INSN_LOCKED;
	arm64_memory(insn, base_of(word), 0, size * 2, R | W);
	arm64_to(insn, rs & ~1u, size);
	arm64_to(insn, rs | 1, size);
	return arm64_bits(word, 10, 5) == 31 && !(rs & 1);
}

static bool exclusive(struct insn *insn, uint32_t word)
{
	struct form form = { .size = 1u << arm64_bits(word, 30, 2),
		.load = word & LOAD };
	bool plain = arm64_bits(word, 23, 1), two = arm64_bits(word, 21, 1);
	uint32_t base = base_of(word);

	if (two && plain)
		return compare_and_swap(insn, word, form.size);
	if (two && form.size < 4)
		return compare_and_swap_pair(insn, word);
	form.reg_size = form.size == 8 ? 8 : 4;
	move(insn, &form, target(word), base, 0);
	if (two)
		move(insn, &form, arm64_bits(word, 10, 5), base,
		     form.size);
	if (plain)	/* ldar, stlr and those of limited order */
		return true;
	insn->flags |= INSN_LOCKED | INSN_LINKED;
	if (!form.load) {
		uint32_t status = arm64_bits(word, 16, 5);

		/* it may as well not be stored */
		insn->op = INSN_OTHER;
		if (status != ARM64_SP)
			insn->writes |= UINT32_C(1) << status;
	}
	return true;
}

/* ld1 to ld4, st1 to st4: bytes, or 0. */
static unsigned int structure_size(uint32_t word)
{
	static const uint8_t nr_regs[16] = { [0] = 4, [2] = 4, [4] = 3, [6] = 3,
		[7] = 1, [8] = 2, [10] = 2 };
	uint32_t opcode = arm64_bits(word, 13, 3);
	uint32_t nr = ((opcode & 1) << 1 | arm64_bits(word, 21, 1)) + 1;
	uint32_t log = opcode >> 1;

	if (!arm64_bits(word, 24, 1))
		return nr_regs[arm64_bits(word, 12, 4)] *
		       (arm64_bits(word, 30, 1) ? 16u : 8u);
	if (log == 3)
		log = arm64_bits(word, 10, 2);
	else if (log == 2 && arm64_bits(word, 10, 1))
		log = 3;
	return nr << log;
}

static bool structure(struct insn *insn, uint32_t word)
{
	unsigned int size = structure_size(word);
	uint32_t index = arm64_bits(word, 16, 5);
	struct insn_arg *arg;

	if (!size || word >> 31 || (!arm64_bits(word, 24, 1) &&
				    arm64_bits(word, 21, 1)))
		return false;
	insn->op = INSN_OTHER;
	arg = arm64_memory(insn, base_of(word), 0, size,
			   word & LOAD ? R : W);
	if (!arm64_bits(word, 23, 1))
		return index == 0;
	insn->writes |= UINT32_C(1) << arg->base;
	if (index == 31)
		arg->step = (int16_t)size;
	return true;
}

bool arm64_decode_memory(struct insn *insn, uint32_t word)
{
	bool high = arm64_bits(word, 24, 1);

	switch (arm64_bits(word, 28, 2)) {
	case 0:
		if (word & VECTOR)
			return structure(insn, word);
		return !high && exclusive(insn, word);
	case 1:
		if (!high)
			return literal(insn, word);
		if (word & VECTOR)
			return false;
		if (arm64_bits(word, 21, 1))
			return word >> 28 == 13 && tags(insn, word);
		return ordered(insn, word);
	case 2:
		return pair(insn, word);
	default:
		return one_register(insn, word);
	}
}
