// SPDX-License-Identifier: GPL-2.0-only
/*
 * A sample's fields, in the order in which the kernel writes them. A field that
 * is not wanted must still be passed over by its exact length, for those that
 * matter (weight, data source) come after the ones that vary.
 */
#include <config.h>

#include "evidence/perfdata.h"
#include "base/poison.h"

#define READ_TIME_ENABLED	(1 << 0)
#define READ_TIME_RUNNING	(1 << 1)
#define READ_ID			(1 << 2)
#define READ_GROUP		(1 << 3)
#define READ_LOST		(1 << 4)

#define BRANCH_HW_INDEX		(1ull << 17)
#define BRANCH_COUNTERS		(1ull << 19)
#define BRANCH_ENTRY_SIZE	24

/* 32 and 64 bit registers; other bits of the ABI stand for more data */
#define REGS_ABI_KNOWN		3ull

enum evidence_privilege pd_privilege(uint16_t misc)
{
	static const enum evidence_privilege modes[8] = {
		[1] = EVIDENCE_KERNEL, [2] = EVIDENCE_USER,
		[3] = EVIDENCE_HYPERVISOR, [4] = EVIDENCE_GUEST_KERNEL,
		[5] = EVIDENCE_GUEST_USER,
	};

	return modes[misc & MISC_CPUMODE];
}

static void skip_read(struct cursor *c, uint64_t format)
{
	uint64_t nr = 1;
	unsigned int each = 1 + !!(format & READ_ID) + !!(format & READ_LOST);

	/* a group states how many first, a lone event its value */
	if (format & READ_GROUP)
		nr = cursor_u64(c);
	else
		cursor_u64(c);
	if (format & READ_TIME_ENABLED)
		cursor_u64(c);
	if (format & READ_TIME_RUNNING)
		cursor_u64(c);
	if (format & READ_GROUP)
		cursor_skip(c, nr, 8 * each);
	else
		cursor_skip(c, each - 1, 8);
}

static void skip_branches(struct cursor *c, uint64_t type)
{
	uint64_t nr = cursor_u64(c);

	if (type & BRANCH_HW_INDEX)
		cursor_u64(c);
	cursor_skip(c, nr, BRANCH_ENTRY_SIZE);
	if (type & BRANCH_COUNTERS)
		cursor_skip(c, nr, 8);
}

static void skip_regs(struct cursor *c, unsigned int nr)
{
	uint64_t abi = cursor_u64(c);

	if (abi & ~REGS_ABI_KNOWN)
		c->bad = true;
	if (abi)
		cursor_skip(c, nr, 8);
}

static void skip_stack(struct cursor *c)
{
	uint64_t size = cursor_u64(c);

	cursor_skip(c, size, 1);
	if (size)
		cursor_u64(c);	/* how much of it was used */
}

/* The fields that come first, all of fixed size. */
static void take_head(struct cursor *c, const struct pd_attr *a,
		      struct evidence_sample *s)
{
	uint64_t type = a->sample_type;

	if (type & SAMPLE_IDENTIFIER)
		cursor_u64(c);
	if (type & SAMPLE_IP) {
		s->ip = cursor_u64(c);
		s->has |= EVIDENCE_HAS_IP;
	}
	if (type & SAMPLE_TID) {
		s->pid = cursor_u32(c);
		s->tid = cursor_u32(c);
		/* -1: the thread was past its end */
		if (s->pid != UINT32_MAX)
			s->has |= EVIDENCE_HAS_PID;
		if (s->tid != UINT32_MAX)
			s->has |= EVIDENCE_HAS_TID;
	}
	if (type & SAMPLE_TIME) {
		s->time_ns = cursor_u64(c);
		s->has |= EVIDENCE_HAS_TIME;
	}
	if (type & SAMPLE_ADDR) {
		s->addr = cursor_u64(c);
		s->has |= s->addr ? EVIDENCE_HAS_ADDR : 0;
	}
	if (type & SAMPLE_ID)
		cursor_u64(c);
	if (type & SAMPLE_STREAM_ID)
		cursor_u64(c);
	if (type & SAMPLE_CPU) {
		s->cpu = cursor_u32(c);
		cursor_u32(c);
		s->has |= EVIDENCE_HAS_CPU;
	}
	if (type & SAMPLE_PERIOD) {
		s->period = cursor_u64(c);
		s->has |= EVIDENCE_HAS_PERIOD;
	}
}

static void skip_middle(struct cursor *c, const struct pd_attr *a)
{
	uint64_t type = a->sample_type;

	if (type & SAMPLE_READ)
		skip_read(c, a->read_format);
	if (type & SAMPLE_CALLCHAIN)
		cursor_skip(c, cursor_u64(c), 8);
	if (type & SAMPLE_RAW)
		cursor_skip(c, cursor_u32(c), 1);
	if (type & SAMPLE_BRANCH_STACK)
		skip_branches(c, a->branch_sample_type);
	if (type & SAMPLE_REGS_USER)
		skip_regs(c, a->nr_regs_user);
	if (type & SAMPLE_STACK_USER)
		skip_stack(c);
}

static void take_tail(struct cursor *c, const struct pd_attr *a,
		      struct evidence_sample *s)
{
	uint64_t type = a->sample_type;

	if (type & (SAMPLE_WEIGHT | SAMPLE_WEIGHT_STRUCT)) {
		s->weight = cursor_u64(c);
		s->has |= EVIDENCE_HAS_WEIGHT;
	}
	/* three numbers in one: a value too, the same in both byte orders */
	if (type & SAMPLE_WEIGHT_STRUCT) {
		s->ins_lat = s->weight >> 32 & 0xffff;
		s->retire_lat = s->weight >> 48;
		s->weight &= UINT32_MAX;
		s->has |= EVIDENCE_HAS_INS_LAT | EVIDENCE_HAS_RETIRE_LAT;
	}
	if (type & SAMPLE_DATA_SRC) {
		memsrc_decode(cursor_u64(c), &s->src);
		s->has |= EVIDENCE_HAS_SRC;
	}
	if (type & SAMPLE_TRANSACTION)
		cursor_u64(c);
	if (type & SAMPLE_REGS_INTR)
		skip_regs(c, a->nr_regs_intr);
	if (type & SAMPLE_PHYS_ADDR) {
		s->phys_addr = cursor_u64(c);
		s->has |= s->phys_addr ? EVIDENCE_HAS_PHYS_ADDR : 0;
	}
	if (type & SAMPLE_CGROUP)
		cursor_u64(c);
	if (type & SAMPLE_DATA_PAGE_SIZE)
		cursor_u64(c);
	if (type & SAMPLE_CODE_PAGE_SIZE)
		cursor_u64(c);
	if (type & SAMPLE_AUX)
		cursor_skip(c, cursor_u64(c), 1);
}

/* Which event? 1 found, 0 its id belongs to none. */
static int find_event(struct perfdata *pd, const struct pd_record *r,
		      uint32_t *event, struct lay_error *err)
{
	struct cursor c = pd_body(pd, r);

	int rc = 0;

	if (pd->id_mode == PD_ID_UNSETTLED)
		rc = pd_settle(pd, err);
	if (rc == 0 && pd->unnamed)
		rc = pd_name_events(pd, err);
	if (rc < 0)
		return rc;
	*event = pd->anonymous;
	if (pd->id_mode == PD_ID_NONE)
		return 1;
	cursor_skip(&c, pd->id_pos, 8);
	return pd_find_id(pd, cursor_u64(&c), event);
}

int pd_sample(struct perfdata *pd, const struct pd_record *r,
	      struct lay_error *err)
{
	struct evidence_sample s = {
		.at = r->at, .privilege = pd_privilege(r->misc),
	};
	struct cursor c = pd_body(pd, r);
	const struct evidence_event *e;
	const struct pd_attr *a;
	int rc = find_event(pd, r, &s.event, err);

	if (rc < 0)
		return rc;
	if (!rc) {
		input_count(pd->in, EVIDENCE_NO_EVENT);
		return input_note(pd->in, EVIDENCE_NO_EVENT, r->at, false, err,
				  "a sample's id belongs to no event");
	}
	/* samples that cannot be told apart are all alike */
	a = &pd->attrs[s.event == UINT32_MAX ? 0 : s.event];
	e = &pd->in->events[s.event == UINT32_MAX ? 0 : s.event];
	take_head(&c, a, &s);
	skip_middle(&c, a);
	take_tail(&c, a, &s);
	if (c.bad || c.left) {
		input_count(pd->in, EVIDENCE_MISFIT);
		return input_note(pd->in, EVIDENCE_MISFIT, r->at, false, err,
				  c.bad ? "a sample of %zu bytes ends within its fields" :
					  "a sample of %zu bytes is longer than its fields",
				  r->len);
	}
	if (!(s.has & (EVIDENCE_HAS_IP | EVIDENCE_HAS_ADDR))) {
		input_count(pd->in, EVIDENCE_NO_ADDRESS);
		return input_note(pd->in, EVIDENCE_NO_ADDRESS, r->at, false,
				  err, "a sample without any address");
	}
	if (!(s.has & EVIDENCE_HAS_PERIOD) && !e->freq && e->period) {
		s.period = e->period;
		s.has |= EVIDENCE_HAS_PERIOD;
	}
	input_count(pd->in, EVIDENCE_USED);
	return input_show_sample(pd->in, &s, err);
}
