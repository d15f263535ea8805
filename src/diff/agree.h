/* SPDX-License-Identifier: GPL-2.0-only */
/* Do two readings of one type, of DWARF and of BTF, say the same? */
#ifndef DIFF_AGREE_H
#define DIFF_AGREE_H

#include <layoutdiff/model.h>

/* The first place where they do not. */
struct disagreement {
	char path[256];		/* of members, "" for the type itself */
	char says[2][160];	/* what each says there */
};

/*
 * 1 when they say the same wherever both say something, else 0 and @where is
 * filled. All names count, those of typedefs too; what is not compared is what
 * BTF has no word for, as model/terse.h has it. What is only declared says
 * nothing.
 */
int types_agree(const struct lay_type *a, const struct lay_type *b,
		struct disagreement *where);

#endif /* DIFF_AGREE_H */
