// SPDX-License-Identifier: GPL-2.0-only
/*
 * Pairs of members on a line that some CPUs read while others write. Where
 * single objects are known the line is that of the address, and the pair is
 * counted for each object in which both happened: confirmed. Else the type's
 * sums suggest it, for objects that start on a line: suspected.
 */
#include <config.h>

#include <stdlib.h>

#include "base/vec.h"
#include "heat/fields.h"
#include "heat/place.h"
#include "base/poison.h"

/* Members that are compared with each other. */
#define MAX_LEAVES	1024

static int add(struct lay_heat_fields *f, const struct lay_heat_pair *pair,
	       struct lay_error *err)
{
	for (size_t i = 0; i < f->nr_pairs; i++) {
		struct lay_heat_pair *p = &f->pair[i];

		if (p->read_off != pair->read_off ||
		    p->write_off != pair->write_off)
			continue;
		/* confirmed already: suspicion adds nothing */
		if (pair->nr_objects) {
			p->nr_objects += pair->nr_objects;
			p->nr_reads += pair->nr_reads;
			p->nr_writes += pair->nr_writes;
		}
		return 0;
	}
	if (VEC_RESERVE(f->pair, f->nr_pairs, f->cap_pairs, 1) < 0)
		return lay_error_set(err, LAY_E_NOMEM,
				     "out of memory for pairs");
	f->pair[f->nr_pairs++] = *pair;
	return 0;
}

/* The start of the member at byte @off. */
static uint64_t start_of(const struct lay_layout *l, uint64_t off)
{
	uint32_t slot = heat_place_leaf(l, off);

	return slot == LAY_NO_SLOT ? off : l->slots[slot].bit_off / 8;
}

/* A member of @type that is in what is asked for. */
static bool translate(struct lay_heat_fields *f, uint32_t type, uint32_t slot,
		      uint64_t *at)
{
	const struct lay_layout *l = heat_types_layout(&f->heat->types, type);

	return heat_types_within(&f->heat->types, type, f->layout->type,
				 l->slots[slot].bit_off / 8, at);
}

static int confirmed(struct lay_heat_fields *f, struct lay_error *err)
{
	const struct heat_table *t = &f->heat->fold.pairs;
	const struct heat_pair *p = t->records;
	int rc = 0;

	for (size_t i = 0; i < t->nr && rc == 0; i++) {
		struct lay_heat_pair pair = {
			.nr_objects = p[i].nr_objects,
			.nr_reads = p[i].nr_reads,
			.nr_writes = p[i].nr_writes,
		};

		if (!translate(f, p[i].type, p[i].read_slot, &pair.read_off) ||
		    !translate(f, p[i].type, p[i].write_slot, &pair.write_off))
			continue;
		pair.read_off = start_of(f->layout, pair.read_off);
		pair.write_off = start_of(f->layout, pair.write_off);
		if (pair.read_off != pair.write_off)
			rc = add(f, &pair, err);
	}
	return rc;
}

struct leaf {
	uint64_t off;
	struct lay_heat_sum sum;
};

static int suspect(struct lay_heat_fields *f, const struct leaf *r,
		   const struct leaf *w, struct lay_error *err)
{
	const struct lay_heat_pair pair = {
		.read_off = r->off, .write_off = w->off,
		.nr_reads = r->sum.n.loads, .nr_writes = w->sum.n.stores,
	};
	uint64_t line = f->heat->opts.line_size;

	if (r->off / line != w->off / line || !pair.nr_reads ||
	    !pair.nr_writes ||
	    !heat_cpus_differ(&r->sum.reading, &w->sum.writing))
		return 0;
	return add(f, &pair, err);
}

/* Cells are in order of place: those of a member follow each other. */
static size_t find_leaves(const struct lay_heat_fields *f, struct leaf *leaf)
{
	size_t nr = 0;

	for (size_t i = 0; i < f->nr_cells; i++) {
		uint64_t off = start_of(f->layout, f->cell[i].off);

		if (!nr || leaf[nr - 1].off != off) {
			if (nr == MAX_LEAVES)
				break;
			leaf[nr++] = (struct leaf){ .off = off };
		}
		heat_counts_join(&leaf[nr - 1].sum.n, &f->cell[i].of->n);
		heat_cpus_join(&leaf[nr - 1].sum.reading,
			       &f->cell[i].of->reading);
		heat_cpus_join(&leaf[nr - 1].sum.writing,
			       &f->cell[i].of->writing);
	}
	return nr;
}

static int compare(const void *a, const void *b)
{
	const struct lay_heat_pair *x = a, *y = b;
	uint64_t n_x = x->nr_reads < x->nr_writes ? x->nr_reads : x->nr_writes;
	uint64_t n_y = y->nr_reads < y->nr_writes ? y->nr_reads : y->nr_writes;

	if (!x->nr_objects != !y->nr_objects)
		return x->nr_objects ? -1 : 1;
	if (n_x != n_y)
		return n_x > n_y ? -1 : 1;
	if (x->read_off != y->read_off)
		return x->read_off < y->read_off ? -1 : 1;
	return (x->write_off > y->write_off) - (x->write_off < y->write_off);
}

int heat_fields_pair(struct lay_heat_fields *f, struct lay_error *err)
{
	struct leaf *leaf = calloc(MAX_LEAVES, sizeof(*leaf));
	int rc = confirmed(f, err);
	size_t nr;

	if (!leaf)
		return lay_error_set(err, LAY_E_NOMEM, "out of memory");
	nr = find_leaves(f, leaf);
	for (size_t i = 0; i < nr && rc == 0; i++)
		for (size_t k = 0; k < nr && rc == 0; k++)
			if (i != k)
				rc = suspect(f, &leaf[i], &leaf[k], err);
	free(leaf);
	if (rc == 0 && f->nr_pairs)
		qsort(f->pair, f->nr_pairs, sizeof(*f->pair), compare);
	return rc;
}
