// SPDX-License-Identifier: GPL-2.0-only
/* All code of a build: units are shared out to threads, each follows its
 * functions one by one. */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include <layoutdiff/access.h>

#include "access/operand.h"
#include "access/units.h"
#include "base/pool.h"
#include "base/vec.h"
#include "build/inside.h"
#include "dwarf/unit.h"
#include "base/poison.h"

/* What a thread works with. */
struct worker {
	struct operands operands;
	struct dw_scope_reader *reader;
	struct types types;
	struct insn_decoder *decoder;
	struct code code;
	struct flow flow;
	struct facts facts;
	struct code_range *ranges;
	size_t cap_ranges;
};

struct lay_access {
	struct image *image;
	struct dw_file *file;
	struct dw_scopes *scopes;
	struct lay_access_opts opts;
	struct worker *workers;
	unsigned int nr_workers;
	uint32_t *units;		/* that are followed */
	size_t nr_units;
	struct lay_operand *operands;
	size_t nr_operands;
	struct lay_access_totals totals;
	/* functions that no debug information has */
	struct code_range *bare;
	size_t nr_bare, cap_bare;
};

static void worker_free(struct worker *w)
{
	free(w->operands.list);
	strset_free(&w->operands.strings);
	types_deinit(&w->types);
	dw_scope_reader_free(w->reader);
	insn_decoder_free(w->decoder);
	code_free(&w->code);
	flow_free(&w->flow);
	facts_free(&w->facts);
	free(w->ranges);
}

static int workers_new(struct lay_access *map, struct lay_error *err)
{
	unsigned int nr = pool_threads(map->opts.jobs);

	map->workers = calloc(nr, sizeof(*map->workers));
	if (!map->workers)
		return lay_error_set(err, LAY_E_NOMEM, "out of memory");
	for (; map->nr_workers < nr; map->nr_workers++) {
		struct worker *w = &map->workers[map->nr_workers];
		int rc;

		strset_init(&w->operands.strings);
		w->operands.opts = &map->opts;
		types_init(&w->types, NULL);
		rc = insn_decoder_new(elf_machine(map->image->elf),
				      &w->decoder, err);
		if (rc == 0)
			rc = dw_scope_reader_new(map->scopes, &w->reader, err);
		if (rc < 0) {
			worker_free(w);
			return rc;
		}
		w->types.reader = w->reader;
	}
	return 0;
}

static int follow(struct lay_access *map, struct worker *w,
		  const struct code_range *ranges, size_t nr_ranges,
		  uint64_t entry, const struct dw_function *function,
		  const char *name, struct lay_error *err)
{
	int rc = code_read(&w->code, map->image, w->decoder, ranges, nr_ranges,
			   entry, err);

	if (rc < 0 || !w->code.nr_insns)
		return rc;
	w->operands.totals.nr_functions++;
	w->operands.totals.nr_insns += w->code.nr_insns;
	w->operands.totals.nr_refused_bytes += w->code.nr_refused;
	rc = facts_objects(&w->facts, function, &w->types, err);
	if (rc == 0)
		rc = flow_run(&w->flow, &w->code, map->image,
			      w->facts.objects, w->facts.nr_objects, err);
	if (rc == 0)
		rc = facts_learn(&w->facts, &w->flow, map->scopes, function,
				 &w->types, err);
	if (rc == 0)
		rc = operands_add(&w->operands, &w->facts, name ? name : "",
				  map->opts.lines && function ? w->reader :
				  NULL, err);
	return rc;
}

static int follow_function(struct lay_access *map, struct worker *w,
			   const struct dw_function *fn, struct lay_error *err)
{
	const struct dw_block *b = &fn->blocks[0];

	if (VEC_RESERVE(w->ranges, 0, w->cap_ranges, b->nr_ranges) < 0)
		return lay_error_set(err, LAY_E_NOMEM, "out of memory");
	for (uint32_t i = 0; i < b->nr_ranges; i++)
		w->ranges[i] = (struct code_range){ b->ranges[i].low,
						    b->ranges[i].high };
	return follow(map, w, w->ranges, b->nr_ranges, fn->entry, fn,
		      fn->proto ? fn->proto->name : NULL, err);
}

/* The types that a unit deals with. */
static void see_unit(struct worker *w, const struct dw_scope_unit *unit)
{
	types_forget(&w->types);
	for (size_t i = 0; i < unit->nr_globals; i++)
		types_see(&w->types, unit->globals[i].type);
	for (size_t i = 0; i < unit->nr_functions; i++) {
		const struct dw_function *fn = &unit->functions[i];

		for (size_t k = 0; k < fn->nr_variables; k++) {
			const struct lay_type *type = fn->variables[k].type;
			const struct lay_type *pointee =
				types_pointee(&w->types, type);

			types_add_record(&w->types, pointee ? pointee : type);
		}
	}
}

static int follow_unit(void *ctx, unsigned int thread, size_t item,
		       struct lay_error *err)
{
	struct lay_access *map = ctx;
	struct worker *w = &map->workers[thread];
	const struct dw_scope_unit *unit;
	int rc = dw_scope_reader_read(w->reader, map->units[item], &unit, err);

	if (rc < 0)
		return rc;
	w->operands.totals.nr_damaged += unit->nr_damaged;
	see_unit(w, unit);
	for (size_t i = 0; i < unit->nr_functions && rc == 0; i++)
		rc = follow_function(map, w, &unit->functions[i], err);
	return rc;
}

static int follow_bare(void *ctx, unsigned int thread, size_t item,
		       struct lay_error *err)
{
	struct lay_access *map = ctx;
	const struct code_range *range = &map->bare[item];
	const struct image_symbol *symbol =
		image_symbol_of(map->image, range->low, false);

	return follow(map, &map->workers[thread], range, 1, range->low, NULL,
		      symbol ? symbol->name : NULL, err);
}

/* Functions by the symbols alone, as those written in assembler. */
static int find_bare(struct lay_access *map, struct lay_error *err)
{
	const struct image *image = map->image;
	uint64_t last = 0;

	for (size_t i = 0; i < image->nr_symbols; i++) {
		const struct image_symbol *s = &image->symbols[i];

		if (!s->function || !s->size || s->addr < last ||
		    dw_scopes_entry_of(map->scopes, s->addr))
			continue;
		if (VEC_RESERVE(map->bare, map->nr_bare, map->cap_bare, 1) < 0)
			return lay_error_set(err, LAY_E_NOMEM, "out of memory");
		map->bare[map->nr_bare++] = (struct code_range){ s->addr,
			s->addr + s->size };
		last = s->addr + s->size;
	}
	return 0;
}

static int compare_operands(const void *a, const void *b)
{
	const struct lay_operand *x = a, *y = b;

	return x->addr < y->addr ? -1 : x->addr > y->addr;
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

/* One array, by address. Code that two functions share is told once. */
static int merge(struct lay_access *map, struct lay_error *err)
{
	size_t nr = 0;

	for (unsigned int i = 0; i < map->nr_workers; i++)
		nr += map->workers[i].operands.nr;
	map->operands = calloc(nr ? nr : 1, sizeof(*map->operands));
	if (!map->operands)
		return lay_error_set(err, LAY_E_NOMEM, "out of memory");
	for (unsigned int i = 0; i < map->nr_workers; i++) {
		struct operands *o = &map->workers[i].operands;

		if (o->nr)
			memcpy(map->operands + map->nr_operands, o->list,
			       o->nr * sizeof(*o->list));
		map->nr_operands += o->nr;
		free(o->list);
		o->list = NULL;
		add_totals(&map->totals, &o->totals);
	}
	qsort(map->operands, map->nr_operands, sizeof(*map->operands),
	      compare_operands);
	return 0;
}

static int run(struct lay_access *map, struct lay_error *err)
{
	int rc = dw_scopes_index(map->scopes, map->opts.jobs, err);

	if (rc == 0)
		rc = units_choose(map->file, map->opts.units,
				  map->opts.nr_units, &map->units,
				  &map->nr_units, err);
	if (rc == 0 && !map->opts.nr_units)
		rc = find_bare(map, err);
	if (rc == 0)
		rc = workers_new(map, err);
	if (rc == 0)
		rc = pool_run(map->nr_workers, map->nr_units, follow_unit, map,
			      err);
	if (rc == 0)
		rc = pool_run(map->nr_workers, map->nr_bare, follow_bare, map,
			      err);
	if (rc == 0)
		rc = merge(map, err);
	return rc;
}

int lay_access_make(struct lay_build *build, const struct lay_access_opts *opts,
		    struct lay_access **ret_map, struct lay_error *err)
{
	struct elf_file *elf = build_elf(build);
	struct lay_access *map;
	int rc;

	if (!elf)
		return lay_error_set(err, LAY_E_UNSUPPORTED,
				     "has no code: name a vmlinux with DWARF");
	map = calloc(1, sizeof(*map));
	if (!map)
		return lay_error_set(err, LAY_E_NOMEM, "out of memory");
	if (opts)
		map->opts = *opts;
	rc = image_open(elf, &map->image, err);
	if (rc == 0)
		rc = dw_file_open(elf, &map->file, err);
	if (rc == 0)
		rc = dw_scopes_open(map->file, &map->scopes, err);
	if (rc == 0)
		rc = run(map, err);
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
	for (unsigned int i = 0; i < map->nr_workers; i++)
		worker_free(&map->workers[i]);
	free(map->workers);
	free(map->operands);
	free(map->bare);
	free(map->units);
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
