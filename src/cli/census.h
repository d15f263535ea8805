/* SPDX-License-Identifier: GPL-2.0-only */
/* diff without a type: all of both builds. */
#ifndef CLI_CENSUS_H
#define CLI_CENSUS_H

#include "cli/options.h"

struct census_args {
	bool stat;
	bool summary;
	bool vars;
	bool find_slabs;		/* in the new build */
	int only;			/* enum census_only */
	struct option_list match, ignore, maps, slabs;
	uint64_t limit;
};

/* How many types are told in a line each, unless --limit says. */
#define CENSUS_LIMIT 40

extern const char *const census_only_choices[];

/* Compare both @builds whole. Returns the exit status. */
int diff_census(const struct command *command,
		const struct common_args *common,
		const struct census_args *args, bool all, char **builds);

#endif /* CLI_CENSUS_H */
