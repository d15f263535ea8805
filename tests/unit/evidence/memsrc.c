// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "collect.h"
#include "base/poison.h"

static struct evidence_src decode(uint64_t raw)
{
	struct evidence_src src;

	memsrc_decode(raw, &src);
	return src;
}

static void a_load_that_hits_l1_is_taken_apart(void **state)
{
	struct evidence_src s = decode(0x1026a100142);

	(void)state;
	assert_int_equal(s.op, EVIDENCE_OP_LOAD);
	assert_int_equal(s.level, EVIDENCE_L1);
	assert_true(s.hit && !s.miss);
	assert_true(s.locked && s.lock_known);
	assert_int_equal(s.snoop, EVIDENCE_SNOOP_NONE);
	assert_true(s.tlb_known && !s.tlb_miss);
	assert_false(s.blocked_data || s.blocked_addr);
	assert_int_equal(s.is, EVIDENCE_IS_L1_HIT);
	assert_int_equal(s.raw, 0x1026a100142);
}

static void levels_of_old_kernels_are_read_from_their_bits(void **state)
{
	(void)state;
	/* before 4.14 there was no number for the level */
	assert_int_equal(decode(0x68100142).level, EVIDENCE_L1);
	assert_int_equal(decode(0x68100842).level, EVIDENCE_L3);
	/* of several the farthest */
	assert_int_equal(decode(0x51088842).level, EVIDENCE_REMOTE_CACHE);
}

static void every_level_number_has_its_meaning(void **state)
{
	static const enum evidence_level want[16] = {
		EVIDENCE_LEVEL_UNKNOWN, EVIDENCE_L1, EVIDENCE_L2, EVIDENCE_L3,
		EVIDENCE_L4, EVIDENCE_L2_MHB, EVIDENCE_MSC, EVIDENCE_L0,
		EVIDENCE_UNCACHED, EVIDENCE_CXL, EVIDENCE_IO,
		EVIDENCE_ANY_CACHE, EVIDENCE_FILL_BUFFER, EVIDENCE_RAM,
		EVIDENCE_PMEM, EVIDENCE_LEVEL_UNKNOWN,
	};

	(void)state;
	for (uint64_t i = 0; i < 16; i++)
		assert_int_equal(decode(2 | i << 33).level, want[i]);
}

static void hitm_is_local_or_remote_by_where_it_was(void **state)
{
	const uint64_t load_hit = 2 | 2 << 5, hitm = 16ull << 19;
	const uint64_t l3 = 0x40 << 5, remote_cache = 0x400 << 5;
	const uint64_t remote = 1ull << 37, one_hop = 1ull << 43;

	(void)state;
	assert_int_equal(decode(load_hit | hitm | l3).is,
			 EVIDENCE_IS_HITM_LOCAL);
	assert_int_equal(decode(load_hit | hitm | remote_cache).is,
			 EVIDENCE_IS_HITM_REMOTE);
	/* both, as AMD reports it */
	assert_int_equal(decode(load_hit | hitm | l3 | remote_cache).is,
			 EVIDENCE_IS_HITM_LOCAL | EVIDENCE_IS_HITM_REMOTE);
	/* a remote core of the same node is no remote node */
	assert_int_equal(decode(load_hit | hitm | l3 | remote | one_hop).is,
			 EVIDENCE_IS_HITM_LOCAL);
	/* a store never is a HITM */
	assert_int_equal(decode(4 | 2 << 5 | hitm | l3).is, 0);
}

static void a_peer_snoop_is_told_from_a_hitm(void **state)
{
	const uint64_t load_hit = 2 | 2 << 5, peer = 2ull << 38;
	struct evidence_src s = decode(load_hit | 0x40 << 5 | peer);

	(void)state;
	assert_int_equal(s.snoop, EVIDENCE_SNOOP_PEER);
	assert_int_equal(s.is, EVIDENCE_IS_LLC_HIT | EVIDENCE_IS_PEER_LOCAL);
	assert_int_equal(decode(load_hit | 0x400 << 5 | peer).is,
			 EVIDENCE_IS_REMOTE_HIT | EVIDENCE_IS_PEER_REMOTE);
}

static void stores_hit_miss_or_tell_no_level(void **state)
{
	(void)state;
	assert_int_equal(decode(4 | (2 | 8) << 5).is, EVIDENCE_IS_STORE_HIT);
	assert_int_equal(decode(4 | (4 | 8) << 5).is, EVIDENCE_IS_STORE_MISS);
	assert_int_equal(decode(4 | 1 << 5).is, EVIDENCE_IS_STORE_NA);
}

static void nothing_is_known_of_what_says_nothing(void **state)
{
	struct evidence_src s = decode(0x1e05080021);

	(void)state;
	assert_int_equal(s.op, EVIDENCE_OP_NA);
	assert_int_equal(s.level, EVIDENCE_LEVEL_UNKNOWN);
	assert_false(s.tlb_known || s.lock_known);
	assert_int_equal(s.is, 0);
	assert_int_equal(decode(UINT64_MAX).raw, UINT64_MAX);
}

struct sums {
	uint64_t hitm_local, hitm_remote, peer_local, peer_remote;
	uint64_t store_hit, store_miss, store_na, l1, fb, l2, llc;
};

static int add_sample(void *ctx, const struct evidence_sample *s,
		      struct lay_error *err)
{
	struct sums *sum = ctx;

	(void)err;
	sum->hitm_local += !!(s->src.is & EVIDENCE_IS_HITM_LOCAL);
	sum->hitm_remote += !!(s->src.is & EVIDENCE_IS_HITM_REMOTE);
	sum->peer_local += !!(s->src.is & EVIDENCE_IS_PEER_LOCAL);
	sum->peer_remote += !!(s->src.is & EVIDENCE_IS_PEER_REMOTE);
	sum->store_hit += !!(s->src.is & EVIDENCE_IS_STORE_HIT);
	sum->store_miss += !!(s->src.is & EVIDENCE_IS_STORE_MISS);
	sum->store_na += !!(s->src.is & EVIDENCE_IS_STORE_NA);
	sum->fb += !!(s->src.is & EVIDENCE_IS_FB_HIT);
	sum->l1 += !!(s->src.is & EVIDENCE_IS_L1_HIT);
	sum->l2 += !!(s->src.is & EVIDENCE_IS_L2_HIT);
	sum->llc += !!(s->src.is & EVIDENCE_IS_LLC_HIT);
	return 0;
}

static void add_up(const char *file, struct sums *sum)
{
	struct evidence_visitor v = { .sample = add_sample, .ctx = sum };
	struct evidence *ev;
	struct lay_error err;
	char path[4200];

	*sum = (struct sums){ .l1 = 0 };
	snprintf(path, sizeof(path), "%s/synthetic/%s", collect_shared_dir(),
		 file);
	if (evidence_read(path, &v, &ev, &err) < 0)
		fail_msg("%s", err.text);
	evidence_free(ev);
}

/* What `perf c2c report` of 6.1 prints for these files. */
static void sums_equal_those_of_perf_c2c(void **state)
{
	struct sums s;

	(void)state;
	if (!collect_shared_dir())
		skip();
	add_up("intel.perf.data", &s);
	assert_int_equal(s.hitm_local, 141);
	assert_int_equal(s.hitm_remote, 52);
	assert_int_equal(s.fb, 3);
	assert_int_equal(s.l1, 27);
	assert_int_equal(s.l2, 5);
	assert_int_equal(s.store_hit, 51);
	assert_int_equal(s.store_miss, 5);
	add_up("armpeer.perf.data", &s);
	assert_int_equal(s.hitm_local + s.hitm_remote, 0);
	assert_int_equal(s.peer_local, 193);
	assert_int_equal(s.peer_remote, 52);
	assert_int_equal(s.llc, 193);
	assert_int_equal(s.store_na, 56);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_load_that_hits_l1_is_taken_apart),
		cmocka_unit_test(levels_of_old_kernels_are_read_from_their_bits),
		cmocka_unit_test(every_level_number_has_its_meaning),
		cmocka_unit_test(hitm_is_local_or_remote_by_where_it_was),
		cmocka_unit_test(a_peer_snoop_is_told_from_a_hitm),
		cmocka_unit_test(stores_hit_miss_or_tell_no_level),
		cmocka_unit_test(nothing_is_known_of_what_says_nothing),
		cmocka_unit_test(sums_equal_those_of_perf_c2c),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
