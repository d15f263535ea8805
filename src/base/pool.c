// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/pool.h"
#include "base/poison.h"

#define MAX_THREADS 256u

/* What all threads of a run share. */
struct run {
	pool_fn fn;
	void *ctx;
	size_t nr_items;
	atomic_size_t next;	/* first item that nobody took */
	atomic_bool failed;
};

/* A thread, and the first error it met: it stops there. */
struct worker {
	struct run *run;
	pthread_t thread;
	unsigned int index;
	int rc;
	size_t item;
	struct lay_error err;
};

unsigned int pool_threads(unsigned int jobs)
{
	cpu_set_t cpus;
	long n;

	if (jobs)
		return jobs < MAX_THREADS ? jobs : MAX_THREADS;
	/* More CPUs than the set has room for is an error there. */
	if (!sched_getaffinity(0, sizeof(cpus), &cpus))
		n = CPU_COUNT(&cpus);
	else
		n = sysconf(_SC_NPROCESSORS_ONLN);
	if (n < 1)
		return 1;
	return n < (long)MAX_THREADS ? (unsigned int)n : MAX_THREADS;
}

/*
 * Items are taken in rising order, and one that was taken is done: of all that
 * fail, the lowest is thus always among those begun.
 */
static void *work(void *arg)
{
	struct worker *w = arg;
	struct run *run = w->run;

	while (!atomic_load_explicit(&run->failed, memory_order_relaxed)) {
		size_t item = atomic_fetch_add(&run->next, 1);

		if (item >= run->nr_items)
			break;
		w->rc = run->fn(run->ctx, w->index, item, &w->err);
		if (w->rc < 0) {
			w->item = item;
			atomic_store(&run->failed, true);
			break;
		}
	}
	return NULL;
}

/* The failure of the lowest item, or 0. */
static int result(const struct worker *workers, unsigned int nr,
		  struct lay_error *err)
{
	const struct worker *first = NULL;

	for (unsigned int i = 0; i < nr; i++) {
		const struct worker *w = &workers[i];

		if (w->rc < 0 && (!first || w->item < first->item))
			first = w;
	}
	if (!first)
		return 0;
	if (err)
		*err = first->err;
	return first->rc;
}

int pool_run(unsigned int threads, size_t nr_items, pool_fn fn, void *ctx,
	     struct lay_error *err)
{
	struct run run = { .fn = fn, .ctx = ctx, .nr_items = nr_items };
	struct worker *workers;
	unsigned int nr = 1;
	int rc;

	if (threads > MAX_THREADS)
		threads = MAX_THREADS;
	if (threads > nr_items)
		threads = (unsigned int)nr_items;
	if (!threads)
		threads = 1;
	workers = calloc(threads, sizeof(*workers));
	if (!workers)
		return lay_error_set(err, LAY_E_NOMEM,
				     "out of memory for %u threads", threads);
	for (unsigned int i = 0; i < threads; i++)
		workers[i] = (struct worker){ .run = &run, .index = i };
	for (; nr < threads; nr++)
		if (pthread_create(&workers[nr].thread, NULL, work,
				   &workers[nr]))
			break;
	work(&workers[0]);
	for (unsigned int i = 1; i < nr; i++)
		pthread_join(workers[i].thread, NULL);
	rc = result(workers, nr, err);
	free(workers);
	return rc;
}
