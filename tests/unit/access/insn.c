// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <elf.h>

#include <cmocka.h>

#include "access/machine.h"
#include "base/poison.h"

/* As DWARF numbers them. */
enum {
	RAX, RDX, RCX, RBX, RSI, RDI, RBP, RSP, R8, R9, R10, R11, R12, R13, R14,
	R15,
};

#define R INSN_READ
#define W INSN_WRITE

static int begin(void **state)
{
	struct insn_decoder *decoder;

	if (insn_decoder_new(machine_find(EM_X86_64), &decoder, NULL) < 0)
		return -1;
	*state = decoder;
	return 0;
}

static int end(void **state)
{
	insn_decoder_free(*state);
	return 0;
}

/* How the memory operand is accessed, and which registers change. */
static const struct {
	const char *text;
	uint8_t len, bytes[10];
	uint8_t op, access;
	uint16_t size;
	uint32_t writes;
	uint8_t flags;
} accesses[] = {
	{ "mov 8(%rdi),%rax", 4, { 0x48, 0x8b, 0x47, 8 }, INSN_MOVE, R, 8,
	  1 << RAX, 0 },
	{ "mov %eax,8(%rdi)", 3, { 0x89, 0x47, 8 }, INSN_MOVE, W, 4, 0, 0 },
	{ "movzbl (%rsi),%ecx", 3, { 0x0f, 0xb6, 0x0e }, INSN_MOVE, R, 1,
	  1 << RCX, 0 },
	{ "movslq (%rsi),%rcx", 3, { 0x48, 0x63, 0x0e }, INSN_MOVE_SIGNED, R,
	  4, 1 << RCX, 0 },
	{ "cmp %eax,(%rdi)", 2, { 0x39, 0x07 }, INSN_COMPARE, R, 4, 0, 0 },
	{ "testb $1,(%rdi)", 3, { 0xf6, 0x07, 1 }, INSN_TEST, R, 1, 0, 0 },
	{ "addl $1,(%rdi)", 3, { 0x83, 0x07, 1 }, INSN_ADD, R | W, 4, 0, 0 },
	{ "incq (%rdi)", 3, { 0x48, 0xff, 0x07 }, INSN_ADD, R | W, 8, 0,
	  INSN_STEP },
	{ "notl (%rdi)", 2, { 0xf7, 0x17 }, INSN_UNARY, R | W, 4, 0, 0 },
	{ "lock incl (%rdi)", 3, { 0xf0, 0xff, 0x07 }, INSN_ADD, R | W, 4, 0,
	  INSN_STEP | INSN_LOCKED },
	{ "lock xadd %eax,(%rdi)", 4, { 0xf0, 0x0f, 0xc1, 0x07 }, INSN_XADD,
	  R | W, 4, 1 << RAX, INSN_LOCKED },
	{ "lock cmpxchg %edx,(%rdi)", 4, { 0xf0, 0x0f, 0xb1, 0x17 },
	  INSN_CMPXCHG, R | W, 4, 1 << RAX, INSN_LOCKED },
	{ "lock cmpxchg16b (%rdi)", 5, { 0xf0, 0x48, 0x0f, 0xc7, 0x0f },
	  INSN_OTHER, R | W, 16, 1 << RAX | 1 << RDX, INSN_LOCKED },
	{ "xchg %rax,(%rdi)", 3, { 0x48, 0x87, 0x07 }, INSN_EXCHANGE, R | W, 8,
	  1 << RAX, INSN_LOCKED },
	{ "lock btsq $3,(%rdi)", 6, { 0xf0, 0x48, 0x0f, 0xba, 0x2f, 3 },
	  INSN_BIT, R | W, 8, 0, INSN_LOCKED },
	{ "bt %rax,(%rdi)", 4, { 0x48, 0x0f, 0xa3, 0x07 }, INSN_BIT, R, 8, 0,
	  0 },
	{ "sete (%rdi)", 3, { 0x0f, 0x94, 0x07 }, INSN_OTHER, W, 1, 0, 0 },
	{ "cmovne (%rdi),%rax", 4, { 0x48, 0x0f, 0x45, 0x07 }, INSN_CMOV, R,
	  8, 1 << RAX, 0 },
	{ "imul (%rdi),%rax", 4, { 0x48, 0x0f, 0xaf, 0x07 }, INSN_MUL, R, 8,
	  1 << RAX, 0 },
	{ "push (%rdi)", 2, { 0xff, 0x37 }, INSN_PUSH, R, 8, 1 << RSP,
	  0 },
	{ "call *8(%rax)", 3, { 0xff, 0x50, 8 }, INSN_CALL, R, 8,
	  1 << RSP, INSN_INDIRECT },
	{ "movups %xmm0,(%rdi)", 3, { 0x0f, 0x11, 0x07 }, INSN_OTHER, W, 16, 0,
	  0 },
	{ "movups (%rdi),%xmm0", 3, { 0x0f, 0x10, 0x07 }, INSN_OTHER, R, 16, 0,
	  0 },
	{ "rep stosq", 3, { 0xf3, 0x48, 0xab }, INSN_STRING_STORE, W, 8,
	  1 << RDI | 1 << RCX, INSN_REPEATED },
	{ "mov %gs:0x28,%rax", 9, { 0x65, 0x48, 0x8b, 0x04, 0x25, 0x28 },
	  INSN_MOVE, R, 8, 1 << RAX, 0 },
};

static void memory_is_accessed_as_the_manual_says(void **state)
{
	for (size_t i = 0; i < sizeof(accesses) / sizeof(accesses[0]); i++) {
		const struct insn_arg *arg;
		struct insn insn;

		if (!insn_decode(*state, accesses[i].bytes, accesses[i].len,
				 0x1000, &insn))
			fail_msg("%s: refused", accesses[i].text);
		arg = insn_memory(&insn, 0);
		if (!arg || insn.len != accesses[i].len ||
		    insn.op != accesses[i].op ||
		    arg->access != accesses[i].access ||
		    arg->size != accesses[i].size ||
		    (insn.writes & ~(1u << RSP)) !=
		    (accesses[i].writes & ~(1u << RSP)) ||
		    insn.flags != accesses[i].flags)
			fail_msg("%s: op %u access %u size %u writes %x flags %x",
				 accesses[i].text, insn.op,
				 arg ? arg->access : 0, arg ? arg->size : 0,
				 insn.writes, insn.flags);
	}
}

static void both_operands_of_a_string_move_are_memory(void **state)
{
	static const uint8_t bytes[] = { 0xf3, 0x48, 0xa5 };	/* rep movsq */
	const struct insn_arg *to, *from;
	struct insn insn;

	assert_true(insn_decode(*state, bytes, sizeof(bytes), 0, &insn));
	to = insn_memory(&insn, 0);
	assert_int_equal(to->base, RDI);
	assert_int_equal(to->access, W);
	from = insn_memory(&insn, 1);
	assert_int_equal(from->base, RSI);
	assert_int_equal(from->access, R);
	assert_null(insn_memory(&insn, 2));
}

static void addresses_that_are_only_computed_touch_nothing(void **state)
{
	static const uint8_t lea[] = { 0x48, 0x8d, 0x47, 8 };
	static const uint8_t nop[] = { 0x0f, 0x1f, 0x44, 0, 0 };
	struct insn insn;

	assert_true(insn_decode(*state, lea, sizeof(lea), 0, &insn));
	assert_int_equal(insn.op, INSN_LEA);
	assert_null(insn_memory(&insn, 0));
	assert_true(insn_decode(*state, nop, sizeof(nop), 0, &insn));
	assert_null(insn_memory(&insn, 0));
	assert_int_equal(insn.writes, 0);
}

static void an_address_by_the_program_counter_is_one(void **state)
{
	static const uint8_t bytes[] = { 0x48, 0x8b, 5, 0x10, 0, 0, 0 };
	struct insn insn;

	assert_true(insn_decode(*state, bytes, sizeof(bytes), 0x4000, &insn));
	assert_int_equal(insn.arg[1].base, INSN_NO_REG);
	assert_int_equal(insn.arg[1].imm, 0x4017);
}

static void what_is_cut_or_no_instruction_is_refused(void **state)
{
	static const uint8_t cut[] = { 0x48, 0x8b };
	static const uint8_t bad[] = { 0x06, 0, 0, 0 };
	struct insn insn;

	assert_false(insn_decode(*state, cut, sizeof(cut), 0, &insn));
	assert_false(insn_decode(*state, bad, sizeof(bad), 0, &insn));
	assert_false(insn_decode(*state, bad, 0, 0, &insn));
}

/* Each of them again and again, behind all others, elsewhere: what was decoded
 * before is remembered. */
static void what_is_decoded_again_is_the_same(void **state)
{
	const size_t nr = sizeof(accesses) / sizeof(accesses[0]);

	for (size_t i = 0; i < 2 * nr; i++) {
		const uint8_t *bytes = accesses[i % nr].bytes;
		struct insn_decoder *fresh;
		struct insn known, insn;

		assert_int_equal(insn_decoder_new(machine_find(EM_X86_64),
						  &fresh, NULL), 0);
		assert_true(insn_decode(*state, bytes, 10, 0x5000 + i, &known));
		assert_true(insn_decode(fresh, bytes, 10, 0x5000 + i, &insn));
		assert_memory_equal(&known, &insn, sizeof(insn));
		assert_false(insn_decode(*state, bytes,
					 accesses[i % nr].len - 1u, 0, &insn) &&
			     insn.len >= accesses[i % nr].len);
		insn_decoder_free(fresh);
	}
}

static void what_is_relative_is_so_to_where_it_is_decoded_again(void **state)
{
	static const uint8_t load[] = { 0x48, 0x8b, 5, 0x10, 0, 0, 0 };
	static const struct {
		uint8_t len, bytes[6];
		uint8_t op;
		uint64_t to;		/* of what is at 0x10000 */
	} branches[] = {
		{ 5, { 0xe8, 0x10, 0, 0, 0 }, INSN_CALL, 0x10015 },
		{ 5, { 0xe8, 0xfb, 0xff, 0xff, 0xff }, INSN_CALL, 0x10000 },
		{ 5, { 0xe9, 0x20, 1, 0, 0 }, INSN_JUMP, 0x10125 },
		{ 2, { 0xeb, 0xfe }, INSN_JUMP, 0x10000 },
		{ 2, { 0x74, 8 }, INSN_BRANCH, 0x1000a },
		{ 2, { 0x75, 8 }, INSN_BRANCH, 0x1000a },
		{ 2, { 0x74, 0x80 }, INSN_BRANCH, 0xff82 },
		{ 6, { 0x0f, 0x84, 0, 1, 0, 0 }, INSN_BRANCH, 0x10106 },
		{ 6, { 0x0f, 0x84, 0, 2, 0, 0 }, INSN_BRANCH, 0x10206 },
		{ 2, { 0xe3, 0x10 }, INSN_BRANCH, 0x10012 },
	};
	struct insn insn;

	for (uint64_t i = 0; i < 3; i++) {
		assert_true(insn_decode(*state, load, sizeof(load),
					0x4000 * i, &insn));
		assert_int_equal(insn.addr, 0x4000 * i);
		assert_int_equal(insn.arg[1].imm, 0x4000 * i + 0x17);
		for (size_t k = 0; k < sizeof(branches) / sizeof(branches[0]);
		     k++) {
			uint64_t moved = 0x100 * i;

			assert_true(insn_decode(*state, branches[k].bytes,
						branches[k].len,
						0x10000 + moved, &insn));
			assert_int_equal(insn.op, branches[k].op);
			assert_int_equal(insn.len, branches[k].len);
			assert_int_equal(insn.arg[0].imm,
					 branches[k].to + moved);
		}
	}
}

static void of_other_machines_nothing_is_known(void **state)
{
	(void)state;
	assert_null(machine_find(EM_S390));
	assert_int_equal(machine_find(EM_X86_64)->elf_machine, EM_X86_64);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(memory_is_accessed_as_the_manual_says),
		cmocka_unit_test(both_operands_of_a_string_move_are_memory),
		cmocka_unit_test(
			addresses_that_are_only_computed_touch_nothing),
		cmocka_unit_test(an_address_by_the_program_counter_is_one),
		cmocka_unit_test(what_is_cut_or_no_instruction_is_refused),
		cmocka_unit_test(what_is_decoded_again_is_the_same),
		cmocka_unit_test(
			what_is_relative_is_so_to_where_it_is_decoded_again),
		cmocka_unit_test(of_other_machines_nothing_is_known),
	};

	return cmocka_run_group_tests(tests, begin, end);
}
