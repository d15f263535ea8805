// SPDX-License-Identifier: GPL-2.0-only
/* What a file says beside its debug information: build-id, symbols, bytes. */
#include <config.h>

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include <libelf.h>

#include "elf/elf-file.h"
#include "base/poison.h"

/* Symbols translated at a time. */
#define BATCH 128

const char *elf_build_id(struct elf_file *file)
{
	for (size_t i = 0; i < file->nr_scn && !file->build_id_read; i++) {
		const struct elf_section *section = &file->scn[i].pub;
		struct elf_data notes;

		if (section->type == SHT_NOTE &&
		    !elf_section_data(file, section, &notes, NULL) &&
		    elf_notes_build_id(notes.data, notes.size,
				       elf_is_big_endian(file),
				       file->build_id))
			break;
	}
	file->build_id_read = true;
	return file->build_id[0] ? file->build_id : NULL;
}

/* A symbol of either class. */
struct symbol {
	uint32_t name;
	uint16_t section;
	uint64_t value, size;
};

union symbols {
	Elf32_Sym s32[BATCH];
	Elf64_Sym s64[BATCH];
};

#define COPY_SYMBOL(s) ((struct symbol){		\
	.name = (s).st_name, .section = (s).st_shndx,	\
	.value = (s).st_value, .size = (s).st_size,	\
})

/* Is the string at @off of @strings @name? */
static bool is_string(const struct elf_data *strings, uint32_t off,
		      const char *name, size_t name_len)
{
	return off < strings->size && name_len < strings->size - off &&
	       !memcmp(strings->data + off, name, name_len + 1);
}

static bool find_in_table(const struct elf_file *file,
			  const struct elf_data *table,
			  const struct elf_data *strings, const char *name,
			  struct symbol *ret_symbol)
{
	size_t entry_size = file->is_64 ? sizeof(Elf64_Sym) : sizeof(Elf32_Sym);
	size_t nr = table->size / entry_size, name_len = strlen(name);
	union symbols batch;

	for (size_t i = 0; i < nr; i++) {
		struct symbol symbol;

		if (i % BATCH == 0)
			elf_file_translate(file, ELF_T_SYM,
					   table->data + i * entry_size, &batch,
					   entry_size * (nr - i < BATCH ?
							 nr - i : BATCH));
		symbol = file->is_64 ? COPY_SYMBOL(batch.s64[i % BATCH]) :
				       COPY_SYMBOL(batch.s32[i % BATCH]);
		if (symbol.section == SHN_UNDEF ||
		    !is_string(strings, symbol.name, name, name_len))
			continue;
		*ret_symbol = symbol;
		return true;
	}
	return false;
}

int elf_find_symbol(struct elf_file *file, const char *name, uint64_t *value,
		    uint64_t *size, struct lay_error *err)
{
	const struct elf_section *symtab = NULL, *strtab;
	struct elf_data table, strings;
	struct symbol symbol;
	int rc;

	for (size_t i = 0; i < file->nr_scn && !symtab; i++)
		if (file->scn[i].pub.type == SHT_SYMTAB)
			symtab = &file->scn[i].pub;
	if (!symtab)
		return 0;
	strtab = elf_section_at(file, symtab->link);
	if (!strtab)
		return lay_error_set(err, LAY_E_FORMAT,
				     "%s: %s: links to section %" PRIu32 " of %zu for its names",
				     file->path, symtab->name, symtab->link,
				     file->nr_scn);
	rc = elf_section_data(file, symtab, &table, err);
	if (rc < 0)
		return rc;
	rc = elf_section_data(file, strtab, &strings, err);
	if (rc < 0)
		return rc;
	if (!find_in_table(file, &table, &strings, name, &symbol))
		return 0;
	*value = symbol.value;
	*size = symbol.size;
	return 1;
}

size_t elf_read_addr(struct elf_file *file, uint64_t addr, void *buf,
		     size_t len)
{
	for (size_t i = 0; i < file->nr_scn; i++) {
		const struct elf_section *section = &file->scn[i].pub;
		struct elf_data data;
		uint64_t off = addr - section->addr;

		if (!(section->flags & SHF_ALLOC) || addr < section->addr ||
		    elf_section_data(file, section, &data, NULL) < 0 ||
		    off >= data.size)
			continue;
		if (len > data.size - off)
			len = (size_t)(data.size - off);
		memcpy(buf, data.data + off, len);
		return len;
	}
	return 0;
}
