// SPDX-License-Identifier: GPL-2.0-only
/* Questions to a build: names are taken apart here, readers answer. */
#include <config.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/arena.h"
#include "btf/reader.h"
#include "build/kconfig.h"
#include "build/identity.h"
#include "build/debuglink.h"
#include "build/inside.h"
#include "build/open.h"
#include "build/snapshot-make.h"
#include "build/spec.h"
#include "build/suggest.h"
#include "build/tree.h"
#include "base/poison.h"

struct lay_build {
	char *path;
	struct elf_file *elf;	/* NULL: no ELF file */
	struct reader *reader;
	struct arena arena;	/* strings of the identity */
	struct lay_identity identity;
	bool identified;
	char *config_path;	/* what opts->config was; NULL: look inside */
	char *config_trouble;	/* why that inside cannot be read */
	struct lay_note *notes;	/* the reader's, and that */
};

struct elf_file *build_elf(const struct lay_build *build)
{
	return build->elf;
}

void build_use_threads(struct lay_build *build, unsigned int threads)
{
	if (build->reader->ops->use_threads)
		build->reader->ops->use_threads(build->reader, threads);
}

const char *build_base_of(const struct lay_build *build,
			  const struct lay_def *def)
{
	const char *base = tree_base_of(build->reader, def);

	return base ? base : btf_reader_base_of(
				     linked_reader_inner(build->reader), def);
}

/* What was named and is not there would be missed by nobody. */
static int check_named(const struct lay_open_opts *opts, struct lay_error *err)
{
	struct stat st;

	if (opts->btf_base && stat(opts->btf_base, &st) < 0)
		return lay_error_set(err, LAY_E_NOT_FOUND,
				     "%s: cannot read, to find the BTF of vmlinux there (--btf-base): %s",
				     opts->btf_base, strerror(errno));
	for (size_t i = 0; i < opts->nr_debug_dirs; i++) {
		const char *dir = opts->debug_dirs[i];
		int ret = stat(dir, &st);

		if (ret < 0 || !S_ISDIR(st.st_mode))
			return lay_error_set(err, LAY_E_NOT_FOUND,
					     "%s: cannot look for debug information there (--debug-dir): %s",
					     dir, strerror(ret < 0 ? errno :
							   ENOTDIR));
	}
	return 0;
}

int lay_build_open(const char *path, const struct lay_open_opts *opts,
		   struct lay_build **build, struct lay_error *err)
{
	static const struct lay_open_opts no_opts;
	struct lay_build *b = calloc(1, sizeof(*b));
	int ret;

	opts = opts ? opts : &no_opts;
	if (b)
		b->path = strdup(path);
	if (b && opts->config)
		b->config_path = strdup(opts->config);
	if (!b || !b->path || (opts->config && !b->config_path)) {
		lay_build_close(b);
		return lay_error_set(err, LAY_E_NOMEM, "%s: out of memory",
				     path);
	}
	arena_init(&b->arena, 0);
	ret = check_named(opts, err);
	if (ret == 0)
		ret = open_reader(b->path, opts, &b->elf, &b->reader, err);
	if (ret < 0) {
		lay_build_close(b);
		return ret;
	}
	*build = b;
	return 0;
}

void lay_build_close(struct lay_build *build)
{
	if (!build)
		return;
	if (build->reader)
		build->reader->ops->close(build->reader);
	if (build->elf)
		elf_close(build->elf);
	arena_free(&build->arena);
	free(build->notes);
	free(build->config_trouble);
	free(build->config_path);
	free(build->path);
	free(build);
}

/*
 * What the build was configured as. That the image's own is damaged is no
 * reason to answer nothing: it becomes a note.
 */
static int find_config(struct lay_build *build, struct lay_error *err)
{
	struct lay_identity *id = &build->identity;
	struct lay_error why;
	int ret = 0;

	if (build->config_path)
		return config_read(build->config_path, &build->arena,
				   &id->config, err);
	if (build->elf && !id->config)
		ret = config_find(build->elf, &build->arena, &id->config,
				  &why);
	if (ret == -LAY_E_NOMEM) {
		if (err)
			*err = why;
		return ret;
	}
	if (ret < 0)
		build->config_trouble = strdup(why.text);
	return 0;
}

int lay_build_identity(struct lay_build *build,
		       const struct lay_identity **identity,
		       struct lay_error *err)
{
	int ret;

	if (!build->identified) {
		ret = identity_fill(build->path, build->elf, build->reader,
				    &build->arena, &build->identity, err);
		if (ret == 0)
			ret = find_config(build, err);
		if (ret < 0)
			return ret;
		build->identified = true;
	}
	*identity = &build->identity;
	return 0;
}

#define COMPARED_KINDS (1u << LAY_KIND_STRUCT | 1u << LAY_KIND_UNION | \
			1u << LAY_KIND_ENUM | 1u << LAY_KIND_TYPEDEF)

/* By name, kind, most units first, place in the file. */
static int compare_defs(const void *a, const void *b)
{
	const struct lay_def *x = a, *y = b;
	int order = strcmp(x->name, y->name);

	if (order)
		return order;
	if (x->kind != y->kind)
		return x->kind < y->kind ? -1 : 1;
	if (x->nr_units != y->nr_units)
		return x->nr_units > y->nr_units ? -1 : 1;
	if (x->file_index != y->file_index)
		return x->file_index < y->file_index ? -1 : 1;
	return (x->source_off > y->source_off) - (x->source_off < y->source_off);
}

/* Ask the reader; into functions it looks when nothing else has the name. */
static int ask(struct lay_build *build, const struct spec *spec,
	       unsigned int kinds, struct def_list *list,
	       struct lay_error *err)
{
	struct type_query query = {
		.kinds = kinds, .name = spec->name, .glob = spec->glob,
	};
	int ret = build->reader->ops->find(build->reader, &query, list, err);

	if (ret < 0 || list->nr)
		return ret;
	query.local = true;
	return build->reader->ops->find(build->reader, &query, list, err);
}

/* Is there the type that a macro of the name @spec->name stands for? */
static int find_alias(struct lay_build *build, const struct spec *spec,
		      const char **alias, struct lay_error *err)
{
	struct spec other = *spec;
	struct def_list found = { 0 };
	int ret = 0;

	*alias = suggest_alias(spec->name);
	if (!*alias)
		return 0;
	other.name = (char *)*alias;
	ret = ask(build, &other, spec->kinds, &found, err);
	if (!found.nr)
		*alias = NULL;
	free(found.def);
	return ret;
}

/* Names that come near, and whether there is any name at all. */
struct names_seen {
	struct suggest suggest;
	bool any;
};

static void see_name(void *ctx, const char *name)
{
	struct names_seen *seen = ctx;

	seen->any = true;
	suggest_see(&seen->suggest, name);
}

/* Is it in what is left out? The error, or 0. */
static int left_out(struct lay_build *build, const char *text,
		    const struct spec *spec, struct lay_error *err)
{
	const struct reader_ops *ops = build->reader->ops;
	struct type_query query = {
		.kinds = spec->kinds, .name = spec->name, .glob = spec->glob,
	};
	char where[512];
	int ret = 0;

	if (ops->left_out)
		ret = ops->left_out(build->reader, &query, where,
				    sizeof(where), err);
	if (ret <= 0)
		return ret;
	return lay_error_set(err, LAY_E_NOT_FOUND,
			     "%s: no type '%s' in files that have both, DWARF and BTF: %s",
			     build->path, text, where);
}

/* There is no such type: say what comes near. */
static int not_found(struct lay_build *build, const char *text,
		     const struct spec *spec, struct lay_error *err)
{
	struct names_seen seen = { .suggest = { .wanted = spec->name } };
	struct def_list others = { 0 };
	const char *alias, *lacks = build->identity.lacks;
	char near[512] = "";
	int ret;

	if (!spec->tagged && spec_is_tag(spec->name))
		return lay_error_set(err, LAY_E_NOT_FOUND,
				     "%s: no type '%s': a kind and a name are one word, in quotes: '%s NAME'",
				     build->path, text, text);
	ret = left_out(build, text, spec, err);
	if (ret < 0)
		return ret;
	ret = find_alias(build, spec, &alias, err);
	if (ret >= 0 && alias)
		return lay_error_set(err, LAY_E_NOT_FOUND,
				     "%s: no type '%s': to the kernel's headers that is a macro for %s",
				     build->path, text, alias);
	if (ret >= 0 && spec->tagged && !spec->glob)
		ret = ask(build, spec, ~0u, &others, err);
	if (ret >= 0 && others.nr) {
		ret = lay_error_set(err, LAY_E_NOT_FOUND,
				    "%s: no '%s', but there is %s %s",
				    build->path, text,
				    lay_kind_name(others.def[0].kind),
				    others.def[0].name);
	} else if (ret >= 0) {
		if (!spec->glob)
			ret = build->reader->ops->names(build->reader,
							see_name, &seen, err);
		suggest_format(&seen.suggest, near, sizeof(near));
		if (ret >= 0 && !spec->glob && !seen.any && !lacks)
			lacks = "nothing there has types: was it compiled with -g1, or from assembler?";
		if (ret >= 0 && !strcmp(spec->name, "*") && !spec->tagged &&
		    !lacks)
			ret = lay_error_set(err, LAY_E_NOT_FOUND,
					    "%s: has no struct, union, enumeration or typedef",
					    build->path);
		else if (ret >= 0)
			ret = lay_error_set(err, LAY_E_NOT_FOUND,
					    "%s: no type '%s'%s%s%s",
					    build->path, text, near,
					    lacks ? "; " : "",
					    lacks ? lacks : "");
	}
	suggest_deinit(&seen.suggest);
	free(others.def);
	return ret;
}

int lay_build_find(struct lay_build *build, const char *spec_text,
		   struct lay_defs *defs, struct lay_error *err)
{
	struct def_list list = { 0 };
	struct spec spec;
	int ret = spec_parse(spec_text, &spec, err);

	*defs = (struct lay_defs){ 0 };
	if (ret < 0)
		return ret;
	ret = ask(build, &spec, spec.kinds, &list, err);
	if (ret >= 0 && !list.nr)
		ret = not_found(build, spec_text, &spec, err);
	if (ret < 0) {
		free(list.def);
	} else {
		qsort(list.def, list.nr, sizeof(*list.def), compare_defs);
		defs->def = list.def;
		defs->nr = list.nr;
		defs->member_path = spec.member_path;
		spec.member_path = NULL;
		ret = list.nr > INT32_MAX ? INT32_MAX : (int)list.nr;
	}
	spec_deinit(&spec);
	return ret;
}

/* What @query finds, in order. */
static int find_all(struct lay_build *build, const struct type_query *query,
		    struct lay_defs *defs, struct lay_error *err)
{
	struct def_list list = { 0 };
	int ret = build->reader->ops->find(build->reader, query, &list, err);

	*defs = (struct lay_defs){ 0 };
	if (ret < 0) {
		free(list.def);
		return ret;
	}
	if (list.nr)
		qsort(list.def, list.nr, sizeof(*list.def), compare_defs);
	defs->def = list.def;
	defs->nr = list.nr;
	return list.nr > INT32_MAX ? INT32_MAX : (int)list.nr;
}

int lay_build_find_all(struct lay_build *build, struct lay_defs *defs,
		       struct lay_error *err)
{
	const struct type_query query = {
		.kinds = COMPARED_KINDS, .name = "*", .glob = true,
		.nameless = true,
	};

	return find_all(build, &query, defs, err);
}

int build_find_only(struct lay_build *build, enum query_only only,
		    struct lay_defs *defs, struct lay_error *err)
{
	const struct type_query query = {
		.kinds = COMPARED_KINDS, .name = "*", .glob = true,
		.local = true, .only = only,
	};
	int ret = find_all(build, &query, defs, err);
	size_t nr = 0;

	for (size_t i = 0; ret >= 0 && i < defs->nr; i++)
		if (only != QUERY_FUNCTIONS ||
		    defs->def[i].flags & LAY_DEF_LOCAL)
			defs->def[nr++] = defs->def[i];
	defs->nr = nr;
	return ret < 0 ? ret : 0;
}

void lay_defs_free(struct lay_defs *defs)
{
	free(defs->def);
	free(defs->member_path);
	*defs = (struct lay_defs){ 0 };
}

int lay_build_load(struct lay_build *build, const struct lay_def *def,
		   const struct lay_type **type, struct lay_error *err)
{
	return build->reader->ops->load(build->reader, def, type, err);
}

int lay_build_units(struct lay_build *build, const struct lay_def *def,
		    const char ***units, size_t *nr_units,
		    struct lay_error *err)
{
	*units = NULL;
	*nr_units = 0;
	if (!build->reader->ops->units)
		return 0;
	return build->reader->ops->units(build->reader, def, units, nr_units,
					 err);
}

int lay_build_notes(struct lay_build *build, const struct lay_note **notes,
		    size_t *nr_notes, struct lay_error *err)
{
	struct lay_note *all;
	int ret = 0;

	*notes = NULL;
	*nr_notes = 0;
	if (build->reader->ops->notes)
		ret = build->reader->ops->notes(build->reader, notes, nr_notes,
						err);
	if (ret < 0 || !build->config_trouble)
		return ret;
	all = realloc(build->notes, (*nr_notes + 1) * sizeof(*all));
	if (!all)
		return lay_error_set(err, LAY_E_NOMEM, "%s: out of memory",
				     build->path);
	if (*nr_notes)
		memcpy(all, *notes, *nr_notes * sizeof(*all));
	all[*nr_notes] = (struct lay_note){
		.text = build->config_trouble, .trouble = true,
	};
	build->notes = all;
	*notes = all;
	(*nr_notes)++;
	return 0;
}

int lay_build_partial(struct lay_build *build, bool *partial,
		      struct lay_error *err)
{
	const struct lay_note *notes;
	size_t nr = 0;
	int ret = 0;

	/* not that of a configuration, which has no types */
	if (build->reader->ops->notes)
		ret = build->reader->ops->notes(build->reader, &notes, &nr,
						err);
	*partial = false;
	for (size_t i = 0; i < nr && ret >= 0; i++)
		*partial |= notes[i].trouble || notes[i].left_out;
	return ret;
}

int lay_build_snapshot(struct lay_build *build, const char *const *specs,
		       size_t nr_specs, enum lay_packing packing, void **data,
		       size_t *size, struct lay_error *err)
{
	const struct lay_identity *identity;
	struct lay_defs defs;
	int ret = lay_build_identity(build, &identity, err);

	/* a misspelt name is told as for any question */
	for (size_t i = 0; i < nr_specs && ret >= 0; i++) {
		ret = lay_build_find(build, specs[i], &defs, err);
		lay_defs_free(&defs);
	}
	if (ret >= 0)
		ret = snapshot_make(build->reader, identity, specs, nr_specs,
				    packing, data, size, err);
	return ret < 0 ? ret : 0;
}

int lay_build_intact(struct lay_build *build, struct lay_error *err)
{
	int ret = build->elf ? elf_intact(build->elf, err) : 0;

	if (ret < 0 || !build->reader->ops->intact)
		return ret;
	return build->reader->ops->intact(build->reader, err);
}

int lay_guard_mappings(struct lay_error *err)
{
	return elf_guard_install(err);
}
