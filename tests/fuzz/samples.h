/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Inputs of samples, damaged by a reproducible stream of numbers: the texts of
 * corpus/evidence, and perf.data that is written here, as a file and as a pipe,
 * in both byte orders. With LAY_FUZZ_READER=NAME only those whose name begins
 * so: perf.data, script, c2c, report, annotate, lock_stat, mixture.
 */
#ifndef FUZZ_SAMPLES_H
#define FUZZ_SAMPLES_H

#include "fuzz/fuzz.h"

#define FUZZ_NR_SEEDS		64
#define FUZZ_SAMPLES_SIZE	((size_t)1 << 16)

struct fuzz_seed {
	char *name;
	uint8_t *data;
	size_t len;
	bool text;
};

struct fuzz_samples {
	struct fuzz_rng rng;
	struct fuzz_seed seed[FUZZ_NR_SEEDS];
	size_t nr_seeds;
};

/* Prints why and returns -1 when there are none. */
int fuzz_samples_init(struct fuzz_samples *samples, uint64_t seed);
void fuzz_samples_free(struct fuzz_samples *samples);

/* Put the next of them, damaged, into @data of FUZZ_SAMPLES_SIZE bytes; returns
 * how long it is. */
size_t fuzz_samples_next(struct fuzz_samples *samples, uint8_t *data);

/* A number of the environment, or what is taken when it is not set. */
unsigned long fuzz_number(const char *name, unsigned long otherwise);

#endif /* FUZZ_SAMPLES_H */
