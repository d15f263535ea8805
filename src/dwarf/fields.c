// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include "base/vec.h"
#include "dwarf/bytes.h"
#include "dwarf/constants.h"
#include "dwarf/die.h"
#include "dwarf/fields.h"
#include "base/poison.h"

uint64_t dw_fields_behind(const struct dw_view *view,
			  const struct dw_plan *plan, uint64_t at)
{
	const uint8_t *nul;

	at += plan->size;
	if (at >= view->size)
		return 0;
	if (plan->step == DW_STEP_BLOCK)
		return view->bytes[at] < 0x80 ? at + 1 + view->bytes[at] : 0;
	nul = memchr(view->bytes + at, 0, view->size - at);
	return nul ? (uint64_t)(nul + 1 - view->bytes) : 0;
}

/* dw_field.surplus_bits of what is not a number in the DIE. */
#define NO_NUMBER 64

/* An attribute list being gone through. */
struct scan {
	struct dw_cursor specs;
	uint64_t at, form;
	int64_t constant;
	unsigned int pos;	/* of the value */
	bool behind;		/* it is counted from behind the variable one */
};

/* The next attribute. Reading the list did not fail when its plan was made. */
static bool next(struct scan *scan)
{
	return dw_read_uleb(&scan->specs, &scan->at) &&
	       dw_read_uleb(&scan->specs, &scan->form) &&
	       (scan->form != DW_FORM_implicit_const ||
		dw_read_sleb(&scan->specs, &scan->constant)) &&
	       (scan->at != 0 || scan->form != 0);
}

/* How the value at hand is read; false: not by its place alone. */
static bool describe(const struct scan *scan, const struct dw_abbrevs *table,
		     struct dw_field *field)
{
	*field = (struct dw_field){
		.fact = (uint8_t)dw_fact_of(scan->at),
		.pos = (uint8_t)scan->pos,
		.behind = scan->behind,
		.form = (uint16_t)scan->form,
		.surplus_bits = NO_NUMBER,
	};
	switch (scan->form) {
	case DW_FORM_implicit_const:
		field->class = DW_VALUE_SIGNED;
		field->constant = scan->constant;
		return true;
	case DW_FORM_flag_present:
		field->class = DW_VALUE_FLAG;
		field->constant = 1;
		return true;
	case DW_FORM_string:
		field->class = DW_VALUE_STRING;
		return true;
	case DW_FORM_exprloc:
	case DW_FORM_block1:
		field->class = DW_VALUE_BLOCK;
		return true;
	}
	if (scan->form >= sizeof(table->form_classes))
		return false;
	field->class = table->form_classes[scan->form];
	if (field->class == DW_VALUE_NOT_PLAIN)
		return false;
	field->surplus_bits = (uint8_t)(64 - 8 * table->form_sizes[scan->form]);
	return true;
}

/* Go behind the value at hand. Only plans with one of unknown length, or none,
 * come here. */
static void step_over(struct scan *scan, const struct dw_abbrevs *table)
{
	unsigned int size = scan->form < sizeof(table->form_sizes)
				    ? table->form_sizes[scan->form]
				    : 0;

	if (size == DW_NOT_FIXED) {
		scan->behind = true;
		scan->pos = 0;
	} else {
		scan->pos += size;
	}
}

static void compile(struct dw_abbrevs *table, const struct dw_plan *plan,
		    struct dw_fields *fields)
{
	struct scan scan = {
		.specs = { table->start + plan->specs, table->end, false },
	};
	struct dw_field field;

	*fields = (struct dw_fields){
		.first = (uint32_t)table->nr_fields,
		.state = DW_FIELDS_NONE,
	};
	if (plan->step == DW_STEP_FORMS || plan->step == DW_STEP_END)
		return;
	for (; next(&scan); step_over(&scan, table)) {
		bool placed = describe(&scan, table, &field);

		if (field.fact >= DW_NR_READ_FACTS)
			continue;
		if (!placed || fields->nr == UINT8_MAX ||
		    VEC_RESERVE(table->fields, table->nr_fields,
				table->cap_fields, 1) < 0)
			return;
		table->fields[table->nr_fields++] = field;
		fields->nr++;
		fields->has |= 1u << field.fact;
	}
	fields->state = DW_FIELDS_READY;
}

const struct dw_fields *dw_fields_of(struct dw_abbrevs *table,
				     const struct dw_plan *plan)
{
	struct dw_fields *fields = &table->fields_of[plan - table->plans];

	if (fields->state == DW_FIELDS_UNTOLD)
		compile(table, plan, fields);
	return fields;
}

static inline void read_value(const struct dw_view *view,
			      const struct dw_field *field, const uint8_t *p,
			      struct dw_value *value)
{
	value->class = field->class;
	value->form = field->form;
	if (field->surplus_bits != NO_NUMBER) {
		value->u = dw_load_top(p, field->surplus_bits,
				       view->file->big_endian);
		if (field->class == DW_VALUE_REFERENCE)
			value->u = dw_view_reference(view, value->u);
	} else if (field->class == DW_VALUE_STRING) {
		value->u = 0;
		value->data = p;
	} else if (field->class == DW_VALUE_BLOCK) {
		value->u = *p;
		value->data = p + 1;
	} else {
		value->u = (uint64_t)field->constant;
	}
}

bool dw_fields_read(struct dw_view *view, const struct dw_plan *plan,
		    uint64_t at, struct dw_die *die)
{
	struct dw_abbrevs *table = &view->abbrevs;
	const struct dw_fields *fields = dw_fields_of(table, plan);
	uint64_t behind = 0, end = at + plan->size;

	if (fields->state != DW_FIELDS_READY)
		return false;
	if (plan->step == DW_STEP_STRING || plan->step == DW_STEP_BLOCK) {
		behind = dw_fields_behind(view, plan, at);
		if (!behind)
			return false;
		end = behind + plan->after;
	}
	/* every value is loaded as eight bytes */
	if (end + 8 > view->size)
		return false;
	for (unsigned int i = 0; i < fields->nr; i++) {
		const struct dw_field *field = &table->fields[fields->first + i];

		read_value(view, field,
			   view->bytes + (field->behind ? behind : at) +
				   field->pos,
			   &die->fact[field->fact]);
	}
	die->has = fields->has;
	die->next = view->unit->off + end;
	return true;
}
