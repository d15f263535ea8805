// SPDX-License-Identifier: GPL-2.0-only
/*
 * arm64: A64 code, and the procedure call standard (AAPCS64).
 *
 * Words are decoded here and in arm64-memory.c as "A64 Instruction Set
 * Encoding" of the Arm Architecture Reference Manual has them. Capstone 4 knows
 * nothing of the atomic instructions of Armv8.1 (LSE), which are in most
 * kernels' atomic_add(), and has wrong accesses of what it knows: stores read,
 * mrs reads the register that it writes. What matters to the flow of values is
 * few classes, in fixed fields; of the others it is known which register they
 * write. SVE and SME are not: the kernel does not compute by them.
 */
#include <config.h>

#include <elf.h>
#include <string.h>

#include "access/arm64.h"
#include "base/poison.h"

#define R INSN_READ

static uint32_t rd_of(uint32_t word)
{
	return arm64_bits(word, 0, 5);
}

static uint32_t rn_of(uint32_t word)
{
	return arm64_bits(word, 5, 5);
}

#define SYSTEM(op0, op1, crn, crm, op2) \
	((op0) << 19 | (op1) << 16 | (crn) << 12 | (crm) << 8 | (op2) << 5)

static bool move_from_system(struct insn *insn, uint32_t word)
{
	insn->op = INSN_OTHER;
	switch (word & 0x1fffe0) {
	case SYSTEM(3u, 0, 13, 0, 4):	/* tpidr_el1, */
	case SYSTEM(3u, 4, 13, 0, 2):	/* tpidr_el2 */
		insn->op = INSN_THIS_CPU;
		break;
	case SYSTEM(3u, 0, 4, 1, 0):	/* sp_el0 */
		insn->op = INSN_THIS_TASK;
		break;
	}
	arm64_to(insn, rd_of(word), 8);
	return true;
}

static bool system(struct insn *insn, uint32_t word)
{
	uint32_t op0 = arm64_bits(word, 19, 2), crn = arm64_bits(word, 12, 4);

	if (arm64_bits(word, 21, 1)) {
		if (op0 >= 2)
			return move_from_system(insn, word);
		return op0 == 1 && arm64_computed(insn, rd_of(word), 8);
	}
	insn->op = INSN_OTHER;
	/* hints, of which xpaclri changes a register, and barriers */
	if (!op0 && (crn == 2 || crn == 3)) {
		insn->op = INSN_NOP;
		if (word == 0xd50320ff)
			return arm64_computed(insn, ARM64_LINK, 8);
	}
	return true;
}

static bool jump_to(struct insn *insn, uint8_t op, int64_t off)
{
	insn->op = op;
	arm64_number(insn, (int64_t)(insn->addr + (uint64_t)off), 8);
	return true;
}

static bool jump_by_register(struct insn *insn, uint32_t word)
{
	uint32_t opc = arm64_bits(word, 21, 4);

	if (arm64_bits(word, 16, 5) != 31)
		return false;
	switch (opc & 7) {
	case 0:
	case 1:
		insn->op = opc & 7 ? INSN_CALL : INSN_JUMP;
		insn->flags |= INSN_INDIRECT;
		arm64_arg(insn, INSN_REG, 8, R)->reg =
			rn_of(word) == 31 ? INSN_NO_REG : (uint8_t)rn_of(word);
		if (opc & 7)
			insn->writes |= UINT32_C(1) << ARM64_LINK;
		return true;
	case 2:
	case 4:
	case 5:
		insn->op = INSN_RETURN;
		return true;
	default:
		return false;
	}
}

/* Of svc, hvc and smc the standard says that x0 to x3 come back with results;
 * brk, hlt and dcps end it. */
static bool exception(struct insn *insn, uint32_t word)
{
	uint32_t opc = arm64_bits(word, 21, 3);

	insn->op = opc ? INSN_STOP : INSN_OTHER;
	if (!opc)
		insn->writes = 0xf;
	return opc || arm64_bits(word, 0, 2);
}

static bool branch(struct insn *insn, uint32_t word)
{
	uint32_t op = word >> 29;

	if ((op & 3) == 0) {
		if (op)
			insn->writes |= UINT32_C(1) << ARM64_LINK;
		return jump_to(insn, op ? INSN_CALL : INSN_JUMP,
			       arm64_signed(word, 0, 26) * 4);
	}
	if ((op & 3) == 1 && arm64_bits(word, 25, 1)) {	/* tbz, tbnz */
		jump_to(insn, INSN_BRANCH, arm64_signed(word, 5, 14) * 4);
		arm64_from(insn, rd_of(word), 8);
		arm64_number(insn, arm64_bits(word, 19, 5) |
			     (word >> 31) << 5, 1);
		return true;
	}
	if ((op & 3) == 1) {			/* cbz, cbnz */
		jump_to(insn, INSN_BRANCH, arm64_signed(word, 5, 19) * 4);
		arm64_from(insn, rd_of(word), (word >> 31 ? 8 : 4));
		return true;
	}
	switch (word >> 24) {
	case 0x54:
		return jump_to(insn, INSN_BRANCH,
			       arm64_signed(word, 5, 19) * 4);
	case 0xd4:
		return exception(insn, word);
	case 0xd5:
		return !arm64_bits(word, 22, 2) && system(insn, word);
	case 0xd6:
	case 0xd7:
		return jump_by_register(insn, word);
	default:
		return false;
	}
}

/* Of floating point and vectors: which general register gets a number. */
static bool vectors(struct insn *insn, uint32_t word)
{
	uint32_t opcode = arm64_bits(word, 16, 3);
	bool general = false;

	insn->op = INSN_OTHER;
	if (arm64_bits(word, 24, 5) == 0x1e && !arm64_bits(word, 30, 1)) {
		if (!arm64_bits(word, 21, 1))
			general = opcode < 2;
		else if (!arm64_bits(word, 10, 6))
			general = opcode < 2 || (opcode > 3 && opcode < 7);
	} else if ((word & 0xbfe0fc00) == 0x0e003c00 ||	/* umov, */
		   (word & 0xbfe0fc00) == 0x0e002c00) {	/* smov */
		general = true;
	}
	if (general)
		arm64_to(insn, rd_of(word), 8);
	return true;
}

static bool decode(void *state, const uint8_t *bytes, size_t size,
		   uint64_t addr, struct insn *insn)
{
	uint32_t word;

	(void)state;
	if (size < sizeof(word) || addr % sizeof(word))
		return false;
	word = (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 |
		(uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
	memset(insn, 0, sizeof(*insn));
	insn->addr = addr;
	insn->len = sizeof(word);
	switch (arm64_bits(word, 25, 4)) {
	case 0:			/* udf; the others are SME, or none */
		insn->op = INSN_STOP;
		return word <= UINT16_MAX;
	case 8:
	case 9:
		return arm64_decode_number(insn, word);
	case 10:
	case 11:
		return branch(insn, word);
	case 4:
	case 6:
	case 12:
	case 14:
		return arm64_decode_memory(insn, word);
	case 5:
	case 13:
		return arm64_decode_registers(insn, word);
	case 7:
	case 15:
		return vectors(insn, word);
	default:
		return false;
	}
}

/* b and bl */
static bool calls(const uint8_t *p, size_t left, uint64_t addr,
		  uint64_t *target)
{
	struct insn insn;

	if (!decode(NULL, p, left, addr, &insn) ||
	    (insn.op != INSN_CALL && insn.op != INSN_JUMP) ||
	    insn.arg[0].kind != INSN_IMM)
		return false;
	*target = (uint64_t)insn.arg[0].imm;
	return true;
}

static int open_decoder(void **state, struct lay_error *err)
{
	(void)err;
	*state = NULL;
	return 0;
}

static void close_decoder(void *state)
{
	(void)state;
}

/* Calls keep to the standard: trampolines of modules too. */
static enum machine_special special_named(const char *name, uint8_t *reg)
{
	(void)name;
	(void)reg;
	return MACHINE_ORDINARY;
}

const struct machine machine_arm64 = {
	.elf_machine = EM_AARCH64,
	.nr_regs = ARM64_NR_REGS,
	.stack = ARM64_SP,
	.frame = 29,
	.trap_size = 4,
	.align = 4,
	.task_in_register = true,
	.entry_nop = 0xd503201f,
	.alternatives = true,
	.marks_data = true,
	.large_by_reference = true,
	.rest_on_stack = true,
	.nr_params = 8,
	.params = { 0, 1, 2, 3, 4, 5, 6, 7 },
	.results = { 0, 1 },
	.string_to = INSN_NO_REG,
	.string_from = INSN_NO_REG,
	.string_count = INSN_NO_REG,
	.string_value = INSN_NO_REG,
	.compared = INSN_NO_REG,
	.open = open_decoder,
	.close = close_decoder,
	.decode = decode,
	.calls = calls,
	.special = special_named,
};
