/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Where a sampled access found its data: perf's data_src (union
 * perf_mem_data_src of the kernel's uapi), taken apart.
 */
#ifndef EVIDENCE_MEMSRC_H
#define EVIDENCE_MEMSRC_H

#include <stdbool.h>
#include <stdint.h>

/* evidence_src.op; several can be set */
#define EVIDENCE_OP_NA		0x01
#define EVIDENCE_OP_LOAD	0x02
#define EVIDENCE_OP_STORE	0x04
#define EVIDENCE_OP_PREFETCH	0x08
#define EVIDENCE_OP_EXEC	0x10

enum evidence_level {
	EVIDENCE_LEVEL_UNKNOWN,
	EVIDENCE_L0,
	EVIDENCE_L1,
	EVIDENCE_FILL_BUFFER,
	EVIDENCE_L2,
	EVIDENCE_L2_MHB,	/* miss handling buffer of L2 */
	EVIDENCE_L3,
	EVIDENCE_L4,
	EVIDENCE_MSC,		/* memory-side cache */
	EVIDENCE_ANY_CACHE,
	EVIDENCE_REMOTE_CACHE,	/* of another node, which level is not said */
	EVIDENCE_RAM,
	EVIDENCE_REMOTE_RAM,
	EVIDENCE_PMEM,
	EVIDENCE_CXL,
	EVIDENCE_IO,
	EVIDENCE_UNCACHED,
	EVIDENCE_LEVEL_NR_
};

/* evidence_src.snoop; several can be set */
#define EVIDENCE_SNOOP_NA	0x01
#define EVIDENCE_SNOOP_NONE	0x02
#define EVIDENCE_SNOOP_HIT	0x04
#define EVIDENCE_SNOOP_MISS	0x08
#define EVIDENCE_SNOOP_HITM	0x10	/* another cache had it modified */
#define EVIDENCE_SNOOP_FWD	0x20
#define EVIDENCE_SNOOP_PEER	0x40	/* came from a peer cache */

/*
 * evidence_src.is: the counters of `perf c2c` that this access goes into, by
 * the same rules, so that sums can be compared with its reports. An access can
 * be in several; local and remote HITM at once happen on AMD.
 */
#define EVIDENCE_IS_HITM_LOCAL	0x00001
#define EVIDENCE_IS_HITM_REMOTE	0x00002
#define EVIDENCE_IS_PEER_LOCAL	0x00004
#define EVIDENCE_IS_PEER_REMOTE	0x00008
#define EVIDENCE_IS_FB_HIT	0x00010
#define EVIDENCE_IS_L1_HIT	0x00020
#define EVIDENCE_IS_L2_HIT	0x00040
#define EVIDENCE_IS_LLC_HIT	0x00080	/* without HITM */
#define EVIDENCE_IS_REMOTE_HIT	0x00100
#define EVIDENCE_IS_DRAM_LOCAL	0x00200
#define EVIDENCE_IS_DRAM_REMOTE	0x00400
#define EVIDENCE_IS_LOAD_IO	0x00800
#define EVIDENCE_IS_LOAD_UNC	0x01000
#define EVIDENCE_IS_LOAD_MISS	0x02000
#define EVIDENCE_IS_STORE_HIT	0x04000	/* L1 */
#define EVIDENCE_IS_STORE_MISS	0x08000	/* L1 */
#define EVIDENCE_IS_STORE_NA	0x10000	/* no level told */
#define EVIDENCE_IS_STORE_UNC	0x20000

struct evidence_src {
	uint64_t raw;
	uint8_t op;			/* EVIDENCE_OP_* */
	uint8_t snoop;			/* EVIDENCE_SNOOP_* */
	bool hit, miss;			/* of the level */
	bool locked;
	bool lock_known;
	bool remote;			/* another core, node or socket */
	uint8_t hops;			/* how far, if remote; 0 not said */
	bool blocked_data;		/* waited for a store's data */
	bool blocked_addr;		/* waited for a store's address */
	bool tlb_known, tlb_miss;	/* the walk was needed */
	enum evidence_level level;
	uint32_t is;			/* EVIDENCE_IS_* */
};

/* Any value can be decoded; bits that are not known are left in raw. */
void memsrc_decode(uint64_t raw, struct evidence_src *src);

/* "L1", "remote RAM", ... */
const char *memsrc_level_name(enum evidence_level level);

#endif /* EVIDENCE_MEMSRC_H */
