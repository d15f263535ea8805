/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * DIEs to the model. A loader owns the types that it made; what it was asked
 * for once is not read again. One thread at a time.
 */
#ifndef DWARF_LOAD_H
#define DWARF_LOAD_H

#include <layoutdiff/model.h>

#include "dwarf/unit.h"

struct dw_loader;

/* @file must outlive the loader. Without @decl no .debug_line is read, and no
 * lay_decl names its file. */
int dw_loader_new(struct dw_file *file, bool decl, struct dw_loader **loader,
		  struct lay_error *err);
void dw_loader_free(struct dw_loader *loader);

/*
 * Read the type whose DIE is at @die_off. Nothing of it need be sound: every
 * DIE is checked before it is read (check.h).
 *
 * What is embedded by value is read down to base types. What pointers point to
 * is LAY_TYPE_SHALLOW: kind and name, with the typedefs and qualifiers in front
 * of it, and for functions their parameters in the same way.
 *
 * Errors: damage, references that lead nowhere, a type that contains itself, a
 * bound. What is sound but says more than the model can hold is UNKNOWN or
 * PARTIAL, with the reason in lay_type.why.
 */
int dw_loader_load(struct dw_loader *loader, uint64_t die_off,
		   const struct lay_type **type, struct lay_error *err);

/* Bytes that the model of this loader takes. */
size_t dw_loader_size(const struct dw_loader *loader);

#endif /* DWARF_LOAD_H */
