/* SPDX-License-Identifier: GPL-2.0-only */
/* diff --from both BUILD TYPE...: the DWARF and the BTF of one build. */
#ifndef CLI_BOTH_H
#define CLI_BOTH_H

#include "cli/options.h"

/* The @nr words at @operands are what stands behind the options. Returns the
 * exit status. */
int diff_both(const struct command *command, const struct common_args *args,
	      int nr, char **operands);

#endif /* CLI_BOTH_H */
