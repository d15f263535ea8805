// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/pool.h"
#include "base/vec.h"
#include "dwarf/constants.h"
#include "dwarf/die.h"
#include "dwarf/find.h"
#include "dwarf/producers.h"
#include "base/poison.h"

static int add(struct dw_producers *p, const char *text, uint32_t nr_units,
	       struct lay_error *err)
{
	for (size_t i = 0; i < p->nr; i++) {
		/* one copy in .debug_str is the rule: the pointer tells */
		if (p->list[i].text == text || !strcmp(p->list[i].text, text)) {
			p->list[i].nr_units += nr_units;
			return 0;
		}
	}
	if (p->nr == DW_MAX_PRODUCERS)
		return 0;
	if (VEC_RESERVE(p->list, p->nr, p->cap, 1) < 0)
		return lay_error_set(err, LAY_E_NOMEM,
				     "no memory for %zu producers", p->nr);
	p->list[p->nr++] = (struct lay_producer){ text, nr_units };
	return 0;
}

/* Count the unit of @view. The text is borrowed from the file. */
static int note(struct dw_producers *p, struct dw_view *view,
		struct lay_error *err)
{
	const struct dw_die *root = &view->root;
	uint64_t language;
	const char *text;
	int ret;

	if (!dw_die_has(root, DW_FACT_PRODUCER) ||
	    (dw_die_constant(root, DW_FACT_LANGUAGE, &language) &&
	     language == DW_LANG_Mips_Assembler))
		return 0;
	ret = dw_view_string(view, root->off, &root->fact[DW_FACT_PRODUCER],
			     &text, err);
	return ret < 0 ? ret : add(p, text, 1, err);
}

/* Add what @from counted, with the texts copied to @strings. */
static int add_all(struct dw_producers *p, const struct dw_producers *from,
		   struct strset *strings, struct lay_error *err)
{
	for (size_t i = 0; i < from->nr; i++) {
		const char *text = strset_adds(strings, from->list[i].text);
		int ret;

		if (!text)
			return lay_error_set(err, LAY_E_NOMEM,
					     "no memory for a producer");
		ret = add(p, text, from->list[i].nr_units, err);
		if (ret < 0)
			return ret;
	}
	return 0;
}

static int compare(const void *pa, const void *pb)
{
	const struct lay_producer *a = pa, *b = pb;

	if (a->nr_units != b->nr_units)
		return a->nr_units > b->nr_units ? -1 : 1;
	return strcmp(a->text, b->text);
}

void dw_producers_deinit(struct dw_producers *p)
{
	free(p->list);
	*p = (struct dw_producers){ .list = NULL };
}

/* One thread's part of the units. */
struct counter {
	struct dw_view view;
	struct dw_producers producers;
};

struct count {
	struct dw_file *file;
	struct counter *counters;
};

static int count_unit(void *ctx, unsigned int thread, size_t item,
		      struct lay_error *err)
{
	struct count *count = ctx;
	struct counter *c = &count->counters[thread];
	int ret;

	if (count->file->units[item].idle)
		return 0;
	ret = dw_view_open_root(&c->view, &count->file->units[item], err);
	return ret < 0 ? ret : note(&c->producers, &c->view, err);
}

/* Put together what @nr threads counted, most units first. */
static int gather(struct dw_asker *asker, const struct counter *counters,
		  unsigned int nr, struct lay_error *err)
{
	struct dw_producers *all = &asker->producers;

	for (unsigned int i = 0; i < nr; i++) {
		int ret = add_all(all, &counters[i].producers, asker->strings,
				  err);

		if (ret < 0)
			return ret;
	}
	if (all->nr)
		qsort(all->list, all->nr, sizeof(*all->list), compare);
	all->complete = true;
	return 0;
}

int dw_find_producers(struct dw_asker *asker, struct lay_error *err)
{
	unsigned int nr = pool_threads(asker->jobs);
	struct count count = { .file = asker->file };
	int ret;

	if (asker->producers.complete)
		return 0;
	count.counters = calloc(nr, sizeof(*count.counters));
	if (!count.counters)
		return lay_error_set(err, LAY_E_NOMEM,
				     "no memory for %u threads", nr);
	for (unsigned int i = 0; i < nr; i++)
		dw_view_init(&count.counters[i].view, asker->file);
	ret = pool_run(nr, asker->file->nr_units, count_unit, &count, err);
	if (ret == 0)
		ret = gather(asker, count.counters, nr, err);
	for (unsigned int i = 0; i < nr; i++) {
		dw_view_deinit(&count.counters[i].view);
		dw_producers_deinit(&count.counters[i].producers);
	}
	free(count.counters);
	return ret;
}
