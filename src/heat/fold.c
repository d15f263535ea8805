// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <stdlib.h>

#include "base/vec.h"
#include "heat/fold.h"
#include "heat/place.h"
#include "base/poison.h"

/* Places that are kept: a kernel has some 100,000 members. */
#define MAX_CELLS	((size_t)1 << 18)
#define MAX_USERS	((size_t)1 << 20)
#define MAX_PAIRS	((size_t)1 << 18)
#define MAX_VARIABLES	((size_t)1 << 17)
/* Members of one object that are compared with each other. */
#define MAX_SEEN	512

/* A member of the object at hand. */
struct heat_seen {
	uint32_t slot;
	uint64_t line;		/* of the address */
	uint64_t nr_reads, nr_writes;
	struct lay_heat_cpus reading, writing;
};

void heat_fold_init(struct heat_fold *fold)
{
	*fold = (struct heat_fold){ .full = false };
	heat_table_init(&fold->cells, sizeof(struct heat_cell),
			offsetof(struct heat_cell, n), MAX_CELLS);
	heat_table_init(&fold->users, sizeof(struct heat_user),
			offsetof(struct heat_user, loads), MAX_USERS);
	heat_table_init(&fold->pairs, sizeof(struct heat_pair),
			offsetof(struct heat_pair, nr_objects), MAX_PAIRS);
	heat_table_init(&fold->variables, sizeof(struct heat_cell),
			offsetof(struct heat_cell, n), MAX_VARIABLES);
}

void heat_fold_deinit(struct heat_fold *fold)
{
	heat_table_deinit(&fold->cells);
	heat_table_deinit(&fold->users);
	heat_table_deinit(&fold->pairs);
	heat_table_deinit(&fold->variables);
	free(fold->seen);
}

void heat_cpus_add(struct lay_heat_cpus *cpus, uint32_t cpu)
{
	if (cpu >= LAY_HEAT_NR_CPUS)
		cpu = LAY_HEAT_NR_CPUS - 1;
	cpus->bit[cpu / 64] |= UINT64_C(1) << cpu % 64;
}

void heat_cpus_join(struct lay_heat_cpus *cpus,
		    const struct lay_heat_cpus *more)
{
	for (size_t i = 0; i < LAY_HEAT_NR_CPUS / 64; i++)
		cpus->bit[i] |= more->bit[i];
}

unsigned int heat_cpus_count(const struct lay_heat_cpus *cpus)
{
	unsigned int nr = 0;

	for (size_t i = 0; i < LAY_HEAT_NR_CPUS / 64; i++)
		nr += (unsigned int)__builtin_popcountll(cpus->bit[i]);
	return nr;
}

bool heat_cpus_differ(const struct lay_heat_cpus *a,
		      const struct lay_heat_cpus *b)
{
	unsigned int nr_a = heat_cpus_count(a), nr_b = heat_cpus_count(b);

	if (!nr_a || !nr_b)
		return false;
	if (nr_a > 1 || nr_b > 1)
		return true;
	for (size_t i = 0; i < LAY_HEAT_NR_CPUS / 64; i++)
		if (a->bit[i] != b->bit[i])
			return true;
	return false;
}

void heat_counts_join(struct lay_heat_counts *n,
		      const struct lay_heat_counts *more)
{
	n->samples += more->samples;
	n->loads += more->loads;
	n->stores += more->stores;
	n->atomics += more->atomics;
	n->hitm_local += more->hitm_local;
	n->hitm_remote += more->hitm_remote;
	n->peer += more->peer;
	n->latency_sum += more->latency_sum;
	n->nr_latency += more->nr_latency;
	n->by_code += more->by_code;
	n->by_object += more->by_object;
	n->by_other += more->by_other;
	n->guessed += more->guessed;
}

static void count(struct lay_heat_counts *n, const struct heat_sample *s)
{
	uint64_t k = s->count;

	n->samples += k;
	n->loads += s->what & HEAT_LOAD ? k : 0;
	n->stores += s->what & HEAT_STORE ? k : 0;
	n->atomics += s->what & HEAT_LOCKED ? k : 0;
	n->hitm_local += s->what & HEAT_HITM_LOCAL ? k : 0;
	n->hitm_remote += s->what & HEAT_HITM_REMOTE ? k : 0;
	n->peer += s->what & HEAT_PEER ? k : 0;
	if (s->what & HEAT_HAS_LATENCY) {
		n->latency_sum += k * s->latency;
		n->nr_latency += k;
	}
	n->by_code += s->fate == LAY_HEAT_BY_CODE ? k : 0;
	n->by_object += s->fate == LAY_HEAT_BY_OBJECT ? k : 0;
	n->by_other += s->fate != LAY_HEAT_BY_CODE &&
		       s->fate != LAY_HEAT_BY_OBJECT ? k : 0;
	n->guessed += s->grade == LAY_HEAT_GUESSED ? k : 0;
}

static void add_cpus(struct lay_heat_cpus *reading,
		     struct lay_heat_cpus *writing, const struct heat_sample *s)
{
	if (!(s->what & HEAT_HAS_CPU))
		return;
	if (s->what & HEAT_LOAD)
		heat_cpus_add(reading, s->cpu);
	if (s->what & HEAT_STORE)
		heat_cpus_add(writing, s->cpu);
}

static int no_memory(struct lay_error *err)
{
	return lay_error_set(err, LAY_E_NOMEM, "out of memory for heat");
}

/* Add @s to the cell of @key. */
static int add_to(struct heat_table *cells, const struct heat_cell *key,
		  const struct heat_sample *s, bool *room,
		  struct lay_error *err)
{
	struct heat_cell *cell;
	void *p;

	if (heat_table_get(cells, key, &p) < 0)
		return no_memory(err);
	cell = p;
	*room = cell;
	if (cell) {
		count(&cell->n, s);
		add_cpus(&cell->reading, &cell->writing, s);
	}
	return 0;
}

int heat_fold_add(struct heat_fold *fold, const struct heat_sample *s,
		  const char *function, bool *room, struct lay_error *err)
{
	const struct heat_cell cell_key = { .type = s->type, .off = s->off };
	const struct heat_user user_key = { .type = s->type, .off = s->off,
					    .function = function };
	struct heat_user *user;
	void *p;
	int rc = add_to(&fold->cells, &cell_key, s, room, err);

	if (rc < 0 || !*room)
		return rc;
	if (heat_table_get(&fold->users, &user_key, &p) < 0)
		return no_memory(err);
	user = p;
	fold->full |= !user;
	if (user) {
		user->samples += s->count;
		user->loads += s->what & HEAT_LOAD ? s->count : 0;
		user->stores += s->what & HEAT_STORE ? s->count : 0;
	}
	return 0;
}

int heat_fold_variable(struct heat_fold *fold, const struct heat_sample *s,
		       bool percpu, size_t variable, struct lay_error *err)
{
	const struct heat_cell key = {
		.percpu = percpu, .variable = (uint32_t)variable,
	};
	bool room;

	return add_to(&fold->variables, &key, s, &room, err);
}

static bool has_object(const struct heat_sample *s)
{
	return s->type != HEAT_NO_TYPE &&
	       s->what & HEAT_HAS_ADDR && s->what & HEAT_HAS_CPU &&
	       s->base && s->base == s->addr - s->off;
}

/* By object, then by offset. */
static int compare_objects(const void *a, const void *b)
{
	const struct heat_sample *x = a, *y = b;

	if (x->base != y->base)
		return x->base < y->base ? -1 : 1;
	if (x->type != y->type)
		return x->type < y->type ? -1 : 1;
	return (x->off > y->off) - (x->off < y->off);
}

/* Put those of known objects in front, in order: of most samples there is none,
 * and to move them costs more than all the rest. Returns how many there are. */
static size_t sort_objects(struct heat_sample *samples, size_t nr)
{
	size_t nr_objects = 0;

	for (size_t i = 0; i < nr; i++) {
		struct heat_sample s;

		if (!has_object(&samples[i]))
			continue;
		s = samples[nr_objects];
		samples[nr_objects++] = samples[i];
		samples[i] = s;
	}
	qsort(samples, nr_objects, sizeof(*samples), compare_objects);
	return nr_objects;
}

/* One place of the object at hand, which the last sample may be of as well. */
static int see(struct heat_fold *fold, const struct lay_layout *layout,
	       uint64_t line_size, const struct heat_sample *s,
	       struct lay_error *err)
{
	uint32_t slot = heat_place_leaf(layout, s->off);
	uint64_t line = s->addr / line_size;
	struct heat_seen *seen = fold->seen;

	if (slot == LAY_NO_SLOT)
		return 0;
	if (!fold->nr_seen || seen[fold->nr_seen - 1].slot != slot ||
	    seen[fold->nr_seen - 1].line != line) {
		if (fold->nr_seen == MAX_SEEN)
			return 0;
		if (VEC_RESERVE(fold->seen, fold->nr_seen, fold->cap_seen,
				1) < 0)
			return no_memory(err);
		fold->seen[fold->nr_seen++] = (struct heat_seen){
			.slot = slot, .line = line,
		};
	}
	seen = &fold->seen[fold->nr_seen - 1];
	seen->nr_reads += s->what & HEAT_LOAD ? s->count : 0;
	seen->nr_writes += s->what & HEAT_STORE ? s->count : 0;
	add_cpus(&seen->reading, &seen->writing, s);
	return 0;
}

static int pair_up(struct heat_fold *fold, uint32_t type,
		   const struct heat_seen *r, const struct heat_seen *w,
		   struct lay_error *err)
{
	struct heat_pair key = {
		.type = type, .read_slot = r->slot, .write_slot = w->slot,
	};
	struct heat_pair *pair;
	void *p;

	if (r->line != w->line || r->slot == w->slot ||
	    !heat_cpus_differ(&r->reading, &w->writing))
		return 0;
	if (heat_table_get(&fold->pairs, &key, &p) < 0)
		return no_memory(err);
	pair = p;
	if (!pair) {
		fold->full = true;
		return 0;
	}
	pair->nr_objects++;
	pair->nr_reads += r->nr_reads;
	pair->nr_writes += w->nr_writes;
	return 0;
}

/* Members of one object are in order of address: those of a line together. */
static int pair_all(struct heat_fold *fold, uint32_t type,
		    struct lay_error *err)
{
	const struct heat_seen *seen = fold->seen;
	int rc = 0;

	for (size_t i = 0; i < fold->nr_seen; i++)
		for (size_t k = i + 1; k < fold->nr_seen && rc == 0 &&
				       seen[k].line == seen[i].line; k++) {
			rc = pair_up(fold, type, &seen[i], &seen[k], err);
			if (rc == 0)
				rc = pair_up(fold, type, &seen[k], &seen[i],
					     err);
		}
	return rc;
}

int heat_fold_pairs(struct heat_fold *fold, struct heat_types *types,
		    uint64_t line_size, struct heat_sample *samples, size_t nr,
		    struct lay_error *err)
{
	int rc = 0;

	nr = sort_objects(samples, nr);
	for (size_t i = 0, k; i < nr && rc == 0; i = k) {
		const struct lay_layout *l;

		l = heat_types_layout(types, samples[i].type);
		fold->nr_seen = 0;
		for (k = i; k < nr && rc == 0 &&
			    samples[k].base == samples[i].base &&
			    samples[k].type == samples[i].type; k++)
			if (l)
				rc = see(fold, l, line_size, &samples[k], err);
		if (rc == 0)
			rc = pair_all(fold, samples[i].type, err);
	}
	return rc;
}
