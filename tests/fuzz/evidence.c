// SPDX-License-Identifier: GPL-2.0-only
/*
 * Inputs of samples as they are, then damaged, by the thousand and always in
 * the same ways: no crash, no endless loop, no leak (built with
 * --enable-sanitizers), and totals that balance. Among the texts of
 * corpus/evidence inputs that once did harm are kept too.
 *
 *	LAY_FUZZ_CASES=N	how many, 20000 when not set
 *	LAY_FUZZ_SECONDS=N	begin no new one after so much processor time
 *	LAY_FUZZ_SEED=N		in other ways
 *	LAY_FUZZ_READER=NAME	only inputs whose name begins so: perf.data, script,
 *				c2c, report, annotate, lock_stat, mixture
 */
#include <config.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "evidence/evidence.h"
#include "fuzz/samples.h"
#include "base/poison.h"

#define HANG_SECONDS	10

struct fuzz {
	struct fuzz_samples in;
	uint64_t nr_read, nr_shown;
	uint64_t nr_by[EVIDENCE_FORMAT_NR_];	/* read, by format */
	uint64_t sum;		/* of what was shown, so that it is looked at */
};

static void look_at(struct fuzz *f, const char *s)
{
	if (s)
		f->sum += strlen(s);
}

static int see_sample(void *ctx, const struct evidence_sample *s,
		      struct lay_error *err)
{
	struct fuzz *f = ctx;

	(void)err;
	f->nr_shown++;
	f->sum += s->ip + s->addr + s->src.is;
	look_at(f, s->comm);
	look_at(f, s->symbol);
	look_at(f, s->dso);
	return 0;
}

static int see_map(void *ctx, const struct evidence_map *m,
		   struct lay_error *err)
{
	(void)err;
	look_at(ctx, m->name);
	look_at(ctx, m->ref_symbol);
	if (m->build_id_size > sizeof(m->build_id))
		abort();
	return 0;
}

static int see_access(void *ctx, const struct evidence_c2c_access *a,
		      struct lay_error *err)
{
	struct fuzz *f = ctx;

	(void)err;
	f->nr_shown++;
	look_at(f, a->symbol);
	look_at(f, a->cpus);
	return 0;
}

static int see_lock(void *ctx, const struct evidence_lock *l,
		    struct lay_error *err)
{
	struct fuzz *f = ctx;

	(void)err;
	f->nr_shown++;
	look_at(f, l->name);
	return 0;
}

static int see_function(void *ctx, const struct evidence_function *fn,
			struct lay_error *err)
{
	struct fuzz *f = ctx;

	(void)err;
	f->nr_shown++;
	look_at(f, fn->symbol);
	return 0;
}

static int see_type(void *ctx, const struct evidence_type *t,
		    struct lay_error *err)
{
	struct fuzz *f = ctx;

	(void)err;
	f->nr_shown++;
	look_at(f, t->type);
	look_at(f, t->field);
	return 0;
}

/* An error must have a text; the balance is asserted by the reader. */
static void read_one(struct fuzz *f, const uint8_t *data, size_t len)
{
	const struct evidence_visitor visitor = {
		.sample = see_sample, .map = see_map, .c2c_access = see_access,
		.lock = see_lock, .function = see_function, .type = see_type,
		.ctx = f,
	};
	struct lay_error err = { .text = "" };
	struct evidence *ev = NULL;
	uint8_t *copy = malloc(len ? len : 1);

	if (!copy)
		abort();
	memcpy(copy, data, len);	/* no slack to read past it */
	if (evidence_read_bytes("seed", copy, len, &visitor, &ev, &err) == 0) {
		f->nr_read++;
		for (unsigned int i = 0; i < EVIDENCE_FORMAT_NR_; i++)
			f->nr_by[i] += ev->formats >> i & 1;
		evidence_free(ev);
	} else if (!err.text[0]) {
		abort();
	}
	free(copy);
}

int main(void)
{
	unsigned long nr_cases = fuzz_number("LAY_FUZZ_CASES", 20000), i;
	unsigned long seconds = fuzz_number("LAY_FUZZ_SECONDS", 10);
	static uint8_t data[FUZZ_SAMPLES_SIZE];
	struct fuzz f = { .nr_read = 0 };

	if (fuzz_samples_init(&f.in, fuzz_number("LAY_FUZZ_SEED", 1)) < 0)
		return 1;
	for (size_t k = 0; k < f.in.nr_seeds; k++)
		read_one(&f, f.in.seed[k].data, f.in.seed[k].len);
	printf("%zu seeds, %" PRIu64 " read\n", f.in.nr_seeds, f.nr_read);
	for (i = 0; i < nr_cases; i++) {
		if (clock() / CLOCKS_PER_SEC >= (clock_t)seconds)
			break;
		alarm(HANG_SECONDS);
		read_one(&f, data, fuzz_samples_next(&f.in, data));
	}
	printf("%lu cases, %" PRIu64 " read, %" PRIu64 " things shown\n", i,
	       f.nr_read, f.nr_shown);
	for (unsigned int k = 0; k < EVIDENCE_FORMAT_NR_; k++)
		printf("%s: %" PRIu64 " read\n", evidence_format_name(k),
		       f.nr_by[k]);
	fuzz_samples_free(&f.in);
	/* damage that nothing survives tests nothing */
	return i > 1000 && (!f.nr_read || !f.nr_shown);
}
