/* SPDX-License-Identifier: GPL-2.0-only */
/* The inside of a struct elf_file; for src/elf/ alone. */
#ifndef ELF_ELF_FILE_H
#define ELF_ELF_FILE_H

#include <sys/types.h>
#include <time.h>

#include "elf/elf.h"
#include "elf/guard.h"

/* A section with what its users need not know. */
struct elf_scn {
	struct elf_section pub;
	uint64_t file_size;	/* bytes in the file, sh_size */
	uint8_t *own;		/* a private copy of the bytes, or NULL */
	size_t own_size;	/* of the mapping at @own */
	bool linked;		/* @own has relocations of code applied */
	uint64_t *unfilled;	/* see elf_section_unfilled() */
	size_t nr_unfilled, cap_unfilled;
};

struct elf_file {
	char *path;
	int fd;			/* kept, to see whether the file changes; -1:
				 * it was given back, see @dev and @ino */
	dev_t dev;
	ino_t ino;
	struct timespec mtime;	/* when it was opened */

	/* The file's bytes. A byte of value 0 stands behind the last one, so
	 * that no string in the mapping is without end, whatever the file
	 * says and whoever writes to it meanwhile. */
	const uint8_t *map;
	size_t size;
	size_t disk_size;	/* of the file; more or less than @size if what
				 * is mapped was unpacked, or is a part of it */
	size_t map_size;	/* with that byte, in whole pages */
	struct guard_slot *guard;

	bool is_64;
	bool big_endian;
	uint16_t machine;
	uint16_t type;
	bool placed;		/* ET_REL: sections have addresses */
	uint64_t undefined;	/* and behind them what is not defined */

	struct elf_scn *scn;
	size_t nr_scn;
	size_t bad_name;	/* first section whose name could not be read,
				 * or nr_scn */
	uint32_t names_index;	/* the section with the names, or 0 */

	/* for relocations: values of the symbols of section symbols_index */
	uint64_t *symbol_values;
	uint16_t *symbol_sections;	/* likewise */
	size_t nr_symbols;
	uint32_t symbols_index;

	bool build_id_read;
	char build_id[ELF_BUILD_ID_HEX];
};

/* The @size bytes at @off of the file, NULL if it does not have them. */
const uint8_t *elf_file_bytes(const struct elf_file *file, uint64_t off,
			      uint64_t size);

/*
 * Translate @src, @size bytes of @elf_type (ELF_T_*) in the file's class and
 * byte order, into the machine's own structures of that class at @dst.
 */
void elf_file_translate(const struct elf_file *file, int elf_type,
			const void *src, void *dst, size_t size);

/* Map the file at @path, whatever it is. */
int elf_file_map(const char *path, struct elf_file **file,
		 struct lay_error *err);
/* Let @bytes, a mapping of @map_size bytes with zeros behind the first @size,
 * be what is mapped in the file's stead. */
void elf_file_replace(struct elf_file *file, uint8_t *bytes, size_t size,
		      size_t map_size);
/* If the file is packed, replace it by what it unpacks to. */
int elf_file_unpack(struct elf_file *file, struct lay_error *err);

/* Read the ELF header and the section headers of a mapped file. */
int elf_file_read_headers(struct elf_file *file, struct lay_error *err);

/* Give the sections of an ET_REL file addresses (place.c). */
void elf_file_place(struct elf_file *file);
/* What to add to the value of a symbol of @section for its address. */
uint64_t elf_file_symbol_base(const struct elf_file *file, uint32_t section);

/* Say of bytes that are no ELF file what they are, and what to do. */
int elf_file_not_elf(const struct elf_file *file, struct lay_error *err);

/* How a section's bytes are packed. */
struct elf_packing {
	int codec;		/* enum codec, or -1: not packed */
	uint64_t head_size;	/* bytes in front of the packed data */
	uint64_t size;		/* unpacked */
};

/* Read the compression header of @scn and check what it says. */
int elf_file_read_packing(const struct elf_file *file,
			  const struct elf_scn *scn, struct elf_packing *pack,
			  struct lay_error *err);

/* Give back the private copy of a section, if it has one. */
void elf_file_drop_own(struct elf_scn *scn);

#endif /* ELF_ELF_FILE_H */
