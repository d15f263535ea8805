// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <elf.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "dwarf/alt.h"
#include "dwarf/bytes.h"
#include "dwarf/constants.h"
#include "dwarf/dwo.h"
#include "dwarf/unfilled.h"
#include "dwarf/unit.h"
#include "base/poison.h"

static const char *const section_names[] = {
	[DW_SECTION_INFO] = ".debug_info",
	[DW_SECTION_TYPES] = ".debug_types",
	[DW_SECTION_ABBREV] = ".debug_abbrev",
	[DW_SECTION_STR] = ".debug_str",
	[DW_SECTION_LINE_STR] = ".debug_line_str",
	[DW_SECTION_STR_OFFSETS] = ".debug_str_offsets",
	[DW_SECTION_LINE] = ".debug_line",
	[DW_SECTION_ADDR] = ".debug_addr",
	[DW_SECTION_LOC] = ".debug_loc",
	[DW_SECTION_LOCLISTS] = ".debug_loclists",
	[DW_SECTION_RANGES] = ".debug_ranges",
	[DW_SECTION_RNGLISTS] = ".debug_rnglists",
};
_Static_assert(sizeof(section_names) / sizeof(section_names[0]) ==
	       DW_NR_SECTIONS, "every section has a name");

const char *dw_section_name(enum dw_section section)
{
	return section_names[section];
}

/* What stands behind the names of a part's sections. */
static const char *dw_part_suffix(const struct dw_part *part)
{
	return part->kind >= DW_PART_DWO ? ".dwo" : "";
}

int dw_error_at(const struct dw_file *file, uint64_t die_off,
		enum lay_error_code code, struct lay_error *err,
		const char *fmt, ...)
{
	enum dw_section section = die_off & DW_OFF_TYPES ? DW_SECTION_TYPES
							 : DW_SECTION_INFO;
	uint64_t index = die_off >> DW_PART_SHIFT;
	const struct dw_part *part =
		file->parts[index < file->nr_parts ? index : 0];
	char text[sizeof(err->text) / 2];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	return lay_error_set(err, code, "%s: %s%s+0x%" PRIx64 ": %s",
			     elf_path(part->elf), dw_section_name(section),
			     dw_part_suffix(part), dw_off_in_section(die_off),
			     text);
}

/* Has the section bytes that could be joined? */
static bool is_piece(const struct elf_section *s, const char *name)
{
	return !strcmp(s->name, name) && s->type != SHT_NOBITS;
}

/*
 * Sections called @name, and what they take together. In the file none lies in
 * another: else a small one could say that it has any number of bytes.
 */
static int count_pieces(const struct dw_part *part, const char *name,
			size_t *nr, size_t *size, struct lay_error *err)
{
	const uint8_t *first = NULL, *last = NULL;
	struct elf_data d;
	size_t packed = 0;
	int ret;

	*nr = *size = 0;
	for (size_t i = 0; i < elf_nr_sections(part->elf); i++) {
		const struct elf_section *s = elf_section_at(part->elf, i);

		if (!is_piece(s, name))
			continue;
		ret = elf_section_raw(part->elf, s, &d, err);
		if (ret < 0)
			return ret;
		++*nr;
		if (d.size) {
			first = !first || d.data < first ? d.data : first;
			last = !last || d.data + d.size > last
				       ? d.data + d.size : last;
		}
		/* all are in memory: this does not overflow by itself */
		packed += d.size;
		if (packed > (size_t)(last - first) ||
		    __builtin_add_overflow(*size, (size_t)s->size, size))
			return lay_error_set(err, LAY_E_FORMAT,
					     "%s: %s: sections that overlap",
					     elf_path(part->elf), name);
	}
	return 0;
}

/* Have all sections called @name behind each other, if there is more than the
 * one that @data is. */
static int join(struct dw_part *part, const char *name,
		struct dw_joined *joined, struct elf_data *data,
		struct lay_error *err)
{
	size_t nr, size, at = 0;
	struct elf_data d;
	int ret = count_pieces(part, name, &nr, &size, err);

	if (ret < 0 || nr < 2)
		return ret;
	joined->starts = calloc(nr, sizeof(*joined->starts));
	joined->bytes = malloc(size + 1);
	if (!joined->starts || !joined->bytes)
		return lay_error_set(err, LAY_E_NOMEM, "%s: no memory for %s",
				     elf_path(part->elf), name);
	for (size_t i = 0; i < elf_nr_sections(part->elf); i++) {
		const struct elf_section *s = elf_section_at(part->elf, i);

		if (!is_piece(s, name))
			continue;
		ret = elf_section_data(part->elf, s, &d, err);
		if (ret < 0)
			return ret;
		/* what unpacks has the size that its header stated */
		if (d.size > size - at)
			d.size = size - at;
		joined->starts[joined->nr++] = at;
		if (d.size)
			memcpy(joined->bytes + at, d.data, d.size);
		at += d.size;
	}
	data->data = joined->bytes;
	data->size = at;
	return 0;
}

static int load_section(struct dw_part *part, enum dw_section section,
			struct lay_error *err)
{
	struct elf_data *data = &part->sections[section];
	const struct elf_section *header;
	char name[32];
	int ret;

	snprintf(name, sizeof(name), "%s%s", section_names[section],
		 dw_part_suffix(part));
	header = elf_find_section(part->elf, name);
	if (!header)
		return 0;
	ret = elf_section_data(part->elf, header, data, err);
	if (ret == 0 && section <= DW_SECTION_TYPES)
		ret = join(part, name, &part->joined[section], data, err);
	return ret;
}

int dw_part_section(struct dw_part *part, enum dw_section section,
		    struct elf_data *data, struct lay_error *err)
{
	int ret = 0;

	pthread_mutex_lock(&part->lock);
	if (!part->loaded[section]) {
		ret = load_section(part, section, err);
		part->loaded[section] = ret == 0;
	}
	if (ret == 0)
		*data = part->sections[section];
	pthread_mutex_unlock(&part->lock);
	return ret;
}

/*
 * The length in front of a unit, 4 bytes or 0xffffffff and 8 (DWARF 5, 7.4).
 * Narrows @c to the unit.
 */
static int read_length(const struct dw_file *file, struct dw_cursor *c,
		       struct dw_unit *u, struct lay_error *err)
{
	size_t left = dw_left(c);
	uint64_t length;

	u->offset_size = 4;
	if (!dw_read(c, 4, &length))
		goto cut;
	if (length == 0xffffffff) {
		u->offset_size = 8;
		if (!dw_read(c, 8, &length))
			goto cut;
	} else if (length >= 0xfffffff0) {
		return dw_error_at(file, u->off, LAY_E_FORMAT, err,
				   "reserved unit length 0x%" PRIx64, length);
	}
	if (length > dw_left(c))
		return dw_error_at(file, u->off, LAY_E_FORMAT, err,
				   "unit of %" PRIu64 " bytes in a section with %zu left",
				   length, dw_left(c));
	u->end = u->off + (left - dw_left(c)) + length;
	c->end = c->p + length;
	return 0;
cut:
	return dw_error_at(file, u->off, LAY_E_FORMAT, err,
			   "unit header cut off");
}

/* What a unit's type has in front of its first DIE. */
static bool read_type_fields(struct dw_cursor *c, struct dw_unit *u)
{
	uint64_t type_off;

	if (!dw_read(c, 8, &u->signature) ||
	    !dw_read(c, u->offset_size, &type_off))
		return false;
	u->type_off = u->off + type_off;
	return type_off < u->end - u->off;
}

/* Version, sizes and kind; the order changed in DWARF 5 (7.5.1). */
static int read_fields(const struct dw_file *file, const struct dw_part *part,
		       struct dw_cursor *c, struct dw_unit *u,
		       struct lay_error *err)
{
	size_t abbrev_size = part->sections[DW_SECTION_ABBREV].size;
	uint64_t version, unit_type, addr_size;
	bool ok;

	if (!dw_read(c, 2, &version))
		goto cut;
	if (version < 2 || version > 5)
		return dw_error_at(file, u->off, LAY_E_UNSUPPORTED, err,
				   "DWARF version %" PRIu64, version);
	u->version = (uint16_t)version;
	if (version < 5) {
		unit_type = u->off & DW_OFF_TYPES ? DW_UT_type : DW_UT_compile;
		ok = dw_read(c, u->offset_size, &u->abbrev_off) &&
		     dw_read(c, 1, &addr_size);
	} else {
		ok = dw_read(c, 1, &unit_type) && dw_read(c, 1, &addr_size) &&
		     dw_read(c, u->offset_size, &u->abbrev_off);
	}
	if (!ok)
		goto cut;
	u->unit_type = (uint8_t)unit_type;
	u->addr_size = (uint8_t)addr_size;
	if (unit_type == DW_UT_type || unit_type == DW_UT_split_type)
		ok = read_type_fields(c, u);
	else if (unit_type == DW_UT_skeleton ||
		 unit_type == DW_UT_split_compile)
		ok = dw_read(c, 8, &u->dwo_id);
	else if (unit_type != DW_UT_compile && unit_type != DW_UT_partial)
		return dw_error_at(file, u->off, LAY_E_UNSUPPORTED, err,
				   "unit type 0x%" PRIx64, unit_type);
	if (!ok)
		goto cut;
	if (addr_size != 1 && addr_size != 2 && addr_size != 4 &&
	    addr_size != 8)
		return dw_error_at(file, u->off, LAY_E_UNSUPPORTED, err,
				   "addresses of %" PRIu64 " bytes", addr_size);
	if (u->abbrev_off >= abbrev_size)
		return dw_error_at(file, u->off, LAY_E_FORMAT, err,
				   "abbreviations at 0x%" PRIx64 " of %zu bytes",
				   u->abbrev_off, abbrev_size);
	return 0;
cut:
	return dw_error_at(file, u->off, LAY_E_FORMAT, err,
			   "unit header cut off, or its type is not in it");
}

/* Append the units of one section of @part, whose DIE offsets begin at @base. */
static int read_units(struct dw_file *file, struct dw_part *part,
		      enum dw_section section, uint64_t base,
		      struct lay_error *err)
{
	const struct dw_joined *joined = &part->joined[section];
	struct elf_data d;
	size_t piece = 0;
	int ret;

	ret = dw_part_section(part, section, &d, err);
	if (ret < 0)
		return ret;
	if (d.size >= DW_OFF_TYPES)
		return lay_error_set(err, LAY_E_LIMIT, "%s: %s of %zu bytes",
				     elf_path(part->elf),
				     dw_section_name(section), d.size);
	for (size_t at = 0; at < d.size; ) {
		struct dw_cursor c = {
			d.data + at, d.data + d.size, file->big_endian
		};
		struct dw_unit u = { .off = base + at };

		while (piece + 1 < joined->nr && joined->starts[piece + 1] <= at)
			piece++;
		if (piece + 1 < joined->nr)
			c.end = d.data + joined->starts[piece + 1];
		u.ref_addr_base = part->base;
		if (joined->nr && section == DW_SECTION_INFO)
			u.ref_addr_base += joined->starts[piece];
		ret = read_length(file, &c, &u, err);
		if (ret == 0)
			ret = read_fields(file, part, &c, &u, err);
		if (ret < 0)
			return ret;
		u.die_off = base + (uint64_t)(c.p - d.data);
		if (file->nr_units >= UINT32_MAX - 1 ||
		    VEC_RESERVE(file->units, file->nr_units, file->cap_units,
				1) < 0)
			return lay_error_set(err, LAY_E_NOMEM,
					     "%s: no memory for %zu units",
					     elf_path(part->elf),
					     file->nr_units);
		file->units[file->nr_units++] = u;
		at = u.end - base;
	}
	return 0;
}

static int compare_signatures(const void *a, const void *b, void *ctx)
{
	const struct dw_file *file = ctx;
	uint32_t ia = *(const uint32_t *)a, ib = *(const uint32_t *)b;
	uint64_t sa = file->units[ia].signature, sb = file->units[ib].signature;

	if (sa != sb)
		return sa < sb ? -1 : 1;
	return ia < ib ? -1 : ia > ib;
}

static bool is_type_unit(const struct dw_unit *u)
{
	return u->unit_type == DW_UT_type || u->unit_type == DW_UT_split_type;
}

int dw_file_index(struct dw_file *file, struct lay_error *err)
{
	size_t nr = 0;

	for (size_t i = 0; i < file->nr_units; i++)
		nr += is_type_unit(&file->units[i]);
	free(file->by_signature);
	file->by_signature = NULL;
	file->nr_signatures = 0;
	if (nr == 0)
		return 0;
	file->by_signature = calloc(nr, sizeof(*file->by_signature));
	if (!file->by_signature)
		return lay_error_set(err, LAY_E_NOMEM,
				     "%s: no memory for %zu type units",
				     elf_path(file->elf), nr);
	for (size_t i = 0; i < file->nr_units; i++) {
		if (is_type_unit(&file->units[i]))
			file->by_signature[file->nr_signatures++] = (uint32_t)i;
	}
	qsort_r(file->by_signature, nr, sizeof(*file->by_signature),
		compare_signatures, file);
	return 0;
}

static void free_part(struct dw_part *part)
{
	if (part->owned)
		elf_close(part->elf);
	for (size_t i = 0; i < 2; i++) {
		free(part->joined[i].bytes);
		free(part->joined[i].starts);
	}
	pthread_mutex_destroy(&part->lock);
	free(part);
}

/* A part without units. */
static struct dw_part *new_part(struct dw_file *file, struct elf_file *elf,
				enum dw_part_kind kind)
{
	struct dw_part *part;

	if (file->nr_parts == DW_MAX_PARTS ||
	    VEC_RESERVE(file->parts, file->nr_parts, file->cap_parts, 1) < 0)
		return NULL;
	part = calloc(1, sizeof(*part));
	if (!part)
		return NULL;
	part->elf = elf;
	part->kind = kind;
	part->base = (uint64_t)file->nr_parts << DW_PART_SHIFT;
	pthread_mutex_init(&part->lock, NULL);
	file->parts[file->nr_parts++] = part;
	return part;
}

static int read_part(struct dw_file *file, struct dw_part *part,
		     struct lay_error *err)
{
	struct elf_data abbrev;
	int ret;

	part->first_unit = file->nr_units;
	ret = dw_part_section(part, DW_SECTION_ABBREV, &abbrev, err);
	if (ret == 0)
		ret = read_units(file, part, DW_SECTION_INFO, part->base, err);
	if (ret == 0)
		ret = read_units(file, part, DW_SECTION_TYPES,
				 part->base | DW_OFF_TYPES, err);
	part->nr_units = file->nr_units - part->first_unit;
	return ret;
}

int dw_file_add_part(struct dw_file *file, struct elf_file *elf,
		     enum dw_part_kind kind, struct dw_part **ret_part,
		     struct lay_error *err)
{
	struct dw_part *part;
	int ret;

	if (elf_is_big_endian(elf) != file->big_endian) {
		ret = lay_error_set(err, LAY_E_FORMAT,
				    "%s: is for another byte order than %s",
				    elf_path(elf), elf_path(file->elf));
		elf_close(elf);
		return ret;
	}
	part = new_part(file, elf, kind);
	if (!part) {
		ret = lay_error_set(err, LAY_E_NOMEM, "%s: no memory for %zu files",
				    elf_path(file->elf), file->nr_parts + 1);
		elf_close(elf);
		return ret;
	}
	part->owned = true;
	ret = read_part(file, part, err);
	if (ret < 0) {
		/* what else there is can still be asked */
		file->nr_units = part->first_unit;
		part->nr_units = 0;
		return ret;
	}
	*ret_part = part;
	return 0;
}

/* A file of nothing but split units is read as such. */
static int main_kind(struct elf_file *elf, enum dw_part_kind *kind,
		     struct lay_error *err)
{
	*kind = DW_PART_PLAIN;
	if (elf_find_section(elf, ".debug_info"))
		return 0;
	*kind = elf_find_section(elf, ".debug_cu_index") ? DW_PART_DWP
							 : DW_PART_DWO;
	if (elf_find_section(elf, ".debug_info.dwo"))
		return 0;
	return lay_error_set(err, LAY_E_NO_DEBUG, "%s: no .debug_info",
			     elf_path(elf));
}

int dw_file_open(struct elf_file *elf, struct dw_file **ret_file,
		 struct lay_error *err)
{
	enum dw_part_kind kind;
	struct dw_file *file;
	int ret = main_kind(elf, &kind, err);

	if (ret < 0)
		return ret;
	file = calloc(1, sizeof(*file));
	if (!file || !new_part(file, elf, kind)) {
		dw_file_close(file);
		return lay_error_set(err, LAY_E_NOMEM, "%s: no memory",
				     elf_path(elf));
	}
	file->elf = elf;
	file->big_endian = elf_is_big_endian(elf);
	ret = read_part(file, file->parts[0], err);
	if (ret == 0 && kind == DW_PART_DWP)
		ret = dw_package_index(file, file->parts[0], err);
	if (ret == 0)
		ret = dw_file_index(file, err);
	if (ret == 0)
		ret = dw_check_unfilled(file, err);
	if (ret < 0) {
		dw_file_close(file);
		return ret;
	}
	*ret_file = file;
	return 0;
}

int dw_file_open_all(struct elf_file *elf, const struct dw_finder *finder,
		     struct dw_file **ret_file, struct lay_error *err)
{
	struct dw_file *file;
	int ret = dw_file_open(elf, &file, err);

	if (ret < 0)
		return ret;
	ret = dw_open_split(file, finder, err);
	if (ret == 0)
		ret = dw_open_sup(file, finder, err);
	if (ret == 0 && file->nr_parts > 1)
		ret = dw_file_index(file, err);
	if (ret < 0) {
		dw_file_close(file);
		return ret;
	}
	*ret_file = file;
	return 0;
}

int dw_file_intact(struct dw_file *file, struct lay_error *err)
{
	int ret = 0;

	for (size_t i = 1; i < file->nr_parts && ret == 0; i++)
		ret = elf_intact(file->parts[i]->elf, err);
	return ret;
}

void dw_file_close(struct dw_file *file)
{
	if (!file)
		return;
	for (size_t i = 0; i < file->nr_parts; i++)
		free_part(file->parts[i]);
	free(file->parts);
	free(file->by_signature);
	free(file->importers);
	free(file->missing.first);
	free(file->missing.why);
	free(file->units);
	free(file);
}

const struct dw_unit *dw_file_unit_at(const struct dw_file *file,
				      uint64_t die_off)
{
	size_t lo = 0, hi = file->nr_units;

	/* the last unit that begins at or before @die_off */
	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (file->units[mid].off <= die_off)
			lo = mid + 1;
		else
			hi = mid;
	}
	if (lo == 0 || die_off < file->units[lo - 1].die_off ||
	    die_off >= file->units[lo - 1].end)
		return NULL;
	return &file->units[lo - 1];
}

const struct dw_unit *dw_file_type_unit(const struct dw_file *file,
					uint64_t signature)
{
	size_t lo = 0, hi = file->nr_signatures;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (file->units[file->by_signature[mid]].signature < signature)
			lo = mid + 1;
		else
			hi = mid;
	}
	if (lo == file->nr_signatures ||
	    file->units[file->by_signature[lo]].signature != signature)
		return NULL;
	return &file->units[file->by_signature[lo]];
}
