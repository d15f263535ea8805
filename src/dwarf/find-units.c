// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <inttypes.h>
#include <stdlib.h>

#include "base/hash.h"
#include "base/vec.h"
#include "dwarf/alt.h"
#include "dwarf/question.h"
#include "base/poison.h"

/* The units that have what @unit holds, by the places of both. */
static int keep_importers(struct dw_worker *w, struct dw_file *file,
			  const struct dw_unit *unit, struct lay_error *err)
{
	for (uint32_t i = 0; i < dw_unit_weight(unit); i++) {
		const struct dw_unit *by = dw_unit_importer(file, unit, i);
		struct lay_fingerprint key = {
			.hi = hash_u64(unit->off), .lo = hash_u64(by->off),
		};
		struct dw_folded *folded;
		const char *name = w->unit;
		bool is_new;
		int ret = 0;

		folded = dw_fold_find(w->fold, &key, &is_new);
		if (folded && is_new) {
			if (i > 0)
				ret = dw_unit_name(file, by, &name, err);
			if (ret < 0)
				return ret;
			folded->def.source_off = by->off;
			folded->def.unit = strset_adds(&w->fold->strings, name);
		}
		if (!folded || !folded->def.unit)
			return lay_error_set(err, LAY_E_NOMEM,
					     "no memory for %zu units",
					     w->fold->nr);
	}
	return 0;
}

/*
 * A unit that has the definition which is wanted: kept once, by its place. What
 * is unsure has no print to be told by, and stands in one place only.
 */
static int collect_unit(struct dw_sifter *s, const struct dw_match *match,
			struct lay_error *err)
{
	struct dw_worker *w = dw_worker_of(s);
	const struct lay_def *wanted = w->wanted;
	struct dw_print print;
	int ret;

	if (match->local != !!(wanted->flags & LAY_DEF_LOCAL))
		return 0;
	ret = dw_worker_begin_unit(w, err);
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
	return keep_importers(w, s->views.own.file, s->views.own.unit, err);
}

static int compare_places(const void *pa, const void *pb)
{
	const struct dw_folded *a = pa, *b = pb;

	if (a->def.source_off == b->def.source_off)
		return 0;
	return a->def.source_off < b->def.source_off ? -1 : 1;
}

/* The names of the units that the threads found, in the order of the file. */
static int name_units(const struct dw_question *question, const char ***ret_units,
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
	struct dw_question question;
	const char **found = NULL;
	size_t nr_found = 0;
	int ret;

	ret = dw_question_ask(&question, asker, &q, collect_unit, NULL,
			      def, err);
	if (ret == 0)
		ret = name_units(&question, &found, &nr_found, err);
	dw_question_end(&question);
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
