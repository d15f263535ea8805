/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * perf.data: inside. The format is described in the kernel's tree, in
 * tools/perf/Documentation/perf.data-file-format.txt, and its records in
 * include/uapi/linux/perf_event.h.
 */
#ifndef EVIDENCE_PERFDATA_H
#define EVIDENCE_PERFDATA_H

#include "base/codec.h"
#include "evidence/bytes.h"
#include "evidence/input.h"

#define SAMPLE_IP		(1ull << 0)
#define SAMPLE_TID		(1ull << 1)
#define SAMPLE_TIME		(1ull << 2)
#define SAMPLE_ADDR		(1ull << 3)
#define SAMPLE_READ		(1ull << 4)
#define SAMPLE_CALLCHAIN	(1ull << 5)
#define SAMPLE_ID		(1ull << 6)
#define SAMPLE_CPU		(1ull << 7)
#define SAMPLE_PERIOD		(1ull << 8)
#define SAMPLE_STREAM_ID	(1ull << 9)
#define SAMPLE_RAW		(1ull << 10)
#define SAMPLE_BRANCH_STACK	(1ull << 11)
#define SAMPLE_REGS_USER	(1ull << 12)
#define SAMPLE_STACK_USER	(1ull << 13)
#define SAMPLE_WEIGHT		(1ull << 14)
#define SAMPLE_DATA_SRC		(1ull << 15)
#define SAMPLE_IDENTIFIER	(1ull << 16)
#define SAMPLE_TRANSACTION	(1ull << 17)
#define SAMPLE_REGS_INTR	(1ull << 18)
#define SAMPLE_PHYS_ADDR	(1ull << 19)
#define SAMPLE_AUX		(1ull << 20)
#define SAMPLE_CGROUP		(1ull << 21)
#define SAMPLE_DATA_PAGE_SIZE	(1ull << 22)
#define SAMPLE_CODE_PAGE_SIZE	(1ull << 23)
#define SAMPLE_WEIGHT_STRUCT	(1ull << 24)
#define SAMPLE_KNOWN		((1ull << 25) - 1)

/* Of an attribute, what it takes to find the fields of its samples. */
struct pd_attr {
	uint64_t sample_type;
	uint64_t read_format;
	uint64_t branch_sample_type;
	unsigned int nr_regs_user, nr_regs_intr;
	bool sample_id_all;
};

struct pd_id {
	uint64_t id;
	uint32_t event;
};

struct pd_pmu {
	uint32_t type;
	const char *name;
};

/* How a record's event is found. */
enum pd_id_mode {
	PD_ID_UNSETTLED,	/* attributes came since it was worked out */
	PD_ID_NONE,		/* one event, or none to tell apart */
	PD_ID_FIXED,		/* an id at a place that all events share */
};

struct perfdata {
	struct input *in;
	bool big;
	struct pd_attr *attrs;	/* one for each of in->events */
	size_t cap_attrs;
	struct pd_id *ids;
	size_t nr_ids, cap_ids;
	bool ids_sorted;
	enum pd_id_mode id_mode;
	uint32_t anonymous;	/* the event of samples without id */
	unsigned int id_pos;	/* in a sample: this many u64 before it */
	bool id_last;		/* in other records it is the last u64 */
	uint64_t last_id;	/* and its event: samples come in runs */
	uint32_t last_event;
	struct pd_pmu *pmus;
	size_t nr_pmus, cap_pmus;
	bool unnamed;		/* names came that the visitor was not shown */
	unsigned int nr_namings;
	/* compressed records */
	struct codec_stream *stream;
	uint8_t *unpacked;
	size_t unpacked_len;
};

/* A record: its header and what it holds, `len` bytes with the header. */
struct pd_record {
	uint32_t type;
	uint16_t misc;
	const uint8_t *p;
	size_t len;
	uint64_t at;	/* where it, or the container it is in, starts */
};

#define PD_HEADER 8	/* bytes of a record's header */

#define MISC_CPUMODE		0x7
#define MISC_MMAP_DATA		(1 << 13)
#define MISC_BUILD_ID		(1 << 14)	/* in MMAP2 */
#define MISC_BUILD_ID_SIZE	(1 << 15)	/* in the table of build-ids */

/* The record whose head is at @p. */
static inline struct pd_record pd_record_at(const struct perfdata *pd,
					    const uint8_t *p, uint64_t at)
{
	return (struct pd_record){
		.type = bytes_load(p, 4, pd->big),
		.misc = bytes_load(p + 4, 2, pd->big),
		.p = p,
		.len = bytes_load(p + 6, 2, pd->big),
		.at = at,
	};
}

static inline struct cursor pd_body(const struct perfdata *pd,
				    const struct pd_record *r)
{
	return (struct cursor){
		.p = r->p + PD_HEADER, .left = r->len - PD_HEADER,
		.big = pd->big,
	};
}

/* perfdata-attr.c: events, their ids and names */

/* A new event from the attribute of at most @len bytes at @p. */
int pd_add_attr(struct perfdata *pd, const uint8_t *p, size_t len,
		uint32_t *event, struct lay_error *err);
int pd_add_ids(struct perfdata *pd, uint32_t event, const uint8_t *p,
	       size_t nr, struct lay_error *err);
/* Bytes that the attribute at @p takes; 0 when it is cut off. */
size_t pd_attr_size(const struct perfdata *pd, const uint8_t *p, size_t len);
int pd_settle(struct perfdata *pd, struct lay_error *err);
/* The event with @id; false: there is none. */
bool pd_find_id(struct perfdata *pd, uint64_t id, uint32_t *event);
/* Give names and PMUs to events that have none yet, and show all events to the
 * visitor, if any of them is news. */
int pd_name_events(struct perfdata *pd, struct lay_error *err);

/* perfdata-feature.c: the header's features, pipes' and files' */
int pd_feature(struct perfdata *pd, unsigned int feature, const uint8_t *p,
	       size_t len, uint64_t at, struct lay_error *err);
int pd_build_id_record(struct perfdata *pd, const struct pd_record *r,
		       bool without_pid, struct lay_error *err);

/* perfdata-sample.c, perfdata-record.c, perfdata-pack.c */
int pd_sample(struct perfdata *pd, const struct pd_record *r,
	      struct lay_error *err);
/* Any record; bytes that follow it, outside its size, in *@extra. */
int pd_record(struct perfdata *pd, const struct pd_record *r, uint64_t *extra,
	      struct lay_error *err);
int pd_unpack(struct perfdata *pd, const struct pd_record *r,
	      struct lay_error *err);
/* Compressed records are at their end: is a piece of one left over? */
int pd_unpack_end(struct perfdata *pd, struct lay_error *err);
enum evidence_privilege pd_privilege(uint16_t misc);

#endif /* EVIDENCE_PERFDATA_H */
