// SPDX-License-Identifier: GPL-2.0-only
/*
 * A match is first told from what the thread has by a print with the offsets of
 * names, which need not be looked up. Only what is new to the thread is printed
 * again with the names themselves, which is what threads compare.
 */
#include <config.h>

#include <string.h>

#include "base/hash.h"
#include "dwarf/alt.h"
#include "dwarf/constants.h"
#include "dwarf/question.h"
#include "dwarf/quick.h"
#include "dwarf/typedef.h"
#include "model/query.h"
#include "base/poison.h"

/* The kinds that stand for a name of their own. */
#define RECORDS (1u << LAY_KIND_STRUCT | 1u << LAY_KIND_UNION | \
		 1u << LAY_KIND_ENUM)

/* Does the question leave the match out for what it is of? */
static int leave_out(struct dw_worker *w, const struct dw_match *match,
		     bool *out, struct lay_error *err)
{
	struct dw_views *views = &w->sifter->views;
	const char *name, *tag = NULL;
	struct dw_die of;
	int ret;

	*out = false;
	if (match->die->kind != LAY_KIND_TYPEDEF)
		return 0;
	ret = dw_typedef_of(views, match->die, &of, err);
	if (ret == 0 && of.tag)
		ret = dw_views_name(views, &of, &tag, err);
	if (ret == 0)
		ret = dw_views_name(views, match->die, &name, err);
	if (ret == 0 && name)
		*out = query_leaves_out(w->query, name,
					of.tag ? of.kind : LAY_KIND_VOID, tag);
	return ret;
}

static int no_memory(const struct dw_worker *w, struct lay_error *err)
{
	return lay_error_set(err, LAY_E_NOMEM, "no memory for %zu definitions",
			     w->fold->nr);
}

/* Fill in a definition that is new to this thread. */
static int describe(struct dw_worker *w, const struct dw_match *match,
		    const struct dw_print *print, struct dw_folded *folded,
		    struct lay_error *err)
{
	const struct dw_die *die = match->die;
	struct lay_def *def = &folded->def;

	*def = (struct lay_def){
		.name = strset_adds(&w->fold->strings, match->name),
		.unit = *w->unit ? strset_adds(&w->fold->strings, w->unit)
				 : NULL,
		.kind = die->kind,
		.size = print->sized ? print->size : 0,
		.nr_members = print->nr_members,
		.fingerprint = print->fp,
		.source_off = die->off,
	};
	if (!def->name || (*w->unit && !def->unit))
		return no_memory(w, err);
	if (dw_die_has(die, DW_FACT_DECLARATION))
		def->flags |= LAY_DEF_DECLARATION;
	if (match->local)
		def->flags |= LAY_DEF_LOCAL;
	if (print->unsure)
		def->flags |= LAY_DEF_UNSURE;
	return leave_out(w, match, &folded->idle, err);
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

/* Is it a typedef of what has a name? Many are, and nothing more is read of
 * them. */
static bool is_alias(const struct dw_sifter *s, const struct dw_die *die)
{
	enum dw_typedef of;

	if (die->kind != LAY_KIND_TYPEDEF)
		return false;
	of = dw_typedef_glance(&s->views, die);
	return of == DW_TYPEDEF_TAGGED || of == DW_TYPEDEF_TYPEDEF;
}

/* A match whose quick print is at @quick in the list and new to this thread:
 * have it lead to the definition that it is, which may be there. */
static int resolve(struct dw_worker *w, const struct dw_match *match,
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

/* The unit at hand has what @folded says that it is. */
static void count(struct dw_worker *w, struct dw_folded *folded)
{
	folded = &w->fold->list[folded->same_as];
	if (!folded->counted || folded->last_unit != w->unit_off)
		folded->nr_units +=
			dw_unit_weight(w->sifter->views.own.unit);
	folded->counted = true;
	folded->last_unit = w->unit_off;
}

static int collect(struct dw_sifter *s, const struct dw_match *match,
		   struct lay_error *err)
{
	struct dw_worker *w = dw_worker_of(s);
	struct lay_fingerprint key;
	struct dw_folded *folded;
	struct dw_print print;
	uint32_t quick;
	bool is_new;
	int ret;

	if (w->query->nameless && is_alias(s, match->die))
		return 0;
	ret = dw_worker_begin_unit(w, err);
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
	count(w, &w->fold->list[quick]);
	return 0;
}

/* Is it a definition that this thread met before? Most are. */
static bool glance(struct dw_sifter *s, const struct dw_plan *plan,
		   uint64_t off)
{
	struct dw_worker *w = dw_worker_of(s);
	struct lay_fingerprint key;
	struct dw_folded *folded;
	struct dw_print print;
	enum dw_typedef of;

	if (w->query->nameless && plan->kind == LAY_KIND_TYPEDEF) {
		of = dw_quick_typedef(&s->views.own, off);
		if (of == DW_TYPEDEF_TAGGED || of == DW_TYPEDEF_TYPEDEF)
			return true;
	}
	/* what goes wrong here goes wrong again where it is told */
	if (dw_worker_begin_unit(w, NULL) < 0 ||
	    dw_quick_recall(&w->quick, plan, off, &print, NULL) <= 0 ||
	    print.unsure)
		return false;
	key = print.fp;
	fingerprint_u64(&key, DW_PRINT_OFFSETS);
	folded = dw_fold_known(w->fold, &key);
	if (!folded)
		return false;
	count(w, folded);
	return true;
}

/* A name, kept once. */
static int collect_name(struct dw_sifter *s, const struct dw_match *match,
			struct lay_error *err)
{
	struct dw_worker *w = dw_worker_of(s);
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

int dw_find(struct dw_asker *asker, const struct type_query *q,
	    struct def_list *out, struct lay_error *err)
{
	struct dw_question question;
	int ret;

	ret = dw_question_ask(&question, asker, q, collect, glance, NULL,
			      err);
	if (ret == 0)
		ret = dw_fold_merge(question.folds, question.nr, q->all,
				    asker->strings, out, err);
	dw_question_end(&question);
	return ret;
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
	struct dw_question question;
	int ret;

	ret = dw_question_ask(&question, asker, &q, collect_name, NULL, NULL,
			      err);
	for (unsigned int i = 0; ret == 0 && i < question.nr; i++) {
		const struct dw_fold *fold = &question.folds[i];

		for (size_t j = 0; j < fold->nr; j++)
			see(ctx, fold->list[j].def.name);
	}
	dw_question_end(&question);
	return ret;
}
