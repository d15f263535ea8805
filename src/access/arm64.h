/* SPDX-License-Identifier: GPL-2.0-only */
/* What the files of arm64.c share: parts of instruction words, and operands. */
#ifndef ACCESS_ARM64_H
#define ACCESS_ARM64_H

#include "access/machine.h"

#define ARM64_SP	31	/* by DWARF; or the register that is zero */
#define ARM64_LINK	30
#define ARM64_NR_REGS	32

static inline uint32_t arm64_bits(uint32_t word, unsigned int low,
				  unsigned int nr)
{
	return word >> low & ((UINT32_C(1) << nr) - 1);
}

static inline int64_t arm64_signed(uint32_t word, unsigned int low,
				   unsigned int nr)
{
	int64_t value = arm64_bits(word, low, nr);
	int64_t sign = INT64_C(1) << (nr - 1);

	return (value ^ sign) - sign;
}

static inline struct insn_arg *arm64_arg(struct insn *insn, uint8_t kind,
					 unsigned int size, uint8_t access)
{
	struct insn_arg *arg = &insn->arg[insn->nr_args++];

	*arg = (struct insn_arg){ .kind = kind, .access = access,
		.size = (uint16_t)size };
	return arg;
}

static inline void arm64_number(struct insn *insn, int64_t number,
				unsigned int size)
{
	arm64_arg(insn, INSN_IMM, size, INSN_READ)->imm = number;
}

/* Register @reg, where 31 is the stack pointer. */
static inline void arm64_reg(struct insn *insn, uint32_t reg,
			     unsigned int size, uint8_t access)
{
	arm64_arg(insn, INSN_REG, size, access)->reg = (uint8_t)reg;
	if (access & INSN_WRITE)
		insn->writes |= UINT32_C(1) << reg;
}

/* The same where 31 is zero, and what is written to it is gone. */
static inline void arm64_to(struct insn *insn, uint32_t reg, unsigned int size)
{
	if (reg == ARM64_SP)
		arm64_arg(insn, INSN_REG, size, INSN_WRITE)->reg = INSN_NO_REG;
	else
		arm64_reg(insn, reg, size, INSN_WRITE);
}

static inline void arm64_from(struct insn *insn, uint32_t reg,
			      unsigned int size)
{
	if (reg == ARM64_SP)
		arm64_number(insn, 0, size);
	else
		arm64_reg(insn, reg, size, INSN_READ);
}

/* @base + @off, base as of arm64_reg(). */
static inline struct insn_arg *arm64_memory(struct insn *insn, uint32_t base,
					    int64_t off, unsigned int size,
					    uint8_t access)
{
	struct insn_arg *arg = arm64_arg(insn, INSN_MEM, size, access);

	arg->base = (uint8_t)base;
	arg->index = INSN_NO_REG;
	arg->scale = 1;
	arg->imm = off;
	return arg;
}

/* arm64-compute.c: with an immediate, and with registers alone. */
bool arm64_decode_number(struct insn *insn, uint32_t word);
bool arm64_decode_registers(struct insn *insn, uint32_t word);
/* @rd is computed, as nobody knows from what: true. */
bool arm64_computed(struct insn *insn, uint32_t rd, unsigned int size);

/* arm64-memory.c: loads and stores. */
bool arm64_decode_memory(struct insn *insn, uint32_t word);

#endif /* ACCESS_ARM64_H */
