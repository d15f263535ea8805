/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Fingerprints of types that btf/load.h made: see lay_def. Deduplication leaves
 * a record standing several times where what its pointers point to differs from
 * unit to unit; by its layout it is one, and by its fingerprint too.
 */
#ifndef BTF_FINGERPRINT_H
#define BTF_FINGERPRINT_H

#include <stdbool.h>

#include <layoutdiff/build.h>

/* What was printed already, by id. */
struct btf_prints {
	struct lay_fingerprint *print;
	bool *done;
};

/* For ids below @end_id. */
int btf_prints_init(struct btf_prints *prints, uint32_t end_id,
		    struct lay_error *err);
void btf_prints_deinit(struct btf_prints *prints);

struct lay_fingerprint btf_fingerprint(struct btf_prints *prints,
				       const struct lay_type *type);

#endif /* BTF_FINGERPRINT_H */
