/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The DWARF of one ELF file: its sections, and the table of its units. Nothing
 * but the unit headers is read to open it.
 *
 * A place in the debug information is one number, a DIE offset: the offset in
 * .debug_info or, with DW_OFF_TYPES set, in the .debug_types of DWARF 4.
 */
#ifndef DWARF_UNIT_H
#define DWARF_UNIT_H

#include <pthread.h>

#include "elf/elf.h"

#define DW_OFF_TYPES	(UINT64_C(1) << 63)

enum dw_section {
	DW_SECTION_INFO,
	DW_SECTION_TYPES,
	DW_SECTION_ABBREV,
	DW_SECTION_STR,
	DW_SECTION_LINE_STR,
	DW_SECTION_STR_OFFSETS,
	DW_SECTION_LINE,
	DW_SECTION_ADDR,
	DW_NR_SECTIONS,
};

/*
 * A unit, its header checked: it ends inside its section, its abbreviations
 * begin inside theirs. What stands behind the header is not (check.h).
 */
struct dw_unit {
	uint64_t off;		/* DIE offset of its header */
	uint64_t die_off;	/* of its first DIE */
	uint64_t end;		/* behind its last byte */
	uint64_t abbrev_off;
	uint64_t signature;	/* type units: of their type; else 0 */
	uint64_t type_off;	/* type units: DIE offset of their type; else 0 */
	uint16_t version;	/* 2 to 5 */
	uint8_t unit_type;	/* DW_UT_*; before DWARF 5 _compile or _type */
	uint8_t addr_size;	/* 1, 2, 4 or 8 */
	uint8_t offset_size;	/* 4: 32-bit DWARF, 8: 64-bit DWARF */
};

struct dw_file {
	struct elf_file *elf;	/* borrowed */
	bool big_endian;
	/* .debug_info's units in order, then .debug_types' */
	struct dw_unit *units;
	size_t nr_units;
	/* type units by signature: indices of @units; NULL if there are none */
	uint32_t *by_signature;
	size_t nr_signatures;
	/* use dw_file_section() */
	struct elf_data sections[DW_NR_SECTIONS];
	bool loaded[DW_NR_SECTIONS];
	pthread_mutex_t lock;
};

/*
 * Read the unit headers of @elf, which must outlive the result. Errors: no
 * .debug_info (-LAY_E_NO_DEBUG), damaged headers, versions before 2 or after 5.
 */
int dw_file_open(struct elf_file *elf, struct dw_file **file,
		 struct lay_error *err);
void dw_file_close(struct dw_file *file);

/*
 * The bytes of a section, unpacked if need be at the first call; a section
 * that the file does not have is empty, not an error. Any thread may call.
 */
int dw_file_section(struct dw_file *file, enum dw_section section,
		    struct elf_data *data, struct lay_error *err);

/* ".debug_info", ... */
const char *dw_section_name(enum dw_section section);

/* The unit in which @die_off lies, or NULL when it is in none. */
const struct dw_unit *dw_file_unit_at(const struct dw_file *file,
				      uint64_t die_off);

/* The first type unit with this signature, or NULL. */
const struct dw_unit *dw_file_type_unit(const struct dw_file *file,
					uint64_t signature);

/* The byte at @die_off, which must lie in a unit (or be the end of one). */
static inline const uint8_t *dw_file_bytes(const struct dw_file *file,
					   uint64_t die_off)
{
	if (die_off & DW_OFF_TYPES)
		return file->sections[DW_SECTION_TYPES].data +
		       (die_off & ~DW_OFF_TYPES);
	return file->sections[DW_SECTION_INFO].data + die_off;
}

/*
 * Fill @err with "PATH: .debug_info+0x1f3a: " and the formatted text; returns
 * -code.
 */
int dw_error_at(const struct dw_file *file, uint64_t die_off,
		enum lay_error_code code, struct lay_error *err,
		const char *fmt, ...) LAY_PRINTF(5, 6);

#endif /* DWARF_UNIT_H */
