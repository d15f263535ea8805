/* SPDX-License-Identifier: GPL-2.0-only */
/* Answers about variables: --var and --vars. */
#ifndef CLI_VARIABLES_H
#define CLI_VARIABLES_H

#include "cli/session.h"

/* Tell of each variable of the one build that one of @patterns names. */
void show_variables(struct session *s, const struct option_list *patterns);

/* Tell what became of the variables that @patterns name, or without any of all
 * of them, @limit in a line each. Returns whether anything differs. */
bool diff_variables(struct session *s, const struct option_list *patterns,
		    uint32_t limit);

#endif /* CLI_VARIABLES_H */
