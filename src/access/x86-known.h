/* SPDX-License-Identifier: GPL-2.0-only */
/* Instructions of x86-64 that were decoded before, by their bytes. */
#ifndef ACCESS_X86_KNOWN_H
#define ACCESS_X86_KNOWN_H

#include "access/insn.h"

struct x86_known;

/* NULL: no memory. */
struct x86_known *x86_known_new(void);
void x86_known_free(struct x86_known *known);

/* Is what @bytes, which lie at @addr, begin with known? Then it is in @insn. */
bool x86_known_find(const struct x86_known *known, const uint8_t *bytes,
		    size_t size, uint64_t addr, struct insn *insn);

/* @bytes begin with @insn. */
void x86_known_keep(struct x86_known *known, const uint8_t *bytes,
		    const struct insn *insn);

#endif /* ACCESS_X86_KNOWN_H */
