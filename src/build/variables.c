// SPDX-License-Identifier: GPL-2.0-only
/* Variables of a build: names of the same bytes are one. */
#include <config.h>

#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "base/glob.h"
#include "base/vec.h"
#include "build/inside.h"
#include "build/variables.h"
#include "dwarf/alt.h"
#include "base/poison.h"

/* The best name of the same bytes comes first: that with a type, then one that
 * other units know it by. */
static int by_place(const void *pa, const void *pb)
{
	const struct variable_name *a = pa, *b = pb;

	if (a->space != b->space)
		return a->space < b->space ? -1 : 1;
	if (a->addr != b->addr)
		return a->addr < b->addr ? -1 : 1;
	if (a->size != b->size)
		return a->size > b->size ? -1 : 1;
	if (!a->debug != !b->debug)
		return a->debug ? -1 : 1;
	if (a->global != b->global)
		return a->global ? -1 : 1;
	if (a->symbol != b->symbol)
		return a->symbol ? -1 : 1;
	return strcmp(a->name, b->name);
}

/* A symbol without a size is what a linker script calls something else; but an
 * empty struct, as keys of locks are, has none and is something by itself. */
static bool same_bytes(const struct variable_name *a,
		       const struct variable_name *b)
{
	return a->space == b->space && a->addr == b->addr && a->size &&
	       (a->size == b->size || (!b->size && !b->debug));
}

static const char *part_of(const struct variables *v, uint64_t addr)
{
	for (size_t i = 0; v->pub.linked && i < VARIABLE_NR_PARTS; i++)
		if (addr >= v->parts[i].low && addr < v->parts[i].high)
			return v->parts[i].name;
	return NULL;
}

/* Kernels link what is read only into a section that could be written to, and
 * see to it when they run. */
static bool is_written(const struct elf_section *s, const char *part)
{
	return s->flags & SHF_WRITE && strncmp(s->name, ".rodata", 7) != 0 &&
	       !(part && !strcmp(part, ".data..ro_after_init"));
}

static void set_section(const struct variables *v, struct lay_variable *out,
			const struct variable_name *n)
{
	const struct elf_section *s = elf_section_at(v->elf, n->section);
	bool percpu = strncmp(s->name, ".data..percpu", 13) == 0;

	out->section = s->name;
	out->section_off = n->addr - s->addr;
	if (!v->pub.linked)
		out->addr = out->section_off;
	out->part = part_of(v, n->addr);
	out->flags |= (percpu ? LAY_VARIABLE_PERCPU : 0) |
		      (is_written(s, out->part) ? LAY_VARIABLE_WRITABLE : 0) |
		      (strncmp(s->name, ".init.", 6) == 0 ?
		       LAY_VARIABLE_INIT : 0);
	if (!v->pub.linked || percpu)
		out->space_align = s->align ? s->align : 1;
}

static int set_debug(struct variables *v, struct lay_variable *out,
		     const struct variable_name *n, struct lay_error *err)
{
	const struct dw_global *g = n->debug;
	const char *unit;
	int ret;

	out->name = g->name;
	if (g->flags & DW_GLOBAL_LOCAL)
		out->flags |= LAY_VARIABLE_LOCAL;
	if (n->torn)
		return 0;
	ret = dw_unit_name(v->file, &v->file->units[g->unit], &unit, err);
	if (ret < 0)
		return ret;
	out->unit = unit[0] ? unit : NULL;
	out->type = g->type;
	if (!out->size && g->size <= UINT64_MAX - out->addr)
		out->size = g->size;
	out->align = g->align ? g->align :
		     lay_type_align(g->type, v->max_scalar);
	out->align_stated = g->align != 0;
	return 0;
}

static int set_reach(struct variables *v, struct lay_error *err)
{
	size_t nr = v->nr / LAY_VARIABLES_BLOCK + 1;
	uint64_t *reach = arena_array(&v->arena, nr, sizeof(*reach));

	if (!reach)
		return lay_error_set(err, LAY_E_NOMEM, "%s: out of memory",
				     elf_path(v->elf));
	memset(reach, 0, nr * sizeof(*reach));
	for (size_t i = 0; i < v->nr; i++) {
		uint64_t *r = &reach[i / LAY_VARIABLES_BLOCK];

		if (v->list[i].addr + v->list[i].size > *r)
			*r = v->list[i].addr + v->list[i].size;
	}
	v->pub.reach = reach;
	return 0;
}

/* Of @nr names of the same bytes. */
static int add_variable(struct variables *v, const struct variable_name *names,
			size_t nr, struct lay_error *err)
{
	struct lay_variable out = {
		.name = names[0].name, .addr = names[0].addr,
		.size = names[0].size, .space = names[0].space,
	};
	const char **aliases = arena_array(&v->arena, nr, sizeof(*aliases));
	int ret = 0;

	if (!aliases || VEC_RESERVE(v->list, v->nr, v->cap, 1) < 0)
		return lay_error_set(err, LAY_E_NOMEM, "%s: out of memory",
				     elf_path(v->elf));
	set_section(v, &out, &names[0]);
	if (names[0].symbol)
		out.symbol = names[0].name;
	if (names[0].global)
		out.flags |= LAY_VARIABLE_GLOBAL;
	/* the same symbol twice is of two units, and one of them is enough */
	for (size_t i = 1; i < nr; i++)
		if (strcmp(names[i].name, names[i - 1].name) != 0)
			aliases[out.nr_aliases++] = names[i].name;
	out.aliases = aliases;
	if (names[0].debug)
		ret = set_debug(v, &out, &names[0], err);
	v->list[v->nr++] = out;
	return ret;
}

static int make_list(struct variables *v, struct lay_error *err)
{
	int ret = 0;

	if (v->nr_names)
		qsort(v->names, v->nr_names, sizeof(*v->names), by_place);
	for (size_t i = 0, j; ret == 0 && i < v->nr_names; i = j) {
		for (j = i + 1; j < v->nr_names; j++)
			if (!same_bytes(&v->names[i], &v->names[j]))
				break;
		ret = add_variable(v, &v->names[i], j - i, err);
	}
	if (ret == 0 && v->nr > UINT32_MAX - 1)
		ret = lay_error_set(err, LAY_E_LIMIT,
				    "%s: more variables than can be counted",
				    elf_path(v->elf));
	return ret < 0 ? ret : set_reach(v, err);
}

static int read_variables(struct variables *v, unsigned int jobs,
			  struct lay_error *err)
{
	int ret;

	if (elf_find_section(v->elf, ".debug_info")) {
		ret = dw_file_open(v->elf, &v->file, err);
		if (ret < 0)
			return ret;
	}
	ret = variable_names_read(v, jobs, err);
	if (ret == 0)
		ret = make_list(v, err);
	free(v->names);
	v->names = NULL;
	if (ret == 0 && !v->nr)
		ret = lay_error_set(err, LAY_E_NO_DEBUG,
				    "%s: no variables: neither symbols of any nor DWARF that places one",
				    elf_path(v->elf));
	v->pub.typed = v->file != NULL;
	v->pub.variable = v->list;
	v->pub.nr = v->nr;
	return ret;
}

int lay_build_variables(struct lay_build *build, unsigned int jobs,
			const struct lay_variables **vars,
			struct lay_error *err)
{
	const struct lay_identity *identity;
	struct variables *v;
	int ret = lay_build_identity(build, &identity, err);

	if (ret < 0)
		return ret;
	if (!build_elf(build))
		return lay_error_set(err, LAY_E_UNSUPPORTED,
				     "%s: variables are known of one linked or object file, not of a directory, an archive, BTF alone or a snapshot",
				     identity->path);
	v = calloc(1, sizeof(*v));
	if (!v)
		return lay_error_set(err, LAY_E_NOMEM, "%s: out of memory",
				     identity->path);
	arena_init(&v->arena, 0);
	v->elf = build_elf(build);
	v->pub.linked = elf_type(v->elf) != ET_REL;
	v->max_scalar = identity->max_scalar;
	ret = read_variables(v, jobs, err);
	if (ret < 0) {
		lay_variables_free(&v->pub);
		return ret;
	}
	*vars = &v->pub;
	return 0;
}

void lay_variables_free(const struct lay_variables *vars)
{
	struct variables *v = (struct variables *)vars;

	if (!v)
		return;
	dw_scopes_close(v->scopes);
	dw_file_close(v->file);
	arena_free(&v->arena);
	free(v->names);
	free(v->list);
	free(v);
}

bool lay_variable_matches(const struct lay_variable *variable,
			  const char *pattern)
{
	if (glob_match(pattern, variable->name) ||
	    (variable->symbol && glob_match(pattern, variable->symbol)))
		return true;
	for (size_t i = 0; i < variable->nr_aliases; i++)
		if (glob_match(pattern, variable->aliases[i]))
			return true;
	return false;
}
