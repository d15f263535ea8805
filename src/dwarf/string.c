// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <inttypes.h>

#include "dwarf/bytes.h"
#include "dwarf/die.h"
#include "dwarf/unfilled.h"
#include "base/poison.h"

static int load_strings(struct dw_part *part, enum dw_section section,
			struct dw_strings *strings, struct lay_error *err)
{
	const uint8_t *last = NULL;
	struct elf_data d;
	int ret;

	if (strings->loaded)
		return 0;
	ret = dw_part_section(part, section, &d, err);
	if (ret < 0)
		return ret;
	if (d.size)
		last = memrchr(d.data, 0, d.size);
	strings->data = (const char *)d.data;
	strings->size = last ? (size_t)(last - d.data) + 1 : 0;
	strings->loaded = true;
	return 0;
}

/* An index becomes an offset in .debug_str (DWARF 5 section 7.26). */
static int read_str_offset(struct dw_view *view, uint64_t off, uint64_t index,
			   uint64_t *str_off, struct lay_error *err)
{
	unsigned int size = view->unit->offset_size;
	struct elf_data *d = &view->str_offsets;
	uint64_t at;
	int ret;

	if (!d->data) {
		ret = dw_part_section(view->part, DW_SECTION_STR_OFFSETS, d,
				      err);
		if (ret < 0)
			return ret;
		if (dw_is_unfilled(view->file, view->unit,
				   DW_SECTION_STR_OFFSETS, 0, UINT64_MAX)) {
			d->data = NULL;
			return dw_error_at(view->file, off, LAY_E_FORMAT, err,
					   "of %s a relocation is of no effect (R_*_NONE)",
					   dw_section_name(DW_SECTION_STR_OFFSETS));
		}
	}
	if (__builtin_mul_overflow(index, (uint64_t)size, &at) ||
	    __builtin_add_overflow(at, view->str_offsets_base, &at) ||
	    d->size < size || at > d->size - size)
		return dw_error_at(view->file, off, LAY_E_FORMAT, err,
				   "string %" PRIu64 " is not in %s", index,
				   dw_section_name(DW_SECTION_STR_OFFSETS));
	*str_off = dw_load(d->data + at, size, view->file->big_endian);
	return 0;
}

int dw_view_string(struct dw_view *view, uint64_t off,
		   const struct dw_value *value, const char **s,
		   struct lay_error *err)
{
	enum dw_section section = DW_SECTION_STR;
	struct dw_strings *strings = &view->str;
	struct dw_part *part = view->part;
	uint64_t str_off = value->u;
	int ret = 0;

	switch (value->class) {
	case DW_VALUE_STRING:
		*s = (const char *)value->data;
		return 0;
	case DW_VALUE_STRP:
		break;
	case DW_VALUE_LINE_STRP:
		section = DW_SECTION_LINE_STR;
		strings = &view->line_str;
		break;
	case DW_VALUE_STRX:
		ret = read_str_offset(view, off, value->u, &str_off, err);
		break;
	case DW_VALUE_SUP_STRP:
		part = part->sup;
		strings = &view->sup_str;
		if (!part)
			return dw_error_at(view->file, off, LAY_E_UNSUPPORTED,
					   err,
					   "a string in a supplementary file");
		break;
	default:
		return dw_error_at(view->file, off, LAY_E_FORMAT, err,
				   "not a string");
	}
	if (ret == 0)
		ret = load_strings(part, section, strings, err);
	if (ret < 0)
		return ret;
	if (str_off >= strings->size)
		return dw_error_at(view->file, off, LAY_E_FORMAT, err,
				   "string at 0x%" PRIx64 " is not in %s",
				   str_off, dw_section_name(section));
	*s = strings->data + str_off;
	return 0;
}
