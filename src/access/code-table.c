// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <endian.h>
#include <string.h>

#include "access/code-table.h"
#include "base/poison.h"

#define ENTRIES_MAX	4096
/* Instructions in front of a jump that are looked at. */
#define BACK_MAX	48

static bool is_reg(const struct insn_arg *arg, uint8_t reg)
{
	return arg->kind == INSN_REG && arg->reg == reg;
}

/* How many entries there are, by what was compared in front of instruction
 * @insn: only the number that the index must not be above. */
static uint32_t nr_by_compare(const struct code *code, uint32_t insn)
{
	for (uint32_t i = 1; i <= 8 && i <= insn; i++) {
		const struct insn *cmp = &code->insns[insn - i];

		if (cmp->op != INSN_COMPARE || cmp->arg[1].kind != INSN_IMM)
			continue;
		if (cmp->arg[1].imm >= 0 && cmp->arg[1].imm < ENTRIES_MAX)
			return (uint32_t)cmp->arg[1].imm + 1;
		break;
	}
	return ENTRIES_MAX;
}

/*
 * lea table(%rip),%T; movslq (%T,%i,4),%O; add %T,%O; jmp *%O, with others
 * between: compilers so where addresses are not known when they are linked.
 * Looked for backwards, in the order of the code; whatever else writes a
 * register that matters ends it.
 */
static bool find_relative(const struct code *code, uint32_t jump,
			  struct code_table *table)
{
	uint8_t base = INSN_NO_REG, off = code->insns[jump].arg[0].reg;
	enum { ADD, LOAD, ADDRESS } wanted = ADD;

	if (off >= INSN_NR_TRACKED)
		return false;
	for (uint32_t n = 1; n <= BACK_MAX && n <= jump; n++) {
		uint32_t at = jump - n;
		const struct insn *insn = &code->insns[at];
		const struct insn_arg *a = &insn->arg[0], *b = &insn->arg[1];

		if (wanted == ADD && insn->op == INSN_ADD && is_reg(a, off) &&
		    b->kind == INSN_REG && b->reg < INSN_NR_TRACKED) {
			base = b->reg;
			wanted = LOAD;
		} else if (wanted == LOAD && insn->op == INSN_MOVE_SIGNED &&
			   a->kind == INSN_REG && b->kind == INSN_MEM &&
			   b->size == 4 && b->scale == 4 && !b->imm &&
			   ((a->reg == off && b->base == base) ||
			    (a->reg == base && b->base == off))) {
			base = b->base;
			table->nr = nr_by_compare(code, at);
			wanted = ADDRESS;
		} else if (wanted == ADDRESS && insn->op == INSN_LEA &&
			   is_reg(a, base) && b->pc_relative) {
			table->addr = table->base = (uint64_t)b->imm;
			table->entry_size = 4;
			table->is_signed = true;
			return true;
		} else if ((wanted != ADDRESS && off != INSN_NO_REG &&
			    insn->writes >> off & 1) ||
			   (base != INSN_NO_REG && insn->writes >> base & 1)) {
			return false;
		}
	}
	return false;
}

/* The last instruction in front of @at that changes @reg, or CODE_NONE. */
static uint32_t writer_before(const struct code *code, uint32_t at, uint8_t reg)
{
	for (uint32_t n = 1; reg < INSN_NR_TRACKED && n <= BACK_MAX && n <= at;
	     n++)
		if (code->insns[at - n].writes >> reg & 1)
			return at - n;
	return CODE_NONE;
}

/* Does @reg hold a number at @at? */
static bool number_before(const struct code *code, uint32_t at, uint8_t reg,
			  uint64_t *number)
{
	*number = 0;
	for (unsigned int n = 0; n < BACK_MAX; n++) {
		const struct insn_arg *from;

		at = writer_before(code, at, reg);
		if (at == CODE_NONE || code->insns[at].nr_args != 2)
			return false;
		from = &code->insns[at].arg[1];
		*number += (uint64_t)from->imm;
		if (code->insns[at].op == INSN_MOVE && from->kind == INSN_IMM)
			return true;
		if (code->insns[at].op != INSN_LEA ||
		    from->index != INSN_NO_REG)
			return false;
		reg = from->base;
	}
	return false;
}

/*
 * %T = table; ldrb %O, [%T, %i]; %B = base; add %J, %B, %O, sxtb #2; br %J, as
 * on arm64: entries are distances in instructions, as small as they may be.
 */
static bool find_scaled(const struct code *code, uint32_t jump,
			struct code_table *table)
{
	uint32_t at = writer_before(code, jump, code->insns[jump].arg[0].reg);
	const struct insn_arg *sum, *entry;

	if (at == CODE_NONE || code->insns[at].op != INSN_LEA)
		return false;
	sum = &code->insns[at].arg[1];
	if (sum->index == INSN_NO_REG || sum->imm ||
	    !number_before(code, at, sum->base, &table->base))
		return false;
	at = writer_before(code, at, sum->index);
	if (at == CODE_NONE || insn_nr_moves(&code->insns[at]) != 1 ||
	    code->insns[at].arg[1].kind != INSN_MEM)
		return false;
	entry = &code->insns[at].arg[1];
	if (entry->index == INSN_NO_REG || entry->scale != entry->size ||
	    entry->size > 4 || entry->imm ||
	    !number_before(code, at, entry->base, &table->addr))
		return false;
	table->nr = nr_by_compare(code, at);
	table->entry_size = (uint8_t)entry->size;
	table->scale = sum->scale;
	table->is_signed = sum->index_size < 0 ||
		code->insns[at].op == INSN_MOVE_SIGNED;
	return true;
}

bool code_table_of(const struct code *code, uint32_t insn,
		   struct code_table *table)
{
	const struct insn_arg *arg = &code->insns[insn].arg[0];

	*table = (struct code_table){ .nr = ENTRIES_MAX, .entry_size = 8,
		.scale = 1 };
	if (arg->kind == INSN_REG)
		return find_relative(code, insn, table) ||
		       find_scaled(code, insn, table);
	/* jmp *table(,%reg,8) */
	if (arg->kind != INSN_MEM || arg->base != INSN_NO_REG ||
	    arg->index == INSN_NO_REG || arg->scale != 8 || arg->segment)
		return false;
	table->addr = (uint64_t)arg->imm;
	return true;
}

bool code_table_entry(const struct image *image,
		      const struct code_table *table, uint32_t i,
		      uint64_t *target)
{
	const uint64_t size = table->entry_size;
	size_t left;
	const uint8_t *p = image_bytes(image, table->addr + i * size, &left);
	uint64_t entry = 0, sign = UINT64_C(1) << (size * 8 - 1);

	if (!p || left < size)
		return false;
	memcpy(&entry, p, size);
	entry = le64toh(entry);
	if (table->is_signed)
		entry = (entry ^ sign) - sign;
	*target = table->base + entry * table->scale;
	return true;
}
