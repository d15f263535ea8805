/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the size of an object costs in a running kernel: which kmalloc() cache
 * takes it, how many of a cache of its own fit a slab, how many pages an
 * allocation needs. A few bytes more are free until they cross such a step.
 */
#ifndef LAYOUTDIFF_SIZES_H
#define LAYOUTDIFF_SIZES_H

#include <layoutdiff/build.h>

/* What the steps depend on. */
struct lay_size_rules {
	uint64_t page_size;	/* bytes */
	uint64_t kmalloc_min;	/* the smallest kmalloc() cache, bytes */
	uint64_t line_size;	/* bytes */
	unsigned int word_size;	/* bytes of a pointer */
	unsigned int nr_cpus;	/* SLUB takes larger slabs where there are more */
};

/*
 * The rules of the kernel that @identity is of: what its machine has by default
 * (pages of 4 KB on arm64, of 64 KB on powerpc64), and 16 CPUs.
 */
LAY_API void lay_size_rules_of(const struct lay_identity *identity,
			       struct lay_size_rules *rules);

/* A cache made for a type, as kmem_cache_create() is asked for it. */
struct lay_slab {
	const char *type;	/* "sock", "struct sock" */
	const char *name;	/* of the cache */
	bool hwcache;		/* SLAB_HWCACHE_ALIGN */
	bool typesafe;		/* SLAB_TYPESAFE_BY_RCU: the free pointer is
				 * behind the object */
};

/* Objects of a cache. */
struct lay_slab_fit {
	uint64_t object_size;	/* bytes from one to the next; 0: no slab */
	unsigned int order;	/* a slab has 1 << order pages */
	uint64_t nr_objects;	/* of a slab */
};

/* lay_size_steps_crossed() */
#define LAY_STEP_LINES		0x01
#define LAY_STEP_KMALLOC	0x02	/* another kmalloc() cache */
#define LAY_STEP_PAGES		0x04	/* another order of pages */
#define LAY_STEP_OBJECTS	0x08	/* objects of a slab of its own */

struct lay_size_steps {
	uint64_t nr_lines;	/* of an object that starts on one */
	uint64_t kmalloc;	/* size of the kmalloc() cache; 0: too large,
				 * kmalloc() takes pages */
	unsigned int page_order;	/* what kmalloc() takes then */
	struct lay_slab_fit own;	/* a cache of its own */
};

/* The steps of @size bytes; @align is what the type asks for, @slab (may be
 * NULL) what is known of its cache. */
LAY_API void lay_size_steps(const struct lay_size_rules *rules, uint64_t size,
			    uint64_t align, const struct lay_slab *slab,
			    struct lay_size_steps *steps);

/* LAY_STEP_*: which of them differ. */
LAY_API unsigned int lay_size_steps_crossed(const struct lay_size_steps *before,
					    const struct lay_size_steps *after);

/* The name of the kmalloc() cache of @size bytes, "kmalloc-2k". */
LAY_API const char *lay_kmalloc_name(uint64_t size, char buf[32]);

#endif /* LAYOUTDIFF_SIZES_H */
