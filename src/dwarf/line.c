// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "dwarf/constants.h"
#include "dwarf/form.h"
#include "dwarf/line.h"
#include "dwarf/unfilled.h"
#include "base/poison.h"

/* Formats of entries have one row for each kind of content; DWARF 5 has five
 * kinds, LLVM and others a few more. */
#define MAX_FORMATS 32

struct format {
	uint64_t content;	/* DW_LNCT_* */
	uint64_t form;
};

struct reader {
	struct dw_file *file;
	const struct dw_unit *unit;
	struct dw_unit table;	/* version and sizes of the line table */
	uint64_t off;
	struct dw_cursor c;
	struct dw_lines *lines;
	size_t cap_dirs, cap_files;
	struct lay_error *err;
};

static int damaged(const struct reader *r, const char *what)
{
	return dw_error_at(r->file, r->unit->die_off, LAY_E_FORMAT, r->err,
			   "its line table at .debug_line+0x%" PRIx64 ": %s",
			   r->off, what);
}

static int add_dir(struct reader *r, const char *name)
{
	struct dw_lines *l = r->lines;

	if (VEC_RESERVE(l->dirs, l->nr_dirs, r->cap_dirs, 1) < 0)
		return lay_error_set(r->err, LAY_E_NOMEM, "out of memory");
	l->dirs[l->nr_dirs++] = name;
	return 0;
}

static int add_file(struct reader *r, struct dw_line_file file)
{
	struct dw_lines *l = r->lines;

	if (VEC_RESERVE(l->files, l->nr_files, r->cap_files, 1) < 0)
		return lay_error_set(r->err, LAY_E_NOMEM, "out of memory");
	l->files[l->nr_files++] = file;
	return 0;
}

/* Up to DWARF 4: strings, up to an empty one. Number 0 is not in the list. */
static int read_old_lists(struct reader *r)
{
	struct dw_line_file file;
	const char *name;
	uint64_t skipped;
	size_t len;
	int ret = add_dir(r, NULL);

	while (ret == 0) {
		if (!dw_read_string(&r->c, &name, &len))
			return damaged(r, "directories without end");
		if (!len)
			break;
		ret = add_dir(r, name);
	}
	if (ret == 0)
		ret = add_file(r, (struct dw_line_file){ .name = NULL });
	while (ret == 0) {
		if (!dw_read_string(&r->c, &file.name, &len))
			return damaged(r, "files without end");
		if (!len)
			break;
		if (!dw_read_uleb(&r->c, &file.dir) ||
		    !dw_read_uleb(&r->c, &skipped) ||
		    !dw_read_uleb(&r->c, &skipped))
			return damaged(r, "a file cut off");
		ret = add_file(r, file);
	}
	return ret;
}

static int read_formats(struct reader *r, struct format *formats,
			uint64_t *nr)
{
	if (!dw_read(&r->c, 1, nr) || *nr > MAX_FORMATS)
		return damaged(r, "too many formats");
	for (uint64_t i = 0; i < *nr; i++)
		if (!dw_read_uleb(&r->c, &formats[i].content) ||
		    !dw_read_uleb(&r->c, &formats[i].form))
			return damaged(r, "a format cut off");
	return 0;
}

/* The text of a path. A string that ends in its section can be borrowed. */
static int read_path(struct reader *r, const struct dw_value *value,
		     const char **path)
{
	enum dw_section section;
	struct elf_data d;
	int ret;

	switch (value->class) {
	case DW_VALUE_STRING:
		*path = (const char *)value->data;
		return 0;
	case DW_VALUE_STRP:
		section = DW_SECTION_STR;
		break;
	case DW_VALUE_LINE_STRP:
		section = DW_SECTION_LINE_STR;
		break;
	default:
		*path = NULL;
		return 0;
	}
	ret = dw_unit_section(r->file, r->unit, section, &d, r->err);
	if (ret < 0)
		return ret;
	if (value->u >= d.size ||
	    !memchr(d.data + value->u, 0, d.size - value->u))
		return damaged(r, "a name past the end of its section");
	*path = (const char *)d.data + value->u;
	return 0;
}

static int read_entry(struct reader *r, const struct format *formats,
		      uint64_t nr_formats, struct dw_line_file *file)
{
	struct dw_value value;
	int ret = 0;

	*file = (struct dw_line_file){ .name = NULL };
	for (uint64_t i = 0; i < nr_formats && ret == 0; i++) {
		if (!dw_form_read(&r->c, formats[i].form, 0, &r->table, &value))
			return damaged(r, "an entry cut off");
		if (formats[i].content == DW_LNCT_path)
			ret = read_path(r, &value, &file->name);
		else if (formats[i].content == DW_LNCT_directory_index &&
			 value.class == DW_VALUE_UNSIGNED)
			file->dir = value.u;
	}
	return ret;
}

/* DWARF 5: a list of directories, then one of files, each led by its format. */
static int read_list(struct reader *r, bool dirs)
{
	struct format formats[MAX_FORMATS];
	struct dw_line_file file;
	uint64_t nr_formats = 0, nr;
	const uint8_t *before;
	int ret = read_formats(r, formats, &nr_formats);

	if (ret < 0)
		return ret;
	if (!dw_read_uleb(&r->c, &nr))
		return damaged(r, "a list cut off");
	for (uint64_t i = 0; i < nr && ret == 0; i++) {
		before = r->c.p;
		ret = read_entry(r, formats, nr_formats, &file);
		/* any number of nothings fit in what is left */
		if (ret == 0 && r->c.p == before)
			return damaged(r, "entries of no bytes");
		if (ret == 0)
			ret = dirs ? add_dir(r, file.name) : add_file(r, file);
	}
	return ret;
}

/* Length, version and sizes; the cursor ends with the table afterwards. */
static int read_start(struct reader *r)
{
	uint64_t length, version, skipped;
	unsigned int size = 4;

	if (!dw_read(&r->c, 4, &length))
		return damaged(r, "cut off");
	if (length == 0xffffffff) {
		size = 8;
		if (!dw_read(&r->c, 8, &length))
			return damaged(r, "cut off");
	}
	if (length > dw_left(&r->c))
		return damaged(r, "ends past its section");
	r->c.end = r->c.p + length;
	if (!dw_read(&r->c, 2, &version))
		return damaged(r, "cut off");
	if (version < 2 || version > 5)
		return damaged(r, "a version that is not known");
	r->table = *r->unit;
	r->table.version = r->lines->version = (uint16_t)version;
	r->table.offset_size = (uint8_t)size;
	/* sizes of an address and a segment selector */
	if (version == 5 && !dw_skip(&r->c, 2))
		return damaged(r, "cut off");
	return dw_read(&r->c, size, &skipped) ? 0 : damaged(r, "cut off");
}

/* Everything up to the lists: how the line program is encoded. */
static int skip_encoding(struct reader *r)
{
	uint64_t opcode_base;

	/* minimum_instruction_length, since DWARF 4
	 * maximum_operations_per_instruction, default_is_stmt, line_base,
	 * line_range */
	if (!dw_skip(&r->c, r->table.version >= 4 ? 5 : 4) ||
	    !dw_read(&r->c, 1, &opcode_base) ||
	    !dw_skip(&r->c, opcode_base ? opcode_base - 1 : 0))
		return damaged(r, "cut off");
	return 0;
}

int dw_lines_read(struct dw_file *file, const struct dw_unit *unit,
		  uint64_t off, struct dw_lines *lines, struct lay_error *err)
{
	struct reader r = {
		.file = file, .unit = unit, .off = off, .lines = lines,
		.err = err,
	};
	struct elf_data d;
	int ret = dw_unit_section(file, unit, DW_SECTION_LINE, &d, err);

	*lines = (struct dw_lines){ .dirs = NULL };
	if (ret < 0 || !d.size)
		return ret;
	if (off >= d.size)
		return damaged(&r, "past the end of the section");
	r.c = (struct dw_cursor){ .p = d.data + off, .end = d.data + d.size,
				  .big_endian = file->big_endian };
	ret = read_start(&r);
	if (ret == 0)
		ret = skip_encoding(&r);
	if (ret == 0 && lines->version < 5)
		ret = read_old_lists(&r);
	if (ret == 0 && lines->version == 5)
		ret = read_list(&r, true);
	if (ret == 0 && lines->version == 5)
		ret = read_list(&r, false);
	if (ret == 0 && dw_is_unfilled(file, unit, DW_SECTION_LINE, off,
				       (uint64_t)(r.c.p - d.data)))
		ret = damaged(&r, "a name whose relocation is of no effect (R_*_NONE)");
	if (ret < 0)
		dw_lines_free(lines);
	return ret;
}

void dw_lines_free(struct dw_lines *lines)
{
	free(lines->dirs);
	free(lines->files);
	*lines = (struct dw_lines){ .dirs = NULL };
}

bool dw_lines_file(const struct dw_lines *lines, uint64_t index,
		   const char **dir, const char **name)
{
	const struct dw_line_file *file;

	if (index >= lines->nr_files || !lines->files[index].name)
		return false;
	file = &lines->files[index];
	*name = file->name;
	*dir = NULL;
	if (file->name[0] != '/' && file->dir > 0 && file->dir < lines->nr_dirs)
		*dir = lines->dirs[file->dir];
	return true;
}
