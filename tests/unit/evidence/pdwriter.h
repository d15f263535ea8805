/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Writes perf.data of either byte order, so that inputs of tests can be read as
 * text.
 *
 *	struct pdw w = { .big = true };
 *	size_t r;
 *
 *	pdw_file_begin(&w, 1, 136);
 *	pdw_attr(&w, (struct pdw_attr){ .sample_type = ... });
 *	pdw_data_begin(&w);
 *	r = pdw_record_begin(&w, 9, 1);
 *	pdw_u64(&w, ip);
 *	pdw_record_end(&w, r);
 *	pdw_data_end(&w);
 *	... w.buf, w.len ...
 *	pdw_free(&w);
 */
#ifndef TESTS_EVIDENCE_PDWRITER_H
#define TESTS_EVIDENCE_PDWRITER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct pdw {
	uint8_t *buf;
	size_t len, cap;
	bool big;
	/* of a file being written */
	unsigned int nr_attrs;
	size_t attr_size, attrs_at, data_at;
	size_t features_at, nr_features, feature, feature_at;
};

struct pdw_attr {
	uint32_t type;
	uint64_t config;
	uint64_t sample_type;
	uint64_t read_format;
	uint64_t branch_sample_type;
	uint64_t regs_user, regs_intr;
	uint64_t period;
	bool freq;
	unsigned int precise;
	bool no_sample_id;
	const uint64_t *ids;
	size_t nr_ids;
};

void pdw_free(struct pdw *w);
void pdw_bytes(struct pdw *w, const void *p, size_t len);
void pdw_u8(struct pdw *w, uint8_t v);
void pdw_u16(struct pdw *w, uint16_t v);
void pdw_u32(struct pdw *w, uint32_t v);
void pdw_u64(struct pdw *w, uint64_t v);
void pdw_zeros(struct pdw *w, size_t nr);
/* The text, its NUL, and NULs up to a multiple of 8. */
void pdw_text(struct pdw *w, const char *s);
/* A string of the header: length first, padded to 64 bytes. */
void pdw_header_string(struct pdw *w, const char *s);

/* A file with @nr_attrs attributes of @attr_size bytes. */
void pdw_file_begin(struct pdw *w, unsigned int nr_attrs, size_t attr_size);
void pdw_attr(struct pdw *w, const struct pdw_attr *a);
void pdw_data_begin(struct pdw *w);
void pdw_data_end(struct pdw *w);
/* Features, in ascending order, after pdw_data_end(); first tell which. */
void pdw_features(struct pdw *w, const unsigned int *features, size_t nr);
void pdw_feature_begin(struct pdw *w);
void pdw_feature_end(struct pdw *w);

void pdw_pipe_begin(struct pdw *w);
/* The attribute alone, for PERF_RECORD_HEADER_ATTR. */
void pdw_attr_body(struct pdw *w, const struct pdw_attr *a, size_t size);

size_t pdw_record_begin(struct pdw *w, uint32_t type, uint16_t misc);
void pdw_record_end(struct pdw *w, size_t at);

/* A zstd frame's beginning, and a block of it that is not compressed. */
void pdw_zstd_begin(struct pdw *w);
void pdw_zstd_block(struct pdw *w, const void *p, size_t len, bool last);

#endif /* TESTS_EVIDENCE_PDWRITER_H */
