// SPDX-License-Identifier: GPL-2.0-only
/*
 * Problem: which caches a kernel has, and of what, no table says; its code
 * does, in some hundred of fifty thousand functions.
 *
 * Idea: a direct call is a distance from where it stands. So the code is
 * searched, byte by byte, for what could be a call of kmem_cache_create() or of
 * an allocator; only the functions that have one are decoded and followed.
 * What their flow knows of the parameters and of what is returned, creating and
 * allocating calls, is brought together by the variable that has the cache.
 *
 * Cost: a pass over the bytes of the code, and the units with such calls.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "access/slabs-join.h"
#include "base/map.h"
#include "base/pool.h"
#include "base/vec.h"
#include "build/inside.h"
#include "dwarf/unit.h"
#include "base/poison.h"

#define NO SLAB_NO_PARAM

/* include/linux/slab.h and slab_def.h: 3.x to 6.12. */
static const struct slab_callee callees[] = {
	{ "kmem_cache_create", SLAB_CREATES, 1, 2, 3, 4, NO },
	{ "kmem_cache_create_usercopy", SLAB_CREATES, 1, 2, 3, 6,
	  NO },
	{ "__kmem_cache_create_args", SLAB_CREATES, 1, NO, 3, NO, 2 },
	{ "kmem_cache_alloc", SLAB_ALLOCATES, NO, NO, NO, NO, NO },
	{ "kmem_cache_alloc_lru", SLAB_ALLOCATES, NO, NO, NO, NO, NO },
	{ "kmem_cache_alloc_node", SLAB_ALLOCATES, NO, NO, NO, NO, NO },
	{ "kmem_cache_alloc_noprof", SLAB_ALLOCATES, NO, NO, NO, NO, NO },
	{ "kmem_cache_alloc_lru_noprof", SLAB_ALLOCATES, NO, NO, NO, NO, NO },
	{ "kmem_cache_alloc_node_noprof", SLAB_ALLOCATES, NO, NO, NO, NO, NO },
	{ "kmem_cache_alloc_trace", SLAB_KMALLOCS, 2, NO, NO, NO, NO },
	{ "kmem_cache_alloc_node_trace", SLAB_KMALLOCS, 3, NO, NO, NO, NO },
	{ "kmalloc_trace", SLAB_KMALLOCS, 2, NO, NO, NO, NO },
	{ "kmalloc_node_trace", SLAB_KMALLOCS, 3, NO, NO, NO, NO },
	{ "__kmalloc_cache_noprof", SLAB_KMALLOCS, 2, NO, NO, NO, NO },
	{ "__kmalloc_cache_node_noprof", SLAB_KMALLOCS, 3, NO, NO, NO, NO },
};

struct thread {
	struct worker worker;
	struct strset strings;
	struct slab_found found;
};

struct search {
	struct image *image;
	struct dw_file *file;
	struct dw_scopes *scopes;
	struct map callees;		/* by address: struct slab_callee */
	struct map entries;		/* by address: a function to follow */
	uint32_t *units;		/* that have one */
	size_t nr_units, cap_units;
	struct map has_unit;
	struct thread *threads;
	unsigned int nr_threads;
};

static int no_memory(struct lay_error *err)
{
	return lay_error_set(err, LAY_E_NOMEM, "out of memory");
}

static int find_callees(struct search *s, struct lay_error *err)
{
	for (size_t i = 0; i < s->image->nr_symbols; i++) {
		const struct image_symbol *symbol = &s->image->symbols[i];

		for (size_t k = 0; k < sizeof(callees) / sizeof(callees[0]);
		     k++)
			if (!strcmp(symbol->name, callees[k].name) &&
			    (map_put(&s->callees, symbol->addr,
				     &callees[k]) < 0 ||
			     map_put(&s->callees,
				     image_entry(s->image, symbol->addr),
				     &callees[k]) < 0))
				return no_memory(err);
	}
	return 0;
}

static int add_entry(struct search *s, const struct dw_entry *entry,
		     struct lay_error *err)
{
	/* what only passes on what it was passed */
	if (map_get(&s->callees, entry->addr) ||
	    map_get(&s->entries, entry->addr))
		return 0;
	if (map_put(&s->entries, entry->addr, entry) < 0)
		return no_memory(err);
	if (map_get(&s->has_unit, entry->unit))
		return 0;
	if (VEC_RESERVE(s->units, s->nr_units, s->cap_units, 1) < 0 ||
	    map_put(&s->has_unit, entry->unit, entry) < 0)
		return no_memory(err);
	s->units[s->nr_units++] = entry->unit;
	return 0;
}

static int find_calls(struct search *s, const struct image_section *section,
		      struct lay_error *err)
{
	const struct machine *machine = s->image->machine;

	for (uint64_t i = 0; i < section->size; i += machine->align) {
		const struct dw_entry *entry;
		uint64_t target;
		int rc;

		if (!machine->calls(section->data + i,
				    (size_t)(section->size - i),
				    section->addr + i, &target) ||
		    !map_get(&s->callees, target))
			continue;
		entry = dw_scopes_entry_of(s->scopes, section->addr + i);
		rc = entry ? add_entry(s, entry, err) : 0;
		if (rc < 0)
			return rc;
	}
	return 0;
}

static int find_functions(struct search *s, struct lay_error *err)
{
	int rc = find_callees(s, err);

	for (size_t i = 0; i < s->image->nr_sections && rc == 0; i++)
		if (s->image->sections[i].exec && s->image->sections[i].data)
			rc = find_calls(s, &s->image->sections[i], err);
	return rc;
}

static int read_call(struct slab_context *c, uint32_t insn,
		     const struct slab_callee *callee, struct slab_found *found,
		     struct lay_error *err)
{
	struct slab_site site;
	struct slab_alloc alloc;
	int rc;

	if (callee->role == SLAB_CREATES) {
		rc = slab_read_site(c, insn, callee, &site, err);
		if (rc < 0)
			return rc;
		if (VEC_RESERVE(found->sites, found->nr_sites,
				found->cap_sites, 1) < 0)
			return no_memory(err);
		found->sites[found->nr_sites++] = site;
		return 0;
	}
	slab_read_alloc(c, insn, callee, &alloc);
	if (VEC_RESERVE(found->allocs, found->nr_allocs, found->cap_allocs,
			1) < 0)
		return no_memory(err);
	found->allocs[found->nr_allocs++] = alloc;
	return 0;
}

static int read_function(struct search *s, struct thread *t,
			 const struct dw_function *fn, struct lay_error *err)
{
	struct slab_context c = { &t->worker, fn, &t->strings };
	const struct code *code = &t->worker.code;
	int rc = worker_decode(&t->worker, fn, err);

	if (rc == 0 && code->nr_insns)
		rc = worker_follow(&t->worker, fn, err);
	for (uint32_t i = 0; i < code->nr_insns && rc == 0; i++) {
		const struct insn *insn = &code->insns[i];
		const struct slab_callee *callee;

		if ((insn->op != INSN_CALL && insn->op != INSN_JUMP) ||
		    insn->arg[0].kind != INSN_IMM)
			continue;
		callee = map_get(&s->callees, (uint64_t)insn->arg[0].imm);
		if (callee)
			rc = read_call(&c, i, callee, &t->found, err);
	}
	return rc;
}

static int read_unit(void *ctx, unsigned int thread, size_t item,
		     struct lay_error *err)
{
	struct search *s = ctx;
	struct thread *t = &s->threads[thread];
	const struct dw_scope_unit *unit;
	int rc = worker_read_unit(&t->worker, s->units[item], &unit, err);

	for (size_t i = 0; rc == 0 && i < unit->nr_functions; i++)
		if (map_get(&s->entries, unit->functions[i].entry))
			rc = read_function(s, t, &unit->functions[i], err);
	return rc;
}

static int start_threads(struct search *s, unsigned int jobs,
			 struct lay_error *err)
{
	unsigned int nr = pool_threads(jobs);

	s->threads = calloc(nr, sizeof(*s->threads));
	if (!s->threads)
		return no_memory(err);
	for (; s->nr_threads < nr; s->nr_threads++) {
		struct thread *t = &s->threads[s->nr_threads];
		int rc = worker_init(&t->worker, s->image, s->scopes, err);

		if (rc < 0)
			return rc;
		strset_init(&t->strings);
	}
	return 0;
}

static int search(struct search *s, struct lay_build *build, unsigned int jobs,
		  struct lay_slabs *slabs, struct lay_error *err)
{
	int rc = image_open(build_elf(build), &s->image, err);

	if (rc == 0)
		rc = dw_file_open(build_elf(build), &s->file, err);
	if (rc == 0)
		rc = dw_scopes_open(s->file, &s->scopes, err);
	if (rc == 0)
		rc = dw_scopes_index(s->scopes, jobs, err);
	if (rc == 0)
		rc = find_functions(s, err);
	if (rc == 0)
		rc = start_threads(s, jobs, err);
	if (rc == 0)
		rc = pool_run(s->nr_threads, s->nr_units, read_unit, s, err);
	for (unsigned int i = 0; i < s->nr_threads && rc == 0; i++)
		rc = slab_join_add(slabs, &s->threads[i].found, err);
	if (rc == 0)
		rc = slab_join(slabs, &s->threads[0].worker, err);
	return rc;
}

static void search_free(struct search *s)
{
	for (unsigned int i = 0; i < s->nr_threads; i++) {
		free(s->threads[i].found.sites);
		free(s->threads[i].found.allocs);
		strset_free(&s->threads[i].strings);
		worker_deinit(&s->threads[i].worker);
	}
	free(s->threads);
	free(s->units);
	map_free(&s->callees);
	map_free(&s->entries);
	map_free(&s->has_unit);
	dw_scopes_close(s->scopes);
	dw_file_close(s->file);
	image_close(s->image);
}

int lay_slabs_make(struct lay_build *build, const struct lay_slabs_opts *opts,
		   struct lay_slabs **ret_slabs, struct lay_error *err)
{
	struct search s = { .image = NULL };
	const struct lay_identity *id;
	struct lay_slabs *slabs;
	int rc;

	if (!build_elf(build)) {
		rc = lay_build_identity(build, &id, err);
		return rc < 0 ? rc :
		       lay_error_set(err, LAY_E_UNSUPPORTED,
				     "%s: has no code: name a vmlinux with DWARF",
				     id->path);
	}
	rc = slab_join_new(build, &slabs, err);
	if (rc < 0)
		return rc;
	map_init(&s.callees);
	map_init(&s.entries);
	map_init(&s.has_unit);
	rc = search(&s, build, opts ? opts->jobs : 0, slabs, err);
	search_free(&s);
	if (rc < 0) {
		lay_slabs_free(slabs);
		return rc;
	}
	*ret_slabs = slabs;
	return 0;
}
