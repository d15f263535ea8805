/* SPDX-License-Identifier: GPL-2.0-only */
/* Types by name. */
#ifndef BTF_FIND_H
#define BTF_FIND_H

#include "btf/fingerprint.h"
#include "btf/load.h"
#include "model/reader.h"

/*
 * Append to @out each distinct definition that @q names. In a split BTF a glob
 * means what the module adds; a name is looked for there and in the base, where
 * it counts if the module's types lead to it, or none of them has the name; but
 * not with @alone.
 */
int btf_find(struct btf_loader *loader, struct btf_prints *prints,
	     const struct type_query *q, bool alone, struct def_list *out,
	     struct lay_error *err);

/* Call @see with the name of every type, those of the base too. */
void btf_see_names(const struct typeset *set,
		   void (*see)(void *ctx, const char *name), void *ctx);

#endif /* BTF_FIND_H */
