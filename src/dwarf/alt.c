// SPDX-License-Identifier: GPL-2.0-only
/*
 * Problem: dwz moves what units have in common to partial units, which other
 * units import. A type there is a type of each of them: they are the units that
 * "define it", and name and language of the partial unit are theirs. And a
 * supplementary file holds partial units of other files too, whose types this
 * build does not have.
 *
 * Idea: before anything is asked, go over the units once, read each
 * DW_TAG_imported_unit that stands directly in one, and follow these from each
 * unit that is not partial itself. dwz puts nearly all of them in front of other
 * children, but not all.
 *
 * Cost: nothing where no table of abbreviations has a partial unit; else all DIEs
 * that stand directly in a unit are read, once, and 8 bytes kept for each import.
 */
#include <config.h>

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "dwarf/alt.h"
#include "dwarf/constants.h"
#include "dwarf/die.h"
#include "base/poison.h"

/* More imports than any build has: a few hundred for each of its units. */
#define MAX_IMPORTS ((size_t)1 << 26)

int dw_sup_reference(const struct dw_file *file, uint64_t from, uint64_t u,
		     uint64_t *off, struct lay_error *err)
{
	const struct dw_part *sup = dw_file_part(file, from)->sup;

	if (!sup)
		return dw_error_at(file, from, LAY_E_UNSUPPORTED, err,
				   "refers to a supplementary file");
	if (u >= DW_OFF_TYPES)
		return dw_error_at(file, from, LAY_E_FORMAT, err,
				   "refers to 0x%" PRIx64 " of its supplementary file",
				   u);
	*off = sup->base + u;
	return 0;
}

/* Which unit imports which, both as indices. */
struct import {
	uint32_t from, to;
};

struct importing {
	struct dw_file *file;
	struct dw_view view;
	/* what units say, in their order; of unit i from first[i] on */
	struct import *said;
	size_t nr_said, cap_said;
	size_t *first;
	/* what follows for units that are not partial */
	struct import *found;
	size_t nr_found, cap_found;
	uint16_t *languages;
};

/* What the DW_TAG_imported_unit at @off imports; NULL: nothing that is there. */
static int read_import(struct importing *im, uint64_t off,
		       const struct dw_unit **to, struct lay_error *err)
{
	const struct dw_plan *plan;
	struct dw_value value;
	struct dw_attrs it;
	uint64_t target = UINT64_MAX;
	int ret = dw_attrs_begin(&im->view, off, &it, &plan, err);

	*to = NULL;
	while (ret >= 0) {
		ret = dw_attrs_next(&im->view, off, &it, &value, err);
		if (ret <= 0)
			break;
		if (it.at != DW_AT_import)
			continue;
		if (value.class == DW_VALUE_REFERENCE)
			target = value.u;
		else if (value.class == DW_VALUE_SUP_REFERENCE)
			ret = dw_sup_reference(im->file, off, value.u, &target,
					       err);
	}
	if (ret == 0)
		*to = dw_file_unit_at(im->file, target);
	return ret;
}

static int no_memory(const struct importing *im, struct lay_error *err)
{
	return lay_error_set(err, LAY_E_NOMEM, "%s: no memory for imports",
			     elf_path(im->file->elf));
}

/* The imports of the unit with the index @i. */
static int read_unit(struct importing *im, size_t i, struct lay_error *err)
{
	struct dw_unit *unit = &im->file->units[i];
	const struct dw_unit *to;
	uint64_t off, language;
	struct dw_die die;
	int ret = dw_view_open(&im->view, unit, err);

	if (ret < 0 || !dw_die_opens(&im->view.root))
		return ret;
	if (im->view.root.tag == DW_TAG_partial_unit)
		unit->unit_type = DW_UT_partial;
	if (dw_die_constant(&im->view.root, DW_FACT_LANGUAGE, &language))
		im->languages[i] = (uint16_t)language;
	off = im->view.root.next;
	while (ret == 0 && off < unit->end) {
		ret = dw_die_read(&im->view, off, &die, err);
		if (ret < 0 || die.tag == 0)
			break;
		to = NULL;
		if (die.tag == DW_TAG_imported_unit)
			ret = read_import(im, off, &to, err);
		if (ret == 0)
			ret = dw_die_after(&im->view, &die, &off, err);
		if (ret < 0 || !to)
			continue;
		if (VEC_RESERVE(im->said, im->nr_said, im->cap_said, 1) < 0)
			return no_memory(im, err);
		im->said[im->nr_said++] = (struct import){
			(uint32_t)i, (uint32_t)(to - im->file->units),
		};
	}
	return ret;
}

/* Follow the imports from the unit @i to all partial units. @seen: the last
 * unit that came by, + 1; @todo has room for every unit. */
static int follow(struct importing *im, uint32_t i, uint32_t *seen,
		  uint32_t *todo, struct lay_error *err)
{
	size_t nr = 1;

	todo[0] = i;
	while (nr > 0) {
		uint32_t at = todo[--nr];

		for (size_t j = im->first[at]; j < im->first[at + 1]; j++) {
			uint32_t to = im->said[j].to;

			if (im->file->units[to].unit_type != DW_UT_partial ||
			    seen[to] == i + 1)
				continue;
			seen[to] = i + 1;
			todo[nr++] = to;
			if (im->nr_found == MAX_IMPORTS)
				return lay_error_set(err, LAY_E_LIMIT,
						     "%s: more than %zu imports of units",
						     elf_path(im->file->elf),
						     MAX_IMPORTS);
			if (VEC_RESERVE(im->found, im->nr_found,
					im->cap_found, 1) < 0)
				return no_memory(im, err);
			im->found[im->nr_found++] = (struct import){ i, to };
		}
	}
	return 0;
}

static int follow_all(struct importing *im, struct lay_error *err)
{
	size_t nr = im->file->nr_units;
	uint32_t *seen = calloc(nr, sizeof(*seen));
	uint32_t *todo = calloc(nr + 1, sizeof(*todo));
	int ret = seen && todo ? 0 : no_memory(im, err);

	for (size_t i = 0; i < nr && ret == 0; i++)
		if (im->file->units[i].unit_type != DW_UT_partial)
			ret = follow(im, (uint32_t)i, seen, todo, err);
	free(seen);
	free(todo);
	return ret;
}

/* Tell each partial unit who imports it, in the order of the units. */
static int tell(struct importing *im, struct lay_error *err)
{
	struct dw_file *file = im->file;
	uint32_t at = 0;

	file->importers = calloc(im->nr_found + 1, sizeof(*file->importers));
	if (!file->importers)
		return no_memory(im, err);
	for (size_t i = 0; i < im->nr_found; i++)
		file->units[im->found[i].to].nr_importers++;
	for (size_t i = 0; i < file->nr_units; i++) {
		file->units[i].first_importer = at;
		at += file->units[i].nr_importers;
		file->units[i].nr_importers = 0;
	}
	for (size_t i = 0; i < im->nr_found; i++) {
		struct dw_unit *to = &file->units[im->found[i].to];

		if (!to->nr_importers)
			to->language = im->languages[im->found[i].from];
		file->importers[to->first_importer + to->nr_importers++] =
			im->found[i].from;
	}
	for (size_t i = 0; i < file->nr_units; i++)
		if (dw_file_part(file, file->units[i].off)->kind ==
		    DW_PART_SUP && !file->units[i].nr_importers)
			file->units[i].idle = true;
	return 0;
}

static int find_importers(struct dw_file *file, struct lay_error *err)
{
	struct importing im = { .file = file };
	size_t nr = file->nr_units;
	int ret = 0;

	dw_view_init(&im.view, file);
	im.first = calloc(nr + 1, sizeof(*im.first));
	im.languages = calloc(nr + 1, sizeof(*im.languages));
	if (!im.first || !im.languages)
		ret = no_memory(&im, err);
	for (size_t i = 0; i < nr && ret == 0; i++) {
		im.first[i] = im.nr_said;
		ret = read_unit(&im, i, err);
	}
	if (ret == 0) {
		im.first[nr] = im.nr_said;
		ret = follow_all(&im, err);
	}
	if (ret == 0)
		ret = tell(&im, err);
	dw_view_deinit(&im.view);
	free(im.first);
	free(im.languages);
	free(im.said);
	free(im.found);
	return ret;
}

/*
 * Could a table of abbreviations have a partial unit? Its tag, that it has
 * children, and an attribute follow each other; an array with the code of that
 * tag looks the same up to there, but has no attribute where it says whether it
 * has children.
 */
static bool may_be_partial(const struct elf_data *abbrev)
{
	const uint8_t *p = abbrev->data, *end;

	if (!p)
		return false;
	end = p + abbrev->size;
	for (; (p = memchr(p, DW_TAG_partial_unit, (size_t)(end - p))); p++) {
		if (end - p < 4)
			return false;
		if (p[1] == DW_CHILDREN_yes &&
		    (p[2] > DW_CHILDREN_yes || (p[2] == 0 && p[3] == 0)))
			return true;
	}
	return false;
}

/* Are there partial units in @file? Since DWARF 5 their headers say so. */
static int find_partial(struct dw_file *file, bool *partial,
			struct lay_error *err)
{
	struct elf_data d;
	bool old = false;
	int ret = 0;

	for (size_t i = 0; i < file->nr_units && !*partial; i++) {
		old |= file->units[i].version < 5;
		*partial = file->units[i].unit_type == DW_UT_partial;
	}
	if (old && !*partial) {
		ret = dw_part_section(file->parts[0], DW_SECTION_ABBREV, &d,
				      err);
		*partial = ret == 0 && may_be_partial(&d);
	}
	return ret;
}

int dw_open_sup(struct dw_file *file, const struct dw_finder *finder,
		struct lay_error *err)
{
	struct elf_file *elf;
	bool partial = false;
	int ret = 0;

	if (finder->sup)
		ret = finder->sup(finder->ctx, file->elf, &elf, err);
	if (ret > 0) {
		ret = dw_file_add_part(file, elf, DW_PART_SUP,
				       &file->parts[0]->sup, err);
		partial = true;
	}
	if (ret == 0 && !partial)
		ret = find_partial(file, &partial, err);
	return ret < 0 || !partial ? ret : find_importers(file, err);
}

int dw_unit_name(struct dw_file *file, const struct dw_unit *unit,
		 const char **name, struct lay_error *err)
{
	const struct dw_die *root;
	struct dw_view view;
	int ret;

	*name = "";
	unit = dw_unit_importer(file, unit, 0);
	dw_view_init(&view, file);
	ret = dw_view_open_root(&view, unit, err);
	root = &view.root;
	if (ret == 0 && root->tag && dw_die_has(root, DW_FACT_NAME))
		ret = dw_view_string(&view, root->off,
				     &root->fact[DW_FACT_NAME], name, err);
	dw_view_deinit(&view);
	return ret;
}
