// SPDX-License-Identifier: GPL-2.0-only
/* x86-64: decoding by capstone, and the System V ABI, AMD64 supplement. The only
 * file that names capstone. */
#include <config.h>

#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include <capstone/capstone.h>

#include "access/machine.h"
#include "access/x86-known.h"
#include "base/poison.h"

/* As DWARF numbers them (figure 3.36). */
enum {
	RAX, RDX, RCX, RBX, RSI, RDI, RBP, RSP, R8, R9, R10, R11, R12, R13, R14,
	R15, NR_REGS,
};

struct decoder {
	csh handle;
	cs_insn *insn;
	struct x86_known *known;
	/* of the registers that are kept: number, width, and is it ah to bh */
	struct reg {
		uint8_t nr;
		uint8_t size;
		bool high;
	} regs[X86_REG_ENDING];
};

#define FAMILY(nr, r64, r32, r16, r8) \
	{ X86_REG_##r64, nr, 8, false }, { X86_REG_##r32, nr, 4, false }, \
	{ X86_REG_##r16, nr, 2, false }, { X86_REG_##r8, nr, 1, false }
#define NUMBERED(n) FAMILY(n, R##n, R##n##D, R##n##W, R##n##B)

static const struct {
	uint16_t id;
	uint8_t nr, size;
	bool high;
} general[] = {
	FAMILY(RAX, RAX, EAX, AX, AL), FAMILY(RDX, RDX, EDX, DX, DL),
	FAMILY(RCX, RCX, ECX, CX, CL), FAMILY(RBX, RBX, EBX, BX, BL),
	FAMILY(RSI, RSI, ESI, SI, SIL),
	FAMILY(RDI, RDI, EDI, DI, DIL),
	FAMILY(RBP, RBP, EBP, BP, BPL),
	FAMILY(RSP, RSP, ESP, SP, SPL),
	NUMBERED(8), NUMBERED(9), NUMBERED(10), NUMBERED(11),
	NUMBERED(12), NUMBERED(13), NUMBERED(14), NUMBERED(15),
	{ X86_REG_AH, RAX, 1, true }, { X86_REG_DH, RDX, 1, true },
	{ X86_REG_CH, RCX, 1, true }, { X86_REG_BH, RBX, 1, true },
};

static void fill_registers(struct decoder *decoder)
{
	for (size_t i = 0; i < X86_REG_ENDING; i++)
		decoder->regs[i].nr = INSN_NO_REG;
	for (size_t i = 0; i < sizeof(general) / sizeof(general[0]); i++)
		decoder->regs[general[i].id] = (struct reg){
			general[i].nr, general[i].size, general[i].high };
	for (unsigned int i = 0; i < 16; i++) {
		struct reg vector = { (uint8_t)(INSN_VECTOR + i), 16, false };

		decoder->regs[X86_REG_XMM0 + i] = vector;
		decoder->regs[X86_REG_YMM0 + i] = vector;
		decoder->regs[X86_REG_ZMM0 + i] = vector;
	}
}

static void close_decoder(void *state)
{
	struct decoder *decoder = state;

	if (decoder->insn)
		cs_free(decoder->insn, 1);
	cs_close(&decoder->handle);
	x86_known_free(decoder->known);
	free(decoder);
}

static int open_decoder(void **state, struct lay_error *err)
{
	struct decoder *decoder = calloc(1, sizeof(*decoder));
	cs_err rc;

	if (!decoder)
		return lay_error_set(err, LAY_E_NOMEM, "out of memory");
	rc = cs_open(CS_ARCH_X86, CS_MODE_64, &decoder->handle);
	if (rc == CS_ERR_OK)
		rc = cs_option(decoder->handle, CS_OPT_DETAIL, CS_OPT_ON);
	if (rc == CS_ERR_OK)
		decoder->insn = cs_malloc(decoder->handle);
	if (!decoder->insn) {
		close_decoder(decoder);
		return lay_error_set(err, LAY_E_UNSUPPORTED,
				     "capstone: %s", cs_strerror(rc));
	}
	decoder->known = x86_known_new();
	if (!decoder->known) {
		close_decoder(decoder);
		return lay_error_set(err, LAY_E_NOMEM, "out of memory");
	}
	fill_registers(decoder);
	*state = decoder;
	return 0;
}

/* What an instruction does, and how it accesses its first and second operand
 * (0: as capstone says). */
struct meaning {
	uint8_t op, first, second;
};

#define R INSN_READ
#define W INSN_WRITE
#define RW (INSN_READ | INSN_WRITE)

static struct meaning of_arithmetic(unsigned int id)
{
	switch (id) {
	case X86_INS_ADD:
	case X86_INS_INC:
		return (struct meaning){ INSN_ADD, RW, R };
	case X86_INS_SUB:
	case X86_INS_DEC:
		return (struct meaning){ INSN_SUB, RW, R };
	case X86_INS_ADC:
	case X86_INS_SBB:
		return (struct meaning){ INSN_OTHER, RW, R };
	case X86_INS_AND:
		return (struct meaning){ INSN_AND, RW, R };
	case X86_INS_OR:
		return (struct meaning){ INSN_OR, RW, R };
	case X86_INS_XOR:
		return (struct meaning){ INSN_XOR, RW, R };
	case X86_INS_SHL:
	case X86_INS_SAL:
		return (struct meaning){ INSN_SHL, RW, R };
	case X86_INS_SHR:
		return (struct meaning){ INSN_SHR, RW, R };
	case X86_INS_SAR:
		return (struct meaning){ INSN_SAR, RW, R };
	case X86_INS_NOT:
	case X86_INS_NEG:
		return (struct meaning){ INSN_UNARY, RW, 0 };
	case X86_INS_CMP:
		return (struct meaning){ INSN_COMPARE, R, R };
	case X86_INS_TEST:
		return (struct meaning){ INSN_TEST, R, R };
	case X86_INS_BT:
		return (struct meaning){ INSN_BIT, R, R };
	case X86_INS_BTS:
	case X86_INS_BTR:
	case X86_INS_BTC:
		return (struct meaning){ INSN_BIT, RW, R };
	case X86_INS_MUL:
	case X86_INS_DIV:
	case X86_INS_IDIV:
		return (struct meaning){ INSN_OTHER, R, 0 };
	case X86_INS_IMUL:
		return (struct meaning){ INSN_MUL, 0, R };
	case X86_INS_XCHG:
		return (struct meaning){ INSN_EXCHANGE, RW, RW };
	case X86_INS_XADD:
		return (struct meaning){ INSN_XADD, RW, RW };
	case X86_INS_CMPXCHG:
		return (struct meaning){ INSN_CMPXCHG, RW, R };
	case X86_INS_CMPXCHG8B:
	case X86_INS_CMPXCHG16B:
		return (struct meaning){ INSN_OTHER, RW, 0 };
	default:
		return (struct meaning){ INSN_OTHER, 0, 0 };
	}
}

static struct meaning of_move(unsigned int id)
{
	switch (id) {
	case X86_INS_MOV:
	case X86_INS_MOVABS:
	case X86_INS_MOVZX:
	case X86_INS_MOVNTI:
		return (struct meaning){ INSN_MOVE, W, R };
	case X86_INS_MOVUPS: case X86_INS_MOVAPS: case X86_INS_MOVUPD:
	case X86_INS_MOVAPD: case X86_INS_MOVDQA: case X86_INS_MOVDQU:
	case X86_INS_MOVQ: case X86_INS_MOVD: case X86_INS_MOVLPS:
	case X86_INS_MOVHPS: case X86_INS_MOVLPD: case X86_INS_MOVHPD:
	case X86_INS_MOVNTDQ: case X86_INS_MOVNTPS: case X86_INS_MOVSS:
	case X86_INS_MOVSD:
		return (struct meaning){ INSN_OTHER, W, R };
	case X86_INS_MOVSX:
	case X86_INS_MOVSXD:
		return (struct meaning){ INSN_MOVE_SIGNED, W, R };
	case X86_INS_LEA:
		return (struct meaning){ INSN_LEA, W, R };
	case X86_INS_PUSH:
		return (struct meaning){ INSN_PUSH, R, 0 };
	case X86_INS_POP:
		return (struct meaning){ INSN_POP, W, 0 };
	case X86_INS_LEAVE:
		return (struct meaning){ INSN_LEAVE, 0, 0 };
	case X86_INS_CMOVA: case X86_INS_CMOVAE: case X86_INS_CMOVB:
	case X86_INS_CMOVBE: case X86_INS_CMOVE: case X86_INS_CMOVG:
	case X86_INS_CMOVGE: case X86_INS_CMOVL: case X86_INS_CMOVLE:
	case X86_INS_CMOVNE: case X86_INS_CMOVNO: case X86_INS_CMOVNP:
	case X86_INS_CMOVNS: case X86_INS_CMOVO: case X86_INS_CMOVP:
	case X86_INS_CMOVS:
		return (struct meaning){ INSN_CMOV, RW, R };
	case X86_INS_SETA: case X86_INS_SETAE: case X86_INS_SETB:
	case X86_INS_SETBE: case X86_INS_SETE: case X86_INS_SETG:
	case X86_INS_SETGE: case X86_INS_SETL: case X86_INS_SETLE:
	case X86_INS_SETNE: case X86_INS_SETNO: case X86_INS_SETNP:
	case X86_INS_SETNS: case X86_INS_SETO: case X86_INS_SETP:
	case X86_INS_SETS:
		return (struct meaning){ INSN_OTHER, W, 0 };
	case X86_INS_MOVSB: case X86_INS_MOVSW: case X86_INS_MOVSQ:
		return (struct meaning){ INSN_STRING_MOVE, W, R };
	case X86_INS_STOSB: case X86_INS_STOSW: case X86_INS_STOSD:
	case X86_INS_STOSQ:
		return (struct meaning){ INSN_STRING_STORE, W, R };
	case X86_INS_NOP:
	case X86_INS_PAUSE:
	case X86_INS_LFENCE: case X86_INS_SFENCE: case X86_INS_MFENCE:
		return (struct meaning){ INSN_NOP, 0, 0 };
	case X86_INS_UD0: case X86_INS_UD2: case X86_INS_UD2B:
	case X86_INS_INT3: case X86_INS_HLT:
		return (struct meaning){ INSN_STOP, 0, 0 };
	default:
		return of_arithmetic(id);
	}
}

/* movsd is a string instruction and a vector one under one id. */
static struct meaning meaning_of(csh handle, const cs_insn *in)
{
	const cs_x86 *x86 = &in->detail->x86;

	if (cs_insn_group(handle, in, X86_GRP_CALL))
		return (struct meaning){ INSN_CALL, R, 0 };
	if (cs_insn_group(handle, in, X86_GRP_RET) ||
	    cs_insn_group(handle, in, X86_GRP_IRET))
		return (struct meaning){ INSN_RETURN, 0, 0 };
	if (cs_insn_group(handle, in, X86_GRP_JUMP)) {
		bool always = in->id == X86_INS_JMP || in->id == X86_INS_LJMP;

		return (struct meaning){ always ? INSN_JUMP : INSN_BRANCH, R,
					 0 };
	}
	if (in->id == X86_INS_MOVSD && x86->opcode[0] == 0xa5)
		return (struct meaning){ INSN_STRING_MOVE, W, R };
	return of_move(in->id);
}

static void fill_memory(const struct decoder *decoder, const cs_insn *in,
			const x86_op_mem *mem, struct insn_arg *arg)
{
	arg->kind = INSN_MEM;
	arg->base = arg->index = INSN_NO_REG;
	arg->scale = (uint8_t)mem->scale;
	arg->imm = mem->disp;
	if (mem->segment == X86_REG_FS)
		arg->segment = INSN_SEG_FS;
	else if (mem->segment == X86_REG_GS)
		arg->segment = INSN_SEG_GS;
	if (mem->base == X86_REG_RIP) {
		arg->pc_relative = true;
		arg->imm = (int64_t)(in->address + in->size +
				     (uint64_t)mem->disp);
	} else if (mem->base != X86_REG_INVALID) {
		arg->base = decoder->regs[mem->base].nr;
	}
	if (mem->index != X86_REG_INVALID)
		arg->index = decoder->regs[mem->index].nr;
}

static void fill_arg(const struct decoder *decoder, const cs_insn *in,
		     const cs_x86_op *op, struct insn_arg *arg)
{
	arg->size = op->size;
	arg->access = op->access & RW;
	switch (op->type) {
	case X86_OP_REG:
		arg->kind = INSN_REG;
		arg->reg = decoder->regs[op->reg].nr;
		arg->high = decoder->regs[op->reg].high;
		break;
	case X86_OP_MEM:
		fill_memory(decoder, in, &op->mem, arg);
		break;
	default:
		arg->kind = INSN_IMM;
		arg->imm = op->imm;
		break;
	}
}

static void note_write(const struct decoder *decoder, unsigned int id,
		       struct insn *insn)
{
	uint8_t nr = id < X86_REG_ENDING ? decoder->regs[id].nr : INSN_NO_REG;

	if (nr < NR_REGS)
		insn->writes |= 1u << nr;
}

/* Add what is left unsaid: the operands of inc and dec, of imul with one. */
static void complete(struct insn *insn, unsigned int id)
{
	if (id == X86_INS_INC || id == X86_INS_DEC) {
		insn->arg[1] = (struct insn_arg){ .kind = INSN_IMM,
			.size = insn->arg[0].size, .access = R, .imm = 1 };
		insn->nr_args = 2;
		insn->flags |= INSN_STEP;
	} else if (id == X86_INS_IMUL) {
		insn->arg[0].access = insn->nr_args == 3 ? W : RW;
		if (insn->nr_args == 1) {
			insn->arg[0].access = R;
			insn->op = INSN_OTHER;
		}
	} else if (id == X86_INS_CMPXCHG) {
		insn->writes |= 1u << RAX;
	}
	if ((insn->op == INSN_CALL || insn->op == INSN_JUMP) &&
	    insn->nr_args == 1 && insn->arg[0].kind != INSN_IMM)
		insn->flags |= INSN_INDIRECT;
	if (insn->op == INSN_NOP)
		insn->writes = 0;
}

static bool decode_anew(struct decoder *decoder, const uint8_t *bytes,
			size_t size, uint64_t addr, struct insn *insn)
{
	const cs_insn *in = decoder->insn;
	const cs_detail *detail = in->detail;
	struct meaning meaning;

	if (!cs_disasm_iter(decoder->handle, &bytes, &size, &addr,
			    decoder->insn))
		return false;
	meaning = meaning_of(decoder->handle, in);
	memset(insn, 0, sizeof(*insn));
	insn->addr = in->address;
	insn->len = (uint8_t)in->size;
	insn->op = meaning.op;
	for (unsigned int i = 0; i < detail->x86.op_count &&
	     i < INSN_NR_ARGS; i++)
		fill_arg(decoder, in, &detail->x86.operands[i],
			 &insn->arg[insn->nr_args++]);
	if (meaning.first)
		insn->arg[0].access = meaning.first;
	if (meaning.second)
		insn->arg[1].access = meaning.second;
	for (unsigned int i = 0; i < detail->regs_write_count; i++)
		note_write(decoder, detail->regs_write[i], insn);
	complete(insn, in->id);
	for (unsigned int i = 0; i < insn->nr_args; i++) {
		const struct insn_arg *arg = &insn->arg[i];

		if (arg->kind == INSN_REG && arg->access & W &&
		    arg->reg < NR_REGS && insn->op != INSN_NOP)
			insn->writes |= 1u << arg->reg;
		if (arg->kind == INSN_MEM && insn->op == INSN_EXCHANGE)
			insn->flags |= INSN_LOCKED;
	}
	if (detail->x86.prefix[0] == X86_PREFIX_LOCK)
		insn->flags |= INSN_LOCKED;
	else if (detail->x86.prefix[0] && (insn->op == INSN_STRING_MOVE ||
					   insn->op == INSN_STRING_STORE))
		insn->flags |= INSN_REPEATED;
	return true;
}

static bool decode(void *state, const uint8_t *bytes, size_t size,
		   uint64_t addr, struct insn *insn)
{
	struct decoder *decoder = state;

	if (x86_known_find(decoder->known, bytes, size, addr, insn))
		return true;
	if (!decode_anew(decoder, bytes, size, addr, insn))
		return false;
	x86_known_keep(decoder->known, bytes, insn);
	return true;
}

static const struct {
	const char *name;
	uint8_t reg;
} thunk_regs[] = {
	{ "rax", RAX }, { "rbx", RBX }, { "rcx", RCX },
	{ "rdx", RDX }, { "rsi", RSI }, { "rdi", RDI },
	{ "rbp", RBP }, { "r8", R8 }, { "r9", R9 },
	{ "r10", R10 }, { "r11", R11 }, { "r12", R12 },
	{ "r13", R13 }, { "r14", R14 }, { "r15", R15 },
};

#define THUNK "__x86_indirect_thunk_"

/* Preemption is called by assembler that keeps all registers. */
static const char *const no_effect[] = {
	"__fentry__", "__SCT__might_resched", "__SCT__preempt_schedule",
	"__SCT__preempt_schedule_notrace",
};

static enum machine_special special_named(const char *name, uint8_t *reg)
{
	if (strncmp(name, "__", 2) != 0)
		return MACHINE_ORDINARY;
	for (size_t i = 0; i < sizeof(no_effect) / sizeof(no_effect[0]); i++)
		if (!strcmp(name, no_effect[i]))
			return MACHINE_NO_EFFECT;
	if (!strcmp(name, "__x86_return_thunk"))
		return MACHINE_RETURN;
	if (!strncmp(name, "__get_user_", 11) ||
	    !strncmp(name, "__put_user_", 11))
		return MACHINE_USER_ACCESS;
	if (strncmp(name, THUNK, sizeof(THUNK) - 1) != 0)
		return MACHINE_ORDINARY;
	for (size_t i = 0; i < sizeof(thunk_regs) / sizeof(thunk_regs[0]); i++)
		if (!strcmp(name + sizeof(THUNK) - 1, thunk_regs[i].name)) {
			*reg = thunk_regs[i].reg;
			return MACHINE_THUNK;
		}
	return MACHINE_ORDINARY;
}

/* call and jmp with 4 bytes of distance: Intel's manual, volume 2. */
static bool calls(const uint8_t *p, size_t left, uint64_t addr,
		  uint64_t *target)
{
	int32_t distance;

	if (left < 5 || (p[0] & 0xfe) != 0xe8)
		return false;
	memcpy(&distance, p + 1, sizeof(distance));
	*target = addr + 5 + (uint64_t)(int64_t)distance;
	return true;
}

const struct machine machine_x86_64 = {
	.elf_machine = EM_X86_64,
	.nr_regs = NR_REGS,
	.stack = RSP,
	.frame = RBP,
	.entry_off = -8,
	.trap_size = 2,
	.align = 1,
	/* section 3.2.3 */
	.nr_params = 6,
	.params = { RDI, RSI, RDX, RCX, R8, R9 },
	.results = { RAX, RDX },
	.user_access = 1u << RAX | 1u << RCX | 1u << RDX | 1u << RBX,
	.string_to = RDI,
	.string_from = RSI,
	.string_count = RCX,
	.string_value = RAX,
	.compared = RAX,
	.open = open_decoder,
	.close = close_decoder,
	.decode = decode,
	.calls = calls,
	.special = special_named,
};
