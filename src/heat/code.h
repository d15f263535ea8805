/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The access map from the build's own code: of the functions that samples are
 * in, as these come.
 */
#ifndef HEAT_CODE_H
#define HEAT_CODE_H

#include "access/map.h"
#include "heat/map.h"

struct heat_code {
	struct lay_access *access;	/* NULL: not open, or cannot be */
	bool tried;			/* to open it */
	struct map asked;		/* addresses that were asked for */
	uint64_t *addrs;		/* those to be asked for next */
	size_t nr_addrs, cap_addrs;
};

void heat_code_init(struct heat_code *code);
void heat_code_deinit(struct heat_code *code);

/* Open the code of @build: true if there is some. @why says why not. */
bool heat_code_open(struct heat_code *code, struct lay_build *build,
		    unsigned int jobs, struct lay_error *why);

/* Ask for what the function touches that @addr is in, as linked. */
int heat_code_ask(struct heat_code *code, uint64_t addr, struct lay_error *err);

/* Add to @map the operands of all functions asked for since the last time. */
int heat_code_answer(struct heat_code *code, struct heat_map *map,
		     struct heat_types *types, struct lay_error *err);

#endif /* HEAT_CODE_H */
