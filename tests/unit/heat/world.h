/* SPDX-License-Identifier: GPL-2.0-only */
/* A build, an access map and samples, all made up, and what comes of them. */
#ifndef UNIT_HEAT_WORLD_H
#define UNIT_HEAT_WORLD_H

/* cmocka.h needs these four */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <layoutdiff/heat.h>

#include "unit/evidence/pdwriter.h"

/* Code in the map of WORLD_MAP. */
#define IP_WHOLE_FIRST	0xffffffff81000010	/* reads whole.first */
#define IP_WHOLE_SECOND	0xffffffff81000014	/* writes whole.second */
#define IP_LINK		0xffffffff81000020	/* reads link.prev */
#define IP_OTHER	0xffffffff81000030	/* writes other.last */
#define IP_TABLE	0xffffffff81000040	/* reads whole.table */
#define IP_NUMBER	0xffffffff81000050	/* reads an int */
#define IP_UNKNOWN	0xffffffff81000060	/* reads nobody knows what */
#define IP_COPY		0xffffffff81000070	/* link.next to other.last */
#define IP_EITHER	0xffffffff81000080	/* reads whole.fourth, or what is
						 * there too */
#define IP_WRAP		0xffffffff810000a0	/* reads wrap.link.prev */
#define IP_CLEAR	0xffffffff810000b0	/* memset() */
#define IP_COPY_BYTES	0xffffffff810000b8	/* memcpy() */
#define IP_RUNNER	0xffffffff810000c0	/* reads runner.load */
#define IP_TICKER	0xffffffff810000c4	/* writes ticker.now */
#define IP_PAGE		0xffffffff810000d0	/* reads page.flags */
#define IP_NOWHERE	0xffffffff81000099	/* is not in the map */

#define OBJECT		0xffff888000010000
#define LOAD		0x68100142
#define STORE		0x5080144
#define HITM		0x10669800842

#define WORLD_MAX_ANSWERS 64	/* that can be asked for */

struct world {
	char *path;			/* of the build */
	struct lay_build *build;
	struct lay_heat *heat;
	struct pdw w;
	uint64_t time;			/* of the next sample */
	uint32_t cpu;
	struct lay_heat_answer answer[WORLD_MAX_ANSWERS];	/* the first */
	size_t nr_answers;
	uint64_t nr_answered;		/* samples, of all answers */
	bool keeps_none;
	struct lay_error err;
};

/* For cmocka: *state is the world; skips where nothing can be compiled. */
int world_setup(void **state);
/* Ask for no answers: there are too many. */
void world_keep_none(struct world *w);
/* The same without the map. */
int world_setup_bare(void **state);
int world_teardown(void **state);

/* A sample of @src at the next moment; an @addr of 0 is none. */
void world_sample(struct world *w, uint64_t ip, uint64_t addr, uint64_t src);
/* What follows was sampled in a kernel that was moved by @slide. */
void world_move(struct world *w, uint64_t slide);
/* Read what was sampled so far. */
void world_read(struct world *w);
/* Be done: each sample has an answer. */
void world_attribute(struct world *w);
/* Both. */
void world_finish(struct world *w);

/* The one answer for @addr; fails if there is none or several. */
const struct lay_heat_answer *world_answer(struct world *w, uint64_t addr);
void assert_answer(struct world *w, uint64_t addr, const char *type,
		   uint64_t off, enum lay_heat_fate fate);

/* Where the build has this symbol. */
uint64_t world_symbol(struct world *w, const char *name);

/* The layout of the struct @name; lay_layout_free(). */
struct lay_layout *world_layout(struct world *w, const char *name);

#endif /* UNIT_HEAT_WORLD_H */
