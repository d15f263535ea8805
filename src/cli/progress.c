// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <stdio.h>
#include <unistd.h>

#include "cli/progress.h"
#include "base/poison.h"

#define FIRST_AFTER_MS 1000
#define NEXT_AFTER_MS 100

static long ms_since(const struct timespec *then, const struct timespec *now)
{
	return (now->tv_sec - then->tv_sec) * 1000 +
	       (now->tv_nsec - then->tv_nsec) / 1000000;
}

void progress_init(struct progress *p, bool quiet)
{
	*p = (struct progress){
		.lock = PTHREAD_MUTEX_INITIALIZER,
		.wanted = !quiet && isatty(STDERR_FILENO),
	};
	clock_gettime(CLOCK_MONOTONIC, &p->begun);
	p->last = p->begun;
}

void progress_deinit(struct progress *p)
{
	if (p->shown)
		fprintf(stderr, "\r\033[K");
	pthread_mutex_destroy(&p->lock);
}

static void show(struct progress *p, const char *what, uint64_t done,
		 uint64_t total)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	if (ms_since(&p->begun, &now) < FIRST_AFTER_MS ||
	    ms_since(&p->last, &now) < NEXT_AFTER_MS)
		return;
	p->last = now;
	p->shown = true;
	if (total)
		fprintf(stderr, "\r%.60s: %d%%\033[K", what,
			(int)((double)done / (double)total * 100));
	else
		fprintf(stderr, "\r%.60s\033[K", what);
}

static void step(void *ctx, const char *what, uint64_t done, uint64_t total)
{
	struct progress *p = ctx;

	if (!p->wanted || pthread_mutex_trylock(&p->lock) != 0)
		return;
	show(p, what, done, total);
	pthread_mutex_unlock(&p->lock);
}

struct lay_progress progress_hook(struct progress *p)
{
	return (struct lay_progress){ .step = step, .ctx = p };
}
