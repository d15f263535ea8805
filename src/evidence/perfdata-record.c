// SPDX-License-Identifier: GPL-2.0-only
/* Records other than samples: maps, what describes the events, losses. */
#include <config.h>

#include <string.h>

#include "evidence/perfdata.h"
#include "base/poison.h"

enum record_type {
	RECORD_MMAP = 1,
	RECORD_LOST = 2,
	RECORD_SAMPLE = 9,
	RECORD_MMAP2 = 10,
	RECORD_LOST_SAMPLES = 13,
	RECORD_KSYMBOL = 17,
	RECORD_HEADER_ATTR = 64,
	RECORD_TRACING_DATA = 66,
	RECORD_BUILD_ID = 67,
	RECORD_AUXTRACE = 71,
	RECORD_EVENT_UPDATE = 78,
	RECORD_FEATURE = 80,
	RECORD_COMPRESSED = 81,
	RECORD_COMPRESSED2 = 83,
	RECORD_KNOWN_NR_ = 87,
};

#define EVENT_UPDATE_NAME	2
#define KSYMBOL_UNREGISTERED	1
#define PROT_EXEC_BIT		4

#define KERNEL_PID		UINT32_MAX

/*
 * The fields that end every record but samples (sample_id_all): how many bytes
 * they are, and the time among them.
 */
static size_t trailer(struct perfdata *pd, const struct pd_record *r,
		      uint64_t *time_ns, bool *timed)
{
	const uint64_t fields = SAMPLE_TID | SAMPLE_TIME | SAMPLE_ID |
				SAMPLE_STREAM_ID | SAMPLE_CPU |
				SAMPLE_IDENTIFIER;
	const uint64_t behind = fields & ~(SAMPLE_TID | SAMPLE_TIME);
	size_t len = r->len - PD_HEADER, size, back;
	uint32_t event = 0;
	uint64_t type;

	*timed = false;
	if (!pd->in->ev.nr_events || !pd->attrs[0].sample_id_all)
		return 0;
	if (pd->id_mode == PD_ID_UNSETTLED && pd_settle(pd, NULL) < 0)
		return 0;
	if (pd->id_mode == PD_ID_FIXED && pd->id_last && len >= 8)
		pd_find_id(pd, bytes_u64(r->p + r->len - 8, pd->big), &event);
	type = pd->attrs[event].sample_type;
	size = 8 * __builtin_popcountll(type & fields);
	if (size > len)
		return 0;
	back = 8 * (__builtin_popcountll(type & behind) + 1);
	if (type & SAMPLE_TIME) {
		*time_ns = bytes_u64(r->p + r->len - back, pd->big);
		*timed = true;
	}
	return size;
}

static int cut_off(const struct pd_record *r, struct lay_error *err)
{
	return lay_error_set(err, LAY_E_FORMAT,
			     "0x%llx: record of type %u and %zu bytes ends within its fields",
			     (unsigned long long)r->at, r->type, r->len);
}

/*
 * perf names the map of the kernel image after the symbol that it took as the
 * reference against relocation, "[kernel.kallsyms]_text", and puts the address
 * of that symbol where files have their offset.
 */
static int split_reference(struct perfdata *pd, struct evidence_map *m,
			   const char *name, size_t len, struct lay_error *err)
{
	const char *end = memchr(name, ']', len);
	size_t head;

	m->name = input_string(pd->in, name, len, err);
	if (!m->name)
		return -LAY_E_NOMEM;
	if (!(m->flags & EVIDENCE_MAP_KERNEL) || !end || name[0] != '[' ||
	    !memmem(name, len, "kernel.", 7))
		return 0;
	head = end + 1 - name;
	if (head == len)
		return 0;
	m->name = input_string(pd->in, name, head, err);
	m->ref_symbol = input_string(pd->in, end + 1, len - head, err);
	if (!m->name || !m->ref_symbol)
		return -LAY_E_NOMEM;
	m->flags |= EVIDENCE_MAP_REFERENCE;
	m->ref_addr = m->file_off;
	return 0;
}

/* What MMAP2 has between offset and name. */
static void take_mmap2(struct cursor *c, const struct pd_record *r,
		       struct evidence_map *m)
{
	const uint8_t *p = cursor_take(c, 24);
	uint32_t prot = cursor_u32(c);

	cursor_u32(c);	/* flags */
	if (!p)
		return;
	if (r->misc & MISC_BUILD_ID) {
		m->build_id_size = p[0] <= sizeof(m->build_id) ?
					   p[0] : sizeof(m->build_id);
		memcpy(m->build_id, p + 4, m->build_id_size);
	}
	if (!(prot & PROT_EXEC_BIT))
		m->flags |= EVIDENCE_MAP_DATA;
}

static int map_record(struct perfdata *pd, const struct pd_record *r,
		      struct lay_error *err)
{
	enum evidence_privilege mode = pd_privilege(r->misc);
	struct evidence_map m = { .at = r->at };
	struct cursor c = pd_body(pd, r);
	bool timed;
	size_t end = trailer(pd, r, &m.time_ns, &timed);
	int rc;

	c.left -= end;
	m.pid = cursor_u32(&c);
	m.tid = cursor_u32(&c);
	m.start = cursor_u64(&c);
	m.len = cursor_u64(&c);
	m.file_off = cursor_u64(&c);
	if (timed)
		m.flags |= EVIDENCE_MAP_TIMED;
	if (mode == EVIDENCE_KERNEL || mode == EVIDENCE_GUEST_KERNEL)
		m.flags |= EVIDENCE_MAP_KERNEL;
	if (mode == EVIDENCE_GUEST_KERNEL || mode == EVIDENCE_GUEST_USER)
		m.flags |= EVIDENCE_MAP_GUEST;
	if (r->type == RECORD_MMAP2)
		take_mmap2(&c, r, &m);
	else if (r->misc & MISC_MMAP_DATA)
		m.flags |= EVIDENCE_MAP_DATA;
	if (c.bad)
		return cut_off(r, err);
	rc = split_reference(pd, &m, (const char *)c.p,
			     bytes_text(c.p, c.left), err);
	if (rc < 0)
		return rc;
	input_count(pd->in, EVIDENCE_USED);
	return input_show_map(pd->in, &m, err);
}

/* A BPF program or trampoline came; those that go are of no use. */
static int ksymbol_record(struct perfdata *pd, const struct pd_record *r,
			  struct lay_error *err)
{
	struct evidence_map m = {
		.at = r->at, .pid = KERNEL_PID, .tid = KERNEL_PID,
		.flags = EVIDENCE_MAP_KERNEL | EVIDENCE_MAP_SYMBOL,
	};
	struct cursor c = pd_body(pd, r);
	uint16_t flags;
	bool timed;

	c.left -= trailer(pd, r, &m.time_ns, &timed);
	m.flags |= timed ? EVIDENCE_MAP_TIMED : 0;
	m.start = cursor_u64(&c);
	m.len = cursor_u32(&c);
	cursor_u16(&c);	/* kind */
	flags = cursor_u16(&c);
	if (c.bad)
		return cut_off(r, err);
	if (flags & KSYMBOL_UNREGISTERED) {
		input_count(pd->in, EVIDENCE_ASIDE);
		return 0;
	}
	m.name = input_string(pd->in, (const char *)c.p,
			      bytes_text(c.p, c.left), err);
	if (!m.name)
		return -LAY_E_NOMEM;
	input_count(pd->in, EVIDENCE_USED);
	return input_show_map(pd->in, &m, err);
}

static int attr_record(struct perfdata *pd, const struct pd_record *r,
		       struct lay_error *err)
{
	struct cursor c = pd_body(pd, r);
	size_t size = pd_attr_size(pd, c.p, c.left);
	uint32_t event;
	int rc;

	if (!size)
		return cut_off(r, err);
	rc = pd_add_attr(pd, c.p, c.left, &event, err);
	if (rc < 0)
		return rc;
	return pd_add_ids(pd, event, c.p + size, (c.left - size) / 8, err);
}

static int update_record(struct perfdata *pd, const struct pd_record *r,
			 struct lay_error *err)
{
	struct cursor c = pd_body(pd, r);
	uint64_t what = cursor_u64(&c), id = cursor_u64(&c);
	uint32_t event;
	const char *name;

	if (c.bad)
		return cut_off(r, err);
	if (what != EVENT_UPDATE_NAME || !pd->in->ev.nr_events ||
	    !pd_find_id(pd, id, &event))
		return 0;
	name = input_string(pd->in, (const char *)c.p,
			    bytes_text(c.p, c.left), err);
	if (!name)
		return -LAY_E_NOMEM;
	pd->in->events[event].name = name;
	pd->unnamed = true;
	return 0;
}

static int feature_record(struct perfdata *pd, const struct pd_record *r,
			  struct lay_error *err)
{
	struct cursor c = pd_body(pd, r);
	uint64_t feature = cursor_u64(&c);

	if (c.bad)
		return cut_off(r, err);
	if (feature > UINT32_MAX)
		return 0;
	return pd_feature(pd, feature, c.p, c.left, r->at, err);
}

/* Records that say how much follows them, outside of their own size. */
static int payload(struct perfdata *pd, const struct pd_record *r,
		   uint64_t *extra, struct lay_error *err)
{
	struct cursor c = pd_body(pd, r);

	if (r->type == RECORD_AUXTRACE)
		*extra = cursor_u64(&c);
	else
		*extra = ((uint64_t)cursor_u32(&c) + 7) & ~7ull;
	if (c.bad)
		return cut_off(r, err);
	if (r->type != RECORD_AUXTRACE) {
		input_count(pd->in, EVIDENCE_HEADING);
		return 0;
	}
	input_count(pd->in, EVIDENCE_ASIDE);
	return input_note(pd->in, EVIDENCE_ASIDE, r->at, false, err,
			  "trace data of a processor holds no samples until perf decodes it (perf inject --itrace, perf script --itrace)");
}

static int loss_record(struct perfdata *pd, const struct pd_record *r,
		       struct lay_error *err)
{
	struct cursor c = pd_body(pd, r);
	uint64_t nr;

	if (r->type == RECORD_LOST)
		cursor_u64(&c);	/* id */
	nr = cursor_u64(&c);
	if (c.bad)
		return cut_off(r, err);
	input_count(pd->in, EVIDENCE_LOSS);
	if (r->type == RECORD_LOST)
		pd->in->ev.nr_lost_events += nr;
	else
		pd->in->ev.nr_lost_samples += nr;
	return 0;
}

/* A record that has an effect on events or the header, then counted. */
static int heading(struct perfdata *pd, const struct pd_record *r,
		   int (*fn)(struct perfdata *, const struct pd_record *,
			     struct lay_error *),
		   struct lay_error *err)
{
	input_count(pd->in, EVIDENCE_HEADING);
	return fn(pd, r, err);
}

static int build_id_record(struct perfdata *pd, const struct pd_record *r,
			   struct lay_error *err)
{
	input_count(pd->in, EVIDENCE_USED);
	return pd_build_id_record(pd, r, false, err);
}

int pd_record(struct perfdata *pd, const struct pd_record *r, uint64_t *extra,
	      struct lay_error *err)
{
	*extra = 0;
	switch (r->type) {
	case RECORD_SAMPLE:
		return pd_sample(pd, r, err);
	case RECORD_MMAP:
	case RECORD_MMAP2:
		return map_record(pd, r, err);
	case RECORD_KSYMBOL:
		return ksymbol_record(pd, r, err);
	case RECORD_LOST:
	case RECORD_LOST_SAMPLES:
		return loss_record(pd, r, err);
	case RECORD_HEADER_ATTR:
		return heading(pd, r, attr_record, err);
	case RECORD_EVENT_UPDATE:
		return heading(pd, r, update_record, err);
	case RECORD_FEATURE:
		return heading(pd, r, feature_record, err);
	case RECORD_BUILD_ID:
		return build_id_record(pd, r, err);
	case RECORD_TRACING_DATA:
	case RECORD_AUXTRACE:
		return payload(pd, r, extra, err);
	case RECORD_COMPRESSED:
	case RECORD_COMPRESSED2:
		return pd_unpack(pd, r, err);
	default:
		break;
	}
	/* Numbers between the kernel's and perf's own are nobody's. */
	if (r->type && (r->type <= 22 || (r->type >= RECORD_HEADER_ATTR &&
					  r->type < RECORD_KNOWN_NR_))) {
		input_count(pd->in, EVIDENCE_ASIDE);
		return 0;
	}
	input_count(pd->in, EVIDENCE_UNKNOWN);
	return input_note(pd->in, EVIDENCE_UNKNOWN, r->at, false, err,
			  "record of unknown type %u", r->type);
}
