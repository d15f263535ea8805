/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef CLI_MAIN_H
#define CLI_MAIN_H

#include <stdio.h>

#include "cli/options.h"

/* NULL if there is none. */
const struct command *find_command(const char *name);
void print_overview(FILE *out);

#endif /* CLI_MAIN_H */
