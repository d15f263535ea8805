// SPDX-License-Identifier: GPL-2.0-only
/* arm64: instructions by themselves, and in functions: tests/data/arm64.c. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <layoutdiff/access.h>

#include "access/machine.h"
#include "unit/compile.h"
#include "unit/elf-writer.h"
#include "base/poison.h"

#define R INSN_READ
#define W INSN_WRITE
#define NONE INSN_NO_REG
#define BIT(n) (UINT32_C(1) << (n))

static int begin(void **state)
{
	struct insn_decoder *decoder;

	if (insn_decoder_new(machine_find(EM_AARCH64), &decoder, NULL) < 0)
		return -1;
	*state = decoder;
	return 0;
}

static int end(void **state)
{
	insn_decoder_free(*state);
	return 0;
}

static bool decode(struct insn_decoder *decoder, uint32_t word, uint64_t addr,
		   struct insn *insn)
{
	const uint8_t bytes[] = { (uint8_t)word, (uint8_t)(word >> 8),
				  (uint8_t)(word >> 16),
				  (uint8_t)(word >> 24) };

	return insn_decode(decoder, bytes, sizeof(bytes), addr, insn);
}

/* Words as the assembler has them. */
static const struct {
	const char *text;
	uint32_t word;
	uint8_t op;
	uint32_t writes;
	uint8_t flags;
	/* of memory: */
	uint8_t access;
	uint16_t size;
	struct {
		uint8_t base, index, scale;
		int8_t index_size;
		int16_t imm, step;
	} at;
} accesses[] = {
	{ "ldr x0, [x1, #8]", 0xf9400420, INSN_MOVE, BIT(0), 0,
	  R, 8, { 1, NONE, 1, 0, 8, 0 } },
	{ "ldrb w0, [x1]", 0x39400020, INSN_MOVE, BIT(0), 0,
	  R, 1, { 1, NONE, 1, 0, 0, 0 } },
	{ "ldrsw x0, [x1]", 0xb9800020, INSN_MOVE_SIGNED, BIT(0), 0,
	  R, 4, { 1, NONE, 1, 0, 0, 0 } },
	{ "ldrsh w0, [x1]", 0x79c00020, INSN_MOVE_SIGNED, BIT(0), 0,
	  R, 2, { 1, NONE, 1, 0, 0, 0 } },
	{ "str wzr, [sp, #4]", 0xb90007ff, INSN_MOVE, 0, 0,
	  W, 4, { 31, NONE, 1, 0, 4, 0 } },
	{ "ldr x0, [x1, #16]!", 0xf8410c20, INSN_MOVE, BIT(0) | BIT(1), 0,
	  R, 8, { 1, NONE, 1, 0, 16, 16 } },
	{ "str x0, [x1], #-8", 0xf81f8420, INSN_MOVE, BIT(1), 0,
	  W, 8, { 1, NONE, 1, 0, 0, -8 } },
	{ "ldr x0, [x1, x2, lsl #3]", 0xf8627820, INSN_MOVE, BIT(0), 0,
	  R, 8, { 1, 2, 8, 0, 0, 0 } },
	{ "ldr w0, [x1, w2, uxtw]", 0xb8624820, INSN_MOVE, BIT(0), 0,
	  R, 4, { 1, 2, 1, 4, 0, 0 } },
	{ "ldrb w0, [x1, w2, sxtw]", 0x3862c820, INSN_MOVE, BIT(0), 0,
	  R, 1, { 1, 2, 1, -4, 0, 0 } },
	{ "ldur x0, [x1, #-8]", 0xf85f8020, INSN_MOVE, BIT(0), 0,
	  R, 8, { 1, NONE, 1, 0, -8, 0 } },
	{ "ldtr x0, [x1, #8]", 0xf8408820, INSN_MOVE, BIT(0), 0,
	  R, 8, { 1, NONE, 1, 0, 8, 0 } },
	{ "ldr q0, [x1, #32]", 0x3dc00820, INSN_OTHER, 0, 0,
	  R, 16, { 1, NONE, 1, 0, 32, 0 } },
	{ "ldxr w0, [x1]", 0x885f7c20, INSN_MOVE, BIT(0), INSN_LOCKED | INSN_LINKED,
	  R, 4, { 1, NONE, 1, 0, 0, 0 } },
	{ "stlxr w2, w0, [x1]", 0x8802fc20, INSN_OTHER, BIT(2), INSN_LOCKED | INSN_LINKED,
	  W, 4, { 1, NONE, 1, 0, 0, 0 } },
	{ "ldar x0, [x1]", 0xc8dffc20, INSN_MOVE, BIT(0), 0,
	  R, 8, { 1, NONE, 1, 0, 0, 0 } },
	{ "stlrb w0, [x1]", 0x089ffc20, INSN_MOVE, 0, 0,
	  W, 1, { 1, NONE, 1, 0, 0, 0 } },
	{ "ldapr w0, [x1]", 0xb8bfc020, INSN_MOVE, BIT(0), 0,
	  R, 4, { 1, NONE, 1, 0, 0, 0 } },
	{ "ldaddal w0, w2, [x1]", 0xb8e00022, INSN_XADD, BIT(2), INSN_LOCKED,
	  R | W, 4, { 1, NONE, 1, 0, 0, 0 } },
	{ "stadd w0, [x1]", 0xb820003f, INSN_OTHER, 0, INSN_LOCKED,
	  R | W, 4, { 1, NONE, 1, 0, 0, 0 } },
	{ "swpa x0, x2, [x1]", 0xf8a08022, INSN_XADD, BIT(2), INSN_LOCKED,
	  R | W, 8, { 1, NONE, 1, 0, 0, 0 } },
	{ "casal w0, w2, [x1]", 0x88e0fc22, INSN_CMPXCHG, BIT(0), INSN_LOCKED,
	  R | W, 4, { 1, NONE, 1, 0, 0, 0 } },
	{ "caspal x0, x1, x2, x3, [x4]", 0x4860fc82, INSN_OTHER, BIT(0) | BIT(1), INSN_LOCKED,
	  R | W, 16, { 4, NONE, 1, 0, 0, 0 } },
	{ "ldraa x0, [x1, #8]!", 0xf8201c20, INSN_MOVE, BIT(0) | BIT(1), 0,
	  R, 8, { 1, NONE, 1, 0, 8, 8 } },
	{ "st1 {v0.16b, v1.16b}, [x0], #32", 0x4c9fa000, INSN_OTHER, BIT(0), 0,
	  W, 32, { 0, NONE, 1, 0, 0, 32 } },
};

static const struct {
	const char *text;
	uint32_t word;
	uint8_t op;
	uint32_t writes;
	uint8_t flags;
} others[] = {
	{ "prfm pldl1keep, [x0]", 0xf9800000, INSN_NOP, 0, 0 },
	{ "add x0, x1, #16", 0x91004020, INSN_LEA, BIT(0), 0 },
	{ "add x0, x1, x2, lsl #3", 0x8b020c20, INSN_LEA, BIT(0), 0 },
	{ "add x0, x1, w2, sxtb #2", 0x8b228820, INSN_LEA, BIT(0), 0 },
	{ "sub w0, w1, w2", 0x4b020020, INSN_SUB, BIT(0), 0 },
	{ "cmp x0, #8", 0xf100201f, INSN_COMPARE, 0, 0 },
	{ "tst w0, #4", 0x721e001f, INSN_TEST, 0, 0 },
	{ "and x0, x1, #0xfffffffffffffffc", 0x927ef420, INSN_AND, BIT(0), 0 },
	{ "mov x0, #-1", 0x92800000, INSN_MOVE, BIT(0), 0 },
	{ "movk x0, #0x1234, lsl #16", 0xf2a24680, INSN_INSERT, BIT(0), 0 },
	{ "ubfx w0, w1, #3, #2", 0x53031020, INSN_EXTRACT, BIT(0), 0 },
	{ "ubfiz x0, x1, #4, #7", 0xd37c1820, INSN_DEPOSIT, BIT(0), 0 },
	{ "sbfiz x0, x1, #3, #32", 0x937d7c20, INSN_SHL, BIT(0), 0 },
	{ "bfi w0, w1, #4, #2", 0x331c0420, INSN_INSERT, BIT(0), 0 },
	{ "lsl x0, x1, #6", 0xd37ae420, INSN_SHL, BIT(0), 0 },
	{ "sxtw x0, w1", 0x93407c20, INSN_MOVE_SIGNED, BIT(0), 0 },
	{ "umaddl x0, w1, w2, x3", 0x9ba20c20, INSN_MULTIPLY_ADD, BIT(0), 0 },
	{ "mul x0, x1, x2", 0x9b027c20, INSN_MUL, BIT(0), 0 },
	{ "csel x0, x1, x2, eq", 0x9a820020, INSN_CMOV, BIT(0), 0 },
	{ "cset w0, eq", 0x1a9f17e0, INSN_OTHER, BIT(0), 0 },
	{ "mrs x0, tpidr_el1", 0xd538d080, INSN_THIS_CPU, BIT(0), 0 },
	{ "mrs x0, sp_el0", 0xd5384100, INSN_THIS_TASK, BIT(0), 0 },
	{ "mrs x0, cntvct_el0", 0xd53be040, INSN_OTHER, BIT(0), 0 },
	{ "xpaclri", 0xd50320ff, INSN_OTHER, BIT(30), 0 },
	{ "paciasp", 0xd503233f, INSN_NOP, 0, 0 },
	{ "bl .+8", 0x94000002, INSN_CALL, BIT(30), 0 },
	{ "blr x3", 0xd63f0060, INSN_CALL, BIT(30), INSN_INDIRECT },
	{ "br x3", 0xd61f0060, INSN_JUMP, 0, INSN_INDIRECT },
	{ "ret", 0xd65f03c0, INSN_RETURN, 0, 0 },
	{ "tbz w0, #5, .+8", 0x36280040, INSN_BRANCH, 0, 0 },
	{ "cbz x0, .+8", 0xb4000040, INSN_BRANCH, 0, 0 },
	{ "brk #0x800", 0xd4210000, INSN_STOP, 0, 0 },
	{ "smc #0", 0xd4000003, INSN_OTHER, 0xf, 0 },
	{ "umov w0, v1.b[2]", 0x0e053c20, INSN_OTHER, BIT(0), 0 },
	{ "fmov x0, d1", 0x9e660020, INSN_OTHER, BIT(0), 0 },
	{ "fadd d0, d1, d2", 0x1e622820, INSN_OTHER, 0, 0 },
	{ "udf #1", 0x00000001, INSN_STOP, 0, 0 },
};

static void memory_is_accessed_as_the_manual_says(void **state)
{
	for (size_t i = 0; i < sizeof(accesses) / sizeof(accesses[0]); i++) {
		const struct insn_arg *arg;
		struct insn insn;

		if (!decode(*state, accesses[i].word, 0, &insn))
			fail_msg("%s: refused", accesses[i].text);
		arg = insn_memory(&insn, 0);
		if (!arg || insn.len != 4 || insn.op != accesses[i].op ||
		    insn.writes != accesses[i].writes ||
		    insn.flags != accesses[i].flags ||
		    arg->access != accesses[i].access ||
		    arg->size != accesses[i].size)
			fail_msg("%s", accesses[i].text);
		if (arg->base != accesses[i].at.base ||
		    arg->index != accesses[i].at.index ||
		    arg->scale != accesses[i].at.scale ||
		    arg->index_size != accesses[i].at.index_size ||
		    arg->imm != accesses[i].at.imm ||
		    arg->step != accesses[i].at.step)
			fail_msg("%s: %u %u %u %lld", accesses[i].text,
				 arg->base, arg->index, arg->scale,
				 (long long)arg->imm);
	}
}

static void what_else_there_is_touches_nothing(void **state)
{
	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
		struct insn insn;

		if (!decode(*state, others[i].word, 0, &insn))
			fail_msg("%s: refused", others[i].text);
		if (insn_memory(&insn, 0) || insn.op != others[i].op ||
		    insn.writes != others[i].writes ||
		    insn.flags != others[i].flags)
			fail_msg("%s: op %u writes %x flags %x",
				 others[i].text, insn.op, insn.writes,
				 insn.flags);
	}
}

static void a_pair_is_two_moves(void **state)
{
	const struct insn_arg *first, *second;
	struct insn insn;

	/* ldp x2, x3, [x1], #16 */
	assert_true(decode(*state, 0xa8c10c22, 0, &insn));
	assert_int_equal(insn_nr_moves(&insn), 2);
	first = insn_memory(&insn, 0);
	second = insn_memory(&insn, 2);
	assert_int_equal(first->size, 8);
	assert_int_equal(first->imm, 0);
	assert_int_equal(first->step, 16);
	assert_int_equal(second->imm, 8);
	assert_int_equal(second->step, 0);
	assert_ptr_equal(insn_loaded(&insn, 2), first);
	assert_ptr_equal(insn_loaded(&insn, 3), second);
	assert_int_equal(insn.writes, BIT(1) | BIT(2) | BIT(3));
	/* stp w2, wzr, [sp, #-16]! */
	assert_true(decode(*state, 0x29be7fe2, 0, &insn));
	first = insn_memory(&insn, 0);
	second = insn_memory(&insn, 1);
	assert_int_equal(first->imm, -16);
	assert_int_equal(first->step, -16);
	assert_int_equal(second->imm, -12);
	assert_int_equal(second->access, W);
	assert_int_equal(insn.arg[3].kind, INSN_IMM);
	assert_int_equal(insn.writes, BIT(31));
}

static void numbers_are_those_that_come_out(void **state)
{
	static const struct {
		uint32_t word;
		uint64_t number;
	} all[] = {
		{ 0x92800000, UINT64_MAX },		/* mov x0, #-1 */
		{ 0x12800000, UINT32_MAX },		/* mov w0, #-1 */
		{ 0xd2c00020, UINT64_C(1) << 32 },	/* movz, lsl #32 */
		{ 0xb2400fe0, 0xf },			/* mov x0, #0xf */
		{ 0xb201f3e0, UINT64_C(0xaaaaaaaaaaaaaaaa) },
		{ 0x3200f3e0, 0x55555555 },
		{ 0x90000020, 0x8000 },			/* adrp, 4 pages */
		{ 0x10000040, 0x4abc + 8 },		/* adr */
	};

	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
		struct insn insn;

		assert_true(decode(*state, all[i].word, 0x4abc, &insn));
		assert_int_equal(insn.op, INSN_MOVE);
		assert_int_equal(insn.arg[1].kind, INSN_IMM);
		assert_int_equal((uint64_t)insn.arg[1].imm, all[i].number);
	}
}

static void what_is_cut_or_no_instruction_is_refused(void **state)
{
	static const uint32_t bad[] = {
		0x02000000,	/* SME, if anything */
		0x04bf5000,	/* rdvl of SVE */
		0xc8e00022,	/* of cas, if it had a second register */
		0xb9c00000 | 1u << 30,	/* prfm is the last of its size */
		0x92000000 | 0x3f << 10 | 1 << 22,	/* a mask of all ones */
	};
	static const uint8_t cut[] = { 0x20, 0, 0x40 };
	struct insn insn;

	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		if (decode(*state, bad[i], 0, &insn))
			fail_msg("%x: not refused", bad[i]);
	assert_false(insn_decode(*state, cut, sizeof(cut), 0, &insn));
	assert_false(decode(*state, 0xf9400420, 2, &insn));
}

/* Words of all classes, many of which are nothing: none is decoded to more
 * than there is room for, or to registers that do not exist. */
static void no_word_is_decoded_to_nonsense(void **state)
{
	uint32_t word = 1;

	for (unsigned int i = 0; i < 2000000; i++) {
		struct insn insn;

		word = word * 1664525 + 1013904223;
		if (!decode(*state, word, 0x1000, &insn))
			continue;
		assert_int_equal(insn.len, 4);
		assert_true(insn.nr_args <= INSN_NR_ARGS);
		for (unsigned int k = 0; k < insn.nr_args; k++) {
			const struct insn_arg *arg = &insn.arg[k];

			assert_true(arg->kind != INSN_MEM ||
				    arg->base < 32 || arg->base == NONE);
			assert_true(arg->kind != INSN_MEM || arg->size);
			assert_true(arg->kind != INSN_REG ||
				    arg->reg < INSN_VECTOR + 32 ||
				    arg->reg == NONE);
		}
	}
}

#define SOURCE "tests/data/arm64.c"
#define ATOMIC (R | W | LAY_ACCESS_ATOMIC)
#define LOADED (R | LAY_ACCESS_ATOMIC)
#define STORED (W | LAY_ACCESS_ATOMIC)

struct expected {
	const char *function, *type, *path;
	unsigned int flags;
};

static const struct expected all[] = {
	{ "a_pair", "struct node", "left", R },
	{ "a_pair", "struct node", "right", R },
	{ "a_pair", "struct node", "count", R },
	{ "a_pair_stored", "struct node", "left", W },
	{ "a_pair_stored", "struct node", "right", W },
	{ "a_pair_over_its_base", "struct node", "left", R },
	{ "a_pair_over_its_base", "struct node", "right", R },
	{ "a_pair_over_its_base", "struct node", "count", R },
	{ "a_pair_over_its_base", "struct node", "nr", R },
	{ "behind_a_step", "struct node", "key", R },
	{ "behind_a_step", "struct node", "nr", R },
	{ "in_front_of_a_step", "struct node", "count", R },
	{ "in_front_of_a_step", "struct node", "nr", R },
	{ "by_an_index", "struct seven", "weight", R },
	{ "of_a_global", "struct seven", "points[]", R },
	{ "of_a_global", "struct node", "nr", R },
	{ "a_field", "struct node", "state", R },
	{ "a_field_of_a_bit", "struct node", "dead", R },
	{ "a_field_of_a_bit", "struct node", "count", R },
	{ "a_field_set", "struct node", "state", R },
	{ "a_field_set", "struct node", "state", W },
	{ "a_field_filled", "struct node", "mode", R },
	{ "a_field_filled", "struct node", "mode", W },
	{ "a_bit_set", "struct node", "dead", R },
	{ "a_bit_set", "struct node", "dead", W },
	{ "this_task", "struct task_struct", "depth", R },
	{ "of_this_cpu", "struct node", "count", R },
	{ "of_some_cpu", "struct node", "nr", R },
	{ "an_acquire", "struct node", "count", R },
	{ "a_release", "struct node", "count", W },
	{ "a_wait", "struct node", "key", R },
	{ "by_feature", "struct node", "left", R },
	{ "by_feature", "struct node", "key", R },
	{ "by_feature", "struct node", "count", R },
	{ "by_feature", "struct node", "nr", R },
	{ "by_other_code", "struct node", "left", R },
	{ "by_other_code", "struct node", "key", R },
	{ "by_other_code", "struct node", "count", R },
	{ "by_other_code", "struct node", "nr", R },
	{ "over_data", "struct node", "left", R },
	{ "over_data", "struct node", "count", R },
	{ "by_table", "struct node", "left", R },
	{ "by_table", "struct node", "count", R },
	{ "by_table", "struct node", "nr", R },
	{ "by_table", "struct node", "key", R },
	{ "passed_behind", "struct node", "count", W },
	{ "take", "struct large", "c", R },
	{ "take", "struct node", "key", W },
	{ "through_the_stack", "struct node", "count", R },
	{ "through_the_stack", "struct node", "nr", R },
	{ "through_the_stack", "struct node", "left", R },
	{ "a_tail", "struct node", "right", R },
};

/* Instructions of Armv8.1, and before. */
static const struct expected at_once[] = {
	{ "an_add", "struct node", "count", ATOMIC },
	{ "an_exchange", "struct node", "nr", ATOMIC },
	{ "a_compare", "struct node", "count", ATOMIC },
};
static const struct expected by_halves[] = {
	{ "an_add", "struct node", "count", LOADED },
	{ "an_add", "struct node", "count", STORED },
	{ "an_exchange", "struct node", "nr", LOADED },
	{ "an_exchange", "struct node", "nr", STORED },
	{ "a_compare", "struct node", "count", LOADED },
	{ "a_compare", "struct node", "count", STORED },
};

static bool is_there(const struct lay_access *map, const struct expected *e)
{
	size_t nr;
	const struct lay_operand *op = lay_access_operands(map, &nr);

	for (size_t i = 0; i < nr; i++, op++)
		if (!strcmp(op->function, e->function) && op->type &&
		    !strcmp(op->type, e->type) && op->flags == e->flags &&
		    op->path && !strcmp(op->path, e->path))
			return true;
	return false;
}

static void all_are_there(const struct lay_access *map, const char *what,
			  const struct expected *list, size_t nr)
{
	for (size_t i = 0; i < nr; i++)
		if (!is_there(map, &list[i]))
			fail_msg("%s: %s: no %s of %s", what, list[i].function,
				 list[i].path, list[i].type);
}

/* Operands are those of the function, of a place that is known, and no other
 * member is named in it than what is expected. */
static void nothing_else_is(const struct lay_access *map, const char *function)
{
	size_t nr;
	const struct lay_operand *op = lay_access_operands(map, &nr);

	for (size_t i = 0; i < nr; i++, op++) {
		bool expected = false;

		if (strcmp(op->function, function) != 0 || !op->path ||
		    strcmp(op->type, "struct large") == 0)
			continue;
		for (size_t k = 0; k < sizeof(all) / sizeof(all[0]); k++)
			expected |= !strcmp(all[k].function, function) &&
				    !strcmp(all[k].path, op->path) &&
				    all[k].flags == op->flags;
		if (!expected || op->grade != LAY_ACCESS_EXACT)
			fail_msg("%s: %s of %s", function, op->path, op->type);
	}
}

static bool follow(const char *compiler, const char *flags, bool lse)
{
	struct lay_error err = { .text = "" };
	char *file = test_compile(compiler, flags, SOURCE);
	struct lay_build *build;
	struct lay_access *map;

	if (!file)
		return false;
	if (lay_build_open(file, NULL, &build, &err) < 0 ||
	    lay_access_make(build, NULL, &map, &err) < 0)
		fail_msg("%s %s: %s", compiler, flags, err.text);
	all_are_there(map, flags, all, sizeof(all) / sizeof(all[0]));
	if (lse)
		all_are_there(map, flags, at_once,
			      sizeof(at_once) / sizeof(at_once[0]));
	else
		all_are_there(map, flags, by_halves,
			      sizeof(by_halves) / sizeof(by_halves[0]));
	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++)
		nothing_else_is(map, all[i].function);
	lay_access_free(map);
	lay_build_close(build);
	test_file_remove(file);
	return true;
}

static void what_compilers_make_is_followed(void **state)
{
	static const struct {
		const char *compiler, *flags;
		bool lse;
	} ways[] = {
		{ "aarch64-linux-gnu-gcc",
		  "-O2 -g -mno-outline-atomics -Wl,--unique=.data..percpu",
		  false },
		{ "aarch64-linux-gnu-gcc",
		  "-O2 -g -march=armv8.1-a -gdwarf-4 -fpatchable-function-entry=2"
		  " -mbranch-protection=pac-ret -Wl,--unique=.data..percpu",
		  true },
		{ "clang-19 --target=aarch64-linux-gnu",
		  "-O2 -g -mno-outline-atomics -Wl,--unique=.data..percpu",
		  false },
		{ "clang-19 --target=aarch64-linux-gnu",
		  "-O2 -g -march=armv8.1-a -Wl,--unique=.data..percpu", true },
		/* as modules are: not linked */
		{ "aarch64-linux-gnu-gcc", "-O2 -g -mno-outline-atomics -c",
		  false },
		{ "aarch64-linux-gnu-gcc",
		  "-O2 -g -march=armv8.1-a -ffunction-sections -c", true },
		{ "clang-19 --target=aarch64-linux-gnu",
		  "-O2 -g -march=armv8.1-a -c", true },
	};
	unsigned int nr = 0;

	(void)state;
	for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); i++)
		nr += follow(ways[i].compiler, ways[i].flags, ways[i].lse);
	if (!nr)
		skip();
}

static void the_task_is_touched_where_nobody_defines_it(void **state)
{
	static const char *const types[] = { "struct task_struct" };
	static const struct expected e = { "elsewhere", "struct task_struct",
					   "depth", R };
	struct lay_access_opts opts = { .types = types, .nr_types = 1 };
	const char *top = getenv("top_srcdir");
	struct lay_error err = { .text = "" };
	struct lay_build *build;
	struct lay_access *map;
	char flags[512], *file;

	(void)state;
	snprintf(flags, sizeof(flags), "-O2 -g -march=armv8.1-a '%s/%s'",
		 top ? top : ".", "tests/data/arm64-other.c");
	file = test_compile("aarch64-linux-gnu-gcc", flags, SOURCE);
	if (!file)
		skip();
	if (lay_build_open(file, NULL, &build, &err) < 0 ||
	    lay_access_make(build, &opts, &map, &err) < 0)
		fail_msg("%s", err.text);
	assert_true(is_there(map, &e));
	lay_access_free(map);
	lay_build_close(build);
	test_file_remove(file);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(memory_is_accessed_as_the_manual_says),
		cmocka_unit_test(what_else_there_is_touches_nothing),
		cmocka_unit_test(a_pair_is_two_moves),
		cmocka_unit_test(numbers_are_those_that_come_out),
		cmocka_unit_test(what_is_cut_or_no_instruction_is_refused),
		cmocka_unit_test(no_word_is_decoded_to_nonsense),
		cmocka_unit_test(what_compilers_make_is_followed),
		cmocka_unit_test(the_task_is_touched_where_nobody_defines_it),
	};

	return cmocka_run_group_tests(tests, begin, end);
}
