// SPDX-License-Identifier: GPL-2.0-only
/*
 * Definitions of one name are paired by their units, and units have other names
 * where a tree was built in another directory or moved: the directory that all
 * of a build's units share is taken off, and what the user says was moved is.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "diff/census.h"
#include "diff/units.h"
#include "base/poison.h"

static const char *unit_of(const void *list, size_t i)
{
	const struct lay_defs *defs = list;

	return defs->def[i].unit;
}

static const char *map_unit(struct census *c, const char *unit)
{
	for (size_t i = 0; i < c->opts.nr_maps; i++) {
		const struct lay_prefix_map *m = &c->opts.maps[i];
		size_t from = strlen(m->from), to = strlen(m->to), rest;
		char *s;

		if (strncmp(unit, m->from, from) != 0)
			continue;
		rest = strlen(unit + from);
		s = arena_alloc(&c->arena, to + rest + 1);
		if (!s)
			return NULL;
		memcpy(s, m->to, to);
		memcpy(s + to, unit + from, rest + 1);
		return s;
	}
	return unit;
}

/* @c's definitions with the names of units that are to be compared. */
static int rename_units(struct census *c, int side, struct lay_defs *defs,
			struct lay_error *err)
{
	const struct lay_defs *from = &c->defs[side];
	size_t common = units_common_directory(unit_of, from, from->nr);

	*defs = (struct lay_defs){ .nr = from->nr };
	defs->def = calloc(from->nr + 1, sizeof(*defs->def));
	if (!defs->def)
		return census_no_memory(err);
	for (size_t i = 0; i < from->nr; i++) {
		struct lay_def *def = &defs->def[i];

		*def = from->def[i];
		if (!def->unit)
			continue;
		if (side == 0)
			def->unit = map_unit(c, def->unit);
		if (!def->unit)
			return census_no_memory(err);
		/* the user may have mapped what is in front */
		if (def->unit == from->def[i].unit && def->unit[0] == '/')
			def->unit += common;
	}
	return 0;
}

int census_pair(struct census *c, long **pairs, struct lay_error *err)
{
	struct lay_defs defs[2] = { { .nr = 0 }, { .nr = 0 } };
	int ret = rename_units(c, 0, &defs[0], err);

	if (ret == 0)
		ret = rename_units(c, 1, &defs[1], err);
	if (ret == 0)
		ret = lay_diff_pair(c->side[0].build, &defs[0],
				    c->side[1].build, &defs[1], pairs, err);
	free(defs[0].def);
	free(defs[1].def);
	return ret;
}
