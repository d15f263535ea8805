// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/vec.h"
#include "pdwriter.h"
#include "base/poison.h"

void pdw_free(struct pdw *w)
{
	free(w->buf);
	*w = (struct pdw){ .big = w->big };
}

void pdw_bytes(struct pdw *w, const void *p, size_t len)
{
	assert_int_equal(VEC_RESERVE(w->buf, w->len, w->cap, len), 0);
	if (len)
		memcpy(w->buf + w->len, p, len);
	w->len += len;
}

static void put(uint8_t *p, uint64_t v, unsigned int size, bool big)
{
	for (unsigned int i = 0; i < size; i++)
		p[big ? size - 1 - i : i] = v >> 8 * i;
}

static void number(struct pdw *w, uint64_t v, unsigned int size)
{
	uint8_t p[8];

	put(p, v, size, w->big);
	pdw_bytes(w, p, size);
}

void pdw_u8(struct pdw *w, uint8_t v)
{
	number(w, v, 1);
}

void pdw_u16(struct pdw *w, uint16_t v)
{
	number(w, v, 2);
}

void pdw_u32(struct pdw *w, uint32_t v)
{
	number(w, v, 4);
}

void pdw_u64(struct pdw *w, uint64_t v)
{
	number(w, v, 8);
}

void pdw_zeros(struct pdw *w, size_t nr)
{
	while (nr--)
		pdw_u8(w, 0);
}

void pdw_text(struct pdw *w, const char *s)
{
	size_t len = strlen(s) + 1;

	pdw_bytes(w, s, len);
	pdw_zeros(w, -len & 7);
}

void pdw_header_string(struct pdw *w, const char *s)
{
	size_t len = strlen(s) + 1, padded = (len + 63) & ~(size_t)63;

	pdw_u32(w, padded);
	pdw_bytes(w, s, len);
	pdw_zeros(w, padded - len);
}

void pdw_file_begin(struct pdw *w, unsigned int nr_attrs, size_t attr_size)
{
	pdw_u64(w, 0x32454c4946524550ull);
	pdw_u64(w, 104);
	pdw_u64(w, attr_size + 16);
	w->attrs_at = 104;
	w->nr_attrs = 0;
	w->attr_size = attr_size + 16;
	pdw_u64(w, w->attrs_at);
	pdw_u64(w, nr_attrs * w->attr_size);
	pdw_zeros(w, 104 - w->len);
	pdw_zeros(w, nr_attrs * w->attr_size);
}

static uint64_t attr_flags(const struct pdw *w, const struct pdw_attr *a)
{
	uint64_t flags = (uint64_t)a->freq << 10 |
			 (uint64_t)a->precise << 15 |
			 (uint64_t)!a->no_sample_id << 18;

	/* bit-fields are laid out from the other end */
	if (w->big)
		flags = (uint64_t)a->freq << 53 |
			(uint64_t)a->precise << 47 |
			(uint64_t)!a->no_sample_id << 45;
	return flags;
}

void pdw_attr_body(struct pdw *w, const struct pdw_attr *a, size_t size)
{
	size_t at = w->len;

	pdw_u32(w, a->type);
	pdw_u32(w, size);
	pdw_u64(w, a->config);
	pdw_u64(w, a->period);
	pdw_u64(w, a->sample_type);
	pdw_u64(w, a->read_format);
	pdw_u64(w, attr_flags(w, a));
	pdw_zeros(w, 16);	/* wakeup, breakpoint, config1 */
	if (size >= 104) {
		pdw_u64(w, 0);
		pdw_u64(w, a->branch_sample_type);
		pdw_u64(w, a->regs_user);
		pdw_u64(w, 0);
		pdw_u64(w, a->regs_intr);
	}
	pdw_zeros(w, size - (w->len - at));
}

void pdw_attr(struct pdw *w, const struct pdw_attr *a)
{
	struct pdw body = { .big = w->big };
	size_t at = w->attrs_at + w->nr_attrs++ * w->attr_size;

	pdw_attr_body(&body, a, w->attr_size - 16);
	pdw_u64(&body, w->len);
	pdw_u64(&body, a->nr_ids * 8);
	memcpy(w->buf + at, body.buf, body.len);
	pdw_free(&body);
	for (size_t i = 0; i < a->nr_ids; i++)
		pdw_u64(w, a->ids[i]);
}

void pdw_data_begin(struct pdw *w)
{
	w->data_at = w->len;
	put(w->buf + 40, w->data_at, 8, w->big);
}

void pdw_data_end(struct pdw *w)
{
	put(w->buf + 48, w->len - w->data_at, 8, w->big);
}

void pdw_features(struct pdw *w, const unsigned int *features, size_t nr)
{
	for (size_t i = 0; i < nr; i++) {
		unsigned int byte = features[i] / 8;

		w->buf[72 + (w->big ? byte ^ 7 : byte)] |=
			1 << features[i] % 8;
	}
	w->features_at = w->len;
	w->feature = 0;
	pdw_zeros(w, nr * 16);
}

void pdw_feature_begin(struct pdw *w)
{
	w->feature_at = w->len;
}

void pdw_feature_end(struct pdw *w)
{
	uint8_t *p = w->buf + w->features_at + 16 * w->feature++;

	put(p, w->feature_at, 8, w->big);
	put(p + 8, w->len - w->feature_at, 8, w->big);
}

void pdw_pipe_begin(struct pdw *w)
{
	pdw_u64(w, 0x32454c4946524550ull);
	pdw_u64(w, 16);
}

size_t pdw_record_begin(struct pdw *w, uint32_t type, uint16_t misc)
{
	size_t at = w->len;

	pdw_u32(w, type);
	pdw_u16(w, misc);
	pdw_u16(w, 0);
	return at;
}

void pdw_record_end(struct pdw *w, size_t at)
{
	put(w->buf + at + 6, w->len - at, 2, w->big);
}

void pdw_zstd_begin(struct pdw *w)
{
	/* magic, no checksum or size, a window of 1 MiB */
	pdw_bytes(w, "\x28\xb5\x2f\xfd\x00\x50", 6);
}

void pdw_zstd_block(struct pdw *w, const void *p, size_t len, bool last)
{
	uint8_t head[3];

	put(head, len << 3 | last, 3, false);
	pdw_bytes(w, head, 3);
	pdw_bytes(w, p, len);
}
