/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the flow of values needs to know of a machine beside what its
 * instructions do (insn.h). Another machine is a file like x86.c and a row in
 * machine.c.
 */
#ifndef ACCESS_MACHINE_H
#define ACCESS_MACHINE_H

#include <layoutdiff/error.h>

#include "access/insn.h"

/*
 * Functions known by their names, which do not do what a C function does with
 * registers, or stand for something else.
 */
enum machine_special {
	MACHINE_ORDINARY,
	MACHINE_NO_EFFECT,	/* changes no register: __fentry__ */
	MACHINE_THUNK,		/* calls what a register holds */
	MACHINE_RETURN,		/* is the end of a function */
	MACHINE_USER_ACCESS,	/* get_user, put_user: changes few registers */
};

#define MACHINE_PARAMS_MAX	8
#define MACHINE_NR_RESULTS	2

struct machine {
	uint16_t elf_machine;		/* EM_* */
	uint8_t nr_regs;		/* those that are followed, which DWARF
					 * numbers from 0 on */
	uint8_t stack, frame;		/* registers that point to the stack */
	int8_t entry_off;		/* what the stack pointer is away from
					 * the CFA where a function begins */
	uint8_t trap_size;		/* bytes of what WARN() traps by */
	uint8_t align;			/* of instructions */
	bool task_in_register;		/* the task that runs: INSN_THIS_TASK */
	uint32_t entry_nop;		/* that functions can begin with in front
					 * of where DWARF has them begin, to be
					 * patched; 0: none */
	bool alternatives;		/* are what image-alternatives.c reads */
	bool marks_data;		/* symbols tell data in code: $d, $x */
	/* how parameters are passed: */
	bool large_by_reference;	/* what is larger than two registers */
	bool rest_on_stack;		/* all behind the first that is */
	uint8_t nr_params;
	uint8_t params[MACHINE_PARAMS_MAX];
	uint8_t results[MACHINE_NR_RESULTS];
	uint32_t user_access;		/* that MACHINE_USER_ACCESS changes */
	/* of string instructions, and of INSN_CMPXCHG what is compared */
	uint8_t string_to, string_from, string_count, string_value;
	uint8_t compared;

	/* Bring up what decodes, one a thread; it may be NULL. */
	int (*open)(void **state, struct lay_error *err);
	void (*close)(void *state);
	/* As insn_decode(). */
	bool (*decode)(void *state, const uint8_t *bytes, size_t size,
		       uint64_t addr, struct insn *insn);
	/* Do the @left bytes at @p, which lie at @addr, begin as a call or a jump
	 * to a fixed address does? They may be anything. */
	bool (*calls)(const uint8_t *p, size_t left, uint64_t addr,
		      uint64_t *target);
	/* What the function of this name does; @reg: of a thunk. */
	enum machine_special (*special)(const char *name, uint8_t *reg);
};

extern const struct machine machine_x86_64, machine_arm64;

/* NULL: code of @elf_machine (EM_*) is not decoded. */
const struct machine *machine_find(uint16_t elf_machine);

/* One a thread. */
struct insn_decoder;

int insn_decoder_new(const struct machine *machine,
		     struct insn_decoder **decoder, struct lay_error *err);
void insn_decoder_free(struct insn_decoder *decoder);

/* Decode what @bytes, which lie at @addr, begin with; false: no instruction
 * that is known begins so, or it ends behind them. */
bool insn_decode(struct insn_decoder *decoder, const uint8_t *bytes,
		 size_t size, uint64_t addr, struct insn *insn);

#endif /* ACCESS_MACHINE_H */
