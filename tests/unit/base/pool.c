// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <pthread.h>
#include <unistd.h>
#include <cmocka.h>

#include "base/pool.h"
#include "base/poison.h"

#define NR 1000

struct counts {
	atomic_int item[NR];
	atomic_int begun;
	unsigned int threads;
	atomic_bool bad_thread;
	size_t fail_from;	/* items from here on fail */
};

static int count(void *ctx, unsigned int thread, size_t item,
		 struct lay_error *err)
{
	struct counts *c = ctx;

	c->item[item]++;
	c->begun++;
	if (thread >= c->threads)
		c->bad_thread = true;
	if (item >= c->fail_from)
		return lay_error_set(err, LAY_E_LIMIT, "item %zu", item);
	return 0;
}

static void every_item_is_done_once(void **state)
{
	static const unsigned int threads[] = { 0, 1, 2, 7, 100, 10000 };

	(void)state;
	for (size_t i = 0; i < sizeof(threads) / sizeof(threads[0]); i++) {
		struct counts c = { .fail_from = NR, .threads = 256 };

		if (threads[i] < 256)
			c.threads = threads[i] ? threads[i] : 1;
		assert_int_equal(pool_run(threads[i], NR, count, &c, NULL), 0);
		for (int k = 0; k < NR; k++)
			assert_int_equal(c.item[k], 1);
		assert_false(c.bad_thread);
	}
}

static void no_items_are_no_work(void **state)
{
	struct counts c = { .threads = 1 };

	(void)state;
	assert_int_equal(pool_run(4, 0, count, &c, NULL), 0);
	assert_int_equal(c.begun, 0);
}

static void the_lowest_failure_is_told_whatever_the_order(void **state)
{
	(void)state;
	for (int i = 0; i < 200; i++) {
		struct lay_error err = { .text = "" };
		struct counts c = { .fail_from = 100, .threads = 8 };

		assert_int_equal(pool_run(8, NR, count, &c, &err),
				 -LAY_E_LIMIT);
		assert_int_equal(err.code, LAY_E_LIMIT);
		assert_string_equal(err.text, "item 100");
		/* each thread fails at most once, then none takes more */
		assert_in_range(c.begun, 101, 108);
	}
}

/* Two threads hold one item each before either fails. */
static int fail_together(void *ctx, unsigned int thread, size_t item,
			 struct lay_error *err)
{
	(void)thread;
	pthread_barrier_wait(ctx);
	return lay_error_set(err, LAY_E_FORMAT, "item %zu", item);
}

static void of_two_failures_at_once_the_lower_is_told(void **state)
{
	pthread_barrier_t both;

	(void)state;
	pthread_barrier_init(&both, NULL, 2);
	for (int i = 0; i < 100; i++) {
		struct lay_error err = { .text = "" };

		assert_int_equal(pool_run(2, 2, fail_together, &both, &err),
				 -LAY_E_FORMAT);
		assert_string_equal(err.text, "item 0");
	}
	pthread_barrier_destroy(&both);
}

static int fail_first(void *ctx, unsigned int thread, size_t item,
		      struct lay_error *err)
{
	atomic_int *begun = ctx;

	(void)thread;
	++*begun;
	if (!item)
		return lay_error_set(err, LAY_E_FORMAT, "item 0");
	usleep(1000);
	return 0;
}

static void after_a_failure_nothing_new_is_begun(void **state)
{
	atomic_int begun = 0;

	(void)state;
	assert_int_equal(pool_run(2, NR, fail_first, &begun, NULL),
			 -LAY_E_FORMAT);
	assert_true(begun < NR / 2);
}

static void the_number_of_threads_is_bounded(void **state)
{
	(void)state;
	assert_int_equal(pool_threads(3), 3);
	assert_int_equal(pool_threads(1000000), 256);
	assert_in_range(pool_threads(0), 1, 256);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_item_is_done_once),
		cmocka_unit_test(no_items_are_no_work),
		cmocka_unit_test(the_lowest_failure_is_told_whatever_the_order),
		cmocka_unit_test(of_two_failures_at_once_the_lower_is_told),
		cmocka_unit_test(after_a_failure_nothing_new_is_begun),
		cmocka_unit_test(the_number_of_threads_is_bounded),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
