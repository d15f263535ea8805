/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Supplementary files: what dwz took out of several files, and the partial units
 * that it makes of what units of one file have in common (DWARF 5 section
 * 7.3.6 and appendix E).
 */
#ifndef DWARF_ALT_H
#define DWARF_ALT_H

#include "dwarf/finder.h"
#include "dwarf/unit.h"

/*
 * Add the supplementary file of @file, if it names one, and find out which units
 * import which partial ones. Of those in the supplementary file that no unit
 * imports nothing is this build's.
 */
int dw_open_sup(struct dw_file *file, const struct dw_finder *finder,
		struct lay_error *err);

/* Where the reference of @u bytes into the supplementary file of the DIE @from
 * leads; whether a DIE is there is not checked. */
int dw_sup_reference(const struct dw_file *file, uint64_t from, uint64_t u,
		     uint64_t *off, struct lay_error *err);

/* How many units have what @unit holds: of a partial one, those that import it;
 * of a type unit none, as nothing says who refers to it. */
static inline uint32_t dw_unit_weight(const struct dw_unit *unit)
{
	if (unit->type_off)
		return 0;
	return unit->nr_importers ? unit->nr_importers : 1;
}

/* The @i-th of these. */
static inline const struct dw_unit *dw_unit_importer(const struct dw_file *file,
						     const struct dw_unit *unit,
						     uint32_t i)
{
	if (!unit->nr_importers)
		return unit;
	return &file->units[file->importers[unit->first_importer + i]];
}

/* The name of @unit, "" if it has none; a partial unit has that of the first
 * that imports it. */
int dw_unit_name(struct dw_file *file, const struct dw_unit *unit,
		 const char **name, struct lay_error *err);

#endif /* DWARF_ALT_H */
