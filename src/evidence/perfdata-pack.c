// SPDX-License-Identifier: GPL-2.0-only
/*
 * Compressed records (perf record -z). What is packed is one stream of records
 * over all containers of a file: a record can begin in one container and end
 * in the next. It is unpacked in small pieces, so that a container that claims
 * to hold gigabytes costs time, not memory.
 */
#include <config.h>

#include <stdlib.h>

#include "evidence/perfdata.h"
#include "base/poison.h"

#define RECORD_COMPRESSED2	83

#define MAX_RECORD	((size_t)65536)
#define UNPACK_SIZE	(4 * MAX_RECORD)
/* Of one container, of 64 KiB at most. perf packs one ring buffer at a time;
 * those are rarely over a few megabytes. */
#define MAX_UNPACKED	((uint64_t)512 << 20)

/* Handle the whole records in the buffer, keep what is left of the last. */
static int unpacked_records(struct perfdata *pd, uint64_t at,
			    struct lay_error *err)
{
	size_t done = 0;

	while (pd->unpacked_len - done >= PD_HEADER) {
		struct pd_record r = pd_record_at(pd, pd->unpacked + done, at);
		uint64_t extra;
		int rc;

		if (r.len < PD_HEADER)
			return lay_error_set(err, LAY_E_FORMAT,
					     "0x%llx: compressed record of type %u has a size of %zu",
					     (unsigned long long)at, r.type,
					     r.len);
		if (r.len > pd->unpacked_len - done)
			break;
		if (r.type == 81 || r.type == RECORD_COMPRESSED2)
			return lay_error_set(err, LAY_E_FORMAT,
					     "0x%llx: compressed record in a compressed record",
					     (unsigned long long)at);
		rc = pd_record(pd, &r, &extra, err);
		if (rc < 0)
			return rc;
		if (extra)
			return lay_error_set(err, LAY_E_FORMAT,
					     "0x%llx: trace data in a compressed record",
					     (unsigned long long)at);
		done += r.len;
	}
	pd->unpacked_len -= done;
	memmove(pd->unpacked, pd->unpacked + done, pd->unpacked_len);
	return 0;
}

static int prepare(struct perfdata *pd, struct lay_error *err)
{
	if (pd->stream)
		return 0;
	pd->unpacked = malloc(UNPACK_SIZE);
	if (!pd->unpacked)
		return lay_error_set(err, LAY_E_NOMEM, "out of memory");
	return codec_stream_open(CODEC_ZSTD, &pd->stream, err);
}

int pd_unpack(struct perfdata *pd, const struct pd_record *r,
	      struct lay_error *err)
{
	struct cursor c = pd_body(pd, r);
	uint64_t len = c.left, total = 0;
	const uint8_t *p;
	int rc = prepare(pd, err);

	if (rc < 0)
		return rc;
	if (r->type == RECORD_COMPRESSED2)	/* padded: the length is told */
		len = cursor_u64(&c);
	p = cursor_take(&c, len);
	if (!p)
		return lay_error_set(err, LAY_E_FORMAT,
				     "0x%llx: compressed record of %zu bytes says that it holds %llu",
				     (unsigned long long)r->at, r->len,
				     (unsigned long long)len);
	input_count(pd->in, EVIDENCE_CONTAINER);
	for (bool full = false; len || full;) {
		size_t room = UNPACK_SIZE - pd->unpacked_len, used, got;

		rc = codec_stream_run(pd->stream, p, len, &used,
				      pd->unpacked + pd->unpacked_len, room,
				      &got, err);
		if (rc < 0) {
			lay_error_prefix(err, "0x%llx: ",
					 (unsigned long long)r->at);
			return rc;
		}
		if (!used && !got)
			break;
		p += used;
		len -= used;
		total += got;
		full = got == room;
		pd->unpacked_len += got;
		if (total > MAX_UNPACKED)
			return lay_error_set(err, LAY_E_LIMIT,
					     "0x%llx: compressed record holds more than %llu bytes",
					     (unsigned long long)r->at,
					     (unsigned long long)MAX_UNPACKED);
		rc = unpacked_records(pd, r->at, err);
		if (rc < 0)
			return rc;
	}
	return 0;
}

int pd_unpack_end(struct perfdata *pd, struct lay_error *err)
{
	if (!pd->unpacked_len)
		return 0;
	return lay_error_set(err, LAY_E_FORMAT,
			     "the last compressed record is cut off, with %zu bytes left of it",
			     pd->unpacked_len);
}
