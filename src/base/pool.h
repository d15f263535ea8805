/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Run a function over the items 0..nr-1 on several threads, which take items
 * from a shared counter. The caller's thread is one of them.
 */
#ifndef BASE_POOL_H
#define BASE_POOL_H

#include <stddef.h>

#include <layoutdiff/error.h>

/*
 * One piece of work: @thread is 0..threads-1, for per-thread state. Returns 0,
 * or <0 with @err filled: no new items are then begun.
 */
typedef int (*pool_fn)(void *ctx, unsigned int thread, size_t item,
		       struct lay_error *err);

/* Threads for @jobs (0: CPUs this process may use), at most 256, at least 1. */
unsigned int pool_threads(unsigned int jobs);

/*
 * Returns 0 when every item was done, else the error of the lowest item that
 * failed among those begun, whatever the order in which threads ran. A thread
 * that cannot be started is one less, not an error.
 */
int pool_run(unsigned int threads, size_t nr_items, pool_fn fn, void *ctx,
	     struct lay_error *err);

#endif /* BASE_POOL_H */
