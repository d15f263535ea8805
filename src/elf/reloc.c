// SPDX-License-Identifier: GPL-2.0-only
/*
 * Problem: in a file that is not linked, numbers of the debug information that
 * say where something is in another section wait for the linker. A kernel
 * module names its strings so: without its relocations all names are the same.
 *
 * Idea: a section that somebody asks for is copied and its relocations are
 * applied to the copy. To walk them beside the DIEs would save the copy, and
 * cost every reader of DWARF a second cursor; and the prefilter of a tree keeps
 * away from modules that do not have the name anyway.
 *
 * Invariant: a number is stored only if the relocation's type is known, its
 * symbol is in the table, its place in the section, and the result fits. It does
 * not reach into the next one's place; and where it is an offset in debug
 * information, it is as wide as its unit's offsets are (reloc-width.c).
 *
 * Cost: 24 bytes are read for each relocation on most 64-bit machines, in the
 * order of the file: they are what takes time, not the copy.
 */
#include <config.h>

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include <libelf.h>

#include "base/vec.h"
#include "elf/reloc.h"
#include "base/poison.h"

/* Relocations and symbols translated at a time. */
#define BATCH 128

/* One relocation of any class, machine and kind of section. */
struct reloc {
	uint64_t off, addend;
	uint32_t symbol, type;
};

/* A section of relocations being applied. */
struct work {
	struct elf_file *file;
	const struct elf_section *relocs;	/* where they stand */
	const struct elf_section *target;
	uint8_t *bytes;				/* of the target */
	bool rela;
	bool code;				/* loaded: see reloc_apply() */
	size_t entry_size;
	/* the last one that was looked up: they come in runs */
	const struct reloc_type *type;
	struct reloc_units units;
	uint64_t last_off, last_end;	/* the place before this one's */
};

bool reloc_is_needed(const struct elf_file *file, const struct elf_scn *scn)
{
	if (file->type != ET_REL)
		return false;
	for (size_t i = 0; i < file->nr_scn; i++) {
		const struct elf_section *s = &file->scn[i].pub;

		if ((s->type == SHT_REL || s->type == SHT_RELA) &&
		    s->info == scn->pub.index && s->size)
			return true;
	}
	return false;
}

static int reloc_error(const struct work *w, size_t i,
		       enum lay_error_code code, const struct reloc *r,
		       const char *what, struct lay_error *err)
{
	return lay_error_set(err, code,
			     "%s: %s+0x%zx: relocation of type %" PRIu32 " for %s+0x%" PRIx64 ": %s",
			     w->file->path, w->relocs->name, i * w->entry_size,
			     r->type, w->target->name, r->off, what);
}

#define COPY_VALUE(file, s) ((s).st_shndx == SHN_UNDEF ||		\
	(s).st_shndx == SHN_COMMON ? 0 : (s).st_value +			\
	((s).st_shndx < SHN_LORESERVE ?					\
	 elf_file_symbol_base(file, (s).st_shndx) : 0))

/* Values of all symbols of the table: every relocation needs one. Symbols that
 * other files define have the address 0 here. */
static int read_symbols(struct elf_file *file, const struct elf_section *table,
			struct lay_error *err)
{
	union {
		Elf32_Sym s32[BATCH];
		Elf64_Sym s64[BATCH];
	} syms;
	size_t size = file->is_64 ? sizeof(Elf64_Sym) : sizeof(Elf32_Sym);
	struct elf_data data;
	size_t nr, n;
	int rc;

	rc = elf_section_data(file, table, &data, err);
	if (rc < 0)
		return rc;
	nr = data.size / size;
	free(file->symbol_values);
	free(file->symbol_sections);
	file->symbol_values = calloc(nr + 1, sizeof(*file->symbol_values));
	file->symbol_sections = calloc(nr + 1, sizeof(*file->symbol_sections));
	if (!file->symbol_values || !file->symbol_sections)
		return lay_error_set(err, LAY_E_NOMEM,
				     "%s: out of memory for %zu symbols",
				     file->path, nr);
	for (size_t i = 0; i < nr; i += n) {
		n = nr - i < BATCH ? nr - i : BATCH;
		elf_file_translate(file, ELF_T_SYM, data.data + i * size,
				   &syms, n * size);
		for (size_t j = 0; j < n; j++) {
			file->symbol_values[i + j] = file->is_64 ?
				COPY_VALUE(file, syms.s64[j]) :
				COPY_VALUE(file, syms.s32[j]);
			file->symbol_sections[i + j] = file->is_64 ?
				syms.s64[j].st_shndx : syms.s32[j].st_shndx;
		}
	}
	file->nr_symbols = nr;
	file->symbols_index = table->index;
	return 0;
}

/*
 * MIPS' r_info of 64 bits is a symbol of 32 and four bytes, the last of which
 * is the type, in the file's order of bytes; two more types in the middle ones
 * would be applied to the result of the first.
 */
static void split_mips64(const struct elf_file *file, uint64_t info,
			 struct reloc *r)
{
	if (file->big_endian) {
		r->symbol = (uint32_t)(info >> 32);
		r->type = (uint32_t)info;
	} else {
		r->symbol = (uint32_t)info;
		r->type = __builtin_bswap32((uint32_t)(info >> 32));
	}
}

static void split_info64(const struct elf_file *file, uint64_t info,
			 struct reloc *r)
{
	r->symbol = (uint32_t)ELF64_R_SYM(info);
	r->type = (uint32_t)ELF64_R_TYPE(info);
	if (file->machine == EM_MIPS)
		split_mips64(file, info, r);
}

union relocs {
	Elf32_Rel rel32[BATCH];
	Elf32_Rela rela32[BATCH];
	Elf64_Rel rel64[BATCH];
	Elf64_Rela rela64[BATCH];
};

static void get_reloc(const struct work *w, const union relocs *all, size_t i,
		      struct reloc *r)
{
	r->addend = 0;
	if (w->file->is_64) {
		const Elf64_Rel *rel = w->rela ?
			(const Elf64_Rel *)&all->rela64[i] : &all->rel64[i];

		r->off = rel->r_offset;
		split_info64(w->file, rel->r_info, r);
		if (w->rela)
			r->addend = (uint64_t)all->rela64[i].r_addend;
	} else {
		const Elf32_Rel *rel = w->rela ?
			(const Elf32_Rel *)&all->rela32[i] : &all->rel32[i];

		r->off = rel->r_offset;
		r->symbol = ELF32_R_SYM(rel->r_info);
		r->type = ELF32_R_TYPE(rel->r_info);
		if (w->rela)
			r->addend = (uint64_t)(int64_t)all->rela32[i].r_addend;
	}
}

static uint64_t load(const uint8_t *p, unsigned int size, bool big_endian)
{
	uint64_t value = 0;

	for (unsigned int i = 0; i < size; i++)
		value = value << 8 | p[big_endian ? i : size - 1 - i];
	return value;
}

static void store(uint8_t *p, unsigned int size, bool big_endian,
		  uint64_t value)
{
	for (unsigned int i = 0; i < size; i++) {
		p[big_endian ? size - 1 - i : i] = (uint8_t)value;
		value >>= 8;
	}
}

/* Does @value fit @size bytes, signed or not? Addresses of 32-bit files are
 * computed in 64 bits and wrap as they do there. */
static bool fits(const struct work *w, uint64_t value, unsigned int size)
{
	unsigned int bits = size * 8;

	if (bits >= (w->file->is_64 ? 64 : 32))
		return true;
	return value >> bits == 0 ||
	       (int64_t)value >> (bits - 1) == -1;
}

/* An LEB128 number, changed in place: its length stays, filled up by bytes that
 * say nothing. */
static bool change_uleb(uint8_t *p, const uint8_t *end, uint8_t op,
			uint64_t value)
{
	uint64_t old = 0;
	size_t len = 0;

	do {
		if (p + len == end || len == 10)
			return false;
		if (len * 7 < 64)
			old |= (uint64_t)(p[len] & 0x7f) << len * 7;
	} while (p[len++] & 0x80);
	if (op == RELOC_ADD_ULEB)
		value = old + value;
	else if (op == RELOC_SUB_ULEB)
		value = old - value;
	/* Parts of a difference go around; the whole fits. */
	for (size_t i = 0; i < len; i++) {
		p[i] = (uint8_t)((value & 0x7f) | (i + 1 < len ? 0x80 : 0));
		value >>= 7;
	}
	return true;
}

/* Of code and what it loads. What is not known, or does not fit, needs a linker
 * (places of the GOT, storage of threads): it is left alone. */
static int apply_to_code(struct work *w, const struct reloc *r)
{
	const struct reloc_type *type = w->type;
	bool be = w->file->big_endian;
	uint64_t value, place = w->target->addr + r->off;

	if (!type || type->type != r->type)
		type = w->type = reloc_type_of_code(w->file->machine, r->type);
	if (!type || r->off >= w->target->size ||
	    type->size > w->target->size - r->off ||
	    r->symbol >= w->file->nr_symbols)
		return 0;
	value = w->file->symbol_values[r->symbol];
	/* no section begins at 0 */
	if (!value)
		value = elf_undefined_addr(w->file, r->symbol);
	value += r->addend;
	if (type->op == RELOC_DISTANCE)
		value -= place;
	if (type->op == RELOC_ARM64)
		reloc_arm64_apply(w->bytes + r->off, r->type, value, place);
	else if (fits(w, value, type->size))
		store(w->bytes + r->off, type->size, be, value);
	return 0;
}

/* Is the relocation one of the width that its place has? */
static int check_width(struct work *w, size_t i, const struct reloc *r,
		       const struct reloc_type *type, struct lay_error *err)
{
	if (r->off > w->last_off && r->off < w->last_end)
		return reloc_error(w, i, LAY_E_FORMAT, r,
				   "its place overlaps that of the one in front of it",
				   err);
	w->last_off = r->off;
	w->last_end = r->off + type->size;
	if (type->op == RELOC_ABS &&
	    !reloc_width_fits(&w->units, w->file, w->bytes, r->off, r->symbol,
			      type->size))
		return reloc_error(w, i, LAY_E_FORMAT, r,
				   "is not as wide as an offset of its unit",
				   err);
	return 0;
}

/* What stands at its place is not what should. */
static int keep_unfilled(struct work *w, uint64_t off, struct lay_error *err)
{
	struct elf_scn *scn = &w->file->scn[w->target->index];

	if (off >= w->target->size)
		return 0;
	if (VEC_RESERVE(scn->unfilled, scn->nr_unfilled, scn->cap_unfilled,
			1) < 0)
		return lay_error_set(err, LAY_E_NOMEM,
				     "%s: out of memory for relocations",
				     w->file->path);
	scn->unfilled[scn->nr_unfilled++] = off;
	return 0;
}

static int apply(struct work *w, size_t i, const struct reloc *r,
		 struct lay_error *err)
{
	const struct reloc_type *type = w->type;
	bool be = w->file->big_endian;
	uint64_t value;
	uint8_t *p;

	if (!type || type->type != r->type)
		type = w->type = reloc_type_find(w->file->machine, r->type);
	if (!type)
		return reloc_error(w, i, LAY_E_UNSUPPORTED, r,
				   "not a type that debug information of this machine has",
				   err);
	if (type->op == RELOC_NONE)
		return keep_unfilled(w, r->off, err);
	if (r->off >= w->target->size ||
	    type->size > w->target->size - r->off)
		return reloc_error(w, i, LAY_E_FORMAT, r,
				   "past the end of the section", err);
	if (r->symbol >= w->file->nr_symbols)
		return reloc_error(w, i, LAY_E_FORMAT, r,
				   "its symbol is not in the table", err);
	if (check_width(w, i, r, type, err) < 0)
		return -LAY_E_FORMAT;
	p = w->bytes + r->off;
	value = w->file->symbol_values[r->symbol] + r->addend;
	switch ((enum reloc_op)type->op) {
	case RELOC_NONE:
	case RELOC_DISTANCE:
	case RELOC_ARM64:
		break;
	case RELOC_ABS:
		if (!w->rela)
			value += load(p, type->size, be);
		if (!fits(w, value, type->size))
			return reloc_error(w, i, LAY_E_FORMAT, r,
					   "the value does not fit", err);
		store(p, type->size, be, value);
		break;
	case RELOC_ADD:
		store(p, type->size, be, load(p, type->size, be) + value);
		break;
	case RELOC_SUB:
		store(p, type->size, be, load(p, type->size, be) - value);
		break;
	case RELOC_SET6:
		*p = (uint8_t)((*p & 0xc0) | (value & 0x3f));
		break;
	case RELOC_SUB6:
		*p = (uint8_t)((*p & 0xc0) | ((*p - value) & 0x3f));
		break;
	case RELOC_SET_ULEB:
	case RELOC_ADD_ULEB:
	case RELOC_SUB_ULEB:
		if (!change_uleb(p, w->bytes + w->target->size, type->op,
				 value))
			return reloc_error(w, i, LAY_E_FORMAT, r,
					   "no LEB128 number stands there",
					   err);
		break;
	}
	return 0;
}

static int apply_all(struct work *w, const struct elf_data *data,
		     struct lay_error *err)
{
	int elf_type = w->rela ? ELF_T_RELA : ELF_T_REL;
	size_t nr = data->size / w->entry_size, n;
	union relocs batch;
	struct reloc r;
	int rc = 0;

	for (size_t i = 0; i < nr && rc == 0; i += n) {
		n = nr - i < BATCH ? nr - i : BATCH;
		elf_file_translate(w->file, elf_type,
				   data->data + i * w->entry_size, &batch,
				   n * w->entry_size);
		for (size_t j = 0; j < n && rc == 0; j++) {
			get_reloc(w, &batch, j, &r);
			rc = w->code ? apply_to_code(w, &r) :
			     apply(w, i + j, &r, err);
		}
	}
	return rc;
}

static size_t entry_size(const struct elf_file *file, bool rela)
{
	if (file->is_64)
		return rela ? sizeof(Elf64_Rela) : sizeof(Elf64_Rel);
	return rela ? sizeof(Elf32_Rela) : sizeof(Elf32_Rel);
}

static int apply_section(struct work *w, struct lay_error *err)
{
	const struct elf_section *symtab;
	struct elf_data data;
	int rc;

	symtab = elf_section_at(w->file, w->relocs->link);
	if (!symtab || symtab->type != SHT_SYMTAB)
		return lay_error_set(err, LAY_E_FORMAT,
				     "%s: %s: section %" PRIu32 ", to which its relocations refer, is no table of symbols",
				     w->file->path, w->relocs->name,
				     w->relocs->link);
	if (!w->code && !reloc_machine_is_known(w->file->machine))
		return lay_error_set(err, LAY_E_UNSUPPORTED,
				     "%s: object files of this machine (%u in the ELF header) wait for relocations that are not known here: name a linked file, or one with BTF",
				     w->file->path, w->file->machine);
	rc = elf_section_data(w->file, w->relocs, &data, err);
	if (rc == 0 && (!w->file->symbol_values ||
			w->file->symbols_index != symtab->index))
		rc = read_symbols(w->file, symtab, err);
	if (rc < 0)
		return rc;
	if (data.size % w->entry_size)
		return lay_error_set(err, LAY_E_FORMAT,
				     "%s: %s: 0x%zx bytes are not a multiple of %zu",
				     w->file->path, w->relocs->name, data.size,
				     w->entry_size);
	return apply_all(w, &data, err);
}

int reloc_apply(struct elf_file *file, const struct elf_scn *scn,
		uint8_t *bytes, struct lay_error *err)
{
	struct work w = { .file = file, .target = &scn->pub, .bytes = bytes,
		.code = scn->pub.flags & SHF_ALLOC };
	int rc = 0;

	for (size_t i = 0; i < file->nr_scn && rc == 0; i++) {
		w.relocs = &file->scn[i].pub;
		if ((w.relocs->type != SHT_REL && w.relocs->type != SHT_RELA) ||
		    w.relocs->info != scn->pub.index || !w.relocs->size)
			continue;
		w.rela = w.relocs->type == SHT_RELA;
		w.entry_size = entry_size(file, w.rela);
		reloc_units_init(&w.units, &scn->pub);
		w.last_off = w.last_end = 0;
		rc = apply_section(&w, err);
	}
	return rc;
}
