// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include <layoutdiff/census.h>

#include "cli/census-slabs.h"
#include "cli/census.h"
#include "cli/message.h"
#include "cli/session.h"
#include "cli/variables.h"
#include "base/poison.h"

enum census_only { ONLY_ALL, ONLY_CHANGED, ONLY_ADDED, ONLY_REMOVED, ONLY_LINES,
		   ONLY_SIZE };

const char *const census_only_choices[] = { "all", "changed", "added",
					    "removed", "lines", "size", NULL };

static bool fits_any(const struct option_list *patterns,
		     const struct lay_census_type *t)
{
	for (size_t i = 0; i < patterns->nr; i++)
		if (lay_census_matches(t, patterns->item[i]))
			return true;
	return false;
}

static bool is_wanted(const struct census_args *args,
		      const struct lay_census_type *t)
{
	if ((args->match.nr && !fits_any(&args->match, t)) ||
	    fits_any(&args->ignore, t))
		return false;
	switch (args->only) {
	case ONLY_CHANGED:
		return t->def[0] && t->def[1];
	case ONLY_ADDED:
		return t->change == LAY_CENSUS_ADDED;
	case ONLY_REMOVED:
		return t->change == LAY_CENSUS_REMOVED;
	case ONLY_LINES:
		return t->nr_line;
	case ONLY_SIZE:
		return t->def[0] && t->def[1] && t->size[0] != t->size[1];
	}
	return true;
}

static void say_failures(struct session *s, const struct lay_census *census)
{
	uint32_t nr = census->nr_failure_texts;

	for (uint32_t i = 0; i < nr; i++)
		session_fail(s, "%s", census->failures[i]);
	if (census->nr_failures > nr)
		session_fail(s, "%u more types could not be read",
			     census->nr_failures - nr);
}

/* What cannot be compared is no trouble: the header says why, too. */
static void say_untold(const struct session *s, const struct lay_census *census)
{
	for (int i = 0; i < 2; i++)
		if (census->nr_untold[i])
			message("%s: has some types only: %" PRIu64 " that %s has are not compared",
				s->build[!i].identity->path,
				census->nr_untold[i],
				s->build[i].identity->path);
}

static bool tell(struct session *s, const struct census_args *args,
		 const struct lay_census *census)
{
	uint32_t *types = calloc((size_t)census->nr_types + 1, sizeof(*types));
	struct lay_census_told told = {
		.types = types,
		.detail = args->summary ? LAY_CENSUS_SUMMARY :
			  args->stat ? LAY_CENSUS_STAT : LAY_CENSUS_FULL,
		.limit = (uint32_t)args->limit,
		.for_programs = s->args->format == FORMAT_JSON,
	};
	struct lay_error err;
	int r;

	for (uint32_t i = 0; types && i < census->nr_types; i++)
		if (is_wanted(args, &census->types[i]))
			types[told.nr_types++] = i;
	r = types ? lay_report_add_census(s->report, census, &told, &err) :
		    lay_error_set(&err, LAY_E_NOMEM, "out of memory");
	free(types);
	if (r < 0)
		session_trouble(s, &err);
	else
		s->empty = false;
	say_failures(s, census);
	return r > 0;
}

/* OLD=NEW */
static int parse_maps(const struct option_list *texts,
		      struct lay_prefix_map *maps, char **copies)
{
	for (size_t i = 0; i < texts->nr; i++) {
		char *copy = strdup(texts->item[i]);
		char *to = copy ? strchr(copy, '=') : NULL;

		copies[i] = copy;
		if (!to) {
			message("--prefix-map: '%s' is not OLD=NEW",
				texts->item[i]);
			return -1;
		}
		*to = '\0';
		maps[i] = (struct lay_prefix_map){ copy, to + 1 };
	}
	return 0;
}

/* TYPE=NAME[,hwcache][,typesafe] */
static int parse_slab(char *copy, struct lay_slab *slab)
{
	char *name = strchr(copy, '='), *flag;

	if (!name || name == copy)
		return -1;
	*name++ = '\0';
	*slab = (struct lay_slab){ .type = copy, .name = name };
	flag = strchr(name, ',');
	while (flag) {
		char *next;

		*flag++ = '\0';
		next = strchr(flag, ',');
		if (next)
			*next = '\0';
		if (!strcmp(flag, "hwcache"))
			slab->hwcache = true;
		else if (!strcmp(flag, "typesafe"))
			slab->typesafe = true;
		else
			return -1;
		if (next)
			*next = ',';
		flag = next;
	}
	return *name ? 0 : -1;
}

static int parse_slabs(const struct option_list *texts,
		       struct lay_slab *slabs, char **copies)
{
	for (size_t i = 0; i < texts->nr; i++) {
		copies[i] = strdup(texts->item[i]);
		if (copies[i] && parse_slab(copies[i], &slabs[i]) == 0)
			continue;
		message("--slab: '%s' is not TYPE=NAME[,hwcache][,typesafe]",
			texts->item[i]);
		return -1;
	}
	return 0;
}

/* The options for the library, and what they are made of. */
struct parsed {
	struct lay_prefix_map maps[OPTION_LIST_MAX];
	struct lay_slab slabs[OPTION_LIST_MAX];
	char *copies[2][OPTION_LIST_MAX];
};

static void free_parsed(struct parsed *parsed)
{
	for (size_t i = 0; i < OPTION_LIST_MAX; i++) {
		free(parsed->copies[0][i]);
		free(parsed->copies[1][i]);
	}
}

/* With the caches that the code of the new build creates, if they are asked
 * for. */
static bool compare(struct session *s, const struct census_args *args,
		    const struct parsed *parsed)
{
	struct census_slabs found = { .slabs = NULL };
	struct lay_census_opts opts = {
		.maps = parsed->maps,
		.nr_maps = args->maps.nr,
		.slabs = parsed->slabs,
		.nr_slabs = args->slabs.nr,
		.jobs = (unsigned int)s->args->jobs,
		.progress = progress_hook(&s->progress),
	};
	struct lay_census_side sides[2];
	struct lay_census *census;
	struct lay_error err;
	bool differs;

	for (int i = 0; i < 2; i++)
		sides[i] = (struct lay_census_side){
			.build = s->build[i].build,
			.identity = s->build[i].identity,
			.layout = s->build[i].layout,
		};
	if (args->find_slabs &&
	    census_slabs_find(s->build[1].build, opts.jobs, parsed->slabs,
			      args->slabs.nr, &found, &err) < 0) {
		session_trouble(s, &err);
	} else if (args->find_slabs) {
		opts.slabs = found.list;
		opts.nr_slabs = found.nr;
	}
	if (lay_census_make(sides, &opts, &census, &err) < 0) {
		session_trouble(s, &err);
		differs = false;
	} else {
		differs = tell(s, args, census);
		say_untold(s, census);
		lay_census_free(census);
	}
	census_slabs_free(&found);
	return differs;
}

int diff_census(const struct command *command,
		const struct common_args *common,
		const struct census_args *args, bool all, char **builds)
{
	const struct lay_report_opts opts = { .quiet = common->quiet,
					      .all = all };
	struct parsed parsed = { .copies = { { NULL } } };
	const struct option_list all_variables = { .nr = 0 };
	bool differs = false;
	struct session s;
	int status = STATUS_TROUBLE;

	if (parse_maps(&args->maps, parsed.maps, parsed.copies[0]) == 0 &&
	    parse_slabs(&args->slabs, parsed.slabs, parsed.copies[1]) == 0) {
		if (session_begin(&s, command->name, common, &opts, builds,
				  2) == 0) {
			differs = compare(&s, args, &parsed);
			if (args->vars)
				differs |= diff_variables(&s, &all_variables,
							  (uint32_t)args->limit);
		}
		status = session_end(&s, differs ? STATUS_DIFFERENT :
						   STATUS_SAME);
	}
	free_parsed(&parsed);
	return status;
}
