// SPDX-License-Identifier: GPL-2.0-only
/*
 * Packages of split units: the sections of many .dwo files behind each other,
 * and an index that says which part of each section belongs to which unit (DWARF
 * 5 section 7.3.5; GNU's is the same but for its version and section numbers).
 */
#include <config.h>

#include <elf.h>
#include <inttypes.h>
#include <stdlib.h>

#include "base/vec.h"
#include "dwarf/bytes.h"
#include "dwarf/dwo.h"
#include "base/poison.h"

/* DW_SECT_*: of both versions but for TYPES. */
enum { SECT_INFO = 1, SECT_TYPES = 2, SECT_ABBREV = 3, SECT_LINE = 4,
       SECT_STR_OFFSETS = 6, NR_SECTS = 9 };

/* A unit's part of a section. */
struct span {
	uint32_t off, size;
};

/* A row of the index. */
struct row {
	uint64_t start;		/* DIE offset of its first unit */
	uint32_t size;
	struct span abbrev, line, str_offsets;
};

struct rows {
	struct row *row;
	size_t nr, cap;
};

static int damaged(const struct dw_part *part, const char *section,
		   const char *what, struct lay_error *err)
{
	return lay_error_set(err, LAY_E_FORMAT, "%s: %s: %s",
			     elf_path(part->elf), section, what);
}

/* The tables of an index; each lies in the section. */
struct index {
	uint32_t nr_columns, nr_units;
	uint16_t version;
	const uint8_t *columns, *offsets, *sizes;
};

static const char *read_index(struct dw_cursor *c, struct index *index)
{
	uint64_t version, skipped, columns, units, slots, hash_size, size;

	/* 4 bytes in GNU's, 2 and 2 of padding since: byte order decides */
	if (!dw_read(c, 2, &version) || !dw_read(c, 2, &skipped) ||
	    !dw_read(c, 4, &columns) || !dw_read(c, 4, &units) ||
	    !dw_read(c, 4, &slots))
		return "cut off";
	version = version ? version : skipped;
	if (version != 2 && version != 5)
		return "a version that is not known";
	if (units > slots || (units && !columns))
		return "more units than it has room for";
	/* each of at most 32 bits, as are their products with a few bytes */
	hash_size = slots * 12;
	if (__builtin_mul_overflow(columns * 4, units, &size) ||
	    !dw_skip(c, hash_size))
		return "cut off";
	index->version = (uint16_t)version;
	index->nr_columns = (uint32_t)columns;
	index->nr_units = (uint32_t)units;
	index->columns = c->p;
	if (!dw_skip(c, columns * 4))
		return "cut off";
	index->offsets = c->p;
	if (!dw_skip(c, size))
		return "cut off";
	index->sizes = c->p;
	return dw_skip(c, size) ? NULL : "cut off";
}

static int add_row(struct rows *rows, const struct dw_part *part,
		   const struct span *spans, struct lay_error *err)
{
	bool types = spans[SECT_TYPES].size;
	const struct span *own = &spans[types ? SECT_TYPES : SECT_INFO];

	if (VEC_RESERVE(rows->row, rows->nr, rows->cap, 1) < 0)
		return lay_error_set(err, LAY_E_NOMEM,
				     "no memory for %zu units", rows->nr);
	rows->row[rows->nr++] = (struct row){
		.start = part->base + own->off + (types ? DW_OFF_TYPES : 0),
		.size = own->size,
		.abbrev = spans[SECT_ABBREV],
		.line = spans[SECT_LINE],
		.str_offsets = spans[SECT_STR_OFFSETS],
	};
	return 0;
}

/* Add the rows of the index in section @name; a package need not have it. */
static int read_rows(const struct dw_part *part, const char *name,
		     bool big_endian, struct rows *rows, struct lay_error *err)
{
	const struct elf_section *s = elf_find_section(part->elf, name);
	struct index index;
	struct elf_data d;
	const char *wrong;
	struct dw_cursor c;
	int ret;

	if (!s)
		return 0;
	ret = elf_section_data(part->elf, s, &d, err);
	if (ret < 0 || !d.size)
		return ret;
	c = (struct dw_cursor){ d.data, d.data + d.size, big_endian };
	wrong = read_index(&c, &index);
	if (wrong)
		return damaged(part, name, wrong, err);
	for (uint32_t i = 0; i < index.nr_units && ret == 0; i++) {
		struct span spans[NR_SECTS] = { { 0, 0 } };
		size_t at = (size_t)i * index.nr_columns * 4;

		for (uint32_t j = 0; j < index.nr_columns; j++, at += 4) {
			uint32_t sect = dw_load32(index.columns + 4 * (size_t)j,
						  big_endian);

			if (sect < NR_SECTS)
				spans[sect] = (struct span){
					dw_load32(index.offsets + at, big_endian),
					dw_load32(index.sizes + at, big_endian),
				};
		}
		if (index.version == 5)
			spans[SECT_TYPES].size = 0;
		ret = add_row(rows, part, spans, err);
	}
	return ret;
}

static int compare_rows(const void *pa, const void *pb)
{
	const struct row *a = pa, *b = pb;

	return a->start < b->start ? -1 : a->start > b->start;
}

/* The row in whose span @off lies, or NULL. */
static const struct row *find_row(const struct rows *rows, uint64_t off)
{
	size_t lo = 0, hi = rows->nr;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (rows->row[mid].start <= off)
			lo = mid + 1;
		else
			hi = mid;
	}
	if (lo == 0 || off - rows->row[lo - 1].start >= rows->row[lo - 1].size)
		return NULL;
	return &rows->row[lo - 1];
}

static int adjust(struct dw_file *file, struct dw_part *part,
		  const struct rows *rows, struct dw_unit *unit,
		  struct lay_error *err)
{
	const struct row *row = find_row(rows, unit->off);

	if (!row)
		return dw_error_at(file, unit->off, LAY_E_FORMAT, err,
				   "a unit that the package's index does not have");
	unit->abbrev_off += row->abbrev.off;
	if (unit->abbrev_off >= part->sections[DW_SECTION_ABBREV].size)
		return dw_error_at(file, unit->off, LAY_E_FORMAT, err,
				   "abbreviations at 0x%" PRIx64 " of %zu bytes",
				   unit->abbrev_off,
				   part->sections[DW_SECTION_ABBREV].size);
	unit->str_offsets_off = row->str_offsets.off;
	unit->line_off = row->line.off;
	if (!(unit->off & DW_OFF_TYPES))
		unit->ref_addr_base = row->start;
	return 0;
}

int dw_package_index(struct dw_file *file, struct dw_part *part,
		     struct lay_error *err)
{
	struct rows rows = { .row = NULL };
	int ret;

	ret = read_rows(part, ".debug_cu_index", file->big_endian, &rows, err);
	if (ret == 0)
		ret = read_rows(part, ".debug_tu_index", file->big_endian,
				&rows, err);
	if (ret == 0 && rows.nr)
		qsort(rows.row, rows.nr, sizeof(*rows.row), compare_rows);
	for (size_t i = 0; i < part->nr_units && ret == 0; i++)
		ret = adjust(file, part, &rows,
			     &file->units[part->first_unit + i], err);
	free(rows.row);
	return ret;
}
