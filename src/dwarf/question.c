// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <stdlib.h>

#include "base/pool.h"
#include "dwarf/alt.h"
#include "dwarf/question.h"
#include "base/poison.h"

int dw_worker_begin_unit(struct dw_worker *w, struct lay_error *err)
{
	struct dw_view *view = &w->sifter->views.own;

	if (w->unit_off == view->unit->off && w->unit)
		return 0;
	/* memos are about another unit from here on */
	dw_printer_next_unit(&w->quick);
	dw_printer_next_unit(&w->exact);
	w->unit_off = view->unit->off;
	/* the first DIE is read; only a partial unit has its name elsewhere */
	if (!dw_die_has(&view->root, DW_FACT_NAME))
		return dw_unit_name(view->file, view->unit, &w->unit, err);
	return dw_view_string(view, view->root.off,
			      &view->root.fact[DW_FACT_NAME], &w->unit, err);
}

static int begin(struct dw_question *question, struct dw_asker *asker,
		 const struct type_query *q, dw_match_fn match,
		 const struct lay_def *wanted, struct lay_error *err)
{
	unsigned int nr = pool_threads(asker->jobs);
	int ret;

	*question = (struct dw_question){ .asker = asker };
	ret = dw_names_init(&question->names, asker->file, q->name, q->glob,
			    err);
	if (ret < 0)
		return ret;
	question->workers = calloc(nr, sizeof(*question->workers));
	question->folds = calloc(nr, sizeof(*question->folds));
	while (question->workers && question->folds && question->nr < nr) {
		struct dw_worker *w = &question->workers[question->nr];

		w->sifter = dw_sifter_create(asker->file, &question->names,
					     q->kinds, q->local, match, w);
		if (!w->sifter)
			break;
		w->wanted = wanted;
		w->query = q;
		w->fold = &question->folds[question->nr++];
		dw_printer_init(&w->quick, &w->sifter->views,
				DW_PRINT_OFFSETS);
		dw_printer_init(&w->exact, &w->sifter->views, DW_PRINT_TEXT);
		dw_fold_init(w->fold);
	}
	if (question->nr < nr)
		return lay_error_set(err, LAY_E_NOMEM,
				     "no memory for %u threads", nr);
	return 0;
}

static int sift_unit(void *ctx, unsigned int thread, size_t item,
		     struct lay_error *err)
{
	struct dw_question *question = ctx;
	struct dw_asker *asker = question->asker;
	struct dw_worker *w = &question->workers[thread];

	if (thread == 0 && item % 64 == 0 && asker->progress.step)
		asker->progress.step(asker->progress.ctx, "types", item,
				     asker->file->nr_units);
	return dw_sift_unit(w->sifter, &asker->file->units[item], err);
}

int dw_question_ask(struct dw_question *question, struct dw_asker *asker,
		    const struct type_query *q, dw_match_fn match,
		    dw_glance_fn glance, const struct lay_def *wanted,
		    struct lay_error *err)
{
	int ret;

	ret = begin(question, asker, q, match, wanted, err);
	for (unsigned int i = 0; i < question->nr; i++)
		question->workers[i].sifter->glance = glance;
	if (ret < 0)
		return ret;
	return pool_run(question->nr, asker->file->nr_units, sift_unit,
			question, err);
}

void dw_question_end(struct dw_question *question)
{
	for (unsigned int i = 0; i < question->nr; i++) {
		struct dw_worker *w = &question->workers[i];

		dw_printer_deinit(&w->quick);
		dw_printer_deinit(&w->exact);
		dw_fold_deinit(w->fold);
		dw_sifter_destroy(w->sifter);
	}
	free(question->workers);
	free(question->folds);
	dw_names_deinit(&question->names);
}
