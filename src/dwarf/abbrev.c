// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <inttypes.h>
#include <stdlib.h>

#include "base/vec.h"
#include "dwarf/abbrev.h"
#include "dwarf/bytes.h"
#include "dwarf/constants.h"
#include "dwarf/form.h"
#include "dwarf/plan.h"
#include "base/poison.h"

static int table_error(const struct dw_file *file, const struct dw_unit *unit,
		       const struct dw_cursor *c, const char *what,
		       struct lay_error *err)
{
	const struct dw_part *part = dw_file_part(file, unit->off);
	const struct elf_data *d = &part->sections[DW_SECTION_ABBREV];

	return lay_error_set(err, LAY_E_FORMAT,
			     "%s: %s+0x%zx: %s, in the table of the unit at 0x%" PRIx64,
			     elf_path(part->elf),
			     dw_section_name(DW_SECTION_ABBREV),
			     (size_t)(c->p - d->data), what,
			     dw_off_in_section(unit->off));
}

/* One abbreviation behind its code; NULL, or what is wrong. */
static const char *read_abbrev(struct dw_abbrevs *table, struct dw_cursor *c,
			       struct dw_plan *plan)
{
	uint64_t tag, children;
	const uint8_t *behind;
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
	behind = dw_plan_make(plan, table, c->p);
	if (!behind)
		return "abbreviations cut off";
	c->p = behind;
	return NULL;
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
	memset(table->shapes, 0, (table->nr + 1) * sizeof(*table->shapes));
	table->nr_fields = 0;
	table->nr_dense = dense ? table->nr : 0;
}

static int reserve(struct dw_abbrevs *table, struct lay_error *err)
{
	if (table->nr + 2 <= table->cap && table->nr < table->cap_codes &&
	    table->nr + 2 <= table->cap_fields_of &&
	    table->nr + 2 <= table->cap_shapes)
		return 0;
	if (VEC_RESERVE(table->plans, table->nr + 1, table->cap, 1) < 0 ||
	    VEC_RESERVE(table->codes, table->nr, table->cap_codes, 1) < 0 ||
	    VEC_RESERVE(table->fields_of, table->nr + 1, table->cap_fields_of,
			1) < 0 ||
	    VEC_RESERVE(table->shapes, table->nr + 1, table->cap_shapes, 1) < 0)
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

	ret = dw_unit_section(file, unit, DW_SECTION_ABBREV, &d, err);
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
	    table->unit.abbrev_off == unit->abbrev_off &&
	    table->unit.off >> DW_PART_SHIFT == unit->off >> DW_PART_SHIFT)
		return 0;
	table->whole = false;
	ret = begin_table(table, file, unit, &c, err);
	if (ret == 0)
		ret = read_table(table, file, &c, err);
	table->whole = ret == 0;
	return ret;
}

/* Go to the abbreviation of @wanted, behind its code; NULL, or what is wrong. */
static const char *seek_code(struct dw_cursor *c, uint64_t wanted)
{
	const uint8_t *behind;
	uint64_t code, tag;

	while (dw_read_uleb(c, &code)) {
		if (code == 0)
			return "no abbreviation of the unit's first DIE";
		if (code == wanted)
			return NULL;
		if (!dw_read_uleb(c, &tag) || !dw_skip(c, 1))
			break;
		behind = dw_plan_skip(c->p, c->end);
		if (!behind)
			break;
		c->p = behind;
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
	if (wrong)
		return table_error(file, unit, &c, wrong, err);
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
	free(table->shapes);
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

/* Does this form lead out of the unit? */
static bool leads_out(uint64_t form)
{
	return form == DW_FORM_ref_addr || form == DW_FORM_ref_sig8 ||
	       form == DW_FORM_ref_sup4 || form == DW_FORM_ref_sup8 ||
	       form == DW_FORM_GNU_ref_alt || form == DW_FORM_indirect;
}

/* Is @attribute, or if that is 0 a form that leads out of the unit, in the list
 * at @c? Goes behind it; also when it is cut off. */
static bool list_has(struct dw_cursor *c, uint64_t attribute)
{
	uint64_t name, form;
	int64_t value;
	bool has = false;

	do {
		if (!dw_read_uleb(c, &name) || !dw_read_uleb(c, &form) ||
		    (form == DW_FORM_implicit_const &&
		     !dw_read_sleb(c, &value)))
			return true;
		has |= attribute ? name == attribute : leads_out(form);
	} while (name || form);
	return has;
}

static int table_has(const struct dw_file *file, const struct dw_unit *unit,
		     uint64_t attribute, bool *has, struct lay_error *err)
{
	struct dw_cursor c = { .big_endian = file->big_endian };
	struct elf_data data;
	uint64_t code, tag;
	int ret = dw_unit_section(file, unit, DW_SECTION_ABBREV, &data, err);

	*has = false;
	if (ret < 0)
		return ret;
	c.p = data.data + unit->abbrev_off;
	c.end = data.data + data.size;
	while (!*has) {
		*has = !dw_read_uleb(&c, &code);
		if (*has || !code)	/* what is behind the table */
			break;
		*has = !dw_read_uleb(&c, &tag) || !dw_skip(&c, 1) ||
		       list_has(&c, attribute);
	}
	return 0;
}

int dw_unit_has_attribute(const struct dw_file *file,
			  const struct dw_unit *unit, uint64_t attribute,
			  bool *has, struct lay_error *err)
{
	return table_has(file, unit, attribute, has, err);
}

int dw_unit_refers_elsewhere(const struct dw_file *file,
			     const struct dw_unit *unit, bool *refers,
			     struct lay_error *err)
{
	return table_has(file, unit, 0, refers, err);
}
