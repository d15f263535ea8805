// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <inttypes.h>

#include "dwarf/alt.h"
#include "dwarf/constants.h"
#include "dwarf/die.h"
#include "base/poison.h"

void dw_view_init(struct dw_view *view, struct dw_file *file)
{
	*view = (struct dw_view){ .file = file };
}

void dw_view_deinit(struct dw_view *view)
{
	dw_abbrevs_deinit(&view->abbrevs);
}

/* Where the unit's string offsets begin when it does not say: behind the
 * header of the section (DWARF 5 section 7.26); before DWARF 5 it had none. */
static uint64_t default_str_offsets_base(const struct dw_unit *unit)
{
	if (unit->version < 5)
		return unit->str_offsets_off;
	return unit->str_offsets_off + (unit->offset_size == 4 ? 8 : 16);
}

/* The abbreviations are there: read the first DIE. */
static int read_root(struct dw_view *view, struct lay_error *err)
{
	const struct dw_unit *unit = view->unit;
	const struct dw_value *base = &view->root.fact[DW_FACT_STR_OFFSETS_BASE];
	int ret = 0;

	view->root.tag = 0;
	view->root.has = 0;
	view->root.flags = 0;
	if (unit->die_off < unit->end)
		ret = dw_die_read(view, unit->die_off, &view->root, err);
	view->str_offsets_base = dw_die_has(&view->root,
					    DW_FACT_STR_OFFSETS_BASE)
					 ? base->u
					 : default_str_offsets_base(unit);
	if (ret < 0)
		view->unit = NULL;
	return ret;
}

static void set_unit(struct dw_view *view, const struct dw_unit *unit)
{
	struct dw_part *part = dw_file_part(view->file, unit->off);

	if (part != view->part) {
		view->part = part;
		view->str_offsets = (struct elf_data){ .data = NULL };
		view->str.loaded = false;
		view->line_str.loaded = false;
		view->sup_str.loaded = false;
	}
	view->unit = unit;
	view->bytes = dw_file_bytes(view->file, unit->off);
	view->size = unit->end - unit->off;
}

int dw_view_open(struct dw_view *view, const struct dw_unit *unit,
		 struct lay_error *err)
{
	int ret;

	view->unit = NULL;
	ret = dw_abbrevs_compile(&view->abbrevs, view->file, unit, err);
	if (ret < 0)
		return ret;
	set_unit(view, unit);
	return read_root(view, err);
}

int dw_view_open_root(struct dw_view *view, const struct dw_unit *unit,
		      struct lay_error *err)
{
	struct dw_cursor c;
	uint64_t code;
	int ret;

	set_unit(view, unit);
	c = (struct dw_cursor){
		dw_file_bytes(view->file, unit->die_off),
		view->bytes + view->size, view->file->big_endian
	};
	/* cut off, or the end of a list: read_root() says what there is */
	if (!dw_read_uleb(&c, &code) || code == 0)
		return dw_view_open(view, unit, err);
	ret = dw_abbrevs_compile_one(&view->abbrevs, view->file, unit, code,
				     err);
	if (ret == 0)
		return read_root(view, err);
	view->unit = NULL;
	return ret;
}

void dw_views_init(struct dw_views *views, struct dw_file *file)
{
	dw_view_init(&views->own, file);
	for (size_t i = 0; i < DW_NR_VIEWS; i++)
		dw_view_init(&views->others[i], file);
	views->next = 0;
}

void dw_views_deinit(struct dw_views *views)
{
	dw_view_deinit(&views->own);
	for (size_t i = 0; i < DW_NR_VIEWS; i++)
		dw_view_deinit(&views->others[i]);
}

int dw_views_at_other(struct dw_views *views, uint64_t off, uint64_t from,
		      struct dw_view **ret_view, struct lay_error *err)
{
	const struct dw_unit *unit;
	struct dw_view *view;
	int ret;

	for (size_t i = 0; i < DW_NR_VIEWS; i++) {
		if (dw_view_holds(&views->others[i], off)) {
			*ret_view = &views->others[i];
			return 0;
		}
	}
	unit = dw_file_unit_at(views->own.file, off);
	/* what a reference that leaves its unit was read as */
	if (off == UINT64_MAX)
		return dw_error_at(views->own.file, from, LAY_E_FORMAT, err,
				   "refers to a place outside of its unit");
	if (!unit)
		return dw_error_at(views->own.file, from, LAY_E_FORMAT, err,
				   "refers to 0x%" PRIx64 ", which is in no unit",
				   dw_off_in_section(off));
	view = &views->others[views->next];
	views->next = (views->next + 1) % DW_NR_VIEWS;
	ret = dw_view_open(view, unit, err);
	if (ret == 0)
		*ret_view = view;
	return ret;
}

int dw_views_follow(struct dw_views *views, const struct dw_value *value,
		    uint64_t from, uint64_t *off, struct lay_error *err)
{
	const struct dw_unit *unit;

	switch (value->class) {
	case DW_VALUE_REFERENCE:
		*off = value->u;
		return 0;
	case DW_VALUE_SIGNATURE:
		unit = dw_file_type_unit(views->own.file, value->u);
		if (!unit)
			return dw_error_at(views->own.file, from, LAY_E_FORMAT,
					   err,
					   "no type unit has the signature 0x%016" PRIx64,
					   value->u);
		*off = unit->type_off;
		return 0;
	case DW_VALUE_SUP_REFERENCE:
		return dw_sup_reference(views->own.file, from, value->u, off,
					err);
	default:
		return dw_error_at(views->own.file, from, LAY_E_FORMAT, err,
				   "not a reference");
	}
}

/* How often a DIE may say that another one has its name. */
#define MAX_ORIGINS 8

int dw_views_name(struct dw_views *views, const struct dw_die *die,
		  const char **name, struct lay_error *err)
{
	struct dw_view *view;
	struct dw_die origin;
	uint64_t from, off;
	int ret;

	*name = NULL;
	for (int i = 0; i < MAX_ORIGINS; i++) {
		from = die->off;
		ret = dw_views_at(views, from, from, &view, err);
		if (ret < 0)
			return ret;
		if (dw_die_has(die, DW_FACT_NAME))
			return dw_view_string(view, from,
					      &die->fact[DW_FACT_NAME], name,
					      err);
		if (!dw_die_has(die, DW_FACT_ORIGIN))
			return 0;
		ret = dw_views_follow(views, &die->fact[DW_FACT_ORIGIN], from,
				      &off, err);
		if (ret == 0)
			ret = dw_views_at(views, off, from, &view, err);
		if (ret == 0)
			ret = dw_die_read(view, off, &origin, err);
		if (ret < 0)
			return ret;
		die = &origin;
	}
	return dw_error_at(views->own.file, die->off, LAY_E_LIMIT, err,
			   "a name is looked for in more than %d DIEs",
			   MAX_ORIGINS);
}
