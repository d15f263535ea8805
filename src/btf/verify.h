/* SPDX-License-Identifier: GPL-2.0-only */
/* What the types of a BTF say: see the promise in typeset.h. */
#ifndef BTF_VERIFY_H
#define BTF_VERIFY_H

#include "btf/typeset.h"

/*
 * Verify the own types of @set; those of its base have been. The error's text
 * begins with "+0x..: " where the type stands.
 */
int typeset_verify(const struct typeset *set, struct lay_error *err);

#endif /* BTF_VERIFY_H */
