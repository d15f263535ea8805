// SPDX-License-Identifier: GPL-2.0-only
/*
 * Problem: a relocation of no effect says that a place was to be filled in and
 * is not; whether that matters depends on the form of the value, which nobody
 * knows who sees the relocation. 0 at the place of a name is the first string of
 * them all.
 *
 * Idea: such relocations are few, and most files have none. Where there are, the
 * units that they are in are walked DIE by DIE beside them, once, when the file
 * is opened.
 *
 * Invariant: refused is what is read of a DIE for types. Addresses, and what
 * leads to lists of them, are not.
 */
#include <config.h>

#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "dwarf/constants.h"
#include "dwarf/die.h"
#include "dwarf/unfilled.h"
#include "base/poison.h"

/* Places, as DIE offsets. */
struct places {
	uint64_t *off;
	size_t nr, cap;
};

static int refuse(const struct dw_file *file, uint64_t place,
		  struct lay_error *err)
{
	return dw_error_at(file, place, LAY_E_FORMAT, err,
			   "a value that was to be relocated, and its relocation is of no effect (R_*_NONE)");
}

/* Those of all sections called @name, which are joined. */
static int collect(const struct dw_part *part, enum dw_section section,
		   struct places *places, struct lay_error *err)
{
	const struct dw_joined *joined = &part->joined[section];
	uint64_t base = part->base | (section ? DW_OFF_TYPES : 0);
	const uint64_t *offs;
	size_t piece = 0, nr;

	for (size_t i = 0; i < elf_nr_sections(part->elf); i++) {
		const struct elf_section *s = elf_section_at(part->elf, i);
		uint64_t start;

		if (strcmp(s->name, dw_section_name(section)) ||
		    s->type == SHT_NOBITS)
			continue;
		start = piece < joined->nr ? joined->starts[piece] : 0;
		nr = elf_section_unfilled(part->elf, s, &offs);
		piece++;
		if (VEC_RESERVE(places->off, places->nr, places->cap, nr) < 0)
			return lay_error_set(err, LAY_E_NOMEM,
					     "%s: no memory for relocations",
					     elf_path(part->elf));
		for (size_t j = 0; j < nr; j++)
			places->off[places->nr++] = base + start + offs[j];
		if (!joined->nr)
			break;
	}
	return 0;
}

/* Is the value of @at one that no type depends on? */
static bool is_harmless(uint64_t at, const struct dw_value *value)
{
	switch (value->class) {
	case DW_VALUE_ADDRESS:
		return true;
	case DW_VALUE_BLOCK:
		return at != DW_AT_data_member_location &&
		       at != DW_AT_const_value;
	case DW_VALUE_UNSIGNED:
	case DW_VALUE_SECTION:
		break;
	default:
		return false;
	}
	switch (at) {
	case DW_AT_high_pc:
	case DW_AT_entry_pc:
	case DW_AT_ranges:
	case DW_AT_location:
	case DW_AT_frame_base:
	case DW_AT_return_addr:
	case DW_AT_static_link:
	case DW_AT_use_location:
	case DW_AT_string_length:
	case DW_AT_macro_info:
	case DW_AT_macros:
	case DW_AT_GNU_macros:
	case DW_AT_GNU_locviews:
		return true;
	}
	return false;
}

/* The DIE at *@off; goes behind it. Damage is for others to tell: *@off is then
 * the unit's end. */
static int check_die(struct dw_view *view, uint64_t *off,
		     const struct places *places, size_t *next,
		     struct lay_error *err)
{
	const struct dw_plan *plan;
	struct dw_value value;
	struct dw_attrs it;
	uint64_t at = *off;

	*off = view->unit->end;
	if (dw_attrs_begin(view, at, &it, &plan, NULL) < 0)
		return 0;
	while (plan->step != DW_STEP_END) {
		int ret = dw_attrs_next(view, at, &it, &value, NULL);
		uint64_t end = dw_attrs_end(view, &it);

		if (ret < 0)
			return 0;
		if (ret == 0)
			break;
		for (; *next < places->nr && places->off[*next] < end; ++*next)
			if (!is_harmless(it.at, &value))
				return refuse(view->file, places->off[*next],
					      err);
	}
	*off = dw_attrs_end(view, &it);
	return 0;
}

/* @next: the first place that is in the unit. */
static int check_unit(struct dw_file *file, const struct dw_unit *unit,
		      const struct places *places, size_t *next,
		      struct lay_error *err)
{
	uint64_t off = unit->die_off;
	struct dw_view view;
	int ret;

	/* of its header nothing but the place of its abbreviations is relocated;
	 * what was removed from a table can be left at its start */
	for (; *next < places->nr && places->off[*next] < off; ++*next)
		if (places->off[*next] > unit->off)
			return refuse(file, places->off[*next], err);
	dw_view_init(&view, file);
	ret = dw_view_open(&view, unit, NULL) < 0 ? 1 : 0;
	while (ret == 0 && off < unit->end && *next < places->nr &&
	       places->off[*next] < unit->end)
		ret = check_die(&view, &off, places, next, err);
	dw_view_deinit(&view);
	while (*next < places->nr && places->off[*next] < unit->end)
		++*next;
	return ret < 0 ? ret : 0;
}

static int compare(const void *pa, const void *pb)
{
	const uint64_t *a = pa, *b = pb;

	return *a < *b ? -1 : *a > *b;
}

static int check_places(struct dw_file *file, struct places *places,
			struct lay_error *err)
{
	size_t next = 0;
	int ret = 0;

	if (!places->nr)
		return 0;
	qsort(places->off, places->nr, sizeof(*places->off), compare);
	for (size_t i = 0; i < file->nr_units && ret == 0; i++) {
		const struct dw_unit *unit = &file->units[i];

		while (next < places->nr && places->off[next] < unit->off)
			next++;
		if (next < places->nr && places->off[next] < unit->end)
			ret = check_unit(file, unit, places, &next, err);
	}
	return ret;
}

int dw_check_unfilled(struct dw_file *file, struct lay_error *err)
{
	struct dw_part *part = file->parts[0];
	struct places places = { .nr = 0 };
	int ret = 0;

	for (int i = DW_SECTION_INFO; i <= DW_SECTION_TYPES && ret == 0; i++)
		ret = collect(part, (enum dw_section)i, &places, err);
	if (ret == 0)
		ret = check_places(file, &places, err);
	free(places.off);
	return ret;
}

bool dw_is_unfilled(const struct dw_file *file, const struct dw_unit *unit,
		    enum dw_section section, uint64_t from, uint64_t to)
{
	const struct elf_file *elf = dw_file_part(file, unit->off)->elf;
	const struct elf_section *s = elf_find_section(elf,
						       dw_section_name(section));
	const uint64_t *offs;
	size_t nr = s ? elf_section_unfilled(elf, s, &offs) : 0;

	for (size_t i = 0; i < nr; i++)
		if (offs[i] >= from && offs[i] < to)
			return true;
	return false;
}
