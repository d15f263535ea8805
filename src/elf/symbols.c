// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <inttypes.h>
#include <string.h>

#include <libelf.h>

#include "elf/elf-file.h"
#include "base/poison.h"

/* Symbols translated at a time. */
#define BATCH 128

union symbols {
	Elf32_Sym s32[BATCH];
	Elf64_Sym s64[BATCH];
};

#define COPY_SYMBOL(s) ((struct elf_symbol){				\
	.section = (s).st_shndx, .value = (s).st_value,			\
	.size = (s).st_size, .type = ELF64_ST_TYPE((s).st_info),	\
	.global = ELF64_ST_BIND((s).st_info) != STB_LOCAL,		\
})

/* The string at @off, NULL: it is not there, or does not end. */
static const char *string_at(const struct elf_data *strings, uint32_t off)
{
	if (off >= strings->size ||
	    !memchr(strings->data + off, 0, strings->size - off))
		return NULL;
	return (const char *)strings->data + off;
}

static int each_in_table(const struct elf_file *file,
			 const struct elf_data *table,
			 const struct elf_data *strings, bool undefined,
			 int (*see)(void *ctx, const struct elf_symbol *symbol),
			 void *ctx)
{
	size_t entry_size = file->is_64 ? sizeof(Elf64_Sym) : sizeof(Elf32_Sym);
	size_t nr = table->size / entry_size;
	union symbols batch;

	for (size_t i = 0; i < nr; i++) {
		struct elf_symbol symbol;
		uint32_t name;
		int rc;

		if (i % BATCH == 0)
			elf_file_translate(file, ELF_T_SYM,
					   table->data + i * entry_size, &batch,
					   entry_size * (nr - i < BATCH ?
							 nr - i : BATCH));
		symbol = file->is_64 ? COPY_SYMBOL(batch.s64[i % BATCH]) :
				       COPY_SYMBOL(batch.s32[i % BATCH]);
		name = file->is_64 ? batch.s64[i % BATCH].st_name :
				     batch.s32[i % BATCH].st_name;
		symbol.name = string_at(strings, name);
		if ((symbol.section == SHN_UNDEF) != undefined || !symbol.name)
			continue;
		if (undefined)
			symbol.value = elf_undefined_addr(file, i);
		else if (symbol.section < SHN_LORESERVE)
			symbol.value += elf_file_symbol_base(file,
							     symbol.section);
		rc = see(ctx, &symbol);
		if (rc)
			return rc;
	}
	return 0;
}

static int each(struct elf_file *file, bool undefined,
		int (*see)(void *ctx, const struct elf_symbol *symbol),
		void *ctx, struct lay_error *err)
{
	const struct elf_section *symtab = NULL, *strtab;
	struct elf_data table, strings;
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
	return each_in_table(file, &table, &strings, undefined, see, ctx);
}

int elf_each_symbol(struct elf_file *file,
		    int (*see)(void *ctx, const struct elf_symbol *symbol),
		    void *ctx, struct lay_error *err)
{
	return each(file, false, see, ctx, err);
}

int elf_each_undefined(struct elf_file *file,
		       int (*see)(void *ctx, const struct elf_symbol *symbol),
		       void *ctx, struct lay_error *err)
{
	return each(file, true, see, ctx, err);
}

struct wanted {
	const char *name;
	struct elf_symbol found;
};

static int is_wanted(void *ctx, const struct elf_symbol *symbol)
{
	struct wanted *wanted = ctx;

	if (strcmp(symbol->name, wanted->name) != 0)
		return 0;
	wanted->found = *symbol;
	return 1;
}

int elf_find_symbol(struct elf_file *file, const char *name, uint64_t *value,
		    uint64_t *size, struct lay_error *err)
{
	struct wanted wanted = { .name = name };
	int rc = elf_each_symbol(file, is_wanted, &wanted, err);

	if (rc <= 0)
		return rc;
	*value = wanted.found.value;
	*size = wanted.found.size;
	return 1;
}
