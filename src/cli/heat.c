// SPDX-License-Identifier: GPL-2.0-only
#include <config.h>

#include "cli/heat.h"
#include "cli/message.h"
#include "base/poison.h"

static int begin(struct session *s, const struct opened *opened,
		 const struct heat_options *options, struct lay_heat **heat,
		 struct lay_error *err)
{
	const struct lay_heat_opts opts = {
		.force = options->force,
		.jobs = (unsigned int)s->args->jobs,
		.line_size = opened->layout.line_size,
		.max_scalar = opened->layout.max_scalar,
	};
	int rc = lay_heat_open(opened->build, &opts, heat, err);

	if (rc < 0 || !options->map)
		return rc;
	return lay_heat_use_map(*heat, options->map, err);
}

int heat_begin(struct session *s, const struct opened *opened,
	       const struct heat_options *options, struct lay_heat **heat)
{
	struct lay_error err;

	if (begin(s, opened, options, heat, &err) == 0)
		return 0;
	session_trouble(s, &err);
	return -1;
}

int heat_read(struct session *s, const struct heat_options *options,
	      struct lay_heat *heat)
{
	struct lay_error err;

	for (size_t i = 0; i < options->perf.nr; i++) {
		if (lay_heat_read(heat, options->perf.item[i], &err) < 0) {
			session_trouble(s, &err);
			return -1;
		}
	}
	if (lay_heat_finish(heat, &err) == 0)
		return 0;
	session_trouble(s, &err);
	return -1;
}

bool heat_options_make_sense(const struct heat_options *options)
{
	if (options->perf.nr || (!options->map && !options->force))
		return true;
	message("--access and --force are about samples: see --perf");
	return false;
}

/* 1: read; 0: they are of another build; -1: it was said what is wrong. */
static int try_build(struct session *s, size_t i,
		     const struct heat_options *options, bool last,
		     struct lay_heat **heat)
{
	struct lay_error err;
	int r = begin(s, &s->build[i], options, heat, &err);

	for (size_t k = 0; k < options->perf.nr && r == 0; k++)
		r = lay_heat_read(*heat, options->perf.item[k], &err);
	if (r == 0)
		r = lay_heat_finish(*heat, &err);
	if (r == 0)
		return 1;
	if (r == -LAY_E_CHANGED && !last)
		return 0;
	session_trouble(s, &err);
	return -1;
}

int heat_of_either(struct session *s, const struct heat_options *options,
		   struct lay_heat **heat)
{
	static const char *const sides[] = { "old", "new" };
	struct lay_error err;
	size_t i = 0;
	int r;

	*heat = NULL;
	if (!options->perf.nr)
		return 0;
	r = try_build(s, i, options, false, heat);
	if (r == 0) {
		lay_heat_close(*heat);
		*heat = NULL;
		r = try_build(s, ++i, options, true, heat);
	}
	if (r < 0)
		return -1;
	lay_report_use_heat(s->report, *heat, i == 0);
	if (lay_report_add_samples(s->report, *heat, sides[i], &err) == 0)
		return 0;
	session_trouble(s, &err);
	return -1;
}
