/* SPDX-License-Identifier: GPL-2.0-only */
/* What a file says of other files that have debug information of it. */
#ifndef ELF_LINKS_H
#define ELF_LINKS_H

#include "elf/elf.h"

/* .gnu_debuglink: the file with the sections that were stripped. */
struct elf_debuglink {
	const char *name;	/* without folders; borrowed */
	uint32_t crc;		/* of that whole file, as of zlib's crc32() */
};

/* 1 there is one, 0 there is none, <0 it is damaged. */
int elf_read_debuglink(struct elf_file *file, struct elf_debuglink *link,
		       struct lay_error *err);

/* .gnu_debugaltlink, or .debug_sup of DWARF 5: the file with what several files
 * have in common. */
struct elf_suplink {
	const char *name;	/* a path, perhaps from the file's folder;
				 * borrowed */
	char id[ELF_BUILD_ID_HEX];	/* its build-id, or what its own
					 * .debug_sup has for it */
	bool is_build_id;	/* which of the two */
};

int elf_read_suplink(struct elf_file *file, struct elf_suplink *link,
		     struct lay_error *err);

/* What @file calls itself in the .debug_sup of a supplementary file, or NULL;
 * @id holds the text. */
const char *elf_sup_id(struct elf_file *file, char id[ELF_BUILD_ID_HEX]);

/* The CRC of the file, of what it unpacked to if it was packed. */
uint32_t elf_crc(const struct elf_file *file);

/*
 * Give back the descriptor of the file, of which a process has few: it stays
 * mapped. elf_intact() then asks the file that has its name, as long as that is
 * the same.
 */
void elf_release(struct elf_file *file);

#endif /* ELF_LINKS_H */
