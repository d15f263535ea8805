// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <inttypes.h>

#include "dwarf/constants.h"
#include "dwarf/die.h"
#include "dwarf/fields.h"
#include "base/poison.h"

enum dw_fact dw_fact_of(uint64_t at)
{
	switch (at) {
	case DW_AT_name:
		return DW_FACT_NAME;
	case DW_AT_type:
		return DW_FACT_TYPE;
	case DW_AT_byte_size:
		return DW_FACT_BYTE_SIZE;
	case DW_AT_bit_size:
		return DW_FACT_BIT_SIZE;
	case DW_AT_data_member_location:
		return DW_FACT_MEMBER_LOCATION;
	case DW_AT_data_bit_offset:
		return DW_FACT_DATA_BIT_OFFSET;
	case DW_AT_bit_offset:
		return DW_FACT_BIT_OFFSET;
	case DW_AT_declaration:
		return DW_FACT_DECLARATION;
	case DW_AT_external:
		return DW_FACT_EXTERNAL;
	case DW_AT_encoding:
		return DW_FACT_ENCODING;
	case DW_AT_count:
		return DW_FACT_COUNT;
	case DW_AT_upper_bound:
		return DW_FACT_UPPER_BOUND;
	case DW_AT_lower_bound:
		return DW_FACT_LOWER_BOUND;
	case DW_AT_const_value:
		return DW_FACT_CONST_VALUE;
	case DW_AT_discr_value:
		return DW_FACT_DISCR_VALUE;
	case DW_AT_alignment:
		return DW_FACT_ALIGNMENT;
	case DW_AT_artificial:
		return DW_FACT_ARTIFICIAL;
	case DW_AT_bit_stride:
		return DW_FACT_BIT_STRIDE;
	case DW_AT_byte_stride:
		return DW_FACT_BYTE_STRIDE;
	case DW_AT_containing_type:
		return DW_FACT_CONTAINING_TYPE;
	case DW_AT_decl_file:
		return DW_FACT_DECL_FILE;
	case DW_AT_decl_line:
		return DW_FACT_DECL_LINE;
	case DW_AT_prototyped:
		return DW_FACT_PROTOTYPED;
	case DW_AT_stmt_list:
		return DW_FACT_STMT_LIST;
	case DW_AT_virtuality:
		return DW_FACT_VIRTUALITY;
	case DW_AT_sibling:
		return DW_FACT_SIBLING;
	case DW_AT_specification:
	case DW_AT_abstract_origin:
		return DW_FACT_ORIGIN;
	case DW_AT_signature:
		return DW_FACT_SIGNATURE;
	case DW_AT_GNU_vector:
		return DW_FACT_VECTOR;
	case DW_AT_language:
		return DW_FACT_LANGUAGE;
	case DW_AT_producer:
		return DW_FACT_PRODUCER;
	case DW_AT_str_offsets_base:
		return DW_FACT_STR_OFFSETS_BASE;
	}
	return DW_NR_FACTS;
}

static int die_error(const struct dw_view *view, uint64_t off, const char *what,
		     struct lay_error *err)
{
	return dw_error_at(view->file, off, LAY_E_FORMAT, err, "%s", what);
}

/*
 * An attribute and form of a byte each, and a plain value with eight bytes left
 * to load from: nearly all are such. False: it is none, nothing is read.
 */
static inline bool next_plain(const struct dw_view *view, struct dw_attrs *it,
			      struct dw_value *value)
{
	const uint8_t *specs = it->specs.p;
	/* a list that ended in the table has its two zeros to read */
	uint8_t at = specs[0], form = specs[1];
	uint8_t class = view->abbrevs.form_classes[form];
	unsigned int size = view->abbrevs.form_sizes[form];
	if ((at | form) & 0x80 || class == DW_VALUE_NOT_PLAIN ||
	    dw_left(&it->values) < 8)
		return false;
	value->class = class;
	value->form = form;
	value->u = dw_load_top(it->values.p, 64 - 8 * size,
			       it->values.big_endian);
	if (class == DW_VALUE_REFERENCE)
		value->u = dw_view_reference(view, value->u);
	it->specs.p += 2;
	it->values.p += size;
	it->at = at;
	it->form = form;
	return true;
}

/* The attribute that @it stands at, and go behind it. */
static inline int next_attr(const struct dw_view *view, struct dw_attrs *it,
			    struct dw_value *value)
{
	if (next_plain(view, it, value))
		return 1;
	if (!dw_read_uleb(&it->specs, &it->at) ||
	    !dw_read_uleb(&it->specs, &it->form))
		return -1;
	if (it->at == 0 && it->form == 0)
		return 0;
	if (it->form == DW_FORM_implicit_const &&
	    !dw_read_sleb(&it->specs, &it->implicit))
		return -1;
	return dw_form_read(&it->values, it->form, it->implicit, view->unit,
			    value) ? 1 : -1;
}

/* What stopped next_attr(). */
static int attr_error(const struct dw_view *view, uint64_t off,
		      const struct dw_attrs *it, struct lay_error *err)
{
	if (dw_form_size(it->form, view->unit) == DW_FORM_UNKNOWN)
		return dw_error_at(view->file, off, LAY_E_FORMAT, err,
				   "unknown form 0x%" PRIx64, it->form);
	return die_error(view, off, "a value past the end of the unit", err);
}

/* The plan of the DIE at @off, and where its attributes begin. */
static int find_plan(const struct dw_view *view, uint64_t off,
		     struct dw_cursor *c, const struct dw_plan **plan,
		     struct lay_error *err)
{
	uint64_t code;

	*c = (struct dw_cursor){
		.p = view->bytes + (off - view->unit->off),
		.end = view->bytes + view->size,
		.big_endian = view->file->big_endian,
	};
	if (!dw_read_uleb(c, &code))
		return die_error(view, off, "DIE past the end of the unit",
				 err);
	*plan = dw_abbrevs_find(&view->abbrevs, code);
	if (!*plan)
		return dw_error_at(view->file, off, LAY_E_FORMAT, err,
				   "no abbreviation %" PRIu64, code);
	return 0;
}

static struct dw_cursor specs_of(const struct dw_view *view,
				 const struct dw_plan *plan)
{
	return (struct dw_cursor){
		.p = view->abbrevs.start + plan->specs,
		.end = view->abbrevs.end,
	};
}

int dw_attrs_begin(const struct dw_view *view, uint64_t off,
		   struct dw_attrs *it, const struct dw_plan **plan,
		   struct lay_error *err)
{
	int ret = find_plan(view, off, &it->values, plan, err);

	if (ret == 0)
		it->specs = specs_of(view, *plan);
	return ret;
}

int dw_attrs_next(const struct dw_view *view, uint64_t off,
		  struct dw_attrs *it, struct dw_value *value,
		  struct lay_error *err)
{
	int ret = next_attr(view, it, value);

	return ret < 0 ? attr_error(view, off, it, err) : ret;
}

uint64_t dw_attrs_end(const struct dw_view *view, const struct dw_attrs *it)
{
	return view->unit->off + (uint64_t)(it->values.p - view->bytes);
}

/* The facts of @die by reading all attributes. */
static int read_attrs(const struct dw_view *view, const struct dw_plan *plan,
		      struct dw_cursor values, struct dw_die *die,
		      struct lay_error *err)
{
	struct dw_attrs it = {
		.values = values,
		.specs = specs_of(view, plan),
	};
	struct dw_value value;
	int ret;

	die->has = 0;
	while ((ret = next_attr(view, &it, &value)) > 0) {
		enum dw_fact fact = dw_fact_of(it.at);

		if (fact >= DW_NR_READ_FACTS)
			continue;
		die->fact[fact] = value;
		die->has |= 1u << fact;
	}
	die->next = dw_attrs_end(view, &it);
	return ret < 0 ? attr_error(view, die->off, &it, err) : 0;
}

int dw_die_read(struct dw_view *view, uint64_t off, struct dw_die *die,
		struct lay_error *err)
{
	const struct dw_plan *plan;
	struct dw_cursor c;
	uint64_t at;
	int ret;

	ret = find_plan(view, off, &c, &plan, err);
	if (ret < 0)
		return ret;
	at = (uint64_t)(c.p - view->bytes);
	die->off = off;
	die->tag = plan->tag;
	die->kind = plan->kind;
	die->flags = plan->flags;
	if (plan->step == DW_STEP_END) {
		die->has = 0;
		die->next = view->unit->off + at;
		return 0;
	}
	if (dw_fields_read(view, plan, at, die))
		return 0;
	return read_attrs(view, plan, c, die, err);
}

/*
 * Where @die says that its children end. A sibling that leads backwards would
 * have its reader go round for ever.
 */
static int read_sibling(const struct dw_view *view, const struct dw_die *die,
			uint64_t *off, struct lay_error *err)
{
	const struct dw_value *value = &die->fact[DW_FACT_SIBLING];

	if (value->class != DW_VALUE_REFERENCE || value->u < die->next ||
	    value->u >= view->unit->end)
		return die_error(view, die->off,
				 "its sibling is not behind it", err);
	*off = value->u;
	return 0;
}

int dw_die_after(struct dw_view *view, const struct dw_die *die,
		 uint64_t *ret_off, struct lay_error *err)
{
	uint64_t off = die->next, depth = dw_die_opens(die);
	struct dw_die inner;
	int ret;

	if (dw_die_opens(die) && dw_die_has(die, DW_FACT_SIBLING))
		return read_sibling(view, die, ret_off, err);
	while (depth > 0) {
		ret = dw_die_read(view, off, &inner, err);
		if (ret < 0)
			return ret;
		off = inner.next;
		if (inner.tag == 0)
			depth--;
		else if (dw_die_opens(&inner) &&
			 dw_die_has(&inner, DW_FACT_SIBLING))
			ret = read_sibling(view, &inner, &off, err);
		else
			depth += dw_die_opens(&inner);
		if (ret < 0)
			return ret;
	}
	*ret_off = off;
	return 0;
}

bool dw_die_constant(const struct dw_die *die, enum dw_fact fact,
		     uint64_t *value)
{
	const struct dw_value *v = &die->fact[fact];

	if (!dw_die_has(die, fact) || (v->class != DW_VALUE_UNSIGNED &&
				       v->class != DW_VALUE_SIGNED))
		return false;
	*value = v->u;
	return true;
}

bool dw_die_location(const struct dw_die *die, uint64_t *bytes)
{
	const struct dw_value *v = &die->fact[DW_FACT_MEMBER_LOCATION];
	struct dw_cursor c = { .p = v->data };

	if (!dw_die_has(die, DW_FACT_MEMBER_LOCATION)) {
		*bytes = 0;
		return true;
	}
	if (v->class != DW_VALUE_BLOCK)
		return dw_die_constant(die, DW_FACT_MEMBER_LOCATION, bytes);
	if (v->u < 2 || v->data[0] != DW_OP_plus_uconst)
		return false;
	c.p++;
	c.end = v->data + v->u;
	return dw_read_uleb(&c, bytes) && c.p == c.end;
}
