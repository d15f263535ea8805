/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A mapped ELF file. Opening reads the headers alone; a section's pages are
 * touched when somebody reads them. ELF32 and ELF64, both byte orders.
 */
#ifndef ELF_ELF_H
#define ELF_ELF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <layoutdiff/error.h>

struct elf_file;

/* A section as its header tells it; that it lies in the file is checked when
 * its bytes are asked for. */
struct elf_section {
	const char *name;	/* "" if it could not be read */
	uint64_t addr;
	uint64_t size;		/* as it is in memory: unpacked; 0 if its
				 * compression header could not be read */
	uint64_t file_off;
	uint64_t flags;		/* SHF_* */
	uint32_t type;		/* SHT_* */
	uint32_t link, info;
	uint32_t index;
	uint64_t align;
	bool compressed;	/* SHF_COMPRESSED, or named .zdebug_* */
};

/* A section's bytes: in the mapping, or unpacked once and kept. */
struct elf_data {
	const uint8_t *data;	/* NULL when size is 0 */
	size_t size;
	uint64_t addr;
};

/* Open and check @path, which is copied; "-" is the file on standard input. A
 * file packed by xz, zstd or gzip, whatever its name, is unpacked into memory. */
int elf_open(const char *path, struct elf_file **file, struct lay_error *err);
void elf_close(struct elf_file *file);

/* Is the file at @path packed? What cannot be read is not. */
bool elf_is_packed(const char *path);

/* A member of an archive. */
struct elf_member {
	char *name;		/* owned */
	uint64_t off, size;	/* of its bytes in the archive; of a thin one 0 */
};

/* Is the file at @path an archive? What cannot be read is not. */
bool elf_is_archive(const char *path);

/*
 * The members of the archive at @path. Of a thin archive, which holds no bytes,
 * the names are paths, from where one stands if the archive's is so. Free with
 * elf_members_free().
 */
int elf_archive_list(const char *path, struct elf_member **members, size_t *nr,
		     bool *thin, struct lay_error *err);
void elf_members_free(struct elf_member *members, size_t nr);

/* Open the member of the archive at @path; @name is for messages. */
int elf_open_member(const char *path, const char *name, uint64_t off,
		    uint64_t size, struct elf_file **file,
		    struct lay_error *err);

const char *elf_path(const struct elf_file *file);
uint16_t elf_machine(const struct elf_file *file);	/* EM_* */
uint16_t elf_type(const struct elf_file *file);		/* ET_* */
bool elf_is_64(const struct elf_file *file);
bool elf_is_big_endian(const struct elf_file *file);

/* The first section called @name; ".debug_info" finds ".zdebug_info" too.
 * NULL if there is none. Sections of type SHT_NOBITS are found. */
const struct elf_section *elf_find_section(const struct elf_file *file,
					   const char *name);
/* Could all names be read? Ask when a section was not found; the error names
 * one whose name could not. */
int elf_check_names(const struct elf_file *file, struct lay_error *err);
size_t elf_nr_sections(const struct elf_file *file);
const struct elf_section *elf_section_at(const struct elf_file *file, size_t i);

/*
 * The bytes of @section, borrowed from @file. A compressed section is unpacked
 * at the first call, and kept; so is a copy of a section of an ET_REL file to
 * which relocations apply that is not loaded at run time. Not thread-safe: get
 * data before starting threads. Errors: the section lies past the end of the
 * file, SHT_NOBITS, does not unpack to the size it states; a relocation of a
 * type that debug information does not have, or that is damaged.
 */
int elf_section_data(struct elf_file *file, const struct elf_section *section,
		     struct elf_data *data, struct lay_error *err);

/*
 * Places of @section for which there is a relocation of no effect (R_X86_64_NONE
 * and those of other machines), in the order of the relocations: *@offs are
 * offsets in it. Linkers leave such behind for what they discarded; what should
 * stand there is not known. Known once elf_section_data() gave the bytes.
 * Returns how many there are.
 */
size_t elf_section_unfilled(const struct elf_file *file,
			    const struct elf_section *section,
			    const uint64_t **offs);

/*
 * The same of a section that is loaded: of an ET_REL file with the relocations
 * of code and data applied that a linker knows how to apply alone, for the
 * addresses that sections have here. Others are left as they are.
 */
int elf_section_linked(struct elf_file *file,
		       const struct elf_section *section, struct elf_data *data,
		       struct lay_error *err);

/*
 * Are there addresses? Sections that are loaded, and with them symbols, of an
 * ET_REL file are given some when it is opened, as long as there is room.
 */
bool elf_is_placed(const struct elf_file *file);
/* Where the symbol with this index is in an ET_REL file that does not define
 * it; 0: no room. */
uint64_t elf_undefined_addr(const struct elf_file *file, uint64_t index);

/* The bytes as they stand in the file: not unpacked, not relocated. */
int elf_section_raw(const struct elf_file *file,
		    const struct elf_section *section, struct elf_data *data,
		    struct lay_error *err);

/* NT_GNU_BUILD_ID as lower-case hex, or NULL; borrowed. */
const char *elf_build_id(struct elf_file *file);

/* The same from @size bytes of notes, to @hex; false if it is not there. */
#define ELF_BUILD_ID_HEX 129
bool elf_notes_build_id(const uint8_t *notes, size_t size, bool big_endian,
			char hex[ELF_BUILD_ID_HEX]);

/* A symbol of .symtab that the file defines. */
struct elf_symbol {
	const char *name;	/* the file's */
	uint64_t value, size;
	uint16_t section;	/* SHN_ABS, ... or its index */
	uint8_t type;		/* STT_* */
	bool global;		/* not STB_LOCAL */
};

/*
 * Call @see with each of them, in the order of the file, until it returns
 * something else than 0, which is returned then. Symbols whose name cannot be
 * read are left out. <0: damaged, if @see never is.
 */
int elf_each_symbol(struct elf_file *file,
		    int (*see)(void *ctx, const struct elf_symbol *symbol),
		    void *ctx, struct lay_error *err);

/* The same with the symbols that the file needs of others: their value is
 * elf_undefined_addr(). */
int elf_each_undefined(struct elf_file *file,
		       int (*see)(void *ctx, const struct elf_symbol *symbol),
		       void *ctx, struct lay_error *err);

/* Value and size of the symbol @name in .symtab; 1 found, 0 not, <0 damaged. */
int elf_find_symbol(struct elf_file *file, const char *name, uint64_t *value,
		    uint64_t *size, struct lay_error *err);

/* Copy up to @len bytes at virtual address @addr out of an allocated section;
 * returns how many there are, 0 if none (SHT_NOBITS, not mapped). */
size_t elf_read_addr(struct elf_file *file, uint64_t addr, void *buf,
		     size_t len);

/* The size or time of the file is not what it was when it was opened, or pages
 * were missing under the mapping: -LAY_E_CHANGED. */
int elf_intact(struct elf_file *file, struct lay_error *err);

/*
 * SIGBUS handler of the process: see lay_guard_mappings(). Calling it again
 * does nothing. What is not a fault in a file of elf_open() goes to the handler
 * that was there before.
 */
int elf_guard_install(struct lay_error *err);

#endif /* ELF_ELF_H */
