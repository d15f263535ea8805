// SPDX-License-Identifier: GPL-2.0-only
/* A unit's functions and variables. */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "dwarf/scopes-internal.h"
#include "base/poison.h"

/* Scopes around functions, as namespaces are. */
#define MAX_SCOPES 64

int scope_no_memory(const struct dw_scope_reader *r, struct lay_error *err)
{
	return lay_error_set(err, LAY_E_NOMEM,
			     "%s: no memory for the code of a unit",
			     elf_path(r->scopes->file->elf));
}

int scope_damaged(struct dw_scope_reader *r, int ret, struct lay_error *err)
{
	if (scope_is_fatal(ret))
		return ret;
	if (r->unit.nr_damaged++ == 0)
		r->unit.damage = arena_strndup(&r->arena, err->text,
					       strlen(err->text));
	return 0;
}

int dw_scope_reader_new(struct dw_scopes *scopes,
			struct dw_scope_reader **reader, struct lay_error *err)
{
	struct dw_scope_reader *r = calloc(1, sizeof(*r));

	if (!r)
		return lay_error_set(err, LAY_E_NOMEM, "out of memory");
	r->scopes = scopes;
	dw_views_init(&r->views, scopes->file);
	scope_typist_init(&r->typist, &scopes->types, &r->views);
	arena_init(&r->arena, 0);
	map_init(&r->protos);
	map_init(&r->params);
	*reader = r;
	return 0;
}

/* Forget the unit that was read last. */
static void close_unit(struct dw_scope_reader *r)
{
	dw_line_table_free(r->lines);
	r->lines = NULL;
	if (r->has_files)
		dw_lines_free(&r->files);
	r->has_files = false;
	arena_free(&r->arena);
	arena_init(&r->arena, 0);
	map_free(&r->protos);
	map_free(&r->params);
	r->paths = NULL;
	r->nr_functions = 0;
	r->nr_globals = 0;
	r->nr_nested = 0;
}

void dw_scope_reader_free(struct dw_scope_reader *r)
{
	if (!r)
		return;
	close_unit(r);
	arena_free(&r->arena);
	scope_typist_deinit(&r->typist);
	dw_views_deinit(&r->views);
	free(r->ranges.list);
	free(r->places.list);
	free(r->locs.list);
	free(r->functions);
	free(r->globals);
	free(r->blocks);
	free(r->variables);
	free(r->calls);
	free(r->call_params);
	free(r->nested);
	free(r);
}

/* What may be read of lists for one unit: all there is, twice. */
static int list_budget(struct dw_scope_reader *r, struct lay_error *err)
{
	static const enum dw_section lists[] = {
		DW_SECTION_LOC, DW_SECTION_LOCLISTS,
		DW_SECTION_RANGES, DW_SECTION_RNGLISTS,
	};
	struct elf_data d;
	int ret = 0;

	r->list_left = 0;
	for (size_t i = 0; ret == 0 && i < sizeof(lists) / sizeof(lists[0]);
	     i++) {
		ret = dw_unit_section(r->scopes->file, r->bases.unit, lists[i],
				      &d, err);
		if (ret == 0)
			r->list_left += 2 * d.size;
	}
	return ret;
}

int scope_unit_open(struct dw_scope_reader *r, size_t index,
		    struct scope_die *root, struct lay_error *err)
{
	const struct dw_unit *unit = &r->scopes->file->units[index];
	int ret;

	close_unit(r);
	r->unit = (struct dw_scope_unit){ .index = (uint32_t)index };
	r->bases = (struct scope_bases){ .unit = unit };
	r->steps_left = 16 * (unit->end - unit->off);
	if (unit->idle || unit->die_off == unit->end ||
	    unit->unit_type == DW_UT_type || unit->unit_type == DW_UT_split_type)
		return 0;
	ret = dw_view_open(&r->views.own, unit, err);
	if (ret < 0)
		return ret;
	scope_typist_next_unit(&r->typist);
	ret = scope_die_read(r, unit->die_off, unit->die_off, root, err);
	if (ret == 0)
		ret = list_budget(r, err);
	if (ret == 0)
		ret = scope_bases_read(r, root, err);
	if (ret == 0)
		ret = scope_die_string(r, root, SCOPE_NAME, &r->unit.name, err);
	if (ret == 0)
		ret = scope_die_string(r, root, SCOPE_COMP_DIR, &r->unit.dir,
				       err);
	r->unit.language = scope_die_number(root, SCOPE_LANGUAGE);
	return ret < 0 ? ret : root->opens;
}

/* Is any of r->ranges in code? What the linker dropped is at 0, or some such
 * place where nothing is. */
static bool has_code(const struct dw_scope_reader *r)
{
	const struct scope_area *area;

	if (r->scopes->unplaced)
		return r->ranges.nr > 0;
	for (size_t i = 0; i < r->ranges.nr; i++) {
		area = scope_area_of(r->scopes, r->ranges.list[i].low);
		if (area && area->code)
			return true;
	}
	return false;
}

/* The function @die; *@next: behind it. */
static int take_function(struct dw_scope_reader *r, const struct scope_die *die,
			 uint64_t *next, struct lay_error *err)
{
	int ret = scope_ranges_read(r, die, err);

	if (ret < 0) {
		ret = scope_damaged(r, ret, err);
		r->ranges.nr = 0;
	}
	if (ret == 0 && has_code(r)) {
		ret = scope_function_read(r, die, next, err);
		if (ret <= 0)
			return ret;
	}
	return ret < 0 ? ret : scope_die_after(r, die, next, err);
}

/* A DIE outside of functions; *@off goes to the one behind it. */
static int take(struct dw_scope_reader *r, uint64_t *off, unsigned int *depth,
		struct lay_error *err)
{
	struct scope_die die;
	bool is_global;
	int ret = scope_die_read(r, *off, *off, &die, err);

	if (ret < 0)
		return ret;
	*off = die.next;
	switch (die.tag) {
	case 0:
		(*depth)--;
		return 0;
	case DW_TAG_namespace:
	case DW_TAG_module:
		if (*depth < MAX_SCOPES) {
			*depth += die.opens;
			return 0;
		}
		break;
	case DW_TAG_subprogram:
		return take_function(r, &die, off, err);
	case DW_TAG_variable:
		ret = scope_global_add(r, &die, false, &is_global, err);
		if (ret < 0)
			ret = scope_damaged(r, ret, err);
		break;
	}
	return ret < 0 ? ret : scope_die_after(r, &die, off, err);
}

static int read_nested(struct dw_scope_reader *r, struct lay_error *err)
{
	struct scope_die die;
	uint64_t next;
	int ret = 0;

	/* those may set aside more */
	for (size_t i = 0; ret == 0 && i < r->nr_nested; i++) {
		ret = scope_die_read(r, r->nested[i], r->nested[i], &die, err);
		if (ret == 0)
			ret = take_function(r, &die, &next, err);
	}
	return ret;
}

/* Functions and variables below @root. */
static int read_unit(struct dw_scope_reader *r, const struct scope_die *root,
		     struct lay_error *err)
{
	uint64_t off = root->next, end = r->bases.unit->end;
	unsigned int depth = 1;
	int ret = 0;

	/* that the unit's own list is not ended does no harm */
	while (ret == 0 && depth > 0 && off < end)
		ret = take(r, &off, &depth, err);
	return ret < 0 ? ret : read_nested(r, err);
}

int dw_scope_reader_read(struct dw_scope_reader *r, size_t index,
			 const struct dw_scope_unit **unit,
			 struct lay_error *err)
{
	struct lay_error damage = { .text = "" };
	struct scope_die root;
	int ret;

	ret = scope_unit_open(r, index, &root, &damage);
	if (ret > 0)
		ret = read_unit(r, &root, &damage);
	if (ret < 0)
		ret = scope_damaged(r, ret, &damage);
	if (ret < 0) {
		if (err)
			*err = damage;
		return ret;
	}
	r->unit.functions = r->functions;
	r->unit.nr_functions = r->nr_functions;
	r->unit.globals = r->globals;
	r->unit.nr_globals = r->nr_globals;
	*unit = &r->unit;
	return 0;
}

int dw_scope_type(struct dw_scope_reader *r, const struct lay_type *type,
		  const struct lay_type **same, struct lay_error *err)
{
	return scope_type_same(&r->typist, type, same, err);
}

/* "@dir/@name" in the unit's arena. */
static const char *join(struct dw_scope_reader *r, const char *dir,
			const char *name)
{
	size_t len = (dir ? strlen(dir) : 0) + strlen(name) + 2;
	char *path;

	if (!dir)
		return name;
	path = arena_alloc(&r->arena, len);
	if (path)
		snprintf(path, len, "%s/%s", dir, name);
	return path;
}

const char *dw_scope_file(struct dw_scope_reader *r, uint32_t file)
{
	const char *dir, *name;

	if (!r->has_files && r->bases.has_lines) {
		r->has_files = true;
		if (dw_lines_read(r->scopes->file, r->bases.unit,
				  r->bases.lines_off, &r->files, NULL) < 0)
			r->files = (struct dw_lines){ .files = NULL };
		r->paths = arena_array(&r->arena, r->files.nr_files + 1,
				       sizeof(*r->paths));
	}
	if (!r->has_files || !r->paths ||
	    !dw_lines_file(&r->files, file, &dir, &name))
		return NULL;
	if (!r->paths[file])
		r->paths[file] = join(r, dir, name);
	return r->paths[file];
}

int dw_scope_line(struct dw_scope_reader *r, uint64_t pc,
		  struct lay_decl *line, struct lay_error *err)
{
	const struct dw_line_row *row;
	int ret = 0;

	if (!r->bases.has_lines)
		return 0;
	if (!r->lines)
		ret = dw_line_table_read(r->scopes->file, r->bases.unit,
					 r->bases.lines_off, &r->lines, err);
	if (ret < 0)
		return ret;
	row = dw_line_table_find(r->lines, pc);
	if (!row || row->line == 0)
		return 0;
	line->file = dw_scope_file(r, row->file);
	line->line = row->line;
	return 1;
}
