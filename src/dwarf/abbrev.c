// SPDX-License-Identifier: GPL-2.0-only
/*
 * A kernel has 2,200 tables of 150 abbreviations, 5 MB: with every unit its
 * own, and each used for a unit of 76 kB. Compiling them is a sixth of a
 * search, so there is no allocation in it, attribute lists are not copied, and
 * an attribute in two bytes is read as such.
 */
#include <config.h>

#include <inttypes.h>
#include <stdlib.h>

#include <layoutdiff/model.h>

#include "base/vec.h"
#include "dwarf/abbrev.h"
#include "dwarf/bytes.h"
#include "dwarf/constants.h"
#include "dwarf/form.h"
#include "base/poison.h"

static int table_error(const struct dw_file *file, const struct dw_unit *unit,
		       const struct dw_cursor *c, const char *what,
		       struct lay_error *err)
{
	const struct elf_data *d = &file->sections[DW_SECTION_ABBREV];

	return lay_error_set(err, LAY_E_FORMAT,
			     "%s: %s+0x%zx: %s, in the table of the unit at 0x%" PRIx64,
			     elf_path(file->elf),
			     dw_section_name(DW_SECTION_ABBREV),
			     (size_t)(c->p - d->data), what,
			     unit->off & ~DW_OFF_TYPES);
}

/* What a tag means to who looks for types by name. */
struct meaning {
	uint8_t kind;		/* enum lay_kind */
	uint8_t flags;		/* DW_PLAN_* */
};

static const struct meaning meanings[] = {
	[DW_TAG_structure_type] = { LAY_KIND_STRUCT, DW_PLAN_RECORD },
	[DW_TAG_class_type] = { LAY_KIND_STRUCT, DW_PLAN_RECORD },
	[DW_TAG_interface_type] = { LAY_KIND_STRUCT, DW_PLAN_RECORD },
	[DW_TAG_union_type] = { LAY_KIND_UNION, DW_PLAN_RECORD },
	[DW_TAG_enumeration_type] = { LAY_KIND_ENUM, 0 },
	[DW_TAG_typedef] = { LAY_KIND_TYPEDEF, 0 },
	[DW_TAG_base_type] = { LAY_KIND_BASE, 0 },
	[DW_TAG_namespace] = { 0, DW_PLAN_NAMESPACE },
	[DW_TAG_module] = { 0, DW_PLAN_NAMESPACE },
	[DW_TAG_subprogram] = { 0, DW_PLAN_FUNCTION },
	[DW_TAG_lexical_block] = { 0, DW_PLAN_FUNCTION },
};

static void classify(struct dw_plan *plan)
{
	if (plan->tag < sizeof(meanings) / sizeof(meanings[0])) {
		plan->kind = meanings[plan->tag].kind;
		plan->flags |= meanings[plan->tag].flags;
	}
}

/* A form, and where a value of it stands. */
struct place {
	uint32_t form;		/* 0: there is none */
	uint32_t size;		/* bytes in front of it, from the start or from
				 * behind the last value of unknown length */
	uint32_t nr_variable;	/* such values in front of it */
};

/* The attributes of which a plan keeps something. */
enum noted {
	PLAIN,
	NAME,
	SIBLING,
	ORIGIN,
	NR_NOTED,
};

static const uint8_t noted[256] = {
	[DW_AT_name] = NAME,
	[DW_AT_sibling] = SIBLING,
	[DW_AT_abstract_origin] = ORIGIN,
	[DW_AT_specification] = ORIGIN,
};

/* An attribute list as it is read. */
struct measure {
	struct place noted[NR_NOTED];
	struct place variable;	/* the last value of unknown length */
	struct place end;
};

/* An attribute and its form, in however many bytes. */
static const uint8_t *read_long_spec(const uint8_t *p, const uint8_t *end,
				     uint64_t *at, uint64_t *form)
{
	struct dw_cursor c = { p, end, false };

	return dw_read_uleb(&c, at) && dw_read_uleb(&c, form) ? c.p : NULL;
}

/* The value of a DW_FORM_implicit_const. */
static const uint8_t *skip_implicit(const uint8_t *p, const uint8_t *end)
{
	while (p < end && *p >= 0x80)
		p++;
	return p < end ? p + 1 : NULL;
}

/*
 * The attribute list at @p, up to and with its two zeros; NULL if it is cut
 * off. Which attribute comes next is what no processor guesses, so all are
 * noted, without a branch; most of them as PLAIN.
 */
static const uint8_t *measure_specs(const struct dw_abbrevs *table,
				    const uint8_t *p, struct measure *m)
{
	const uint8_t *end = table->end;
	struct place at_hand = { 0 };

	while (end - p >= 2) {
		unsigned int size = table->form_sizes[p[1]];
		unsigned int which = noted[p[0]];
		uint64_t at = p[0], form = p[1];

		p += 2;
		if ((at | form) & 0x80) {
			p = read_long_spec(p - 2, end, &at, &form);
			if (!p)
				break;
			size = form < 0x100 ? table->form_sizes[form]
					    : DW_NOT_FIXED;
			which = at < 0x100 ? noted[at] : PLAIN;
			form = form > UINT32_MAX ? UINT32_MAX : form;
		}
		at_hand.form = (uint32_t)form;
		if ((at | form) == 0) {
			m->end = at_hand;
			return p;
		}
		m->noted[which] = at_hand;
		if (size == DW_NOT_FIXED) {
			m->variable = at_hand;
			at_hand.size = 0;
			at_hand.nr_variable++;
			continue;
		}
		at_hand.size += size;
		if (form == DW_FORM_implicit_const) {
			p = skip_implicit(p, end);
			if (!p)
				break;
		}
	}
	return NULL;
}

static void plan_name(struct dw_plan *plan, const struct measure *m)
{
	uint32_t form = m->noted[NAME].form;

	if (!form) {
		plan->name = m->noted[ORIGIN].form ? DW_NAME_ORIGIN : DW_NAME_NONE;
		return;
	}
	plan->name = DW_NAME_OTHER;
	if (m->noted[NAME].nr_variable || m->noted[NAME].size > DW_PLAN_MAX)
		return;
	plan->name_pos = (uint8_t)m->noted[NAME].size;
	if (form == DW_FORM_strp) {
		plan->name = DW_NAME_STRP;
	} else if (form == DW_FORM_string) {
		plan->name = DW_NAME_TEXT;
	} else if (form >= DW_FORM_strx1 && form <= DW_FORM_strx4) {
		plan->name = DW_NAME_STRX;
		plan->name_size = (uint8_t)(form - DW_FORM_strx1 + 1);
	}
}

/* DW_STEP_FORMS, but for the shapes that nearly all DIEs have. */
static void plan_step(struct dw_plan *plan, const struct measure *m)
{
	const unsigned int nr_variable = m->end.nr_variable;

	plan->step = DW_STEP_FORMS;
	if (m->noted[SIBLING].form) {
		plan->flags |= DW_PLAN_SIBLING;
		if (m->noted[SIBLING].form != DW_FORM_ref4 ||
		    m->noted[SIBLING].nr_variable != nr_variable)
			return;
		plan->sibling_pos = (uint8_t)m->noted[SIBLING].size;
	}
	if (m->end.size > DW_PLAN_MAX || m->variable.size > DW_PLAN_MAX)
		return;
	if (nr_variable == 0) {
		plan->size = (uint8_t)m->end.size;
		plan->step = m->noted[SIBLING].form ? DW_STEP_SIBLING : DW_STEP_FIXED;
		return;
	}
	plan->size = (uint8_t)m->variable.size;
	plan->after = (uint8_t)m->end.size;
	if (nr_variable > 1)
		return;
	if (m->variable.form == DW_FORM_string)
		plan->step = DW_STEP_STRING;
	else if (m->variable.form == DW_FORM_exprloc ||
		 m->variable.form == DW_FORM_block1)
		plan->step = DW_STEP_BLOCK;
}

static bool read_specs(struct dw_abbrevs *table, struct dw_cursor *c,
		       struct dw_plan *plan)
{
	struct measure m = { .end = { 0 } };
	const uint8_t *end = measure_specs(table, c->p, &m);

	if (!end)
		return false;
	c->p = end;
	plan_name(plan, &m);
	if (plan->name == DW_NAME_STRP && table->unit.offset_size != 4)
		plan->name = DW_NAME_OTHER;
	plan_step(plan, &m);
	plan->deeper = (plan->flags & (DW_PLAN_CHILDREN | DW_PLAN_SIBLING)) ==
		       DW_PLAN_CHILDREN;
	classify(plan);
	return true;
}

/* One abbreviation behind its code; NULL, or what is wrong. */
static const char *read_abbrev(struct dw_abbrevs *table, struct dw_cursor *c,
			       struct dw_plan *plan)
{
	uint64_t tag, children;
	size_t specs;

	if (!dw_read_uleb(c, &tag) || !dw_read(c, 1, &children))
		return "abbreviations cut off";
	if (tag == 0 || tag > UINT16_MAX || children > DW_CHILDREN_yes)
		return "not an abbreviation";
	specs = (size_t)(c->p - table->start);
	if (specs > UINT32_MAX)
		return "4 GB of abbreviations";
	*plan = (struct dw_plan){
		.specs = (uint32_t)specs,
		.tag = (uint16_t)tag,
		.flags = children ? DW_PLAN_CHILDREN : 0,
	};
	return read_specs(table, c, plan) ? NULL : "abbreviations cut off";
}

static int compare_codes(const void *a, const void *b)
{
	uint64_t ca = ((const struct dw_code *)a)->code;
	uint64_t cb = ((const struct dw_code *)b)->code;

	return ca < cb ? -1 : ca > cb;
}

/* The codes are not 1, 2, 3...: have them searched. */
static const char *sort_codes(struct dw_abbrevs *table)
{
	qsort(table->codes, table->nr, sizeof(*table->codes), compare_codes);
	for (size_t i = 1; i < table->nr; i++) {
		if (table->codes[i].code == table->codes[i - 1].code)
			return "an abbreviation code stands for two";
	}
	return NULL;
}

/* No DIE was read by it yet. */
static void finish_table(struct dw_abbrevs *table, bool dense)
{
	memset(table->fields_of, 0,
	       (table->nr + 1) * sizeof(*table->fields_of));
	table->nr_fields = 0;
	table->nr_dense = dense ? table->nr : 0;
}

static int reserve(struct dw_abbrevs *table, struct lay_error *err)
{
	if (table->nr + 2 <= table->cap && table->nr < table->cap_codes &&
	    table->nr + 2 <= table->cap_fields_of)
		return 0;
	if (VEC_RESERVE(table->plans, table->nr + 1, table->cap, 1) < 0 ||
	    VEC_RESERVE(table->codes, table->nr, table->cap_codes, 1) < 0 ||
	    VEC_RESERVE(table->fields_of, table->nr + 1, table->cap_fields_of,
			1) < 0)
		return lay_error_set(err, LAY_E_NOMEM,
				     "no memory for %zu abbreviations",
				     table->nr);
	return 0;
}

/* Read the table at @c up to its zero. */
static int read_table(struct dw_abbrevs *table, const struct dw_file *file,
		      struct dw_cursor *c, struct lay_error *err)
{
	const char *wrong = NULL;
	bool dense = true;
	uint64_t code;
	int ret;

	do {
		ret = reserve(table, err);
		if (ret < 0)
			return ret;
		if (!dw_read_uleb(c, &code))
			wrong = "abbreviations cut off";
		else if (code != 0)
			wrong = read_abbrev(table, c,
					    &table->plans[table->nr + 1]);
		if (wrong)
			return table_error(file, &table->unit, c, wrong, err);
		if (code != 0) {
			table->codes[table->nr] = (struct dw_code){
				code, (uint32_t)table->nr + 1
			};
			table->nr++;
			dense = dense && code == table->nr;
		}
	} while (code != 0);
	if (!dense)
		wrong = sort_codes(table);
	if (wrong)
		return table_error(file, &table->unit, c, wrong, err);
	finish_table(table, dense);
	return 0;
}

/* Have forms the same sizes in both? */
static bool same_sizes(const struct dw_unit *a, const struct dw_unit *b)
{
	return a->version == b->version && a->addr_size == b->addr_size &&
	       a->offset_size == b->offset_size;
}

static void set_forms(struct dw_abbrevs *table)
{
	for (size_t i = 0; i < sizeof(table->form_sizes); i++) {
		int size = dw_form_size(i, &table->unit);

		table->form_sizes[i] = size < 0 ? DW_NOT_FIXED : (uint8_t)size;
		table->form_classes[i] = (uint8_t)dw_form_plain_class(i);
	}
}

/* Have @table be about the table of @unit, of which nothing is read yet. */
static int begin_table(struct dw_abbrevs *table, struct dw_file *file,
		       const struct dw_unit *unit, struct dw_cursor *c,
		       struct lay_error *err)
{
	bool sizes_kept = table->plans && same_sizes(&table->unit, unit);
	struct elf_data d;
	int ret;

	ret = dw_file_section(file, DW_SECTION_ABBREV, &d, err);
	if (ret < 0)
		return ret;
	/* dw_file_open() saw that it begins inside */
	table->start = d.data + unit->abbrev_off;
	table->end = d.data + d.size;
	table->unit = *unit;
	table->nr = 0;
	if (!sizes_kept)
		set_forms(table);
	*c = (struct dw_cursor){ table->start, table->end, file->big_endian };
	ret = reserve(table, err);
	if (ret == 0)
		table->plans[0] = (struct dw_plan){
			.step = DW_STEP_END,
			.deeper = -1,
		};
	return ret;
}

int dw_abbrevs_compile(struct dw_abbrevs *table, struct dw_file *file,
		       const struct dw_unit *unit, struct lay_error *err)
{
	struct dw_cursor c;
	int ret;

	if (table->whole && same_sizes(&table->unit, unit) &&
	    table->unit.abbrev_off == unit->abbrev_off)
		return 0;
	table->whole = false;
	ret = begin_table(table, file, unit, &c, err);
	if (ret == 0)
		ret = read_table(table, file, &c, err);
	table->whole = ret == 0;
	return ret;
}

/* The attribute list at @p, passed over; NULL if it is cut off. */
static const uint8_t *skip_specs(const uint8_t *p, const uint8_t *end)
{
	while (p && end - p >= 2) {
		uint64_t at = p[0], form = p[1];

		if ((at | form) & 0x80)
			p = read_long_spec(p, end, &at, &form);
		else
			p += 2;
		if ((at | form) == 0)
			return p;
		if (form == DW_FORM_implicit_const && p)
			p = skip_implicit(p, end);
	}
	return NULL;
}

/* Go to the abbreviation of @wanted, behind its code; NULL, or what is wrong. */
static const char *seek_code(struct dw_cursor *c, uint64_t wanted)
{
	uint64_t code, tag;

	while (c->p && dw_read_uleb(c, &code)) {
		if (code == 0)
			return "no abbreviation of the unit's first DIE";
		if (code == wanted)
			return NULL;
		if (!dw_read_uleb(c, &tag) || !dw_skip(c, 1))
			break;
		c->p = skip_specs(c->p, c->end);
	}
	return "abbreviations cut off";
}

int dw_abbrevs_compile_one(struct dw_abbrevs *table, struct dw_file *file,
			   const struct dw_unit *unit, uint64_t code,
			   struct lay_error *err)
{
	const char *wrong;
	struct dw_cursor c;
	int ret;

	table->whole = false;
	ret = begin_table(table, file, unit, &c, err);
	if (ret < 0)
		return ret;
	wrong = seek_code(&c, code);
	if (!wrong)
		wrong = read_abbrev(table, &c, &table->plans[1]);
	if (wrong) {
		c.p = table->start;
		return table_error(file, unit, &c, wrong, err);
	}
	table->codes[0] = (struct dw_code){ code, 1 };
	table->nr = 1;
	finish_table(table, false);
	return 0;
}

void dw_abbrevs_deinit(struct dw_abbrevs *table)
{
	free(table->plans);
	free(table->codes);
	free(table->fields_of);
	free(table->fields);
	*table = (struct dw_abbrevs){ .plans = NULL };
}

const struct dw_plan *dw_abbrevs_find(const struct dw_abbrevs *table,
				      uint64_t code)
{
	struct dw_code key = { .code = code };
	const struct dw_code *found;

	if (code <= table->nr_dense)
		return &table->plans[code];
	if (table->nr_dense)
		return NULL;
	found = bsearch(&key, table->codes, table->nr, sizeof(key),
			compare_codes);
	return found ? &table->plans[found->plan] : NULL;
}
