/* SPDX-License-Identifier: GPL-2.0-only */
/* Pieces of perf.data that several tests write. */
#ifndef TESTS_EVIDENCE_PDSAMPLES_H
#define TESTS_EVIDENCE_PDSAMPLES_H

#include "collect.h"
#include "pdwriter.h"

#define IP		(1 << 0)
#define TID		(1 << 1)
#define TIME		(1 << 2)
#define ADDR		(1 << 3)
#define ID		(1 << 6)
#define CPU		(1 << 7)
#define PERIOD		(1 << 8)
#define WEIGHT		(1 << 14)
#define DATA_SRC	(1 << 15)
#define IDENTIFIER	(1 << 16)
#define WEIGHT_STRUCT	(1 << 24)
#define ALL_FIELDS	(((1 << 25) - 1) & ~WEIGHT)

#define SAMPLE		9
#define KERNEL		1
#define USER		2

/* A file with one event, and room for records. */
void pdsamples_begin(struct pdw *w, const struct pdw_attr *a);
/* A sample of IP and ADDR. */
void pdsamples_load(struct pdw *w, uint64_t ip, uint64_t addr);
/* A sample of ALL_FIELDS, each of a length that tells. */
void pdsamples_full(struct pdw *w);
/* A pipe with one event that has a name, a feature, maps and a sample. */
void pdsamples_pipe(struct pdw *w);
/* Read what was written; must succeed. */
void collect_pdw(struct collected *c, const struct pdw *w);

#endif /* TESTS_EVIDENCE_PDSAMPLES_H */
