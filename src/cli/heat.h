/* SPDX-License-Identifier: GPL-2.0-only */
/* What commands that take samples do alike. */
#ifndef CLI_HEAT_H
#define CLI_HEAT_H

#include <layoutdiff/heat.h>

#include "cli/session.h"

struct heat_options {
	struct option_list perf;
	const char *map;	/* NULL: none */
	bool force;
};

/* Rows of a table of options, for arguments whose field @member they fill. */
#define HEAT_OPTIONS(args, member)					\
	{ "perf", 'p', OPTION_LIST, "FILE",				\
	  "take samples from FILE; may be given several times",		\
	  offsetof(args, member.perf), 0, 0, NULL },			\
	{ "access", 0, OPTION_STRING, "FILE",				\
	  "take what code touches from FILE, as access --dump writes it",	\
	  offsetof(args, member.map), 0, 0, NULL },			\
	{ "force", 0, OPTION_FLAG, NULL,				\
	  "take samples of another build than this one",		\
	  offsetof(args, member.force), 0, 0, NULL }

/* Open the heat of @opened and take its access map; -1: it was said why not.
 * *@heat is the caller's. */
int heat_begin(struct session *s, const struct opened *opened,
	       const struct heat_options *options, struct lay_heat **heat);

/* Say that what was given is of no use without --perf: false. */
bool heat_options_make_sense(const struct heat_options *options);

/*
 * Of two builds, read the samples as those of the one whose build-id they
 * carry; of the old one if they carry none. Put it on the report; *@heat is the
 * caller's, NULL if nothing was asked for. -1: it was said why not.
 */
int heat_of_either(struct session *s, const struct heat_options *options,
		   struct lay_heat **heat);

/* Read all samples; -1: it was said why not. */
int heat_read(struct session *s, const struct heat_options *options,
	      struct lay_heat *heat);

#endif /* CLI_HEAT_H */
