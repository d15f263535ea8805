// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "dwarf/constants.h"
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

int dw_producers_note(struct dw_producers *p, struct dw_view *view,
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

int dw_producers_add(struct dw_producers *p, const struct dw_producers *from,
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

void dw_producers_sort(struct dw_producers *p)
{
	if (p->nr)
		qsort(p->list, p->nr, sizeof(*p->list), compare);
}

void dw_producers_deinit(struct dw_producers *p)
{
	free(p->list);
	*p = (struct dw_producers){ .list = NULL };
}
