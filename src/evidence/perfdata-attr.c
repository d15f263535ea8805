// SPDX-License-Identifier: GPL-2.0-only
/*
 * Attributes say what an event counts and which fields its samples have. Where
 * there are several events, a sample's id tells which it is of.
 */
#include <config.h>

#include <stdlib.h>

#include "base/vec.h"
#include "evidence/perfdata.h"
#include "base/poison.h"

#define ATTR_SIZE_VER0	64

/* A pipe may tell of events between samples, but not time and again. */
#define MAX_NAMINGS	64

/* Positions of flags in attr.flags, counted as the declaration does. */
#define FLAG_FREQ		10
#define FLAG_PRECISE_IP		15	/* two bits */
#define FLAG_SAMPLE_ID_ALL	18

#define READ_KNOWN	0x1full
#define BRANCH_KNOWN	((1ull << 20) - 1)

size_t pd_attr_size(const struct perfdata *pd, const uint8_t *p, size_t len)
{
	uint32_t size;

	if (len < ATTR_SIZE_VER0)
		return 0;
	size = bytes_load(p + 4, 4, pd->big);
	if (!size)
		size = ATTR_SIZE_VER0;
	return size < ATTR_SIZE_VER0 || size > len ? 0 : size;
}

/*
 * Flags are C bit-fields: the first declared is the lowest bit on little-endian
 * machines and the highest on big-endian ones.
 */
static unsigned int flag(const struct perfdata *pd, uint64_t flags,
			 unsigned int first, unsigned int width)
{
	unsigned int shift = pd->big ? 64 - first - width : first;

	return (flags >> shift) & ((1u << width) - 1);
}

/* What is not known could move every field behind it. */
static int check_known(const struct pd_attr *a, uint32_t event,
		       struct lay_error *err)
{
	if (a->sample_type & ~SAMPLE_KNOWN)
		return lay_error_set(err, LAY_E_UNSUPPORTED,
				     "event %u: sample_type 0x%llx has unknown bits 0x%llx, its samples cannot be read",
				     event, (unsigned long long)a->sample_type,
				     (unsigned long long)(a->sample_type &
							  ~SAMPLE_KNOWN));
	if (a->sample_type & SAMPLE_READ && a->read_format & ~READ_KNOWN)
		return lay_error_set(err, LAY_E_UNSUPPORTED,
				     "event %u: read_format 0x%llx has unknown bits, its samples cannot be read",
				     event, (unsigned long long)a->read_format);
	if (a->sample_type & SAMPLE_BRANCH_STACK &&
	    a->branch_sample_type & ~BRANCH_KNOWN)
		return lay_error_set(err, LAY_E_UNSUPPORTED,
				     "event %u: branch_sample_type 0x%llx has unknown bits, its samples cannot be read",
				     event,
				     (unsigned long long)a->branch_sample_type);
	return 0;
}

/* The u64 at @off of an attribute of @size bytes; 0 where it ends before. */
static uint64_t attr_u64(const struct perfdata *pd, const uint8_t *p,
			 size_t size, size_t off)
{
	return off + 8 <= size ? bytes_u64(p + off, pd->big) : 0;
}

int pd_add_attr(struct perfdata *pd, const uint8_t *p, size_t len,
		uint32_t *event, struct lay_error *err)
{
	size_t size = pd_attr_size(pd, p, len);
	struct evidence_event *e;
	struct pd_attr *a;
	uint64_t flags;
	int rc;

	if (!size)
		return lay_error_set(err, LAY_E_FORMAT,
				     "attribute of event %u is cut off or has a size that cannot be",
				     pd->in->ev.nr_events);
	if (VEC_RESERVE(pd->attrs, pd->in->ev.nr_events, pd->cap_attrs, 1) < 0)
		return lay_error_set(err, LAY_E_NOMEM, "out of memory");
	rc = input_add_event(pd->in, event, err);
	if (rc < 0)
		return rc;
	flags = attr_u64(pd, p, size, 40);
	a = &pd->attrs[*event];
	*a = (struct pd_attr){
		.sample_type = attr_u64(pd, p, size, 24),
		.read_format = attr_u64(pd, p, size, 32),
		.branch_sample_type = attr_u64(pd, p, size, 72),
		.nr_regs_user =
			__builtin_popcountll(attr_u64(pd, p, size, 80)),
		.nr_regs_intr =
			__builtin_popcountll(attr_u64(pd, p, size, 96)),
		.sample_id_all = flag(pd, flags, FLAG_SAMPLE_ID_ALL, 1),
	};
	e = &pd->in->events[*event];
	e->described = true;
	e->type = bytes_load(p, 4, pd->big);
	e->config = attr_u64(pd, p, size, 8);
	e->config1 = attr_u64(pd, p, size, 56);
	e->config2 = attr_u64(pd, p, size, 64);
	e->period = attr_u64(pd, p, size, 16);
	e->freq = flag(pd, flags, FLAG_FREQ, 1);
	e->precise = flag(pd, flags, FLAG_PRECISE_IP, 2);
	e->sample_type = a->sample_type;
	pd->id_mode = PD_ID_UNSETTLED;
	pd->unnamed = true;
	return check_known(a, *event, err);
}

int pd_add_ids(struct perfdata *pd, uint32_t event, const uint8_t *p,
	       size_t nr, struct lay_error *err)
{
	if (VEC_RESERVE(pd->ids, pd->nr_ids, pd->cap_ids, nr) < 0)
		return lay_error_set(err, LAY_E_NOMEM, "out of memory");
	for (size_t i = 0; i < nr; i++)
		pd->ids[pd->nr_ids++] = (struct pd_id){
			.id = bytes_u64(p + i * 8, pd->big), .event = event,
		};
	pd->ids_sorted = false;
	return 0;
}

static int compare_ids(const void *va, const void *vb)
{
	const struct pd_id *a = va, *b = vb;

	if (a->id != b->id)
		return a->id < b->id ? -1 : 1;
	return (a->event > b->event) - (a->event < b->event);
}

/*
 * Where the id stands. IDENTIFIER is the first field of samples and the last of
 * other records; the older ID stands among the others, which makes sense only
 * where all events have the same ones around it, and so the same end of other
 * records, whose event then does not matter.
 */
static bool share_id_place(struct perfdata *pd)
{
	const uint64_t before = SAMPLE_IP | SAMPLE_TID | SAMPLE_TIME |
				SAMPLE_ADDR;
	const uint64_t after = SAMPLE_STREAM_ID | SAMPLE_CPU;
	uint64_t all = ~0ull, any = 0;
	uint32_t nr = pd->in->ev.nr_events;

	for (uint32_t i = 0; i < nr; i++) {
		all &= pd->attrs[i].sample_type;
		any |= pd->attrs[i].sample_type;
	}
	if (all & SAMPLE_IDENTIFIER) {
		pd->id_pos = 0;
		pd->id_last = true;
		return true;
	}
	if (any & SAMPLE_IDENTIFIER || !(all & SAMPLE_ID) ||
	    (any ^ all) & (before | after))
		return false;
	pd->id_pos = __builtin_popcountll(all & before);
	return true;
}

static bool all_alike(const struct perfdata *pd)
{
	const struct pd_attr *a = pd->attrs;

	for (uint32_t i = 1; i < pd->in->ev.nr_events; i++) {
		if (a[i].sample_type != a[0].sample_type ||
		    a[i].read_format != a[0].read_format ||
		    a[i].branch_sample_type != a[0].branch_sample_type ||
		    a[i].nr_regs_user != a[0].nr_regs_user ||
		    a[i].nr_regs_intr != a[0].nr_regs_intr)
			return false;
	}
	return true;
}

int pd_settle(struct perfdata *pd, struct lay_error *err)
{
	if (!pd->in->ev.nr_events)
		return lay_error_set(err, LAY_E_FORMAT,
				     "a sample comes before any event is described");
	pd->id_last = false;
	pd->anonymous = 0;
	if (share_id_place(pd)) {
		pd->id_mode = pd->in->ev.nr_events > 1 ? PD_ID_FIXED :
							 PD_ID_NONE;
		return 0;
	}
	/* Without ids samples can be read, but not told apart. */
	if (!all_alike(pd))
		return lay_error_set(err, LAY_E_UNSUPPORTED,
				     "events have different samples and no id that tells them apart");
	if (pd->in->ev.nr_events > 1)
		pd->anonymous = UINT32_MAX;
	pd->id_mode = PD_ID_NONE;
	return 0;
}

bool pd_find_id(struct perfdata *pd, uint64_t id, uint32_t *event)
{
	size_t lo = 0, hi = pd->nr_ids;

	/* At first, and whenever it is 0 as in the records that perf itself
	 * writes, it is the first event's. */
	if (!id || id == pd->last_id) {
		*event = id ? pd->last_event : 0;
		return true;
	}
	if (!pd->ids_sorted && pd->nr_ids)
		qsort(pd->ids, pd->nr_ids, sizeof(*pd->ids), compare_ids);
	pd->ids_sorted = true;
	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (pd->ids[mid].id < id)
			lo = mid + 1;
		else
			hi = mid;
	}
	if (lo == pd->nr_ids || pd->ids[lo].id != id)
		return false;
	pd->last_id = id;
	*event = pd->last_event = pd->ids[lo].event;
	return true;
}

/* perf's names of PERF_TYPE_HARDWARE and PERF_TYPE_SOFTWARE. */
static const char *common_name(const struct evidence_event *e)
{
	static const char *const hardware[] = {
		"cycles", "instructions", "cache-references", "cache-misses",
		"branches", "branch-misses", "bus-cycles",
		"stalled-cycles-frontend", "stalled-cycles-backend",
		"ref-cycles",
	};
	static const char *const software[] = {
		"cpu-clock", "task-clock", "page-faults", "context-switches",
		"cpu-migrations", "minor-faults", "major-faults",
		"alignment-faults", "emulation-faults", "dummy", "bpf-output",
		"cgroup-switches",
	};
	/* on hybrid machines the upper half names the PMU */
	uint32_t config = (uint32_t)e->config;

	if (e->type == 0 && config < sizeof(hardware) / sizeof(hardware[0]))
		return hardware[config];
	if (e->type == 1 && e->config < sizeof(software) / sizeof(software[0]))
		return software[e->config];
	return NULL;
}

static const char *pmu_name(const struct perfdata *pd, uint32_t type)
{
	for (size_t i = 0; i < pd->nr_pmus; i++) {
		if (pd->pmus[i].type == type)
			return pd->pmus[i].name;
	}
	return NULL;
}

int pd_name_events(struct perfdata *pd, struct lay_error *err)
{
	if (!pd->unnamed || pd->nr_namings >= MAX_NAMINGS)
		return 0;
	pd->unnamed = false;
	pd->nr_namings++;
	for (uint32_t i = 0; i < pd->in->ev.nr_events; i++) {
		struct evidence_event *e = &pd->in->events[i];
		/* PERF_TYPE_HARDWARE and _HW_CACHE of hybrid machines */
		uint32_t extended = e->type == 0 || e->type == 3 ?
					    e->config >> 32 : 0;
		int rc;

		if (!e->name)
			e->name = common_name(e);
		if (!e->pmu)
			e->pmu = pmu_name(pd, extended ? extended : e->type);
		rc = input_show_event(pd->in, i, err);
		if (rc < 0)
			return rc;
	}
	return 0;
}
