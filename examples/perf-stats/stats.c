// SPDX-License-Identifier: GPL-2.0-only
/*
 * A table of limits that all threads read, and a count that all threads write,
 * in one struct: in one cache line, or with -DAPART in two.
 */
#include <pthread.h>

#define ROUNDS		20000000UL
#define NR_THREADS	2

struct stats {
	unsigned long limit;		/* read by everybody */
	unsigned long mask;
#ifdef APART
	char apart[64 - 2 * sizeof(long)];
#endif
	unsigned long count;		/* written by everybody */
	unsigned long last;
};

static struct stats stats __attribute__((aligned(64))) = {
	.limit = 1000, .mask = 63,
};

static unsigned long check(const struct stats *s, unsigned long i)
{
	return (i & s->mask) < s->limit;
}

static void note(struct stats *s, unsigned long i)
{
	__atomic_fetch_add(&s->count, 1, __ATOMIC_RELAXED);
	s->last = i;
}

static void *work(void *arg)
{
	struct stats *s = arg;

	for (unsigned long i = 0; i < ROUNDS; i++)
		if (check(s, i))
			note(s, i);
	return NULL;
}

int main(void)
{
	pthread_t thread[NR_THREADS];

	for (int i = 0; i < NR_THREADS; i++)
		if (pthread_create(&thread[i], NULL, work, &stats))
			return 1;
	for (int i = 0; i < NR_THREADS; i++)
		pthread_join(thread[i], NULL);
	return stats.count != ROUNDS * NR_THREADS;
}
