/* SPDX-License-Identifier: GPL-2.0-only */
/* BTF behind the reader that build/ knows. */
#ifndef BTF_READER_H
#define BTF_READER_H

#include "btf/typeset.h"
#include "model/reader.h"

/*
 * A reader of @set, which it keeps a reference to. With @alone names are looked
 * for in what a module adds, and not in its base: that is asked by itself.
 */
int btf_reader_create(struct typeset *set, bool alone, struct reader **reader,
		      struct lay_error *err);

/* From now on, as with @alone. */
void btf_reader_leave_base(struct reader *reader);

/* The file that @def, which @reader found, is from where that is the base of
 * what it reads; else NULL. */
const char *btf_reader_base_of(struct reader *reader,
			       const struct lay_def *def);

/* What @reader reads; NULL when that is not BTF. */
struct typeset *btf_reader_set(struct reader *reader);

#endif /* BTF_READER_H */
