// SPDX-License-Identifier: GPL-2.0-only
/* Where variables are: expressions, and lists of them by address (DWARF 5
 * sections 2.6.2 and 7.7.3). */
#include <config.h>

#include "base/vec.h"
#include "dwarf/scopes-internal.h"
#include "base/poison.h"

/* GNU's: two numbers about a pair of views, in front of an entry. */
#define LLE_GNU_VIEW_PAIR	9

struct dw_expr_context scope_context(const struct dw_scope_reader *r,
				     const struct dw_term *frame_base)
{
	return (struct dw_expr_context){
		.unit = r->bases.unit,
		.big_endian = r->scopes->big_endian,
		.frame_base = frame_base,
		.addrs = r->bases.addrs.data,
		.addrs_size = r->bases.addrs.size,
	};
}

void scope_value(const struct dw_scope_reader *r, const struct scope_die *die,
		 enum scope_attr attr, const struct dw_term *frame_base,
		 struct dw_loc *loc)
{
	struct dw_expr_context context = scope_context(r, frame_base);
	const struct dw_value *value = &die->value[attr];

	if (!scope_has(die, attr))
		*loc = (struct dw_loc){ .kind = DW_LOC_GONE };
	else if (value->class == DW_VALUE_BLOCK)
		dw_expr_value(&context, value->data, value->u, loc);
	else
		*loc = (struct dw_loc){
			.kind = DW_LOC_OTHER,
			.why = "a list by address",
		};
}

/* A list being read. */
struct list {
	struct dw_cursor c;
	uint64_t base;
	struct dw_place_at place;	/* the entry at hand, without pieces */
	const uint8_t *expr;		/* NULL: it has none */
	uint64_t expr_size;
	bool done;
};

static int append(struct dw_scope_reader *r,
		  const struct dw_expr_context *context, struct list *list,
		  struct lay_error *err)
{
	struct scope_places *places = &r->places;
	size_t first = r->locs.nr;
	int ret;

	if (VEC_RESERVE(places->list, places->nr, places->cap, 1) < 0)
		return scope_no_memory(r, err);
	ret = dw_expr_locate(context, list->expr, list->expr_size, &r->locs,
			     err);
	if (ret < 0)
		return ret;
	list->place.nr_pieces = (uint32_t)(r->locs.nr - first);
	places->list[places->nr++] = list->place;
	return 0;
}

/* An entry of .debug_loc; false: damaged. */
static bool read_pair(const struct dw_scope_reader *r, struct list *list)
{
	unsigned int size = r->bases.unit->addr_size;
	uint64_t max = size < 8 ? (UINT64_C(1) << 8 * size) - 1 : UINT64_MAX;
	struct dw_range *range = &list->place.range;

	list->expr = NULL;
	if (!dw_read(&list->c, size, &range->low) ||
	    !dw_read(&list->c, size, &range->high))
		return false;
	if (range->low == 0 && range->high == 0) {
		list->done = true;
		return true;
	}
	if (range->low == max) {
		list->base = range->high;
		return true;
	}
	range->low += list->base;
	range->high += list->base;
	if (!dw_read(&list->c, 2, &list->expr_size))
		return false;
	list->expr = list->c.p;
	return dw_skip(&list->c, list->expr_size);
}

static bool read_index(const struct dw_scope_reader *r, struct dw_cursor *c,
		       uint64_t *addr)
{
	uint64_t index;

	return dw_read_uleb(c, &index) && scope_address_at(r, index, addr);
}

/* The operands of an entry of .debug_loclists. *@has_expr: an expression
 * follows. */
static bool read_operands(const struct dw_scope_reader *r, struct list *list,
			  uint64_t kind, bool *has_expr)
{
	unsigned int size = r->bases.unit->addr_size;
	struct dw_range *range = &list->place.range;
	struct dw_cursor *c = &list->c;
	uint64_t length = 0;
	bool ok;

	*has_expr = true;
	switch (kind) {
	case DW_LLE_startx_endx:
		return read_index(r, c, &range->low) &&
		       read_index(r, c, &range->high);
	case DW_LLE_startx_length:
		ok = read_index(r, c, &range->low) && dw_read_uleb(c, &length);
		range->high = range->low + length;
		return ok;
	case DW_LLE_offset_pair:
		ok = dw_read_uleb(c, &range->low) &&
		     dw_read_uleb(c, &range->high);
		range->low += list->base;
		range->high += list->base;
		return ok;
	case DW_LLE_default_location:
		list->place.otherwise = true;
		return true;
	case DW_LLE_start_end:
		return dw_read(c, size, &range->low) &&
		       dw_read(c, size, &range->high);
	case DW_LLE_start_length:
		ok = dw_read(c, size, &range->low) && dw_read_uleb(c, &length);
		range->high = range->low + length;
		return ok;
	}
	*has_expr = false;
	switch (kind) {
	case DW_LLE_end_of_list:
		list->done = true;
		return true;
	case DW_LLE_base_addressx:
		return read_index(r, c, &list->base);
	case DW_LLE_base_address:
		return dw_read(c, size, &list->base);
	case LLE_GNU_VIEW_PAIR:
		return dw_read_uleb(c, &length) && dw_read_uleb(c, &length);
	}
	return false;
}

/* An entry of .debug_loclists; false: damaged. */
static bool read_entry(const struct dw_scope_reader *r, struct list *list)
{
	bool has_expr;
	uint64_t kind;

	list->expr = NULL;
	list->place = (struct dw_place_at){ .all = false };
	if (!dw_read(&list->c, 1, &kind) ||
	    !read_operands(r, list, kind, &has_expr))
		return false;
	if (!has_expr)
		return true;
	if (!dw_read_uleb(&list->c, &list->expr_size))
		return false;
	list->expr = list->c.p;
	return dw_skip(&list->c, list->expr_size);
}

static int read_list(struct dw_scope_reader *r, struct list *list,
		     const struct dw_expr_context *context,
		     struct lay_error *err)
{
	bool old = r->bases.unit->version < 5;
	int ret = 0;

	while (ret == 0) {
		if (!(old ? read_pair(r, list) : read_entry(r, list)))
			return 1;
		if (list->done)
			break;
		/* empty ranges say nothing */
		if (list->expr && (list->place.otherwise ||
				   list->place.range.low <
					   list->place.range.high))
			ret = append(r, context, list, err);
	}
	return ret;
}

/* A place that is not known, wherever the pc is. */
static int append_unknown(struct dw_scope_reader *r, const char *why,
			  struct lay_error *err)
{
	struct scope_places *places = &r->places;

	if (VEC_RESERVE(places->list, places->nr, places->cap, 1) < 0 ||
	    VEC_RESERVE(r->locs.list, r->locs.nr, r->locs.cap, 1) < 0)
		return scope_no_memory(r, err);
	places->list[places->nr++] = (struct dw_place_at){
		.all = true,
		.nr_pieces = 1,
	};
	r->locs.list[r->locs.nr++] = (struct dw_loc){
		.kind = DW_LOC_OTHER,
		.why = why,
	};
	return 0;
}

static int open_list(struct dw_scope_reader *r, const struct dw_value *value,
		     struct list *list, struct lay_error *err)
{
	enum dw_section section = r->bases.unit->version < 5
					  ? DW_SECTION_LOC
					  : DW_SECTION_LOCLISTS;
	struct elf_data d;
	uint64_t off;
	int ret;

	ret = dw_unit_section(r->scopes->file, r->bases.unit, section, &d, err);
	if (ret < 0)
		return ret;
	if (!scope_list_off(r, value, section, r->bases.loclists, &off) ||
	    off > d.size)
		off = d.size;
	/* as of ranges, see there */
	if (d.size - off > r->list_left)
		d.size = off + r->list_left;
	*list = (struct list){
		.c = {
			d.data + off, d.data + d.size, r->scopes->big_endian,
		},
		.base = r->bases.low_pc,
	};
	return 0;
}

static int read_by_address(struct dw_scope_reader *r,
			   const struct dw_value *value,
			   const struct dw_expr_context *context,
			   struct lay_error *err)
{
	const uint8_t *begin;
	struct list list;
	int ret;

	ret = open_list(r, value, &list, err);
	if (ret < 0)
		return ret;
	begin = list.c.p;
	ret = read_list(r, &list, context, err);
	r->list_left -= (uint64_t)(list.c.p - begin);
	return ret > 0 ? append_unknown(r, "its list is damaged", err) : ret;
}

/* DW_AT_const_value: a number, or the bytes of one. */
static int read_constant(struct dw_scope_reader *r,
			 const struct dw_value *value, struct lay_error *err)
{
	struct dw_loc *loc;
	int ret = append_unknown(r, "a constant of an unknown form", err);

	if (ret < 0)
		return ret;
	loc = &r->locs.list[r->locs.nr - 1];
	if (value->class == DW_VALUE_UNSIGNED ||
	    value->class == DW_VALUE_SIGNED)
		*loc = (struct dw_loc){
			.kind = DW_LOC_VALUE,
			.term.off = (int64_t)value->u,
		};
	else if (value->class == DW_VALUE_BLOCK && value->u <= UINT32_MAX)
		*loc = (struct dw_loc){
			.kind = DW_LOC_BYTES,
			.nr_bytes = (uint32_t)value->u,
			.bytes = value->data,
		};
	return 0;
}

int scope_places_read(struct dw_scope_reader *r, const struct scope_die *die,
		      const struct dw_term *frame_base, struct lay_error *err)
{
	struct dw_expr_context context = scope_context(r, frame_base);
	const struct dw_value *value = &die->value[SCOPE_LOCATION];
	struct list whole = { .place.all = true };

	r->places.nr = 0;
	r->locs.nr = 0;
	if (!scope_has(die, SCOPE_LOCATION)) {
		if (!scope_has(die, SCOPE_CONST_VALUE))
			return 0;
		return read_constant(r, &die->value[SCOPE_CONST_VALUE], err);
	}
	if (value->class != DW_VALUE_BLOCK)
		return read_by_address(r, value, &context, err);
	whole.expr = value->data;
	whole.expr_size = value->u;
	return append(r, &context, &whole, err);
}
