/* SPDX-License-Identifier: GPL-2.0-only */
/* What the questions about types have in common; inside model/ alone. */
#ifndef MODEL_TYPE_H
#define MODEL_TYPE_H

#include <layoutdiff/model.h>

/*
 * Bounds against hostile input. A chain is what can be followed in a loop
 * (typedefs, qualifiers), depth is what nests (records in records, functions
 * as parameters), steps are types and members visited in all: a record that
 * holds two of another that holds two of another, forty levels on, is small
 * in the file and 2^40 leaves when walked.
 */
#define TYPE_CHAIN_MAX	256
#define TYPE_DEPTH_MAX	64
#define TYPE_STEPS_MAX	(1u << 22)

/* The type that @type is of; void where it says none. */
const struct lay_type *type_target(const struct lay_type *type);

bool type_is_qualifier(const struct lay_type *type);

#endif /* MODEL_TYPE_H */
