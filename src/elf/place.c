// SPDX-License-Identifier: GPL-2.0-only
/*
 * Addresses in files that are not linked.
 *
 * All sections of an ET_REL file begin at 0. So that an address means one thing
 * there too, its loaded sections are given addresses one behind the other, and
 * symbols that other files define have places of their own behind all of them:
 * right behind, where branches of arm64 reach them, 128 MiB. Everything lies in
 * the first 2 GiB, for relocations of 32 bits.
 */
#include <config.h>

#include <elf.h>

#include "elf/elf-file.h"
#include "base/poison.h"

#define FIRST		UINT64_C(0x01000000)
#define END		UINT64_C(0x60000000)
#define UNDEFINED_STEP	16
#define UNDEFINED_MAX	0x01000000
#define ALIGN_MAX	(UINT64_C(1) << 20)

void elf_file_place(struct elf_file *file)
{
	uint64_t at = FIRST;

	file->undefined = END;
	if (file->type != ET_REL)
		return;
	for (size_t i = 0; i < file->nr_scn; i++) {
		struct elf_section *s = &file->scn[i].pub;
		uint64_t align = s->align;

		/* variables of threads are told by offsets as it is */
		if (!(s->flags & SHF_ALLOC) || s->flags & SHF_TLS)
			continue;
		if (!align || align > ALIGN_MAX || align & (align - 1))
			align = ALIGN_MAX;
		at = (at + align - 1) & ~(align - 1);
		if (at > END || s->size > END - at)
			return;
		s->addr = at;
		at += s->size;
	}
	file->undefined = (at + UNDEFINED_STEP - 1) &
			  ~(uint64_t)(UNDEFINED_STEP - 1);
	file->placed = true;
}

bool elf_is_placed(const struct elf_file *file)
{
	return file->type != ET_REL || file->placed;
}

uint64_t elf_undefined_addr(const struct elf_file *file, uint64_t index)
{
	return index < UNDEFINED_MAX ?
	       file->undefined + index * UNDEFINED_STEP : 0;
}

uint64_t elf_file_symbol_base(const struct elf_file *file, uint32_t section)
{
	if (file->type != ET_REL || section >= file->nr_scn ||
	    !(file->scn[section].pub.flags & SHF_ALLOC) ||
	    file->scn[section].pub.flags & SHF_TLS || !file->placed)
		return 0;
	return file->scn[section].pub.addr;
}
