// SPDX-License-Identifier: GPL-2.0-only
/*
 * The bits are those of union perf_mem_data_src in the kernel's uapi header
 * perf_event.h. It is a value, not a memory layout: the header declares the
 * bit-fields in opposite order on big-endian machines, so that the value is
 * the same everywhere.
 */
#include <config.h>

#include <stddef.h>

#include "evidence/memsrc.h"
#include "base/poison.h"

#define LVL_NA		0x0001
#define LVL_HIT		0x0002
#define LVL_MISS	0x0004
#define LVL_L1		0x0008
#define LVL_LFB		0x0010
#define LVL_L2		0x0020
#define LVL_L3		0x0040
#define LVL_LOC_RAM	0x0080
#define LVL_REM_RAM1	0x0100
#define LVL_REM_RAM2	0x0200
#define LVL_REM_CCE1	0x0400
#define LVL_REM_CCE2	0x0800
#define LVL_IO		0x1000
#define LVL_UNC		0x2000
#define LVL_PLACES	0x3ff8

#define LOCK_NA		0x1
#define LOCK_LOCKED	0x2

#define TLB_NA		0x01
#define TLB_MISS	0x04
#define TLB_WALK	0x20

#define BLK_DATA	0x2
#define BLK_ADDR	0x4

#define LVLNUM_NA	0xf

static unsigned int bits(uint64_t raw, unsigned int shift, unsigned int width)
{
	return (raw >> shift) & ((1u << width) - 1);
}

/* What mem_lvl_num means, and the mem_lvl bit that says the same. */
static const struct {
	enum evidence_level level;
	unsigned int lvl;
} lvlnum[16] = {
	[1] = { EVIDENCE_L1, LVL_L1 },
	[2] = { EVIDENCE_L2, LVL_L2 },
	[3] = { EVIDENCE_L3, LVL_L3 },
	[4] = { EVIDENCE_L4, 0 },
	[5] = { EVIDENCE_L2_MHB, 0 },
	[6] = { EVIDENCE_MSC, 0 },
	[7] = { EVIDENCE_L0, 0 },
	[8] = { EVIDENCE_UNCACHED, LVL_UNC },
	[9] = { EVIDENCE_CXL, 0 },
	[10] = { EVIDENCE_IO, LVL_IO },
	[11] = { EVIDENCE_ANY_CACHE, 0 },
	[12] = { EVIDENCE_FILL_BUFFER, LVL_LFB },
	[13] = { EVIDENCE_RAM, LVL_LOC_RAM },
	[14] = { EVIDENCE_PMEM, 0 },
};

/* Where several places are named ("L3 or remote cache"), the farthest. */
static enum evidence_level level_of(unsigned int lvl)
{
	static const struct {
		unsigned int lvl;
		enum evidence_level level;
	} far_first[] = {
		{ LVL_UNC, EVIDENCE_UNCACHED },
		{ LVL_IO, EVIDENCE_IO },
		{ LVL_REM_RAM1 | LVL_REM_RAM2, EVIDENCE_REMOTE_RAM },
		{ LVL_LOC_RAM, EVIDENCE_RAM },
		{ LVL_REM_CCE1 | LVL_REM_CCE2, EVIDENCE_REMOTE_CACHE },
		{ LVL_L3, EVIDENCE_L3 },
		{ LVL_L2, EVIDENCE_L2 },
		{ LVL_LFB, EVIDENCE_FILL_BUFFER },
		{ LVL_L1, EVIDENCE_L1 },
	};

	for (size_t i = 0; i < sizeof(far_first) / sizeof(far_first[0]); i++) {
		if (lvl & far_first[i].lvl)
			return far_first[i].level;
	}
	return EVIDENCE_LEVEL_UNKNOWN;
}

/* The counters of `perf c2c` for a load (its documentation, and reports). */
static uint32_t load_is(const struct evidence_src *src, unsigned int lvl)
{
	bool hitm = src->snoop & EVIDENCE_SNOOP_HITM;
	bool peer = src->snoop & EVIDENCE_SNOOP_PEER;
	/* "remote" with a distance can be a core of the same node; without
	 * one it is Skylake's "some remote level" */
	bool remote = src->remote && !src->hops;
	uint32_t is = 0;

	if (lvl & LVL_HIT) {
		is |= lvl & LVL_UNC ? EVIDENCE_IS_LOAD_UNC : 0;
		is |= lvl & LVL_IO ? EVIDENCE_IS_LOAD_IO : 0;
		is |= lvl & LVL_LFB ? EVIDENCE_IS_FB_HIT : 0;
		is |= lvl & LVL_L1 ? EVIDENCE_IS_L1_HIT : 0;
		is |= lvl & LVL_L2 ? EVIDENCE_IS_L2_HIT : 0;
		if (lvl & LVL_L3)
			is |= hitm ? EVIDENCE_IS_HITM_LOCAL :
				     EVIDENCE_IS_LLC_HIT;
		if (peer && lvl & (LVL_L2 | LVL_L3))
			is |= EVIDENCE_IS_PEER_LOCAL;
		is |= lvl & LVL_LOC_RAM ? EVIDENCE_IS_DRAM_LOCAL : 0;
		if (lvl & (LVL_REM_RAM1 | LVL_REM_RAM2) || remote)
			is |= EVIDENCE_IS_DRAM_REMOTE;
	}
	if (lvl & (LVL_REM_CCE1 | LVL_REM_CCE2) || remote) {
		if (src->snoop & EVIDENCE_SNOOP_HIT)
			is |= EVIDENCE_IS_REMOTE_HIT;
		else if (hitm)
			is |= EVIDENCE_IS_HITM_REMOTE;
		else if (peer)
			is |= EVIDENCE_IS_REMOTE_HIT | EVIDENCE_IS_PEER_REMOTE;
	}
	if (lvl & LVL_MISS)
		is |= EVIDENCE_IS_LOAD_MISS;
	return is;
}

static uint32_t store_is(unsigned int lvl)
{
	uint32_t is = 0;

	if (lvl & LVL_HIT) {
		is |= lvl & LVL_UNC ? EVIDENCE_IS_STORE_UNC : 0;
		is |= lvl & LVL_L1 ? EVIDENCE_IS_STORE_HIT : 0;
	}
	if (lvl & LVL_MISS && lvl & LVL_L1)
		is |= EVIDENCE_IS_STORE_MISS;
	if (lvl & LVL_NA)
		is |= EVIDENCE_IS_STORE_NA;
	return is;
}

void memsrc_decode(uint64_t raw, struct evidence_src *src)
{
	unsigned int lvl = bits(raw, 5, 14), num = bits(raw, 33, 4);
	unsigned int lock = bits(raw, 24, 2), tlb = bits(raw, 26, 7);
	unsigned int blk = bits(raw, 40, 3);

	*src = (struct evidence_src){
		.raw = raw,
		.op = bits(raw, 0, 5),
		.snoop = bits(raw, 19, 5) | bits(raw, 38, 2) << 5,
		.hit = lvl & LVL_HIT,
		.miss = lvl & LVL_MISS,
		.locked = lock & LOCK_LOCKED,
		.lock_known = lock && !(lock & LOCK_NA),
		.remote = bits(raw, 37, 1),
		.hops = bits(raw, 43, 3),
		.blocked_data = blk & BLK_DATA,
		.blocked_addr = blk & BLK_ADDR,
		.tlb_known = tlb && !(tlb & TLB_NA),
		.tlb_miss = tlb & (TLB_MISS | TLB_WALK),
	};
	/* The number is newer and finer; kernels before 4.14 leave it 0. */
	if (num && num != LVLNUM_NA)
		src->level = lvlnum[num].level;
	else
		src->level = level_of(lvl);
	if (src->op & EVIDENCE_OP_LOAD && !(lvl & LVL_PLACES))
		lvl |= lvlnum[num].lvl;

	if (src->op & EVIDENCE_OP_LOAD)
		src->is = load_is(src, lvl);
	else if (src->op & EVIDENCE_OP_STORE)
		src->is = store_is(lvl);
}

const char *memsrc_level_name(enum evidence_level level)
{
	static const char *const names[] = {
		[EVIDENCE_LEVEL_UNKNOWN] = "unknown",
		[EVIDENCE_L0] = "L0",
		[EVIDENCE_L1] = "L1",
		[EVIDENCE_FILL_BUFFER] = "fill buffer",
		[EVIDENCE_L2] = "L2",
		[EVIDENCE_L2_MHB] = "L2 miss buffer",
		[EVIDENCE_L3] = "L3",
		[EVIDENCE_L4] = "L4",
		[EVIDENCE_MSC] = "memory-side cache",
		[EVIDENCE_ANY_CACHE] = "some cache",
		[EVIDENCE_REMOTE_CACHE] = "remote cache",
		[EVIDENCE_RAM] = "RAM",
		[EVIDENCE_REMOTE_RAM] = "remote RAM",
		[EVIDENCE_PMEM] = "persistent memory",
		[EVIDENCE_CXL] = "CXL memory",
		[EVIDENCE_IO] = "I/O",
		[EVIDENCE_UNCACHED] = "uncached",
	};
	_Static_assert(sizeof(names) / sizeof(names[0]) == EVIDENCE_LEVEL_NR_,
		       "a name for each level");

	return level < EVIDENCE_LEVEL_NR_ ? names[level] : "unknown";
}
