/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The slab caches of a kernel as its code creates them: what it passes to
 * kmem_cache_create() and its relatives, where the cache is kept, and what its
 * allocations become.
 *
 *	if (lay_slabs_make(build, NULL, &slabs, &err) < 0)
 *		...
 *	caches = lay_slabs_caches(slabs, &nr);
 *	...
 *	lay_slabs_free(slabs);
 */
#ifndef LAYOUTDIFF_SLABS_H
#define LAYOUTDIFF_SLABS_H

#include <layoutdiff/access.h>

/* A number that is passed. */
struct lay_slab_value {
	uint64_t value;		/* of flags: the bits that are known */
	const char *unknown;	/* what else it is, or is made of:
				 * "struct proto.obj_size"; NULL: nothing */
};

/* A cache. Strings are the answer's. */
struct lay_slab_cache {
	const char *name;	/* NULL: see name_unknown */
	const char *name_unknown;
	struct lay_slab_value size;	/* bytes of an object */
	struct lay_slab_value align;
	struct lay_slab_value flags;
	const char *flags_text;	/* "HWCACHE_ALIGN|PANIC"; "" none; bits that
				 * have no name are a number */
	const char *ctor;	/* NULL: none, or see ctor_unknown */
	const char *ctor_unknown;
	const char *variable;	/* where it is kept, "dentry_cache" or "struct
				 * bio_slab.slab"; NULL: not seen */
	/* name, size and the rest are those that this variable holds when the
	 * kernel starts, "tcp_prot", of a type by which caches are created;
	 * NULL: they are passed as they are */
	const char *source;
	uint64_t addr;		/* of the call */
	const char *function;	/* that the source has the call in */
	const char *file;	/* NULL: not known */
	uint32_t line;
	/* what its objects are; NULL: not known. INFERRED: what allocates is
	 * of that type, or the type of the cache's name has its size */
	const char *type;
	uint64_t type_size;
	uint32_t nr_allocs;	/* calls that allocate from it */
	uint8_t grade;		/* enum lay_access_grade */
};

/* What kmalloc() of a constant size becomes. */
struct lay_slab_kmalloc {
	const char *type;
	uint64_t type_size;
	uint64_t size;		/* bytes asked for */
	uint32_t nr_allocs;
};

struct lay_slabs_opts {
	unsigned int jobs;	/* threads; 0: as many as CPUs */
};

struct lay_slabs;

/* Errors: as of lay_access_make(). @build must stay open. */
LAY_API int lay_slabs_make(struct lay_build *build,
			   const struct lay_slabs_opts *opts,
			   struct lay_slabs **slabs, struct lay_error *err);
LAY_API void lay_slabs_free(struct lay_slabs *slabs);

/* By name, those without last; then by place in the source. */
LAY_API const struct lay_slab_cache *
lay_slabs_caches(const struct lay_slabs *slabs, size_t *nr);
/* By type and size; calls of which either is not known are left out. */
LAY_API const struct lay_slab_kmalloc *
lay_slabs_kmallocs(const struct lay_slabs *slabs, size_t *nr);
/* Calls that create caches, and that allocate from one: what was looked at. */
LAY_API uint64_t lay_slabs_nr_sites(const struct lay_slabs *slabs);
LAY_API uint64_t lay_slabs_nr_allocs(const struct lay_slabs *slabs);

#endif /* LAYOUTDIFF_SLABS_H */
