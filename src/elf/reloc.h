/* SPDX-License-Identifier: GPL-2.0-only */
/* The relocations of an ET_REL file; for src/elf/ alone. */
#ifndef ELF_RELOC_H
#define ELF_RELOC_H

#include "elf/elf-file.h"

/* What a relocation does to the place it is for. S is the symbol's value, A
 * the addend, P what stands there. */
enum reloc_op {
	RELOC_NONE,
	RELOC_ABS,		/* S + A */
	RELOC_ADD,		/* P + S + A */
	RELOC_SUB,		/* P - S - A */
	RELOC_SET6,		/* the same for the low six bits of a byte */
	RELOC_SUB6,
	RELOC_SET_ULEB,		/* an LEB128 number that keeps its length */
	RELOC_ADD_ULEB,
	RELOC_SUB_ULEB,
	RELOC_DISTANCE,		/* S + A - the place */
	RELOC_ARM64,		/* part of it in a field: reloc-arm64.c */
};

struct reloc_type {
	uint16_t machine;	/* EM_* */
	uint16_t type;		/* R_* */
	uint8_t op;		/* enum reloc_op */
	uint8_t size;		/* bytes at the place; LEB128: 0 */
};

/* What debug information of @machine can ask for; NULL: not this. */
const struct reloc_type *reloc_type_find(uint16_t machine, uint32_t type);

/* Are there any of @machine? */
bool reloc_machine_is_known(uint16_t machine);

/* What code and data of @machine can ask for; NULL: not this. */
const struct reloc_type *reloc_type_of_code(uint16_t machine, uint32_t type);

/* What RELOC_ARM64 does to the instruction at @p, which lies at @place, by
 * @value, S + A: nothing if that does not fit. */
void reloc_arm64_apply(uint8_t *p, uint32_t type, uint64_t value,
		       uint64_t place);

/* Where in the units of a section of DIEs the relocations have come. */
struct reloc_units {
	uint64_t at, end;	/* of the unit at hand */
	uint64_t size;		/* of the section; 0: it has no units */
	unsigned int offset_size;	/* 0: not known */
};

void reloc_units_init(struct reloc_units *units,
		      const struct elf_section *target);
/*
 * Can a number of @size bytes that is made of @symbol stand at @off of the
 * section with @bytes? Only an offset into another section of debug information
 * has one possible width; of all else that is not known here.
 */
bool reloc_width_fits(struct reloc_units *units, const struct elf_file *file,
		      const uint8_t *bytes, uint64_t off, uint32_t symbol,
		      unsigned int size);

/* Are there relocations for @scn that are to be applied? */
bool reloc_is_needed(const struct elf_file *file, const struct elf_scn *scn);

/* Apply them to @bytes, a copy of all of the section's: each of them, or if the
 * section is loaded those that can be. */
int reloc_apply(struct elf_file *file, const struct elf_scn *scn,
		uint8_t *bytes, struct lay_error *err);

#endif /* ELF_RELOC_H */
