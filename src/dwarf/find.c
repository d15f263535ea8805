// SPDX-License-Identifier: GPL-2.0-only
/*
 * Every question is a pass of the sift over all units, by several threads that
 * take units in turn. A thread keeps what it found to itself; answers are put
 * together at the end, by what they are and where they stand, so that they do
 * not depend on which thread met what.
 *
 * A match is first told from what the thread has by a print with the offsets of
 * names, which need not be looked up. Only what is new to the thread is printed
 * again with the names themselves, which is what threads compare.
 */
#include <config.h>

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/pool.h"
#include "base/vec.h"
#include "dwarf/constants.h"
#include "dwarf/find.h"
#include "dwarf/fingerprint.h"
#include "dwarf/fold.h"
#include "dwarf/sift.h"
#include "base/poison.h"

/* The kinds that stand for a name of their own. */
#define RECORDS (1u << LAY_KIND_STRUCT | 1u << LAY_KIND_UNION | \
		 1u << LAY_KIND_ENUM)

/* One thread's part of a question. */
struct worker {
	struct dw_sifter *sifter;
	struct dw_printer quick;	/* by offsets of names */
	struct dw_printer exact;	/* by names */
	struct dw_fold *fold;
	struct dw_producers producers;
	const char *unit;		/* the name of the unit at hand */
	uint64_t unit_off;
	const struct lay_def *wanted;	/* of dw_find_units() */
};

/* A question being asked. */
struct question {
	struct dw_asker *asker;
	struct dw_names names;
	struct worker *workers;
	struct dw_fold *folds;		/* of each worker */
	unsigned int nr;
};

/* In which the sifter has its matches looked at. */
static struct worker *worker_of(struct dw_sifter *sifter)
{
	return sifter->ctx;
}

/* Views and memos are about another unit from here on. */
static int begin_unit(struct worker *w, struct lay_error *err)
{
	struct dw_view *view = &w->sifter->views.own;
	const struct dw_die *root = &view->root;

	if (w->unit_off == view->unit->off && w->unit)
		return 0;
	dw_printer_next_unit(&w->quick);
	dw_printer_next_unit(&w->exact);
	w->unit_off = view->unit->off;
	w->unit = "";
	if (!dw_die_has(root, DW_FACT_NAME))
		return 0;
	return dw_view_string(view, root->off, &root->fact[DW_FACT_NAME],
			      &w->unit, err);
}

/* Is the match a typedef of a record, asked for too, that has its name? */
static int repeats_tag(struct dw_sifter *s, const struct dw_match *match,
		       bool *repeats, struct lay_error *err)
{
	const struct dw_die *die = match->die;
	const char *name, *tag = NULL;
	struct dw_view *view;
	struct dw_die target;
	uint64_t off;
	int ret;

	*repeats = false;
	if (die->kind != LAY_KIND_TYPEDEF || !dw_die_has(die, DW_FACT_TYPE))
		return 0;
	ret = dw_views_follow(&s->views, &die->fact[DW_FACT_TYPE], die->off,
			      &off, err);
	if (ret == 0)
		ret = dw_views_at(&s->views, off, die->off, &view, err);
	if (ret == 0)
		ret = dw_die_read(view, off, &target, err);
	if (ret < 0 || !(s->kinds & RECORDS & 1u << target.kind))
		return ret;
	ret = dw_views_name(&s->views, &target, &tag, err);
	if (ret == 0 && tag)
		ret = dw_views_name(&s->views, die, &name, err);
	*repeats = ret == 0 && tag && !strcmp(name, tag);
	return ret;
}

static int no_memory(const struct worker *w, struct lay_error *err)
{
	return lay_error_set(err, LAY_E_NOMEM, "no memory for %zu definitions",
			     w->fold->nr);
}

/* Fill in a definition that is new to this thread. */
static int describe(struct worker *w, const struct dw_match *match,
		    const struct dw_print *print, struct dw_folded *folded,
		    struct lay_error *err)
{
	const struct dw_die *die = match->die;
	struct lay_def *def = &folded->def;

	*def = (struct lay_def){
		.name = strset_adds(&w->fold->strings, match->name),
		.unit = strset_adds(&w->fold->strings, w->unit),
		.kind = die->kind,
		.size = print->sized ? print->size : 0,
		.nr_members = print->nr_members,
		.fingerprint = print->fp,
		.source_off = die->off,
	};
	if (!def->name || !def->unit)
		return no_memory(w, err);
	if (dw_die_has(die, DW_FACT_DECLARATION))
		def->flags |= LAY_DEF_DECLARATION;
	if (match->local)
		def->flags |= LAY_DEF_LOCAL;
	if (print->unsure)
		def->flags |= LAY_DEF_UNSURE;
	return repeats_tag(w->sifter, match, &folded->idle, err);
}

/* What tells a match from all others, out of its print. */
static struct lay_fingerprint key_of(const struct dw_sifter *s,
				     const struct dw_match *match,
				     const struct dw_print *print,
				     enum dw_print_names names)
{
	struct lay_fingerprint key = print->fp;

	fingerprint_u64(&key, names);
	/* the print has the name, but not the scope */
	if (s->prefix_len)
		fingerprint_string(&key, match->name);
	if (match->local)
		fingerprint_u64(&key, LAY_DEF_LOCAL);
	if (print->unsure)
		fingerprint_u64(&key, match->die->off);
	return key;
}

/* A match whose quick print is at @quick in the list and new to this thread:
 * have it lead to the definition that it is, which may be there. */
static int resolve(struct worker *w, const struct dw_match *match,
		   uint32_t quick, struct lay_error *err)
{
	struct lay_fingerprint key;
	struct dw_folded *exact;
	struct dw_print print;
	bool is_new;
	int ret;

	ret = dw_printer_print(&w->exact, match->die, &print, err);
	if (ret < 0)
		return ret;
	key = key_of(w->sifter, match, &print, DW_PRINT_TEXT);
	exact = dw_fold_find(w->fold, &key, &is_new);
	if (!exact)
		return no_memory(w, err);
	w->fold->list[quick].idle = true;
	w->fold->list[quick].same_as = (uint32_t)(exact - w->fold->list);
	return is_new ? describe(w, match, &print, exact, err) : 0;
}

static int collect(struct dw_sifter *s, const struct dw_match *match,
		   struct lay_error *err)
{
	struct worker *w = worker_of(s);
	struct lay_fingerprint key;
	struct dw_folded *folded;
	struct dw_print print;
	uint32_t quick;
	bool is_new;
	int ret;

	ret = begin_unit(w, err);
	if (ret == 0)
		ret = dw_printer_recall(&w->quick, match->die, &print, err);
	if (ret < 0)
		return ret;
	key = key_of(s, match, &print, DW_PRINT_OFFSETS);
	folded = dw_fold_find(w->fold, &key, &is_new);
	if (!folded)
		return no_memory(w, err);
	quick = (uint32_t)(folded - w->fold->list);
	if (is_new)
		ret = resolve(w, match, quick, err);
	if (ret < 0)
		return ret;
	folded = &w->fold->list[w->fold->list[quick].same_as];
	if (!folded->counted || folded->last_unit != w->unit_off)
		folded->def.nr_units++;
	folded->counted = true;
	folded->last_unit = w->unit_off;
	return 0;
}

/*
 * A unit that has the definition which is wanted: kept once, by its place. What
 * is unsure has no print to be told by, and stands in one place only.
 */
static int collect_unit(struct dw_sifter *s, const struct dw_match *match,
			struct lay_error *err)
{
	struct worker *w = worker_of(s);
	const struct lay_def *wanted = w->wanted;
	struct lay_fingerprint key = { 0 };
	struct dw_folded *folded;
	struct dw_print print;
	bool is_new;
	int ret;

	if (match->local != !!(wanted->flags & LAY_DEF_LOCAL))
		return 0;
	ret = begin_unit(w, err);
	if (ret < 0)
		return ret;
	if (wanted->flags & LAY_DEF_UNSURE) {
		if (match->die->off != wanted->source_off)
			return 0;
	} else {
		ret = dw_printer_print(&w->exact, match->die, &print, err);
		if (ret < 0 || print.fp.hi != wanted->fingerprint.hi ||
		    print.fp.lo != wanted->fingerprint.lo)
			return ret;
	}
	key.lo = hash_u64(w->unit_off);
	folded = dw_fold_find(w->fold, &key, &is_new);
	if (folded && is_new) {
		folded->def.source_off = w->unit_off;
		folded->def.unit = strset_adds(&w->fold->strings, w->unit);
	}
	if (!folded || !folded->def.unit)
		return lay_error_set(err, LAY_E_NOMEM,
				     "no memory for %zu units", w->fold->nr);
	return 0;
}

/* A name, kept once. */
static int collect_name(struct dw_sifter *s, const struct dw_match *match,
			struct lay_error *err)
{
	struct worker *w = worker_of(s);
	struct lay_fingerprint key;
	struct dw_folded *folded;
	bool is_new;

	fingerprint_init(&key);
	fingerprint_string(&key, match->name);
	folded = dw_fold_find(w->fold, &key, &is_new);
	if (folded && is_new)
		folded->def.name = strset_adds(&w->fold->strings, match->name);
	if (!folded || !folded->def.name)
		return lay_error_set(err, LAY_E_NOMEM,
				     "no memory for %zu names", w->fold->nr);
	return 0;
}

static int sift_unit(void *ctx, unsigned int thread, size_t item,
		     struct lay_error *err)
{
	struct question *question = ctx;
	struct dw_asker *asker = question->asker;
	struct worker *w = &question->workers[thread];

	if (thread == 0 && item % 64 == 0 && asker->progress.step)
		asker->progress.step(asker->progress.ctx, "types", item,
				     asker->file->nr_units);
	return dw_sift_unit(w->sifter, &asker->file->units[item], err);
}

static void end_question(struct question *question)
{
	for (unsigned int i = 0; i < question->nr; i++) {
		struct worker *w = &question->workers[i];

		dw_printer_deinit(&w->quick);
		dw_printer_deinit(&w->exact);
		dw_fold_deinit(w->fold);
		dw_producers_deinit(&w->producers);
		dw_sifter_destroy(w->sifter);
	}
	free(question->workers);
	free(question->folds);
	dw_names_deinit(&question->names);
}

static int begin_question(struct question *question, struct dw_asker *asker,
			  const struct type_query *q, dw_match_fn match,
			  const struct lay_def *wanted, struct lay_error *err)
{
	unsigned int nr = pool_threads(asker->jobs);
	int ret;

	*question = (struct question){ .asker = asker };
	ret = dw_names_init(&question->names, asker->file, q->name, q->glob,
			    err);
	if (ret < 0)
		return ret;
	question->workers = calloc(nr, sizeof(*question->workers));
	question->folds = calloc(nr, sizeof(*question->folds));
	while (question->workers && question->folds && question->nr < nr) {
		struct worker *w = &question->workers[question->nr];

		w->sifter = dw_sifter_create(asker->file, &question->names,
					     q->kinds, q->local, match, w);
		if (!w->sifter)
			break;
		w->wanted = wanted;
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

/* Have @match see all that @q names. end_question() follows in any case. */
static int ask(struct question *question, struct dw_asker *asker,
	       const struct type_query *q, dw_match_fn match,
	       const struct lay_def *wanted, struct lay_error *err)
{
	int ret;

	ret = begin_question(question, asker, q, match, wanted, err);
	if (ret < 0)
		return ret;
	return pool_run(question->nr, asker->file->nr_units, sift_unit,
			question, err);
}

int dw_find(struct dw_asker *asker, const struct type_query *q,
	    struct def_list *out, struct lay_error *err)
{
	struct question question;
	int ret;

	ret = ask(&question, asker, q, collect, NULL, err);
	if (ret == 0)
		ret = dw_fold_merge(question.folds, question.nr,
				    asker->strings, out, err);
	end_question(&question);
	return ret;
}

static int compare_places(const void *pa, const void *pb)
{
	const struct dw_folded *a = pa, *b = pb;

	return a->def.source_off < b->def.source_off ? -1 : 1;
}

/* The names of the units that the threads found, in the order of the file. */
static int name_units(const struct question *question, const char ***ret_units,
		      size_t *ret_nr, struct lay_error *err)
{
	struct dw_folded *all = NULL;
	const char **units = NULL;
	size_t nr = 0, cap = 0;
	int ret = 0;

	for (unsigned int i = 0; i < question->nr; i++) {
		const struct dw_fold *fold = &question->folds[i];

		if (VEC_RESERVE(all, nr, cap, fold->nr + 1) < 0)
			goto no_memory;
		for (size_t j = 0; j < fold->nr; j++)
			all[nr++] = fold->list[j];
	}
	qsort(all, nr, sizeof(*all), compare_places);
	units = calloc(nr + 1, sizeof(*units));
	if (!units)
		goto no_memory;
	for (size_t i = 0; i < nr; i++) {
		units[i] = strset_adds(question->asker->strings,
				       all[i].def.unit);
		if (!units[i])
			goto no_memory;
	}
	*ret_units = units;
	*ret_nr = nr;
	goto out;
no_memory:
	ret = lay_error_set(err, LAY_E_NOMEM, "no memory for %zu units", nr);
	free(units);
out:
	free(all);
	return ret;
}

int dw_find_units(struct dw_asker *asker, const struct lay_def *def,
		  const char ***units, size_t *nr, struct lay_error *err)
{
	struct type_query q = {
		.kinds = 1u << def->kind,
		.name = def->name,
		.local = def->flags & LAY_DEF_LOCAL,
	};
	struct question question;
	const char **found = NULL;
	size_t nr_found = 0;
	int ret;

	ret = ask(&question, asker, &q, collect_unit, def, err);
	if (ret == 0)
		ret = name_units(&question, &found, &nr_found, err);
	end_question(&question);
	if (ret < 0)
		return ret;
	/* A tree of DIEs that is damaged can be read in more than one way: by
	 * its siblings, or child by child. */
	if (nr_found != def->nr_units) {
		free(found);
		return dw_error_at(asker->file, def->source_off, LAY_E_FORMAT,
				   err, "'%s' was found in %" PRIu32 " units, and then in %zu: the tree of DIEs is damaged",
				   def->name, def->nr_units, nr_found);
	}
	*units = found;
	*nr = nr_found;
	return 0;
}

int dw_find_names(struct dw_asker *asker,
		  void (*see)(void *ctx, const char *name), void *ctx,
		  struct lay_error *err)
{
	struct type_query q = {
		.kinds = RECORDS | 1u << LAY_KIND_TYPEDEF,
		.name = "*",
		.glob = true,
	};
	struct question question;
	int ret;

	ret = ask(&question, asker, &q, collect_name, NULL, err);
	for (unsigned int i = 0; ret == 0 && i < question.nr; i++) {
		const struct dw_fold *fold = &question.folds[i];

		for (size_t j = 0; j < fold->nr; j++)
			see(ctx, fold->list[j].def.name);
	}
	end_question(&question);
	return ret;
}

static int note_unit(void *ctx, unsigned int thread, size_t item,
		     struct lay_error *err)
{
	struct question *question = ctx;
	struct worker *w = &question->workers[thread];
	struct dw_view *view = &w->sifter->views.own;
	int ret;

	ret = dw_view_open_root(view, &question->asker->file->units[item], err);
	return ret < 0 ? ret : dw_producers_note(&w->producers, view, err);
}

static int gather_producers(struct question *question, struct lay_error *err)
{
	struct dw_producers *all = &question->asker->producers;
	int ret = 0;

	for (unsigned int i = 0; i < question->nr && ret == 0; i++)
		ret = dw_producers_add(all, &question->workers[i].producers,
				       question->asker->strings, err);
	dw_producers_sort(all);
	all->complete = ret == 0;
	return ret;
}

int dw_find_producers(struct dw_asker *asker, struct lay_error *err)
{
	struct type_query q = { .name = "*", .glob = true };
	struct question question;
	int ret;

	if (asker->producers.complete)
		return 0;
	ret = begin_question(&question, asker, &q, NULL, NULL, err);
	if (ret == 0)
		ret = pool_run(question.nr, asker->file->nr_units, note_unit,
			       &question, err);
	if (ret == 0)
		ret = gather_producers(&question, err);
	end_question(&question);
	return ret;
}
