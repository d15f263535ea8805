// SPDX-License-Identifier: GPL-2.0-only
/*
 * Two readings of one build, name by name. Either may have several definitions
 * of a name, and not as many as the other: DWARF tells apart what BTF says the
 * same of, and what a pattern finds in one (types local to functions, those of
 * a module's vmlinux) the other has only where it is asked by name. So a
 * definition is right when any that the other reading has of its name agrees.
 */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <layoutdiff/diff.h>

#include "base/vec.h"
#include "build/inside.h"
#include "diff/agree.h"
#include "base/poison.h"

struct compare {
	struct lay_build *const *build;
	struct lay_readings *readings;
	size_t cap;	/* of rows */
	struct lay_error *err;
};

/* Definitions of one name and kind in one reading. */
struct group {
	const struct lay_def *def;
	size_t nr;
};

static int cmp_defs(const struct lay_def *a, const struct lay_def *b)
{
	int cmp = strcmp(a->name, b->name);

	if (cmp)
		return cmp;
	return a->kind < b->kind ? -1 : a->kind > b->kind;
}

static int add_row(struct compare *c, const struct lay_def *a,
		   const struct lay_def *b, const struct disagreement *where)
{
	static const struct disagreement nowhere;
	struct lay_readings *r = c->readings;
	struct lay_reading_row *row;

	if (!where)
		where = &nowhere;
	if (VEC_RESERVE(r->rows, r->nr_rows, c->cap, 1) < 0)
		return lay_error_set(c->err, LAY_E_NOMEM,
				     "out of memory for differences");
	row = &r->rows[r->nr_rows++];
	*row = (struct lay_reading_row){
		.path = strdup(where->path),
		.says = { strdup(where->says[0]), strdup(where->says[1]) },
	};
	if (a)
		row->def[0] = *a;
	if (b)
		row->def[1] = *b;
	if (!row->path || !row->says[0] || !row->says[1])
		return lay_error_set(c->err, LAY_E_NOMEM,
				     "out of memory for differences");
	return 0;
}

/* 1 they agree, 0 not, <0 one cannot be read. @side is whose @def is. */
static int defs_agree(struct compare *c, unsigned int side,
		      const struct lay_def *def, const struct lay_def *other,
		      struct disagreement *where)
{
	const struct lay_type *type[2];
	int ret = lay_build_load(c->build[side], def, &type[side], c->err);

	if (ret == 0)
		ret = lay_build_load(c->build[!side], other, &type[!side],
				     c->err);
	return ret < 0 ? ret : types_agree(type[0], type[1], where);
}

/*
 * Does any of @others, of the other side, agree with @def? Where not, @told is
 * the first of them, and @where they part; NULL where there are none.
 */
static int any_agrees(struct compare *c, unsigned int side,
		      const struct lay_def *def, const struct group *others,
		      const struct lay_def **told, struct disagreement *where)
{
	struct disagreement elsewhere;
	int ret = 0;

	for (size_t i = 0; i < others->nr && ret == 0; i++) {
		if (others->def[i].flags & LAY_DEF_DECLARATION)
			continue;
		ret = defs_agree(c, side, def, &others->def[i],
				 *told ? &elsewhere : where);
		if (!*told)
			*told = &others->def[i];
	}
	return ret;
}

/* What the other side has of the name of @def, asked by it. */
static int find_by_name(struct compare *c, unsigned int side,
			const struct lay_def *def, struct lay_defs *defs,
			struct group *others)
{
	bool tagged = def->kind != LAY_KIND_TYPEDEF &&
		      def->kind != LAY_KIND_BASE;
	char *spec;
	int ret;

	*others = (struct group){ .nr = 0 };
	if (asprintf(&spec, "%s%s%s", tagged ? lay_kind_name(def->kind) : "",
		     tagged ? " " : "", def->name) < 0)
		return lay_error_set(c->err, LAY_E_NOMEM,
				     "out of memory for a name");
	ret = lay_build_find(c->build[!side], spec, defs, c->err);
	free(spec);
	if (ret < 0)
		return ret == -LAY_E_NOT_FOUND ? 0 : ret;
	for (size_t i = 0; i < defs->nr; i++) {
		if (cmp_defs(&defs->def[i], def))
			continue;
		others->def = others->nr ? others->def : &defs->def[i];
		others->nr++;
	}
	return 0;
}

/* Of compare_def(): it has no DWARF because it is that of another file, which the
 * BTF is split from. */
#define IN_BASE 2

/* Has the other side the like of @def? 1, or 0 and a row tells, or <0. */
static int compare_def(struct compare *c, unsigned int side,
		       const struct lay_def *def, const struct group *found)
{
	const struct lay_def *row[2] = { NULL, NULL };
	struct lay_defs defs = { 0 };
	struct disagreement where;
	struct group named;
	const char *base;
	int ret;

	ret = any_agrees(c, side, def, found, &row[!side], &where);
	if (ret)
		return ret;
	ret = find_by_name(c, side, def, &defs, &named);
	if (ret == 0)
		ret = any_agrees(c, side, def, &named, &row[!side], &where);
	base = row[!side] ? NULL : build_base_of(c->build[side], def);
	if (ret == 0 && base) {
		c->readings->base = base;
		ret = IN_BASE;
	} else if (ret == 0) {
		row[side] = def;
		ret = add_row(c, row[0], row[1], row[!side] ? &where : NULL);
	}
	lay_defs_free(&defs);
	return ret;
}

static int compare_groups(struct compare *c, const struct group g[2])
{
	bool defined = false, in_base = false;
	int ret = 1;

	for (unsigned int side = 0; side < 2; side++) {
		for (size_t i = 0; i < g[side].nr && ret > 0; i++) {
			if (g[side].def[i].flags & LAY_DEF_DECLARATION)
				continue;
			defined = true;
			ret = compare_def(c, side, &g[side].def[i], &g[!side]);
			in_base |= ret == IN_BASE;
		}
	}
	if (ret < 0)
		return ret;
	c->readings->nr_in_base += in_base;
	c->readings->nr_types += defined && !in_base;
	c->readings->nr_agree += defined && !in_base && ret;
	return 0;
}

/* The definitions of the least name at @at in either. */
static void take_groups(const struct lay_defs defs[2], size_t at[2],
			struct group g[2])
{
	const struct lay_def *least = NULL;

	for (unsigned int i = 0; i < 2; i++) {
		const struct lay_def *def = defs[i].def + at[i];

		if (at[i] < defs[i].nr && (!least || cmp_defs(def, least) < 0))
			least = def;
	}
	for (unsigned int i = 0; i < 2; i++) {
		g[i] = (struct group){ .def = defs[i].def + at[i] };
		while (at[i] < defs[i].nr &&
		       !cmp_defs(&defs[i].def[at[i]], least)) {
			g[i].nr++;
			at[i]++;
		}
	}
}

static int compare_all(struct compare *c, const struct lay_defs defs[2])
{
	size_t at[2] = { 0, 0 };
	int ret = 0;

	while (ret == 0 && (at[0] < defs[0].nr || at[1] < defs[1].nr)) {
		struct group g[2];

		take_groups(defs, at, g);
		ret = compare_groups(c, g);
	}
	return ret;
}

int lay_diff_readings(struct lay_build *const build[2],
		      const struct lay_defs defs[2],
		      struct lay_readings **readings, struct lay_error *err)
{
	struct compare c = { .build = build, .err = err };
	int ret;

	c.readings = calloc(1, sizeof(*c.readings));
	if (!c.readings)
		return lay_error_set(err, LAY_E_NOMEM,
				     "out of memory for differences");
	ret = compare_all(&c, defs);
	if (ret < 0) {
		lay_readings_free(c.readings);
		return ret;
	}
	*readings = c.readings;
	return 0;
}

void lay_readings_free(struct lay_readings *readings)
{
	if (!readings)
		return;
	for (size_t i = 0; i < readings->nr_rows; i++) {
		free(readings->rows[i].path);
		free(readings->rows[i].says[0]);
		free(readings->rows[i].says[1]);
	}
	free(readings->rows);
	free(readings);
}
