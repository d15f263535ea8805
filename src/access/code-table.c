// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

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
			table->addr = (uint64_t)b->imm;
			table->relative = true;
			return true;
		} else if ((wanted != ADDRESS && off != INSN_NO_REG &&
			    insn->writes >> off & 1) ||
			   (base != INSN_NO_REG && insn->writes >> base & 1)) {
			return false;
		}
	}
	return false;
}

bool code_table_of(const struct code *code, uint32_t insn,
		   struct code_table *table)
{
	const struct insn_arg *arg = &code->insns[insn].arg[0];

	*table = (struct code_table){ .nr = ENTRIES_MAX };
	if (arg->kind == INSN_REG)
		return find_relative(code, insn, table);
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
	uint64_t size = table->relative ? 4 : 8;
	size_t left;
	const uint8_t *p = image_bytes(image, table->addr + i * size, &left);
	int32_t distance;

	if (!p || left < size)
		return false;
	if (!table->relative) {
		memcpy(target, p, sizeof(*target));
		return true;
	}
	memcpy(&distance, p, sizeof(distance));
	*target = table->addr + (uint64_t)(int64_t)distance;
	return true;
}
