// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <stdlib.h>

#include "base/vec.h"
#include "heat/percpu.h"
#include "base/poison.h"

/* Areas begin on a page. */
#define PAGE	UINT64_C(4096)
/* Variables of one type: a type of which there are more tells little. */
#define MAX_OF_TYPE	8
#define MAX_VOTES	((size_t)1 << 16)
/* CPUs. */
#define MAX_AREAS	((size_t)8192)
/* One in so many may contradict the others. */
#define FEW		16

/* What would be the start of an area. */
struct vote {
	uint64_t base;
	uint64_t told, against;	/* samples */
	uint32_t first;		/* variable + 1 that told it */
	uint32_t several;	/* another did, too */
};

void heat_percpu_init(struct heat_percpu *percpu)
{
	*percpu = (struct heat_percpu){ .ready = false };
	heat_table_init(&percpu->votes, sizeof(struct vote),
			offsetof(struct vote, told), MAX_VOTES);
}

void heat_percpu_deinit(struct heat_percpu *percpu)
{
	free(percpu->by_type);
	free(percpu->area);
	heat_table_deinit(&percpu->votes);
	heat_percpu_init(percpu);
}

static int no_memory(struct lay_error *err)
{
	return lay_error_set(err, LAY_E_NOMEM,
			     "out of memory for per-CPU variables");
}

struct by_type {
	uint32_t type, variable;
};

static int compare_types(const void *a, const void *b)
{
	const struct by_type *x = a, *y = b;

	if (x->type != y->type)
		return x->type < y->type ? -1 : 1;
	return (x->variable > y->variable) - (x->variable < y->variable);
}

/* Which variables there are of a type: by_type is in order of that. */
static int prepare(struct heat_percpu *p, const struct heat_variable_list *list,
		   struct lay_error *err)
{
	struct by_type *order = calloc(list->nr + 1, sizeof(*order));

	p->by_type = calloc(list->nr + 1, sizeof(*p->by_type));
	if (!order || !p->by_type) {
		free(order);
		return no_memory(err);
	}
	for (size_t i = 0; i < list->nr; i++)
		if (list->variable[i].type != HEAT_NO_TYPE &&
		    !list->variable[i].array)
			order[p->nr_by_type++] = (struct by_type){
				list->variable[i].type, (uint32_t)i };
	qsort(order, p->nr_by_type, sizeof(*order), compare_types);
	for (size_t i = 0; i < p->nr_by_type; i++)
		p->by_type[i] = order[i].variable;
	free(order);
	p->ready = true;
	return 0;
}

/* The first of those of @type, and how many there are. */
static size_t of_type(const struct heat_percpu *p,
		      const struct heat_variable_list *list, uint32_t type,
		      size_t *nr)
{
	size_t lo = 0, hi = p->nr_by_type;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (list->variable[p->by_type[mid]].type < type)
			lo = mid + 1;
		else
			hi = mid;
	}
	*nr = 0;
	while (lo + *nr < p->nr_by_type &&
	       list->variable[p->by_type[lo + *nr]].type == type)
		++*nr;
	return lo;
}

static bool is_certain(const struct heat_sample *s)
{
	return s->what & HEAT_CERTAIN && s->type != HEAT_NO_TYPE &&
	       s->fate == LAY_HEAT_BY_CODE && s->grade == LAY_HEAT_EXACT;
}

static int vote(struct heat_percpu *p, const struct heat_variable_list *list,
		const struct heat_sample *s, struct lay_error *err)
{
	size_t nr, first = of_type(p, list, s->type, &nr);

	for (size_t i = first; nr <= MAX_OF_TYPE && i < first + nr; i++) {
		uint32_t variable = p->by_type[i];
		struct vote key = {
			.base = s->base - list->variable[variable].addr,
		}, *v;
		void *found;

		if (key.base % PAGE)
			continue;
		if (heat_table_get(&p->votes, &key, &found) < 0)
			return no_memory(err);
		v = found;
		if (!v)
			continue;
		v->told += s->count;
		v->first = v->first ? v->first : variable + 1;
		v->several |= v->first != variable + 1;
	}
	return 0;
}

static int most_told(const void *a, const void *b)
{
	const struct heat_percpu_area *x = a, *y = b;

	if (x->told != y->told)
		return x->told > y->told ? -1 : 1;
	return (x->start > y->start) - (x->start < y->start);
}

static int by_start(const void *a, const void *b)
{
	const struct heat_percpu_area *x = a, *y = b;

	return (x->start > y->start) - (x->start < y->start);
}

/* Those that overlap one that more samples tell of are none. */
static void drop_overlaps(struct heat_percpu *p, uint64_t size)
{
	size_t kept = 0;

	if (!p->nr)
		return;
	qsort(p->area, p->nr, sizeof(*p->area), most_told);
	for (size_t i = 0; i < p->nr; i++) {
		bool free_there = kept < MAX_AREAS;

		for (size_t k = 0; k < kept && free_there; k++)
			free_there =
				p->area[i].start - p->area[k].start >= size &&
				p->area[k].start - p->area[i].start >= size;
		if (free_there)
			p->area[kept++] = p->area[i];
		else
			p->against += p->area[i].told;
	}
	p->nr = kept;
	qsort(p->area, p->nr, sizeof(*p->area), by_start);
}

static int find_areas(struct heat_percpu *p, const struct heat_variables *v,
		      struct lay_error *err)
{
	const struct vote *votes = p->votes.records;

	p->nr = 0;
	p->against = 0;
	for (size_t i = 0; i < p->votes.nr; i++) {
		if (!votes[i].several)
			continue;
		if (VEC_RESERVE(p->area, p->nr, p->cap, 1) < 0)
			return no_memory(err);
		p->area[p->nr++] = (struct heat_percpu_area){
			.start = votes[i].base + v->percpu_low,
			.told = votes[i].told, .vote = (uint32_t)i,
		};
	}
	drop_overlaps(p, v->percpu_high - v->percpu_low);
	return 0;
}

/* The area that @addr is in, if there is one. */
static struct heat_percpu_area *area_at(const struct heat_percpu *p,
					const struct heat_variables *v,
					uint64_t addr)
{
	size_t lo = 0, hi = p->nr;

	if (!hi)
		return NULL;
	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (p->area[mid].start <= addr)
			lo = mid + 1;
		else
			hi = mid;
	}
	if (!lo || addr - p->area[lo - 1].start >=
		   v->percpu_high - v->percpu_low)
		return NULL;
	return &p->area[lo - 1];
}

const struct heat_variable *
heat_percpu_at(const struct heat_percpu *p, const struct heat_variables *v,
	       uint64_t addr, bool record, uint64_t *off)
{
	const struct heat_percpu_area *area = area_at(p, v, addr);
	const struct heat_variable *found;

	if (!area)
		return NULL;
	addr = addr - area->start + v->percpu_low;	/* as linked */
	found = heat_variable_at(&v->percpu, addr, record);
	if (found)
		*off = addr - found->addr;
	return found;
}

/* Is what the code says what the build has there? Where it has no record
 * nothing is asked. */
static void check(struct heat_percpu *p, const struct heat_variables *v,
		  struct heat_types *types, const struct heat_sample *s)
{
	const struct heat_variable *found;
	struct vote *votes = p->votes.records;
	uint64_t off;

	found = heat_percpu_at(p, v, s->addr, true, &off);
	if (!found)
		return;
	/* from the start of the variable to that of what is said to be there */
	off -= s->off;
	if (off <= found->size && found->array && types->type[found->type].size)
		off %= types->type[found->type].size;
	if (off > found->size ||
	    (!(found->type == s->type && !off) &&
	     !heat_types_hold(types, found->type, s->type, off)))
		votes[area_at(p, v, s->addr)->vote].against += s->count;
}

static void drop_refuted(struct heat_percpu *p)
{
	const struct vote *votes = p->votes.records;
	size_t kept = 0;

	for (size_t i = 0; i < p->nr; i++) {
		const struct vote *v = &votes[p->area[i].vote];

		p->against += v->against;
		if (v->against * FEW <= v->told)
			p->area[kept++] = p->area[i];
	}
	p->nr = kept;
}

/* Could a variable tell more of such a sample? */
static bool is_open_question(const struct heat_sample *s)
{
	return s->what & HEAT_HAS_ADDR && s->type == HEAT_NO_TYPE &&
	       (s->fate == LAY_HEAT_NO_RECORD || s->fate == LAY_HEAT_NO_TYPE ||
		s->fate == LAY_HEAT_NO_OPERAND || s->fate == LAY_HEAT_MISFIT ||
		s->fate == LAY_HEAT_AMBIGUOUS);
}

static void give(const struct heat_percpu *p, const struct heat_variables *v,
		 struct heat_types *types, struct heat_sample *s)
{
	uint64_t off;
	const struct heat_variable *found = heat_percpu_at(p, v, s->addr, true,
							   &off);

	if (found)
		heat_variable_take(found, types, off, LAY_HEAT_INFERRED, s);
}

int heat_percpu_resolve(struct heat_percpu *p,
			const struct heat_variables *variables,
			struct heat_types *types, struct heat_sample *samples,
			size_t nr, struct lay_error *err)
{
	int rc = 0;

	if (!variables->percpu.nr)
		return 0;
	if (!p->ready)
		rc = prepare(p, &variables->percpu, err);
	for (size_t i = 0; i < nr && rc == 0; i++)
		if (is_certain(&samples[i]))
			rc = vote(p, &variables->percpu, &samples[i], err);
	if (rc == 0)
		rc = find_areas(p, variables, err);
	if (rc < 0 || !p->nr)
		return rc;
	for (size_t i = 0; i < nr; i++)
		if (is_certain(&samples[i]))
			check(p, variables, types, &samples[i]);
	drop_refuted(p);
	for (size_t i = 0; i < nr; i++)
		if (is_open_question(&samples[i]))
			give(p, variables, types, &samples[i]);
	return 0;
}
