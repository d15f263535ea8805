/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Types of a typeset as the model has them. A type is made once, whoever asks
 * for it; names are those of the typeset, not copied.
 */
#ifndef BTF_LOAD_H
#define BTF_LOAD_H

#include "btf/typeset.h"
#include "model/builder.h"

/* By value with all it holds, or as what a pointer is of (LAY_TYPE_SHALLOW). */
enum btf_way { BTF_DEEP, BTF_SHALLOW, BTF_NR_WAYS };

struct btf_loader {
	const struct typeset *set;	/* borrowed */
	struct model model;
	const struct lay_type **made[BTF_NR_WAYS];	/* by id */
};

int btf_loader_init(struct btf_loader *loader, const struct typeset *set,
		    struct lay_error *err);
void btf_loader_deinit(struct btf_loader *loader);

/* Make the type called @id, deep. */
int btf_loader_load(struct btf_loader *loader, uint32_t id,
		    const struct lay_type **type, struct lay_error *err);

/* For load-*.c: the type @id, or NULL when memory is out. */
const struct lay_type *btf_make(struct btf_loader *loader, uint32_t id,
				enum btf_way way);

/* struct, union, and the declarations of such (load-record.c) */
struct lay_type *btf_make_record(struct btf_loader *loader, uint32_t id,
				 enum btf_way way);
/* enum, enum64 (load-enum.c) */
struct lay_type *btf_make_enum(struct btf_loader *loader, uint32_t id,
			       enum btf_way way);

#endif /* BTF_LOAD_H */
