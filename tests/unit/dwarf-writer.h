/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * DWARF for tests, DIE by DIE: any version, 32 and 64 bit, both byte orders,
 * true or lying. Every DIE gets an abbreviation of its own. A test that runs
 * out of memory aborts.
 *
 *	struct dwarf_writer w;
 *	size_t base;
 *	char *path;
 *
 *	dwarf_writer_init(&w, 5);
 *	dwarf_writer_unit(&w, DW_UT_compile);
 *	DIE_OPEN(&w, DW_TAG_compile_unit, STR(DW_AT_name, "a.c"));
 *	base = DIE(&w, DW_TAG_base_type, STR(DW_AT_name, "int"),
 *		   NUM(DW_AT_byte_size, 4));
 *	DIE_OPEN(&w, DW_TAG_structure_type, STR(DW_AT_name, "s"));
 *	DIE(&w, DW_TAG_member, STR(DW_AT_name, "x"), REF(DW_AT_type, base));
 *	dwarf_writer_close(&w);			end of the members
 *	dwarf_writer_close(&w);			end of the unit's children
 *	dwarf_writer_unit_end(&w);
 *	path = dwarf_writer_finish(&w);
 *	...
 *	test_file_remove(path);
 */
#ifndef UNIT_DWARF_WRITER_H
#define UNIT_DWARF_WRITER_H

#include "dwarf/constants.h"
#include "unit/elf-writer.h"

struct dwarf_attr {
	uint64_t at;		/* DW_AT_*; 0 ends a list */
	uint64_t form;
	uint64_t u;		/* numbers; references: the DIE's offset in the
				 * section, whatever the form; length of a
				 * block */
	const char *s;		/* strings and the bytes of blocks */
	size_t *where;		/* gets the offset of the value, for patching */
};

/* An attribute in the form mostly used, or in any form. */
#define STR(at, s) STR_IN(at, DW_FORM_string, s)
#define NUM(at, v) NUM_IN(at, DW_FORM_udata, v)
#define REF(at, die) NUM_IN(at, DW_FORM_ref4, die)
#define FLAG(at) NUM_IN(at, DW_FORM_flag, 1)
#define STR_IN(at, form, s) { at, form, 0, s, NULL }
#define NUM_IN(at, form, v) { at, form, (uint64_t)(v), NULL, NULL }
#define BLOCK_IN(at, form, bytes, len) { at, form, len, bytes, NULL }
/* A reference that is filled in by dwarf_writer_point(). */
#define REF_LATER(at, where) { at, DW_FORM_ref4, 0, NULL, where }

/* A DIE without and with children; the value is its offset. */
#define DIE(w, tag, ...) \
	dwarf_writer_die(w, tag, false, \
			 (const struct dwarf_attr[]){ __VA_ARGS__, { 0 } })
#define DIE_OPEN(w, tag, ...) \
	dwarf_writer_die(w, tag, true, \
			 (const struct dwarf_attr[]){ __VA_ARGS__, { 0 } })

struct dwarf_writer {
	unsigned int version;
	unsigned int offset_size;	/* 4 unless set: 32-bit DWARF */
	unsigned int addr_size;		/* 8 unless set */
	bool big_endian;		/* set before anything is written */
	uint16_t machine;		/* EM_X86_64 unless set */
	uint64_t code;			/* of the next abbreviation */
	uint64_t code_step;		/* 1 unless set */
	unsigned int first_abbrev;	/* abbreviations of no DIE that the next
					 * unit's table begins with */
	const char *suffix;		/* of the names of sections, or NULL */
	uint64_t dwo_id;		/* of the next skeleton or split unit */
	/* the sections; a test may write to them */
	struct byte_buf info, types, abbrev, str, line_str, str_offsets, line;
	struct byte_buf cu_index;
	struct byte_buf addr, loc, loclists, ranges, rnglists;
	uint64_t text_addr, text_size;	/* of .text, without bytes; size 0:
					 * there is none */
	struct byte_buf *out;		/* info or types */
	size_t unit_off;		/* of the unit being written */
	size_t length_off;		/* of its length, without the escape */
	size_t type_off_at;		/* of what its header says of its type */
};

void dwarf_writer_init(struct dwarf_writer *w, unsigned int version);
/* As the last byte order given is that of the buffers. */
void dwarf_writer_set_big_endian(struct dwarf_writer *w);

/* Begin a unit; DW_UT_type before DWARF 5 goes to .debug_types. */
void dwarf_writer_unit(struct dwarf_writer *w, unsigned int unit_type);
void dwarf_writer_type_unit(struct dwarf_writer *w, uint64_t signature);
/* Say that the type unit's type is the DIE at @die. */
void dwarf_writer_type_is(struct dwarf_writer *w, size_t die);
void dwarf_writer_unit_end(struct dwarf_writer *w);

size_t dwarf_writer_die(struct dwarf_writer *w, uint64_t tag, bool children,
			const struct dwarf_attr *attrs);
/* End a list of children; returns the offset behind it. */
size_t dwarf_writer_close(struct dwarf_writer *w);
/* Have the REF_LATER at @where point to @die. */
void dwarf_writer_point(struct dwarf_writer *w, size_t where, size_t die);

/* Free what was written. */
void dwarf_writer_free(struct dwarf_writer *w);
/* Write an ELF file and free; the path is for test_file_remove(). */
char *dwarf_writer_finish(struct dwarf_writer *w);

#endif /* UNIT_DWARF_WRITER_H */
