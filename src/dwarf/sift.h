/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The sift: all DIEs of a unit pass, types with the name that is looked for
 * stay. See sift.c for how it comes to be as fast as memory is read.
 */
#ifndef DWARF_SIFT_H
#define DWARF_SIFT_H

#include "dwarf/die.h"
#include "dwarf/names.h"

struct dw_sifter;

/* A DIE that was looked for; good during the call. */
struct dw_match {
	const struct dw_die *die;
	const char *name;	/* with its scopes: "ns::T" */
	bool local;		/* it is inside a function */
};

typedef int (*dw_match_fn)(struct dw_sifter *sifter,
			   const struct dw_match *match,
			   struct lay_error *err);

/*
 * The DIE at @off, of the unit at hand and in no scope, has the plan @plan and a
 * name that may fit: was it met before, and is there no need to read it?
 */
typedef bool (*dw_glance_fn)(struct dw_sifter *sifter,
			     const struct dw_plan *plan, uint64_t off);

/* A DIE whose children are looked at. */
struct dw_scope {
	uint64_t depth;		/* of its children */
	size_t prefix_len;	/* of the prefix outside of it */
	bool local;
};

#define DW_MAX_SCOPES 128

/* One thread's sift. */
struct dw_sifter {
	/* what is looked for */
	struct dw_names *names;		/* borrowed */
	unsigned int kinds;		/* 1 << LAY_KIND_* */
	bool local;			/* look into functions */
	dw_match_fn match;
	dw_glance_fn glance;		/* NULL: all are read; may be set */
	void *ctx;
	/* where it is */
	struct dw_views views;		/* own: the unit */
	/* of DW_NAMES_ONE, in the strings of the unit's part and in those of
	 * its supplementary file, if it has one */
	const struct dw_places *places, *sup_places;
	uint8_t descend;		/* DW_PLAN_*: look into these */
	uint64_t depth;			/* lists of children that are open */
	struct dw_scope scopes[DW_MAX_SCOPES];	/* [0]: the unit */
	unsigned int nr_scopes;
	char *prefix;			/* "ns::", and room for a name */
	size_t prefix_len, prefix_cap;
	struct dw_names_memo memo;
};

/* NULL: no memory. */
struct dw_sifter *dw_sifter_create(struct dw_file *file,
				   struct dw_names *names,
				   unsigned int kinds, bool local,
				   dw_match_fn match, void *ctx);
void dw_sifter_destroy(struct dw_sifter *sifter);

/* Call sifter->match for each DIE of @unit that fits, in the order of the
 * file. What it returns below 0 ends the sift. */
int dw_sift_unit(struct dw_sifter *sifter, const struct dw_unit *unit,
		 struct lay_error *err);

#endif /* DWARF_SIFT_H */
