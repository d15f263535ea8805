// SPDX-License-Identifier: GPL-2.0-only
/*
 * What perf c2c report says of accesses. It has no samples: each row says how
 * many there were of some kinds, and how many in all. What is more in all than
 * of those kinds are loads that nothing else is said of.
 *
 * perf counts a sample once for each place that its data_src has a bit of. So
 * remote HITMs are in a row's records twice, and snoops of remote peers, as
 * Arm SPE has them, up to three times: as a hit of the last cache and with that
 * as a local peer, of a remote cache, and of remote memory. The head tells: its
 * levels are then so many more than its loads.
 */
#include <config.h>

#include <inttypes.h>
#include <string.h>

#include "heat/heat.h"
#include "heat/read.h"
#include "base/poison.h"

static const char *const levels[] = {
	"Load Fill Buffer Hit", "Load L1D hit", "Load L2D hit", "Load LLC hit",
	"Load Remote HIT", "Load Local DRAM", "Load Remote DRAM",
	"Load Local HITM", "Load Remote HITM", "Loads - uncacheable",
	"Loads - IO", "Loads - Miss", "Loads - no mapping",
};

int heat_see_c2c_fact(void *ctx, const struct evidence_fact *f,
		      struct lay_error *err)
{
	struct lay_heat *heat = ctx;
	struct heat_c2c_head *c = &heat->c2c;

	(void)err;
	if (f->format != EVIDENCE_C2C || !f->number || f->approximate ||
	    !f->section || strcmp(f->section, "Trace Event Information"))
		return 0;
	if (f->report != c->report)
		*c = (struct heat_c2c_head){ .report = f->report };
	if (!strcmp(f->key, "Load Operations"))
		c->loads = f->value;
	if (!strcmp(f->key, "Load HIT Remote Peer"))
		c->remote_peers = f->value;
	for (size_t i = 0; i < sizeof(levels) / sizeof(levels[0]); i++)
		if (!strcmp(f->key, levels[i]))
			c->levels += f->value;
	return 0;
}

/* How often a remote peer's snoop was counted beyond once. */
static uint64_t times_more(const struct heat_c2c_head *c, uint32_t report)
{
	uint64_t more = c->levels > c->loads ? c->levels - c->loads : 0;

	if (c->report != report || !c->loads || !c->remote_peers ||
	    more % c->remote_peers || more / c->remote_peers > 2)
		return 0;
	return more / c->remote_peers;
}

/* @count samples like @s that found their data in way @what. */
static int add_some(struct lay_heat *heat, struct heat_sample s, uint64_t count,
		    unsigned int what, uint64_t cycles, struct lay_error *err)
{
	if (!count)
		return 0;
	if (count > UINT32_MAX)
		return lay_error_set(err, LAY_E_LIMIT,
				     "%" PRIu64 " accesses in a row", count);
	s.count = (uint32_t)count;
	s.what |= (uint16_t)what;
	if (cycles && cycles <= UINT32_MAX) {
		s.latency = (uint32_t)cycles;
		s.what |= HEAT_HAS_LATENCY;
	}
	return heat_batch_add(heat, &s, err);
}

int heat_see_c2c_access(void *ctx, const struct evidence_c2c_access *a,
			struct lay_error *err)
{
	struct lay_heat *heat = ctx;
	bool peers = a->has & EVIDENCE_C2C_PEERS;
	uint64_t more = peers ? times_more(&heat->c2c, a->report) : 1;
	/* counted three times, it is among the local ones too */
	uint64_t local = more == 2 && a->local >= a->remote ?
			 a->local - a->remote : a->local;
	uint64_t others, known = a->remote * (1 + more) + local +
				 a->store_hit + a->store_miss + a->store_na;
	struct heat_sample s = {
		.addr = a->line_addr + a->line_off, .type = HEAT_NO_TYPE,
		.view_type = HEAT_NO_TYPE, .what = HEAT_HAS_ADDR,
		.fate = LAY_HEAT_NO_OPERAND,
		.ip = a->has & EVIDENCE_C2C_IADDR ? a->iaddr : 0,
	};
	int rc;

	others = a->has & EVIDENCE_C2C_ROWS && a->records > known ?
		 a->records - known : 0;
	if (a->mode == '.')
		s.what |= HEAT_USER_MODE;
	if (!heat->slide_known && a->symbol && s.ip >> 63)
		heat_slide_pair(heat, s.ip, a->symbol, false);
	rc = add_some(heat, s, a->remote, HEAT_LOAD |
		      (peers ? HEAT_PEER : HEAT_HITM_REMOTE), a->remote_cycles,
		      err);
	if (rc == 0)
		rc = add_some(heat, s, local, HEAT_LOAD |
			      (peers ? HEAT_PEER : HEAT_HITM_LOCAL),
			      a->local_cycles, err);
	if (rc == 0)
		rc = add_some(heat, s, others, HEAT_LOAD, a->load_cycles, err);
	if (rc == 0)
		rc = add_some(heat, s, a->store_hit + a->store_miss +
			      a->store_na, HEAT_STORE, 0, err);
	return rc;
}

