/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Progress on a terminal, for what takes longer than a second; scripts see
 * none.
 */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include <pthread.h>
#include <stdbool.h>
#include <time.h>

#include <layoutdiff/build.h>

struct progress {
	pthread_mutex_t lock;	/* threads of the library report too */
	bool wanted;
	bool shown;
	struct timespec begun, last;
};

void progress_init(struct progress *p, bool quiet);
/* Wipe the line. */
void progress_deinit(struct progress *p);
/* What the library wants to be given. */
struct lay_progress progress_hook(struct progress *p);

#endif /* CLI_PROGRESS_H */
