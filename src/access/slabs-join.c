// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "access/slabs-join.h"
#include "base/vec.h"
#include "base/poison.h"

struct lay_slabs {
	struct lay_build *build;
	struct strset strings;
	struct slab_flags flags;
	struct slab_found found;	/* of all threads */
	struct lay_slab_cache *caches;
	size_t nr_caches, cap_caches;
	struct lay_slab_kmalloc *kmallocs;
	size_t nr_kmallocs, cap_kmallocs;
	uint64_t nr_sites, nr_allocs;
};

int slab_join_new(struct lay_build *build, struct lay_slabs **ret_slabs,
		  struct lay_error *err)
{
	struct lay_slabs *slabs = calloc(1, sizeof(*slabs));
	int rc;

	if (!slabs)
		return lay_error_set(err, LAY_E_NOMEM, "out of memory");
	slabs->build = build;
	strset_init(&slabs->strings);
	rc = slab_flags_read(build, &slabs->flags, err);
	if (rc < 0) {
		lay_slabs_free(slabs);
		return rc;
	}
	*ret_slabs = slabs;
	return 0;
}

void lay_slabs_free(struct lay_slabs *slabs)
{
	if (!slabs)
		return;
	free(slabs->found.sites);
	free(slabs->found.allocs);
	free(slabs->caches);
	free(slabs->kmallocs);
	strset_free(&slabs->strings);
	free(slabs);
}

int slab_join_add(struct lay_slabs *slabs, const struct slab_found *found,
		  struct lay_error *err)
{
	struct slab_found *all = &slabs->found;

	if (VEC_RESERVE(all->sites, all->nr_sites, all->cap_sites,
			found->nr_sites) < 0 ||
	    VEC_RESERVE(all->allocs, all->nr_allocs, all->cap_allocs,
			found->nr_allocs) < 0)
		return lay_error_set(err, LAY_E_NOMEM, "out of memory");
	if (found->nr_sites)
		memcpy(all->sites + all->nr_sites, found->sites,
		       found->nr_sites * sizeof(*found->sites));
	if (found->nr_allocs)
		memcpy(all->allocs + all->nr_allocs, found->allocs,
		       found->nr_allocs * sizeof(*found->allocs));
	all->nr_sites += found->nr_sites;
	all->nr_allocs += found->nr_allocs;
	return 0;
}

/* How two places may be one. */
enum match { NO_MATCH, SAME_MEMBER, SAME_PLACE };

static enum match match_places(const struct slab_place *a,
			       const struct slab_place *b)
{
	const char *member_a = a->addr ? a->member : a->text;
	const char *member_b = b->addr ? b->member : b->text;

	if (!a->text || !b->text)
		return NO_MATCH;
	if (a->addr && b->addr)
		return a->addr == b->addr ? SAME_PLACE : NO_MATCH;
	if (!member_a || !member_b || strcmp(member_a, member_b) != 0)
		return NO_MATCH;
	/* of some object, which need not be this variable */
	return a->addr || b->addr ? SAME_MEMBER : SAME_PLACE;
}

static enum match allocates_from(const struct slab_alloc *alloc,
				 const struct slab_place *place)
{
	enum match best = NO_MATCH;

	for (unsigned int i = 0; i < alloc->nr_places; i++) {
		enum match m = match_places(&alloc->place[i], place);

		best = m > best ? m : best;
	}
	return best;
}

/* Does @a name what a cache of objects of @size bytes holds better than @b? */
static bool is_better(const struct slab_candidate *a,
		      const struct slab_candidate *b, uint64_t size)
{
	bool fits_a = a->size == size, fits_b = b->size == size;

	if (fits_a != fits_b)
		return fits_a;
	if (a->source != b->source)
		return a->source > b->source;
	/* of an object of unknown size the larger may be more than it is */
	if (a->size != b->size)
		return size ? a->size > b->size : a->size < b->size;
	/* not by the order of threads */
	return strcmp(a->type, b->type) < 0;
}

/* What the allocations from @place become that are of @match. */
static void find_type(const struct lay_slabs *slabs,
		      const struct slab_place *place, enum match match,
		      struct lay_slab_cache *cache)
{
	const struct slab_candidate *best = NULL;
	uint64_t size = cache->size.unknown ? 0 : cache->size.value;

	for (size_t i = 0; i < slabs->found.nr_allocs; i++) {
		const struct slab_alloc *alloc = &slabs->found.allocs[i];

		if (allocates_from(alloc, place) != match)
			continue;
		cache->nr_allocs++;
		for (unsigned int k = 0; k < alloc->nr_candidates; k++) {
			const struct slab_candidate *c = &alloc->candidate[k];

			/* none is larger than its object */
			if (size && c->size > size)
				continue;
			if (!best || is_better(c, best, size))
				best = c;
		}
	}
	if (!best)
		return;
	cache->type = best->type;
	cache->type_size = best->size;
	cache->grade = match == SAME_PLACE && best->source >= FACT_PASSED ?
		LAY_ACCESS_EXACT : LAY_ACCESS_INFERRED;
}

/* KMEM_CACHE() calls a cache as its struct: if that has the size, it is it. What
 * other objects of the member become may be only the head of it. */
static int find_type_by_name(struct lay_slabs *slabs,
			     struct lay_slab_cache *cache,
			     struct lay_error *err)
{
	struct lay_defs defs;
	char name[160];
	int rc;

	if (!cache->name || cache->size.unknown ||
	    (cache->type && cache->type_size == cache->size.value) ||
	    strspn(cache->name, "abcdefghijklmnopqrstuvwxyz0123456789_") !=
	    strlen(cache->name))
		return 0;
	snprintf(name, sizeof(name), "struct %s", cache->name);
	rc = lay_build_find(slabs->build, name, &defs, err);
	if (rc == -(int)LAY_E_NOT_FOUND)
		return 0;
	if (rc < 0)
		return rc;
	for (size_t i = 0; i < defs.nr; i++) {
		if (defs.def[i].flags & LAY_DEF_DECLARATION ||
		    defs.def[i].size != cache->size.value)
			continue;
		cache->type = strset_adds(&slabs->strings, name);
		cache->type_size = defs.def[i].size;
		cache->grade = LAY_ACCESS_INFERRED;
		break;
	}
	lay_defs_free(&defs);
	return 0;
}

static const char *keep(struct lay_slabs *slabs, const char *text)
{
	return text ? strset_adds(&slabs->strings, text) : NULL;
}

static int add_cache(struct lay_slabs *slabs, const struct slab_site *site,
		     const struct lay_slab_cache *like, struct lay_error *err)
{
	struct lay_slab_cache cache = *like;
	int rc = 0;

	find_type(slabs, &site->place, SAME_PLACE, &cache);
	if (!cache.type)
		find_type(slabs, &site->place, SAME_MEMBER, &cache);
	if (cache.grade != LAY_ACCESS_EXACT)
		rc = find_type_by_name(slabs, &cache, err);
	if (rc < 0)
		return rc;
	cache.flags_text = slab_flags_text(&slabs->flags, cache.flags.value,
					   &slabs->strings);
	cache.name = keep(slabs, cache.name);
	cache.name_unknown = keep(slabs, cache.name_unknown);
	cache.size.unknown = keep(slabs, cache.size.unknown);
	cache.align.unknown = keep(slabs, cache.align.unknown);
	cache.flags.unknown = keep(slabs, cache.flags.unknown);
	cache.ctor = keep(slabs, cache.ctor);
	cache.ctor_unknown = keep(slabs, cache.ctor_unknown);
	cache.variable = keep(slabs, cache.variable);
	cache.source = keep(slabs, cache.source);
	cache.function = keep(slabs, cache.function);
	cache.file = keep(slabs, cache.file);
	cache.type = keep(slabs, cache.type);
	if (VEC_RESERVE(slabs->caches, slabs->nr_caches, slabs->cap_caches,
			1) < 0)
		return lay_error_set(err, LAY_E_NOMEM, "out of memory");
	slabs->caches[slabs->nr_caches++] = cache;
	return 0;
}

/* The number at @off of the object at @addr, as wide as what is there. */
static bool read_number(const struct image *image, const struct lay_type *type,
			uint64_t addr, int64_t off, uint64_t *number)
{
	const struct place_hint hint = { .size = 0 };
	struct place place;
	uint64_t size;
	size_t left;
	const uint8_t *p = image_bytes(image, addr + (uint64_t)off, &left);

	*number = 0;
	place_find(type, off, &hint, &place);
	if (!p || off < 0 || !place.leaf ||
	    !lay_type_size(place.leaf, &size) || size > 8 || left < size)
		return false;
	memcpy(number, p, size);
	return true;
}

/* A cache as a record of the image at @addr, in @global, would have it made by
 * @site. */
static int add_source(struct lay_slabs *slabs, const struct slab_site *site,
		      const struct image *image,
		      const struct dw_global *global, uint64_t addr,
		      struct lay_error *err)
{
	struct lay_slab_cache cache = site->cache;
	uint64_t name = addr + (uint64_t)site->name_off, number;

	if (!site->name_inside && !read_number(image, site->source, addr,
					       site->name_off, &name))
		return 0;
	cache.name = slab_string(image, &slabs->strings, name);
	if (!cache.name)
		return 0;
	cache.name_unknown = NULL;
	cache.source = global->name;
	if (site->size_off >= 0 &&
	    read_number(image, site->source, addr, site->size_off, &number)) {
		/* nothing of no size */
		if (!number)
			return 0;
		cache.size = (struct lay_slab_value){ .value = number };
	}
	if (site->flags_off >= 0 &&
	    read_number(image, site->source, addr, site->flags_off, &number))
		cache.flags = (struct lay_slab_value){
			.value = cache.flags.value | number };
	return add_cache(slabs, site, &cache, err);
}

/* Elements of an array that are looked at. */
#define ELEMENTS_MAX 64

/* The same for each element of an array, or one record. */
static int add_sources_of(struct lay_slabs *slabs,
			  const struct slab_site *site, struct worker *worker,
			  const struct dw_global *global,
			  struct lay_error *err)
{
	const struct lay_type *type = lay_type_strip(global->type);
	uint64_t size, nr = 1;
	int rc = 0;

	if (type->kind == LAY_KIND_ARRAY && type->nr_dims == 1) {
		nr = type->dims[0].count;
		type = type->target;
	}
	if (!types_same(&worker->types, type, site->source) ||
	    !lay_type_size(site->source, &size))
		return 0;
	for (uint64_t i = 0; i < nr && i < ELEMENTS_MAX && rc == 0; i++)
		rc = add_source(slabs, site, worker->image, global,
				global->addr + i * size, err);
	return rc;
}

static int add_sources(struct lay_slabs *slabs, const struct slab_site *site,
		       struct worker *worker, struct lay_error *err)
{
	size_t nr;
	const struct dw_global *g = dw_scopes_globals(worker->scopes, &nr);
	int rc = 0;

	for (size_t i = 0; i < nr && rc == 0; i++, g++)
		if (!(g->flags & (DW_GLOBAL_TLS | DW_GLOBAL_PERCPU)))
			rc = add_sources_of(slabs, site, worker, g, err);
	return rc;
}

static int compare_text(const char *a, const char *b)
{
	return !a || !b ? !a - !b : strcmp(a, b);
}

static int compare_caches(const void *pa, const void *pb)
{
	const struct lay_slab_cache *a = pa, *b = pb;
	int c = compare_text(a->name, b->name);

	if (c == 0)
		c = compare_text(a->file, b->file);
	if (c == 0)
		c = a->line < b->line ? -1 : a->line > b->line;
	if (c == 0)
		c = compare_text(a->source, b->source);
	if (c == 0)
		c = a->addr < b->addr ? -1 : a->addr > b->addr;
	return c;
}

static bool same_slab_value(const struct lay_slab_value *a,
			    const struct lay_slab_value *b)
{
	return a->value == b->value && !compare_text(a->unknown, b->unknown);
}

/* Is it one call in the source, of which the compiler made two? */
static bool same_cache(const struct lay_slab_cache *a,
		       const struct lay_slab_cache *b)
{
	return a->line && a->line == b->line &&
	       !compare_text(a->file, b->file) &&
	       !compare_text(a->name, b->name) &&
	       !compare_text(a->name_unknown, b->name_unknown) &&
	       !compare_text(a->source, b->source) &&
	       !compare_text(a->variable, b->variable) &&
	       same_slab_value(&a->size, &b->size) &&
	       same_slab_value(&a->align, &b->align) &&
	       same_slab_value(&a->flags, &b->flags);
}

static void sort_caches(struct lay_slabs *slabs)
{
	size_t nr = 0;

	if (!slabs->nr_caches)
		return;
	qsort(slabs->caches, slabs->nr_caches, sizeof(*slabs->caches),
	      compare_caches);
	for (size_t i = 0; i < slabs->nr_caches; i++)
		if (!nr || !same_cache(&slabs->caches[nr - 1],
				       &slabs->caches[i]))
			slabs->caches[nr++] = slabs->caches[i];
	slabs->nr_caches = nr;
}

static int compare_kmallocs(const void *pa, const void *pb)
{
	const struct lay_slab_kmalloc *a = pa, *b = pb;
	int c = strcmp(a->type, b->type);

	if (c == 0)
		c = a->type_size < b->type_size ? -1 :
			a->type_size > b->type_size;
	if (c == 0)
		c = a->size < b->size ? -1 : a->size > b->size;
	return c;
}

/* One line for those that compare as equal. */
static void sort_kmallocs(struct lay_slabs *slabs)
{
	struct lay_slab_kmalloc *list = slabs->kmallocs;
	size_t nr = 0;

	if (!slabs->nr_kmallocs)
		return;
	qsort(list, slabs->nr_kmallocs, sizeof(*list), compare_kmallocs);
	for (size_t i = 0; i < slabs->nr_kmallocs; i++) {
		if (nr && !compare_kmallocs(&list[nr - 1], &list[i]))
			list[nr - 1].nr_allocs++;
		else
			list[nr++] = list[i];
	}
	slabs->nr_kmallocs = nr;
}

/* What has a type that is known for certain, of the size or the head of it. */
static int add_kmalloc(struct lay_slabs *slabs, const struct slab_alloc *alloc,
		       struct lay_error *err)
{
	const struct slab_candidate *best = NULL;

	for (unsigned int i = 0; i < alloc->nr_candidates; i++) {
		const struct slab_candidate *c = &alloc->candidate[i];

		if (c->source >= FACT_PASSED && c->size <= alloc->size &&
		    (!best || is_better(c, best, alloc->size)))
			best = c;
	}
	if (!best)
		return 0;
	if (VEC_RESERVE(slabs->kmallocs, slabs->nr_kmallocs,
			slabs->cap_kmallocs, 1) < 0)
		return lay_error_set(err, LAY_E_NOMEM, "out of memory");
	slabs->kmallocs[slabs->nr_kmallocs++] = (struct lay_slab_kmalloc){
		keep(slabs, best->type), best->size, alloc->size, 1 };
	return 0;
}

int slab_join(struct lay_slabs *slabs, struct worker *worker,
	      struct lay_error *err)
{
	int rc = 0;

	slabs->nr_sites = slabs->found.nr_sites;
	slabs->nr_allocs = slabs->found.nr_allocs;
	for (size_t i = 0; i < slabs->found.nr_sites && rc == 0; i++) {
		const struct slab_site *site = &slabs->found.sites[i];
		size_t before = slabs->nr_caches;

		if (site->source)
			rc = add_sources(slabs, site, worker, err);
		if (rc == 0 && slabs->nr_caches == before)
			rc = add_cache(slabs, site, &site->cache, err);
	}
	for (size_t i = 0; i < slabs->found.nr_allocs && rc == 0; i++)
		if (slabs->found.allocs[i].size)
			rc = add_kmalloc(slabs, &slabs->found.allocs[i], err);
	sort_caches(slabs);
	sort_kmallocs(slabs);
	return rc;
}

const struct lay_slab_cache *lay_slabs_caches(const struct lay_slabs *slabs,
					      size_t *nr)
{
	*nr = slabs->nr_caches;
	return slabs->caches;
}

const struct lay_slab_kmalloc *
lay_slabs_kmallocs(const struct lay_slabs *slabs, size_t *nr)
{
	*nr = slabs->nr_kmallocs;
	return slabs->kmallocs;
}

uint64_t lay_slabs_nr_sites(const struct lay_slabs *slabs)
{
	return slabs->nr_sites;
}

uint64_t lay_slabs_nr_allocs(const struct lay_slabs *slabs)
{
	return slabs->nr_allocs;
}
