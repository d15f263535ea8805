// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <elf.h>
#include <stdio.h>
#include <string.h>

#include "build/machine.h"
#include "base/poison.h"

#ifndef EM_LOONGARCH
#define EM_LOONGARCH 258	/* not in every <elf.h> */
#endif

/*
 * Lines are what ____cacheline_aligned aligns to in the machine's kernel:
 * SMP_CACHE_BYTES, which is L1_CACHE_BYTES but on sparc64
 * (arch/.../include/asm/cache.h in Linux 6.12). Where the configuration decides,
 * it is the default of the configurations that distributions build:
 *
 *	x86		X86_L1_CACHE_SHIFT, 6 but for a few models of i386
 *	arm		ARM_L1_CACHE_SHIFT, 6 from ARMv7 on
 *	mips		MIPS_L1_CACHE_SHIFT, 5 by default
 *	powerpc		L1_CACHE_SHIFT, 7 for 64 bits, 5 for most of 32
 *	ia64		IA64_L1_CACHE_SHIFT, 7 from Itanium 2 on (Linux 6.6)
 *
 * Scalars align to their size, but at most to this, says the machine's psABI;
 * in records, where i386 and m68k ask for less than outside.
 */
static const struct machine {
	uint16_t em;
	uint8_t word_size;	/* 0: any */
	uint16_t line_size;
	uint8_t max_scalar;
	const char *name;	/* as uname -m has it */
	const char *little;	/* if little-endian has another name */
} machines[] = {
	{ EM_X86_64, 0, 64, 16, "x86_64", NULL },
	{ EM_386, 0, 64, 4, "i386", NULL },
	{ EM_AARCH64, 0, 64, 16, "aarch64", NULL },
	{ EM_ARM, 0, 64, 8, "arm", NULL },
	{ EM_RISCV, 8, 64, 16, "riscv64", NULL },
	{ EM_RISCV, 4, 64, 16, "riscv32", NULL },
	{ EM_S390, 8, 256, 8, "s390x", NULL },
	{ EM_S390, 4, 256, 8, "s390", NULL },
	{ EM_PPC64, 0, 128, 16, "ppc64", "ppc64le" },
	{ EM_PPC, 0, 32, 16, "ppc", "ppcle" },
	{ EM_MIPS, 8, 32, 16, "mips64", NULL },
	{ EM_MIPS, 4, 32, 8, "mips", NULL },
	{ EM_LOONGARCH, 8, 64, 16, "loongarch64", NULL },
	{ EM_IA_64, 0, 128, 16, "ia64", NULL },
	{ EM_SPARCV9, 0, 64, 16, "sparc64", NULL },
	{ EM_SPARC, 0, 32, 8, "sparc", NULL },
	{ EM_ALPHA, 0, 64, 16, "alpha", NULL },
	{ EM_68K, 0, 16, 2, "m68k", NULL },
};

void machine_identify(const struct elf_file *file, struct lay_identity *id,
		      char name[16])
{
	uint16_t em = elf_machine(file);

	id->word_size = elf_is_64(file) ? 8 : 4;
	id->big_endian = elf_is_big_endian(file);
	for (size_t i = 0; i < sizeof(machines) / sizeof(machines[0]); i++) {
		const struct machine *m = &machines[i];

		if (m->em != em ||
		    (m->word_size && m->word_size != id->word_size))
			continue;
		id->machine = m->little && !id->big_endian ? m->little
							   : m->name;
		id->line_size = m->line_size;
		id->max_scalar = m->max_scalar;
		return;
	}
	/* Most machines have lines of 64 bytes; --cacheline tells better. */
	snprintf(name, 16, "machine %u", em);
	id->machine = name;
	id->line_size = 64;
	id->max_scalar = 2 * id->word_size;
}

/* uname(2) tells models of a machine apart that are one here. */
static bool is_called(const struct machine *m, const char *name)
{
	switch (m->em) {
	case EM_386:
		return name[0] == 'i' && name[1] && !strcmp(name + 2, "86");
	case EM_ARM:
		return !strncmp(name, "armv", 4);
	default:
		return !strcmp(name, m->name) ||
		       (m->little && !strcmp(name, m->little));
	}
}

void machine_by_name(const char *name, struct lay_identity *id)
{
	for (size_t i = 0; i < sizeof(machines) / sizeof(machines[0]); i++) {
		const struct machine *m = &machines[i];

		if (!is_called(m, name))
			continue;
		id->machine = m->little && !strcmp(name, m->little) ?
			      m->little : m->name;
		id->line_size = m->line_size;
		id->max_scalar = m->max_scalar;
		return;
	}
}
