// SPDX-License-Identifier: GPL-2.0-only
/*
 * Problem: a relocation of a type that is one of the machine's, but not of the
 * width that the form at its place has, would write over what stands behind it,
 * and nobody would see: forms are known only to who reads the abbreviations.
 *
 * Idea: what refers to another section of debug information is an offset, and
 * all offsets of a unit have the width that its header says. So it is enough to
 * walk the units' headers beside the relocations, which come in their order.
 *
 * Invariant: refused is only what is wrong for certain. Where relocations are
 * not in order, or a header makes no sense, nothing is said.
 */
#include <config.h>

#include <elf.h>
#include <string.h>

#include "elf/reloc.h"
#include "base/poison.h"

void reloc_units_init(struct reloc_units *units,
		      const struct elf_section *target)
{
	bool dies = !strcmp(target->name, ".debug_info") ||
		    !strcmp(target->name, ".debug_types");

	*units = (struct reloc_units){ .size = dies ? target->size : 0 };
}

static uint64_t get(const uint8_t *p, unsigned int size, bool big_endian)
{
	uint64_t v = 0;

	for (unsigned int i = 0; i < size; i++)
		v = v << 8 | p[big_endian ? i : size - 1 - i];
	return v;
}

/* Go to the unit at units->end; false: none is there. */
static bool next_unit(struct reloc_units *units, const struct elf_file *file,
		      const uint8_t *bytes)
{
	const uint8_t *p = bytes + units->end;
	uint64_t left = units->size - units->end, len;
	unsigned int head = 4;

	if (left < 16)
		return false;
	len = get(p, 4, file->big_endian);
	units->offset_size = 4;
	if (len == 0xffffffff) {
		len = get(p + 4, 8, file->big_endian);
		units->offset_size = 8;
		head = 12;
	}
	if (len < 2 || len > left - head)
		return false;
	/* DWARF 2: what refers to another unit is as wide as an address */
	if (get(p + head, 2, file->big_endian) < 3)
		units->offset_size = 0;
	units->at = units->end;
	units->end += head + len;
	return true;
}

bool reloc_width_fits(struct reloc_units *units, const struct elf_file *file,
		      const uint8_t *bytes, uint64_t off, uint32_t symbol,
		      unsigned int size)
{
	const struct elf_section *section;

	while (units->size && off >= units->end) {
		if (!next_unit(units, file, bytes))
			units->size = 0;
	}
	if (!units->size || off < units->at || !units->offset_size ||
	    size == units->offset_size)
		return true;
	section = elf_section_at(file, file->symbol_sections[symbol]);
	return !section || section->flags & SHF_ALLOC ||
	       strncmp(section->name, ".debug_", 7) != 0;
}
