/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Types for tests, written as C and laid out as x86-64 compilers do:
 *
 *	struct maker m;
 *
 *	maker_init(&m);
 *	maker_add(&m, "typedef struct { int counter; } atomic_t;"
 *		      "struct s { u32 a:3; atomic_t b; char c[4], *d; };");
 *	type = maker_type(&m, "struct s");
 *	maker_deinit(&m);
 *
 * Understood are struct, union, enum, typedef, anonymous members, bit-fields,
 * arrays, pointers, pointers to functions, const, volatile, _Atomic, __packed and
 * __aligned(N). A later
 * definition under the same name takes the name over. What is not understood
 * fails the test.
 */
#ifndef TESTS_UNIT_MODEL_MAKER_H
#define TESTS_UNIT_MODEL_MAKER_H

#include <layoutdiff/model.h>

#include "model/builder.h"

struct maker {
	struct model model;
	struct maker_name *names;	/* newest first */
	const char *text;		/* what is being read */
	const char *at;
	unsigned int unsaid;		/* flags of all types from now on */
};

void maker_init(struct maker *m);
void maker_deinit(struct maker *m);
void maker_add(struct maker *m, const char *c_text);
const struct lay_type *maker_type(struct maker *m, const char *name);

#endif /* TESTS_UNIT_MODEL_MAKER_H */
