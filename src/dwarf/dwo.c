// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <elf.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "base/strset.h"
#include "dwarf/constants.h"
#include "dwarf/die.h"
#include "dwarf/dwo.h"
#include "base/poison.h"

/* What a skeleton or a split unit says of itself. */
struct split_root {
	const char *dwo_name;	/* NULL: it is no skeleton */
	const char *comp_dir;
	uint64_t dwo_id;	/* 0: not said */
};

struct opener {
	struct dw_file *file;
	const struct dw_finder *finder;
	struct dw_view view;
	struct map ids;		/* split units by dwo_id: index + 1 */
	struct strset paths;	/* "DIR\1NAME" of what was looked for */
	struct map tried;	/* by where that stands in @paths */
};

static int read_root(struct opener *o, const struct dw_unit *unit,
		     struct split_root *root, struct lay_error *err)
{
	struct dw_view *view = &o->view;
	const struct dw_plan *plan;
	struct dw_value value;
	struct dw_attrs it;
	uint64_t off = unit->die_off;
	int ret;

	*root = (struct split_root){ .dwo_id = unit->dwo_id };
	ret = dw_view_open_root(view, unit, err);
	if (ret < 0 || !view->root.tag)
		return ret;
	ret = dw_attrs_begin(view, off, &it, &plan, err);
	while (ret >= 0) {
		ret = dw_attrs_next(view, off, &it, &value, err);
		if (ret <= 0)
			break;
		if (it.at == DW_AT_dwo_name || it.at == DW_AT_GNU_dwo_name)
			ret = dw_view_string(view, off, &value,
					     &root->dwo_name, err);
		else if (it.at == DW_AT_comp_dir)
			ret = dw_view_string(view, off, &value,
					     &root->comp_dir, err);
		else if (it.at == DW_AT_GNU_dwo_id)
			root->dwo_id = value.u;
	}
	return ret;
}

/* Remember the units of @part by what skeletons know them by. None of them is
 * asked for types as long as no skeleton did. */
static int note_ids(struct opener *o, const struct dw_part *part,
		    struct lay_error *err)
{
	struct split_root root;
	int ret;

	for (size_t i = 0; i < part->nr_units; i++) {
		size_t index = part->first_unit + i;
		struct dw_unit *unit = &o->file->units[index];

		if (unit->unit_type == DW_UT_type ||
		    unit->unit_type == DW_UT_split_type)
			continue;
		ret = read_root(o, unit, &root, err);
		if (ret < 0)
			return ret;
		unit->idle = true;
		unit->dwo_id = root.dwo_id;
		if (map_get(&o->ids, root.dwo_id))
			continue;
		if (map_put(&o->ids, root.dwo_id,
			    (void *)(uintptr_t)(index + 1)) < 0)
			return lay_error_set(err, LAY_E_NOMEM,
					     "no memory for %zu units", index);
	}
	return 0;
}

static int open_package(struct opener *o, struct lay_error *err)
{
	struct elf_file *elf;
	struct dw_part *part;
	int ret = 0;

	if (o->finder->dwp)
		ret = o->finder->dwp(o->finder->ctx, o->file->elf, &elf, err);
	if (ret <= 0)
		return ret;
	ret = dw_file_add_part(o->file, elf, DW_PART_DWP, &part, err);
	if (ret == 0)
		ret = dw_package_index(o->file, part, err);
	return ret < 0 ? ret : note_ids(o, part, err);
}

/* Was the file looked for before? One can have the units of many skeletons. */
static int tried_before(struct opener *o, const struct split_root *root,
			bool *before, struct lay_error *err)
{
	const char *dir = root->comp_dir ? root->comp_dir : "";
	size_t size = strlen(dir) + strlen(root->dwo_name) + 2;
	char *both = malloc(size);
	const char *kept = NULL;

	if (both) {
		snprintf(both, size, "%s\1%s", dir, root->dwo_name);
		kept = strset_adds(&o->paths, both);
		free(both);
	}
	if (!kept)
		return lay_error_set(err, LAY_E_NOMEM, "no memory for a path");
	*before = map_get(&o->tried, (uintptr_t)kept) != NULL;
	if (map_put(&o->tried, (uintptr_t)kept, o) < 0)
		return lay_error_set(err, LAY_E_NOMEM, "no memory for a path");
	return 0;
}

/* Have the .dwo file that @root names, if it is there; one that cannot be read,
 * or was compiled again, is as good as missing, and @why says it. */
static int open_dwo(struct opener *o, const struct split_root *root,
		    struct lay_error *why, struct lay_error *err)
{
	struct elf_file *elf;
	struct dw_part *part;
	bool before = false;
	int ret = tried_before(o, root, &before, err);

	if (ret < 0 || before || !o->finder->dwo)
		return ret;
	ret = o->finder->dwo(o->finder->ctx, o->file->elf, root->comp_dir,
			     root->dwo_name, &elf, why);
	if (ret > 0) {
		ret = dw_file_add_part(o->file, elf, DW_PART_DWO, &part, why);
		if (ret == 0)
			ret = note_ids(o, part, why);
		if (ret == 0 && !map_get(&o->ids, root->dwo_id))
			ret = lay_error_set(why, LAY_E_FORMAT,
					    "%s is of another compilation: not used",
					    elf_path(elf));
	}
	if (ret != -LAY_E_NOMEM)
		return 0;
	*err = *why;
	return ret;
}

static void note_missing(struct dw_file *file, const struct split_root *root,
			 const struct lay_error *why)
{
	struct dw_missing *m = &file->missing;

	if (m->nr++)
		return;
	m->first = strdup(root->dwo_name);
	m->why = *why->text ? strdup(why->text) : NULL;
}

/* The unit with the index @i, if it is a skeleton: find what it stands for. */
static int complete(struct opener *o, size_t i, struct lay_error *err)
{
	struct lay_error why = { .text = "" };
	struct split_root root;
	struct dw_unit *split;
	uintptr_t index;
	int ret = read_root(o, &o->file->units[i], &root, err);

	if (ret < 0 || !root.dwo_name)
		return ret;
	o->file->nr_skeletons++;
	index = (uintptr_t)map_get(&o->ids, root.dwo_id);
	if (!index) {
		ret = open_dwo(o, &root, &why, err);
		if (ret < 0)
			return ret;
		index = (uintptr_t)map_get(&o->ids, root.dwo_id);
	}
	split = index ? &o->file->units[index - 1] : NULL;
	if (!split || !root.dwo_id) {
		note_missing(o->file, &root, &why);
		return 0;
	}
	o->file->units[i].idle = true;
	split->idle = false;
	if (!split->skeleton)
		split->skeleton = (uint32_t)i + 1;
	return 0;
}

/* Has the table of abbreviations DW_AT_GNU_dwo_name, which a skeleton before
 * DWARF 5 must have? */
static bool may_be_gnu(const struct elf_data *abbrev)
{
	const uint8_t *p = abbrev->data, *end;

	if (!p)
		return false;
	end = p + abbrev->size;
	for (; (p = memchr(p, 0xb0, (size_t)(end - p))); p++)
		if (end - p >= 2 && p[1] == 0x42)
			return true;
	return false;
}

/* The same for any version: DW_AT_dwo_name has a form of strings behind it. */
static bool may_name_dwo(const struct elf_data *abbrev)
{
	const uint8_t *p = abbrev->data, *end;

	if (!p || may_be_gnu(abbrev))
		return p != NULL;
	end = p + abbrev->size;
	for (; (p = memchr(p, DW_AT_dwo_name, (size_t)(end - p))); p++) {
		if (end - p < 2)
			break;
		switch (p[1]) {
		case DW_FORM_string:
		case DW_FORM_strp:
		case DW_FORM_line_strp:
		case DW_FORM_strx:
		case DW_FORM_strx1:
		case DW_FORM_strx2:
		case DW_FORM_strx3:
		case DW_FORM_strx4:
			return true;
		}
	}
	return false;
}

/* Units before DWARF 5 are skeletons by what they say alone. */
static bool may_be_skeleton(const struct dw_unit *unit, bool gnu)
{
	return unit->unit_type == DW_UT_skeleton ||
	       (gnu && unit->version < 5 && unit->unit_type == DW_UT_compile);
}

int dw_open_split(struct dw_file *file, const struct dw_finder *finder,
		  struct lay_error *err)
{
	size_t nr = file->parts[0]->nr_units;
	struct opener o = { .file = file, .finder = finder };
	struct elf_data abbrev;
	bool any = false, old = false, gnu;
	int ret;

	ret = dw_part_section(file->parts[0], DW_SECTION_ABBREV, &abbrev, err);
	if (ret < 0 || file->parts[0]->kind != DW_PART_PLAIN)
		return ret;
	for (size_t i = 0; i < nr && !old; i++)
		old = file->units[i].version < 5;
	gnu = old && may_be_gnu(&abbrev);
	for (size_t i = 0; i < nr && !any; i++)
		any = may_be_skeleton(&file->units[i], gnu);
	if (!any)
		return 0;
	dw_view_init(&o.view, file);
	map_init(&o.ids);
	map_init(&o.tried);
	strset_init(&o.paths);
	ret = open_package(&o, err);
	for (size_t i = 0; i < nr && ret >= 0; i++) {
		if (may_be_skeleton(&file->units[i], gnu))
			ret = complete(&o, i, err);
	}
	dw_view_deinit(&o.view);
	map_free(&o.ids);
	map_free(&o.tried);
	strset_free(&o.paths);
	return ret < 0 ? ret : 0;
}

bool dw_may_be_elsewhere(struct elf_file *elf)
{
	const struct elf_section *s = elf_find_section(elf, ".debug_abbrev");
	struct elf_data abbrev = { .data = NULL };

	if (elf_find_section(elf, ".gnu_debugaltlink") ||
	    elf_find_section(elf, ".debug_sup"))
		return true;
	if (!s || s->type == SHT_NOBITS)
		return false;
	if (elf_section_data(elf, s, &abbrev, NULL) < 0)
		return true;
	return may_name_dwo(&abbrev);
}

int dw_skeleton_lines(struct dw_file *file, const struct dw_unit *unit,
		      const struct dw_unit **of, uint64_t *off,
		      struct lay_error *err)
{
	const struct dw_plan *plan;
	struct dw_value value;
	struct dw_attrs it;
	struct dw_view view;
	int ret;

	if (!unit->skeleton)
		return 0;
	*of = &file->units[unit->skeleton - 1];
	dw_view_init(&view, file);
	ret = dw_view_open_root(&view, *of, err);
	if (ret == 0 && view.root.tag) {
		ret = dw_attrs_begin(&view, (*of)->die_off, &it, &plan, err);
		while (ret >= 0) {
			ret = dw_attrs_next(&view, (*of)->die_off, &it, &value,
					    err);
			if (ret <= 0 || it.at == DW_AT_stmt_list)
				break;
		}
		*off = value.u;
	}
	dw_view_deinit(&view);
	return ret;
}
