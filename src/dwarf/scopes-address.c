// SPDX-License-Identifier: GPL-2.0-only
/* Addresses, and lists of ranges of them (DWARF 5 sections 2.17.3 and 7.25). */
#include <config.h>

#include "base/vec.h"
#include "dwarf/scopes-internal.h"
#include "base/poison.h"

/* LLVM's, with a distance behind the index that the reader of forms skips. */
#define FORM_LLVM_ADDRX_OFFSET	0x2001

bool scope_address_at(const struct dw_scope_reader *r, uint64_t index,
		      uint64_t *addr)
{
	const struct elf_data *addrs = &r->bases.addrs;
	unsigned int size = r->bases.unit->addr_size;

	if (index >= addrs->size / size)
		return false;
	*addr = dw_load(addrs->data + index * size, size,
			r->scopes->big_endian);
	return true;
}

bool scope_address(const struct dw_scope_reader *r,
		   const struct dw_value *value, uint64_t *addr)
{
	if (value->class != DW_VALUE_ADDRESS ||
	    value->form == FORM_LLVM_ADDRX_OFFSET)
		return false;
	if (value->form != DW_FORM_addr)
		return scope_address_at(r, value->u, addr);
	*addr = value->u;
	return true;
}

/* What of the section stands from @off on; none where that is outside. */
static struct elf_data rest_of(struct elf_data d, uint64_t off)
{
	if (off >= d.size)
		return (struct elf_data){ .data = NULL };
	d.data += off;
	d.size -= off;
	return d;
}

/* Where the lists of a unit are counted from, if it does not say. */
static uint64_t base_of(const struct scope_die *root, enum scope_attr attr)
{
	return scope_has(root, attr) ? root->value[attr].u : 0;
}

int scope_bases_read(struct dw_scope_reader *r, const struct scope_die *root,
		     struct lay_error *err)
{
	struct scope_bases *b = &r->bases;
	struct elf_data addrs;
	int ret;

	ret = dw_unit_section(r->scopes->file, b->unit, DW_SECTION_ADDR, &addrs,
			      err);
	if (ret < 0)
		return ret;
	b->addrs = rest_of(addrs, base_of(root, SCOPE_ADDR_BASE));
	b->rnglists = base_of(root, SCOPE_RNGLISTS_BASE);
	b->loclists = base_of(root, SCOPE_LOCLISTS_BASE);
	b->has_lines = scope_has(root, SCOPE_STMT_LIST);
	b->lines_off = base_of(root, SCOPE_STMT_LIST);
	b->low_pc = 0;
	if (scope_has(root, SCOPE_LOW_PC))
		scope_address(r, &root->value[SCOPE_LOW_PC], &b->low_pc);
	return 0;
}

const struct scope_area *scope_area_of(const struct dw_scopes *scopes,
				       uint64_t addr)
{
	size_t low = 0, high = scopes->nr_areas;

	/* the first area behind @addr */
	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (scopes->areas[mid].range.low <= addr)
			low = mid + 1;
		else
			high = mid;
	}
	if (low == 0 || addr >= scopes->areas[low - 1].range.high)
		return NULL;
	return &scopes->areas[low - 1];
}

bool scope_list_off(const struct dw_scope_reader *r,
		    const struct dw_value *value, enum dw_section section,
		    uint64_t base, uint64_t *off)
{
	const struct dw_unit *unit = r->bases.unit;
	struct elf_data d;

	/* before DWARF 4 an offset was data4 or data8 */
	if (value->class == DW_VALUE_SECTION ||
	    (value->class == DW_VALUE_UNSIGNED && unit->version < 4)) {
		*off = value->u;
		if (value->form != DW_FORM_rnglistx &&
		    value->form != DW_FORM_loclistx)
			return true;
	} else {
		return false;
	}
	/* an index in the table of offsets at the base, from which they count */
	if (dw_unit_section(r->scopes->file, unit, section, &d, NULL) < 0)
		return false;
	d = rest_of(d, base);
	if (value->u >= d.size / unit->offset_size)
		return false;
	*off = base + dw_load(d.data + value->u * unit->offset_size,
			      unit->offset_size, r->scopes->big_endian);
	return true;
}

static int append(struct dw_scope_reader *r, uint64_t low, uint64_t high,
		  struct lay_error *err)
{
	struct scope_ranges *ranges = &r->ranges;

	if (low >= high)
		return 0;
	if (VEC_RESERVE(ranges->list, ranges->nr, ranges->cap, 1) < 0)
		return scope_no_memory(r, err);
	ranges->list[ranges->nr++] = (struct dw_range){ low, high };
	return 0;
}

static int list_error(const struct dw_scope_reader *r,
		      const struct scope_die *die, struct lay_error *err)
{
	return dw_error_at(r->scopes->file, die->off, LAY_E_FORMAT, err,
			   "its list of ranges is damaged");
}

/* .debug_ranges: pairs from the base on, up to a pair of zeros. */
static int read_pairs(struct dw_scope_reader *r, struct dw_cursor *c,
		      const struct scope_die *die, struct lay_error *err)
{
	unsigned int size = r->bases.unit->addr_size;
	uint64_t max = size < 8 ? (UINT64_C(1) << 8 * size) - 1 : UINT64_MAX;
	uint64_t base = r->bases.low_pc, low, high;
	int ret = 0;

	while (ret == 0) {
		if (!dw_read(c, size, &low) || !dw_read(c, size, &high))
			return list_error(r, die, err);
		if (low == 0 && high == 0)
			break;
		if (low == max)
			base = high;
		else
			ret = append(r, base + low, base + high, err);
	}
	return ret;
}

/* An operand that is an index of an address. */
static bool read_index(const struct dw_scope_reader *r, struct dw_cursor *c,
		       uint64_t *addr)
{
	uint64_t index;

	return dw_read_uleb(c, &index) && scope_address_at(r, index, addr);
}

/* One entry of .debug_rnglists; false: damaged. *@done: it was the last. */
static bool read_entry(const struct dw_scope_reader *r, struct dw_cursor *c,
		       uint64_t *base, struct dw_range *range, bool *done)
{
	unsigned int size = r->bases.unit->addr_size;
	uint64_t low = 0, high = 0, kind;
	bool ok;

	*range = (struct dw_range){ 0, 0 };
	if (!dw_read(c, 1, &kind))
		return false;
	*done = kind == DW_RLE_end_of_list;
	switch (kind) {
	case DW_RLE_end_of_list:
		return true;
	case DW_RLE_base_addressx:
		return read_index(r, c, base);
	case DW_RLE_base_address:
		return dw_read(c, size, base);
	case DW_RLE_startx_endx:
		ok = read_index(r, c, &low) && read_index(r, c, &high);
		break;
	case DW_RLE_startx_length:
		ok = read_index(r, c, &low) && dw_read_uleb(c, &high);
		high += low;
		break;
	case DW_RLE_offset_pair:
		ok = dw_read_uleb(c, &low) && dw_read_uleb(c, &high);
		low += *base;
		high += *base;
		break;
	case DW_RLE_start_end:
		ok = dw_read(c, size, &low) && dw_read(c, size, &high);
		break;
	case DW_RLE_start_length:
		ok = dw_read(c, size, &low) && dw_read_uleb(c, &high);
		high += low;
		break;
	default:
		return false;
	}
	*range = (struct dw_range){ low, high };
	return ok;
}

static int read_list(struct dw_scope_reader *r, struct dw_cursor *c,
		     const struct scope_die *die, struct lay_error *err)
{
	uint64_t base = r->bases.low_pc;
	struct dw_range range;
	bool done = false;
	int ret = 0;

	while (ret == 0 && !done) {
		if (!read_entry(r, c, &base, &range, &done))
			return list_error(r, die, err);
		ret = append(r, range.low, range.high, err);
	}
	return ret;
}

static int read_ranges(struct dw_scope_reader *r, const struct scope_die *die,
		       struct lay_error *err)
{
	bool old = r->bases.unit->version < 5;
	enum dw_section section = old ? DW_SECTION_RANGES : DW_SECTION_RNGLISTS;
	struct elf_data d;
	struct dw_cursor c;
	uint64_t off;
	int ret;

	ret = dw_unit_section(r->scopes->file, r->bases.unit, section, &d, err);
	if (ret < 0)
		return ret;
	if (!scope_list_off(r, &die->value[SCOPE_RANGES], section,
			    r->bases.rnglists, &off))
		return list_error(r, die, err);
	d = rest_of(d, off);
	/* that all lists of a unit together are not longer than the section
	 * ends what overlaps without end */
	c = (struct dw_cursor){
		d.data, d.data + (d.size < r->list_left ? d.size : r->list_left),
		r->scopes->big_endian
	};
	ret = old ? read_pairs(r, &c, die, err) : read_list(r, &c, die, err);
	r->list_left -= (uint64_t)(c.p - d.data);
	return ret;
}

int scope_ranges_read(struct dw_scope_reader *r, const struct scope_die *die,
		      struct lay_error *err)
{
	const struct dw_value *high_value = &die->value[SCOPE_HIGH_PC];
	uint64_t low, high;

	r->ranges.nr = 0;
	if (scope_has(die, SCOPE_RANGES))
		return read_ranges(r, die, err);
	if (!scope_has(die, SCOPE_LOW_PC) || !scope_has(die, SCOPE_HIGH_PC))
		return 0;
	if (!scope_address(r, &die->value[SCOPE_LOW_PC], &low))
		return list_error(r, die, err);
	if (high_value->class == DW_VALUE_UNSIGNED ||
	    high_value->class == DW_VALUE_SIGNED)
		high = low + high_value->u;
	else if (!scope_address(r, high_value, &high))
		return list_error(r, die, err);
	return append(r, low, high, err);
}
