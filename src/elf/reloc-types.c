// SPDX-License-Identifier: GPL-2.0-only
/*
 * Which relocations debug information has on each machine: those that store a
 * whole number, as each machine's psABI defines them. Types that place parts of
 * a number in instructions, or count from the place, have no meaning there and
 * are not listed.
 *
 * Offsets of thread-local variables (DTPREL, LDO) are stored like any number;
 * they are addresses, which nobody asks a layout for.
 */
#include <config.h>

#include <elf.h>

#include "elf/reloc.h"
#include "base/poison.h"

#ifndef EM_LOONGARCH
#define EM_LOONGARCH 258	/* not in every <elf.h>, nor are its types */
#endif

static const struct reloc_type types[] = {
	{ EM_X86_64, R_X86_64_NONE, RELOC_NONE, 0 },
	{ EM_X86_64, R_X86_64_64, RELOC_ABS, 8 },
	{ EM_X86_64, R_X86_64_32, RELOC_ABS, 4 },
	{ EM_X86_64, R_X86_64_32S, RELOC_ABS, 4 },
	{ EM_X86_64, R_X86_64_DTPOFF64, RELOC_ABS, 8 },
	{ EM_X86_64, R_X86_64_DTPOFF32, RELOC_ABS, 4 },

	{ EM_386, R_386_NONE, RELOC_NONE, 0 },
	{ EM_386, R_386_32, RELOC_ABS, 4 },
	{ EM_386, R_386_TLS_LDO_32, RELOC_ABS, 4 },

	{ EM_AARCH64, R_AARCH64_NONE, RELOC_NONE, 0 },
	{ EM_AARCH64, 256, RELOC_NONE, 0 },	/* withdrawn number of NONE */
	{ EM_AARCH64, R_AARCH64_ABS64, RELOC_ABS, 8 },
	{ EM_AARCH64, R_AARCH64_ABS32, RELOC_ABS, 4 },
	{ EM_AARCH64, R_AARCH64_ABS16, RELOC_ABS, 2 },
	{ EM_AARCH64, R_AARCH64_TLS_DTPREL, RELOC_ABS, 8 },

	{ EM_ARM, R_ARM_NONE, RELOC_NONE, 0 },
	{ EM_ARM, R_ARM_ABS32, RELOC_ABS, 4 },
	{ EM_ARM, R_ARM_TLS_LDO32, RELOC_ABS, 4 },

	{ EM_RISCV, R_RISCV_NONE, RELOC_NONE, 0 },
	{ EM_RISCV, R_RISCV_32, RELOC_ABS, 4 },
	{ EM_RISCV, R_RISCV_64, RELOC_ABS, 8 },
	{ EM_RISCV, R_RISCV_TLS_DTPREL32, RELOC_ABS, 4 },
	{ EM_RISCV, R_RISCV_TLS_DTPREL64, RELOC_ABS, 8 },
	{ EM_RISCV, R_RISCV_ADD8, RELOC_ADD, 1 },
	{ EM_RISCV, R_RISCV_ADD16, RELOC_ADD, 2 },
	{ EM_RISCV, R_RISCV_ADD32, RELOC_ADD, 4 },
	{ EM_RISCV, R_RISCV_ADD64, RELOC_ADD, 8 },
	{ EM_RISCV, R_RISCV_SUB8, RELOC_SUB, 1 },
	{ EM_RISCV, R_RISCV_SUB16, RELOC_SUB, 2 },
	{ EM_RISCV, R_RISCV_SUB32, RELOC_SUB, 4 },
	{ EM_RISCV, R_RISCV_SUB64, RELOC_SUB, 8 },
	{ EM_RISCV, R_RISCV_SUB6, RELOC_SUB6, 1 },
	{ EM_RISCV, R_RISCV_SET6, RELOC_SET6, 1 },
	{ EM_RISCV, R_RISCV_SET8, RELOC_ABS, 1 },
	{ EM_RISCV, R_RISCV_SET16, RELOC_ABS, 2 },
	{ EM_RISCV, R_RISCV_SET32, RELOC_ABS, 4 },
	{ EM_RISCV, 60, RELOC_SET_ULEB, 0 },	/* R_RISCV_SET_ULEB128 */
	{ EM_RISCV, 61, RELOC_SUB_ULEB, 0 },	/* R_RISCV_SUB_ULEB128 */

	{ EM_PPC64, R_PPC64_NONE, RELOC_NONE, 0 },
	{ EM_PPC64, R_PPC64_ADDR64, RELOC_ABS, 8 },
	{ EM_PPC64, R_PPC64_UADDR64, RELOC_ABS, 8 },
	{ EM_PPC64, R_PPC64_ADDR32, RELOC_ABS, 4 },
	{ EM_PPC64, R_PPC64_UADDR32, RELOC_ABS, 4 },
	{ EM_PPC64, R_PPC64_DTPREL64, RELOC_ABS, 8 },

	{ EM_PPC, R_PPC_NONE, RELOC_NONE, 0 },
	{ EM_PPC, R_PPC_ADDR32, RELOC_ABS, 4 },
	{ EM_PPC, R_PPC_UADDR32, RELOC_ABS, 4 },
	{ EM_PPC, R_PPC_DTPREL32, RELOC_ABS, 4 },

	{ EM_S390, R_390_NONE, RELOC_NONE, 0 },
	{ EM_S390, R_390_64, RELOC_ABS, 8 },
	{ EM_S390, R_390_32, RELOC_ABS, 4 },
	{ EM_S390, R_390_16, RELOC_ABS, 2 },
	{ EM_S390, R_390_TLS_LDO32, RELOC_ABS, 4 },
	{ EM_S390, R_390_TLS_LDO64, RELOC_ABS, 8 },

	{ EM_MIPS, R_MIPS_NONE, RELOC_NONE, 0 },
	{ EM_MIPS, R_MIPS_32, RELOC_ABS, 4 },
	{ EM_MIPS, R_MIPS_64, RELOC_ABS, 8 },
	{ EM_MIPS, R_MIPS_TLS_DTPREL32, RELOC_ABS, 4 },
	{ EM_MIPS, R_MIPS_TLS_DTPREL64, RELOC_ABS, 8 },

	{ EM_LOONGARCH, 0, RELOC_NONE, 0 },	/* R_LARCH_NONE */
	{ EM_LOONGARCH, 1, RELOC_ABS, 4 },	/* R_LARCH_32 */
	{ EM_LOONGARCH, 2, RELOC_ABS, 8 },	/* R_LARCH_64 */
	{ EM_LOONGARCH, 8, RELOC_ABS, 4 },	/* R_LARCH_TLS_DTPREL32 */
	{ EM_LOONGARCH, 9, RELOC_ABS, 8 },	/* R_LARCH_TLS_DTPREL64 */
	{ EM_LOONGARCH, 47, RELOC_ADD, 1 },	/* R_LARCH_ADD8 */
	{ EM_LOONGARCH, 48, RELOC_ADD, 2 },
	{ EM_LOONGARCH, 50, RELOC_ADD, 4 },
	{ EM_LOONGARCH, 51, RELOC_ADD, 8 },
	{ EM_LOONGARCH, 52, RELOC_SUB, 1 },	/* R_LARCH_SUB8 */
	{ EM_LOONGARCH, 53, RELOC_SUB, 2 },
	{ EM_LOONGARCH, 55, RELOC_SUB, 4 },
	{ EM_LOONGARCH, 56, RELOC_SUB, 8 },
	{ EM_LOONGARCH, 107, RELOC_ADD_ULEB, 0 },
	{ EM_LOONGARCH, 108, RELOC_SUB_ULEB, 0 },
};

/* System V ABI, AMD64 supplement, table 4.9; ELF for the Arm 64-bit
 * Architecture, static relocations. A call by way of the PLT goes to the
 * function in the end. */
static const struct reloc_type code_types[] = {
	{ EM_X86_64, R_X86_64_PC32, RELOC_DISTANCE, 4 },
	{ EM_X86_64, R_X86_64_PLT32, RELOC_DISTANCE, 4 },
	{ EM_X86_64, R_X86_64_32S, RELOC_ABS, 4 },
	{ EM_X86_64, R_X86_64_32, RELOC_ABS, 4 },
	{ EM_X86_64, R_X86_64_64, RELOC_ABS, 8 },
	{ EM_X86_64, R_X86_64_PC64, RELOC_DISTANCE, 8 },

	{ EM_AARCH64, R_AARCH64_ABS64, RELOC_ABS, 8 },
	{ EM_AARCH64, R_AARCH64_ABS32, RELOC_ABS, 4 },
	{ EM_AARCH64, R_AARCH64_PREL64, RELOC_DISTANCE, 8 },
	{ EM_AARCH64, R_AARCH64_PREL32, RELOC_DISTANCE, 4 },
	{ EM_AARCH64, R_AARCH64_LD_PREL_LO19, RELOC_ARM64, 4 },
	{ EM_AARCH64, R_AARCH64_ADR_PREL_LO21, RELOC_ARM64, 4 },
	{ EM_AARCH64, R_AARCH64_ADR_PREL_PG_HI21, RELOC_ARM64, 4 },
	{ EM_AARCH64, R_AARCH64_ADR_PREL_PG_HI21_NC, RELOC_ARM64, 4 },
	{ EM_AARCH64, R_AARCH64_ADD_ABS_LO12_NC, RELOC_ARM64, 4 },
	{ EM_AARCH64, R_AARCH64_LDST8_ABS_LO12_NC, RELOC_ARM64, 4 },
	{ EM_AARCH64, R_AARCH64_LDST16_ABS_LO12_NC, RELOC_ARM64, 4 },
	{ EM_AARCH64, R_AARCH64_LDST32_ABS_LO12_NC, RELOC_ARM64, 4 },
	{ EM_AARCH64, R_AARCH64_LDST64_ABS_LO12_NC, RELOC_ARM64, 4 },
	{ EM_AARCH64, R_AARCH64_LDST128_ABS_LO12_NC, RELOC_ARM64, 4 },
	{ EM_AARCH64, R_AARCH64_TSTBR14, RELOC_ARM64, 4 },
	{ EM_AARCH64, R_AARCH64_CONDBR19, RELOC_ARM64, 4 },
	{ EM_AARCH64, R_AARCH64_JUMP26, RELOC_ARM64, 4 },
	{ EM_AARCH64, R_AARCH64_CALL26, RELOC_ARM64, 4 },
};

static const struct reloc_type *find(const struct reloc_type *list, size_t nr,
				     uint16_t machine, uint32_t type)
{
	for (size_t i = 0; i < nr; i++)
		if (list[i].machine == machine && list[i].type == type)
			return &list[i];
	return NULL;
}

const struct reloc_type *reloc_type_find(uint16_t machine, uint32_t type)
{
	return find(types, sizeof(types) / sizeof(types[0]), machine, type);
}

bool reloc_machine_is_known(uint16_t machine)
{
	for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++)
		if (types[i].machine == machine)
			return true;
	return false;
}

const struct reloc_type *reloc_type_of_code(uint16_t machine, uint32_t type)
{
	return find(code_types, sizeof(code_types) / sizeof(code_types[0]),
		    machine, type);
}
