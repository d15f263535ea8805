/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The DWARF of an ELF file and of the other files that it says have the rest:
 * their sections, and the table of all units. Nothing but the unit headers is
 * read to open it.
 *
 * Each of the files is a part. A place in the debug information is one number, a
 * DIE offset: from bit DW_PART_SHIFT on the part, below it the offset in
 * .debug_info or, with DW_OFF_TYPES set, in the .debug_types of DWARF 4. So a
 * reference from one file into another is followed as any other, and who asks
 * for types need not know that there is more than one. The file that was named
 * is part 0: of it a DIE offset is the offset in .debug_info itself.
 */
#ifndef DWARF_UNIT_H
#define DWARF_UNIT_H

#include <pthread.h>

#include "dwarf/finder.h"
#include "elf/elf.h"

#define DW_PART_SHIFT	40
#define DW_MAX_PARTS	(1u << 21)
#define DW_OFF_TYPES	(UINT64_C(1) << (DW_PART_SHIFT - 1))

/* Of a DIE offset, the offset in its section. */
static inline uint64_t dw_off_in_section(uint64_t off)
{
	return off & (DW_OFF_TYPES - 1);
}

enum dw_section {
	DW_SECTION_INFO,
	DW_SECTION_TYPES,
	DW_SECTION_ABBREV,
	DW_SECTION_STR,
	DW_SECTION_LINE_STR,
	DW_SECTION_STR_OFFSETS,
	DW_SECTION_LINE,
	DW_SECTION_ADDR,
	DW_SECTION_LOC,
	DW_SECTION_LOCLISTS,
	DW_SECTION_RANGES,
	DW_SECTION_RNGLISTS,
	DW_NR_SECTIONS,
};

enum dw_part_kind {
	DW_PART_PLAIN,
	DW_PART_SUP,		/* what dwz took out of several files */
	DW_PART_DWO,		/* sections named .debug_info.dwo, ... */
	DW_PART_DWP,		/* the same, of many units put together */
};

/* One of the files that debug information is read from. */
struct dw_part {
	struct elf_file *elf;
	bool owned;		/* @elf is closed with the part */
	enum dw_part_kind kind;
	uint64_t base;		/* where its DIE offsets begin */
	struct dw_part *sup;	/* what its references to a supplementary file
				 * lead into; NULL: none */
	size_t first_unit, nr_units;	/* of dw_file.units */
	/* use dw_part_section() */
	struct elf_data sections[DW_NR_SECTIONS];
	bool loaded[DW_NR_SECTIONS];
	/* of .debug_info, .debug_types: an object file can have many of one
	 * name, a type unit in each; then they stand here behind each other */
	struct dw_joined {
		uint8_t *bytes;		/* NULL: there is one */
		size_t *starts;		/* of each */
		size_t nr;
	} joined[2];
	pthread_mutex_t lock;
};
_Static_assert(DW_SECTION_INFO == 0 && DW_SECTION_TYPES == 1,
	       "sections with units come first");

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
	uint8_t unit_type;	/* DW_UT_*; before DWARF 5 _compile, _type or
				 * _partial */
	uint8_t addr_size;	/* 1, 2, 4 or 8 */
	uint8_t offset_size;	/* 4: 32-bit DWARF, 8: 64-bit DWARF */
	bool idle;		/* nothing is looked for in it: what it has
				 * stands elsewhere, or is not this build's */
	/* what DW_FORM_ref_addr counts from, as a DIE offset */
	uint64_t ref_addr_base;
	/* in a package of units: where in their sections its own begin */
	uint64_t str_offsets_off, line_off;
	uint64_t dwo_id;	/* of a split unit or its skeleton, or 0 */
	uint32_t skeleton;	/* of a split unit: what is left of it in the
				 * linked file, an index of units + 1; 0: none */
	/* partial units: dw_file.importers[first_importer, + nr_importers) */
	uint32_t first_importer, nr_importers;
	uint16_t language;	/* DW_LANG_* of the first of them, or 0 */
	bool no_align;		/* see dwarf/unstated.h */
};

/* Split units that were not found. */
struct dw_missing {
	size_t nr;
	char *first;		/* the .dwo file that the first one is in */
	char *why;		/* it cannot be used; NULL: it is not there */
};

struct dw_file {
	struct elf_file *elf;	/* of part 0; borrowed */
	bool big_endian;
	struct dw_part **parts;
	size_t nr_parts, cap_parts;
	/* in the order of DIE offsets: of each part .debug_info's, then
	 * .debug_types' */
	struct dw_unit *units;
	size_t nr_units, cap_units;
	/* type units by signature: indices of @units; NULL if there are none */
	uint32_t *by_signature;
	size_t nr_signatures;
	uint32_t *importers;	/* see alt.h; indices of @units */
	size_t nr_skeletons;	/* units whose types are in .dwo files */
	struct dw_missing missing;
};

/*
 * Read the unit headers of @elf, which must outlive the result. Errors: no
 * .debug_info (-LAY_E_NO_DEBUG), damaged headers, versions before 2 or after 5.
 */
int dw_file_open(struct elf_file *elf, struct dw_file **file,
		 struct lay_error *err);
/* The same with all other files that @finder has for it. */
int dw_file_open_all(struct elf_file *elf, const struct dw_finder *finder,
		     struct dw_file **file, struct lay_error *err);
void dw_file_close(struct dw_file *file);

/* elf_intact() of all parts but the first. */
int dw_file_intact(struct dw_file *file, struct lay_error *err);

/*
 * Add @elf to @file, and its units behind those that are there. It is closed
 * with the file, after a failure too. What is known of signatures is as before:
 * dw_file_index().
 */
int dw_file_add_part(struct dw_file *file, struct elf_file *elf,
		     enum dw_part_kind kind, struct dw_part **part,
		     struct lay_error *err);
int dw_file_index(struct dw_file *file, struct lay_error *err);

/*
 * The bytes of a section, unpacked if need be at the first call; a section
 * that the file does not have is empty, not an error. Any thread may call.
 */
int dw_part_section(struct dw_part *part, enum dw_section section,
		    struct elf_data *data, struct lay_error *err);

/* ".debug_info", ... of whatever part. */
const char *dw_section_name(enum dw_section section);

/* The part in which @die_off, of a unit, lies. */
static inline struct dw_part *dw_file_part(const struct dw_file *file,
					   uint64_t die_off)
{
	return file->parts[die_off >> DW_PART_SHIFT];
}

/* The section that @unit uses. */
static inline int dw_unit_section(const struct dw_file *file,
				  const struct dw_unit *unit,
				  enum dw_section section,
				  struct elf_data *data, struct lay_error *err)
{
	return dw_part_section(dw_file_part(file, unit->off), section, data,
			       err);
}

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
	enum dw_section section = die_off & DW_OFF_TYPES ? DW_SECTION_TYPES
							 : DW_SECTION_INFO;

	return dw_file_part(file, die_off)->sections[section].data +
	       dw_off_in_section(die_off);
}

/*
 * Fill @err with "PATH: .debug_info+0x1f3a: " and the formatted text; returns
 * -code.
 */
int dw_error_at(const struct dw_file *file, uint64_t die_off,
		enum lay_error_code code, struct lay_error *err,
		const char *fmt, ...) LAY_PRINTF(5, 6);

#endif /* DWARF_UNIT_H */
