// SPDX-License-Identifier: GPL-2.0-only
/*
 * perf.data: the header and the row of records. In a file, attributes stand
 * before and features behind the records; through a pipe everything is a
 * record.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "evidence/perfdata.h"
#include "base/poison.h"

#define FILE_HEADER_SIZE	104
#define OLD_FILE_HEADER_SIZE	72	/* without the bitmap of features */
#define PIPE_HEADER_SIZE	16
#define NR_FEATURES		256
#define FEATURE_HOSTNAME	3
#define FEATURE_BUILD_ID	2
#define EVENT_TYPE_SIZE		72	/* id, and a name of 64 bytes */
#define MAX_EVENT_TYPES		4096

struct section {
	uint64_t off, size;
};

struct file_header {
	uint64_t size, attr_size;
	struct section attrs, data, event_types;
	uint8_t features[NR_FEATURES / 8];
	bool old_magic;
};

/* All of @section, once it is known to lie within the file. */
static int get_section(struct perfdata *pd, const struct section *s,
		       const char *what, const uint8_t **p,
		       struct lay_error *err)
{
	uint64_t end, size = source_size(pd->in->src);

	if (__builtin_add_overflow(s->off, s->size, &end) || end > size)
		return lay_error_set(err, LAY_E_FORMAT,
				     "%s at 0x%llx, 0x%llx bytes, end past the file of 0x%llx: truncated?",
				     what, (unsigned long long)s->off,
				     (unsigned long long)s->size,
				     (unsigned long long)size);
	return source_get(pd->in->src, s->off, s->size, p, NULL, err);
}

/*
 * `perf record -o - 2>&1 >file`: perf's last words stand behind the records.
 * Nothing else can follow them.
 */
static int is_epilogue(struct perfdata *pd, uint64_t off, struct lay_error *err)
{
	static const char words[] = "[ perf record: ";
	const uint8_t *p;
	int rc = source_get(pd->in->src, off, sizeof(words) - 1, &p, NULL,
			    err);

	return rc == 1 ? !memcmp(p, words, sizeof(words) - 1) : rc;
}

/* Handle records of a stream that ends at @end, or with the input if 0. */
static int read_records(struct perfdata *pd, uint64_t off, uint64_t end,
			struct lay_error *err)
{
	struct source *src = pd->in->src;

	while (!end || off < end) {
		struct pd_record r = { .at = off };
		uint64_t extra;
		size_t have;
		int rc = source_get(src, off, PD_HEADER, &r.p, &have, err);

		if (rc == 0 && !have && !end)
			break;
		if (pd->in->ev.pipe_mode && have && r.p[0] == '[') {
			rc = is_epilogue(pd, off, err);
			if (rc < 0)
				return rc;
			if (rc == 1)
				break;
			rc = source_get(src, off, PD_HEADER, &r.p, &have, err);
		}
		if (rc == 1) {
			r = pd_record_at(pd, r.p, off);
			if (r.len < PD_HEADER)
				return lay_error_set(err, LAY_E_FORMAT,
						     "0x%llx: record of type %u has a size of %zu",
						     (unsigned long long)off,
						     r.type, r.len);
			rc = source_get(src, off, r.len, &r.p, &have, err);
		}
		if (rc < 0)
			return rc;
		if (rc == 0 || (end && r.len > end - off))
			return lay_error_set(err, LAY_E_FORMAT,
					     "0x%llx: record of type %u is cut off: truncated?",
					     (unsigned long long)off, r.type);
		rc = pd_record(pd, &r, &extra, err);
		if (rc < 0)
			return rc;
		if (__builtin_add_overflow(off, r.len, &off) ||
		    __builtin_add_overflow(off, extra, &off) ||
		    (end && off > end))
			return lay_error_set(err, LAY_E_FORMAT,
					     "0x%llx: 0x%llx bytes of trace data go past the end",
					     (unsigned long long)r.at,
					     (unsigned long long)extra);
	}
	return pd_unpack_end(pd, err);
}

/*
 * The bitmap of features is an array of the recording machine's longs. For one
 * of 64 bits or little-endian that is what it looks like; else try 32 bits.
 * Files that then lack the host's name are older than that feature, and have
 * build-ids alone.
 */
static void load_features(struct file_header *h, const uint8_t *p, bool big)
{
	uint8_t any = 0;

	for (unsigned int width = 8; width >= 4; width -= 4) {
		/* byte i of the bitmap, counted from the lowest bit */
		for (unsigned int i = 0; i < sizeof(h->features); i++)
			h->features[i] = p[big ? i ^ (width - 1) : i];
		if (!big || h->features[0] & 1 << FEATURE_HOSTNAME)
			return;
	}
	for (unsigned int i = 0; i < sizeof(h->features); i++) {
		any |= h->features[i];
		h->features[i] = 0;
	}
	if (any)
		h->features[0] = 1 << FEATURE_BUILD_ID;
}

static struct section take_section(struct cursor *c)
{
	struct section s = { .off = cursor_u64(c) };

	s.size = cursor_u64(c);
	return s;
}

static int load_header(struct perfdata *pd, struct file_header *h,
		       struct lay_error *err)
{
	const uint8_t *p;
	struct cursor c;
	size_t have;
	int rc = source_get(pd->in->src, 0, FILE_HEADER_SIZE, &p, &have, err);

	if (rc < 0)
		return rc;
	c = (struct cursor){ .p = p, .left = have, .big = pd->big };
	cursor_u64(&c);	/* magic */
	h->size = cursor_u64(&c);
	h->attr_size = cursor_u64(&c);
	h->attrs = take_section(&c);
	h->data = take_section(&c);
	h->event_types = take_section(&c);
	if (c.bad || (h->size == FILE_HEADER_SIZE && !rc))
		return lay_error_set(err, LAY_E_FORMAT,
				     "perf.data header is cut off after %zu bytes",
				     have);
	if (h->size != FILE_HEADER_SIZE && h->size != OLD_FILE_HEADER_SIZE)
		return lay_error_set(err, LAY_E_UNSUPPORTED,
				     "perf.data header of %llu bytes is not known",
				     (unsigned long long)h->size);
	memset(h->features, 0, sizeof(h->features));
	if (h->size == FILE_HEADER_SIZE)
		load_features(h, c.p, pd->big);
	return 0;
}

static int load_attrs(struct perfdata *pd, const struct file_header *h,
		      struct lay_error *err)
{
	uint64_t nr, nr_ids = 0, size = source_size(pd->in->src);

	if (h->attr_size < 64 + 16 || h->attr_size > 65536 ||
	    h->attrs.size % h->attr_size)
		return lay_error_set(err, LAY_E_FORMAT,
				     "attributes of %llu bytes each in a section of 0x%llx",
				     (unsigned long long)h->attr_size,
				     (unsigned long long)h->attrs.size);
	nr = h->attrs.size / h->attr_size;
	for (uint64_t i = 0; i < nr; i++) {
		struct section at = { h->attrs.off + i * h->attr_size,
				      h->attr_size };
		struct section ids;
		struct cursor c;
		const uint8_t *p;
		uint32_t event;
		int rc = get_section(pd, &at, "attributes", &p, err);

		if (rc < 0)
			return rc;
		rc = pd_add_attr(pd, p, h->attr_size - 16, &event, err);
		if (rc < 0)
			return rc;
		c = (struct cursor){ .p = p + h->attr_size - 16, .left = 16,
				     .big = pd->big };
		ids = take_section(&c);
		rc = get_section(pd, &ids, "ids of an event", &p, err);
		if (rc < 0)
			return rc;
		nr_ids += ids.size / 8;
		if (nr_ids > size / 8)
			return lay_error_set(err, LAY_E_FORMAT,
					     "events have more ids than fit in the file");
		rc = pd_add_ids(pd, event, p, ids.size / 8, err);
		if (rc < 0)
			return rc;
	}
	return 0;
}

/* Names by config, as files had them before the feature EVENT_DESC. */
static int load_event_types(struct perfdata *pd, const struct file_header *h,
			    struct lay_error *err)
{
	uint64_t nr = h->event_types.size / EVENT_TYPE_SIZE;
	const uint8_t *p;
	int rc;

	if (!nr || !h->event_types.off)
		return 0;
	if (nr > MAX_EVENT_TYPES)
		nr = MAX_EVENT_TYPES;
	rc = get_section(pd, &h->event_types, "event types", &p, err);
	if (rc < 0)
		return rc;
	for (uint64_t i = 0; i < nr; i++, p += EVENT_TYPE_SIZE) {
		uint64_t config = bytes_u64(p, pd->big);
		const char *name = input_string(pd->in, (const char *)p + 8,
						bytes_text(p + 8, 64), err);

		if (!name)
			return -LAY_E_NOMEM;
		for (uint32_t k = 0; k < pd->in->ev.nr_events; k++) {
			struct evidence_event *e = &pd->in->events[k];

			/* PERF_TYPE_TRACEPOINT: others are found by type */
			if (e->type == 2 && e->config == config)
				e->name = name;
		}
	}
	return 0;
}

static int load_feature_sections(struct perfdata *pd,
				 const struct file_header *h,
				 struct lay_error *err)
{
	struct section table = { h->data.off + h->data.size, 16 };

	for (unsigned int i = 0; i < NR_FEATURES; i++) {
		struct section s;
		struct cursor c;
		const uint8_t *p;
		int rc;

		if (!(h->features[i / 8] & 1 << i % 8))
			continue;
		rc = get_section(pd, &table, "table of features", &p, err);
		if (rc < 0)
			return rc;
		c = (struct cursor){ .p = p, .left = 16, .big = pd->big };
		s = take_section(&c);
		table.off += 16;
		/* tables of symbols and traces, up to gigabytes: not read */
		if (i == 1 || i == 18 || i == 25 || i == 26)
			continue;
		rc = get_section(pd, &s, "a header feature", &p, err);
		if (rc == 1)
			rc = pd_feature(pd, i, p, s.size, s.off, err);
		if (rc < 0)
			return rc;
	}
	return 0;
}

static int read_file(struct perfdata *pd, struct lay_error *err)
{
	struct file_header h;
	uint64_t end;
	int rc = source_spool(pd->in->src, err);

	if (rc == 0)
		rc = load_header(pd, &h, err);
	if (rc == 0)
		rc = load_attrs(pd, &h, err);
	if (rc == 0)
		rc = load_event_types(pd, &h, err);
	if (rc < 0)
		return rc;
	if (__builtin_add_overflow(h.data.off, h.data.size, &end) ||
	    end > source_size(pd->in->src))
		return lay_error_set(err, LAY_E_FORMAT,
				     "records from 0x%llx on, 0x%llx bytes, end past the file of 0x%llx: truncated?",
				     (unsigned long long)h.data.off,
				     (unsigned long long)h.data.size,
				     (unsigned long long)source_size(pd->in->src));
	/* The size is written when recording ends, and so are features. */
	pd->in->ev.unfinished = !h.data.size;
	if (h.data.size)
		rc = load_feature_sections(pd, &h, err);
	if (rc < 0)
		return rc;
	return read_records(pd, h.data.off, h.data.size ? end : 0, err);
}

static void find_byte_order(struct perfdata *pd, const uint8_t *p)
{
	if (memcmp(p, "PERFFILE", 8)) {
		/* a number: its bytes tell how the rest is written */
		pd->big = memcmp(p, "PERFILE2", 8);
		return;
	}
	/* The first magic was a string. Sizes are small numbers. */
	pd->big = bytes_u64(p + 8, false) > UINT32_MAX;
}

static int read_any(struct perfdata *pd, struct lay_error *err)
{
	const uint8_t *p;
	size_t have;
	int rc = source_get(pd->in->src, 0, PIPE_HEADER_SIZE, &p, &have, err);

	if (rc < 0)
		return rc;
	if (!rc)
		return lay_error_set(err, LAY_E_FORMAT,
				     "perf.data header is cut off after %zu bytes",
				     have);
	find_byte_order(pd, p);
	pd->in->ev.big_endian = pd->big;
	pd->in->ev.formats |= 1u << EVIDENCE_PERF_DATA;
	pd->in->ev.pipe_mode = bytes_u64(p + 8, pd->big) == PIPE_HEADER_SIZE;
	if (pd->in->ev.pipe_mode)
		return read_records(pd, PIPE_HEADER_SIZE, 0, err);
	return read_file(pd, err);
}

int perfdata_read(struct input *in, struct lay_error *err)
{
	struct perfdata pd = { .in = in };
	int rc = read_any(&pd, err);

	if (rc == 0)
		rc = pd_name_events(&pd, err);
	free(pd.attrs);
	free(pd.ids);
	free(pd.pmus);
	free(pd.unpacked);
	codec_stream_close(pd.stream);
	return rc;
}
