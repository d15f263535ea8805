// SPDX-License-Identifier: GPL-2.0-only
/* The units that types are read from, and the DIEs in them. */
#include <config.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dwarf/alt.h"
#include "dwarf/dwo.h"
#include "dwarf/load-internal.h"
#include "base/poison.h"

/* DW_AT_specification of what itself completes something, and so on. */
#define ORIGIN_HOPS_MAX 8

static void close_unit(struct load_unit *u)
{
	dw_session_close(u->session);
	dw_lines_free(&u->lines);
	free(u->paths);
	*u = (struct load_unit){ .unit = NULL };
}

void load_units_close(struct dw_loader *loader)
{
	for (size_t i = 0; i < LOAD_NR_UNITS; i++)
		close_unit(&loader->units[i]);
}

/* What the unit says of itself in its first DIE. */
static int read_root(struct dw_loader *loader, struct load_unit *u,
		     struct lay_error *err)
{
	const struct dw_die *root = dw_session_root(u->session);
	const char *name;
	int ret = dw_unit_name(loader->file, u->unit, &name, err);

	if (ret < 0)
		return ret;
	if (*name) {
		u->name = model_add_string(&loader->model, name);
		if (!u->name)
			return model_full(&loader->model, err);
	}
	if (!dw_die_constant(root, DW_FACT_LANGUAGE, &u->language))
		u->language = u->unit->language;
	u->lines_of = u->unit;
	u->has_lines = dw_die_has(root, DW_FACT_STMT_LIST);
	u->lines_off = root->fact[DW_FACT_STMT_LIST].u + u->unit->line_off;
	if (u->has_lines)
		return 0;
	ret = dw_skeleton_lines(loader->file, u->unit, &u->lines_of,
				&u->lines_off, err);
	u->has_lines = ret == 1;
	return ret < 0 ? ret : 0;
}

static int open_unit(struct dw_loader *loader, const struct dw_unit *unit,
		     struct load_unit *u, struct lay_error *err)
{
	int ret;

	close_unit(u);
	ret = dw_session_open(loader->file, unit, &u->session, err);
	if (ret < 0)
		return ret;
	u->unit = unit;
	ret = read_root(loader, u, err);
	if (ret < 0)
		close_unit(u);
	return ret;
}

int load_unit_at(struct dw_loader *loader, uint64_t off,
		 struct load_unit **ret_unit, struct lay_error *err)
{
	struct load_unit *oldest = &loader->units[0];
	const struct dw_unit *unit;
	int ret;

	for (size_t i = 0; i < LOAD_NR_UNITS; i++) {
		struct load_unit *u = &loader->units[i];

		if (u->unit && off >= u->unit->die_off && off < u->unit->end) {
			u->used = ++loader->clock;
			*ret_unit = u;
			return 0;
		}
		if (u->used < oldest->used)
			oldest = u;
	}
	unit = dw_file_unit_at(loader->file, off);
	if (!unit || off < unit->die_off)
		return dw_error_at(loader->file, off, LAY_E_FORMAT, err,
				   "no DIE is there");
	ret = open_unit(loader, unit, oldest, err);
	if (ret < 0)
		return ret;
	oldest->used = ++loader->clock;
	*ret_unit = oldest;
	return 0;
}

int load_die(struct dw_loader *loader, uint64_t off, struct dw_die *die,
	     struct lay_error *err)
{
	struct load_unit *u;
	int ret = load_unit_at(loader, off, &u, err);

	if (ret == 0)
		ret = dw_session_die(u->session, off, die, err);
	if (ret == 0)
		return dw_error_at(loader->file, off, LAY_E_FORMAT, err,
				   "no DIE is there");
	return ret < 0 ? ret : 0;
}

int load_child(struct dw_loader *loader, const struct dw_die *parent,
	       struct dw_die *child, struct lay_error *err)
{
	struct load_unit *u;
	int ret = load_unit_at(loader, parent->off, &u, err);

	if (ret < 0)
		return ret;
	if (child->tag == 0)
		return dw_session_child(u->session, parent, child, err);
	return dw_session_next(u->session, child, err);
}

int load_follow(struct dw_loader *loader, const struct dw_die *die,
		enum dw_fact attr, uint64_t *off, struct lay_error *err)
{
	const struct dw_value *value = &die->fact[attr];
	const struct dw_unit *unit;
	int ret;

	switch (value->class) {
	case DW_VALUE_REFERENCE:
		unit = dw_file_unit_at(loader->file, value->u);
		if (!unit || value->u < unit->die_off)
			return dw_error_at(loader->file, die->off, LAY_E_FORMAT,
					   err, "refers to 0x%" PRIx64
					   ", which is in no unit",
					   dw_off_in_section(value->u));
		*off = value->u;
		return 1;
	case DW_VALUE_SIGNATURE:
		unit = dw_file_type_unit(loader->file, value->u);
		if (!unit)
			return 0;
		*off = unit->type_off;
		return 1;
	case DW_VALUE_SUP_REFERENCE:
		if (!dw_file_part(loader->file, die->off)->sup)
			return 0;
		ret = dw_sup_reference(loader->file, die->off, value->u, off,
				       err);
		return ret < 0 ? ret : 1;
	default:
		return dw_error_at(loader->file, die->off, LAY_E_FORMAT, err,
				   "a reference that is none");
	}
}

int load_name(struct dw_loader *loader, const struct dw_die *die,
	      const char **name, struct lay_error *err)
{
	struct dw_die origin;
	uint64_t off;
	int ret;

	*name = NULL;
	for (unsigned int i = 0; i < ORIGIN_HOPS_MAX; i++) {
		if (dw_die_has(die, DW_FACT_NAME))
			break;
		if (!dw_die_has(die, DW_FACT_ORIGIN))
			return 0;
		ret = load_follow(loader, die, DW_FACT_ORIGIN, &off, err);
		if (ret <= 0)
			return ret;
		ret = load_die(loader, off, &origin, err);
		if (ret < 0)
			return ret;
		die = &origin;
	}
	if (!dw_die_has(die, DW_FACT_NAME) ||
	    die->fact[DW_FACT_NAME].class != DW_VALUE_STRING)
		return 0;
	*name = model_add_string(&loader->model,
				 (const char *)die->fact[DW_FACT_NAME].data);
	return *name ? 0 : model_full(&loader->model, err);
}

/* "@dir/@name" as a string of the model. */
static int join_path(struct dw_loader *loader, const char *dir,
		     const char *name, const char **path,
		     struct lay_error *err)
{
	size_t len = dir ? strlen(dir) + strlen(name) + 2 : 0;
	char *joined;

	if (!dir) {
		*path = model_add_string(&loader->model, name);
		return *path ? 0 : model_full(&loader->model, err);
	}
	joined = malloc(len);
	if (!joined)
		return lay_error_set(err, LAY_E_NOMEM, "out of memory");
	snprintf(joined, len, "%s/%s", dir, name);
	*path = model_add_string(&loader->model, joined);
	free(joined);
	return *path ? 0 : model_full(&loader->model, err);
}

/* The names of the unit's files, at the first declaration in it. */
static int read_lines(struct dw_loader *loader, struct load_unit *u,
		      struct lay_error *err)
{
	int ret;

	if (u->paths || !u->has_lines)
		return 0;
	ret = dw_lines_read(loader->file, u->lines_of, u->lines_off, &u->lines,
			    err);
	if (ret < 0)
		return ret;
	u->paths = calloc(u->lines.nr_files + 1, sizeof(*u->paths));
	if (u->paths)
		return 0;
	dw_lines_free(&u->lines);
	return lay_error_set(err, LAY_E_NOMEM, "out of memory");
}

int load_decl(struct dw_loader *loader, const struct dw_die *die,
	      struct lay_decl *decl, struct lay_error *err)
{
	const char *dir, *name;
	struct load_unit *u;
	uint64_t file, line;
	int ret;

	*decl = (struct lay_decl){ .file = NULL };
	if (dw_die_constant(die, DW_FACT_DECL_LINE, &line) &&
	    line <= UINT32_MAX)
		decl->line = (uint32_t)line;
	if (!loader->decl || !dw_die_constant(die, DW_FACT_DECL_FILE, &file))
		return 0;
	ret = load_unit_at(loader, die->off, &u, err);
	if (ret == 0)
		ret = read_lines(loader, u, err);
	if (ret < 0 || !dw_lines_file(&u->lines, file, &dir, &name))
		return ret;
	if (!u->paths[file])
		ret = join_path(loader, dir, name, &u->paths[file], err);
	decl->file = u->paths[file];
	return ret;
}
