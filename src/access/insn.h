/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Machine instructions as the flow of values through registers sees them,
 * whatever the machine is: what decodes them, and what each register is for, is
 * in a file for each machine (machine.h).
 */
#ifndef ACCESS_INSN_H
#define ACCESS_INSN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Registers have the numbers that DWARF gives them. Those below the machine's
 * nr_regs hold values that are followed, and are general ones.
 */
#define INSN_NR_TRACKED	32	/* of any machine, at most */
#define INSN_VECTOR	64	/* a vector register: from here on */
#define INSN_NO_REG	0xff

/*
 * What is called arg 0 op= arg 1 here is arg 0 = arg 1 op arg 2 where there are
 * three; of a move there may be two, of which the second is in arg 2 and 3: both
 * addresses are those before it.
 */
enum insn_op {
	INSN_OTHER,	/* writes what it writes with what nobody knows */
	INSN_NOP,	/* touches neither memory nor a register */
	INSN_MOVE,	/* arg 0 = arg 1, zero extended if that is narrower */
	INSN_MOVE_SIGNED,
	INSN_LEA,
	INSN_ADD, INSN_SUB, INSN_AND, INSN_OR, INSN_XOR,
	INSN_SHL, INSN_SHR, INSN_SAR,
	INSN_MUL,	/* arg 0 = product of the last two */
	INSN_UNARY,	/* not, neg, inc and dec are done otherwise: see ADD */
	INSN_COMPARE,	/* flags of the difference */
	INSN_TEST,	/* flags of the conjunction */
	INSN_BIT,	/* bt, bts, btr, btc */
	INSN_CMOV,	/* arg 0 = arg 0 or arg 1 */
	INSN_EXCHANGE,	/* xchg */
	INSN_XADD,
	INSN_CMPXCHG,
	INSN_PUSH, INSN_POP, INSN_LEAVE,
	INSN_CALL, INSN_JUMP, INSN_BRANCH, INSN_RETURN,
	INSN_STOP,	/* does not go on */
	INSN_STRING_MOVE, INSN_STRING_STORE,	/* movs, stos */
	INSN_MULTIPLY_ADD,	/* arg 0 = arg 1 + arg 2 * arg 3 */
	/* of a field, whose lowest bit is the number arg 2, and which has as
	 * many bits as arg 3 says: */
	INSN_EXTRACT,	/* arg 0 = that field of arg 1 */
	INSN_DEPOSIT,	/* arg 0 = 0 but for that field, which is arg 1 */
	INSN_INSERT,	/* that field of arg 0 = arg 1 */
	INSN_THIS_CPU,	/* arg 0 = start of this CPU's area */
	INSN_THIS_TASK,	/* arg 0 = the task that runs */
};

enum insn_arg_kind { INSN_REG, INSN_IMM, INSN_MEM };
enum insn_segment { INSN_SEG_NONE, INSN_SEG_FS, INSN_SEG_GS };

#define INSN_READ	1
#define INSN_WRITE	2

struct insn_arg {
	uint8_t kind;		/* enum insn_arg_kind */
	uint8_t access;		/* INSN_READ | INSN_WRITE */
	uint16_t size;		/* bytes */
	uint8_t reg;		/* REG: its number, or INSN_NO_REG */
	bool high;		/* REG: bits 8 to 15 of it */
	/* MEM: base + index * scale + imm. What is relative to the program
	 * counter is without base, and imm the address. */
	uint8_t base, index, scale;
	int8_t index_size;	/* bytes of the index that count, if not all:
				 * less than 0 if they have a sign */
	uint8_t segment;	/* enum insn_segment */
	bool pc_relative;
	int16_t step;		/* what is added to the base when the operand
				 * was accessed */
	int64_t imm;
};

#define INSN_NR_ARGS	4

/* insn.flags */
#define INSN_LOCKED	0x01	/* atomic: lock prefix, or xchg with memory */
#define INSN_REPEATED	0x02
#define INSN_INDIRECT	0x04	/* call or jump by register or memory */
#define INSN_STEP	0x08	/* add or sub that was inc or dec */
#define INSN_LINKED	0x10	/* half of an atomic change: a load that a store
				 * follows which fails if there was another */

struct insn {
	uint64_t addr;
	uint32_t writes;	/* tracked registers that it changes, 1 << reg */
	uint8_t len;
	uint8_t op;		/* enum insn_op */
	uint8_t flags;
	uint8_t nr_args;
	struct insn_arg arg[INSN_NR_ARGS];
};

/* The memory operand of @insn that stands behind arg @from - 1, or NULL; the
 * addresses that lea and nop make are none. */
const struct insn_arg *insn_memory(const struct insn *insn, unsigned int from);

/* How many moves @insn is. */
static inline unsigned int insn_nr_moves(const struct insn *insn)
{
	return insn->op == INSN_MOVE || insn->op == INSN_MOVE_SIGNED ?
		insn->nr_args / 2 : 0;
}

/* The memory operand that @insn loads into @reg, or without leaving it in a
 * register; NULL: there is none. */
const struct insn_arg *insn_loaded(const struct insn *insn, uint8_t reg);

#endif /* ACCESS_INSN_H */
