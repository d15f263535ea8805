// SPDX-License-Identifier: GPL-2.0-only
/*
 * The ELF header and the section headers, translated by libelf and checked
 * here: libelf would not say which field of which header is wrong, and a file
 * whose damage nobody asks about must still open.
 */
#include <config.h>

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include <libelf.h>

#include "elf/elf-file.h"
#include "base/poison.h"

/* What this program needs of an ELF header, of either class. */
struct header {
	uint64_t shoff;
	uint16_t shentsize, shnum, shstrndx;
};

const uint8_t *elf_file_bytes(const struct elf_file *file, uint64_t off,
			      uint64_t size)
{
	if (off > file->size || size > file->size - off)
		return NULL;
	return file->map + off;
}

void elf_file_translate(const struct elf_file *file, int elf_type,
			const void *src, void *dst, size_t size)
{
	unsigned int order = file->big_endian ? ELFDATA2MSB : ELFDATA2LSB;
	Elf_Data in = {
		.d_buf = dst, .d_size = size, .d_type = (Elf_Type)elf_type,
		.d_version = EV_CURRENT,
	};
	Elf_Data out = in;

	/* In place, as @dst is aligned and @src need not be. */
	memcpy(dst, src, size);
	if (file->is_64)
		elf64_xlatetom(&out, &in, order);
	else
		elf32_xlatetom(&out, &in, order);
}

#define COPY_HEADER(file, header, e) do {		\
	(file)->type = (e).e_type;			\
	(file)->machine = (e).e_machine;		\
	(header)->shoff = (e).e_shoff;			\
	(header)->shentsize = (e).e_shentsize;		\
	(header)->shnum = (e).e_shnum;			\
	(header)->shstrndx = (e).e_shstrndx;		\
} while (0)

static int read_elf_header(struct elf_file *file, struct header *header,
			   struct lay_error *err)
{
	union {
		Elf32_Ehdr e32;
		Elf64_Ehdr e64;
	} e;
	size_t size;

	if (file->size < SELFMAG || memcmp(file->map, ELFMAG, SELFMAG))
		return elf_file_not_elf(file, err);
	size = EI_NIDENT;
	if (file->size < size)
		goto too_short;
	if (file->map[EI_CLASS] != ELFCLASS32 &&
	    file->map[EI_CLASS] != ELFCLASS64)
		return lay_error_set(err, LAY_E_FORMAT,
				     "%s: ELF header: class %u is neither 1 (32 bits) nor 2 (64 bits)",
				     file->path, file->map[EI_CLASS]);
	if (file->map[EI_DATA] != ELFDATA2LSB &&
	    file->map[EI_DATA] != ELFDATA2MSB)
		return lay_error_set(err, LAY_E_FORMAT,
				     "%s: ELF header: byte order %u is neither 1 (little-endian) nor 2 (big-endian)",
				     file->path, file->map[EI_DATA]);
	if (file->map[EI_VERSION] != EV_CURRENT)
		return lay_error_set(err, LAY_E_UNSUPPORTED,
				     "%s: ELF header: version %u, only 1 is known",
				     file->path, file->map[EI_VERSION]);
	file->is_64 = file->map[EI_CLASS] == ELFCLASS64;
	file->big_endian = file->map[EI_DATA] == ELFDATA2MSB;

	size = file->is_64 ? sizeof(e.e64) : sizeof(e.e32);
	if (file->size < size)
		goto too_short;
	elf_version(EV_CURRENT);
	elf_file_translate(file, ELF_T_EHDR, file->map, &e, size);
	if (file->is_64)
		COPY_HEADER(file, header, e.e64);
	else
		COPY_HEADER(file, header, e.e32);
	return 0;
too_short:
	return lay_error_set(err, LAY_E_FORMAT,
			     "%s: the file ends at 0x%zx, inside the ELF header of %zu bytes",
			     file->path, file->size, size);
}

#define COPY_SECTION(scn, s, nameoff) do {		\
	(scn)->pub.type = (s).sh_type;			\
	(scn)->pub.flags = (s).sh_flags;		\
	(scn)->pub.addr = (s).sh_addr;			\
	(scn)->pub.file_off = (s).sh_offset;		\
	(scn)->pub.size = (s).sh_size;			\
	(scn)->pub.link = (s).sh_link;			\
	(scn)->pub.info = (s).sh_info;			\
	(scn)->pub.align = (s).sh_addralign;		\
	(scn)->file_size = (s).sh_size;			\
	*(nameoff) = (s).sh_name;			\
} while (0)

static void read_section_header(const struct elf_file *file, const uint8_t *src,
				struct elf_scn *scn, uint32_t *name_off)
{
	union {
		Elf32_Shdr s32;
		Elf64_Shdr s64;
	} s;

	if (file->is_64) {
		elf_file_translate(file, ELF_T_SHDR, src, &s, sizeof(s.s64));
		COPY_SECTION(scn, s.s64, name_off);
	} else {
		elf_file_translate(file, ELF_T_SHDR, src, &s, sizeof(s.s32));
		COPY_SECTION(scn, s.s32, name_off);
	}
}

static size_t section_header_size(const struct elf_file *file)
{
	return file->is_64 ? sizeof(Elf64_Shdr) : sizeof(Elf32_Shdr);
}

/*
 * Where the table is and how many headers it has. A count or an index of names
 * that does not fit the ELF header stands in section 0 (gABI, "ELF Header").
 */
static int find_table(struct elf_file *file, const struct header *header,
		      const uint8_t **table, uint64_t *nr,
		      struct lay_error *err)
{
	size_t entry_size = section_header_size(file);
	struct elf_scn first = { .file_size = 0 };
	uint32_t name_off;
	uint64_t size;

	*nr = header->shnum;
	file->names_index = header->shstrndx;
	if (!header->shoff && !header->shnum)
		return 0;
	if (header->shentsize != entry_size)
		return lay_error_set(err, LAY_E_FORMAT,
				     "%s: ELF header: section headers of %u bytes, not %zu",
				     file->path, header->shentsize, entry_size);
	*table = elf_file_bytes(file, header->shoff, entry_size);
	if (!*table)
		goto past_end;
	read_section_header(file, *table, &first, &name_off);
	if (!header->shnum)
		*nr = first.file_size;
	if (header->shstrndx == SHN_XINDEX)
		file->names_index = first.pub.link;
	if (__builtin_mul_overflow(*nr, entry_size, &size) ||
	    !elf_file_bytes(file, header->shoff, size))
		goto past_end;
	return 0;
past_end:
	return lay_error_set(err, LAY_E_FORMAT,
			     "%s: section headers: %" PRIu64 " at 0x%" PRIx64 " lie past the end of the file at 0x%zx: is it truncated?",
			     file->path, *nr, header->shoff, file->size);
}

/* The part of the names that ends in a zero: whatever starts in it has an end. */
static uint64_t terminated_size(const struct elf_file *file,
				const uint8_t **names)
{
	const struct elf_scn *scn;
	const uint8_t *end;

	if (!file->names_index || file->names_index >= file->nr_scn)
		return 0;
	scn = &file->scn[file->names_index];
	if (scn->pub.type == SHT_NOBITS)
		return 0;
	*names = elf_file_bytes(file, scn->pub.file_off, scn->file_size);
	if (!*names)
		return 0;
	end = memrchr(*names, 0, (size_t)scn->file_size);
	return end ? (uint64_t)(end - *names) + 1 : 0;
}

static bool is_zdebug(const struct elf_section *section)
{
	return !strncmp(section->name, ".zdebug_", strlen(".zdebug_"));
}

/* Sections whose names or compression cannot be read are kept: whoever needs
 * them is told, by elf_check_names() or elf_section_data(). */
static void finish_section(struct elf_file *file, struct elf_scn *scn,
			   const uint8_t *names, uint64_t names_size,
			   uint32_t name_off)
{
	struct elf_packing pack;

	scn->pub.name = "";
	if (name_off < names_size)
		scn->pub.name = (const char *)names + name_off;
	else if (name_off && file->bad_name > scn->pub.index)
		file->bad_name = scn->pub.index;
	scn->pub.compressed = scn->pub.flags & SHF_COMPRESSED ||
			      is_zdebug(&scn->pub);
	if (!scn->pub.compressed)
		return;
	scn->pub.size = 0;
	if (!elf_file_read_packing(file, scn, &pack, NULL))
		scn->pub.size = pack.size;
}

int elf_file_read_headers(struct elf_file *file, struct lay_error *err)
{
	size_t entry_size;
	struct header header = { .shoff = 0 };
	const uint8_t *table = NULL, *names = NULL;
	uint64_t nr = 0, names_size;
	uint32_t name_off;
	int rc;

	rc = read_elf_header(file, &header, err);
	if (rc < 0)
		return rc;
	rc = find_table(file, &header, &table, &nr, err);
	if (rc < 0 || !nr)
		return rc;

	/* The table lies in the file, so this is bounded by its size. */
	entry_size = section_header_size(file);
	file->scn = calloc((size_t)nr, sizeof(*file->scn));
	if (!file->scn)
		return lay_error_set(err, LAY_E_NOMEM,
				     "%s: out of memory for %" PRIu64 " sections",
				     file->path, nr);
	file->nr_scn = (size_t)nr;
	file->bad_name = file->nr_scn;
	for (size_t i = 0; i < file->nr_scn; i++)
		read_section_header(file, table + i * entry_size,
				    &file->scn[i], &file->scn[i].pub.index);
	/* Until now index held the offset of the name. */
	names_size = terminated_size(file, &names);
	for (size_t i = 0; i < file->nr_scn; i++) {
		name_off = file->scn[i].pub.index;
		file->scn[i].pub.index = (uint32_t)i;
		finish_section(file, &file->scn[i], names, names_size,
			       name_off);
	}
	elf_file_place(file);
	return 0;
}

int elf_check_names(const struct elf_file *file, struct lay_error *err)
{
	if (file->bad_name == file->nr_scn)
		return 0;
	return lay_error_set(err, LAY_E_FORMAT,
			     "%s: section headers: the name of section %zu lies outside of the section of names (section %" PRIu32 ")",
			     file->path, file->bad_name, file->names_index);
}
