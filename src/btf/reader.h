/* SPDX-License-Identifier: GPL-2.0-only */
/* BTF behind the reader that build/ knows. */
#ifndef BTF_READER_H
#define BTF_READER_H

#include "btf/typeset.h"
#include "model/reader.h"

/* A reader of @set, which it keeps a reference to. */
int btf_reader_create(struct typeset *set, struct reader **reader,
		      struct lay_error *err);

#endif /* BTF_READER_H */
