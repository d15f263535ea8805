// SPDX-License-Identifier: GPL-2.0-only
/*
 * DWARF before version 5 has no word for alignment that was asked for, but
 * compilers write it there too, unless they are old or told to be strict. Most
 * units have no type that asked for any, so a unit alone does not tell which it
 * is; but where none of a language is written in the whole file, nobody knows
 * whether any was asked for. Languages have compilers of their own: that Rust's
 * writes it says nothing of the C beside it.
 */
#include <config.h>

#include <stdlib.h>

#include "dwarf/abbrev.h"
#include "dwarf/constants.h"
#include "dwarf/die.h"
#include "dwarf/unstated.h"
#include "base/poison.h"

/* More than there are in one file; what is beyond does not tell. */
#define NR_LANGUAGES	16

struct languages {
	struct {
		uint64_t language;
		bool states;
	} list[NR_LANGUAGES];
	size_t nr;
};

/* What one compiler compiles is one language. */
static uint64_t family_of(uint64_t language)
{
	switch (language) {
	case DW_LANG_C89:
	case DW_LANG_C99:
	case DW_LANG_C11:
		return DW_LANG_C;
	case DW_LANG_C_plus_plus_03:
	case DW_LANG_C_plus_plus_11:
	case DW_LANG_C_plus_plus_14:
		return DW_LANG_C_plus_plus;
	default:
		return language;
	}
}

static bool is_asked(const struct dw_unit *unit)
{
	return !unit->idle && unit->version < 5;
}

static int language_of(struct dw_view *view, const struct dw_unit *unit,
		       uint64_t *language, struct lay_error *err)
{
	int ret = dw_view_open_root(view, unit, err);

	if (ret < 0)
		return ret;
	if (!dw_die_constant(&view->root, DW_FACT_LANGUAGE, language))
		*language = unit->language;
	*language = family_of(*language);
	return 0;
}

/* Where the language stands in the list; NR_LANGUAGES: there is no room. */
static size_t index_of(struct languages *all, uint64_t language)
{
	for (size_t i = 0; i < all->nr; i++)
		if (all->list[i].language == language)
			return i;
	if (all->nr == NR_LANGUAGES)
		return NR_LANGUAGES;
	all->list[all->nr].language = language;
	/* it has no types */
	all->list[all->nr].states = language == DW_LANG_Mips_Assembler;
	return all->nr++;
}

/* Where the language of @unit stands in @all; a unit that is damaged has none:
 * who reads more of it will hear why. */
static int see_unit(struct dw_file *file, struct dw_view *view,
		    const struct dw_unit *unit, struct languages *all,
		    uint8_t *at, struct lay_error *err)
{
	uint64_t language;
	int ret = language_of(view, unit, &language, err);

	*at = ret < 0 ? NR_LANGUAGES : (uint8_t)index_of(all, language);
	if (*at < NR_LANGUAGES && !all->list[*at].states)
		ret = dw_unit_has_attribute(file, unit, DW_AT_alignment,
					    &all->list[*at].states, err);
	return ret == -LAY_E_NOMEM ? ret : 0;
}

/* Fills @at, an index into @all for each unit. */
static int see_units(struct dw_file *file, struct languages *all, uint8_t *at,
		     struct lay_error *err)
{
	struct dw_view view;
	int ret = 0;

	dw_view_init(&view, file);
	for (size_t i = 0; i < file->nr_units && ret == 0; i++)
		if (is_asked(&file->units[i]))
			ret = see_unit(file, &view, &file->units[i], all,
				       &at[i], err);
	dw_view_deinit(&view);
	return ret;
}

int dw_find_unstated(struct dw_file *file, struct lay_error *err)
{
	uint8_t *at = calloc(file->nr_units + 1, sizeof(*at));
	struct languages all = { .nr = 0 };
	int ret;

	if (!at)
		return lay_error_set(err, LAY_E_NOMEM, "out of memory");
	ret = see_units(file, &all, at, err);
	for (size_t i = 0; i < file->nr_units; i++)
		file->units[i].no_align = is_asked(&file->units[i]) &&
					  (at[i] == NR_LANGUAGES ||
					   !all.list[at[i]].states);
	free(at);
	return ret;
}
