// SPDX-License-Identifier: GPL-2.0-only
/*
 * All code of a build: units are shared out to threads, each follows its
 * functions one by one.
 *
 * What is not known, or not as well as it could be, by cause; of 148,318
 * operands of a kernel 6.1 of which its compiler names the member, 1.5% are
 * unknown, 0.5% wrong, and 290 could be had by looking at variables alone:
 *
 * - a member of a union, or a bit-field, that its place and width leave open
 *   (page.private, skc_reuse): the first that fits, mostly ambiguous;
 * - a record of one number, read as a whole or by its number (kuid_t): told as
 *   the record where another such record is at the other end of the copy;
 * - a record that is copied number by number and has more of them than
 *   copy.c looks at (pci_dev.resource[14]): told by its members;
 * - void pointers that nothing in the function gives a type, or only a cast
 *   without a variable (of->kn->priv, seq_file.private);
 * - memory behind or in an object of another type, by a cast of a number or of
 *   bytes (FSE_DTable, __ctx[] of crypto requests, tpm headers);
 * - an index that begins before its array, or pointers that step over several
 *   objects by more than one way (bpf_insn, scatterlist);
 * - a value that one of several ways leaves, where the others say another type
 *   and none is declared there (nexthops_dump, cper sections);
 * - code that no edge leads to: jump tables relative to themselves.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "access/chosen.h"
#include "access/map.h"
#include "access/operand.h"
#include "access/units.h"
#include "access/worker.h"
#include "base/pool.h"
#include "base/vec.h"
#include "build/inside.h"
#include "dwarf/unit.h"
#include "base/poison.h"

/* What a thread works with. */
struct thread {
	struct worker worker;
	struct operands operands;
	struct wanted wanted;
};

struct lay_access {
	struct image *image;
	struct dw_file *file;
	struct dw_scopes *scopes;
	struct lay_access_opts opts;
	struct thread *threads;
	unsigned int nr_threads;
	uint32_t *units;		/* that are followed */
	size_t nr_units;
	struct chosen chosen;		/* functions of a map in pieces */
	bool pieces;
	struct lay_operand *operands;
	size_t nr_operands;
	struct lay_access_totals totals;
	/* functions that no debug information has */
	struct code_range *bare;
	size_t nr_bare, cap_bare;
};

static void thread_free(struct thread *t)
{
	free(t->operands.list);
	strset_free(&t->operands.strings);
	wanted_deinit(&t->wanted);
	worker_deinit(&t->worker);
}

static int threads_new(struct lay_access *map, struct lay_error *err)
{
	unsigned int nr = pool_threads(map->opts.jobs);

	map->threads = calloc(nr, sizeof(*map->threads));
	if (!map->threads)
		return lay_error_set(err, LAY_E_NOMEM, "out of memory");
	for (; map->nr_threads < nr; map->nr_threads++) {
		struct thread *t = &map->threads[map->nr_threads];
		int rc = worker_init(&t->worker, map->image, map->scopes, err);

		if (rc < 0)
			return rc;
		strset_init(&t->operands.strings);
		wanted_init(&t->wanted, map->opts.types, map->opts.nr_types);
		t->operands.wanted = map->opts.nr_types ? &t->wanted : NULL;
	}
	return 0;
}

/* What was decoded. */
static int follow(struct lay_access *map, struct thread *t,
		  const struct dw_function *function, const char *name,
		  struct lay_error *err)
{
	struct worker *w = &t->worker;
	struct lay_access_totals *totals = &t->operands.totals;
	int rc;

	if (!w->code.nr_insns)
		return 0;
	totals->nr_functions++;
	totals->nr_insns += w->code.nr_insns;
	totals->nr_refused_bytes += w->code.nr_refused;
	rc = worker_follow(w, function, err);
	if (rc == 0)
		rc = operands_add(&t->operands, &w->facts, name ? name : "",
				  map->opts.lines && function ? w->reader :
				  NULL, err);
	return rc;
}

/* What is shared out to the threads. */
struct work {
	struct lay_access *map;
	const uint32_t *units;
	const struct code_range *bare;
};

static int follow_unit(void *ctx, unsigned int thread, size_t item,
		       struct lay_error *err)
{
	const struct work *work = ctx;
	struct lay_access *map = work->map;
	struct thread *t = &map->threads[thread];
	const struct dw_scope_unit *unit;
	int rc = worker_read_unit(&t->worker, work->units[item], &unit, err);

	if (rc < 0)
		return rc;
	t->operands.totals.nr_damaged += unit->nr_damaged;
	for (size_t i = 0; i < unit->nr_functions && rc == 0; i++) {
		const struct dw_function *fn = &unit->functions[i];

		if (map->pieces && !chosen_has(&map->chosen, fn))
			continue;
		rc = worker_decode(&t->worker, fn, err);
		if (rc == 0)
			rc = follow(map, t, fn, fn->proto ? fn->proto->name :
				    NULL, err);
	}
	return rc;
}

static int follow_bare(void *ctx, unsigned int thread, size_t item,
		       struct lay_error *err)
{
	const struct work *work = ctx;
	struct lay_access *map = work->map;
	struct thread *t = &map->threads[thread];
	const struct code_range *range = &work->bare[item];
	const struct image_symbol *symbol =
		image_symbol_of(map->image, range->low, false);
	int rc = worker_decode_bare(&t->worker, range, err);

	return rc < 0 ? rc : follow(map, t, NULL, symbol ? symbol->name : NULL,
				    err);
}

/* Functions by the symbols alone, as those written in assembler. */
static int find_bare(struct lay_access *map, struct lay_error *err)
{
	const struct image *image = map->image;
	uint64_t last = 0;

	for (size_t i = 0; i < image->nr_symbols; i++) {
		const struct image_symbol *s = &image->symbols[i];

		if (!s->function || !s->size || s->addr < last ||
		    dw_scopes_entry_of(map->scopes,
				       image_entry(image, s->addr)))
			continue;
		if (VEC_RESERVE(map->bare, map->nr_bare, map->cap_bare, 1) < 0)
			return lay_error_set(err, LAY_E_NOMEM, "out of memory");
		map->bare[map->nr_bare++] = (struct code_range){ s->addr,
			s->addr + s->size };
		last = s->addr + s->size;
	}
	return 0;
}

/* Code that two functions share is told of each: by name, whichever thread read
 * them. */
static int compare_operands(const void *a, const void *b)
{
	const struct lay_operand *x = a, *y = b;

	if (x->addr != y->addr)
		return x->addr < y->addr ? -1 : 1;
	return x->function == y->function ? 0 :
	       strcmp(x->function, y->function);
}

static void add_totals(struct lay_access_totals *to,
		       const struct lay_access_totals *from)
{
	to->nr_functions += from->nr_functions;
	to->nr_insns += from->nr_insns;
	to->nr_refused_bytes += from->nr_refused_bytes;
	to->nr_damaged += from->nr_damaged;
	to->nr_operands += from->nr_operands;
	for (unsigned int i = 0; i < LAY_ACCESS_NR_GRADES; i++)
		to->nr_grades[i] += from->nr_grades[i];
}

/* One array, by address. */
static int merge(struct lay_access *map, struct lay_error *err)
{
	size_t nr = 0;

	for (unsigned int i = 0; i < map->nr_threads; i++)
		nr += map->threads[i].operands.nr;
	free(map->operands);
	map->nr_operands = 0;
	map->operands = calloc(nr ? nr : 1, sizeof(*map->operands));
	if (!map->operands)
		return lay_error_set(err, LAY_E_NOMEM, "out of memory");
	for (unsigned int i = 0; i < map->nr_threads; i++) {
		struct operands *o = &map->threads[i].operands;

		if (o->nr)
			memcpy(map->operands + map->nr_operands, o->list,
			       o->nr * sizeof(*o->list));
		map->nr_operands += o->nr;
		free(o->list);
		o->list = NULL;
		o->nr = o->cap = 0;
		add_totals(&map->totals, &o->totals);
		o->totals = (struct lay_access_totals){ .nr_functions = 0 };
	}
	qsort(map->operands, map->nr_operands, sizeof(*map->operands),
	      compare_operands);
	return 0;
}

/* All that @units and @bare name. */
static int follow_these(struct lay_access *map, const uint32_t *units,
			size_t nr_units, const struct code_range *bare,
			size_t nr_bare, struct lay_error *err)
{
	const struct work work = { map, units, bare };
	int rc = pool_run(map->nr_threads, nr_units, follow_unit,
			  (void *)&work, err);

	if (rc == 0)
		rc = pool_run(map->nr_threads, nr_bare, follow_bare,
			      (void *)&work, err);
	return rc < 0 ? rc : merge(map, err);
}

/* Any code touches the task that runs, for the stack protector if nothing else:
 * is that, or in that, what is asked for? */
static bool is_of_task(struct lay_access *map)
{
	const struct dw_global *task = NULL;

	if (map->image->machine->task_in_register)
		task = dw_scopes_global_at(map->scopes, map->image->init_task,
					   false);
	return task && wanted_holds(&map->threads[0].wanted, task->type);
}

/*
 * The units to follow: not those whose code cannot touch the types that are
 * asked for. Of the task also those that have no definition of it at all; what
 * others there are that were not chosen have another.
 */
static int find_units(struct lay_access *map, struct lay_error *err)
{
	const bool of_task = is_of_task(map);
	size_t nr_chosen = 0, nr = 0, chosen = 0;
	uint32_t *list = NULL;
	int rc = units_choose(map->file, map->opts.units, map->opts.nr_units,
			      &list, &nr_chosen, err);

	if (rc == 0)
		rc = units_choose(map->file, NULL, 0, &map->units,
				  &map->nr_units, err);
	for (size_t i = 0; i < map->nr_units && rc == 0; i++) {
		uint32_t unit = map->units[i];
		bool knows = dw_scopes_may_know(map->scopes, unit);
		bool is_chosen = chosen < nr_chosen && list[chosen] == unit;

		chosen += is_chosen;
		if (knows ? is_chosen : of_task)
			map->units[nr++] = unit;
	}
	map->nr_units = nr;
	free(list);
	return rc;
}

/* Have the index find out for which units that is: what is asked for by a
 * typedef's name has none to look for. */
static int seek_types(struct lay_access *map, struct lay_error *err)
{
	const struct lay_access_opts *opts = &map->opts;
	size_t nr = 0;
	int rc = 0;

	while (nr < opts->nr_types && strchr(opts->types[nr], ' '))
		nr++;
	for (size_t i = 0; nr == opts->nr_types && i < nr && rc == 0; i++)
		rc = dw_scopes_seek(map->scopes, opts->types[i][0] == 'u' ?
				    LAY_KIND_UNION : LAY_KIND_STRUCT,
				    strchr(opts->types[i], ' ') + 1, err);
	return rc;
}

static int follow_all(struct lay_access *map, struct lay_error *err)
{
	int rc = find_units(map, err);

	if (rc == 0 && !map->opts.nr_units)
		rc = find_bare(map, err);
	if (rc == 0)
		rc = follow_these(map, map->units, map->nr_units, map->bare,
				  map->nr_bare, err);
	return rc;
}

int access_follow_at(struct lay_access *map, const uint64_t *addrs, size_t nr,
		     struct lay_error *err)
{
	struct chosen *c = &map->chosen;
	int rc = chosen_set(c, map->image, map->scopes, addrs, nr, err);

	map->pieces = true;
	return rc < 0 ? rc : follow_these(map, c->units, c->nr_units, c->bare,
					  c->nr_bare, err);
}

static int open_map(struct lay_access *map, struct elf_file *elf,
		    struct lay_error *err)
{
	int rc = image_open(elf, &map->image, err);

	if (rc == 0)
		rc = dw_file_open(elf, &map->file, err);
	if (rc == 0)
		rc = dw_scopes_open(map->file, &map->scopes, err);
	if (rc == 0)
		rc = seek_types(map, err);
	if (rc == 0)
		rc = dw_scopes_index(map->scopes, map->opts.jobs, err);
	return rc < 0 ? rc : threads_new(map, err);
}

int access_open(struct lay_build *build, const struct lay_access_opts *opts,
		struct lay_access **ret_map, struct lay_error *err)
{
	struct elf_file *elf = build_elf(build);
	const struct lay_identity *id;
	struct lay_access *map;
	int rc;

	if (!elf) {
		rc = lay_build_identity(build, &id, err);
		return rc < 0 ? rc :
		       lay_error_set(err, LAY_E_UNSUPPORTED,
				     "%s: has no code: name a vmlinux with DWARF",
				     id->path);
	}
	map = calloc(1, sizeof(*map));
	if (!map)
		return lay_error_set(err, LAY_E_NOMEM, "out of memory");
	chosen_init(&map->chosen);
	if (opts)
		map->opts = *opts;
	rc = open_map(map, elf, err);
	if (rc < 0) {
		lay_access_free(map);
		return rc;
	}
	*ret_map = map;
	return 0;
}

int lay_access_make(struct lay_build *build, const struct lay_access_opts *opts,
		    struct lay_access **ret_map, struct lay_error *err)
{
	struct lay_access *map;
	int rc = access_open(build, opts, &map, err);

	if (rc < 0)
		return rc;
	rc = follow_all(map, err);
	if (rc < 0) {
		lay_access_free(map);
		return rc;
	}
	*ret_map = map;
	return 0;
}

void lay_access_free(struct lay_access *map)
{
	if (!map)
		return;
	for (unsigned int i = 0; i < map->nr_threads; i++)
		thread_free(&map->threads[i]);
	free(map->threads);
	free(map->operands);
	free(map->bare);
	free(map->units);
	chosen_free(&map->chosen);
	dw_scopes_close(map->scopes);
	dw_file_close(map->file);
	image_close(map->image);
	free(map);
}

const struct lay_operand *lay_access_operands(const struct lay_access *map,
					      size_t *nr)
{
	*nr = map->nr_operands;
	return map->operands;
}

const struct lay_access_totals *lay_access_totals(const struct lay_access *map)
{
	return &map->totals;
}

struct dw_scopes *access_scopes(const struct lay_access *map)
{
	return map->scopes;
}
