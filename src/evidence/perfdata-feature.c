// SPDX-License-Identifier: GPL-2.0-only
/*
 * What perf.data says of the machine and the command that recorded it. A file
 * has each feature in a section of its own, a pipe sends records.
 */
#include <config.h>

#include <string.h>

#include "base/vec.h"
#include "evidence/perfdata.h"
#include "base/poison.h"

enum {
	FEATURE_BUILD_ID = 2,
	FEATURE_HOSTNAME = 3,
	FEATURE_OSRELEASE = 4,
	FEATURE_VERSION = 5,
	FEATURE_ARCH = 6,
	FEATURE_NRCPUS = 7,
	FEATURE_CPUDESC = 8,
	FEATURE_CPUID = 9,
	FEATURE_CMDLINE = 11,
	FEATURE_EVENT_DESC = 12,
	FEATURE_PMU_MAPPINGS = 16,
	FEATURE_GROUP_DESC = 17,
	FEATURE_CLN_SIZE = 34,
};

#define MAX_PMUS	4096

/* A counted string: u32 length, then as many bytes, padded with NULs. */
static int take_string(struct perfdata *pd, struct cursor *c, const char **s,
		       struct lay_error *err)
{
	uint32_t len = cursor_u32(c);
	const uint8_t *p = cursor_take(c, len);

	if (!p)
		return lay_error_set(err, LAY_E_FORMAT, "a string is cut off");
	*s = input_string(pd->in, (const char *)p, bytes_text(p, len), err);
	return *s ? 0 : -LAY_E_NOMEM;
}

static int set_string(struct perfdata *pd, struct cursor *c, const char **where,
		      struct lay_error *err)
{
	int rc = take_string(pd, c, where, err);

	if (rc == 0 && !**where)
		*where = NULL;
	return rc;
}

/* The words of the command line, joined by blanks. */
static int command_line(struct perfdata *pd, struct cursor *c,
			struct lay_error *err)
{
	uint32_t nr = cursor_u32(c);
	char text[4096];
	size_t len = 0;

	for (uint32_t i = 0; i < nr; i++) {
		const char *word;
		size_t n;
		int rc = take_string(pd, c, &word, err);

		if (rc < 0)
			return rc;
		n = strlen(word);
		if (n + 2 > sizeof(text) - len)
			break;
		if (len)
			text[len++] = ' ';
		memcpy(text + len, word, n);
		len += n;
	}
	pd->in->ev.command = input_string(pd->in, text, len, err);
	return pd->in->ev.command ? 0 : -LAY_E_NOMEM;
}

/*
 * Each event's attribute, name and ids once more. Files list them in the order
 * of the attributes; ids decide where there are any.
 */
static int event_descriptions(struct perfdata *pd, struct cursor *c,
			      struct lay_error *err)
{
	uint32_t nr = cursor_u32(c), attr_size = cursor_u32(c);

	for (uint32_t i = 0; i < nr; i++) {
		uint32_t nr_ids, event = i;
		const char *name;
		int rc;

		cursor_take(c, attr_size);
		nr_ids = cursor_u32(c);
		rc = take_string(pd, c, &name, err);
		if (rc < 0)
			return rc;
		for (uint32_t k = 0; k < nr_ids && !c->bad; k++) {
			uint64_t id = cursor_u64(c);

			if (!c->bad && k == 0 && id)
				pd_find_id(pd, id, &event);
		}
		if (event < pd->in->ev.nr_events && *name)
			pd->in->events[event].name = name;
		pd->unnamed = true;
	}
	return 0;
}

static int pmu_mappings(struct perfdata *pd, struct cursor *c,
			struct lay_error *err)
{
	uint32_t nr = cursor_u32(c);

	for (uint32_t i = 0; i < nr; i++) {
		struct pd_pmu pmu = { .type = cursor_u32(c) };
		int rc = take_string(pd, c, &pmu.name, err);

		if (rc < 0)
			return rc;
		if (pd->nr_pmus >= MAX_PMUS)
			continue;
		pd->unnamed = true;
		if (VEC_RESERVE(pd->pmus, pd->nr_pmus, pd->cap_pmus, 1) < 0)
			return lay_error_set(err, LAY_E_NOMEM,
					     "out of memory");
		pd->pmus[pd->nr_pmus++] = pmu;
	}
	return 0;
}

static int groups(struct perfdata *pd, struct cursor *c, struct lay_error *err)
{
	uint32_t nr = cursor_u32(c), nr_events = pd->in->ev.nr_events;
	uint32_t next = 0;

	for (uint32_t i = 0; i < nr; i++) {
		uint32_t leader, members;
		const char *name;
		int rc = take_string(pd, c, &name, err);

		if (rc < 0)
			return rc;
		leader = cursor_u32(c);
		members = cursor_u32(c);
		if (leader < next || leader > nr_events ||
		    members > nr_events - leader)
			return lay_error_set(err, LAY_E_FORMAT,
					     "group %u of %u events from %u on, of %u",
					     i, members, leader, nr_events);
		next = leader + members;
		for (uint32_t k = leader; k < next; k++)
			pd->in->events[k].leader = leader;
	}
	return 0;
}

int pd_build_id_record(struct perfdata *pd, const struct pd_record *r,
		       bool without_pid, struct lay_error *err)
{
	unsigned int mode = r->misc & MISC_CPUMODE;
	struct evidence_build_id b = {
		.at = r->at,
		.kernel = mode == 1 || mode == 4,
		.guest = mode == 4 || mode == 5,
		.size = sizeof(b.id),
	};
	struct cursor c = pd_body(pd, r);
	const uint8_t *id;

	if (!without_pid)
		cursor_u32(&c);
	id = cursor_take(&c, 24);
	if (!id)
		return lay_error_set(err, LAY_E_FORMAT,
				     "0x%llx: build-id entry is cut off",
				     (unsigned long long)r->at);
	/* Before the size was written, 16 bytes were padded with zeros. */
	if (r->misc & MISC_BUILD_ID_SIZE)
		b.size = id[20] <= sizeof(b.id) ? id[20] : sizeof(b.id);
	else if (!bytes_load(id + 16, 4, true))
		b.size = 16;
	memcpy(b.id, id, b.size);
	b.name = input_string(pd->in, (const char *)c.p,
			      bytes_text(c.p, c.left), err);
	if (!b.name)
		return -LAY_E_NOMEM;
	return input_show_build_id(pd->in, &b, err);
}

/*
 * The table of build-ids is a row of records. perf 2.6.33 wrote them without
 * the pid; told, as perf does, by the first name, which then looks cut.
 */
static int build_ids(struct perfdata *pd, const uint8_t *p, size_t len,
		     uint64_t at, struct lay_error *err)
{
	const size_t name_off = PD_HEADER + 4 + 24;
	bool without_pid = len >= name_off + 13 &&
			   !memcmp(p + name_off, "nel.kallsyms]", 13);

	while (len >= PD_HEADER) {
		struct pd_record r = pd_record_at(pd, p, at);
		int rc;

		if (r.len < PD_HEADER || r.len > len)
			return lay_error_set(err, LAY_E_FORMAT,
					     "0x%llx: build-id entry of %zu bytes, with %zu left",
					     (unsigned long long)at, r.len,
					     len);
		rc = pd_build_id_record(pd, &r, without_pid, err);
		if (rc < 0)
			return rc;
		p += r.len;
		len -= r.len;
		at += r.len;
	}
	return 0;
}

static int parse(struct perfdata *pd, unsigned int feature, struct cursor *c,
		 struct lay_error *err)
{
	struct evidence *ev = &pd->in->ev;

	switch (feature) {
	case FEATURE_HOSTNAME:
		return set_string(pd, c, &ev->hostname, err);
	case FEATURE_OSRELEASE:
		return set_string(pd, c, &ev->release, err);
	case FEATURE_VERSION:
		return set_string(pd, c, &ev->perf_version, err);
	case FEATURE_ARCH:
		return set_string(pd, c, &ev->arch, err);
	case FEATURE_CPUDESC:
		return set_string(pd, c, &ev->cpu, err);
	case FEATURE_CPUID:
		return set_string(pd, c, &ev->cpuid, err);
	case FEATURE_NRCPUS:
		cursor_u32(c);	/* configured */
		ev->nr_cpus = cursor_u32(c);
		return 0;
	case FEATURE_CMDLINE:
		return command_line(pd, c, err);
	case FEATURE_EVENT_DESC:
		return event_descriptions(pd, c, err);
	case FEATURE_PMU_MAPPINGS:
		return pmu_mappings(pd, c, err);
	case FEATURE_GROUP_DESC:
		return groups(pd, c, err);
	case FEATURE_CLN_SIZE:
		ev->line_size = cursor_u32(c);
		/* nobody has built lines of other sizes */
		if (ev->line_size & (ev->line_size - 1) ||
		    ev->line_size < 8 || ev->line_size > 4096)
			ev->line_size = 0;
		return 0;
	default:
		return 0;
	}
}

int pd_feature(struct perfdata *pd, unsigned int feature, const uint8_t *p,
	       size_t len, uint64_t at, struct lay_error *err)
{
	struct cursor c = { .p = p, .left = len, .big = pd->big };
	int rc;

	if (feature == FEATURE_BUILD_ID)
		return build_ids(pd, p, len, at, err);
	rc = parse(pd, feature, &c, err);
	if (rc == 0 && c.bad)
		rc = lay_error_set(err, LAY_E_FORMAT, "is cut off");
	if (rc < 0)
		lay_error_prefix(err, "0x%llx: header feature %u: ",
				 (unsigned long long)at, feature);
	return rc;
}
