/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The file names of a line table: only its header is read, never the line
 * program behind it (DWARF 5 section 6.2.4).
 */
#ifndef DWARF_LINE_H
#define DWARF_LINE_H

#include "dwarf/unit.h"

struct dw_line_file {
	const char *name;	/* in the section, or NULL: left empty */
	uint64_t dir;
};

struct dw_lines {
	const char **dirs;	/* in the section */
	size_t nr_dirs;
	struct dw_line_file *files;
	size_t nr_files;
	uint16_t version;
};

/*
 * Read the header at @off in .debug_line, of a unit @unit (whose first DIE at
 * unit->die_off is named in errors). A file without .debug_line has no names:
 * not an error. @lines is the caller's.
 */
int dw_lines_read(struct dw_file *file, const struct dw_unit *unit,
		  uint64_t off, struct dw_lines *lines, struct lay_error *err);
void dw_lines_free(struct dw_lines *lines);

/*
 * The file with the number @index, as DW_AT_decl_file counts: from 1 before
 * DWARF 5, from 0 since. @dir is the directory to put in front, or NULL where
 * there is none or it is the one in which the compiler ran. False: not a file.
 */
bool dw_lines_file(const struct dw_lines *lines, uint64_t index,
		   const char **dir, const char **name);

#endif /* DWARF_LINE_H */
