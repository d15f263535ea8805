/* SPDX-License-Identifier: GPL-2.0-only */
/* What the files of slabs.c share. */
#ifndef ACCESS_SLABS_H
#define ACCESS_SLABS_H

#include <layoutdiff/slabs.h>

#include "access/worker.h"
#include "base/strset.h"

/* What a function that is called does with caches. */
enum slab_role {
	SLAB_CREATES,
	SLAB_ALLOCATES,
	SLAB_KMALLOCS,
};

#define SLAB_NO_PARAM	0xff

/* Which of its parameters, from 0, is what. */
struct slab_callee {
	const char *name;
	uint8_t role;			/* enum slab_role */
	uint8_t size, align, flags, ctor;
	uint8_t args;			/* struct kmem_cache_args * */
};

/* Where a cache is kept. */
struct slab_place {
	const char *text;		/* NULL: not known */
	uint64_t addr;			/* of a variable; 0: a member of some
					 * object */
	const char *member;		/* of a variable that is a record: the
					 * member as text has it of others */
};

/* A call that creates a cache. */
struct slab_site {
	struct lay_slab_cache cache;
	struct slab_place place;
	/* where the name was loaded from, and the others if from there too: a
	 * type, and offsets in it; NULL: it is no such site */
	const struct lay_type *source;
	int64_t name_off, size_off, flags_off;	/* -1: not from there */
	bool name_inside;		/* it is no pointer to the name */
};

/* A type that what was allocated may be of, the best last. */
struct slab_candidate {
	const char *type;
	uint64_t size;
	uint8_t source;			/* enum fact_source */
};

#define SLAB_CANDIDATES_MAX 6

#define SLAB_PLACES_MAX 4

/* A call that allocates: from one of these caches. */
struct slab_alloc {
	struct slab_place place[SLAB_PLACES_MAX];
	unsigned int nr_places;
	uint64_t size;			/* kmalloc: bytes; else 0 */
	struct slab_candidate candidate[SLAB_CANDIDATES_MAX];
	unsigned int nr_candidates;
};

/* A function that was followed. */
struct slab_context {
	struct worker *worker;
	const struct dw_function *function;
	struct strset *strings;
};

/* slabs-site.c: what the call @insn of @callee says. Errors: no memory. */
int slab_read_site(struct slab_context *c, uint32_t insn,
		   const struct slab_callee *callee, struct slab_site *site,
		   struct lay_error *err);
/* slabs-alloc.c */
void slab_read_alloc(struct slab_context *c, uint32_t insn,
		     const struct slab_callee *callee,
		     struct slab_alloc *alloc);

/* slabs-value.c */

/* What is passed as parameter @nr (from 0) to the call @insn. */
struct value slab_param(const struct slab_context *c, uint32_t insn,
			uint8_t nr);
/* Does @insn store the value @id as it is? */
bool slab_is_store_of(const struct flow *flow, uint32_t insn, uint32_t id);
/* What @v is when it is no number: never NULL. */
const char *slab_describe(struct slab_context *c, struct value v);
/* The place that memory operand @arg of @insn is; false: not known. */
bool slab_name_place(struct slab_context *c, uint32_t insn,
		     const struct insn_arg *arg, struct slab_place *place);
/* The string at @addr of the image, or NULL. */
const char *slab_string(const struct image *image, struct strset *strings,
			uint64_t addr);
/* "struct x", "x_t" */
const char *slab_type_name(struct strset *strings,
			   const struct lay_type *type);

/* slabs-memory.c: what the @size bytes at @off from the CFA hold when @insn
 * begins, if that is a number or a value that is followed. */
bool slab_stack_value(const struct slab_context *c, uint32_t insn, int64_t off,
		      unsigned int size, struct value *value);

/* slabs-flags.c */
#define SLAB_FLAGS_MAX 32
struct slab_flags {
	const char *name[SLAB_FLAGS_MAX];	/* by bit; NULL: none */
};
/* The flags as @build has them: borrows its strings. */
int slab_flags_read(struct lay_build *build, struct slab_flags *flags,
		    struct lay_error *err);
const char *slab_flags_text(const struct slab_flags *flags, uint64_t bits,
			    struct strset *strings);

#endif /* ACCESS_SLABS_H */
