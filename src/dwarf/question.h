/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A question to all units of a file: a pass of the sift over them, by several
 * threads that take units in turn. A thread keeps what it found to itself;
 * answers are put together at the end, by what they are and where they stand,
 * so that they do not depend on which thread met what.
 */
#ifndef DWARF_QUESTION_H
#define DWARF_QUESTION_H

#include "dwarf/find.h"
#include "dwarf/fingerprint.h"
#include "dwarf/fold.h"
#include "dwarf/sift.h"

/* One thread's part. */
struct dw_worker {
	struct dw_sifter *sifter;
	struct dw_printer quick;	/* by offsets of names */
	struct dw_printer exact;	/* by names */
	struct dw_fold *fold;		/* what it found */
	const char *unit;		/* the name of the unit at hand */
	uint64_t unit_off;
	const struct lay_def *wanted;	/* of dw_question_ask() */
	const struct type_query *query;
};

struct dw_question {
	struct dw_asker *asker;
	struct dw_names names;
	struct dw_worker *workers;
	struct dw_fold *folds;		/* of each worker */
	unsigned int nr;
};

/*
 * Have @match see all that @q names, but for what @glance knows; dw_worker_of() leads it to its worker, and
 * to @wanted. dw_question_end() follows in any case.
 */
int dw_question_ask(struct dw_question *question, struct dw_asker *asker,
		    const struct type_query *q, dw_match_fn match,
		    dw_glance_fn glance, const struct lay_def *wanted,
		    struct lay_error *err);
void dw_question_end(struct dw_question *question);

static inline struct dw_worker *dw_worker_of(const struct dw_sifter *sifter)
{
	return sifter->ctx;
}

/* Before a match is printed: it may be in another unit than the last. */
int dw_worker_begin_unit(struct dw_worker *worker, struct lay_error *err);

#endif /* DWARF_QUESTION_H */
