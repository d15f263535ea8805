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

/* What a plain DIE of @tag must say, and may: 1 << fact. */
static bool is_plain(uint16_t tag, uint32_t has)
{
	const uint32_t name = 1u << DW_FACT_NAME, type = 1u << DW_FACT_TYPE;

	switch (tag) {
	case DW_TAG_member:
		return (has | name | 1u << DW_FACT_MEMBER_LOCATION) ==
		       (name | type | 1u << DW_FACT_MEMBER_LOCATION) &&
		       has & type;
	case DW_TAG_enumerator:
		return has == (name | 1u << DW_FACT_CONST_VALUE);
	case DW_TAG_formal_parameter:
		return has == type;
	}
	return false;
}

/* A number that is read as it stands there. Places take two bytes at most. */
static bool is_plain_number(const struct dw_field *f)
{
	return f->form == DW_FORM_data1 || f->form == DW_FORM_data2 ||
	       (f->fact == DW_FACT_CONST_VALUE && f->form == DW_FORM_data4);
}

/* See struct dw_plain: a name of unknown length has all else behind. */
static void compile_plain(const struct dw_abbrevs *table,
			  const struct dw_plan *plan, struct dw_fields *fields)
{
	bool is_text = plan->step == DW_STEP_STRING;
	bool named = fields->has & 1u << DW_FACT_NAME;

	if (!is_plain(plan->tag, fields->has) ||
	    plan->flags & DW_PLAN_CHILDREN ||
	    fields->nr != __builtin_popcount(fields->has) ||
	    (!is_text && plan->step != DW_STEP_FIXED) ||
	    plan->name != (!named ? DW_NAME_NONE :
			   is_text ? DW_NAME_TEXT : DW_NAME_STRP))
		return;
	for (unsigned int i = 0; i < fields->nr; i++) {
		const struct dw_field *f = &table->fields[fields->first + i];

		if (f->fact == DW_FACT_NAME)
			continue;
		if (f->behind != is_text)
			return;
		if (f->fact == DW_FACT_TYPE) {
			if (f->form != DW_FORM_ref4)
				return;
			fields->type_pos = f->pos;
			continue;
		}
		if (!is_plain_number(f))
			return;
		fields->number_pos = f->pos;
		fields->number_surplus_bits = f->surplus_bits;
		fields->has_number = true;
	}
	fields->is_plain = true;
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
	compile_plain(table, plan, fields);
}

/* What is read before the end is looked at again: see sift.c. */
#define SLACK (3 * DW_PLAN_MAX)

/* The name at @p, of up to three letters, and what it takes; 0: longer. */
static inline unsigned int short_text(const uint8_t *p, uint64_t *name)
{
	*name = DW_PLAIN_TEXT;
	for (unsigned int i = 0; i < 4; i++) {
		if (!p[i])
			return i + 1;
		*name |= (uint64_t)p[i] << 8 * i;
	}
	return 0;
}

/* The plan of the DIE at @off if it is a plain one of @tag, and where its
 * attributes begin; NULL: it is none. */
static inline const struct dw_plan *find_plain(struct dw_view *view,
					       uint64_t off, uint16_t tag,
					       const uint8_t **attrs)
{
	struct dw_abbrevs *table = &view->abbrevs;
	uint64_t at = off - view->unit->off;
	const uint8_t *p = view->bytes + at;
	const struct dw_plan *plan;
	uint32_t code;

	if (at + SLACK > view->size)
		return NULL;
	code = *p++;
	if (code >= 0x80)
		code = (code & 0x7f) | (uint32_t)*p++ << 7;
	/* the second byte of a longer code makes it more than this */
	if (code > table->nr_dense || code > 0x3fff)
		return NULL;
	plan = &table->plans[code];
	if (plan->tag != tag)
		return NULL;
	if (table->fields_of[code].state == DW_FIELDS_UNTOLD)
		compile(table, plan, &table->fields_of[code]);
	*attrs = p;
	return table->fields_of[code].is_plain ? plan : NULL;
}

bool dw_plain_read(struct dw_view *view, uint64_t off, uint16_t tag,
		   struct dw_plain *plain)
{
	const bool big_endian = view->file->big_endian;
	const uint8_t *p, *end;
	const struct dw_plan *plan = find_plain(view, off, tag, &p);
	const struct dw_fields *fields;
	unsigned int len;

	if (!plan)
		return false;
	fields = &view->abbrevs.fields_of[plan - view->abbrevs.plans];
	if (plan->step == DW_STEP_FIXED) {
		plain->name = plan->name == DW_NAME_NONE ? DW_PLAIN_NAMELESS :
			      dw_load32(p + plan->name_pos, big_endian);
		end = p + plan->size;
	} else {
		len = short_text(p + plan->size, &plain->name);
		if (!len)
			return false;
		p += plan->size + len;
		end = p + plan->after;
	}
	plain->type = dw_view_reference(view, dw_load32(p + fields->type_pos,
							big_endian));
	plain->number = !fields->has_number ? 0 :
			dw_load_top(p + fields->number_pos,
				    fields->number_surplus_bits, big_endian);
	plain->next = view->unit->off + (uint64_t)(end - view->bytes);
	return true;
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
	struct dw_fields *fields = &table->fields_of[plan - table->plans];
	uint64_t behind = 0, end = at + plan->size;

	if (fields->state == DW_FIELDS_UNTOLD)
		compile(table, plan, fields);
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
